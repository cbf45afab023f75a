import { describe, expect, test } from 'vitest';
import { utf8 } from '../../src/lib/text.ts';
import { leafHash, rootOf } from '../../src/formats/log/tree.ts';
import {
  newLog,
  nextStep,
  recovered,
  settled,
  signedTree,
  withBundle,
  type TreeLeaf,
  type LogHead,
  type SequencerState,
} from '../../src/transparency/sequencer/sequencing.ts';

const leaf = (event?: number): TreeLeaf => ({ hash: leafHash(utf8(`event ${event}`)), event });
/** A bundle of a genesis and event 1 in a new log, then the committed tree, then a bundle of events 2 and 3. */
const first = withBundle({ ...newLog<TreeLeaf>(), epoch: 'e1' }, [leaf(), leaf(1)]);
const committed: SequencerState<TreeLeaf> = { ...first, tree: signedTree(first), bundle: undefined };
const second = withBundle(committed, [leaf(2), leaf(3)]);
const ended: SequencerState<TreeLeaf> = { ...second, ended: { size: 4, root: signedTree(second).root } };
/** The row with the tree that is signed in this state. */
const rowOf = (stored: SequencerState<TreeLeaf>, epoch = 'e1', appendedIn = 'e1'): LogHead => {
  const { size, root } = signedTree(stored);
  return { size, root, epoch, appendedIn };
};
const noRow = rowOf(newLog(), 'e1', '');
const another = { ...rowOf(committed), root: leafHash(utf8('another')) };
const lacks = 'the database lacks acknowledged changes';
const differs = 'the log is not what was signed';

test.each([
  ['reads the row if it is not known', second, undefined, { do: 'read the row' }],
  ['stores the epoch of a new log', newLog<TreeLeaf>(), noRow, { do: 'store', why: 'epoch', next: { epoch: 'e1' } }],
  [
    'takes the first leaves of a new log',
    { ...newLog<TreeLeaf>(), epoch: 'e1' },
    noRow,
    { do: 'take leaves', after: 0 },
  ],
  ['takes leaves after the last event', committed, rowOf(committed), { do: 'take leaves', after: 1 }],
  ['appends the first bundle', first, noRow, { do: 'append', bundle: first.bundle }],
  ['appends a bundle that is not committed', second, rowOf(committed), { do: 'append', bundle: second.bundle }],
  ['takes leaves after a bundle that is committed', second, rowOf(second), { do: 'take leaves', after: 3 }],
  [
    'continues in a new epoch if the row has the bundle',
    second,
    rowOf(second, 'e2'),
    { do: 'store', why: 'epoch', next: { epoch: 'e2', tree: signedTree(second), bundle: undefined } },
  ],
  [
    'continues in a new epoch if the row has what was signed',
    committed,
    rowOf(committed, 'e2'),
    { do: 'store', why: 'epoch', next: { epoch: 'e2', ended: undefined } },
  ],
  ['stops while the database lacks changes', committed, rowOf(committed, ''), { do: 'stop', why: lacks }],
  ['stops if the row is smaller than what was signed', committed, noRow, { do: 'stop', why: differs }],
  ['stops if the row has another root', committed, another, { do: 'stop', why: differs }],
  ['stops if the row has another root before the bundle', second, another, { do: 'stop', why: differs }],
  [
    'ends the log after an accepted loss of a committed tree',
    committed,
    { ...noRow, epoch: 'e2' },
    { do: 'store', why: 'ended', next: { epoch: 'e2', ended: { size: 2, root: committed.tree.root } } },
  ],
  [
    'ends the log after an accepted loss with the tree of a bundle, also if only the bundle is missing',
    second,
    rowOf(committed, 'e2'),
    { do: 'store', why: 'ended', next: { ended: { size: 4, root: signedTree(second).root } } },
  ],
  ['recovers if the row is ahead', committed, rowOf(second), { do: 'recover', row: rowOf(second) }],
  ['recovers if nothing is stored', newLog<TreeLeaf>(), rowOf(second), { do: 'recover', row: rowOf(second) }],
  ['is none for a log that was ended', ended, rowOf(second), { do: 'nothing' }],
] as const)('the next step %s', (_, stored, row, expected) => {
  expect(nextStep<TreeLeaf>(stored, row)).toMatchObject(expected);
});

describe('a bundle', () => {
  test('has the tree that its leaves lead to, and the last event as the cursor', () => {
    const hashes = [leaf(), leaf(1), leaf(2), leaf(3)].map(({ hash }) => hash);
    expect(signedTree(second)).toMatchObject({ size: 4, root: rootOf(hashes), cursor: 3 });
    expect(second).toMatchObject({ version: 2, tree: committed.tree });
    expect(signedTree(withBundle(committed, [leaf(2), leaf()])).cursor).toBe(2);
  });

  test('follows the one before it, which is committed', () => {
    const third = withBundle(second, [leaf(4)]);
    expect(third).toMatchObject({ version: 3, tree: signedTree(second) });
    expect(third.bundle!.tree).toMatchObject({ size: 5, cursor: 4 });
    expect(settled(third)).toEqual({ ...third, version: 4, tree: third.bundle!.tree, bundle: undefined });
  });

  test.each([
    ['of a log that was ended', { ...committed, ended: ended.ended }, [leaf(2)], 'bundle: must not follow the end'],
    ['with an event of the bundle before it', second, [leaf(3)], 'leaves: event 3 must be after 3'],
    ['without leaves', committed, [], 'leaves: must not be empty'],
    ['without a genesis in a new log', newLog<TreeLeaf>(), [leaf(1)], 'leaves: must begin with the genesis'],
    ['with an event that the log has', committed, [leaf(1)], 'leaves: event 1 must be after 1'],
    ['with an event twice', committed, [leaf(2), leaf(2)], 'leaves: event 2 must be after 2'],
  ] as const)('is refused %s', (_, stored, leaves, message) => {
    expect(() => withBundle<TreeLeaf>(stored, leaves)).toThrow(message);
  });
});

describe('a recovery', () => {
  const found = { edge: signedTree(second).edge, cursor: 3, signedRoot: committed.tree.root };

  test('continues from the tree of the row', () => {
    expect(recovered(committed, rowOf(second), found)).toEqual({
      ...committed,
      version: committed.version + 1,
      tree: signedTree(second),
    });
  });

  test('ends the log if changes were lost since its last append, because more may have been signed', () => {
    const signedRoot = newLog().tree.root;
    const after = recovered(newLog<TreeLeaf>(), rowOf(second, 'e2'), { ...found, signedRoot });
    expect(after).toMatchObject({ epoch: 'e2', ended: { size: 4, root: signedTree(second).root } });
  });

  test('is refused if the tree of the row does not continue what was signed, or differs from its tiles', () => {
    expect(recovered(committed, rowOf(second), { ...found, signedRoot: leaf(9).hash })).toBeUndefined();
    expect(recovered(committed, rowOf(second), { ...found, edge: [leaf(9).hash] })).toBeUndefined();
  });
});
