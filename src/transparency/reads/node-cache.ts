import { fromHex } from '../../lib/text.ts';
import { leafParts, nodesOf, PART_WIDTH, type LeafPart } from '../../formats/log/leaf-path.ts';
import { HASH_BYTES } from '../../formats/log/tree.ts';

/** The maximum number of bytes of nodes that are kept: those above the leaves, of logs of a million leaves. */
const MAX_BYTES = 6 * 2 ** 20;
/** Bytes that an entry takes beside its nodes, approximately. */
const ENTRY_BYTES = 300;

/** The nodes of complete subtrees of logs, which never change: the most recently used ones, by log and place. */
const cache = new Map<string, Uint8Array>();
let bytes = 0;

/**
 * The nodes of the parts of a leaf. `stored`: their hashes as hexadecimal digits, one part after the other. Throws
 * RangeError if they do not have the length of the parts.
 */
export function nodesOfLeaf(log: string, index: number, size: number, stored: string): Uint8Array[] {
  const parts = leafParts(index, size);
  const length = parts.reduce((sum, { count }) => sum + count, 0);
  if (stored.length !== 2 * HASH_BYTES * length)
    throw new RangeError(`the tree of the log ${log} of size ${size} must have ${length} hashes for leaf ${index}`);
  let start = 0;
  return parts.map((part) => {
    const first = 2 * HASH_BYTES * (start + part.skipped);
    start += part.count;
    return nodesOfPart(log, part, stored.slice(first, first + 2 * HASH_BYTES * part.width));
  });
}

function nodesOfPart(log: string, { level, first, width }: LeafPart, hashes: string): Uint8Array {
  // There are too many of the lowest parts of full tiles, and each proof needs another one.
  if (level === 0 && width <= PART_WIDTH) return nodesOf(fromHex(hashes));
  const key = `${log}/${level}/${first}/${width}`;
  const known = cache.get(key);
  const nodes = known ?? nodesOf(fromHex(hashes));
  if (known) cache.delete(key);
  else bytes += nodes.length + ENTRY_BYTES;
  cache.set(key, nodes);
  for (const [oldest, of] of cache) {
    if (bytes <= MAX_BYTES) break;
    cache.delete(oldest);
    bytes -= of.length + ENTRY_BYTES;
  }
  return nodes;
}
