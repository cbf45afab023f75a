/** Bytes of the records of one page in their JSON form: with what surrounds them a response stays below 2 MB. */
export const PAGE_BYTES = 1_800_000;

/** How many records of these sizes (bytes, or characters as an estimate of them), in their order, make a page: at least one. */
export function fitting(sizes: readonly number[]): number {
  let bytes = 0;
  const over = sizes.findIndex((size) => (bytes += size) > PAGE_BYTES);
  return Math.max(1, over < 0 ? sizes.length : over);
}

/** The sort keys of a record in a list: the list continues after it. */
export type Cursor = (string | number)[];
