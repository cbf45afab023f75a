import { sql, type SQL } from 'drizzle-orm';
import type { Seen } from '../../access/queries.ts';
import { PAGE_BYTES } from '../../core/paging.ts';
import { afterPrefix, ALL_WEIGHTS, EVERY_WORD, type SearchQuery } from '../../core/searchterms.ts';
import { tenantNumber } from '../../store/numbers.ts';
import { isUnfinished } from '../backfill.ts';
import { assetColumns, assetParents, type AssetRow, type Redacted } from '../rows.ts';
import { scopeSeen } from './conditions.ts';

/*
 * The statements of a search in the index of one tenancy. All are short and without nested WITH: SQLite copies a table of
 * WITH for each use, and prepares long statements for milliseconds.
 */

/** An order of assets: their rank, their creation time in microseconds, and their number, all descending. */
export type Place = { rank: number; createdUs: number; number: number };

/** What is searched: for which tenancy, which assets, and which page of the result. */
export type Search = {
  tenant: string;
  query: SearchQuery;
  tracked: boolean | undefined;
  size: number;
  after: Place | undefined;
};

/** What the index has of a query. A number is at most one more than what a search reads. */
export type PlanRow = {
  /** Rows with the prefix. */
  size: number;
  /** JSON list of terms with the prefix, in alphabetical order. */
  terms: string;
  /** JSON list of [word, rows] of the whole words. */
  words: string;
  /** Assets whose words are too many for the index. */
  long: number;
  /** How many of the first term's assets are among those that were asked for; null: all. */
  tracked: number | null;
  unfinished: number;
};
/** A row of a page: an asset, with `number` null if the page is empty. */
export type PageRow = Omit<AssetRow, 'number'> &
  Redacted & {
    number: number | null;
    rank: number;
    bytes: number;
    /** Matches that were found, on all pages; those of this page, of which rows may be left out because of their bytes. */
    total: number | null;
    listed: number;
    /** JSON [weight, created_us, asset] of the last row that was read of the word; the highest rank of the other words. */
    last: string | null;
    rest: number | null;
  };

const whole = (n: number): SQL => sql.raw(String(n));
const byWeight = (a: string): SQL => sql.raw(`${a}.weight DESC, ${a}.created_us DESC, ${a}.asset DESC`);
const BEST_FIRST = byWeight('start');
const WEIGHTS = `(${ALL_WEIGHTS.join(', ')})`;
const number = ({ tenant }: Search): SQL => tenantNumber(tenant);
const ofTerm = (search: Search, a: string, term: SQL): SQL =>
  sql`asset_postings ${sql.raw(a)} WHERE ${sql.raw(a)}.tenant = ${number(search)} AND ${sql.raw(a)}.term = ${term}`;
const inRange = (search: Search, a: string): SQL => {
  const { prefix } = search.query;
  return sql`asset_postings ${sql.raw(a)} WHERE ${sql.raw(a)}.tenant = ${number(search)} AND ${sql.raw(a)}.term >= ${prefix} AND ${sql.raw(a)}.term < ${afterPrefix(prefix)}`;
};
/** The points of a row with the prefix: a whole word counts twice. */
const points = ({ query }: Search, a: string): SQL =>
  sql`${sql.raw(a)}.weight * iif(${sql.raw(a)}.term = ${query.prefix}, 2, 1)`;
const jsonRows = (values: readonly string[], a: string): SQL => sql`json_each(${JSON.stringify(values)}) ${sql.raw(a)}`;

/** Condition: the row `posting` is of an asset, whose creation time and number are SQL. */
export const postingOf = (posting: string, createdUs: string, asset: string): string =>
  `${posting}.weight IN ${WEIGHTS} AND ${posting}.created_us = ${createdUs} AND ${posting}.asset = ${asset}`;

/** Condition: `match` is among the assets that were asked for. */
function isAsked(search: Search): SQL {
  if (search.tracked === undefined) return sql`1`;
  const untracked = sql`EXISTS (SELECT 1 FROM assets probe WHERE probe.tenant = ${number(search)} AND probe.tracked = 0
    AND probe.created_us = match.created_us AND +probe.number = match.asset)`;
  return search.tracked ? sql`NOT ${untracked}` : untracked;
}
const isBehind = ({ after }: Search): SQL =>
  after
    ? sql`(match.points, match.created_us, match.asset) < (${after.rank}, ${after.createdUs}, ${after.number})`
    : sql`1`;

/** WITH RECURSIVE: the first `most` terms with the prefix, as `terms.term`, which may be NULL at the end. */
const recursiveTerms = (search: Search, most: number): SQL => sql`terms(i, term) AS (
  SELECT 1, (SELECT min(start.term) FROM ${inRange(search, 'start')})
  UNION ALL SELECT i + 1, (SELECT min(start.term) FROM asset_postings start WHERE start.tenant = ${number(search)}
    AND start.term > terms.term AND start.term < ${afterPrefix(search.query.prefix)})
  FROM terms WHERE terms.term IS NOT NULL AND i < ${whole(most)})`;

