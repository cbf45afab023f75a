import { sql } from 'drizzle-orm';
import { SEED_BYTES } from '../../formats/content-commitment.ts';
import { fromBase64, fromHex, toHex, utf8 } from '../../lib/text.ts';
import { formatCheckpoint } from '../../formats/log/checkpoint.ts';
import { TILE_WIDTH } from '../../formats/log/tiles.ts';
import { leafHash, rootOf } from '../../formats/log/tree.ts';
import { eventParents, seededColumns, seededOf, type SeededRow } from '../../ledger/records/rows.ts';
import { PUBLIC_SCOPE } from '../../lib/identifiers.ts';
import type { Database } from '../../platform/database/database.ts';
import { verifyMap } from '../maps/verify.ts';
import { verifyLogStamps, verifyTokens } from '../stamps/verify.ts';
import { readKeys } from '../sequencer/keys.ts';
import { entryOf, leafOf } from '../sequencer/leaf.ts';
import { TreeRows } from '../sequencer/tree-rows.ts';
import { CheckBudget, type CheckedLog, type LogFinding, type PartChecked } from './log-check.ts';

/** What a call has checked. `next` continues; empty at the end. */
export type LogsChecked = { logs: number; entries: number; findings: LogFinding[]; next: string };

/**
 * The parts of the check of a log, in their order: its leaves and its tree, its map, its time stamps. At the end, the
 * tokens of all time stamps follow.
 */
type Part = 'leaves' | 'map' | 'stamps' | 'tokens';

/** Where a check starts: at a leaf of a log, at an entry for its map, at one of its stamps, or at a token. */
type Position = { log: number; index: number; part: Part };

/** The first position. */
export const FIRST_LOG: Position = { log: 0, index: 0, part: 'leaves' };

type LeafRow = { index: number; event: number | null; content: string; chain: string; hash: string; entry: string };

/** Leaves of one read. */
const LEAVES = 64;

/** The texts of positions. */
export const formatPosition = ({ log, index, part }: Position): string =>
  `logs/${log}/${index}${part === 'leaves' ? '' : `/${part}`}`;
export function parsePosition(text: string): Position | undefined {
  const [, log, index, part = 'leaves'] = /^logs\/(\d{1,15})\/(\d{1,15})(?:\/(map|stamps|tokens))?$/.exec(text) ?? [];
  return log === undefined ? undefined : { log: Number(log), index: Number(index), part: part as Part };
}

/**
 * Verifies logs, also those that have ended, in their order, up to about `entries` entries, 400 statements to D1 or the
 * first finding: that each leaf is that of its event, that the tiles and the root follow from the leaves, that the
 * checkpoint is signed, and that maps and time stamps are those of the leaves. Events that wait for their log are no
 * finding. Memory is bounded by one tile, the events of one read, and the map of one log (`verifyMap`).
 */
export async function verifyLogs(
  db: Database,
  range: { tenant: string | undefined; from: Position; entries: number },
): Promise<LogsChecked> {
  const checked: LogsChecked = { logs: 0, entries: 0, findings: [], next: '' };
  const budget = new CheckBudget(db, range.entries);
  for (let at: Position | undefined = range.from; at;) {
    if (budget.isSpent) return { ...checked, next: formatPosition(at) };
    const log: CheckedLog | undefined = at.part === 'tokens' ? undefined : await logFrom(db, at.log, range.tenant);
    // The tokens are of all tenancies.
    if (!log && range.tenant !== undefined) return checked;
    if (!log && at.part !== 'tokens') at = { log: 0, index: 0, part: 'tokens' };
    if (log && log.number !== at.log) at = { ...FIRST_LOG, log: log.number };
    const part: PartChecked = log ? await verifyPart(db, log, at, budget) : await verifyTokens(db, at.index, budget);
    const { findings, next } = part;
    if (log && at.part === 'leaves') checked.entries += (next ?? log.size) - at.index;
    if (findings.length > 0) return { ...checked, findings };
    if (at.part === 'stamps' && next === undefined) checked.logs += 1;
    at = next === undefined ? partAfter(at) : { ...at, index: next };
  }
  return checked;
}

function partAfter({ log, part }: Position): Position | undefined {
  if (part === 'tokens') return undefined;
  return part === 'stamps'
    ? { ...FIRST_LOG, log: log + 1 }
    : { log, index: 0, part: part === 'map' ? 'stamps' : 'map' };
}

function verifyPart(db: Database, log: CheckedLog, { index, part }: Position, budget: CheckBudget) {
  if (part === 'map') return verifyMap(db, log, index, budget);
  return part === 'stamps' ? verifyLogStamps(db, log, index, budget) : verifyLeaves(db, log, index, budget);
}

/** Verifies the leaves from `first`, the tiles and the tree. */
async function verifyLeaves(db: Database, log: CheckedLog, first: number, budget: CheckBudget): Promise<PartChecked> {
  for (let index = first; index < log.size; index += TILE_WIDTH) {
    if (budget.isSpent) return { findings: [], next: index };
    const until = Math.min(index + TILE_WIDTH, log.size);
    const findings = await verifyTile(db, log, index, until);
    if (findings.length > 0) return { findings, next: until };
    budget.spend(until - index);
  }
  return { findings: await verifyTree(db, log), next: undefined };
}

async function logFrom(db: Database, number: number, tenant: string | undefined): Promise<CheckedLog | undefined> {
  const [[row]] = await db.batch([
    db.sql<CheckedLog>(sql`SELECT number, id, scope, origin, size, lower(hex(root)) AS root, key,
        lower(hex(checkpoint)) AS checkpoint
      FROM logs WHERE number >= ${number} AND (${tenant ?? ''} = '' OR scope = ${tenant ?? ''}) ORDER BY number
        LIMIT 1`),
  ]);
  return row;
}

/** Verifies the leaves of a tile, and the tile if it is full. */
async function verifyTile(db: Database, log: CheckedLog, first: number, end: number): Promise<LogFinding[]> {
  const findings: LogFinding[] = [];
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

async function readLeaves(db: Database, { number }: CheckedLog, first: number, end: number) {
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
  { id, scope }: CheckedLog,
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
  { id, scope }: Pick<CheckedLog, 'id' | 'scope'>,
): string | undefined {
  const commitments = { content_commitment: leaf.content, chain_commitment: leaf.chain };
  const entry = entryOf(seededOf(row), { id, isPublic: scope === PUBLIC_SCOPE }, commitments);
  return toHex(leafHash(entry)) === leaf.hash ? undefined : 'the leaf is not that of its erased event';
}

/** Verifies the tiles above level 0, the root and the signature of the checkpoint. */
async function verifyTree(db: Database, log: CheckedLog): Promise<LogFinding[]> {
  const finding = (problem: string): LogFinding[] => [{ identity: `logs/${log.id}`, sequence: 0, problem }];
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
