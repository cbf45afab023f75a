import { sql } from 'drizzle-orm';
import { leavesOf, type Attributes } from '../../core/attributes.ts';
import { GENESIS_HASH } from '../../core/chainhash.ts';
import { canonicalJson } from '../../core/digest.ts';
import { SEED_BYTES } from '../../core/contentcommitment.ts';
import type { Database } from '../../store/database.ts';
import { apply, changesOf, type AssetRecord, type AssetState } from '../asset.ts';
import { chainHash, type EventRecord, type SeededEvent } from '../event.ts';
import { assetColumns, assetOf, seededColumns, seededOf, type AssetRow, type SeededRow } from '../rows.ts';

/** Rows per query, which bounds memory for any length of history. */
const PAGE = 200;
/** Maximum number of findings per asset: after so much damage, further findings add nothing. */
const MAX_FINDINGS = 1000;

/** A defect of an asset's ledger. */
export type Finding = {
  asset: string;
  seq: number;
  problem:
    | 'missing' // the event before this one is missing
    | 'hash' // the event does not match its hash
    | 'order' // its accepted time is not after that of the event before it
    | 'head' // the asset's row has another last event
    | 'projection' // the asset's row differs from the result of replaying its events
    | 'index' // the rows that filters search differ from the events
    | 'unreadable'; // the rows cannot be read
};

/** `events` is the number of events read. `checkpoint` is set if the run ended before the verification did. */
export type Verification = { findings: Finding[]; events: number; checkpoint?: Checkpoint };

/** The state of an interrupted verification, as plain data. */
export type Checkpoint = {
  seq: number;
  previous: string;
  acceptedUs: number;
  state: AssetState;
  findings: Finding[];
  eventRows: Sum;
  versionRows: Sum;
  /** The state of the comparison of the index rows, which starts after all events. */
  index?: IndexWalk;
};

/** One run of a verification: it continues from a checkpoint and reads about `rows` rows. */
export type Turn = { from?: Checkpoint | undefined; rows: number };

/**
 * Verifies an asset from its first event: sequence numbers have no gaps, each hash matches the event and its
 * predecessor, accepted times increase, and replaying the events results in the head, the current state and the index
 * rows. It compares with the head at the start of the run, so that a concurrent append is not a finding.
 */
export async function verifyAsset(db: Database, asset: string, turn: Turn = { rows: Infinity }): Promise<Verification> {
  const [heads, lasts] = await db.batch([
    db.sql<AssetRow>(sql`SELECT ${assetColumns('a')} FROM assets a WHERE a.id = ${asset}`),
    db.sql<{ seq: number | null }>(sql`SELECT max(seq) AS seq FROM events WHERE asset = ${asset}`),
  ]);
  const row = heads[0];
  const last = lasts[0]?.seq ?? 0;
  if (!row) return { findings: last > 0 ? [{ asset, seq: last, problem: 'head' }] : [], events: 0 };
  const head = assetOf(row);
  const walk: Checkpoint = turn.from ?? {
    seq: 0,
    previous: GENESIS_HASH,
    acceptedUs: 0,
    state: { behaviours: JSON.parse(row.initialBehaviours) as string[], attributes: {}, tracked: true },
    findings: [],
    eventRows: NOTHING,
    versionRows: NOTHING,
  };
  const started = walk.seq;
  const left = { rows: turn.rows };
  const interrupted = (): Verification => ({ findings: [], events: walk.seq - started, checkpoint: walk });
  const found = (seq: number, problem: Finding['problem']): unknown =>
    walk.findings.length < MAX_FINDINGS && walk.findings.push({ asset, seq, problem });
  if (!walk.index) {
    if (!(await walkEvents(db, asset, head, walk, left))) return interrupted();
    if (last > head.seq || walk.seq !== head.seq || walk.previous !== head.headHash || walk.acceptedUs !== head.headUs)
      found(head.seq, 'head');
    else if (walk.findings.length === 0) {
      const shown = (s: AssetState): string => canonicalJson([s.attributes, s.behaviours, s.tracked]);
      if (shown(walk.state) !== shown(head)) found(head.seq, 'projection');
      walk.index = startIndex(head.headUs);
    }
  }
  if (walk.index) {
    const agrees = await indexAgrees(db, asset, walk, walk.index, left);
    if (agrees === undefined) return interrupted();
    if (!agrees) found(walk.seq, 'index');
  }
  return { findings: walk.findings, events: walk.seq - started };
}

