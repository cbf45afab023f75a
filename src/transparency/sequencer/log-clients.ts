import type { Env } from '../../settings/config.ts';
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

/** The ledger writer of the database `DB`. */
export const logWriterOf = (env: Env): LogWriterClient =>
  env.LEDGER_WRITER.get(env.LEDGER_WRITER.idFromName('DB')) as never;

/** The sequencer of the logs of a scope. */
export const sequencerOf = (env: Env, scope: string): SequencerClient =>
  env.LOG_SEQUENCER.get(env.LOG_SEQUENCER.idFromName(scope)) as never;

/** Calls the sequencers of the logs that lack events: their calls may have been lost. */
export const sweepLogs = (env: Env): Promise<void> => logWriterOf(env).sweepLogs();
