import {
  consistencyProof,
  inclusionProof,
  verifyConsistency,
  verifyInclusion,
} from '../../../src/formats/log/proofs.ts';
import { equalBytes } from '../../../src/lib/bytes.ts';
import { hashesFromTiles } from '../../../src/formats/log/tiles.ts';
import { emptyRoot, leafHash, readRoot } from '../../../src/formats/log/tree.ts';
import type { CheckpointHead } from './checkpoints.ts';
import type { LogClient } from './client.ts';
import { Alarm, AccessDenied, Replaced, Unavailable } from './findings.ts';

/**
 * Checks of trees. Every proof is made from tiles and verified, so that the monitor reads what other clients read. If
 * the service refuses tiles, which then are for other readers of the log, the monitor verifies the proofs of the
 * service.
 */

/**
 * Throws an Alarm unless the second tree continues the first one, which must not be larger. If the tiles do not show
 * it, the proof of the service decides between tiles that are wrong and a fork. Throws Unavailable if neither can be
 * read.
 */
export async function assertContinues(
  client: LogClient,
  log: string,
  first: CheckpointHead,
  second: CheckpointHead,
  evidence: Record<string, unknown>,
): Promise<void> {
  if (first.size === second.size) {
    if (equalBytes(first.root, second.root)) return;
    throw new Alarm('fork', `the log has signed two roots of the tree of size ${second.size}`, evidence);
  }
  if (first.size === 0) return assertRoot(client, log, second, evidence);
  const of = { first: first.size, second: second.size, firstRoot: first.root, secondRoot: second.root };
  const read = hashesFromTiles(second.size, client.tiles(log));
  const fromTiles = await consistencyProof(first.size, second.size, read).catch(ifRefused);
  if (fromTiles && verifyConsistency(of, fromTiles)) return;
  const asked = client.consistency(log, first.size, second.size);
  const fromService = await (fromTiles ? asked.catch(ifUnavailable) : asked);
  if (!fromService || !verifyConsistency(of, fromService))
    throw new Alarm('fork', `the tree of size ${second.size} does not continue that of size ${first.size}`, evidence);
  if (fromTiles) throw tilesAlarm(second, evidence);
}

/** Throws an Alarm unless the tiles lead to the root of the tree. Nothing is checked if the service refuses tiles. */
export async function assertRoot(
  client: LogClient,
  log: string,
  tree: CheckpointHead,
  evidence: Record<string, unknown>,
): Promise<void> {
  const read = hashesFromTiles(tree.size, client.tiles(log));
  const root = tree.size === 0 ? emptyRoot() : await readRoot(tree.size, read).catch(ifRefused);
  if (root && !equalBytes(root, tree.root)) throw tilesAlarm(tree, evidence);
}

/** Whether the tree has this entry at `index`. */
export async function hasEntry(
  client: LogClient,
  log: string,
  tree: CheckpointHead,
  index: number,
  entry: Uint8Array,
): Promise<boolean> {
  const proof = await inclusionProof(index, tree.size, hashesFromTiles(tree.size, client.tiles(log)));
  return verifyInclusion({ index, size: tree.size, leaf: leafHash(entry), root: tree.root }, proof);
}

function ifUnavailable(error: unknown): undefined {
  if (!(error instanceof Unavailable || error instanceof Replaced)) throw error;
}

function ifRefused(error: unknown): undefined {
  if (!(error instanceof AccessDenied)) throw error;
}

const tilesAlarm = ({ size }: CheckpointHead, evidence: Record<string, unknown>): Alarm =>
  new Alarm('tiles', `the log shows tiles that do not belong to its tree of size ${size}`, evidence);
