import { sql, type SQL } from 'drizzle-orm';
import { GENESIS_HASH } from '../../formats/chain-hash.ts';
import type { Attributes } from '../../formats/records/attributes.ts';
import { canonicalJson } from '../../lib/digest.ts';
import { SEED_BYTES } from '../../formats/content-commitment.ts';
import type { Database } from '../../platform/database/database.ts';
import { assetNumber } from '../../platform/database/numbers.ts';
import { apply, changesOf, type AssetState } from '../../formats/records/asset-state.ts';
import type { AssetRecord } from '../records/asset.ts';
import { ERASED_EVENT } from '../erasure/erasure.ts';
import { builtinAttributes, looksErased } from '../erasure/erasure-columns.ts';
import { chainHash, type EventRecord, type SeededEvent } from '../records/event.ts';
import { ERASE } from '../records/operations.ts';
import {
  assetColumns,
  assetOf,
  assetParents,
  eventParents,
  seededColumns,
  seededOf,
  type AssetRow,
  type SeededRow,
} from '../records/rows.ts';
import { Allowance } from './allowance.ts';
import { IndexRows, type IndexState } from './index-rows.ts';
import { TermRows } from './term-rows.ts';

/** Rows per query, which bounds memory for any length of history. */
const PAGE = 200;
/** Words of former values after which they are looked up: an event can have thousands. */
const WORDS = 5000;
/** Maximum number of findings per asset: after so much damage, further findings add nothing. */
const MAX_FINDINGS = 1000;

/** A defect of an asset's ledger. */
export type Finding = {
  asset: string;
  seq: number;
  problem:
    | 'missing' // the event before this one is missing
    | 'hash' // the event does not match its hash
    | 'erasure' // the event has no content, and no later event records its erasure; or it has content although one does
    | 'order' // its accepted time is not after that of the event before it
    | 'head' // the asset's row has another last event
    | 'projection' // the asset's row differs from the result of replaying its events
    | 'index' // the rows that filters and searches read differ from the events
    | 'unreadable'; // the rows cannot be read
};

/** `events` is the number of events read. `checkpoint` is set if the run ended before the verification did. */
export type VerificationReport = { findings: Finding[]; events: number; checkpoint?: VerificationCheckpoint };

/** The state of an interrupted verification, as plain data. */
export type VerificationCheckpoint = {
  seq: number;
  previous: string;
  acceptedUs: number;
  state: AssetState;
  findings: Finding[];
  index: IndexState;
  /** Whether the index of words has words of former values. */
  wrongTerms?: boolean;
  /** The number of erased events of the asset: an erasure changes what was read, so the verification starts again. */
  erasures: number;
  /** Erased events whose erasure was not found yet: id -> id of the event that records it, and sequence number. */
  unrecorded: Record<string, [erasure: string, seq: number]>;
};

/** One run of a verification: it continues from a checkpoint, and is interrupted once its allowance is spent. */
export type Run = { from?: VerificationCheckpoint | undefined; left: Allowance };

/**
 * Verifies an asset from its first event: sequence numbers have no gaps, each hash matches the event and its
 * predecessor, accepted times increase, and replaying the events results in the head, the current state and the index
 * rows. It compares with the head at the start of the run, so that a concurrent append is not a finding.
 */
export async function verifyAsset(
  db: Database,
  asset: string,
  run: Run = { left: new Allowance(db) },
): Promise<VerificationReport> {
  const { erasures, ...verification } = await verifyRun(db, asset, run);
  // What was read before an erasure does not agree with what was read after it.
  if ((await countErasures(db, asset)) === erasures) return verification;
  return verifyAsset(db, asset, { left: run.left });
}

/** The row of an asset, with what else a run needs to start. */
type StartRow = AssetRow & { erasures: number; last: number | null };

/** `erasures`: the number of erased events of the asset when the run started. */
async function verifyRun(
  db: Database,
  asset: string,
  { from, left }: Run,
): Promise<VerificationReport & { erasures: number }> {
  const [[row]] = await db.batch([
    db.sql<StartRow>(sql`SELECT ${assetColumns('a')}, ${erasuresOf(asset)} AS erasures,
      (SELECT max(seq) FROM events WHERE asset = a.number) AS last
      FROM assets a${assetParents('a')} WHERE a.id = ${asset}`),
  ]);
  if (!row) return { findings: [], events: 0, erasures: 0 };
  const { erasures } = row;
  const last = row.last ?? 0;
  const head = assetOf(row);
  const walk: VerificationCheckpoint = (from?.erasures === erasures && from) || {
    seq: 0,
    previous: GENESIS_HASH,
    acceptedUs: 0,
    state: { behaviours: JSON.parse(row.initialBehaviours) as string[], attributes: {}, tracked: true },
    findings: [],
    index: IndexRows.START,
    erasures,
    unrecorded: {},
  };
  const index = new IndexRows(db, row.number, walk.index);
  const terms = new TermRows(db, row.number, head);
  const started = walk.seq;
  const interrupted = (): VerificationReport & { erasures: number } => ({
    erasures,
    findings: [],
    events: walk.seq - started,
    checkpoint: { ...walk, index: index.state },
  });
  const found = (seq: number, problem: Finding['problem']): unknown =>
    walk.findings.length < MAX_FINDINGS && walk.findings.push({ asset, seq, problem });
  if (!index.isWalking) {
    if (!(await walkEvents(db, head, row.number, walk, { index, terms }, left))) return interrupted();
    for (const [, seq] of Object.values(walk.unrecorded)) found(seq, 'erasure');
    if (last > head.seq || walk.seq !== head.seq || walk.previous !== head.headHash || walk.acceptedUs !== head.headUs)
      found(head.seq, 'head');
    else if (walk.findings.length === 0) {
      const shown = (s: AssetState): string => canonicalJson([s.attributes, s.behaviours, s.tracked]);
      if (shown(walk.state) !== shown(head)) found(head.seq, 'projection');
      index.startWalk(head.seq);
    }
  }
  if (index.isWalking) {
    const agrees = await index.agrees(walk.state.attributes, left);
    if (agrees === undefined) return interrupted();
    if (!agrees || walk.wrongTerms || !(await terms.hasCurrent())) found(walk.seq, 'index');
  }
  return { findings: walk.findings, events: walk.seq - started, erasures };
}

