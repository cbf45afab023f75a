import { sql, type SQL } from 'drizzle-orm';
import type { Seen } from '../../access/queries.ts';
import { PAGE_BYTES } from '../../lib/paging.ts';
import { columns } from '../../platform/database/columns.ts';
import { EVERY_WORD } from '../../formats/records/search-terms.ts';
import { assetColumns, assetParents, type AssetRow, type Redacted } from '../records/rows.ts';
import { scopeSeen } from '../lists/conditions.ts';
import {
  BEST_FIRST,
  byWeight,
  hasMore,
  hasUntracked,
  highest,
  highestPoints,
  inRange,
  isAsked,
  isBehind,
  jsonRows,
  tenantOf,
  ofTerm,
  points,
  recursiveTerms,
  sizeOf,
  weightIn,
  whole,
  wordPoints,
  type SearchRequest,
} from './postings.ts';

/*
 * The statements of a search in the index of one tenancy. All are short and without nested WITH: SQLite copies a table
 * of WITH for each use, and prepares long statements for milliseconds.
 */

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
};
/** A row of a page: an asset, with `number` null if the page is empty. */
export type PageRow = Omit<AssetRow, 'number'> &
  Redacted & {
    number: number | null;
    rank: number;
    bytes: number;
    /**
     * Matches that were found, on all pages; those of this page, of which rows may be left out because of their bytes.
     */
    total: number | null;
    listed: number;
    /**
     * JSON [points, created_us, asset] of the last row that was read of a list; the highest points of the other words.
     */
    last: string | null;
    rest: number | null;
  };

/** SELECT a PlanRow. `postings` and `terms`: the most rows of one word and terms that a search reads. */
export function planOf(search: SearchRequest, postings: number, terms: number): SQL {
  const words = sql`SELECT json_group_array(json_array(word.value,
    ${sizeOf(ofTerm(search, 'sized', sql`word.value`), postings)}))
    FROM ${jsonRows(search.query.words, 'word')}`;
  const first = sql`SELECT match.created_us, match.asset
    FROM ${ofTerm(search, 'match', sql`(SELECT min(start.term) FROM ${inRange(search, 'start')})`)}
    ORDER BY ${byWeight('match')} LIMIT ${whole(postings)}`;
  const counted =
    search.tracked === undefined || search.query.words.length > 0
      ? sql`NULL`
      : sql`CASE WHEN ${search.tracked ? hasUntracked(search) : sql`1`}
          THEN (SELECT count(*) FROM (${first}) match WHERE ${isAsked(search)}) END`;
  return sql`WITH RECURSIVE ${recursiveTerms(search, terms + 1)}
    SELECT ${sizeOf(inRange(search, 'sized'), postings)} AS size,
      (SELECT json_group_array(term) FROM terms WHERE term IS NOT NULL) AS terms,
      ${search.query.words.length > 0 ? sql`(${words})` : sql`'[]'`} AS words,
      ${sizeOf(ofTerm(search, 'sized', sql`${EVERY_WORD}`), postings)} AS long,
      ${counted} AS tracked`;
}

/** SELECT the assets of a page (`page`: SELECT asset, created_us, points), with what was counted (a row). */
function pageRows(seen: Seen, { page, counted, tables }: { page: SQL; counted: SQL; tables: SQL }): SQL {
  const upTo = sql`SELECT page.*, octet_length(asset.attributes) AS bytes,
    sum(octet_length(asset.attributes)) OVER (ORDER BY page.points DESC, page.created_us DESC,
    page.asset DESC ROWS UNBOUNDED PRECEDING) AS upTo
    FROM page CROSS JOIN assets asset ON asset.number = page.asset`;
  return sql`WITH RECURSIVE ${tables}page AS MATERIALIZED (${page})
    SELECT counted.*, shown.* FROM (SELECT (SELECT count(*) FROM page) AS listed, ${counted}) counted
    LEFT JOIN (SELECT shownUpTo.points AS rank, shownUpTo.bytes, ${assetColumns('asset', scopeSeen(seen))},
    ${seen.redaction('asset')}
      FROM (${upTo}) shownUpTo
      CROSS JOIN assets asset ON asset.number = shownUpTo.asset${seen.join('asset')}${assetParents('asset')}
      WHERE shownUpTo.upTo - shownUpTo.bytes <= ${whole(PAGE_BYTES)} AND ${seen.sees('asset')}) shown ON 1`;
}
/** No row is behind a page that has one more than was asked for. */
const limit = ({ size }: SearchRequest): SQL => whole(size + 1);

