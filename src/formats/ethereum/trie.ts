import { keccak_256 } from '@noble/hashes/sha3.js';
import * as Rlp from 'ox/Rlp';
import { equalBytes } from '../../lib/bytes.ts';
import { encodeRlp, scalar, type RlpItem } from './rlp.ts';

/**
 * The Merkle-Patricia trie of Ethereum (Yellow Paper, appendix D), built at once from all of its entries: those of an
 * ordered list (the transactions or receipts of a block), or accounts.
 */

/** keccak256(RLP('')): the root of a trie without entries. */
export const EMPTY_ROOT = keccak_256(encodeRlp(new Uint8Array()));

/** keccak256(''): the code hash of an account without code. */
const EMPTY_CODE = keccak_256(new Uint8Array());

/** An inclusion proof is not valid. */
export class ProofError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ProofError';
  }
}

export type ListTrie = {
  root: Uint8Array;
  /**
   * The RLP nodes from the root to the value at this index. Nodes shorter than a hash are embedded in their parents.
   */
  proof(index: number): Uint8Array[];
};

/** An account without code, storage and balance. The embedded chain has no others. */
export type Account = { address: Uint8Array; nonce: bigint | number };

/** The trie of a list: key RLP(index). */
export function listTrie(values: readonly Uint8Array[]): ListTrie {
  const entries = values.map((value, index) => ({ path: pathOfIndex(index), value }));
  const top = entries.length === 0 ? undefined : build(entries.toSorted(byPath), 0);
  return {
    root: top ? keccak_256(top.rlp) : EMPTY_ROOT,
    proof(index) {
      if (!top || !entries[index]) throw new RangeError(`the list has no index ${index}`);
      return nodesTo(top, entries[index].path);
    },
  };
}

export function listRoot(values: readonly Uint8Array[]): Uint8Array {
  return listTrie(values).root;
}

export function listProof(values: readonly Uint8Array[], index: number): Uint8Array[] {
  return listTrie(values).proof(index);
}

/** The state root of these accounts: key keccak256(address), value RLP [nonce, balance, storage root, code hash]. */
export function stateRoot(accounts: readonly Account[]): Uint8Array {
  if (accounts.length === 0) return EMPTY_ROOT;
  const entries = accounts.map(({ address, nonce }) => ({
    path: nibblesOf(keccak_256(address)),
    value: encodeRlp([scalar(nonce), new Uint8Array(), EMPTY_ROOT, EMPTY_CODE]),
  }));
  return keccak_256(build(entries.toSorted(byPath), 0).rlp);
}

/** Verifies a proof and returns the value at this index of the list with this root. Throws ProofError. */
export function proven(root: Uint8Array, index: number, proof: readonly Uint8Array[]): Uint8Array {
  if (root.length !== 32) throw new ProofError('the root must have 32 bytes');
  if (!Number.isSafeInteger(index) || index < 0) throw new ProofError('the index must be a whole number');
  const path = pathOfIndex(index);
  let used = 0;
  let at = 0;
  /**
   * The node that a reference names: embedded in the parent, or the next node of the proof, which must have this hash.
   */
  const resolve = (reference: RlpItem): readonly RlpItem[] => {
    if (!(reference instanceof Uint8Array)) return reference;
    if (reference.length === 0) throw new ProofError(`the list has nothing at index ${index}`);
    const node = proof[used];
    if (!node) throw new ProofError(`the proof ends before its node ${used}`);
    if (!equalBytes(keccak_256(node), reference)) throw new ProofError(`node ${used} has another hash`);
    used += 1;
    return listOf(node, used - 1);
  };
  for (let node = resolve(root); ;) {
    let next: RlpItem | undefined;
    if (node.length === 17) {
      if (at === path.length) return ended(node[16], used, proof, index);
      next = node[path[at]!];
      at += 1;
    } else if (node.length === 2) {
      const { nibbles, isLeaf } = partOf(node[0]!, used - 1);
      if (!nibbles.every((nibble, i) => nibble === path[at + i]))
        throw new ProofError(`the list has nothing at index ${index}`);
      at += nibbles.length;
      next = node[1];
      if (isLeaf) {
        if (at !== path.length) throw new ProofError(`the list has nothing at index ${index}`);
        return ended(next, used, proof, index);
      }
    }
    if (next === undefined) throw new ProofError(`node ${used - 1} is not a node of a trie`);
    node = resolve(next);
  }
}

