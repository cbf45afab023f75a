import { sql, type SQL } from 'drizzle-orm';
import type { Seen } from '../../access/queries.ts';
import type { Scope } from '../../access/scope.ts';
import { shareOf } from '../../access/walk.ts';
import type { Attributes } from '../../core/attributes.ts';
import { fitting, type Cursor } from '../../core/paging.ts';
import { afterPrefix, EVERY_WORD, rankOf, type SearchQuery } from '../../core/searchterms.ts';
import { mapInSlices } from '../../core/slices.ts';
import { tenantNumber } from '../../store/numbers.ts';
import type { AssetRecord } from '../asset.ts';
import { isUnfinished } from '../backfill.ts';
import { assetColumns, assetParents, seenAsset, seenAttributes, type AssetRow, type Redacted } from '../rows.ts';
import { all, parted, scopeSeen } from './conditions.ts';
import { SEARCHES } from './page.ts';

/*
 * A search has two steps. The index gives candidates: assets in which all whole words occur, in any attribute. What of them
 * the caller may read is then read, and matched and ranked by `rankOf`. What the caller may not read therefore neither
 * matches nor changes a rank. Both steps are bounded; a search that reaches a bound says that it is not complete.
 */

/** Bounds of one search. */
export type SearchBounds = {
  /** Rows of the index that are read for one word of a tenancy; of other tenancies, and of members, `granted`. */
  postings: number;
  granted: number;
  /** Candidates that are read of each part of what the caller sees, and their bytes. */
  candidates: number;
  bytes: number;
};
export const SEARCH_BOUNDS: SearchBounds = { postings: 2000, granted: 500, candidates: 1000, bytes: 2_000_000 };

/** Characters that are ranked without a pause, which costs a millisecond or more; an asset counts as more than its attributes. */
const RANKED_AT_ONCE = { most: 100_000, cost: ({ attributes }: Pick<Found, 'attributes'>) => 200 + attributes.length };

type Found = Redacted & { number: number; createdUs: number; attributes: string };
type Match = { number: number; createdUs: number; rank: number; size: number };

export type SearchPage = {
  rows: AssetRecord[];
  next: Cursor | undefined;
  total: number;
  /** Whether all assets that match were found. */
  complete: boolean;
};

/** The tenancies of which the index is searched, as SQL: FROM, with the column `tenant`; and how many rows for each word. */
type Space = { tenants: SQL; share: SQL };

/** FROM the words of a query that are whole, as `word.value`. */
const wholeWords = ({ words }: SearchQuery): SQL => sql`json_each(${JSON.stringify(words)}) word`;
const ofTenant = (alias: string): SQL => sql.raw(`asset_terms ${alias} WHERE ${alias}.tenant = space.tenant`);
const startsWith = (alias: string, { prefix }: SearchQuery): SQL =>
  sql`${sql.raw(alias)}.term >= ${prefix} AND ${sql.raw(alias)}.term < ${afterPrefix(prefix)}`;

/** Condition: an asset (SQL: its number) has all whole words, in any attribute. */
const hasWords = (query: SearchQuery, tenant: SQL, asset: SQL): SQL =>
  query.words.length === 0
    ? sql`1`
    : sql`NOT EXISTS (SELECT 1 FROM ${wholeWords(query)} WHERE NOT EXISTS (SELECT 1 FROM asset_terms other
        WHERE other.tenant = ${tenant} AND other.term = word.value AND other.asset = ${asset}))`;

/**
 * FROM the tenancies with what their indexes have: `plan.value` is a JSON list of the number of rows of the prefix, the
 * number of rows of the word that the fewest assets have, this word, and the number of long assets. A number is at most one more
 * than the share. Without whole words, the second and the third are null.
 */
function planned(query: SearchQuery, { tenants, share }: Space): SQL {
  const size = (where: SQL): SQL =>
    sql`(SELECT count(*) FROM (SELECT 1 FROM ${ofTenant('sized')} AND ${where} LIMIT ${share} + 1))`;
  const rarest = sql`(SELECT json_array(size, value) FROM (SELECT ${size(sql`sized.term = word.value`)} AS size, word.value FROM ${wholeWords(query)}) ORDER BY size LIMIT 1)`;
  return sql`${tenants} CROSS JOIN json_each(json_array(json_array(${size(startsWith('sized', query))}, json(${rarest}), ${size(sql`sized.term = ${EVERY_WORD}`)}))) plan`;
}
const PREFIX_SIZE = sql.raw(`(plan.value ->> 0)`);
const WORD_SIZE = sql.raw(`(plan.value ->> '$[1][0]')`);
const WORD = sql.raw(`(plan.value ->> '$[1][1]')`);
const LONG_SIZE = sql.raw(`(plan.value ->> 2)`);

