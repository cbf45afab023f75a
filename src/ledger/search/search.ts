import { sql, type SQL } from 'drizzle-orm';
import { readableNames } from '../../access/attribute-rights.ts';
import type { Seen } from '../../access/queries.ts';
import { affordableAtOnce } from '../../access/policy-match.ts';
import type { Scope } from '../../access/scope.ts';
import type { Attributes } from '../../formats/records/attributes.ts';
import { fitting, type Cursor } from '../../lib/paging.ts';
import { EVERY_WORD, rankOf, type SearchQuery } from '../../formats/records/search-terms.ts';
import { mapInSlices } from '../../platform/pacing/slices.ts';
import { tenantNumber } from '../../platform/database/numbers.ts';
import { shareOf } from '../../platform/database/scan-ranges.ts';
import type { AssetRecord } from '../records/asset.ts';
import {
  assetColumns,
  assetParents,
  seenAsset,
  seenAttributes,
  type AssetRow,
  type Redacted,
} from '../records/rows.ts';
import { all, scopeSeen } from '../lists/conditions.ts';
import { parted } from '../lists/list.ts';
import { SCANS } from '../lists/page.ts';
import {
  bestFirst,
  firstStatements,
  nextStep,
  pageFrom,
  type IndexBounds,
  type IndexPage,
  type IndexRow,
} from './search-index.ts';
import { REDACTED } from '../lists/statements.ts';
import {
  candidatesIn,
  exceeded,
  hasWords,
  having,
  longOnes,
  newest,
  numbersOf,
  planned,
  type Space,
} from './candidates.ts';
import type { SearchRequest, SearchRank } from './postings.ts';
import type { PageRow, PlanRow } from './search-sql.ts';

/*
 * A search of a whole tenancy, for its administrators, reads its matches from the index (search-index.ts). For all
 * other readers the index only gives candidates: assets in which all whole words occur, in any attribute. What of them
 * the caller may read is then read, and matched and ranked by `rankOf`. What the caller may not read therefore neither
 * matches nor changes a rank. All steps are bounded; a search that reaches a bound says that it is not complete.
 */

/** Bounds of one search. */
export type SearchBounds = IndexBounds & {
  /** As `postings`, for one word of other tenancies, and of members. */
  granted: number;
  /** Candidates that are read of each part of what the caller sees, and their bytes. */
  candidates: number;
  bytes: number;
};
export const SEARCH_BOUNDS: SearchBounds = {
  postings: 2000,
  first: 150,
  granted: 500,
  candidates: 1000,
  bytes: 2_000_000,
};

/**
 * Characters that are ranked without a pause, which costs a millisecond or more; an asset counts as more than its
 * attributes.
 */
const RANKED_AT_ONCE = {
  most: 100_000,
  cost: ({ attributes }: Pick<Candidate, 'attributes'>) => 200 + attributes.length,
};

type Candidate = Redacted & { number: number; createdUs: number; attributes: string };
type Match = SearchRank & { size: number };

export type SearchPage = {
  rows: AssetRecord[];
  next: Cursor | undefined;
  total: number;
  /** Whether all assets that match were found. */
  complete: boolean;
};

/** SELECT what the caller may read of candidates (`source`: FROM and WHERE), those that were created last first. */
function readable(seen: Seen, source: SQL, { candidates, bytes }: SearchBounds): SQL {
  // To look up each name costs as much as to rank it.
  const most = seen.partial ? bytes / 2 : bytes;
  const names = seen.partial ? readableNames(sql.raw('asset.attributes'), (name) => seen.reads(name)) : sql`NULL`;
  const page = sql`SELECT asset.number, octet_length(asset.attributes) AS size FROM ${source}
    ORDER BY asset.number DESC LIMIT ${candidates + 1}`;
  const within = sql`SELECT *, sum(size) OVER (ROWS UNBOUNDED PRECEDING) AS upTo FROM (${page})`;
  const isWithin = sql`found.upTo <= ${most}`;
  return sql`SELECT found.number, asset.created_us AS createdUs, iif(${isWithin}, asset.attributes, '') AS attributes,
    iif(${isWithin}, ${names}, '{}') AS readable
    FROM (SELECT * FROM (${within}) WHERE upTo - size <= ${most}) found
    CROSS JOIN assets asset ON asset.number = found.number${seen.join('asset')}`;
}

