import { sql } from 'drizzle-orm';
import { SEED_BYTES } from '../../formats/content-commitment.ts';
import { fromBase64, fromHex, toHex, utf8 } from '../../lib/text.ts';
import { formatCheckpoint } from '../../formats/log/checkpoint.ts';
import { TILE_WIDTH } from '../../formats/log/tiles.ts';
import { leafHash, rootOf } from '../../formats/log/tree.ts';
import { eventParents, seededColumns, seededOf, type SeededRow } from '../../ledger/records/rows.ts';
import { PUBLIC_SCOPE } from '../../lib/identifiers.ts';
import { RUN_STATEMENTS, type Database } from '../../platform/database/database.ts';
import { readKeys } from '../sequencer/keys.ts';
import { entryOf, leafOf } from '../sequencer/leaf.ts';
import { TreeRows } from '../sequencer/tree-rows.ts';

/** A difference; `sequence` is the index of the leaf, 0 if the difference is not about one leaf. */
type Finding = { identity: string; sequence: number; problem: string };

/** What a call has checked. `next` continues; empty at the end. */
export type LogsChecked = { logs: number; entries: number; findings: Finding[]; next: string };

/** Where a check starts: at a leaf of a log. */
type Position = { log: number; index: number };

type LogRow = {
  number: number;
  id: string;
  scope: string;
  origin: string;
  size: number;
  root: string;
  key: number;
  checkpoint: string;
};
type LeafRow = { index: number; event: number | null; content: string; chain: string; hash: string; entry: string };

/** Leaves of one read. */
const LEAVES = 64;

/** The texts of positions. */
export const formatPosition = ({ log, index }: Position): string => `logs/${log}/${index}`;
export function parsePosition(text: string): Position | undefined {
  const [, log, index] = /^logs\/(\d{1,15})\/(\d{1,15})$/.exec(text) ?? [];
  return log === undefined ? undefined : { log: Number(log), index: Number(index) };
}

/**
 * Verifies logs, also those that have ended, in their order, up to about `entries` entries, 400 statements to D1 or the
 * first finding: that each leaf is that of its event, that the tiles and the root follow from the leaves, and that the
 * checkpoint is signed. Events that wait for their log are no finding. Memory is bounded by one tile and the events of
 * one read.
 */
export async function verifyLogs(
  db: Database,
  range: { tenant: string | undefined; from: Position; entries: number },
): Promise<LogsChecked> {
  const checked: LogsChecked = { logs: 0, entries: 0, findings: [], next: '' };
  const end = db.sent + RUN_STATEMENTS;
  for (let at = range.from; checked.findings.length === 0;) {
    if (db.sent >= end) return { ...checked, next: formatPosition(at) };
    const log = await logFrom(db, at.log, range.tenant);
    if (!log) return checked;
    let index = log.number === at.log ? at.index : 0;
    for (; index < log.size && checked.findings.length === 0; index += TILE_WIDTH) {
      if (checked.entries >= range.entries || db.sent >= end)
        return { ...checked, next: formatPosition({ log: log.number, index }) };
      const until = Math.min(index + TILE_WIDTH, log.size);
      checked.findings.push(...(await verifyTile(db, log, index, until)));
      checked.entries += until - index;
    }
    if (checked.findings.length === 0) checked.findings.push(...(await verifyTree(db, log)));
    checked.logs += 1;
    at = { log: log.number + 1, index: 0 };
  }
  return checked;
}

async function logFrom(db: Database, number: number, tenant: string | undefined): Promise<LogRow | undefined> {
  const [[row]] = await db.batch([
    db.sql<LogRow>(sql`SELECT number, id, scope, origin, size, lower(hex(root)) AS root, key,
        lower(hex(checkpoint)) AS checkpoint
      FROM logs WHERE number >= ${number} AND (${tenant ?? ''} = '' OR scope = ${tenant ?? ''}) ORDER BY number
        LIMIT 1`),
  ]);
  return row;
}

/** Verifies the leaves of a tile, and the tile if it is full. */
async function verifyTile(db: Database, log: LogRow, first: number, end: number): Promise<Finding[]> {
  const findings: Finding[] = [];
  const hashes: Uint8Array[] = [];
  for (let at = first; at < end; at += LEAVES) {
    const until = Math.min(at + LEAVES, end);
    const { leaves, events } = await readLeaves(db, log, at, until);
    for (let index = at; index < until; index++) {
      const leaf = leaves.get(index);
      const problem = leaf ? problemOf(leaf, events, log) : 'the leaf is missing';
      if (problem) findings.push({ identity: `logs/${log.id}`, sequence: index, problem });
      if (leaf) hashes.push(fromHex(leaf.hash));
    }
  }
  if (findings.length > 0 || hashes.length < TILE_WIDTH) return findings;
  const [[tile]] = await db.batch([
    db.sql<{
      hashes: string;
      root: string;
    }>(sql`SELECT lower(hex(hashes)) AS hashes, lower(hex(root)) AS root FROM log_tiles
      WHERE log = ${log.number} AND level = 0 AND "index" = ${first / TILE_WIDTH}`),
  ]);
  const isRight = tile?.hashes === hashes.map(toHex).join('') && tile.root === toHex(rootOf(hashes));
  return isRight
    ? []
    : [{ identity: `logs/${log.id}`, sequence: first, problem: 'the tile is not that of its leaves' }];
}

