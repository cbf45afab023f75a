import { existsSync, readFileSync, rmSync } from 'node:fs';
import type { RegisteredErasure } from '../../ledger/register.ts';
import { writeAtomically, type StatePaths } from './directory.ts';
import { hasTable, reading, storesIn } from './stores.ts';

/** The entries of the erasure register in the bucket of a data directory, which may be in use. */
export function registerIn(data: string): RegisteredErasure[] {
  const stores = storesIn(data);
  const blobs = reading(stores.blobIndex, (index) =>
    hasTable(index, '_mf_objects')
      ? index.prepare("SELECT blob_id AS id FROM _mf_objects WHERE key LIKE 'erasures/%' AND blob_id IS NOT NULL").all()
      : [],
  );
  return (blobs ?? []).map(
    ({ id }) => JSON.parse(readFileSync(stores.blobFile(String(id)), 'utf8')) as RegisteredErasure,
  );
}

/**
 * Stores the erasures that `npm start` repeats: those of another state (a directory of `npm start`, or a backup) that the
 * restored one may lack. Returns their number. Throws an Error for the user if there is no such state.
 */
export function keepErasures(paths: StatePaths, source: string, data: string): number {
  if (!existsSync(data))
    throw new Error(`--erasures: ${source} must be a state directory or a backup: it has no directory data`);
  const known = new Set(registerIn(paths.data).map(({ asset, event }) => `${asset}/${event}`));
  const missing = registerIn(data).filter(({ asset, event }) => !known.has(`${asset}/${event}`));
  if (missing.length > 0) writeAtomically(paths.erasures, `${JSON.stringify(missing)}\n`);
  return missing.length;
}

/** Milliseconds until erasures that could not be repeated are tried again: the first time, and at most. */
const RETRY = { first: 5000, last: 3_600_000 };

/**
 * Repeats the erasures of a restored state. `repeat` erases and returns why some could not be erased, for example because their
 * windows are not anchored again yet; then it is called again later. Returns a function that ends this.
 */
export function repeatKeptErasures(
  { erasures: file }: StatePaths,
  repeat: (erasures: string) => Promise<string[]>,
  onFailure: (reasons: string[]) => void,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const repeated = async (): Promise<string[]> => {
    const reasons = await repeat(readFileSync(file, 'utf8'));
    if (reasons.length === 0) rmSync(file, { force: true });
    return reasons;
  };
  const attempt = async (delay: number): Promise<void> => {
    const reasons = await repeated().catch((error: unknown) => [(error as Error).message]);
    if (reasons.length === 0) return;
    onFailure(reasons);
    if (!isStopped) timer = setTimeout(() => void attempt(Math.min(2 * delay, RETRY.last)), delay).unref();
  };
  if (existsSync(file)) void attempt(RETRY.first);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