/** The page of a query of one word, if a single term has its prefix: the assets are read in the order of the index. */
export function pageOfTerm(seen: Seen, search: SearchRequest, postings: number): SQL {
  const first = sql`(SELECT min(start.term) FROM ${inRange(search, 'start')})`;
  const rows = sql`SELECT start.asset, start.created_us, ${points(search, 'start')} AS points
    FROM ${ofTerm(search, 'start', first)}
    ORDER BY ${BEST_FIRST} LIMIT ${whole(postings)}`;
  const page = sql`SELECT match.* FROM (${rows}) match WHERE ${isAsked(search)} AND ${isBehind(search)}
    LIMIT ${limit(search)}`;
  return pageRows(seen, { tables: sql``, page, counted: sql`NULL AS total, NULL AS last, NULL AS rest` });
}

/**
 * SELECT asset, created_us, points of all assets that have the prefix; of none, if the index has more than `most` rows.
 * `word`: only assets that have it, of a word with at most `most` rows.
 */
export function prefixed(search: SearchRequest, most: number, word?: string): SQL {
  const isFew = sql`(SELECT count(*) FROM (SELECT 1 FROM ${inRange(search, 'sized')}
    LIMIT ${whole(most + 1)})) <= ${whole(most)}`;
  const only =
    word === undefined
      ? sql``
      : sql` AND start.asset IN (SELECT other.asset FROM ${ofTerm(search, 'other', sql`${word}`)})`;
  return sql`SELECT asset, created_us, max(points) AS points
    FROM (SELECT start.asset, start.created_us, ${points(search, 'start')} AS points
    FROM ${inRange(search, 'start')}${only} LIMIT iif(${isFew}, ${whole(most)}, 0)) GROUP BY asset, created_us`;
}

/**
 * As `prefixed`, of an index with more rows: the best of each of these terms, and `others` of those with other terms.
 */
