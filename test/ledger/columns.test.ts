import { DatabaseSync } from 'node:sqlite';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { columns } from '../../src/platform/database/columns.ts';
import { compiled } from '../../src/platform/database/compile.ts';

const POSTING = columns('term', 'weight', 'assets');
const rows = JSON.stringify([
  POSTING.row({ weight: 7, assets: [1, 2], term: 'pump' }),
  POSTING.row({ term: 'valve', weight: null, assets: [] }),
]);
const { term, weight } = POSTING.of('r.value');

const found = (text: string): unknown[] =>
  new DatabaseSync(':memory:')
    .prepare(text)
    .all(rows)
    .map((row) => ({ ...row }));

test('SQL reads the values of a row by the names that TypeScript has written', () => {
  expect(found(`SELECT ${term} AS a, ${weight} AS b FROM json_each(?1) r`)).toEqual([
    { a: 'pump', b: 7 },
    { a: 'valve', b: null },
  ]);
  expect(found(`SELECT ${POSTING.list('r.value')} FROM json_each(?1) r`)).toEqual([
    { term: 'pump', weight: 7, assets: '[1,2]' },
    { term: 'valve', weight: null, assets: '[]' },
  ]);
});

test('SQL reads a list within a row by its path and as JSON', () => {
  for (const list of [`json_each(r.value, ${POSTING.path.assets})`, `json_each(${POSTING.jsonOf('r.value').assets})`])
    expect(found(`SELECT ${term} AS term, a.value AS asset FROM json_each(?1) r CROSS JOIN ${list} a`)).toEqual([
      { term: 'pump', asset: 1 },
      { term: 'pump', asset: 2 },
    ]);
});

test('TypeScript reads the values of a row by the names that SQL has written', () => {
  const array = POSTING.array({ weight: '7', assets: `json('[1]')`, term: `'pump'` });
  const [row] = found(`SELECT ${array} AS row WHERE ?1 <> ''`) as [{ row: string }];
  expect(POSTING.values(JSON.parse(row.row) as unknown[])).toEqual({ term: 'pump', weight: 7, assets: [1] });
});

test('the fragments of a query are the texts of its columns', () => {
  const fragments = POSTING.sqlOf('r.value');
  expect(compiled(sql`SELECT ${fragments.term}, ${fragments.weight}`).sql).toBe(`SELECT ${term}, ${weight}`);
});
