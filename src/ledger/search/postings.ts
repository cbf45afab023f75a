import { sql, type SQL } from 'drizzle-orm';
import { ALL_WEIGHTS, type SearchQuery } from '../../formats/records/search-terms.ts';
import { tenantNumber } from '../../platform/database/numbers.ts';

/* What a full-text search asks of the table asset_postings, as SQL fragments. */

/** An order of assets: their rank, their creation time in microseconds, and their number, all descending. */
export type SearchRank = { rank: number; createdUs: number; number: number };

/** What is searched: for which tenancy, which assets, and which page of the result. */
export type SearchRequest = {
  tenant: string;
  query: SearchQuery;
  tracked: boolean | undefined;
  size: number;
  after: SearchRank | undefined;
};

export const whole = (n: number): SQL => sql.raw(String(n));
export const byWeight = (a: string): SQL => sql.raw(`${a}.weight DESC, ${a}.created_us DESC, ${a}.asset DESC`);
export const BEST_FIRST = byWeight('start');
const WEIGHTS = `(${ALL_WEIGHTS.join(', ')})`;
export const tenantOf = ({ tenant }: SearchRequest): SQL => tenantNumber(tenant);
export const ofTerm = (search: SearchRequest, a: string, term: SQL): SQL =>
  sql`asset_postings ${sql.raw(a)} WHERE ${sql.raw(a)}.tenant = ${tenantOf(search)} AND ${sql.raw(a)}.term = ${term}`;
/**
 * The end of the range of terms with a prefix: no term has U+10FFFF. Not a parameter, because a single character above
 * U+00FF makes the whole batch slower to write and to read as JSON.
 */
export const afterPrefix = ({ prefix }: SearchQuery): SQL => sql`${prefix} || char(1114111)`;
export const inRange = (search: SearchRequest, a: string): SQL =>
  sql`asset_postings ${sql.raw(a)} WHERE ${sql.raw(a)}.tenant = ${tenantOf(search)}
    AND ${sql.raw(a)}.term >= ${search.query.prefix} AND ${sql.raw(a)}.term < ${afterPrefix(search.query)}`;
/** The points of a row with the prefix: a whole word counts twice. */
export const points = ({ query }: SearchRequest, a: string): SQL =>
  sql`${sql.raw(a)}.weight * iif(${sql.raw(a)}.term = ${query.prefix}, 2, 1)`;
export const jsonRows = (values: readonly string[], a: string): SQL =>
  sql`json_each(${JSON.stringify(values)}) ${sql.raw(a)}`;

/** Condition: the row `posting` is of an asset, whose creation time and number are SQL. */
export const postingOf = (posting: string, createdUs: string, asset: string): string =>
  `${posting}.weight IN ${WEIGHTS} AND ${posting}.created_us = ${createdUs} AND ${posting}.asset = ${asset}`;

export const hasUntracked = (search: SearchRequest): SQL =>
  sql`EXISTS (SELECT 1 FROM assets probe WHERE probe.tenant = ${tenantOf(search)} AND probe.tracked = 0)`;

/**
 * Condition: `match` is among the assets that were asked for. A tenancy without untracked assets needs no look-up of
 * each.
 */
export function isAsked(search: SearchRequest): SQL {
  if (search.tracked === undefined) return sql`1`;
  const untracked = sql`(${hasUntracked(search)} AND EXISTS (SELECT 1 FROM assets probe
    WHERE probe.tenant = ${tenantOf(search)} AND probe.tracked = 0
    AND probe.created_us = match.created_us AND +probe.number = match.asset))`;
  return search.tracked ? sql`NOT ${untracked}` : untracked;
}
export const isBehind = ({ after }: SearchRequest): SQL =>
  after
    ? sql`(match.points, match.created_us, match.asset) < (${after.rank}, ${after.createdUs}, ${after.number})`
    : sql`1`;

/** WITH RECURSIVE: the first `most` terms with the prefix, as `terms.term`, which may be NULL at the end. */
export const recursiveTerms = (search: SearchRequest, most: number): SQL => sql`terms(i, term) AS (
  SELECT 1, (SELECT min(start.term) FROM ${inRange(search, 'start')})
  UNION ALL SELECT i + 1, (SELECT min(start.term) FROM asset_postings start WHERE start.tenant = ${tenantOf(search)}
    AND start.term > terms.term AND start.term < ${afterPrefix(search.query)})
  FROM terms WHERE terms.term IS NOT NULL AND i < ${whole(most)})`;

/** Condition: there are more than `most` rows (FROM and WHERE). */
export const hasMore = (from: SQL, most: number): SQL =>
  sql`EXISTS (SELECT 1 FROM ${from} LIMIT 1 OFFSET ${whole(most)})`;
/** The number of rows, at most one more than `most`. To skip rows is faster than to count them. */
export const sizeOf = (from: SQL, most: number): SQL =>
  sql`iif(${hasMore(from, most)}, ${whole(most + 1)}, (SELECT count(*) FROM ${from}))`;

/** The highest weight of a term. */
export const highest = (search: SearchRequest, term: SQL): SQL =>
  sql`(SELECT top.weight FROM ${ofTerm(search, 'top', term)} ORDER BY top.weight DESC LIMIT 1)`;

/**
 * The weight that `match` has in the index of a term, or NULL. Each weight is a look-up, so the one is tried first that
 * most assets probably have (`top`, SQL).
 */
export function weightIn(search: SearchRequest, term: SQL, top: SQL): SQL {
  const found = (condition: SQL): SQL =>
    sql`(SELECT other.weight FROM ${ofTerm(search, 'other', term)} AND ${condition})`;
  const isMatch = sql`other.created_us = match.created_us AND other.asset = match.asset`;
  return sql`coalesce(${found(sql`other.weight = ${top} AND ${isMatch}`)},
    ${found(sql.raw(postingOf('other', 'match.created_us', 'match.asset')))})`;
}

/** The most points that an asset can have by these whole words. */
export const highestPoints = (search: SearchRequest, words: readonly string[]): SQL =>
  sql`(SELECT total(2 * ${highest(search, sql`listed.value`)}) FROM ${jsonRows(words, 'listed')})`;

/** The points of `match` with these whole words; NULL if it lacks one of them. */
export function wordPoints(search: SearchRequest, words: readonly string[]): SQL {
  const ofWord = (word: string): SQL => sql`2 * ${weightIn(search, sql`${word}`, highest(search, sql`${word}`))}`;
  return sql.join([sql`0`, ...words.map(ofWord)], sql` + `);
}