export function bestPrefixed(search: SearchRequest, terms: readonly string[], rows: number, others: number): SQL {
  const of = (from: SQL, order: SQL, most: number): SQL =>
    sql`SELECT * FROM (SELECT start.asset, start.created_us, ${points(search, 'start')} AS points FROM ${from}
      ORDER BY ${order} LIMIT ${whole(most)})`;
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

/**
 * Ends a subquery that SQLite would otherwise merge with its query, and compute its columns for the condition and again
 * for the result.
 */
const ONCE = sql.raw('LIMIT -1');

const foundIn = (search: SearchRequest, candidates: SQL): SQL =>
  sql`found AS MATERIALIZED (SELECT *
    FROM (SELECT match.asset, match.created_us, match.points + ${wordPoints(search, search.query.words)} AS points
    FROM (${candidates}) match ${ONCE}) match WHERE match.points IS NOT NULL AND ${isAsked(search)}), `;

/** The page of these candidates (SELECT asset, created_us, points of the prefix) that have all whole words. */
export function pageOf(seen: Seen, search: SearchRequest, candidates: SQL): SQL {
  return pageRows(seen, {
    tables: foundIn(search, candidates),
    page: sorted(search),
    counted: sql`(SELECT count(*) FROM found) AS total, NULL AS last, NULL AS rest`,
  });
}

/** The last of the best rows of a term. */
const LAST = columns('weight', 'created_us', 'asset');
const LAST_ARRAY = sql.raw(LAST.array({ weight: 'page.weight', created_us: 'page.created_us', asset: 'page.asset' }));
const LAST_LIST = sql.raw(LAST.list('last'));

/**
 * What a search reads of a prefix with many rows: `rows` of each of the first `read` terms, if there are more than
 * `probed`, and `others`; of all these the best `best`.
 */
export type PrefixBounds = {
  postings: number;
  first: number;
  best: number;
  read: number;
  rows: number;
  others: number;
  probed: number;
};

/**
 * The page of whole words with a prefix that has at most `first` rows; or, if nothing of the query has at most
 * `postings`, of the best `best` of those rows that `bestPrefixed` reads. Then `last` and `rest` are set.
 */
export function pageOfPrefix(seen: Seen, search: SearchRequest, of: PrefixBounds): SQL {
  const { words } = search.query;
  const used = sql`used AS MATERIALIZED (SELECT (SELECT count(term) FROM terms) > ${whole(of.probed)}
    AND ${hasMore(inRange(search, 'sized'), of.postings)}
    AND NOT EXISTS (SELECT 1 FROM ${jsonRows(words, 'word')}
    WHERE NOT ${hasMore(ofTerm(search, 'sized', sql`word.value`), of.postings)}) AS yes)`;
  const inOrder = sql`start.weight, start.created_us, start.asset`;
  const lastInOrder = sql`page.weight, page.created_us, page.asset`;
  // A join cannot limit the rows of each term, so the last one of the best is looked up first.
  const lasts = sql`lasts AS MATERIALIZED (SELECT terms.term, (SELECT ${LAST_ARRAY}
    FROM (SELECT ${inOrder} FROM ${ofTerm(search, 'start', sql`terms.term`)}
    ORDER BY ${BEST_FIRST} LIMIT ${whole(of.rows)}) page ORDER BY ${lastInOrder} LIMIT 1) AS last FROM used
    CROSS JOIN terms
    WHERE used.yes AND terms.term IS NOT NULL AND terms.i <= ${whole(of.read)})`;
  // Not in the join, which would read the JSON again for each row.
  const ends = sql`ends AS MATERIALIZED (SELECT term, ${LAST_LIST} FROM lasts)`;
  const best = sql`SELECT start.asset, start.created_us, ${points(search, 'start')} AS points FROM ends
    CROSS JOIN asset_postings start
    ON start.tenant = ${tenantOf(search)} AND start.term = ends.term
    AND (${inOrder}) >= (ends.weight, ends.created_us, ends.asset)`;
  const others = sql`SELECT * FROM (SELECT start.asset, start.created_us, ${points(search, 'start')} AS points
    FROM ${inRange(search, 'start')}
    ORDER BY start.term DESC, ${BEST_FIRST} LIMIT iif((SELECT yes FROM used)
    AND (SELECT count(term) FROM terms) > ${whole(of.read)}, ${whole(of.others)}, 0))`;
  const top = sql`top AS MATERIALIZED (SELECT * FROM (${best} UNION ALL ${others})
    ORDER BY points DESC, created_us DESC, asset DESC LIMIT ${whole(of.best)})`;
  const candidates = sql`SELECT asset, created_us, max(points) AS points
    FROM (SELECT * FROM (${prefixed(search, of.first)}) UNION ALL SELECT asset, created_us, points FROM top)
    GROUP BY asset, created_us`;
  return pageRows(seen, {
    tables: sql`${recursiveTerms(search, of.read + 1)}, ${used}, ${lasts}, ${ends}, ${top},
      ${foundIn(search, candidates)}`,
    page: sorted(search),
    counted: sql`(SELECT count(*) FROM found) AS total, (SELECT json_array(points, created_us, asset) FROM top
      ORDER BY points, created_us, asset
      LIMIT iif((SELECT count(*) FROM top) >= ${whole(of.best)}, 1, 0)) AS last,
      ${highestPoints(search, words)} AS rest`,
  });
}

const sorted = (search: SearchRequest): SQL =>
  sql`SELECT match.* FROM found match WHERE ${isBehind(search)}
    ORDER BY match.points DESC, match.created_us DESC, match.asset DESC LIMIT ${limit(search)}`;

/**
 * The page of the best `most` assets of a whole word that have all other words. `terms`: those with the prefix, or how
 * many of them to look up; if there are more, the page is empty. `ofMore`: how many are read of a word that more than
 * `most` assets have. `last` and `rest` are set if as many were read.
 */
export function pageOfWord(
  seen: Seen,
  search: SearchRequest,
  word: string,
  terms: readonly string[] | number,
  most: number,
  ofMore = most,
): SQL {
  const others = search.query.words.filter((other) => other !== word);
  // One term more than is looked up: then the page is not used, so that it reads nothing.
  const listed =
    typeof terms === 'number'
      ? recursiveTerms(search, terms + 1)
      : sql`terms(term) AS (SELECT value FROM ${jsonRows(terms, 'listed')})`;
  const isUsed = sql`(SELECT count(term) FROM terms) <= ${whole(typeof terms === 'number' ? terms : terms.length)}`;
  const table = sql`${listed}, probed AS MATERIALIZED (SELECT term, ${highest(search, sql`terms.term`)} AS top,
    iif(term = ${search.query.prefix}, 2, 1) AS factor FROM terms WHERE term IS NOT NULL)`;
  const ofPrefix = sql`(SELECT max(${weightIn(search, sql`probed.term`, sql`probed.top`)} * probed.factor)
    FROM probed)`;
  const size =
    ofMore < most
      ? sql`iif(${hasMore(ofTerm(search, 'sized', sql`${word}`), most)}, ${whole(ofMore)}, ${whole(most)})`
      : whole(most);
  const rows = sql`word AS MATERIALIZED (SELECT start.weight, start.created_us, start.asset
    FROM ${ofTerm(search, 'start', sql`${word}`)}
    ORDER BY ${BEST_FIRST} LIMIT iif(${isUsed}, ${size}, 0))`;
  const found = sql`found AS MATERIALIZED (SELECT *
    FROM (SELECT match.asset, match.created_us, 2 * match.weight + ${ofPrefix} + ${wordPoints(search, others)} AS points
    FROM word match ${ONCE}) match WHERE match.points IS NOT NULL AND ${isAsked(search)})`;
  const rest = sql`${highestPoints(search, others)} + coalesce((SELECT max(top * factor) FROM probed), 0)`;
  const last = sql`(SELECT json_array(2 * match.weight, match.created_us, match.asset) FROM word match
    ORDER BY match.weight, match.created_us, match.asset
    LIMIT iif((SELECT count(*) FROM word) >= ${whole(ofMore)}, 1, 0))`;
  return pageRows(seen, {
    tables: sql`${table}, ${rows}, ${found}, `,
    page: sorted(search),
    counted: sql`(SELECT count(*) FROM found) AS total, ${last} AS last, ${rest} AS rest`,
  });
}
