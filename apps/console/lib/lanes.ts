/** How many calls of a screen run at once: the browser also needs connections for lists and pictures. */
export const LANES = 4;

/**
 * The results of `work` for each item, in their order, with at most four calls at once. Rejects with the first error,
 * and once `signal` is aborted: a screen that was left must not send more requests.
 */
export async function inLanes<T, R>(
  items: readonly T[],
  signal: AbortSignal,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = Array.from({ length: items.length });
  const left = [...items.entries()].values();
  await Promise.all(
    Array.from({ length: Math.min(LANES, items.length) }, async () => {
      for (const [i, item] of left) {
        signal.throwIfAborted();
        results[i] = await work(item);
      }
    }),
  );
  return results;
}
