import type { Env } from '../config.ts';
import type { Series } from '../core/metrics/tally.ts';

/** The object that adds up what all isolates count, as its callers see it. */
type MetricsStub = {
  /** Adds what an isolate has counted. */
  add(series: Series[]): Promise<void>;
  /** As `add`. Resolves to the sums. */
  collect(series: Series[]): Promise<Series[]>;
};

export const metricsOf = (env: Env): MetricsStub => env.METRICS.get(env.METRICS.idFromName('all')) as never;
