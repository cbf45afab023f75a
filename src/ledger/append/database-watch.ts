import type { Env } from '../../settings/config.ts';
import { describe } from '../../lib/describe.ts';
import { retryLater } from '../../lib/errors.ts';
import { log } from '../../platform/log.ts';
import { ambient } from '../../lib/time.ts';
import { within } from '../../lib/within.ts';
import type { StateReport } from './state-keeper.ts';
import { writerOf } from './writer-client.ts';

/** Milliseconds after which an isolate asks the ledger writer again. */
const REFRESH_AFTER = 20_000;
/** Milliseconds for which one comparison answers all who ask. */
const SHARED_FOR = 1000;
/** Milliseconds within which the ledger writer must respond. */
const RESPONDS_WITHIN = 5000;

let last: { report: StateReport; at: number } | undefined;
let asked: { answer: Promise<StateReport>; at: number } | undefined;

/**
 * Compares the database with what the ledger writer has acknowledged, at most once per second in an isolate. Throws 503 if
 * the writer does not respond.
 */
export async function databaseReport(env: Env): Promise<StateReport> {
  const at = ambient.now();
  if (!asked || at - asked.at >= SHARED_FOR || at < asked.at) asked = { answer: writerOf(env).compare(), at };
  const report = await within(RESPONDS_WITHIN, asked.answer, notResponding);
  last = { report, at };
  return report;
}

/** Whether the database lacked acknowledged changes when the isolate last asked. */
export const isRestored = (): boolean => last?.report.restored ?? false;

/** Asks again if the last answer is old. Never throws. Returns undefined if the answer is recent. */
export function refreshDatabaseReport(env: Env): Promise<void> | undefined {
  const age = ambient.now() - (last?.at ?? -Infinity);
  if (age >= 0 && age < REFRESH_AFTER) return undefined;
  return databaseReport(env).then(
    () => undefined,
    (error: unknown) => log('warn', 'the state of the database could not be read', { error: describe(error) }),
  );
}

/** Compares the database now; the ledger writer raises an alarm if it lacks acknowledged changes. */
export async function compareDatabase(env: Env): Promise<void> {
  asked = undefined;
  await databaseReport(env);
}

const notResponding = (): Error =>
  retryLater(
    'unavailable',
    `the ledger writer has not responded within ${RESPONDS_WITHIN / 1000} seconds: changes wait for it`,
    RESPONDS_WITHIN / 1000,
  );
