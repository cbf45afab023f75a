import type { Env } from '../../settings/config.ts';
import type { Raised } from '../alarms.ts';
import type { Sample } from './capacity.ts';
import type { Series } from './tally.ts';
import type { Sending } from './notices.ts';

/** The queue message for a notice of an alarm. */
export type AlarmJob = { kind: 'alarm'; sending: Sending };

/** The object that adds up what all isolates count, and tells the operator of alarms, as its callers see it. */
type MetricsStub = {
  /** Adds what an isolate has counted, and its alarms. */
  add(series: Series[], alarms: Raised[]): Promise<void>;
  /** As `add`. Resolves to the sums. */
  collect(series: Series[], alarms: Raised[]): Promise<Series[]>;
  /**
   * Queues notices of alarms whose period is over, and again those whose message was lost or whose sending has failed.
   */
  sweep(): Promise<void>;
  /** The samples of the size of the database, oldest first. */
  sizes(): Promise<Sample[]>;
  /** Adds a sample. Resolves to all. */
  addSize(sample: Sample): Promise<Sample[]>;
  /** After an attempt to send a notice. Resolves to whether it is sent again later. */
  settle(sending: Sending, isSent: boolean): Promise<boolean>;
};

export const metricsOf = (env: Env): MetricsStub => env.METRICS.get(env.METRICS.idFromName('all')) as never;