async function readLeaves(db: Database, { number }: LogRow, first: number, end: number) {
  const these = sql`leaf.log = ${number} AND leaf."index" >= ${first} AND leaf."index" < ${end}`;
  const [leaves, events] = await db.batch([
    db.sql<LeafRow>(sql`SELECT leaf."index", leaf.event, lower(hex(leaf.content)) AS content,
        lower(hex(leaf.chain)) AS chain,
      lower(hex(leaf.hash)) AS hash, lower(hex(leaf.entry)) AS entry FROM log_leaves leaf WHERE ${these}`),
    db.sql<SeededRow & { own: string }>(sql`SELECT ${seededColumns('e')}, hex(s.seed) AS own
      FROM log_leaves leaf CROSS JOIN events e ON e.number = leaf.event ${eventParents('e')}
        LEFT JOIN log_seeds s ON s.event = e.number WHERE ${these}`),
  ]);
  return {
    leaves: new Map(leaves.map((leaf) => [leaf.index, leaf])),
    events: new Map(events.map((row) => [row.number, row])),
  };
}

/** What is wrong with a leaf. */
function problemOf(
  leaf: LeafRow,
  events: ReadonlyMap<number, SeededRow & { own: string }>,
  { id, scope }: LogRow,
): string | undefined {
  if (leaf.event === null)
    return toHex(leafHash(fromHex(leaf.entry))) === leaf.hash ? undefined : 'the leaf is not that of its entry';
  const row = events.get(leaf.event);
  if (!row) return 'the event of the leaf is missing';
  if (row.erased !== null) return problemOfErased(leaf, row, { id, scope });
  const seed = fromHex((row.seed ?? row.own).toLowerCase());
  if (seed.length !== SEED_BYTES) return 'the seed of its event is missing';
  const made = leafOf({ ...seededOf(row), seed }, leaf.event, { id, isPublic: scope === PUBLIC_SCOPE });
  const isSame =
    toHex(made.hash) === leaf.hash && toHex(made.content!) === leaf.content && toHex(made.chain!) === leaf.chain;
  return isSame ? undefined : 'the leaf is not that of its event';
}

/**
 * What is wrong with the leaf of an erased event: its commitments cannot be computed any more, but lead to the hash.
 */
function problemOfErased(
  leaf: LeafRow,
  row: SeededRow,
  { id, scope }: Pick<LogRow, 'id' | 'scope'>,
): string | undefined {
  const commitments = { content_commitment: leaf.content, chain_commitment: leaf.chain };
  const entry = entryOf(seededOf(row), { id, isPublic: scope === PUBLIC_SCOPE }, commitments);
  return toHex(leafHash(entry)) === leaf.hash ? undefined : 'the leaf is not that of its erased event';
}

/** Verifies the tiles above level 0, the root and the signature of the checkpoint. */
async function verifyTree(db: Database, log: LogRow): Promise<Finding[]> {
  const finding = (problem: string): Finding[] => [{ identity: `logs/${log.id}`, sequence: 0, problem }];
  if (log.size === 0) return [];
  const rows = new TreeRows(db, log.id);
  for (let level = 1; TILE_WIDTH ** (level + 1) <= log.size; level++) {
    for (let index = 0; (index + 1) * TILE_WIDTH ** (level + 1) <= log.size; index++) {
      const [below, [bytes]] = [
        await rows.level(level, index * TILE_WIDTH, (index + 1) * TILE_WIDTH),
        await rows.tiles([{ level, index, width: TILE_WIDTH }]),
      ];
      if (toHex(bytes!) !== below.map(toHex).join(''))
        return finding(`the tile ${level}/${index} is not that of the tiles below`);
    }
  }
  const root = await rows.root(log.size, log.size).catch(() => undefined);
  if (!root || toHex(root) !== log.root) return finding('the root is not that of the leaves');
  const keys = (await readKeys(db)).find(({ number }) => number === log.key);
  if (!keys) return finding('the key of the checkpoint is missing');
  const key = await crypto.subtle.importKey('raw', fromBase64(keys.publicKeys.ed25519)!, 'Ed25519', false, ['verify']);
  const text = formatCheckpoint({ origin: log.origin, size: log.size, root, extensions: [] });
  const isSigned = await crypto.subtle.verify(
    'Ed25519',
    key,
    fromHex(log.checkpoint) as BufferSource,
    utf8(text) as BufferSource,
  );
  return isSigned ? [] : finding('the checkpoint is not signed by its key');
}
