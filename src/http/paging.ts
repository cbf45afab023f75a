import { z } from '@hono/zod-openapi';
import { COUNTED_WHEN_ASKED } from '../access/queries.ts';
import type { KeyRing } from '../core/seal.ts';
import type { Violation } from '../core/errors.ts';
import { canonicalJson } from '../core/digest.ts';
import type { Pairs } from './input.ts';

/** Where a page starts: the sort key of the last record of the page before it. */
export type Position = (string | number)[];

export type Page = {
  /** How many records to show. */
  size: number;
  after: Position | undefined;
  /** Whether the client named a size: then the list never answers 206. */
  sized: boolean;
  /** How far to count; undefined to `COUNTED_WHEN_ASKED` (x-request-total-count: true). */
  countTo: number | undefined;
};

/** One page of a list as a handler gives it. `next` is set when there are more. */
export type ListResult<T> = {
  items: T[];
  next: Position | undefined;
  /** One more than was counted when `truncated`. */
  total: number;
  truncated?: boolean;
};

export type PagingLimits = { pageSize: { default: number; max: number }; resultLimit: number; keys: KeyRing };

/** Documented query parameters of every list. */
export const PageQuery = {
  page_size: z.string().optional().openapi({
    type: 'integer',
    description: 'How many records a page holds; larger than the maximum is taken as the maximum',
  }),
  page_token: z
    .string()
    .optional()
    .openapi({ description: 'next_page_token of the page before; it holds the original query' }),
};

const purpose = (operation: string, audience: string): string => `page_token ${operation} ${audience}`;
const sortedQuery = (pairs: Pairs): Pairs => pairs.toSorted((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1));

/**
 * Takes the paging parameters out of a query. With a token the query is the one the token holds;
 * the same query may be repeated beside it. Violations: a bad size, a damaged or foreign token, another query.
 */
export async function openPage(
  pairs: Pairs,
  exact: boolean,
  scope: { operation: string; audience: string },
  limits: PagingLimits,
  bad: Violation[],
): Promise<{ page: Page; query: Pairs }> {
  const rest = pairs.filter(([key]) => key !== 'page_size' && key !== 'page_token');
  const single = (name: string): string | undefined => {
    const values = pairs.filter(([key]) => key === name);
    if (values.length > 1) bad.push({ field: name, description: 'must be given once' });
    return values[0]?.[1];
  };
  const sizeText = single('page_size');
  const token = single('page_token');
  let size = limits.pageSize.default;
  if (sizeText !== undefined) {
    if (!/^\d{1,10}$/.test(sizeText))
      bad.push({ field: 'page_size', description: 'must be a whole number, 0 or more' });
    else if (Number(sizeText) > 0) size = Math.min(Number(sizeText), limits.pageSize.max);
  }
  const page: Page = {
    size,
    after: undefined,
    sized: Number(sizeText ?? 0) > 0,
    countTo: exact ? undefined : limits.resultLimit + 1,
  };
  if (token === undefined || token === '') return { page, query: rest };

  const text = await limits.keys.open(purpose(scope.operation, scope.audience), token);
  const held = text === undefined ? undefined : (JSON.parse(text) as { q: Pairs; a: Position });
  const same = (q: Pairs): boolean => canonicalJson(sortedQuery(rest)) === canonicalJson(sortedQuery(q));
  if (!held) bad.push({ field: 'page_token', description: 'is not a token that this list gave you' });
  else if (rest.length > 0 && !same(held.q)) {
    bad.push({
      field: 'page_token',
      description: 'belongs to another query; repeat that query or send the token alone',
    });
  }
  if (!held || rest.length > 0) return { page: { ...page, after: held?.a }, query: rest };
  return { page: { ...page, after: held.a }, query: held.q };
}

/** The token of the next page. */
export function sealPage(
  next: Position,
  query: Pairs,
  scope: { operation: string; audience: string },
  keys: KeyRing,
): Promise<string> {
  return keys.seal(purpose(scope.operation, scope.audience), JSON.stringify({ q: query, a: next }));
}

/** Status and headers of a list answer (compat 1.4). */
export function listHeaders(
  list: Pick<ListResult<unknown>, 'total' | 'truncated'>,
  page: Page,
  resultLimit: number,
): { status: 200 | 206; headers: Record<string, string> } {
  const { total, truncated = total === (page.countTo ?? COUNTED_WHEN_ASKED + 1) } = list;
  const headers: Record<string, string> = { 'x-total-count': String(total) };
  if (truncated) headers['x-total-count-truncated'] = 'true';
  if (page.sized || total <= resultLimit) return { status: 200, headers };
  return { status: 206, headers: { ...headers, 'content-range': `items 0-${resultLimit}/${total}` } };
}

/** Cuts the one record too many that a handler fetched to learn whether there is a next page. */
export function cut<T>(
  rows: T[],
  size: number,
  position: (row: T) => Position,
): { rows: T[]; next: Position | undefined } {
  if (rows.length <= size) return { rows, next: undefined };
  const kept = rows.slice(0, size);
  return { rows: kept, next: position(kept.at(-1)!) };
}