/** Searches the tracked assets that the audience may see (`tracked` undefined: all), best match first. */
export async function searchAssets(
  scope: Scope,
  query: SearchQuery,
  tracked: boolean | undefined,
  page: { size: number; after: Cursor | undefined },
  limits: SearchBounds = SEARCH_BOUNDS,
): Promise<SearchPage> {
  const bounds = { ...limits, first: Math.min(limits.first, limits.postings) };
  const after = page.after && placeAt(page.after);
  const search: SearchRequest = { tenant: scope.tenant ?? '', query, tracked, size: page.size, after };
  const manyOf = (seen: Seen): Space => {
    seen.walk(parted);
    return {
      tenants: sql`many space`,
      share: shareOf(affordableAtOnce(seen, bounds.granted), sql`many`),
    };
  };
  const isAsked = tracked === undefined ? [] : [sql`asset.tracked = ${tracked ? 1 : 0}`];
  const from = (tenants: SQL, numbers: SQL, seen: Seen): SQL =>
    sql`(SELECT DISTINCT hit.value AS number FROM ${tenants} CROSS JOIN json_each(${numbers}) hit) listed
      CROSS JOIN assets asset ON asset.number = listed.number${seen.join('asset')}
      WHERE ${all([...isAsked, seen.sees('asset')])}`;
  const isLong = sql`EXISTS (SELECT 1 FROM asset_postings long WHERE long.tenant = asset.tenant
    AND long.term = ${EVERY_WORD}
    AND long.weight = 1 AND long.created_us = asset.created_us AND long.asset = asset.number)`;
  const statements = [
    ...firstStatements(scope, search, bounds),
    scope.query<Candidate>('granted', (seen) => {
      seen.walk(parted);
      const has = sql`(${hasWords(query, sql`asset.tenant`, 'asset', 'number')} OR ${isLong})`;
      const source = sql`few CROSS JOIN assets asset ON asset.number = few.number${seen.join('asset')}
        WHERE ${all([...isAsked, has, seen.sees('asset')])}`;
      return readable(seen, source, bounds);
    }),
    scope.query<Candidate>('granted', (seen) => {
      const many = manyOf(seen);
      return readable(seen, from(planned(query, many), candidatesIn(query, many), seen), bounds);
    }),
    // This reads no record, so the predicate is not part of it.
    scope.query<{ cut: number }>('granted', (seen) => exceeded(query, manyOf(seen))),
  ] as const;
  return SCANS.run(async () => {
    const [[plan], byWord, byPrefix, ofFew, ofMany, flags] = await scope.read(...statements);
    const own = plan && (await ownPart(scope, search, plan, byWord, byPrefix, bounds, from));
    const parts = [...(own?.parts ?? []), ofFew, ofMany];
    const isCut = (rows: Candidate[]): boolean =>
      rows.length > bounds.candidates || rows.some(({ attributes }) => attributes === '');
    const complete = (own?.complete ?? true) && !parts.some(isCut) && flags.length === 0;
    const ranked = await mapInSlices(
      parts.flatMap((rows) => rows.slice(0, bounds.candidates)),
      (row) => {
        if (row.attributes === '') return [];
        const rank = rankOf(seenAttributes(JSON.parse(row.attributes) as Attributes, row), query);
        const size = row.attributes.length * (row.readable === null ? 1 : REDACTED);
        return rank === 0 ? [] : [{ number: row.number, createdUs: row.createdUs, rank, size }];
      },
      RANKED_AT_ONCE,
    );
    return shown(scope, own?.page, ranked.flat(), search, complete);
  }, scope.tenant);
}

