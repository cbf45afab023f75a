import { AbiCoder, id, Transaction } from 'ethers';
import { expect } from 'vitest';
import { fromHex, toHex } from '../../src/lib/text.ts';
import { consistencyProof, verifyConsistency } from '../../src/formats/log/proofs.ts';
import { rootOf, type HashReader } from '../../src/formats/log/tree.ts';
import type { Service } from '../support/service.ts';

/** An anchor of a log, with its transaction once that is final. */
export type LogAnchorRow = {
  log: string;
  scope: string;
  size: number;
  root: string;
  epoch: string;
  intent: string;
  final: number;
  hash: string | null;
  raw: string | null;
  block_us: number | null;
  appended_us: number;
};

/** The anchors of the logs of a scope, in the order of logs and sizes. */
export const logAnchorsOf = async (service: Service, scope: string): Promise<LogAnchorRow[]> =>
  (
    await service.db
      .prepare(
        `SELECT l.id AS log, l.scope, a.size, lower(hex(a.root)) AS root, a.epoch, a.intent, a.final, c.hash, c.raw,
        c.block_us,
        (SELECT max(f.appended_us) FROM log_leaves f WHERE f.log = a.log AND f."index" < a.size) AS appended_us
        FROM log_anchors a JOIN logs l ON l.number = a.log LEFT JOIN chain_transactions c ON c.intent = a.intent
        WHERE l.scope = ? ORDER BY l.number, a.size`,
      )
      .bind(scope)
      .all<LogAnchorRow>()
  ).results;

/** The hashes of the leaves of a log. */
export const leavesOf = async (service: Service, log: string): Promise<Uint8Array[]> =>
  (
    await service.db
      .prepare(
        `SELECT lower(hex(f.hash)) AS hash FROM logs l JOIN log_leaves f ON f.log = l.number WHERE l.id = ?
        ORDER BY f."index"`,
      )
      .bind(log)
      .all<{ hash: string }>()
  ).results.map(({ hash }) => fromHex(hash));

/** The current log of a scope. */
export const currentLog = async (service: Service, scope: string) =>
  (await service.db
    .prepare('SELECT number, id, size, epoch FROM logs WHERE scope = ? AND ended = 0')
    .bind(scope)
    .first<{ number: number; id: string; size: number; epoch: string }>())!;

/** Waits until the current log of a scope is anchored with its size. Returns all anchors of the scope. */
export async function anchoredLog(service: Service, scope: string): Promise<LogAnchorRow[]> {
  let anchors: LogAnchorRow[] = [];
  await expect
    .poll(
      async () => {
        anchors = await logAnchorsOf(service, scope);
        const last = anchors.at(-1);
        const log = await currentLog(service, scope);
        return last?.final === 1 && last.log === log?.id && last.size === log.size;
      },
      { interval: 100 },
    )
    .toBe(true);
  return anchors;
}

const TYPES = 'bytes16 bytes16 uint64 bytes32 bytes16'.split(' ');
const uuid = (hex: string): string => hex.slice(2).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** The values in the input of an anchor of a log, decoded by another library; undefined for another input. */
export function statedInLog(input: string) {
  if (input.slice(0, 10) !== id(`anchorLog(${TYPES.join(',')})`).slice(0, 10)) return undefined;
  const [log, scope, size, root, epoch] = AbiCoder.defaultAbiCoder().decode(TYPES, `0x${input.slice(10)}`);
  return { log: uuid(log), scope: uuid(scope), size: Number(size), root: root.slice(2), epoch: epoch.slice(2) };
}

/** Expects that the bytes of the transaction state exactly the anchored tree, and that these leaves have its root. */
export function verifyLogAnchor(anchor: LogAnchorRow, leaves: readonly Uint8Array[]): void {
  const transaction = Transaction.from(anchor.raw!);
  const { log, scope, size, root, epoch } = anchor;
  expect(transaction).toMatchObject({
    hash: anchor.hash,
    to: '0xB858Dd8325D7aE3d0900d2e0C2Ccc3FaF354f298',
    value: 0n,
  });
  expect(statedInLog(transaction.data)).toEqual({ log, scope, size, root, epoch });
  expect(toHex(rootOf(leaves.slice(0, size)))).toBe(root);
  expect(anchor.block_us).toBeGreaterThanOrEqual(anchor.appended_us);
}

/** Expects that each anchor of one log states the beginning of the tree of every later one. */
export async function verifyConsistent(
  anchors: readonly { size: number; root: string }[],
  leaves: readonly Uint8Array[],
): Promise<void> {
  const read: HashReader = async (subtrees) =>
    subtrees.map(({ level, index }) => rootOf(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)));
  for (const [i, older] of anchors.entries())
    for (const newer of anchors.slice(i + 1)) {
      const trees = { first: older.size, second: newer.size };
      const roots = { firstRoot: fromHex(older.root), secondRoot: fromHex(newer.root) };
      const path = await consistencyProof(trees.first, trees.second, read);
      expect(verifyConsistency({ ...trees, ...roots }, path)).toBe(true);
    }
}
