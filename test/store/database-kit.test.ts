/**
 * What the product relies on in its database, on both databases that run it: the D1 of the local runtime
 * (`npm run dev`, and like it Cloudflare), and a `Cell` (`npm start`). Each test has the same expectation for both,
 * except for limits that the local D1 does not have. Batches, errors and limits are also those of the SQLite in this
 * process, on which most tests of statements run (`openSqlite`).
 */
import { join } from 'node:path';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readWorkerConfig } from '../../apps/server/workerd/worker-config.ts';
import { openSqlite } from '../support/sqlite.ts';
import { valueOf } from './support/kit-values.ts';
import type { Batch, Outcome } from './support/kit-worker.ts';

const DATABASES = ['D1', 'Cell'] as const;
const WITH_SQLITE = [...DATABASES, 'SQLite'] as const;
type On = (typeof WITH_SQLITE)[number];

let miniflare: Miniflare;
const sqlite = openSqlite();

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'support/kit-worker.ts')],
    bundle: true,
    format: 'esm',
    target: 'es2024',
    external: ['cloudflare:*'],
    write: false,
  });
  miniflare = new Miniflare({
    cf: false,
    enableDevRegistry: false,
    workers: [
      {
        config: {
          name: 'kit',
          compatibilityDate: readWorkerConfig().compatibility_date,
          manifest: {
            mainModule: 'worker.js',
            modulesRoot: '/',
            modules: { 'worker.js': { type: 'esm', contents: outputFiles[0]!.text } },
          },
          env: {
            DB: { type: 'd1', id: 'kit' },
            CELL: { type: 'durable-object', worker: 'kit', exportName: 'Cell' },
          },
          exports: { Cell: { type: 'durable-object', storage: 'sqlite' } },
        },
      },
    ],
  });
  await miniflare.ready;
  for (const on of WITH_SQLITE) await run(on, ...SCHEMA);
});
afterAll(async () => {
  sqlite.close();
  await miniflare.dispose();
});

const SCHEMA: Batch = [
  ['CREATE TABLE parents (id TEXT PRIMARY KEY) WITHOUT ROWID'],
  [
    `CREATE TABLE things (number INTEGER PRIMARY KEY, name TEXT UNIQUE, size INTEGER NOT NULL CHECK (size >= 0),
      parent TEXT REFERENCES parents (id))`,
  ],
  ['CREATE INDEX things_by_size ON things (size)'],
  [
    `CREATE TRIGGER no_thirteen BEFORE INSERT ON things WHEN new.size = 13
      BEGIN SELECT raise(ABORT, 'assertion failed: thirteen'); END`,
  ],
];

