import { joinBytes } from '../../lib/bytes.ts';
import { toHex } from '../../lib/text.ts';
import { nowMicros, type Micros } from '../../lib/time.ts';
import type { PreviousLog } from '../../formats/log/entry.ts';
import { emptyRoot } from '../../formats/log/tree.ts';
import type { CompanionStatements, Companion } from '../../ledger/append/committer.ts';
import { columns } from '../../platform/database/columns.ts';
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

const OPENED_LOG = columns('id', 'scope', 'origin', 'createdUs', 'previous', 'epoch');
/** The tree of a log before and after an append, with its signatures. */
const HEAD = columns(
  'log',
  'sizeBefore',
  'rootBefore',
  'epoch',
  'size',
  'root',
  'cursor',
  'key',
  'checkpoint',
  'receipt',
  'keyBefore',
  'checkpointBefore',
  'edge',
);
const LEAF = columns('event', 'content', 'chain', 'hash', 'entry');
const TILE = columns('level', 'index', 'root', 'hashes', 'middle');
const KEY_CHANGE = columns('key', 'note');

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
    head: JSON.stringify(
      HEAD.row({
        log: log.id,
        sizeBefore: from.size,
        rootBefore: toHex(from.root),
        epoch,
        size: tree.size,
        root: toHex(tree.root),
        cursor: tree.cursor,
        key,
        checkpoint: toHex(checkpoint),
        receipt: toHex(receipt),
        keyBefore: before?.key ?? null,
        checkpointBefore: hex(before?.checkpoint),
        edge: toHex(joinBytes(tree.edge)),
      }),
    ),
    leaves: JSON.stringify(
      leaves.map(({ event, content, chain, hash, entry }) =>
        LEAF.row({
          event: event ?? null,
          content: hex(content),
          chain: hex(chain),
          hash: hex(hash),
          entry: hex(entry),
        }),
      ),
    ),
    tiles: JSON.stringify(
      tiles.map(({ level, index, root, hashes, middle }) =>
        TILE.row({ level, index, root: hex(root), hashes: hex(hashes), middle: hex(middle) }),
      ),
    ),
    keyChange: note === undefined ? undefined : JSON.stringify(KEY_CHANGE.row({ key, note })),
    count: leaves.length,
  };
}

/** The row of a log without leaves, to be opened in this epoch of the database. */
export const openedRow = ({ previous, ...log }: OpenedLog, epoch: string): string =>
  JSON.stringify(OPENED_LOG.row({ ...log, previous: previous ? JSON.stringify(previous) : null, epoch }));

/** The number of characters that an append adds to a commit. */
const sizeOf = ({ opened, head, leaves, tiles }: LogAppend): number =>
  (opened?.length ?? 0) + head.length + leaves.length + tiles.length;

const opened = OPENED_LOG.of('m.value');
/** ?1: rows of `openedRow`. Ends the other logs of the scopes. */
const END_LOGS = `UPDATE logs SET ended = 1 WHERE ended = 0 AND EXISTS (
  SELECT 1 FROM json_each(?1) m CROSS JOIN database_state s
  WHERE ${opened.scope} = logs.scope AND ${opened.id} <> logs.id AND ${opened.epoch} = s.epoch)`;

/** ?1: rows of `openedRow`; ?2: the root of the tree without leaves. */
const OPEN_LOGS = `INSERT INTO logs (id, scope, origin, created_us, previous, size, root, cursor, epoch, appended_us,
    key, checkpoint, receipt)
  SELECT ${opened.id}, ${opened.scope}, ${opened.origin}, ${opened.createdUs}, ${opened.previous}, 0, unhex(?2), 0,
    s.epoch, 0, 0, x'', x''
  FROM json_each(?1) m CROSS JOIN database_state s WHERE ${opened.epoch} = s.epoch
  ON CONFLICT DO NOTHING`;