function ended(value: RlpItem | undefined, used: number, proof: readonly Uint8Array[], index: number): Uint8Array {
  if (!(value instanceof Uint8Array)) throw new ProofError(`node ${used - 1} is not a node of a trie`);
  if (value.length === 0) throw new ProofError(`the list has nothing at index ${index}`);
  if (used !== proof.length) throw new ProofError(`the proof has nodes after node ${used - 1}, its last one`);
  return value;
}

function listOf(node: Uint8Array, number: number): readonly RlpItem[] {
  let item: RlpItem;
  try {
    item = Rlp.toBytes(node) as RlpItem;
  } catch {
    throw new ProofError(`node ${number} is not RLP`);
  }
  if (item instanceof Uint8Array) throw new ProofError(`node ${number} is not a node of a trie`);
  return item;
}

/** Hex-prefix decoding (Yellow Paper, appendix C). */
function partOf(encoded: RlpItem, number: number): { nibbles: number[]; isLeaf: boolean } {
  const [flag, ...rest] = encoded instanceof Uint8Array ? nibblesOf(encoded) : [];
  if (flag === undefined || flag > 3 || (flag % 2 === 0 && rest[0] !== 0))
    throw new ProofError(`node ${number} is not a node of a trie`);
  return { nibbles: flag % 2 === 1 ? rest : rest.slice(1), isLeaf: flag >= 2 };
}

/** Hex-prefix encoding. */
function prefixed(nibbles: readonly number[], isLeaf: boolean): Uint8Array {
  const flag = isLeaf ? 2 : 0;
  const all = nibbles.length % 2 === 1 ? [flag + 1, ...nibbles] : [flag, 0, ...nibbles];
  return Uint8Array.from({ length: all.length / 2 }, (_, i) => all[2 * i]! * 16 + all[2 * i + 1]!);
}

type Entry = { path: readonly number[]; value: Uint8Array };

/** A node with its encoding. A branch has `children` by nibble; an extension has `next` after `skip` nibbles. */
type Node = { rlp: Uint8Array; item: RlpItem; skip: number; children?: (Node | undefined)[]; next?: Node };

/** The node of sorted entries whose first `depth` nibbles are equal. */
function build(entries: readonly Entry[], depth: number): Node {
  const [first] = entries;
  if (entries.length === 1) return leaf(prefixed(first!.path.slice(depth), true), first!.value);
  const shared = sharedUntil(first!.path, entries.at(-1)!.path, depth);
  if (shared > depth) {
    const next = build(entries, shared);
    return {
      ...made([prefixed(first!.path.slice(depth, shared), false), reference(next)]),
      skip: shared - depth,
      next,
    };
  }
  const children: (Node | undefined)[] = [];
  const own = first!.path.length === depth ? 1 : 0;
  for (let from = own; from < entries.length;) {
    const nibble = entries[from]!.path[depth]!;
    let to = from + 1;
    while (to < entries.length && entries[to]!.path[depth] === nibble) to++;
    children[nibble] = build(entries.slice(from, to), depth + 1);
    from = to;
  }
  const links = Array.from({ length: 16 }, (_, nibble) => reference(children[nibble]));
  return { ...made([...links, own ? first!.value : new Uint8Array()]), skip: 1, children };
}

const leaf = (part: Uint8Array, value: Uint8Array): Node => ({ ...made([part, value]), skip: 0 });

const made = (item: RlpItem) => ({ item, rlp: encodeRlp(item) });

/** The reference of a parent to a node: the node itself if it is shorter than a hash, otherwise its hash. */
function reference(node: Node | undefined): RlpItem {
  if (!node) return new Uint8Array();
  return node.rlp.length < 32 ? node.item : keccak_256(node.rlp);
}

function nodesTo(top: Node, path: readonly number[]): Uint8Array[] {
  const nodes = [top.rlp];
  let at = 0;
  for (let node: Node | undefined = top; node;) {
    const next: Node | undefined = node.next ?? node.children?.[path[at]!];
    at += node.skip;
    if (next && next.rlp.length >= 32) nodes.push(next.rlp);
    node = next;
  }
  return nodes;
}

function sharedUntil(a: readonly number[], b: readonly number[], from: number): number {
  let at = from;
  while (at < a.length && at < b.length && a[at] === b[at]) at++;
  return at;
}

function byPath(a: Entry, b: Entry): number {
  const at = sharedUntil(a.path, b.path, 0);
  return (a.path[at] ?? -1) - (b.path[at] ?? -1);
}

const pathOfIndex = (index: number): number[] => nibblesOf(encodeRlp(scalar(index)));

function nibblesOf(bytes: Uint8Array): number[] {
  const nibbles: number[] = [];
  for (const byte of bytes) nibbles.push(byte >> 4, byte & 15);
  return nibbles;
}
