import type { Env } from '../../settings/config.ts';
import { describe } from '../../lib/describe.ts';
import { nowMicros, type Micros } from '../../lib/time.ts';
import { within } from '../../lib/within.ts';
import { databaseOf } from '../../ledger/append/writer-client.ts';
import { cellNameOf, nameInCell } from '../../platform/cells/cells.ts';
import { log } from '../../platform/log.ts';
import { tenanciesWithChanges } from './author-key-leaves.ts';
import type { LogEnd } from './log-size.ts';
import type { TreeHead } from './sequencing.ts';
import type { LogBacklog, LogWriterCalls } from './writer-logs.ts';

/** The objects of the logs, as their callers see them. */

export type LogWriterClient = LogWriterCalls & {
  /** Reads events that no log has yet: those of before a restart, and those whose sequencer was not called. */
  sweepLogs(): Promise<void>;
  /** The events that wait for their leaves. */
  logBacklog(): Promise<LogBacklog>;
};

type SequencerClient = {
  /** Appends the events that wait. Resolves when none is left. */
  wake(scope: string): Promise<void>;
  /** Ends a log, if it is still the current one. See `Sequencer.end`. */
  end(scope: string, id: string): Promise<TreeHead | undefined>;
  /** Resolves to the end of the current log when it is not `known`, at the latest after some milliseconds. */
  grown(known: LogEnd, milliseconds: number): Promise<LogEnd>;
};

/** The ledger writer of a cell. */
export const logWriterOf = (env: Env): LogWriterClient =>
  env.LEDGER_WRITER.get(env.LEDGER_WRITER.idFromName(cellNameOf(env))) as never;

/** The sequencer of the logs of a scope. */
export const sequencerOf = (env: Env, scope: string): SequencerClient =>
  env.LOG_SEQUENCER.get(env.LOG_SEQUENCER.idFromName(nameInCell(env, scope))) as never;

/** Milliseconds that a request waits for the entry of a change of an author's key. */
const WAIT = 2000;
/** The age of the changes whose logs are called again. */
const SWEPT: Micros = 600_000_000;

/**
 * Has the log of a tenancy get the entries of changes of authors' keys. Never rejects: the next event or a sweep
 * repeats a call that fails.
 */
export async function logAuthorKeys(env: Env, tenant: string): Promise<void> {
  try {
    await within(WAIT, sequencerOf(env, tenant).wake(tenant), () => new Error('the log has not responded'));
  } catch (error) {
    log('warn', 'the log has not got the change of a signing key yet', { tenant, error: describe(error) });
  }
}

/** Calls the sequencers of the logs that lack events or changes of authors' keys: their calls may have been lost. */
export async function sweepLogs(env: Env): Promise<void> {
  await logWriterOf(env).sweepLogs();
  for (const tenant of await tenanciesWithChanges(databaseOf(env), nowMicros() - SWEPT))
    await logAuthorKeys(env, tenant);
}
