/** How far a total is counted when the client asks for it (`x-request-total-count`). */
export const COUNTED_WHEN_ASKED = 100_000;

/** Bytes of the records of one page as JSON, so that a response has less than 2 MB. */
export const PAGE_BYTES = 1_800_000;

/**
 * The number of records, in this order, that fit into a page; at least one. Sizes are bytes, or characters as an
 * estimate.
 */
export function fitting(sizes: readonly number[], most = PAGE_BYTES): number {
  let bytes = 0;
  const over = sizes.findIndex((size) => (bytes += size) > most);
  return Math.max(1, over < 0 ? sizes.length : over);
}

/** The sort keys of the last record of a page. The next page starts after it. */
export type Cursor = (string | number)[];

/**
 * Recognizes a list that never ends: the returned function is called with the cursor of each further page, and returns
 * true once the cursors repeat, in a cycle of any length. Keeps one of them (Brent's algorithm).
 */
export function repetitions(): (cursor: string) => boolean {
  let [kept, since, until] = ['', 0, 1];
  return (cursor) => {
    if (cursor !== '' && cursor === kept) return true;
    since += 1;
    if (since === until) [kept, since, until] = [cursor, 0, 2 * until];
    return false;
  };
}
