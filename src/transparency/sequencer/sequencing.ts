import { CompactRange, emptyRoot } from '../../formats/log/tree.ts';
import { equalBytes } from '../../lib/bytes.ts';

/**
 * Decides what the sequencer of a log does next. Pure: the caller reads, writes and signs.
 *
 * A log has a row in the database, with its published size and root. Its sequencer has storage of its own, outside of
 * the database. It stores a bundle (the leaves of an append, the resulting size and root) before it signs that root,
 * and until the row has this size and root it appends only that bundle. So a size never gets two roots, even if calls
 * are lost or repeated, or other events are waiting by then.
 *
 * The caller keeps these rules, also if two instances of a sequencer run:
 * - `SequencerState` is replaced only by compare-and-set: if the storage still has the preceding `version`.
 * - A row counts only if the storage had the same version before and after it was read. The row and the epoch are read
 *   by the ledger writer, which knows whether the database lacks changes.
 * - Leaves come with the epoch of the database. If it is not that of `SequencerState`, the row is not known any more.
 * - A root is signed only while its bundle is stored.
 * - An append takes effect only if the row has the size and root before the bundle, and the database the epoch of
 *   `SequencerState`.
 */

/** The size and the root of a tree. */
export type TreeHead = { size: number; root: Uint8Array };

/** A tree to which leaves can be appended. `cursor` is the commit number of its last event, 0 if it has none. */
export type OpenTree = TreeHead & { edge: readonly Uint8Array[]; cursor: number };

/** A leaf, with the commit number of its event. The genesis and changes of keys have none. */
export type TreeLeaf = { hash: Uint8Array; event: number | undefined };

/** An append: its leaves, and the tree after it. */
export type Bundle<L extends TreeLeaf> = { leaves: readonly L[]; tree: OpenTree };

/** What the sequencer stores. */
export type SequencerState<L extends TreeLeaf> = {
  version: number;
  /** The epoch of the database in which the row was last found to have what was signed; empty: no row was read yet. */
  epoch: string;
  /** A committed tree: the one before `bundle`, or without one the last. */
  tree: OpenTree;
  /** The append that follows `tree`, from before its root is signed until the next one is stored, or `settled`. */
  bundle: Bundle<L> | undefined;
  /** The last tree of a log that was ended. The log that replaces it names it in its genesis. */
  ended: TreeHead | undefined;
};

/** The row of the log. A log without a row has size 0. */
export type LogHead = TreeHead & {
  /** The epoch of the database; empty: it lacks acknowledged changes, and no operator has accepted their loss. */
  epoch: string;
  /** The epoch of the last append to the log, empty before the first one. */
  appendedIn: string;
};

export type SequencerStep<L extends TreeLeaf> =
  /** The log was ended. The log of the epoch `stored.epoch` replaces it, and names `stored.ended` in its genesis. */
  | { do: 'nothing' }
  | { do: 'read the row' }
  /** Replace what is stored. `why` is for log lines. */
  | { do: 'store'; next: SequencerState<L>; why: 'epoch' | 'ended' }
  /** Sign the tree of the bundle, and append the bundle. If it is committed, the row is known; if not, read it. */
  | { do: 'append'; bundle: Bundle<L> }
  /** The bundle, if any, is committed. Take leaves after its last event and store `withBundle`. Without any, wait. */
  | { do: 'take leaves'; after: number }
  /** The row is ahead of the storage, which was lost or restored. Raise an alarm, and store `recovered`. */
  | { do: 'recover'; row: LogHead }
  /** Raise an alarm, serve nothing of the log, and start again later. */
  | { do: 'stop'; why: 'the database lacks acknowledged changes' | 'the log is not what was signed' };

/** What is stored for a log that has no leaves. */
export const newLog = <L extends TreeLeaf>(): SequencerState<L> => ({
  version: 0,
  epoch: '',
  tree: { size: 0, root: emptyRoot(), edge: [], cursor: 0 },
  bundle: undefined,
  ended: undefined,
});

/** The largest tree that was signed, or may have been. */
export const signedTree = <L extends TreeLeaf>({ tree, bundle }: SequencerState<L>): OpenTree => bundle?.tree ?? tree;

