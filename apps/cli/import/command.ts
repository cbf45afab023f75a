/** What the imports of files and of exports have in common. */
import type { Terminal } from '../terminal.ts';
import type { ImportAccount } from './batch-service.ts';

/** Exit codes, in addition to those of all commands. */
export const EXIT = { rejected: 3, stopped: 4 } as const;

/** Idempotency keys are kept for 24 hours; an hour less, because the clocks may differ. In milliseconds. */
export const KEYS_LAST = 23 * 3_600_000;

/** Where an import writes, and how it finds the service. */
export type Surroundings = {
  terminal: Terminal;
  /** The service and the credentials; not called by a dry run. Throws an Error for the user. */
  account: () => Promise<ImportAccount>;
};

/** What an import has done, with its earlier runs. */
export type ImportOutcome = {
  /** False if the import was stopped; it can be resumed. */
  finished: boolean;
  /** What the lines of the input are. */
  unit: 'line' | 'event';
  /** Lines with a record that were processed, and lines that the input has. For an export, its events. */
  lines: number;
  total: number;
  assets: number;
  events: number;
  /** Lines that were rejected; `report` lists them. */
  rejected: number;
  report: string;
  /** The rejected line that comes first in the input, with the reason. */
  firstRejected: string | undefined;
  /** Locations and policies of an export that the service refused. */
  refused: number;
  /** Records of an export that an earlier import had created. */
  present: number;
};

/** The exit code of a command that has imported. */
export function exitOf({ finished, rejected, refused }: ImportOutcome): number {
  if (!finished) return EXIT.stopped;
  return rejected + refused > 0 ? EXIT.rejected : 0;
}

/** What a run has done that was stopped before it opened the state. */
export const stoppedBefore = (input: string, unit: ImportOutcome['unit']): ImportOutcome => ({
  finished: false,
  unit,
  lines: 0,
  total: 0,
  assets: 0,
  events: 0,
  rejected: 0,
  report: reportOf(input),
  firstRejected: undefined,
  refused: 0,
  present: 0,
});

/** Shows what an import has done. */
export function showOutcome(terminal: Terminal, outcome: ImportOutcome, dryRun: boolean): void {
  const { finished, unit, lines, total, assets, events, rejected, firstRejected, report, present } = outcome;
  if (!finished && total === 0) return terminal.warn('stopped before anything was sent; run the command again');
  const before = present > 0 ? `; ${count(present, 'record')} had been imported before` : '';
  terminal.done(`${dryRun ? 'valid' : 'imported'}: ${count(assets, 'asset')}, ${count(events, 'event')}${before}`);
  if (rejected > 0) {
    const first = firstRejected === undefined ? '' : `, the first is ${firstRejected}`;
    terminal.warn(`rejected: ${count(rejected, 'line')}${first}; the reasons are in ${report}`);
  }
  if (!finished) terminal.warn(`stopped after ${lines} of ${count(total, unit)}; run the command again to resume`);
}

/** The files beside an input: the state of its import, and the list of rejected lines. */
export const stateOf = (input: string): string => `${input}.import`;
export const reportOf = (input: string): string => `${input}.rejected.csv`;

/** For example `1,000 events`. */
export const count = (n: number, what: string): string => `${n.toLocaleString('en')} ${what}${n === 1 ? '' : 's'}`;
