/** Items after which long work lets other requests of the isolate run, which has one thread: a few milliseconds. */
const SLICE = 32;

/** Calls `work` for each item in order, and lets other requests run after every slice of them. */
export async function mapInSlices<T, R>(items: readonly T[], work: (item: T, index: number) => R): Promise<R[]> {
  const results: R[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % SLICE === 0) await new Promise((resolve) => setTimeout(resolve, 0));
    results.push(work(item, index));
  }
  return results;
}