/**
 * Reads what the first batch lacks of a whole tenancy: the page, and assets that must be ranked by their attributes.
 */
async function ownPart(
  scope: Scope,
  search: SearchRequest,
  plan: PlanRow,
  byWord: PageRow[],
  byPrefix: PageRow[],
  bounds: SearchBounds,
  from: (tenants: SQL, numbers: SQL, seen: Seen) => SQL,
): Promise<{ page: IndexPage | undefined; parts: Candidate[][]; complete: boolean }> {
  const next = nextStep(search, plan, byWord, byPrefix, bounds);
  const share = sql`CAST(${bounds.postings} AS INTEGER)`;
  const ranked = (postings: SQL | undefined) =>
    scope.query<Candidate>('own', (seen) => {
      const tenants = sql`(SELECT ${tenantNumber(search.tenant)} AS tenant) space`;
      return seen.sees('asset') && postings && readable(seen, from(tenants, numbersOf([postings]), seen), bounds);
    });
  const unranked =
    'unranked' in next ? having(search.query, newest(sql`start.term = ${next.unranked}`, share)) : undefined;
  const long = plan.long > 0 ? longOnes(share) : undefined;
  const isRead = !('read' in next || unranked || long);
  const [again, ...parts] = isRead
    ? [[], []]
    : await scope.read(
        scope.query<PageRow>('own', (seen) => seen.sees('asset') && ('read' in next ? next.read(seen) : undefined)),
        ranked(unranked),
        ranked(long),
      );
  const readNow = 'read' in next ? pageFrom(again, next.complete) : undefined;
  const page = 'page' in next ? next.page : readNow;
  return {
    page,
    parts,
    complete: (page?.complete ?? true) && plan.long <= bounds.postings,
  };
}

/** The page of the matches in the index and of those that were ranked by their attributes. */
async function shown(
  scope: Scope,
  index: IndexPage | undefined,
  matches: readonly Match[],
  { size, after }: SearchRequest,
  complete: boolean,
): Promise<SearchPage> {
  const ranked = after ? matches.filter((match) => bestFirst(match, after) > 0) : matches;
  const behind = [...(index?.rows ?? []), ...ranked].toSorted(bestFirst);
  // What lies behind the last row of the index is not known if there are more.
  const end = index?.more ? index.rows.at(-1)! : undefined;
  const known = end ? behind.filter((match) => bestFirst(match, end) <= 0) : behind;
  const sized = known.slice(0, size);
  const kept = sized.slice(0, fitting(sized.map((match) => match.size + 1024)));
  const last = kept.at(-1);
  return {
    rows: ranked.length === 0 ? (kept as IndexRow[]).map(seenAsset) : await readMatches(scope, kept),
    next: last && kept.length < behind.length ? [last.rank, last.createdUs, last.number] : undefined,
    total: (index?.total ?? 0) + matches.length,
    complete,
  };
}

const placeAt = ([rank, createdUs, number]: Cursor): SearchRank => ({
  rank: Number(rank),
  createdUs: Number(createdUs),
  number: Number(number),
});

/** Reads assets that match, as the audience may see them now, in this order. */
async function readMatches(scope: Scope, matches: readonly Match[]): Promise<AssetRecord[]> {
  if (matches.length === 0) return [];
  const numbers = JSON.stringify(matches.map(({ number }) => number));
  const [rows] = await scope.read(
    scope.query<AssetRow & Redacted>(
      'whole',
      (seen) => sql`SELECT ${assetColumns('asset', scopeSeen(seen))}, ${seen.redaction('asset')}
        FROM json_each(${numbers}) shown
        CROSS JOIN assets asset ON asset.number = shown.value${seen.join('asset')}${assetParents('asset')}
        WHERE ${seen.sees('asset')} ORDER BY shown.key`,
    ),
  );
  return rows.map(seenAsset);
}
