import { sql } from 'drizzle-orm';
import { notFound, retryLater, ServiceError } from '../../lib/errors.ts';
import { fromHex } from '../../lib/text.ts';
import type { Micros } from '../../lib/time.ts';
import type { PreviousLog } from '../../formats/log/entry.ts';
import { isRestored } from '../../ledger/append/writer-client.ts';
import type { OpenedLog } from '../sequencer/log-appends.ts';
import type { KeyRecord } from '../sequencer/keys.ts';
import type { TreeHead } from '../sequencer/sequencing.ts';
import { edgeOf, isUnknown, type Edge } from './largest-trees.ts';

/** The last signed tree of a log, with what receipts need. */
export type SignedTree = TreeHead &
  Edge & {
    /** The id of the log. */
    id: string;
    origin: string;
    /** The keys that have signed the tree. */
    keys: KeyRecord;
    /** ES256 of the root, as it is stored (`receiptIn`). */
    receipt: Uint8Array;
  };

/** The signature lines of a witness, with the note that was submitted to it. */
export type Cosignature = { note: string; lines: string };

/** A log with its last signed tree. */
export type PublishedLog = SignedTree &
  OpenedLog & {
    appendedUs: Micros;
    /** Ed25519 of the checkpoint: by the keys and, if the tree is the first one after a change, by those before. */
    checkpoint: { keys: KeyRecord; signature: Uint8Array }[];
    /** Of a tree of this size. */
    cosignatures: Cosignature[];
  };

/** What TREE_COLUMNS select. */
export type TreeRow = {
  id: string;
  origin: string;
  size: number;
  root: string;
  edge: string;
  /** JSON of a key record. */
  keys: string;
  receipt: string;
};

/** What LOG_COLUMNS select. */
export type LogRow = TreeRow & {
  scope: string;
  createdUs: number;
  previous: string | null;
  appendedUs: number;
  checkpoint: string;
  keysBefore: string | null;
  checkpointBefore: string | null;
  /** JSON. */
  cosignatures: string;
};

/** The columns of a log that does not exist. */
export type Absent<T> = { [K in keyof T]: null };

const keysIn = (column: string): string =>
  `(SELECT json_object('number', k.number, 'fromUs', k.from_us, 'publicKeys', json(k.public_keys))
    FROM log_keys k WHERE k.number = l.${column})`;

/** The columns of the tree of the log `l`. */
export const TREE_COLUMNS = sql.raw(
  `l.id, l.origin, l.size, hex(l.root) AS root, hex(l.edge) AS edge, ${keysIn('key')} AS keys,
      hex(l.receipt) AS receipt`,
);

/** The columns of the log `l`. */
export const LOG_COLUMNS = sql`${TREE_COLUMNS},
    ${sql.raw(`l.scope, l.created_us AS createdUs, l.previous, l.appended_us AS appendedUs,
  hex(l.checkpoint) AS checkpoint, ${keysIn('key_before')} AS keysBefore, hex(l.checkpoint_before) AS checkpointBefore,
  (SELECT json_group_array(json_object('note', c.note, 'lines', c.lines)) FROM log_cosignatures c
    WHERE c.log = l.number AND c.size = l.size) AS cosignatures`)}`;

/**
 * Throws 503 while the database is known to lack acknowledged changes: a log must not shrink. Call it before any read.
 */
export function requireComplete(): void {
  if (isRestored()) throw incomplete();
}

/** The tree of a row. Throws 503 if this isolate has seen a larger tree of the log. */
export function signedTree({ id, origin, size, root: hash, edge: hashes, keys, receipt }: TreeRow): SignedTree {
  const root = fromHex(hash);
  const edge = edgeOf(id, size, root, hashes);
  if (!edge) throw incomplete();
  return { id, origin, size, root, ...edge, keys: keysOf(keys), receipt: fromHex(receipt) };
}

/** The log of a row. Throws as `signedTree`. */
export function publishedLog(row: LogRow): PublishedLog {
  const { scope, createdUs, previous, appendedUs, checkpoint, keysBefore, checkpointBefore, cosignatures } = row;
  const tree = signedTree(row);
  return {
    ...tree,
    scope,
    createdUs,
    previous: previous === null ? undefined : (JSON.parse(previous) as PreviousLog),
    appendedUs,
    checkpoint: [
      { keys: tree.keys, signature: fromHex(checkpoint) },
      ...(keysBefore === null ? [] : [{ keys: keysOf(keysBefore), signature: fromHex(checkpointBefore!) }]),
    ],
    cosignatures: JSON.parse(cosignatures) as Cosignature[],
  };
}

/**
 * The log with a name. `current`: the id of the log of its scope. Throws 404 for a log without entries, 410 for one
 * that another log replaces, unless `ended` ones are asked for and the database has it, and 503 if this isolate has
 * seen more of it.
 */
export function currentLog(
  row: LogRow | Absent<LogRow>,
  current: string | null,
  name: string,
  ended = false,
): PublishedLog {
  if (current !== null && row.id !== current && !(ended && row.id !== null)) throw replaced(row.id ?? name, current);
  if (row.id !== null && row.size > 0) return publishedLog(row);
  if (!isUnknown(row.id ?? name)) throw incomplete();
  throw notFound(`logs/${name}`);
}

const keysOf = (json: string): KeyRecord => JSON.parse(json) as KeyRecord;

/** The 410 error for a log that has ended. */
export const replaced = (name: string, by: string): ServiceError =>
  new ServiceError('gone', `the log ${name} has ended; logs/${by} replaces it`, {
    info: { reason: 'LOG_REPLACED', metadata: { log: by } },
  });

const incomplete = (): ServiceError =>
  retryLater('unavailable', 'the database lacks acknowledged changes; logs are not served until it is checked', 60);
