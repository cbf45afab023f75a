import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installPacing, pacing } from '../../src/platform/pacing/pacing.ts';
import { Turn } from '../../src/platform/pacing/turn.ts';
import { Database } from '../../src/platform/database/database.ts';

const none = { ...pacing };

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  const turn = new Turn();
  turn.begin();
  installPacing({ ...none, turn: (of) => turn.next(of), rest: (milliseconds) => turn.rest(milliseconds) });
});
afterEach(() => {
  installPacing(none);
  vi.useRealTimers();
});

/** A database in which each statement takes `duration` ms, and has no rows. */
function databaseOf(duration: number): Database {
  const meta = { duration, rows_read: 0, rows_written: 0 };
  const batch = async (statements: unknown[]) => statements.map(() => ({ results: [], meta }));
  const statement = { bind: () => statement };
  return new Database({ prepare: () => statement, batch } as unknown as D1Database);
}

test.each([
  ['a read of 5 ms is followed by no rest', 'SELECT 1', 5, 0],
  ['a read of 20 ms by a rest of 20 ms', 'SELECT 1', 20, 20],
  ['a read of 20 s by a rest of 250 ms', 'SELECT 1', 20_000, 250],
  ['a write of 20 ms by none', 'DELETE FROM assets', 20, 0],
])('%s', async (_, text, duration, rest) => {
  const db = databaseOf(duration);
  let hasResult = false;
  const read = db.batch([db.sql(sql.raw(text))]).then(() => (hasResult = true));
  if (rest > 0) {
    await vi.advanceTimersByTimeAsync(rest - 1);
    expect(hasResult).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
  }
  await read;
});

test('nothing follows a read in a program that installs no turns', async () => {
  installPacing(none);
  const db = databaseOf(20_000);
  await db.batch([db.sql(sql`SELECT 1`)]);
  expect(vi.getTimerCount()).toBe(0);
});

test('the rest is as long as all statements of a batch together', async () => {
  const db = databaseOf(4);
  const read = db.batch([db.sql(sql`SELECT 1`), db.sql(sql`SELECT 2`)]);
  await vi.advanceTimersByTimeAsync(7);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await read;
});
