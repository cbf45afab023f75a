import type { SQL } from 'drizzle-orm';
import type { Seen } from '../../access/queries.ts';
import type { Scope } from '../../access/scope.ts';
import type { AssetRow, Redacted } from '../records/rows.ts';
import {
  bestPrefixed,
  pageOf,
  pageOfPrefix,
  pageOfTerm,
  pageOfWord,
  planOf,
  prefixed,
  type PageRow,
  type PlanRow,
} from './search-sql.ts';
import type { SearchRequest, SearchRank } from './postings.ts';

/*
 * The search of a whole tenancy, for its administrators. They may read all attributes, so that the ranks follow from
 * the weights in the index alone, and attributes are read only of the assets of the page. The first batch has the page
 * of most queries; what the index has of the words, which the same batch reads, says whether it does.
 */

/** Bounds of a search of a whole tenancy. */
export type IndexBounds = {
  /** Rows of the index that are read for one word. */
  postings: number;
  /** Those that the first batch reads. */
  first: number;
};

/**
 * Terms with a prefix that are read one by one, with the best `rows` of each; and those that are looked up for each
 * candidate.
 */
const TERMS = { read: 8, rows: 100, probed: 3, probedFirst: 2 };
/** Rows of all terms that are read besides these. */
const OTHERS = 500;

export const bestFirst = (x: SearchRank, y: SearchRank): number =>
  y.rank - x.rank || y.createdUs - x.createdUs || y.number - x.number;

export type IndexRow = AssetRow & Redacted & { rank: number; size: number };
/** What a search of the index found: the assets behind the cursor, one more than the page or fewer. */
export type IndexPage = {
  rows: IndexRow[];
  /** Whether there are assets behind the last row. */
  more: boolean;
  total: number;
  /** Whether all assets that match were found. */
  complete: boolean;
};

/**
 * The statements of the first batch: the plan, and pages by one term or the longest word, and by the range of the
 * prefix.
 */
export function firstStatements(scope: Scope, search: SearchRequest, { postings, first }: IndexBounds) {
  const word = longest(search);
  const best = Math.min(first, firstOf(search));
  const page = (write: (seen: Seen) => SQL) => scope.query<PageRow>('own', write);
  return [
    // It reads no record, so the predicate is not part of it.
    scope.query<PlanRow>('own', (seen) => seen.sees('asset') && planOf(search, postings, TERMS.read)),
    page((seen) =>
      word === undefined
        ? pageOfTerm(seen, search, postings)
        : pageOfWord(seen, search, word, TERMS.probedFirst, first, best),
    ),
    page((seen) =>
      word === undefined
        ? pageOf(seen, search, prefixed(search, first))
        : pageOfPrefix(seen, search, { ...TERMS, others: OTHERS, postings, first, best }),
    ),
  ] as const;
}

/** Rows of a common word or prefix of which the first batch makes the first page; for the others it takes `first`. */
const firstOf = ({ size, after }: SearchRequest): number => (after ? Infinity : 2 * size + 10);

/** The whole word that probably the fewest assets have. */
const longest = ({ query }: SearchRequest): string | undefined =>
  query.words.toSorted((x, y) => y.length - x.length)[0];

/**
 * What remains to be done after the first batch: a statement for the page, or assets to be ranked by their attributes.
 */
export type Next = { page: IndexPage } | { read: (seen: Seen) => SQL; complete: boolean } | { unranked: string };

/** Decides what the results of the first batch are good for. */
export function nextStep(
  search: SearchRequest,
  plan: PlanRow,
  byWord: PageRow[],
  byPrefix: PageRow[],
  { postings, first }: IndexBounds,
): Next {
  const terms = JSON.parse(plan.terms) as string[];
  const words = JSON.parse(plan.words) as [word: string, size: number][];
  const rarest = words.toSorted(([, x], [, y]) => x - y)[0];
  const isFew = plan.size <= postings;
  if (!rarest) {
    if (terms.length <= 1) return { page: pageFrom(byWord, isFew, plan.tracked ?? Math.min(plan.size, postings)) };
    if (plan.size <= first) return { page: pageFrom(byPrefix, true) };
    return {
      read: (seen) => pageOf(seen, search, isFew ? prefixed(search, postings) : best(search, terms)),
      complete: isFew,
    };
  }
  if (plan.size <= first) return { page: pageFrom(byPrefix, true) };
  const [word, size] = rarest;
  const isRare = size <= postings;
  const isRead = size <= first ? word === longest(search) : !isRare && !isFew && isFinal(byWord, search.size);
  if (terms.length <= TERMS.probedFirst && isRead) return { page: pageFrom(byWord, isRare) };
  if (isFew)
    return {
      read: (seen) => pageOf(seen, search, prefixed(search, postings, size < plan.size ? word : undefined)),
      complete: true,
    };
  if (terms.length <= TERMS.probed)
    return { read: (seen) => pageOfWord(seen, search, word, terms, postings), complete: isRare };
  if (isRare) return { unranked: word };
  if (isFinal(byPrefix, search.size)) return { page: pageFrom(byPrefix, false) };
  return { read: (seen) => pageOf(seen, search, best(search, terms)), complete: false };
}

const best = (search: SearchRequest, terms: string[]): SQL =>
  bestPrefixed(search, terms.slice(0, TERMS.read), TERMS.rows, terms.length > TERMS.read ? OTHERS : 0);

/** Whether no asset that was not read precedes one of a full page. */
function isFinal(rows: PageRow[], size: number): boolean {
  const [{ last, rest } = { last: null, rest: null }] = rows;
  if (last === null) return true;
  const [points, createdUs, number] = JSON.parse(last) as [number, number, number];
  const read = assetsOf(rows);
  return read.length > size && bestFirst(read.at(-1)!, { rank: points + (rest ?? 0), createdUs, number }) <= 0;
}

const assetsOf = (rows: PageRow[]): IndexRow[] =>
  rows
    .flatMap((row) => (row.number === null ? [] : [{ ...row, number: row.number, size: row.bytes }]))
    .toSorted(bestFirst);

/** A page from its rows. `total`: that of the rows by default. */
export function pageFrom(rows: PageRow[], complete: boolean, total = rows[0]?.total ?? 0): IndexPage {
  const read = assetsOf(rows);
  return { rows: read, more: (rows[0]?.listed ?? 0) > read.length, total, complete };
}
