import { joinBytes } from '../../../src/lib/bytes.ts';
import { toBase64Url, utf8 } from '../../../src/lib/text.ts';
import { consistencyProof, inclusionProof } from '../../../src/formats/log/proofs.ts';
import { CompactRange, leafHash, type HashReader } from '../../../src/formats/log/tree.ts';
import type { LogProof } from '../../../src/proof/log-format.ts';
import type { ConsistencyProof } from '../../../src/proof/log-trust.ts';
import { checkpointOf, GENESIS_ENTRY, leafInProof, logProof } from './log-proofs.ts';

const [SIZE, EVENT] = [70, 17];

/** A log of 70 entries: its genesis, an event at index 17, the given ones, and entries that nobody opens. */
export async function logInMemory(given: Record<number, Uint8Array> = {}) {
  const proven = logProof();
  const entries: Record<number, Uint8Array> = { 0: GENESIS_ENTRY, ...given };
  const leaves = Array.from({ length: SIZE }, (_, n) =>
    n === EVENT ? leafInProof(proven) : leafHash(entries[n] ?? utf8(`entry ${n}`)),
  );
  const range = new CompactRange();
  const roots = [range.root()];
  const levels: Uint8Array[][] = [];
  for (const leaf of leaves) {
    range.append(leaf, ({ level, index }, hash) => {
      (levels[level] ??= [])[index] = hash;
    });
    roots.push(range.root());
  }
  const read: HashReader = async (subtrees) => subtrees.map(({ level, index }) => levels[level]![index]!);
  const checkpoint = (size: number): string => checkpointOf(size, roots[size]!);
  const proofs = new Map<string, Uint8Array[]>();
  for (let to = 1; to <= SIZE; to++)
    for (let from = 1; from <= to; from++) proofs.set(`${from} ${to}`, await consistencyProof(from, to, read));
  return {
    read,
    roots,
    checkpoint,
    consistency: (from: number, to: number): ConsistencyProof => ({ from, to, path: proofs.get(`${from} ${to}`)! }),
    /** The proof of the event with the checkpoint of this size. */
    proofOf: async (index: number, size: number): Promise<LogProof> => ({
      ...proven,
      index,
      path: toBase64Url(joinBytes(await inclusionProof(index, size, read))),
      checkpoint: checkpoint(size),
    }),
  };
}