const proposed = HEAD.of('m.value');
/** The appends of the heads ?1 that meet their conditions: `n` is their index. */
const DUE = `WITH due AS MATERIALIZED (SELECT m.key AS n, l.number AS log, l.size, m.value AS head
  FROM json_each(?1) m CROSS JOIN database_state s CROSS JOIN logs l ON l.id = ${proposed.log}
  WHERE l.ended = 0 AND l.size = ${proposed.sizeBefore} AND l.root = unhex(${proposed.rootBefore})
    AND s.epoch = ${proposed.epoch})`;
/** FROM the rows `r` of the appends that are due. ?2: a list of rows for each head. */
const DUE_ROWS = `due CROSS JOIN json_each(?2, '$[' || due.n || ']') r`;

const leaf = LEAF.of('r.value');
/** ?3: the time. */
const INSERT_LEAVES = `${DUE} INSERT INTO log_leaves (log, "index", event, content, chain, hash, appended_us, entry)
  SELECT due.log, due.size + r.key, ${leaf.event}, unhex(${leaf.content}), unhex(${leaf.chain}), unhex(${leaf.hash}),
    ?3, unhex(${leaf.entry})
  FROM ${DUE_ROWS}`;

const tile = TILE.of('r.value');
const INSERT_TILES = `${DUE} INSERT INTO log_tiles (log, level, "index", root, hashes, middle)
  SELECT due.log, ${tile.level}, ${tile.index}, unhex(${tile.root}), unhex(${tile.hashes}), unhex(${tile.middle})
  FROM ${DUE_ROWS}`;

const keyChange = KEY_CHANGE.of('c.value');
/** ?2: a row for each head, 0 for none. */
const INSERT_KEY_CHANGES = `${DUE} INSERT INTO log_key_changes (log, key, note)
  SELECT due.log, ${keyChange.key}, ${keyChange.note} FROM due CROSS JOIN json_each(?2) c ON c.key = due.n
  WHERE c.type <> 'integer'`;

const head = HEAD.of('due.head');
/** ?2: the time. */
const UPDATE_HEADS = `${DUE} UPDATE logs SET size = ${head.size}, root = unhex(${head.root}), cursor = ${head.cursor},
    epoch = ${head.epoch}, appended_us = ?2, key = ${head.key}, checkpoint = unhex(${head.checkpoint}),
    receipt = unhex(${head.receipt}), key_before = ${head.keyBefore},
    checkpoint_before = unhex(${head.checkpointBefore}), edge = unhex(${head.edge})
  FROM due WHERE logs.number = due.log RETURNING logs.id`;

/** Opens logs, each in place of the log of its scope, unless the database has another epoch. */
export function openStatements(db: Database, opened: readonly string[]): RawStatement<unknown>[] {
  const rows = `[${opened.join(',')}]`;
  return [db.text(END_LOGS, [rows]), db.text(OPEN_LOGS, [rows, toHex(emptyRoot())])];
}

/**
 * Appends to logs, each only if its log has the tree before it, and the database its epoch. The last statement returns
 * the ids of those that were appended to.
 */
function appendStatements(db: Database, appends: readonly LogAppend[], now: Micros): RawStatement<unknown>[] {
  const list = (of: 'head' | 'leaves' | 'tiles'): string => `[${appends.map((append) => append[of]).join(',')}]`;
  const heads = list('head');
  const opened = appends.flatMap((append) => append.opened ?? []);
  return [
    ...(opened.length > 0 ? openStatements(db, opened) : []),
    db.text(INSERT_LEAVES, [heads, list('leaves'), now]),
    ...(appends.some(({ tiles }) => tiles !== '[]') ? [db.text(INSERT_TILES, [heads, list('tiles')])] : []),
    ...(appends.some(({ keyChange }) => keyChange)
      ? [db.text(INSERT_KEY_CHANGES, [heads, `[${appends.map(({ keyChange }) => keyChange ?? '0').join(',')}]`])]
      : []),
    db.text<{ id: string }>(UPDATE_HEADS, [heads, now]),
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

  take(db: Database): CompanionStatements {
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
