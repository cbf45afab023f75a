/**
 * The state of the database (table `database_state`). Each commit and each audited change makes the next state: a
 * counter, and a random tag that no other history has. `writerTag` is the tag of the last commit of the ledger writer.
 */
export type DatabaseState = { counter: number; tag: string; writerTag: string; epoch: string };

type Moment = Pick<DatabaseState, 'counter' | 'tag' | 'epoch'>;

/** Whether a state is before another one, or has another history of the same length. */
export const isBehind = (found: Moment, last: Moment): boolean =>
  found.epoch !== last.epoch ||
  found.counter < last.counter ||
  (found.counter === last.counter && found.tag !== last.tag);

/**
 * Whether a state is `last` or a later one of the same history, as far back as `earlier` has it: the states before it,
 * each ` <counter>:<tag>`.
 */
export function follows(found: Moment & { earlier: string }, last: Moment): boolean {
  if (isBehind(found, last)) return false;
  const later = found.counter - last.counter;
  const kept = found.earlier.split(' ').slice(1);
  return later === 0 || later > kept.length || kept.at(-later) === `${last.counter}:${last.tag}`;
}