/** Reads the events up to the head. Returns false if the run has no rows left. */
async function walkEvents(
  db: Database,
  asset: string,
  head: AssetRecord,
  walk: Checkpoint,
  left: { rows: number },
): Promise<boolean> {
  const found = (seq: number, problem: Finding['problem']): unknown =>
    walk.findings.length < MAX_FINDINGS && walk.findings.push({ asset, seq, problem });
  const [eventRows, versionRows] = [new RowSum(walk.eventRows), new RowSum(walk.versionRows)];
  for (let more = true; more;) {
    if (left.rows <= 0) return false;
    const [page] = await db.batch([
      db.sql<SeededRow>(sql`SELECT ${seededColumns('e')} FROM events e
        WHERE e.asset = ${asset} AND e.seq > ${walk.seq} AND e.seq <= ${head.seq} ORDER BY e.seq LIMIT ${PAGE}`),
    ]);
    for (const event of page.map(seededOf)) {
      if (event.seq !== walk.seq + 1) found(event.seq, 'missing');
      else if (!matchesHash(event, walk.previous)) found(event.seq, 'hash');
      if (event.acceptedUs <= walk.acceptedUs) found(event.seq, 'order');
      for (const leaf of leaves(event.eventAttributes)) {
        eventRows.add([leaf.path, leaf.key, event.seq, event.tenant, Number(event.public), event.acceptedUs]);
      }
      for (const leaf of leaves(changesOf(walk.state, event))) {
        versionRows.add([
          leaf.path,
          leaf.key,
          event.acceptedUs,
          leaf.present,
          Number(Object.hasOwn(event.assetAttributes, leaf.name)),
        ]);
      }
      if (!belongs(event, head)) found(event.seq, 'projection');
      walk.state = apply(walk.state, event);
      [walk.previous, walk.seq, walk.acceptedUs] = [event.hash, event.seq, event.acceptedUs];
    }
    [walk.eventRows, walk.versionRows] = [eventRows.sum, versionRows.sum];
    left.rows -= page.length;
    more = page.length === PAGE;
  }
  return true;
}

/** An event matches its hash if its seed is missing (ASSETCHAINV1) or complete, and the hash follows from it. */
const matchesHash = (event: SeededEvent, previous: string): boolean =>
  (event.seed === null || event.seed.length === SEED_BYTES) && chainHash(event, previous) === event.hash;

/** Whether the asset's row agrees with an event about tenant, `public`, proof mechanism, owner and creation. */
const belongs = (event: EventRecord, head: AssetRecord): boolean =>
  event.tenant === head.tenant &&
  event.public === head.public &&
  event.proofMechanism === head.proofMechanism &&
  (event.seq > 1 || (event.from === head.owner && event.acceptedUs === head.createdUs));

const leaves = (attributes: Attributes) => Object.entries(attributes).flatMap(([name, value]) => leavesOf(name, value));

/** The progress through the index rows; `after` is null at the end. */
type IndexWalk = {
  upTo: number;
  events: { after: (string | number)[] | null; sum: Sum };
  versions: { after: (string | number)[] | null; sum: Sum };
  lastOf: Record<string, number>;
  current: Record<string, string[]>;
};

const startIndex = (upTo: number): IndexWalk => ({
  upTo,
  events: { after: ['', '', 0], sum: NOTHING },
  versions: { after: ['', 0, ''], sum: NOTHING },
  lastOf: Object.create(null) as Record<string, number>,
  current: Object.create(null) as Record<string, string[]>,
});

/**
 * Compares the index rows up to the head with those that follow from the events, and the current ones with the state.
 * Returns undefined if the run has no rows left.
 */