/** The next step. `row` is undefined if it is not known: at the start, and after an append that did not succeed. */
export function nextStep<L extends TreeLeaf>(stored: SequencerState<L>, row: LogHead | undefined): SequencerStep<L> {
  if (stored.ended) return { do: 'nothing' };
  if (!row) return { do: 'read the row' };
  if (row.epoch === '') return { do: 'stop', why: 'the database lacks acknowledged changes' };
  const { tree, bundle, epoch } = stored;
  const signed = signedTree(stored);
  if (isSame(row, signed)) {
    if (row.epoch !== epoch) return store(stored, { tree: signed, bundle: undefined, epoch: row.epoch }, 'epoch');
    return { do: 'take leaves', after: signed.cursor };
  }
  if (row.size > signed.size) return { do: 'recover', row };
  // Also if the row has the tree before the bundle: its events may be among what was lost.
  if (isLossAccepted(stored, row)) return store(stored, { ended: headOf(signed), epoch: row.epoch }, 'ended');
  if (bundle && isSame(row, tree)) return { do: 'append', bundle };
  return { do: 'stop', why: 'the log is not what was signed' };
}

/**
 * What is stored before the root of an append is signed, in place of the bundle before it, which must be committed: so
 * an append takes one write. `leaves` are in the order of commits, after the last event; those of a log without leaves
 * begin with its genesis. Throws RangeError if they are not.
 */
export function withBundle<L extends TreeLeaf>(stored: SequencerState<L>, leaves: readonly L[]): SequencerState<L> {
  const tree = signedTree(stored);
  if (stored.ended) throw new RangeError('bundle: must not follow the end of the log');
  if (leaves.length === 0) throw new RangeError('leaves: must not be empty');
  if (tree.size === 0 && leaves[0]!.event !== undefined) throw new RangeError('leaves: must begin with the genesis');
  const range = new CompactRange(tree.size, tree.edge);
  let { cursor } = tree;
  for (const { hash, event } of leaves) {
    if (event !== undefined && event <= cursor) throw new RangeError(`leaves: event ${event} must be after ${cursor}`);
    cursor = event ?? cursor;
    range.append(hash);
  }
  return changed(stored, { tree, bundle: { leaves, tree: treeOf(range, cursor) } });
}

/** What is stored when a committed bundle is not followed by another one. */
export const settled = <L extends TreeLeaf>(stored: SequencerState<L>): SequencerState<L> =>
  changed(stored, { tree: signedTree(stored), bundle: undefined });

/**
 * What is stored after a recovery: the tree of the row becomes that of the sequencer, or, after an accepted loss, the
 * last one of the log. `found` was read from the leaves and tiles: the right edge of the tree and its cursor, and the
 * root of its first `signedTree(stored).size` leaves. Returns undefined if the edge does not have the root of the row,
 * or the row does not continue what was signed. The sequencer must then stop.
 */
export function recovered<L extends TreeLeaf>(
  stored: SequencerState<L>,
  row: LogHead,
  found: { edge: readonly Uint8Array[]; cursor: number; signedRoot: Uint8Array },
): SequencerState<L> | undefined {
  const tree = treeOf(new CompactRange(row.size, found.edge), found.cursor);
  if (!isSame(tree, row) || !equalBytes(found.signedRoot, signedTree(stored).root)) return undefined;
  const { epoch } = row;
  return isLossAccepted(stored, row)
    ? changed(stored, { ended: headOf(tree), epoch })
    : changed(stored, { tree, bundle: undefined, epoch });
}

/** Whether an operator has accepted that the database lacks changes, since the log was last found to be complete. */
function isLossAccepted<L extends TreeLeaf>(stored: SequencerState<L>, row: LogHead): boolean {
  const last = stored.epoch || row.appendedIn;
  return last !== '' && last !== row.epoch;
}

const store = <L extends TreeLeaf>(
  stored: SequencerState<L>,
  changes: Partial<SequencerState<L>>,
  why: 'epoch' | 'ended',
): SequencerStep<L> => ({
  do: 'store',
  next: changed(stored, changes),
  why,
});

const changed = <L extends TreeLeaf>(
  stored: SequencerState<L>,
  changes: Partial<SequencerState<L>>,
): SequencerState<L> => ({
  ...stored,
  ...changes,
  version: stored.version + 1,
});

const isSame = (a: TreeHead, b: TreeHead): boolean => a.size === b.size && equalBytes(a.root, b.root);

const headOf = ({ size, root }: TreeHead): TreeHead => ({ size, root });

const treeOf = (range: CompactRange, cursor: number): OpenTree => ({
  size: range.size,
  root: range.root(),
  edge: range.edge,
  cursor,
});