/**
 * JSON list of the numbers of the candidates in `space.tenant`, each at least once. The search starts from the word that the
 * fewest assets have. Of one word, the assets that were created last come first.
 */
function candidatesIn(query: SearchQuery, { share }: Space): SQL {
  const start = (where: SQL): SQL =>
    sql`SELECT start.asset FROM ${ofTenant('start')} AND ${where} ORDER BY start.term DESC, start.asset DESC LIMIT ${share}`;
  const having = (where: SQL): SQL =>
    sql`SELECT posting.asset FROM (${start(where)}) posting WHERE ${hasWords(query, sql`space.tenant`, sql`posting.asset`)}`;
  const prefixed = startsWith('start', query);
  const long = start(sql`start.term = ${EVERY_WORD}`);
  const numbers = (parts: SQL[]): SQL =>
    sql`(SELECT json_group_array(asset) FROM (${sql.join(
      parts.map((part) => sql`SELECT asset FROM (${part})`),
      sql` UNION ALL `,
    )}))`;
  if (query.words.length === 0) return numbers([start(prefixed), long]);
  const isRarer = sql`${PREFIX_SIZE} < ${WORD_SIZE}`;
  const byWord = (guard: SQL): SQL => having(sql`start.term = ${WORD} AND NOT ${isRarer} AND ${guard}`);
  const isCounted = sql`${PREFIX_SIZE} <= ${share}`;
  return numbers([
    having(sql`${prefixed} AND ${isRarer}`),
    byWord(sql`NOT ${isCounted}`),
    // Where the search can read the whole range of the prefix, this also limits the candidates.
    sql`SELECT asset FROM (${byWord(isCounted)}) INTERSECT SELECT asset FROM (${start(sql`${prefixed} AND NOT ${isRarer} AND ${isCounted}`)})`,
    long,
  ]);
}

/** SELECT 1 if the word of a tenancy that the fewest assets have, or the list of long assets, exceeds what a search reads. */
const exceeded = (query: SearchQuery, space: Space): SQL =>
  sql`SELECT 1 AS cut FROM ${planned(query, space)}
    WHERE max(min(${PREFIX_SIZE}, coalesce(${WORD_SIZE}, ${PREFIX_SIZE})), ${LONG_SIZE}) > ${space.share} LIMIT 1`;

/** SELECT what the caller may read of candidates (`source`: FROM and WHERE), those that were created last first. */
function readable(seen: Seen, source: SQL, { candidates, bytes }: SearchBounds): SQL {
  const names = seen.partial
    ? sql`(SELECT json_group_array(listed.key) FROM json_each(asset.attributes) listed WHERE ${seen.reads(sql`listed.key`)})`
    : sql`NULL`;
  const page = sql`SELECT asset.number, octet_length(asset.attributes) AS size, ${names} AS readable FROM ${source}
    ORDER BY asset.number DESC LIMIT ${candidates + 1}`;
  const within = sql`SELECT *, sum(size) OVER (ROWS UNBOUNDED PRECEDING) AS upTo FROM (${page})`;
  return sql`SELECT found.number, asset.created_us AS createdUs, CASE WHEN found.upTo <= ${bytes} THEN asset.attributes ELSE '' END AS attributes, found.readable, NULL AS seenUs
    FROM (SELECT * FROM (${within}) WHERE upTo - size <= ${bytes}) found CROSS JOIN assets asset ON asset.number = found.number`;
}

