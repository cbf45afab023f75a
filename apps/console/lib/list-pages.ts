/**
 * A page of a list: its records, the token of the next page (empty on the last one), the total number of records, and
 * whether there may be more than this total, because the service counts up to a limit. `note`: what people must know of
 * the list.
 */
export type PageOf<T> = { items: T[]; next: string; total: number; truncated: boolean; note?: string };
/** Reads a page of a list; without a token, the first. */
export type Pages<T> = (token?: string, size?: number) => Promise<PageOf<T>>;

/**
 * Items of a page that is read to be filtered; the most such pages for one page of the result, and while it is empty.
 */
const [STRIDE, MOST, MOST_EMPTY] = [500, 20, 200];
const PAGE = 25;

/** The token of a filtered list: the items to skip in a page, and the token of this page. */
const placeOf = (token: string): [skip: number, inner: string] => {
  const [, skip = '0', inner = ''] = /^(\d+):(.*)$/s.exec(token) ?? [];
  return [Number(skip), inner];
};

/**
 * The pages of those items of a list that `keep` keeps, in their order. Each reads up to 10,000 items of the list, or
 * up to 100,000 to find any: it can have fewer than were asked for although another one follows.
 */
export function kept<T>(of: Pages<T>, keep: (item: T) => boolean): Pages<T> {
  return async (token = '', size = PAGE) => {
    const items: T[] = [];
    let [skip, inner] = placeOf(token);
    let [total, isEnd] = [0, false];
    for (let i = 0; i < (items.length > 0 ? MOST : MOST_EMPTY) && items.length < size && !isEnd; i++) {
      const page = await of(inner, STRIDE);
      ({ total } = page);
      for (; skip < page.items.length && items.length < size; skip++)
        if (keep(page.items[skip]!)) items.push(page.items[skip]!);
      if (skip < page.items.length) break;
      [skip, inner, isEnd] = [0, page.next, page.next === ''];
    }
    return { items, next: isEnd ? '' : `${skip}:${inner}`, total, truncated: true };
  };
}

/** The pages of lists that follow each other. A page of one that ends early has the first items of the next. */
export function chained<T>(lists: readonly Pages<T>[]): Pages<T> {
  return async (token = '', size = PAGE) => {
    const items: T[] = [];
    let [at, inner] = placeOf(token);
    let [total, truncated] = [0, false];
    while (at < lists.length && items.length < size) {
      const page = await lists[at]!(inner, size);
      items.push(...page.items);
      total += page.total;
      truncated ||= page.truncated;
      if (page.next !== '') return { items, next: `${at}:${page.next}`, total, truncated };
      [at, inner] = [at + 1, ''];
    }
    const isEnd = at >= lists.length;
    return { items, next: isEnd ? '' : `${at}:`, total, truncated: truncated || !isEnd };
  };
}
