import { expect, it } from 'vitest';
import { storageDamaged, storageFull, storageUnavailable } from '../../src/lib/errors.ts';
import { exposed, revealBy } from '../../src/platform/hidden-cause.ts';
import { asServiceError } from '../../src/http/problem.ts';
import { Database } from '../../src/platform/database/database.ts';

const wrapped = (message: string): Error =>
  new Error('Failed query: insert into events', {
    cause: new Error('the batch failed', { cause: new Error(message) }),
  });

it.each([
  'D1_ERROR: database or disk is full: SQLITE_FULL',
  'database or disk is full',
  'ENOSPC: no space left on device, write',
  'D1_ERROR: Exceeded maximum DB size',
])('responds 503 to "%s", also as the cause of another error', (message) => {
  for (const error of [new Error(message), wrapped(message)]) {
    expect(storageFull(error)).toMatchObject({ kind: 'unavailable', headers: { 'retry-after': '30' } });
    expect(asServiceError(error)).toMatchObject({
      kind: 'unavailable',
      message: 'the storage is full: reads continue, and writes resume when space is freed',
    });
  }
});

it.each([
  'internal error; reference = 8m6u6aabt2rsudsb531k0pm7',
  'D1_ERROR: internal error; reference = 8m6u6aabt2rsudsb531k0pm7',
  'D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset',
])('responds 503 to "%s", with which the storage aborts a call', (message) => {
  for (const error of [new Error(message), wrapped(message)]) {
    expect(storageFull(error)).toBeUndefined();
    expect(asServiceError(error)).toMatchObject({ kind: 'unavailable', headers: { 'retry-after': '1' } });
  }
});

const DAMAGED = {
  kind: 'internal',
  message:
    'the stored data is damaged: if a retry fails as well, the operator must repair it; the outcome of a write ' +
    'is unknown',
};

it.each([
  'D1_ERROR: database disk image is malformed: SQLITE_CORRUPT',
  'database disk image is malformed',
  'file is not a database: SQLITE_NOTADB',
])('responds 500 to "%s", which says that the data is damaged and does not name a time for a retry', (message) => {
  for (const error of [new Error(message), wrapped(message)]) {
    expect(storageDamaged(error)).toMatchObject({ ...DAMAGED, headers: {} });
    expect(asServiceError(error)).toMatchObject({ ...DAMAGED, headers: {} });
  }
});

it('finds damaged data behind a reference of the runtime, and leaves other causes as they are', async () => {
  const aborted = (reference: string): Error => wrapped(`internal error; reference = ${reference}`);
  const full = aborted('full1');
  const unknown = aborted('unknown1');
  expect(await exposed(aborted('damaged1'))).toSatisfy((error) => storageDamaged(error) === undefined);
  revealBy(async (reference) => {
    const causes = { damaged1: 'SQLite failed: SQLITE_CORRUPT', full1: 'database or disk is full: SQLITE_FULL' };
    return causes[reference as keyof typeof causes] ?? '';
  });
  expect(asServiceError(await exposed(aborted('damaged1')))).toMatchObject(DAMAGED);
  expect(await exposed(full)).toBe(full);
  expect(await exposed(unknown)).toBe(unknown);
  revealBy(() => Promise.reject(new Error('the launcher does not respond')));
  const unreachable = aborted('damaged1');
  expect(await exposed(unreachable)).toBe(unreachable);
});

it.each(['D1_ERROR: no such table: events', 'x is not a function', 'an internal error'])(
  'responds 500 to "%s", without the text',
  (message) => {
    for (const error of [new Error(message), wrapped(message), message]) {
      expect(storageUnavailable(error)).toBeUndefined();
      expect(asServiceError(error)).toMatchObject({ kind: 'internal', message: 'internal error' });
    }
  },
);

/** A D1 whose first calls fail, each with one of these messages, and the number of calls. */
function failingD1(messages: readonly string[]): { db: Database; calls: () => number } {
  let calls = 0;
  const statement = { bind: () => statement };
  const batch = (): Promise<unknown[]> => {
    const message = messages[calls++];
    if (message !== undefined) return Promise.reject(new Error(message));
    return Promise.resolve([{ results: [{ n: 1 }], meta: { rows_read: 1, rows_written: 0 } }]);
  };
  const db = new Database({ prepare: () => statement, batch } as unknown as D1Database);
  return { db, calls: () => calls };
}

const ABORTED = 'D1_ERROR: internal error; reference = 8m6u6aabt2rsudsb531k0pm7';
const READS = ['SELECT 1 AS n', '  select 1 AS n', 'WITH a AS (SELECT 1 AS n) SELECT n FROM a'];

it.each(READS)('repeats a read that the storage aborts, twice at most: %s', async (text) => {
  const { db, calls } = failingD1([ABORTED, ABORTED]);
  expect(await db.batch([db.text(text, [])])).toEqual([[{ n: 1 }]]);
  expect(calls()).toBe(3);

  const aborting = failingD1([ABORTED, ABORTED, ABORTED]);
  await expect(aborting.db.batch([aborting.db.text(text, [])])).rejects.toThrow(ABORTED);
  expect(aborting.calls()).toBe(3);
});

it('a batch that meets damaged data is not repeated if the message says it', async () => {
  const { db, calls } = failingD1(['D1_ERROR: database disk image is malformed: SQLITE_CORRUPT']);
  await expect(db.batch([db.text(READS[0]!, [])])).rejects.toMatchObject(DAMAGED);
  expect(calls()).toBe(1);
});

it.each([
  [ABORTED, 'INSERT INTO a VALUES (1)'],
  [ABORTED, 'WITH a AS (SELECT 1 AS n)\nINSERT INTO b SELECT n FROM a'],
  ['D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset', READS[0]!],
])('repeats nothing after "%s" of %s', async (message, text) => {
  const { db, calls } = failingD1([message]);
  await expect(db.batch([db.text(READS[0]!, []), db.text(text, [])])).rejects.toThrow(message);
  expect(calls()).toBe(1);
});
