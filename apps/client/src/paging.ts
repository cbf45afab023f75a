import type { ServiceCaller, ServiceCall } from './caller.ts';
import { repetitions } from '../../../src/lib/paging.ts';
import { unexpected } from './caller.ts';

/** One page of a list. `next` is the token of the next page, empty on the last one. */
export type Page<T> = { items: T[]; next: string };

/** A list that is read page by page while it is iterated. Each iteration starts at the first page. */
export type List<T> = AsyncIterable<T> & {
  /** Iterates over the pages. */
  pages: () => AsyncIterable<Page<T>>;
  /** Reads the records into an array, at most `limit`. */
  take: (limit: number) => Promise<T[]>;
};

/** The list at a path, whose records are in the field `key` of each page. */
export function listOf<T>(
  caller: ServiceCaller,
  path: string,
  key: string,
  call: ServiceCall & { query?: object },
): List<T> {
  async function* pages(): AsyncGenerator<Page<T>> {
    let token = '';
    const isRepeated = repetitions();
    do {
      const query = { ...call.query, ...(token === '' ? {} : { page_token: token }) };
      const body = await caller.json<Record<string, unknown>>('GET', path, { ...call, query });
      const items = body?.[key];
      if (!Array.isArray(items)) throw unexpected(key);
      const next = body['next_page_token'] ?? '';
      if (typeof next !== 'string' || isRepeated(next)) throw unexpected('a new next_page_token');
      yield { items: items as T[], next };
      token = next;
    } while (token !== '');
  }
  async function* items(): AsyncGenerator<T> {
    for await (const page of pages()) yield* page.items;
  }
  return {
    pages,
    take: async (limit) => {
      const found: T[] = [];
      if (limit <= 0) return found;
      for await (const item of items()) if (found.push(item) >= limit) break;
      return found;
    },
    [Symbol.asyncIterator]: items,
  };
}
