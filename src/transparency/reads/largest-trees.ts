import { fromHex } from '../../lib/text.ts';
import { equalBytes, splitBytes } from '../../lib/bytes.ts';
import { HASH_BYTES, rootsOfEdge } from '../../formats/log/tree.ts';

/** The right edge of a tree (`CompactRange.edge`), and its `rootsOfEdge`. */
export type Edge = { edge: readonly Uint8Array[]; roots: readonly Uint8Array[] };

/** The largest trees of logs that this isolate has seen, by the id of the log. */
const LARGEST = new Map<string, Edge & { size: number }>();
const KEPT = 2000;

/**
 * The edge of a tree, which is remembered. `hashes`: the edge as hexadecimal digits. Undefined if this isolate has seen
 * a larger tree of the log: then this is that of a restored database. Throws if the edge does not have the root, or if
 * another root was seen for the size.
 */
export function edgeOf(log: string, size: number, root: Uint8Array, hashes: string): Edge | undefined {
  const seen = LARGEST.get(log);
  if (seen && size < seen.size) return undefined;
  const { edge, roots } = seen?.size === size ? seen : edgeIn(hashes);
  if (!roots[0] || !equalBytes(roots[0], root))
    throw new Error(`the log ${log} does not have its root of size ${size}`);
  if (LARGEST.size >= KEPT && !seen) LARGEST.clear();
  LARGEST.set(log, { size, edge, roots });
  return { edge, roots };
}

function edgeIn(hashes: string): Edge {
  const edge = splitBytes(fromHex(hashes), HASH_BYTES);
  return { edge, roots: rootsOfEdge(edge) };
}

/** Whether this isolate has seen no tree of a log. */
export const isUnknown = (log: string): boolean => !LARGEST.has(log);
