import { expect, it, vi } from 'vitest';
import { HiddenCauses } from '../../apps/server/workerd/hidden-causes.ts';

const line = (cause: string, reference: string): string =>
  `e = ${cause}\nstack: /bin/workerd@1; sentryErrorContext = jsgInternalError; wdErrId = ${reference}; sentryTag ` +
  '= SENTRY_DO';
const CORRUPT =
  'workerd/util/sqlite.c++:1827: failed: SQLite failed; dbErrorMessage(err, db) = database disk image is ' +
  'malformed: SQLITE_CORRUPT';

it('returns the cause of a reference, also if its line comes later', async () => {
  const causes = new HiddenCauses();
  causes.add(line(CORRUPT, 'first1'));
  expect(await causes.of('first1')).toBe(CORRUPT);
  const later = causes.of('second2');
  causes.add(line('the disk is full', 'second2'));
  expect(await later).toBe('the disk is full');
});

it('returns nothing for a reference that the log does not have, after half a second', async () => {
  vi.useFakeTimers();
  try {
    const unknown = new HiddenCauses().of('unknown1');
    await vi.advanceTimersByTimeAsync(500);
    expect(await unknown).toBe('');
  } finally {
    vi.useRealTimers();
  }
});

it('reports damaged data once in a minute, and not what the Worker logs', () => {
  const reasons: string[] = [];
  const now = vi.spyOn(performance, 'now').mockReturnValue(1000);
  try {
    const causes = new HiddenCauses((reason) => reasons.push(reason));
    causes.add(JSON.stringify({ message: line(CORRUPT, 'a1') }));
    causes.add(`a name with database disk image is malformed: SQLITE_CORRUPT`);
    causes.add(line('database or disk is full: SQLITE_FULL', 'b1'));
    expect(reasons).toEqual([]);
    causes.add(line(CORRUPT, 'c1'));
    causes.add(line(CORRUPT, 'd1'));
    expect(reasons).toEqual(['database disk image is malformed: SQLITE_CORRUPT']);
    now.mockReturnValue(61_001);
    causes.add(line('file is not a database: SQLITE_NOTADB', 'e1'));
    expect(reasons.slice(1)).toEqual(['file is not a database: SQLITE_NOTADB']);
  } finally {
    now.mockRestore();
  }
});
