/** Items after which long work lets other requests of the isolate run, which has one thread: a few milliseconds. */
const SLICE = 32;

/** How much of the work a slice has: `most`, in the unit of `cost`. */
export type Slices<T> = { most: number; cost: (item: T) => number };

/**
 * Calls `work` for each item in order, and lets other requests run after every slice of them; by default a number of
 * items.
 */
export async function mapInSlices<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => R,
  { most, cost }: Slices<T> = { most: SLICE, cost: () => 1 },
): Promise<R[]> {
  const results: R[] = [];
  let done = 0;
  for (const [index, item] of items.entries()) {
    if (done >= most) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      done = 0;
    }
    results.push(work(item, index));
    done += cost(item);
  }
  return results;
}