/** `builtin`: see `builtinAttributes`; null unless the event looks erased. */
type WalkedRow = SeededRow & { builtin: string | null };

/** Reads the events up to the head. Returns false if the run has no rows left. */
async function walkEvents(
  db: Database,
  head: AssetRecord,
  number: number,
  walk: VerificationCheckpoint,
  { index, terms }: { index: IndexRows; terms: TermRows },
  left: Allowance,
): Promise<boolean> {
  const found = (seq: number, problem: Finding['problem']): unknown =>
    walk.findings.length < MAX_FINDINGS && walk.findings.push({ asset: head.id, seq, problem });
  for (let more = true; more;) {
    if (left.isSpent) return false;
    const [page] = await db.batch([
      db.sql<WalkedRow>(sql`SELECT ${seededColumns('e')}, CASE WHEN ${looksErased('e')} THEN ${builtinAttributes('e')}
          END AS builtin FROM events e${eventParents('e')}
        WHERE e.asset = ${number} AND e.seq > ${walk.seq} AND e.seq <= ${head.seq} ORDER BY e.seq LIMIT ${PAGE}`),
    ]);
    let read = 0;
    for (const row of page) {
      if (terms.waiting >= WORDS) break;
      read += 1;
      const event = seededOf(row);
      if (event.seq !== walk.seq + 1) found(event.seq, 'missing');
      else if (event.erased) {
        if (!isEmpty(row)) found(event.seq, 'erasure');
        walk.unrecorded[event.id] = [event.erased.event, event.seq];
      } else if (!matchesHash(event, walk.previous)) found(event.seq, 'hash');
      if (event.acceptedUs <= walk.acceptedUs) found(event.seq, 'order');
      const changes = changesOf(walk.state, event);
      index.add(event, changes);
      terms.add(changes);
      if (event.operation === ERASE.operation && !records(event, walk.unrecorded)) found(event.seq, 'erasure');
      if (!belongs(event, head)) found(event.seq, 'projection');
      const own = event.erased ? (JSON.parse(row.builtin!) as Attributes) : event.eventAttributes;
      walk.state = apply(walk.state, { ...event, eventAttributes: own });
      [walk.previous, walk.seq, walk.acceptedUs] = [event.hash, event.seq, event.acceptedUs];
    }
    left.rows -= read + terms.waiting + (await index.findLeaves());
    if (!(await terms.hasNoFormer())) walk.wrongTerms = true;
    more = page.length === PAGE || read < page.length;
  }
  return true;
}

/** The number of events of an asset that record erasures. */
export const erasuresOf = (asset: string): SQL =>
  sql`(SELECT count(*) FROM events said INDEXED BY events_builtin
    WHERE said.asset = ${assetNumber(asset)} AND said.behaviour = 'Builtin' AND said.operation = ${ERASE.operation})`;

async function countErasures(db: Database, asset: string): Promise<number> {
  const [[row]] = await db.batch([db.sql<{ n: number }>(sql`SELECT ${erasuresOf(asset)} AS n`)]);
  return row!.n;
}

/** An event matches its hash if its seed is missing (ASSETCHAINV1) or complete, and the hash follows from it. */
const matchesHash = (event: SeededEvent, previous: string): boolean =>
  (event.seed === null || event.seed.length === SEED_BYTES) && chainHash(event, previous) === event.hash;

/** Whether the row of an erased event has nothing of its content. */
const isEmpty = (row: SeededRow): boolean =>
  row.eventAttributes === '{}' && row.assetAttributes === '{}' && row.principalDeclared === null && row.seed === null;

/** Whether an event records the erasure of an event that is erased; removes that one from `unrecorded`. */
function records(
  { asset, id, eventAttributes }: EventRecord,
  unrecorded: VerificationCheckpoint['unrecorded'],
): boolean {
  const erased = String(eventAttributes[ERASED_EVENT]).slice(`assets/${asset}/events/`.length);
  if (unrecorded[erased]?.[0] !== id) return false;
  delete unrecorded[erased];
  return true;
}

/** Whether the asset's row agrees with an event about tenant, `public`, proof mechanism, owner and creation. */
const belongs = (event: EventRecord, head: AssetRecord): boolean =>
  event.tenant === head.tenant &&
  event.public === head.public &&
  event.proofMechanism === head.proofMechanism &&
  (event.seq > 1 || (event.from === head.owner && event.acceptedUs === head.createdUs));
