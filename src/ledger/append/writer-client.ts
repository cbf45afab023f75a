import type { Env } from '../../settings/config.ts';
import type { DatabaseState } from '../../platform/database/state.ts';
import { describe } from '../../lib/describe.ts';
import { outcomeUnknown, retryLater, storageDamaged } from '../../lib/errors.ts';
import { exposed } from '../../platform/hidden-cause.ts';
import { log } from '../../platform/log.ts';
import { ambient, type Micros } from '../../lib/time.ts';
import { within } from '../../lib/within.ts';
import type { Database, Consistency, Meter } from '../../platform/database/database.ts';
import { cellNameOf } from '../../platform/cells/cells.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { DatabaseRestored } from '../../platform/database/restored.ts';
import type { CommitResult } from './committer.ts';
import type { WindowToClose } from './database-writer.ts';
import type { PendingProposals } from './fair-share.ts';
import type { Proposal } from './proposal.ts';
import type { StateReport } from './state-keeper.ts';

/** The writer object of a database, as its callers see it. */
export interface WriterClient {
  commit(proposal: Proposal): Promise<CommitResult>;
  closeWindow(window: WindowToClose, exact: boolean): Promise<Micros | undefined>;
  observe(state: DatabaseState): Promise<boolean>;
  compare(): Promise<StateReport>;
  waiting(): Promise<PendingProposals>;
  clock(): Promise<number>;
  acceptLoss(): Promise<StateReport & { accepted: boolean }>;
}

/** The ledger writer of a cell. */
export function writerOf(env: Env): WriterClient {
  return env.LEDGER_WRITER.get(env.LEDGER_WRITER.idFromName(cellNameOf(env))) as never;
}

/** Milliseconds within which the ledger writer must acknowledge a change. */
const ACKNOWLEDGES_WITHIN = 30_000;

/** The database for a request, whose audited changes the ledger writer acknowledges. */
export const databaseOf = (env: Env, consistency: Consistency = 'primary', meter?: Meter): Database =>
  openDatabase(env, consistency, meter, async (state) => {
    const unacknowledged = (): Error => outcomeUnknown('the ledger writer has not acknowledged the change');
    const isComplete = await within(ACKNOWLEDGES_WITHIN, writerOf(env).observe(state), unacknowledged).catch(
      async (failure: unknown) => {
        const error = await exposed(failure);
        log('error', 'the ledger writer could not acknowledge a change', { error: describe(error) });
        throw storageDamaged(error) ?? unacknowledged();
      },
    );
    if (!isComplete) throw new DatabaseRestored();
  });

/** Milliseconds after which an isolate asks the ledger writer again. */
const REFRESH_AFTER = 20_000;
/** Milliseconds for which one comparison answers all who ask. */
const SHARED_FOR = 1000;
/** Milliseconds within which the ledger writer must respond. */
const REPORTS_WITHIN = 5000;

/** What the ledger writer of each cell last reported, and what was last asked of it. */
const last = new Map<string, { report: StateReport; at: number }>();
const asked = new Map<string, { answer: Promise<StateReport>; at: number }>();

/**
 * Compares the database with what the ledger writer has acknowledged, at most once per second in an isolate. Throws 503
 * if the writer does not respond.
 */
export async function databaseReport(env: Env): Promise<StateReport> {
  const at = ambient.now();
  const cell = cellNameOf(env);
  const recent = asked.get(cell);
  const isShared = recent && at - recent.at < SHARED_FOR && at >= recent.at;
  const { answer } = isShared ? recent : { answer: writerOf(env).compare() };
  if (!isShared) asked.set(cell, { answer, at });
  const report = await within(REPORTS_WITHIN, answer, notResponding);
  last.set(cell, { report, at });
  return report;
}

/** Whether the database of any cell lacked acknowledged changes when the isolate last asked. */
export const isRestored = (): boolean => [...last.values()].some(({ report }) => report.restored);

/** Asks again if the last answer is old. Never throws. Returns undefined if the answer is recent. */
export function refreshDatabaseReport(env: Env): Promise<void> | undefined {
  const age = ambient.now() - (last.get(cellNameOf(env))?.at ?? -Infinity);
  if (age >= 0 && age < REFRESH_AFTER) return undefined;
  return databaseReport(env).then(
    () => undefined,
    (error: unknown) => log('warn', 'the state of the database could not be read', { error: describe(error) }),
  );
}

/** Compares the database now; the ledger writer raises an alarm if it lacks acknowledged changes. */
export async function compareDatabase(env: Env): Promise<void> {
  asked.delete(cellNameOf(env));
  await databaseReport(env);
}

const notResponding = (): Error =>
  retryLater(
    'unavailable',
    `the ledger writer has not responded within ${REPORTS_WITHIN / 1000} seconds: changes wait for it`,
    REPORTS_WITHIN / 1000,
  );
