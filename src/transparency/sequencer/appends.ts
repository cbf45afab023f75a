import { joinBytes } from '../../lib/bytes.ts';
import { toHex } from '../../lib/text.ts';
import { nowMicros, type Micros } from '../../lib/time.ts';
import type { PreviousLog } from '../../formats/log/entry.ts';
import { emptyRoot } from '../../formats/log/tree.ts';
import type { Accompanying, Companion } from '../../ledger/append/companion.ts';
import type { Database, RawStatement } from '../../platform/database/database.ts';
import type { LogLeaf } from './leaf.ts';
import type { Bundle, TreeHead } from './sequencing.ts';

/** A log, as it was opened. */
export type OpenedLog = {
  /** UUID. */
  id: string;
  /** A tenant, or PUBLIC_SCOPE. */
  scope: string;
  /** The first line of its checkpoints, and the name of its keys. */
  origin: string;
  createdUs: Micros;
  /** The log that it replaces. */
  previous: PreviousLog | undefined;
};

/** The signatures of a tree. `before`: by the earlier key, if the tree is the first one after a change of keys. */
export type TreeSignatures = {
  key: number;
  /** Ed25519 of the checkpoint, 64 bytes. */
  checkpoint: Uint8Array;
  /** ES256 of the root, 64 bytes. */
  receipt: Uint8Array;
  before: { key: number; checkpoint: Uint8Array } | undefined;
};

/** The signatures of a tree to append. After a change of keys, `note` is the checkpoint with the signatures of both. */
export type NewSignatures = TreeSignatures & { note: string | undefined };

/** A tile that is full. `root`: its hash in the level above; `middle`: the roots of each 16 of its hashes. */
export type FullTile = { level: number; index: number; root: Uint8Array; hashes: Uint8Array; middle: Uint8Array };

/** An append to a log, as JSON texts of rows: the head, its leaves and its tiles. */
export type LogAppend = {
  /** The id of the log. */
  log: string;
  /** For a log without leaves: see `openedRow`. */
  opened: string | undefined;
  head: string;
  leaves: string;
  tiles: string;
  /** After a change of keys: the number of the new ones and the note with both signatures. */
  keyChange: string | undefined;
  /** The number of its leaves. */
  count: number;
};

/** Limits of the appends of one commit. */
const COMMIT = { leaves: 4096, characters: 600_000 };
/** Limit of the appends that wait. */
const WAITING = 10_000;

/**
 * The append of a bundle to a log whose row has the tree `from`, in this epoch of the database. A log without leaves is
 * opened with it.
 */
export function logAppend(
  log: OpenedLog,
  from: TreeHead,
  { leaves, tree }: Bundle<LogLeaf>,
  { epoch, signatures, tiles }: { epoch: string; signatures: NewSignatures; tiles: readonly FullTile[] },
): LogAppend {
  const { key, checkpoint, receipt, before, note } = signatures;
  const hex = (bytes: Uint8Array | undefined): string | null => (bytes ? toHex(bytes) : null);
  return {
    log: log.id,
    opened: from.size === 0 ? openedRow(log, epoch) : undefined,
    head: JSON.stringify([
      log.id,
      from.size,
      toHex(from.root),
      epoch,
      tree.size,
      toHex(tree.root),
      tree.cursor,
      key,
      toHex(checkpoint),
      toHex(receipt),
      before?.key ?? null,
      hex(before?.checkpoint),
      toHex(joinBytes(tree.edge)),
    ]),
    leaves: JSON.stringify(
      leaves.map(({ event, content, chain, hash, entry }) => [
        event ?? null,
        hex(content),
        hex(chain),
        toHex(hash),
        hex(entry),
      ]),
    ),
    tiles: JSON.stringify(
      tiles.map(({ level, index, root, hashes, middle }) => [level, index, toHex(root), toHex(hashes), toHex(middle)]),
    ),
    keyChange: note === undefined ? undefined : JSON.stringify([key, note]),
    count: leaves.length,
  };
}

/** The row of a log without leaves, to be opened in this epoch of the database. */
export const openedRow = ({ id, scope, origin, createdUs, previous }: OpenedLog, epoch: string): string =>
  JSON.stringify([id, scope, origin, createdUs, previous ? JSON.stringify(previous) : null, epoch]);

/** The number of characters that an append adds to a commit. */
const sizeOf = ({ opened, head, leaves, tiles }: LogAppend): number =>
  (opened?.length ?? 0) + head.length + leaves.length + tiles.length;

/** ?1: rows of `openedRow`. Ends the other logs of the scopes. */
const ENDED = `UPDATE logs SET ended = 1 WHERE ended = 0 AND EXISTS (SELECT 1 FROM json_each(?1) m CROSS JOIN database_state s
  WHERE m.value ->> 1 = logs.scope AND m.value ->> 0 <> logs.id AND m.value ->> 5 = s.epoch)`;

/** ?1: rows of `openedRow`; ?2: the root of the tree without leaves. */
const OPENED = `INSERT INTO logs (id, scope, origin, created_us, previous, size, root, cursor, epoch, appended_us, key, checkpoint, receipt)
  SELECT m.value ->> 0, m.value ->> 1, m.value ->> 2, m.value ->> 3, m.value ->> 4, 0, unhex(?2), 0, s.epoch, 0, 0, x'', x''
  FROM json_each(?1) m CROSS JOIN database_state s WHERE m.value ->> 5 = s.epoch
  ON CONFLICT DO NOTHING`;

