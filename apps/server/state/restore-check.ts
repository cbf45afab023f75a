import { existsSync, readFileSync } from 'node:fs';
import { chainsAhead } from './chain-check.ts';
import { crossCheck } from './cross-check.ts';
import { compareMarks, readMarks, type Baseline, type StateFinding, type Marks } from './marks.ts';
import { damaged, writeAtomically, type StatePaths } from './directory.ts';
import { acknowledgedCounter } from './state-check.ts';
import { storesIn, UnreadableStore } from './stores.ts';

/** The decision of an operator to continue with stores of different age. */
export type Acceptance = Baseline & { findings: string[] };

/** The content of DIR/marks.json. */
type Kept = Marks & { accepted?: Acceptance };

/**
 * Compares a state with its recorded marks, and its stores with each other, before the runtime starts (the caller holds
 * the lock). Findings mean that parts of the state come from a backup and others do not, so that acknowledged events
 * may be missing. Throws an Error for the user if there are findings, unless `accept` is true: then it records the
 * decision, later checks compare only newer rows, and the caller logs the returned findings as an alarm.
 */
export function admitState(paths: StatePaths, accept: boolean): string[] {
  const found = compare(paths, accept);
  const findings = found.map(described);
  if (findings.length === 0) return [];
  const isDamaged = found.some(({ isDamage }) => isDamage);
  if (isDamaged && !accept) {
    const remedy =
      'restore it from a backup (`npm run restore`), or start with --accept-restored to serve what is not affected: ' +
      'see "Damaged database" in docs/operations.md';
    throw new Error(`damaged state: ${paths.dir}: ${findings.join('; ')}: ${remedy}`);
  }
  if (!accept) {
    const remedy =
      'restore all parts from one backup (`npm run restore`), or start once with --accept-restored to continue ' +
      'without the missing data';
    throw new Error(`${paths.dir}: parts of the state are older than others: ${findings.join('; ')}: ${remedy}`);
  }
  // Damage is not accepted for later starts.
  if (isDamaged) return findings;
  const marks = readMarks(paths.data);
  write(paths, { ...marks, accepted: acceptance(paths, marks, findings) });
  return findings;
}

function compare(paths: StatePaths, accept: boolean): StateFinding[] {
  const kept = readKept(paths);
  try {
    return [...(kept ? compareMarks(kept, paths.data) : []), ...crossCheck(paths.data, kept?.accepted)];
  } catch (error) {
    if (!(error instanceof UnreadableStore)) throw error;
    const problem = `${error.file} cannot be read (${error.reason})`;
    if (accept && isPartial(error)) return [{ part: 'database', problem, isDamage: true }];
    const remedy = 'restore the directory from a backup, or start with another --state';
    throw damaged(error.file, `it cannot be read (${error.reason})`, remedy);
  }
}

/** Whether a page of the store is damaged, and not the store as a whole. */
const isPartial = ({ reason }: UnreadableStore): boolean => /disk image is malformed/.test(reason);

/** Interval at which the marks are recorded, in milliseconds. */
const EVERY_MS = 60_000;

/**
 * Records the marks of a state now, every minute, and when the returned function is called, after the runtime has
 * ended. If they cannot be read or written, the last marks remain and `onFailure` is called.
 */
export function watchMarks(paths: StatePaths, onFailure: (reason: string) => void): () => void {
  const record = (): void => {
    try {
      keepMarks(paths, readMarks(paths.data), acceptanceOf(paths));
    } catch (error) {
      onFailure((error as Error).message);
    }
  };
  record();
  const timer = setInterval(record, EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    record();
  };
}

/** Replaces the marks of a state. */
export function keepMarks(paths: StatePaths, marks: Marks, accepted: Acceptance | undefined): void {
  write(paths, { ...marks, ...(accepted ? { accepted } : {}) });
}

/** Returns what an operator has accepted for a state; undefined if nothing. */
export function acceptanceOf(paths: StatePaths): Acceptance | undefined {
  return readKept(paths)?.accepted;
}

/** Formats a finding. */
export const described = ({ part, problem }: StateFinding): string => `${part}: ${problem}`;

function acceptance(paths: StatePaths, marks: Marks, findings: string[]): Acceptance {
  const rows = (of: Marks['tables']) => Object.fromEntries(Object.entries(of).map(([name, { row }]) => [name, row]));
  const stores = storesIn(paths.data);
  return {
    at: Date.now(),
    findings,
    tables: rows(marks.tables),
    chains: rows(marks.chains),
    ahead: chainsAhead(stores),
    changes: acknowledgedCounter(stores),
  };
}

function readKept({ marks }: StatePaths): Kept | undefined {
  if (!existsSync(marks)) return undefined;
  try {
    const { recorded, tables, chains, outboxes, accepted } = JSON.parse(readFileSync(marks, 'utf8')) as Kept;
    const isComplete = [tables, chains, outboxes, accepted ?? {}].every((each) => typeof each === 'object');
    if (typeof recorded === 'string' && isComplete) return { recorded, tables, chains, outboxes, accepted };
  } catch {
    // The error below is for all invalid content.
  }
  throw damaged(marks, 'it is not valid', 'remove that file to continue without the marks of the last run');
}

function write({ marks }: StatePaths, kept: Kept): void {
  writeAtomically(marks, `${JSON.stringify(kept, null, 2)}\n`);
}