/** Runs a batch in this process. */
async function inProcess(batch: Batch): Promise<Outcome> {
  try {
    const results = await sqlite.send(batch.map(([sql, ...params]) => ({ sql, params: params.map(valueOf) })));
    return { results: results.map((result) => result.results as never), meta: results.map(({ meta }) => meta) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

async function all(on: On, batches: Batch[]): Promise<Outcome[]> {
  if (on === 'SQLite') return Promise.all(batches.map(inProcess));
  const response = await miniflare.dispatchFetch('http://kit/', {
    method: 'POST',
    body: JSON.stringify({ on, batches }),
  });
  return (await response.json()) as Outcome[];
}
const run = async (on: On, ...batch: Batch): Promise<Outcome> => (await all(on, [batch]))[0]!;
/** The rows of the only statement, or the error. */
async function rows(on: On, ...statement: Batch[number]): Promise<unknown> {
  const outcome = await run(on, statement);
  return 'error' in outcome ? outcome.error : outcome.results[0];
}

describe.each(DATABASES)('%s', (on) => {
  test.each([
    ['text', 'a', [{ value: 'a', type: 'text' }]],
    ['an integer', 7, [{ value: 7, type: 'integer' }]],
    ['a fraction', 1.5, [{ value: 1.5, type: 'real' }]],
    ['the largest exact integer', 2 ** 53, [{ value: 2 ** 53, type: 'integer' }]],
    ['null', null, [{ value: null, type: 'null' }]],
    ['a buffer', { is: 'buffer' }, [{ value: [1, 2, 255], type: 'blob' }]],
    ['a view of a part of a buffer', { is: 'bytes' }, [{ value: [2, 255], type: 'blob' }]],
    ['a list of bytes', { is: 'list' }, [{ value: [1, 2, 255], type: 'blob' }]],
    ['infinity', { is: 'infinity' }, [{ value: null, type: 'null' }]],
    ['not a number', { is: 'nan' }, [{ value: null, type: 'null' }]],
    ['true', { is: 'true' }, [{ value: 1, type: 'integer' }]],
    ['a lone surrogate', { is: 'lone surrogate' }, [{ value: 'a\ufffd\ufffd\ufffdb', type: 'text' }]],
  ] as const)('a parameter can be %s', async (_, value, expected) => {
    await run(on, ['CREATE TABLE IF NOT EXISTS any_values (value ANY)'], ['DELETE FROM any_values']);
    await run(on, ['INSERT INTO any_values VALUES (?1)', value]);
    expect(await rows(on, 'SELECT value, typeof(value) AS type FROM any_values')).toEqual(expected);
  });

  test.each([
    ['undefined', 'undefined'],
    ['bigint', 'bigint'],
    ['date', 'object'],
    ['object', 'object'],
    ['list of texts', 'object'],
  ] as const)('a parameter cannot be of the type of %s', async (is, type) => {
    expect(await rows(on, 'SELECT ?1 AS value', { is })).toMatch(
      `D1_TYPE_ERROR: Type '${type}' not supported for value '`,
    );
  });

  test('rows have the columns in their order, and the last value of a name that occurs twice', async () => {
    const [row] = (await rows(on, "SELECT 1 AS b, 'x' AS a, x'0a' AS c, 2 AS b")) as [object];
    expect(Object.entries(row)).toEqual([
      ['b', 2],
      ['a', 'x'],
      ['c', [10]],
    ]);
  });

  test('counts the rows that each statement reads and writes, and the bytes of the database', async () => {
    await run(on, ['DELETE FROM things']);
    const outcome = await run(
      on,
      [`INSERT INTO things SELECT value, 'n' || value, value, NULL FROM json_each(?1)`, JSON.stringify([1, 2, 3, 4])],
      ['SELECT * FROM things WHERE size >= 3'],
      ['UPDATE things SET size = 8 WHERE number = 1'],
    );
    if ('error' in outcome) throw new Error(outcome.error);
    expect(outcome.meta.map(({ rows_written }) => rows_written)).toEqual([12, 0, 2]);
    expect(outcome.meta[1]!.rows_read).toBe(2);
    expect(outcome.meta[2]!.size_after).toBeGreaterThan(8000);
    expect(outcome.meta.every(({ duration }) => duration >= 0)).toBe(true);
  });
});

describe.each(WITH_SQLITE)('%s', (on) => {
  test.each([
    [
      'a key that exists',
      "INSERT INTO things VALUES (1, 'first', 1, NULL)",
      /UNIQUE constraint failed: things\.number/,
    ],
    [
      'a missing value',
      "INSERT INTO things VALUES (2, 'second', NULL, NULL)",
      /NOT NULL constraint failed: things\.size/,
    ],
    ['a check', "INSERT INTO things VALUES (2, 'second', -1, NULL)", /CHECK constraint failed: size >= 0/],
    ['a missing parent', "INSERT INTO things VALUES (2, 'second', 1, 'none')", /FOREIGN KEY constraint failed/],
    ['a trigger', "INSERT INTO things VALUES (2, 'second', 13, NULL)", /assertion failed: thirteen/],
    ['a table that does not exist', 'SELECT * FROM absent', /no such table: absent/],
    ['a syntax error', 'SELEC 1', /near "SELEC": syntax error/],
  ])('a batch that fails by %s names it, and changes nothing', async (_, text, error) => {
    await run(on, ['DELETE FROM things'], ["INSERT INTO things VALUES (1, 'first', 1, NULL)"]);
    const outcome = await run(on, ['UPDATE things SET size = 99'], [text], ['UPDATE things SET size = 100']);
    expect(outcome).toEqual({ error: expect.stringMatching(new RegExp(`^D1_ERROR: ${error.source}`)) });
    expect(await rows(on, 'SELECT * FROM things')).toEqual([{ number: 1, name: 'first', size: 1, parent: null }]);
  });

  test('batches that are sent at once run one after another, each whole', async () => {
    await run(on, ['DELETE FROM things'], ["INSERT INTO things VALUES (1, 'counter', 0, NULL)"]);
    const count: Batch = [
      ['UPDATE things SET size = size + 1'],
      ['UPDATE things SET size = size + 1'],
      ['SELECT size FROM things'],
    ];
    const outcomes = await all(
      on,
      Array.from({ length: 40 }, () => count),
    );
    const sizes = outcomes.map((outcome) => 'results' in outcome && outcome.results[2]![0]!['size']);
    expect(sizes.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 40 }, (_, i) => (i + 1) * 2));
  });

  const columns = (n: number): string => Array.from({ length: n }, (_, i) => `c${i}`).join(', ');
  test.each([
    ['parameters', 'SELECT ?100 AS value', 'SELECT ?101 AS value', /variable number must be between \?1 and \?100/],
    [
      'columns of a table',
      `CREATE TABLE IF NOT EXISTS wide (${columns(100)})`,
      `CREATE TABLE wider (${columns(101)})`,
      /too many columns on wider/,
    ],
    [
      'bytes of a statement',
      `SELECT 1 -- ${'a'.repeat(99_980)}`,
      `SELECT 1 -- ${'a'.repeat(100_001)}`,
      /statement too long|^D1_ERROR: string or blob too big$/,
    ],
    [
      'bytes of a pattern',
      `SELECT 'a' LIKE '${'a'.repeat(50)}'`,
      `SELECT 'a' LIKE '${'a'.repeat(51)}'`,
      /LIKE or GLOB pattern too complex/,
    ],
    [
      'terms of a compound',
      Array(5).fill('SELECT 1').join(' UNION ALL '),
      Array(6).fill('SELECT 1').join(' UNION ALL '),
      /too many terms in compound SELECT/,
    ],
    [
      'levels of an expression',
      `SELECT ${'('.repeat(0)}${Array(95).fill('1').join(' + ')}`,
      `SELECT ${Array(110).fill('1').join(' + ')}`,
      /Expression tree is too large/,
    ],
  ])('refuses more than the limit of %s', async (_, largest, larger, error) => {
    const params = largest.includes('?100') ? Array<number>(100).fill(1) : [];
    expect(await rows(on, largest, ...params)).toBeInstanceOf(Array);
    expect(await rows(on, larger, ...(params.length > 0 ? [...params, 1] : []))).toMatch(error);
  });

  test('stores a value of 2 MB', async () => {
    for (const is of ['2 MB of text', '2 MB of wide text'] as const)
      expect(await rows(on, 'SELECT length(?1) AS length', { is })).toEqual([
        { length: is === '2 MB of text' ? 2_000_000 : 666_666 },
      ]);
  });
});

describe('limits of Cloudflare that the local D1 does not have', () => {
  test.each(['more than 2 MB of text', 'more than 2 MB of wide text', 'more than 2 MB of bytes'] as const)(
    'a Cell refuses a parameter with %s',
    async (is) => {
      expect(await rows('Cell', 'SELECT length(?1) AS length', { is })).toBe(
        'D1_ERROR: string or blob too big: SQLITE_TOOBIG',
      );
    },
  );

  test('a Cell refuses a value above 2 MB that a statement makes, and changes nothing', async () => {
    await run('Cell', ['DELETE FROM things'], ["INSERT INTO things VALUES (1, 'first', 1, NULL)"]);
    const outcome = await run('Cell', ['UPDATE things SET size = 2'], ['SELECT hex(zeroblob(1000001)) AS value']);
    expect('error' in outcome && outcome.error).toBe('D1_ERROR: string or blob too big: SQLITE_TOOBIG');
    expect(await rows('Cell', 'SELECT size FROM things')).toEqual([{ size: 1 }]);
  });

  test('a Cell refuses a result above 50 MB', async () => {
    const text = 'SELECT hex(zeroblob(950000)) AS value FROM json_each(?1)';
    expect(await rows('Cell', text, JSON.stringify(Array(27).fill(1)))).toBe('D1_ERROR: query result too large');
  });

  test('a Cell refuses a batch of more than 1,000 statements, and one of none', async () => {
    const batch = Array.from({ length: 1001 }, (): Batch[number] => ['SELECT 1']);
    expect(await run('Cell', ...batch)).toEqual({
      error: 'D1_ERROR: Too many API requests by single Worker invocation.',
    });
    expect(await run('Cell')).toEqual({ error: 'D1_ERROR: No SQL statements detected.' });
  });
});
