import type { LoggedChanges } from './author-key-leaves.ts';
import type { LogLeaf } from './leaf.ts';
import type { OpenedLog } from './log-appends.ts';
import type { Uncovered } from './map-schedule.ts';
import type { SequencerState } from './sequencing.ts';

/** What the sequencer of a scope stores: the current log, the keys that have signed its tree, and its steps. */
export type SequencerRecord = {
  log: OpenedLog;
  /** The numbers of the keys that sign the largest tree: one, or two if the tree is the first one after a change. */
  keys: number[];
  keyChanges?: LoggedChanges | undefined;
  stored: SequencerState<LogLeaf>;
  /** Records of versions without maps lack it. */
  uncovered?: Uncovered;
};

/** The storage of the sequencer, outside of the database. */
export interface SequencerStorage {
  get(): SequencerRecord | undefined;
  /** Replaces the record `before` if it is still stored. With a bundle, an alarm is set as well. */
  replace(before: SequencerRecord | undefined, next: SequencerRecord): boolean;
}

/** The keys that sign the largest tree once `next` is stored: two if its bundle changes them. */
export function signersOf({ keys, stored }: SequencerRecord, next: SequencerState<LogLeaf>): number[] {
  if (!next.bundle || next.bundle === stored.bundle) return keys;
  const named = next.bundle.leaves.findLast((leaf) => leaf.keys !== undefined)?.keys;
  const [before] = keys as [number];
  return named === undefined || named === before ? [before] : [named, before];
}
