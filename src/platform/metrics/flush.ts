import type { Env } from '../../settings/config.ts';
import { keepRaised, takeRaised } from '../alarms.ts';
import { describe } from '../../lib/describe.ts';
import { log } from '../log.ts';
import { METERS, type Meter } from './meter.ts';
import { tally, type Series } from './tally.ts';
import { ambient } from '../../lib/time.ts';
import { metricsOf } from './calls.ts';

/** Milliseconds for which an isolate counts before it sends what it has counted. */
const FLUSH_AFTER = 10_000;
/** Milliseconds after which a flush that was scheduled is given up: the platform has dropped its request or object. */
const LOST_AFTER = 30_000;

/** Milliseconds for which alarms are collected before they are sent. */
const ALARMS_TOGETHER = 200;

/** A flush that waits: when it was scheduled. */
type Slot = { at?: number };
const counts: Slot = {};
const alarms: Slot = {};

/**
 * Schedules sending what this isolate has counted. Call it when something was counted, and keep the request or object
 * alive until the promise resolves; it never rejects. Undefined: it is scheduled already. So an isolate sends one
 * request in ten seconds, regardless of how much it counts, and loses what it has counted since the last one when it
 * ends.
 */
export const flushCounts = (env: Env): Promise<void> | undefined => schedule(counts, FLUSH_AFTER, env);

/**
 * Schedules sending alarms, with what this isolate has counted, before the next flush. Those of a fifth of a second are
 * sent together. Never rejects.
 */
export const flushAlarms = (env: Env): Promise<void> | undefined => schedule(alarms, ALARMS_TOGETHER, env);

function schedule(slot: Slot, after: number, env: Env): Promise<void> | undefined {
  const now = ambient.now();
  if (slot.at !== undefined && now - slot.at < LOST_AFTER && now >= slot.at) return undefined;
  slot.at = now;
  return scheduler.wait(after).then(async () => {
    if (slot.at !== now) return;
    slot.at = undefined;
    await flushNow(env);
  });
}

/** Sends what this isolate has counted. If that fails, it is sent with the next flush. Never rejects. */
export async function flushNow(env: Env): Promise<void> {
  const [series, raised] = [takeCounts(), takeRaised()];
  if (series.length === 0 && raised.length === 0) return;
  try {
    await metricsOf(env).add(series, raised);
  } catch (error) {
    tally.merge(series);
    keepRaised(raised);
    log('warn', 'counts for the metrics could not be sent', { error: describe(error) });
  }
}

/** The sums of what all isolates have sent, and of what this one has counted. */
export const collectCounts = (env: Env): Promise<Series[]> => metricsOf(env).collect(takeCounts(), takeRaised());

function takeCounts(): Series[] {
  for (const [of, meter] of Object.entries(METERS)) {
    countDatabase(of, meter);
    Object.assign(meter, { databaseMs: 0, rowsRead: 0, rowsWritten: 0 });
  }
  return tally.take();
}

function countDatabase(operation: string, { databaseMs, rowsRead, rowsWritten }: Meter): void {
  if (databaseMs > 0) tally.add('evidence_d1_seconds_total', [operation], databaseMs / 1000);
  if (rowsRead > 0) tally.add('evidence_d1_rows_read_total', [operation], rowsRead);
  if (rowsWritten > 0) tally.add('evidence_d1_rows_written_total', [operation], rowsWritten);
}