/** The appends of the heads ?1 that meet their conditions: `n` is their index. */
const DUE = `WITH due AS MATERIALIZED (SELECT m.key AS n, l.number AS log, l.size, m.value AS head
  FROM json_each(?1) m CROSS JOIN database_state s CROSS JOIN logs l ON l.id = m.value ->> 0
  WHERE l.ended = 0 AND l.size = m.value ->> 1 AND l.root = unhex(m.value ->> 2) AND s.epoch = m.value ->> 3)`;

/** ?2: a list of leaves for each head; ?3: the time. */
const LEAVES = `${DUE} INSERT INTO log_leaves (log, "index", event, content, chain, hash, appended_us, entry)
  SELECT due.log, due.size + r.key, r.value ->> 0, unhex(r.value ->> 1), unhex(r.value ->> 2), unhex(r.value ->> 3), ?3, unhex(r.value ->> 4)
  FROM due CROSS JOIN json_each(?2, '$[' || due.n || ']') r`;

/** ?2: a list of tiles for each head. */
const TILES = `${DUE} INSERT INTO log_tiles (log, level, "index", root, hashes, middle)
  SELECT due.log, r.value ->> 0, r.value ->> 1, unhex(r.value ->> 2), unhex(r.value ->> 3), unhex(r.value ->> 4)
  FROM due CROSS JOIN json_each(?2, '$[' || due.n || ']') r`;

/** ?2: a new key and a note for each head, 0 for none. */
const KEY_CHANGES = `${DUE} INSERT INTO log_key_changes (log, key, note)
  SELECT due.log, c.value ->> 0, c.value ->> 1 FROM due CROSS JOIN json_each(?2) c ON c.key = due.n WHERE c.type <> 'integer'`;

/** ?2: the time. */
const HEADS = `${DUE} UPDATE logs SET size = due.head ->> 4, root = unhex(due.head ->> 5), cursor = due.head ->> 6, epoch = due.head ->> 3,
    appended_us = ?2, key = due.head ->> 7, checkpoint = unhex(due.head ->> 8), receipt = unhex(due.head ->> 9),
    key_before = due.head ->> 10, checkpoint_before = unhex(due.head ->> 11), edge = unhex(due.head ->> 12)
  FROM due WHERE logs.number = due.log RETURNING logs.id`;

/** Opens logs, each in place of the log of its scope, unless the database has another epoch. */
export function openStatements(db: Database, opened: readonly string[]): RawStatement<unknown>[] {
  const rows = `[${opened.join(',')}]`;
  return [db.text(ENDED, [rows]), db.text(OPENED, [rows, toHex(emptyRoot())])];
}

/**
 * Appends to logs, each only if its log has the tree before it, and the database its epoch. The last statement returns the
 * ids of those that were appended to.
 */
function appendStatements(db: Database, appends: readonly LogAppend[], now: Micros): RawStatement<unknown>[] {
  const list = (of: 'head' | 'leaves' | 'tiles'): string => `[${appends.map((append) => append[of]).join(',')}]`;
  const heads = list('head');
  const opened = appends.flatMap((append) => append.opened ?? []);
  return [
    ...(opened.length > 0 ? openStatements(db, opened) : []),
    db.text(LEAVES, [heads, list('leaves'), now]),
    ...(appends.some(({ tiles }) => tiles !== '[]') ? [db.text(TILES, [heads, list('tiles')])] : []),
    ...(appends.some(({ keyChange }) => keyChange)
      ? [db.text(KEY_CHANGES, [heads, `[${appends.map(({ keyChange }) => keyChange ?? '0').join(',')}]`])]
      : []),
    db.text<{ id: string }>(HEADS, [heads, now]),
  ];
}

type Waiting = { append: LogAppend; settle: (isAppended: boolean) => void };

/** The appends that wait for a commit, in the order of their arrival. Each commit takes those that fit into it. */
export class LogAppends implements Companion {
  readonly #waiting: Waiting[] = [];
  /** The number of commits that take a single append, because one with several has failed. */
  #alone = 0;

  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Resolves after the commit. False: the append was refused, or it is not known whether it was committed. */
  add(append: LogAppend): Promise<boolean> {
    if (this.#waiting.length >= WAITING) return Promise.resolve(false);
    return new Promise((settle) => this.#waiting.push({ append, settle }));
  }

  take(db: Database): Accompanying {
    const taken = this.#takeFitting();
    if (this.#alone > 0) this.#alone -= 1;
    return {
      statements: appendStatements(
        db,
        taken.map(({ append }) => append),
        nowMicros(),
      ),
      settle: (results) => {
        const appended = new Set((results?.at(-1) as { id: string }[] | undefined)?.map(({ id }) => id));
        if (!results && taken.length > 1) this.#alone = taken.length;
        for (const { append, settle } of taken) settle(appended.has(append.log));
        taken.length = 0;
      },
    };
  }

  /** At least one; at most one of each log. */
  #takeFitting(): Waiting[] {
    const logs = new Set<string>();
    const taken: Waiting[] = [];
    const left = { ...COMMIT };
    for (let i = 0; i < this.#waiting.length && (this.#alone === 0 || taken.length === 0);) {
      const { append } = this.#waiting[i]!;
      const size = sizeOf(append);
      const fits = append.count <= left.leaves && size <= left.characters;
      if (logs.has(append.log) || (taken.length > 0 && !fits)) {
        i += 1;
        continue;
      }
      logs.add(append.log);
      left.leaves -= append.count;
      left.characters -= size;
      taken.push(...this.#waiting.splice(i, 1));
    }
    return taken;
  }
}