/** Searches the tracked assets that the audience may see (`tracked` undefined: all), best match first. */
export async function searchAssets(
  scope: Scope,
  query: SearchQuery,
  tracked: boolean | undefined,
  page: { size: number; after: Cursor | undefined },
  bounds: SearchBounds = SEARCH_BOUNDS,
): Promise<SearchPage> {
  const own: Space = {
    tenants: sql`(SELECT ${tenantNumber(scope.tenant ?? '')} AS tenant) space`,
    share: sql`CAST(${bounds.postings} AS INTEGER)`,
  };
  const many: Space = { tenants: sql`many space`, share: shareOf(bounds.granted, sql`many`) };
  const isAsked = tracked === undefined ? [] : [sql`asset.tracked = ${tracked ? 1 : 0}`];
  const found = (space: Space, seen: Seen): SQL =>
    sql`(SELECT DISTINCT hit.value AS number FROM ${planned(query, space)} CROSS JOIN json_each(${candidatesIn(query, space)}) hit) listed
      CROSS JOIN assets asset ON asset.number = listed.number${seen.join('asset')} WHERE ${all([...isAsked, seen.sees('asset')])}`;
  const isLong = sql`EXISTS (SELECT 1 FROM asset_terms long WHERE long.tenant = asset.tenant AND long.term = ${EVERY_WORD} AND long.asset = asset.number)`;
  const statements = [
    scope.query<Found>('own', (seen) => readable(seen, found(own, seen), bounds)),
    scope.query<Found>('granted', (seen) => {
      seen.walk(parted);
      const has = sql`(${hasWords(query, sql`asset.tenant`, sql`asset.number`)} OR ${isLong})`;
      const source = sql`few CROSS JOIN assets asset ON asset.number = few.number${seen.join('asset')} WHERE ${all([...isAsked, has, seen.sees('asset')])}`;
      return readable(seen, source, bounds);
    }),
    scope.query<Found>('granted', (seen) => {
      seen.walk(parted);
      return readable(seen, found(many, seen), bounds);
    }),
    // These read no record, so the predicate is not part of them.
    scope.query<{ cut: number }>('own', (seen) => seen.sees('asset') && exceeded(query, own)),
    scope.query<{ cut: number }>('granted', (seen) => seen.walk(parted) && exceeded(query, many)),
    scope.query<{ cut: number }>(
      'whole',
      (seen) => seen.sees('asset') && sql`SELECT 1 AS cut WHERE ${isUnfinished('asset_terms')}`,
    ),
  ] as const;
  const [ofOwn, ofFew, ofMany, ...flags] = await SEARCHES.run(() => scope.read(...statements), scope.tenant);
  const parts = [ofOwn, ofFew, ofMany];
  const isCut = (rows: Found[]): boolean =>
    rows.length > bounds.candidates || rows.some(({ attributes }) => attributes === '');
  const complete = !parts.some(isCut) && flags.every((rows) => rows.length === 0);
  const ranked = await mapInSlices(
    parts.flatMap((rows) => rows.slice(0, bounds.candidates)),
    (row) => {
      if (row.attributes === '') return [];
      const rank = rankOf(seenAttributes(JSON.parse(row.attributes) as Attributes, row), query);
      return rank === 0 ? [] : [{ number: row.number, createdUs: row.createdUs, rank, size: row.attributes.length }];
    },
    RANKED_AT_ONCE,
  );
  const matches = ranked.flat().toSorted(bestFirst);
  const behind = page.after ? matches.filter((match) => bestFirst(match, matchAt(page.after!)) > 0) : matches;
  const sized = behind.slice(0, page.size);
  const shown = sized.slice(0, fitting(sized.map(({ size }) => size + 1024)));
  const last = shown.at(-1);
  return {
    rows: shown.length === 0 ? [] : await readMatches(scope, shown),
    next: last && shown.length < behind.length ? [last.rank, last.createdUs, last.number] : undefined,
    total: matches.length,
    complete,
  };
}

type Place = Pick<Match, 'rank' | 'createdUs' | 'number'>;
/** By rank; of assets with the same rank, the one that was created last. */
const bestFirst = (x: Place, y: Place): number => y.rank - x.rank || y.createdUs - x.createdUs || y.number - x.number;
const matchAt = ([rank, createdUs, number]: Cursor): Place => ({
  rank: Number(rank),
  createdUs: Number(createdUs),
  number: Number(number),
});

/** Reads assets that match, as the audience may see them now, in this order. */
async function readMatches(scope: Scope, matches: readonly Match[]): Promise<AssetRecord[]> {
  const numbers = JSON.stringify(matches.map(({ number }) => number));
  const [rows] = await scope.read(
    scope.query<AssetRow & Redacted>(
      'whole',
      (seen) => sql`SELECT ${assetColumns('asset', scopeSeen(seen))}, ${seen.redaction('asset')}
        FROM json_each(${numbers}) shown CROSS JOIN assets asset ON asset.number = shown.value${seen.join('asset')}${assetParents('asset')}
        WHERE ${seen.sees('asset')} ORDER BY shown.key`,
    ),
  );
  return rows.map(seenAsset);
}
