import { COUNTED_WHEN_ASKED, type Cursor } from '../lib/paging.ts';
import { z } from '@hono/zod-openapi';
import type { KeyRing } from '../lib/seal.ts';
import type { Violation } from '../lib/errors.ts';
import { canonicalJson } from '../lib/digest.ts';
import type { Pairs } from './input.ts';

export type PageRequest = {
  /** Number of records in a page. */
  size: number;
  after: Cursor | undefined;
  /** Whether the request has a page size: then the status is never 206. */
  sized: boolean;
  /** Count up to this number; undefined: up to `COUNTED_WHEN_ASKED` (x-request-total-count: true). */
  countTo: number | undefined;
};

/** One page of a list that a handler returns. `next` is undefined on the last page. */
export type ListResult<T> = {
  items: T[];
  next: Cursor | undefined;
  /** The number of records; with `truncated`, a lower bound. */
  total: number;
  truncated?: boolean;
};

export type PagingLimits = { pageSize: { default: number; max: number }; resultLimit: number; keys: KeyRing };

/** Documented query parameters of every list. */
export const PageQuery = {
  page_size: z
    .string()
    .optional()
    .openapi({
      type: 'integer',
      description:
        'Maximum number of records per page. A value above the maximum of the deployment is reduced to that ' +
        'maximum; 0 selects the default.',
      example: 100,
    }),
  page_token: z
    .string()
    .optional()
    .openapi({
      description:
        '`next_page_token` of the previous page. The token contains the original query, which may be ' +
        'repeated but not changed.',
    }),
};

export const NextPageToken = z.string().openapi({
  description: 'Token for the next page, to be sent as `page_token`; empty on the last page',
  example: '',
});

/** The response of a list: a page of records under `key`, and the token of the next page. */
export const listOf = <K extends string, S extends z.ZodType>(key: K, item: S) =>
  z.object({
    [key]: z.array(item).openapi({ description: 'The records of this page' }),
    next_page_token: NextPageToken,
  } as { [P in K]: z.ZodArray<S> } & { next_page_token: z.ZodString });

const purpose = (operation: string, audience: string): string => `page_token ${operation} ${audience}`;
const sortedQuery = (pairs: Pairs): Pairs => pairs.toSorted((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1));

/**
 * Separates the paging parameters from a query. With a token, the query is that of the token, and the request may
 * repeat it. Violations: an invalid size, a token that this list did not issue, a query that differs from the token's.
 */
export async function openPage(
  pairs: Pairs,
  exact: boolean,
  scope: { operation: string; audience: string },
  limits: PagingLimits,
  bad: Violation[],
): Promise<{ page: PageRequest; query: Pairs }> {
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
      bad.push({ field: 'page_size', description: 'must be an integer from 0 to 9999999999' });
    else if (Number(sizeText) > 0) size = Math.min(Number(sizeText), limits.pageSize.max);
  }
  const page: PageRequest = {
    size,
    after: undefined,
    sized: Number(sizeText ?? 0) > 0,
    countTo: exact ? undefined : limits.resultLimit + 1,
  };
  if (token === undefined || token === '') return { page, query: rest };

  const text = await limits.keys.open(purpose(scope.operation, scope.audience), token);
  const held = text === undefined ? undefined : (JSON.parse(text) as { q: Pairs; a: Cursor });
  const same = (q: Pairs): boolean => canonicalJson(sortedQuery(rest)) === canonicalJson(sortedQuery(q));
  if (!held) bad.push({ field: 'page_token', description: 'is not valid; must be the next_page_token of this list' });
  else if (rest.length > 0 && !same(held.q)) {
    bad.push({
      field: 'page_token',
      description: 'belongs to another query; repeat that query, or send only the token',
    });
  }
  if (!held || rest.length > 0) return { page: { ...page, after: held?.a }, query: rest };
  return { page: { ...page, after: held.a }, query: held.q };
}

/** Makes the token of the next page. */
export function sealPage(
  next: Cursor,
  query: Pairs,
  scope: { operation: string; audience: string },
  keys: KeyRing,
): Promise<string> {
  return keys.seal(purpose(scope.operation, scope.audience), JSON.stringify({ q: query, a: next }));
}

/** Status and headers of the response of a list. Without a page size, more than `resultLimit` records are a 206. */
export function listHeaders(
  list: Pick<ListResult<unknown>, 'total' | 'truncated'>,
  page: PageRequest,
  resultLimit: number,
): { status: 200 | 206; headers: Record<string, string> } {
  const { total, truncated = total === (page.countTo ?? COUNTED_WHEN_ASKED + 1) } = list;
  const headers: Record<string, string> = { 'x-total-count': String(total) };
  if (truncated) headers['x-total-count-truncated'] = 'true';
  if (page.sized || total <= resultLimit) return { status: 200, headers };
  return { status: 206, headers: { ...headers, 'content-range': `items 0-${resultLimit}/${total}` } };
}

/** Cuts rows to a page. Handlers fetch one more row than the page has, which shows whether there is a next page. */
export function cut<T>(rows: T[], size: number, cursor: (row: T) => Cursor): { rows: T[]; next: Cursor | undefined } {
  if (rows.length <= size) return { rows, next: undefined };
  const kept = rows.slice(0, size);
  return { rows: kept, next: cursor(kept.at(-1)!) };
}
