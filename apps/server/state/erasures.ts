import { existsSync, readFileSync, rmSync } from 'node:fs';
import { isErasure, parseErasure, type RegisteredErasure } from '../../../src/ledger/erasure/register.ts';
import { damaged, writeAtomically, type StatePaths } from './directory.ts';
import { hasTable, reading, storesIn } from './stores.ts';

/**
 * The entries of the erasure register in the bucket of a data directory, which may be in use. `onDamaged` is called
 * with an Error for the user for each entry that is damaged.
 */
function registerIn(data: string, onDamaged: (error: Error) => void): RegisteredErasure[] {
  const stores = storesIn(data);
  const query = "SELECT key, blob_id AS id FROM _mf_objects WHERE key LIKE 'erasures/%' AND blob_id IS NOT NULL";
  const blobs = reading(stores.blobIndex, (index) =>
    hasTable(index, '_mf_objects') ? index.prepare(query).all() : [],
  );
  return (blobs ?? []).flatMap(({ key, id }) => {
    const file = stores.blobFile(String(id));
    try {
      return parseErasure(String(key), readFileSync(file, 'utf8'));
    } catch (cause) {
      const reason = `the entry ${String(key)} of the erasure register cannot be read: ${(cause as Error).message}`;
      const remedy =
        'restore that file from a backup, or repair the register with `npm run fsck -- --register-erasures` in ' +
        'its service';
      onDamaged(Object.assign(damaged(file, reason, remedy), { cause }));
      return [];
    }
  });
}

/**
 * Stores the erasures that `npm start` repeats: those of another state (a directory of `npm start`, or a backup) that
 * the restored one may lack. Returns their number. Throws an Error for the user if there is no such state, or if an
 * entry of its register is damaged.
 */
export function keepErasures(paths: StatePaths, source: string, data: string): number {
  if (!existsSync(data))
    throw new Error(`--erasures: ${source} must be a state directory or a backup: it has no directory data`);
  // The restored state gets a damaged entry again from the other state.
  const intact = registerIn(paths.data, () => undefined);
  const known = new Set(intact.map(({ asset, event }) => `${asset}/${event}`));
  const entries = registerIn(data, (error) => {
    throw error;
  });
  const missing = entries.filter(({ asset, event }) => !known.has(`${asset}/${event}`));
  if (missing.length > 0) writeAtomically(paths.erasures, `${JSON.stringify(missing)}\n`);
  return missing.length;
}

/** The text of the stored erasures. Throws an Error for the user if it is damaged. */
function readKept(file: string): string {
  const remedy = 'restore the backup again, with --erasures';
  const text = readFileSync(file, 'utf8');
  let entries: unknown;
  try {
    entries = JSON.parse(text);
  } catch (cause) {
    throw Object.assign(damaged(file, 'it is not valid JSON', remedy), { cause });
  }
  if (!Array.isArray(entries)) throw damaged(file, 'it is not a list', remedy);
  const wrong = entries.findIndex((entry) => !isErasure(entry));
  if (wrong === -1) return text;
  throw damaged(file, `entry ${wrong + 1} is not an entry of the erasure register`, remedy);
}

/** Milliseconds until erasures that could not be repeated are tried again: the first time, and at most. */
const RETRY = { first: 5000, last: 3_600_000 };

/**
 * Repeats the erasures of a restored state. `repeat` erases and returns why some could not be erased, for example
 * because their windows are not anchored again yet; then it is called again later. Returns a function that ends this.
 */
export function repeatKeptErasures(
  { erasures: file }: StatePaths,
  repeat: (erasures: string) => Promise<string[]>,
  onFailure: (reasons: string[]) => void,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const repeated = async (): Promise<string[]> => {
    const reasons = await repeat(readKept(file));
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
