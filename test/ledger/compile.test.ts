import { sql } from 'drizzle-orm';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import { expect, test } from 'vitest';
import { assets } from '../../src/ledger/records/tables.ts';
import { compiled } from '../../src/platform/database/compile.ts';

const part = sql`x = ${'a'} AND y IN ${['b', 'a', 1]}`;
const QUERIES = [
  sql`SELECT 1`,
  sql`SELECT ${part} OR (${part}) OR z = ${null} OR ${undefined} w = ${1}`,
  sql`SELECT ${sql.raw("'it''s'")}, ${assets.id} FROM ${assets}
    WHERE ${assets.tenant} = ${7} AND ${sql.identifier('a"b')} = ${true}`,
  sql`SELECT ${sql.join([sql`${1}`, sql`${2}`, part], sql`, `)}`,
];

test.each(QUERIES)('a query has the text and the values that drizzle gives it, each value once: %#', (query) => {
  const { sql: text, params } = compiled(query);
  const expected = new SQLiteSyncDialect().sqlToQuery(query);
  expect(new Set(params).size).toBe(params.length);
  expect(text.replaceAll(/\?\d+/g, '?')).toBe(expected.sql);
  const used = [...text.matchAll(/\?(\d+)/g)].map(([, number]) => params[Number(number) - 1]);
  expect(used).toEqual(expected.params);
});

test('a question mark in the text of a query is no parameter', () => {
  expect(compiled(sql`SELECT '?' WHERE x = ${'a'}`)).toEqual({ sql: "SELECT '?' WHERE x = ?1", params: ['a'] });
});

test('a parameter that is a limit is written as an expression', () => {
  const limit = sql`${3}`;
  expect(compiled(sql`SELECT x FROM (SELECT 1 LIMIT ${limit}) WHERE x = ${3} LIMIT ${2}`)).toEqual({
    sql: 'SELECT x FROM (SELECT 1 LIMIT +?1) WHERE x = ?1 LIMIT +?2',
    params: [3, 2],
  });
});