/** SELECT a PlanRow. `postings` and `terms`: the most rows of one word and terms that a search reads. */
export function planOf(search: Search, postings: number, terms: number): SQL {
  const most = whole(postings + 1);
  const words = sql`SELECT json_group_array(json_array(word.value, (SELECT count(*) FROM (SELECT 1 FROM ${ofTerm(search, 'sized', sql`word.value`)} LIMIT ${most}))))
    FROM ${jsonRows(search.query.words, 'word')}`;
  const first = sql`SELECT match.created_us, match.asset FROM ${ofTerm(search, 'match', sql`(SELECT min(start.term) FROM ${inRange(search, 'start')})`)}
    ORDER BY ${byWeight('match')} LIMIT ${whole(postings)}`;
  const counted =
    search.tracked === undefined || search.query.words.length > 0
      ? sql`NULL`
      : sql`CASE WHEN ${search.tracked ? sql`EXISTS (SELECT 1 FROM assets probe WHERE probe.tenant = ${number(search)} AND probe.tracked = 0)` : sql`1`}
          THEN (SELECT count(*) FROM (${first}) match WHERE ${isAsked(search)}) END`;
  return sql`WITH RECURSIVE ${recursiveTerms(search, terms + 1)}
    SELECT (SELECT count(*) FROM (SELECT 1 FROM ${inRange(search, 'sized')} LIMIT ${most})) AS size,
      (SELECT json_group_array(term) FROM terms WHERE term IS NOT NULL) AS terms,
      ${search.query.words.length > 0 ? sql`(${words})` : sql`'[]'`} AS words,
      (SELECT count(*) FROM (SELECT 1 FROM ${ofTerm(search, 'sized', sql`${EVERY_WORD}`)} LIMIT ${most})) AS long,
      ${counted} AS tracked, ${isUnfinished('asset_postings')} AS unfinished`;
}

/** SELECT the assets of a page (`page`: SELECT asset, created_us, points), with what was counted (a row). */
function pageRows(seen: Seen, { page, counted, tables }: { page: SQL; counted: SQL; tables: SQL }): SQL {
  const upTo = sql`SELECT page.*, octet_length(asset.attributes) AS bytes,
    sum(octet_length(asset.attributes)) OVER (ORDER BY page.points DESC, page.created_us DESC, page.asset DESC ROWS UNBOUNDED PRECEDING) AS upTo
    FROM page CROSS JOIN assets asset ON asset.number = page.asset`;
  return sql`WITH RECURSIVE ${tables}page AS MATERIALIZED (${page})
    SELECT counted.*, shown.* FROM (SELECT (SELECT count(*) FROM page) AS listed, ${counted}) counted
    LEFT JOIN (SELECT shownUpTo.points AS rank, shownUpTo.bytes, ${assetColumns('asset', scopeSeen(seen))}, ${seen.redaction('asset')}
      FROM (${upTo}) shownUpTo CROSS JOIN assets asset ON asset.number = shownUpTo.asset${seen.join('asset')}${assetParents('asset')}
      WHERE shownUpTo.upTo - shownUpTo.bytes <= ${whole(PAGE_BYTES)} AND ${seen.sees('asset')}) shown ON 1`;
}
/** No row is behind a page that has one more than was asked for. */
const limit = ({ size }: Search): SQL => whole(size + 1);

/** The page of a query of one word, if a single term has its prefix: the assets are read in the order of the index. */
export function pageOfTerm(seen: Seen, search: Search, postings: number): SQL {
  const first = sql`(SELECT min(start.term) FROM ${inRange(search, 'start')})`;
  const rows = sql`SELECT start.asset, start.created_us, ${points(search, 'start')} AS points FROM ${ofTerm(search, 'start', first)}
    ORDER BY ${BEST_FIRST} LIMIT ${whole(postings)}`;
  const page = sql`SELECT match.* FROM (${rows}) match WHERE ${isAsked(search)} AND ${isBehind(search)} LIMIT ${limit(search)}`;
  return pageRows(seen, { tables: sql``, page, counted: sql`NULL AS total, NULL AS last, NULL AS rest` });
}

/**
 * SELECT asset, created_us, points of all assets that have the prefix; of none, if the index has more than `most` rows.
 * `word`: only assets that have it, of a word with at most `most` rows.
 */
export function prefixed(search: Search, most: number, word?: string): SQL {
  const isFew = sql`(SELECT count(*) FROM (SELECT 1 FROM ${inRange(search, 'sized')} LIMIT ${whole(most + 1)})) <= ${whole(most)}`;
  const only =
    word === undefined
      ? sql``
      : sql` AND start.asset IN (SELECT other.asset FROM ${ofTerm(search, 'other', sql`${word}`)})`;
  return sql`SELECT asset, created_us, max(points) AS points FROM (SELECT start.asset, start.created_us, ${points(search, 'start')} AS points
    FROM ${inRange(search, 'start')}${only} LIMIT iif(${isFew}, ${whole(most)}, 0)) GROUP BY asset, created_us`;
}

