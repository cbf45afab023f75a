import { sql, type SQL } from 'drizzle-orm';
import { equalBytes } from '../../lib/bytes.ts';
import type { Scoped } from '../../access/queries.ts';
import type { Scope } from '../../access/scope.ts';
import { fromHex } from '../../lib/text.ts';
import type { Checkpoint } from '../../formats/log/checkpoint.ts';
import { rootFromInclusion } from '../../formats/log/proofs.ts';

import type { Results, Statement } from '../../platform/database/database.ts';
import { COSIGNED, cosignedCheckpoints } from './cosignatures.ts';
import { readInclusionWith, readPaths } from './inclusion.ts';
import { checkpointNote } from './notes.ts';
import { LOG_COLUMNS, publishedLog, type LogRow, type PublishedLog } from './published-log.ts';

/** The inclusion of an event in the tree of a published checkpoint, which is a signed note. */
export type InCheckpoint = { index: number; size: number; path: Uint8Array[]; note: string };

/** A tree of a log. `root`: hexadecimal digits. */
type Tree = { size: number; root: string };

/**
 * As `readInclusionWith`, in the tree of the checkpoint that witnesses have cosigned (`publishedCheckpoint`). `alsoIn`
 * names other trees of the log: `further` are the inclusions in these. Throws Error if the log does not lead to one of
 * these roots.
 */
export async function readInCheckpoint<Columns, const S extends readonly Scoped<Statement>[]>(
  scope: Scope,
  event: [asset: string, event: string],
  what: string,
  columns: SQL<Columns>,
  statements: S,
  alsoIn: (log: PublishedLog) => readonly Tree[],
): Promise<
  InCheckpoint & {
    log: PublishedLog;
    row: Columns;
    others: Results<S>;
    further: { size: number; path: Uint8Array[] }[];
  }
> {
  const found = await readInclusionWith(
    scope,
    event,
    what,
    sql`${LOG_COLUMNS}, ${COSIGNED} AS cosigned, ${columns}`,
    (row: LogRow & { cosigned: string } & Columns) => publishedLog(row),
    statements,
  );
  const { tree: log, index, leaf, row, others } = found;
  const { note, tree } = publishedCheckpoint(log, index, row.cosigned);
  const also = alsoIn(log);
  const trees = [
    { size: tree.size, root: tree.root },
    ...also.map(({ size, root }) => ({ size, root: fromHex(root) })),
  ];
  const known = { index, size: log.size, path: found.path };
  const paths = await readPaths(
    scope,
    event,
    log.id,
    known,
    trees.map(({ size }) => size),
  );
  for (const [n, { size, root }] of trees.entries()) {
    const reached = rootFromInclusion({ index, size, leaf }, paths[n]!);
    if (!reached || !equalBytes(reached, root))
      throw new Error(`the log ${log.id} does not have its root of size ${size}`);
  }
  return {
    log,
    row,
    others,
    index,
    size: tree.size,
    path: paths[0]!,
    note,
    further: also.map(({ size }, n) => ({ size, path: paths[n + 1]! })),
  };
}

/** The inclusion of an event for a tlog-proof. Throws as `readReceipt`. */
export const readTlogProof = (scope: Scope, asset: string, event: string): Promise<InCheckpoint> =>
  readInCheckpoint(scope, [asset, event], 'tlog-proof', sql`1`, [], () => []);

/**
 * The checkpoint of a proof: of those that witnesses have cosigned and that include the event, the one with the most
 * cosignatures, and of these the latest; without such a checkpoint the latest one. Witnesses cosign one after the
 * other, so the very latest checkpoint may have fewer cosignatures than the one before.
 */
export function publishedCheckpoint(
  log: PublishedLog,
  index: number,
  cosigned: string,
): { note: string; tree: Checkpoint } {
  const [best] = cosignedCheckpoints(log, cosigned)
    .filter(({ tree }) => index < tree.size)
    .toSorted((a, b) => b.cosignatures - a.cosignatures || b.tree.size - a.tree.size);
  return (
    best ?? {
      note: checkpointNote({ ...log, cosignatures: [] }),
      tree: { origin: log.origin, size: log.size, root: log.root, extensions: [] },
    }
  );
}
