import { byteLength } from '../../../lib/text.ts';
import type { CellQuery, CellRows, CellValue } from './wire.ts';

/**
 * The documented limits of D1 that the local runtime does not set in its SQLite (docs/storage.md has all of them, with
 * their sources): bytes of a value, bytes of the values of one result, statements of one run.
 */
const MAX = { value: 2_000_000, result: 50_000_000, statements: 1_000 };
/** UTF-8 bytes of one UTF-16 code unit, at most. */
const BYTES_PER_UNIT = 3;

const TOO_BIG = 'string or blob too big: SQLITE_TOOBIG';

/** Throws an error with the text of D1 if one run may not send these statements. */
export function assertQueries(queries: readonly CellQuery[]): void {
  if (queries.length === 0) throw new Error('No SQL statements detected.');
  if (queries.length > MAX.statements) throw new Error('Too many API requests by single Worker invocation.');
  for (const [, ...params] of queries) for (const value of params) assertValue(value);
}

/** Throws an error with the text of D1 if it does not return these rows. */
export function assertRows({ rows }: CellRows): void {
  let bytes = 0;
  for (const row of rows) for (const value of row) bytes += assertValue(value);
  if (bytes > MAX.result) throw new Error('query result too large');
}

/** Returns the bytes of a value, of a text at least. Throws if it has more than D1 takes. */
function assertValue(value: CellValue): number {
  if (typeof value === 'string') {
    const most = value.length * BYTES_PER_UNIT;
    if (most > MAX.value && byteLength(value) > MAX.value) throw new Error(TOO_BIG);
    return value.length;
  }
  if (value === null || typeof value === 'number') return 8;
  if (value.byteLength > MAX.value) throw new Error(TOO_BIG);
  return value.byteLength;
}