/** As `prefixed`, of an index with more rows: the best of each of these terms, and `others` of those with other terms. */
export function bestPrefixed(search: Search, terms: readonly string[], rows: number, others: number): SQL {
  const of = (from: SQL, order: SQL, most: number): SQL =>
    sql`SELECT * FROM (SELECT start.asset, start.created_us, ${points(search, 'start')} AS points FROM ${from} ORDER BY ${order} LIMIT ${whole(most)})`;
  const best = terms.map((term) => of(ofTerm(search, 'start', sql`${term}`), BEST_FIRST, rows));
  const all = [
    ...best,
    ...(others > 0 ? [of(inRange(search, 'start'), sql`start.term DESC, ${BEST_FIRST}`, others)] : []),
  ];
  return sql`SELECT asset, created_us, max(points) AS points FROM (${compound(all)}) GROUP BY asset, created_us`;
}

/** UNION ALL. D1 allows five SELECTs in one compound. */
function compound(parts: SQL[]): SQL {
  const union = sql` UNION ALL `;
  const groups = Array.from({ length: Math.ceil(parts.length / 4) }, (_, i) => parts.slice(4 * i, 4 * i + 4));
  return sql.join(
    groups.map((group) => sql`SELECT * FROM (${sql.join(group, union)})`),
    union,
  );
}

/** The points of `match` with these whole words; NULL if it lacks one of them. */
function wordPoints(search: Search, words: readonly string[]): SQL {
  const ofWord = (word: string): SQL =>
    sql`(SELECT 2 * other.weight FROM ${ofTerm(search, 'other', sql`${word}`)} AND ${sql.raw(postingOf('other', 'match.created_us', 'match.asset'))})`;
  return sql.join([sql`0`, ...words.map(ofWord)], sql` + `);
}

/** The page of these candidates (SELECT asset, created_us, points of the prefix) that have all whole words. */
export function pageOf(seen: Seen, search: Search, candidates: SQL): SQL {
  const found = sql`found AS MATERIALIZED (SELECT * FROM (SELECT match.asset, match.created_us, match.points + ${wordPoints(search, search.query.words)} AS points
    FROM (${candidates}) match) match WHERE match.points IS NOT NULL AND ${isAsked(search)}), `;
  return pageRows(seen, {
    tables: found,
    page: sorted(search),
    counted: sql`(SELECT count(*) FROM found) AS total, NULL AS last, NULL AS rest`,
  });
}
const sorted = (search: Search): SQL =>
  sql`SELECT match.* FROM found match WHERE ${isBehind(search)} ORDER BY match.points DESC, match.created_us DESC, match.asset DESC LIMIT ${limit(search)}`;

/**
 * The page of the best `most` assets of a whole word that have all other words. `terms`: those with the prefix, or how many of
 * them to look up. `last` and `rest` are set if there were as many assets of the word.
 */
export function pageOfWord(
  seen: Seen,
  search: Search,
  word: string,
  terms: readonly string[] | number,
  most: number,
): SQL {
  const others = search.query.words.filter((other) => other !== word);
  const table =
    typeof terms === 'number'
      ? recursiveTerms(search, terms)
      : sql`terms(term) AS (SELECT value FROM ${jsonRows(terms, 'listed')})`;
  const ofPrefix = sql`(SELECT max(${points(search, 'other')}) FROM terms CROSS JOIN asset_postings other ON other.tenant = ${number(search)}
    AND other.term = terms.term AND ${sql.raw(postingOf('other', 'match.created_us', 'match.asset'))})`;
  const rows = sql`word AS MATERIALIZED (SELECT start.weight, start.created_us, start.asset FROM ${ofTerm(search, 'start', sql`${word}`)}
    ORDER BY ${BEST_FIRST} LIMIT ${whole(most)})`;
  const found = sql`found AS MATERIALIZED (SELECT * FROM (SELECT match.asset, match.created_us, 2 * match.weight + ${ofPrefix} + ${wordPoints(search, others)} AS points
    FROM word match) match WHERE match.points IS NOT NULL AND ${isAsked(search)})`;
  const highest = (term: SQL): SQL =>
    sql`(SELECT start.weight FROM ${ofTerm(search, 'start', term)} ORDER BY start.weight DESC LIMIT 1)`;
  const rest = sql`(SELECT total(2 * ${highest(sql`listed.value`)}) FROM ${jsonRows(others, 'listed')})
    + coalesce((SELECT max(${highest(sql`terms.term`)} * iif(terms.term = ${search.query.prefix}, 2, 1)) FROM terms), 0)`;
  const last = sql`(SELECT json_array(match.weight, match.created_us, match.asset) FROM word match ORDER BY ${byWeight('match')} LIMIT 1 OFFSET ${whole(most - 1)})`;
  return pageRows(seen, {
    tables: sql`${table}, ${rows}, ${found}, `,
    page: sorted(search),
    counted: sql`(SELECT count(*) FROM found) AS total, ${last} AS last, ${rest} AS rest`,
  });
}