async function indexAgrees(
  db: Database,
  asset: string,
  { state, eventRows, versionRows }: Checkpoint,
  index: IndexWalk,
  left: { rows: number },
): Promise<boolean | undefined> {
  const { upTo } = index;
  const inEvents = new RowSum(index.events.sum);
  while (index.events.after) {
    if (left.rows <= 0) return undefined;
    const { after } = index.events;
    const [page] = await db.batch([
      db.sql<{ path: string; key: string; seq: number; tenant: string; public: number; acceptedUs: number }>(sql`
        SELECT path, key, seq, tenant, public, accepted_us AS acceptedUs FROM event_attributes WHERE asset = ${asset}
        AND (path, key, seq) > (${after[0]}, ${after[1]}, ${after[2]}) ORDER BY path, key, seq LIMIT ${PAGE}`),
    ]);
    for (const r of page)
      if (r.acceptedUs <= upTo) inEvents.add([r.path, r.key, r.seq, r.tenant, r.public, r.acceptedUs]);
    const last = page.at(-1);
    index.events = {
      after: last && page.length === PAGE ? [last.path, last.key, last.seq] : null,
      sum: inEvents.sum,
    };
    left.rows -= page.length;
  }
  const inVersions = new RowSum(index.versions.sum);
  const lastOf = new Map(Object.entries(index.lastOf));
  const current = new Map(Object.entries(index.current));
  while (index.versions.after) {
    if (left.rows <= 0) return undefined;
    const { after } = index.versions;
    const [page] = await db.batch([
      db.sql<{
        path: string;
        fromUs: number;
        key: string;
        name: string;
        present: number;
        named: number;
        current: number;
        value: string | null;
      }>(sql`
        SELECT path, from_us AS fromUs, key, name, present, named, current, value FROM asset_attributes WHERE asset = ${asset}
        AND (path, from_us, key) > (${after[0]}, ${after[1]}, ${after[2]}) ORDER BY path, from_us, key LIMIT ${PAGE}`),
    ]);
    for (const r of page) {
      if (r.fromUs > upTo) continue;
      inVersions.add([r.path, r.key, r.fromUs, r.present, r.named]);
      if (r.path === r.name) lastOf.set(r.name, r.fromUs);
      if (r.current === 1)
        current.set(r.name, [...(current.get(r.name) ?? []), JSON.stringify([r.path, r.key, r.value])]);
    }
    const last = page.at(-1);
    index.versions = {
      after: last && page.length === PAGE ? [last.path, last.fromUs, last.key] : null,
      sum: inVersions.sum,
    };
    [index.lastOf, index.current] = [Object.fromEntries(lastOf), Object.fromEntries(current)];
    left.rows -= page.length;
  }
  if (!inEvents.equals(new RowSum(eventRows)) || !inVersions.equals(new RowSum(versionRows))) return false;
  // An append since the start may have changed which versions are current: they are not compared then.
  const [newer] = await db.batch([
    db.sql<{ headUs: number }>(sql`SELECT head_us AS headUs FROM assets WHERE id = ${asset}`),
  ]);
  if (newer[0]?.headUs !== upTo) return true;
  return (
    Object.entries(state.attributes).every(([name, value]) => {
      const wanted = leavesOf(name, value).map((l) =>
        JSON.stringify([l.path, l.key, l.path === name ? JSON.stringify(value) : null]),
      );
      return (
        lastOf.has(name) && canonicalJson(wanted.toSorted()) === canonicalJson((current.get(name) ?? []).toSorted())
      );
    }) && current.size === Object.keys(state.attributes).length
  );
}

/** A `RowSum` as plain data. */
type Sum = readonly [a: number, b: number, n: number];
const NOTHING: Sum = [0, 0, 0];

/**
 * A sum over rows that does not depend on their order. Different rows have the same sum with a probability of about
 * 2^-64. Detects accidents, not forgery.
 */
class RowSum {
  #a: number;
  #b: number;
  #n: number;

  constructor([a, b, n]: Sum) {
    [this.#a, this.#b, this.#n] = [a, b, n];
  }

  get sum(): Sum {
    return [this.#a, this.#b, this.#n];
  }

  add(row: (string | number)[]): void {
    const text = JSON.stringify(row);
    let [a, b] = [0x811c9dc5, 0x9e3779b9];
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      a = Math.imul(a ^ unit, 0x01000193);
      b = Math.imul(b ^ (unit + (a >>> 13)), 0x85ebca6b);
    }
    this.#a = (this.#a + (a >>> 0)) % 0x100000000;
    this.#b = (this.#b + (b >>> 0)) % 0x100000000;
    this.#n += 1;
  }

  equals(other: RowSum): boolean {
    return this.#a === other.#a && this.#b === other.#b && this.#n === other.#n;
  }
}
