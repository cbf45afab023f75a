import { sql } from 'drizzle-orm';
import { leavesOf, type Attributes } from '../core/attributes.ts';
import { canonicalJson } from '../core/digest.ts';
import { nowMicros } from '../core/time.ts';
import type { Database } from '../store/database.ts';
import { apply, changesOf, type AssetRecord, type AssetState } from './asset.ts';
import { chainHash, GENESIS_HASH, type EventRecord } from './event.ts';
import { assetColumns, assetOf, eventColumns, eventOf, type AssetRow, type EventRow } from './rows.ts';

/** Rows read at once: bounds memory, whatever an asset's history holds. */
const PAGE = 500;

/** What is wrong at one place of an asset's ledger. */
export type Finding = {
  asset: string;
  seq: number;
  problem:
    | 'missing' // an event before this one is not there
    | 'hash' // the event is not what its hash says
    | 'order' // it was accepted no later than the one before it
    | 'head' // the asset's row names another last event
    | 'projection' // the asset's row is not what replaying its events gives
    | 'index'; // the rows that filters search are not those of the events
};

/** `events` is how many were walked. */
export type Verification = { findings: Finding[]; events: number };

/**
 * Walks an asset's events from the first: numbers without a gap, each hash that of its content and its
 * predecessor, times increasing; the head, the current state and the index rows what replaying gives.
 * It compares with the head as it was at the start, so that an append meanwhile is no finding.
 */
export async function verifyAsset(db: Database, asset: string): Promise<Verification> {
  const [heads, lasts] = await db.batch([
    db.sql<AssetRow>(sql`SELECT ${assetColumns('a')} FROM assets a WHERE a.id = ${asset}`),
    db.sql<{ seq: number | null }>(sql`SELECT max(seq) AS seq FROM events WHERE asset = ${asset}`),
  ]);
  const row = heads[0];
  const last = lasts[0]?.seq ?? 0;
  if (!row) return { findings: last > 0 ? [{ asset, seq: last, problem: 'head' }] : [], events: 0 };
  const head = assetOf(row);
  const findings: Finding[] = [];
  const found = (seq: number, problem: Finding['problem']): number => findings.push({ asset, seq, problem });
  const eventRows = new RowSum();
  const versionRows = new RowSum();
  let [previous, seq, acceptedUs] = [GENESIS_HASH, 0, 0];
  let state: AssetState = { behaviours: JSON.parse(row.initialBehaviours) as string[], attributes: {}, tracked: true };
  for (let more = true; more;) {
    const [page] = await db.batch([
      db.sql<EventRow>(sql`SELECT ${eventColumns('e')} FROM events e
        WHERE e.asset = ${asset} AND e.seq > ${seq} AND e.seq <= ${head.seq} ORDER BY e.seq LIMIT ${PAGE}`),
    ]);
    for (const event of page.map(eventOf)) {
      if (event.seq !== seq + 1) found(event.seq, 'missing');
      else if (chainHash(event, previous) !== event.hash) found(event.seq, 'hash');
      if (event.acceptedUs <= acceptedUs) found(event.seq, 'order');
      for (const leaf of leaves(event.eventAttributes)) {
        eventRows.add([leaf.path, leaf.key, event.seq, event.tenant, Number(event.public), event.acceptedUs]);
      }
      for (const leaf of leaves(changesOf(state, event))) {
        versionRows.add([
          leaf.path,
          leaf.key,
          event.acceptedUs,
          leaf.present,
          Number(Object.hasOwn(event.assetAttributes, leaf.name)),
        ]);
      }
      if (!belongs(event, head)) found(event.seq, 'projection');
      state = apply(state, event);
      [previous, seq, acceptedUs] = [event.hash, event.seq, event.acceptedUs];
    }
    more = page.length === PAGE;
  }
  if (last > head.seq || seq !== head.seq || previous !== head.headHash || acceptedUs !== head.headUs)
    found(head.seq, 'head');
  else if (findings.length === 0) {
    const shown = (s: AssetState): string => canonicalJson([s.attributes, s.behaviours, s.tracked]);
    if (shown(state) !== shown(head)) found(head.seq, 'projection');
    if (!(await indexAgrees(db, asset, head.headUs, state, eventRows, versionRows))) found(head.seq, 'index');
  }
  return { findings, events: seq };
}

/** Whether the asset's row says of itself what its event says: whose it is, whether public, how proven. */
const belongs = (event: EventRecord, head: AssetRecord): boolean =>
  event.tenant === head.tenant &&
  event.public === head.public &&
  event.proofMechanism === head.proofMechanism &&
  (event.seq > 1 || (event.from === head.owner && event.acceptedUs === head.createdUs));

const leaves = (attributes: Attributes) => Object.entries(attributes).flatMap(([name, value]) => leavesOf(name, value));

/** Compares the index rows up to the head with those that the events asked for, and the current ones with the state. */
async function indexAgrees(
  db: Database,
  asset: string,
  upTo: number,
  state: AssetState,
  eventRows: RowSum,
  versionRows: RowSum,
): Promise<boolean> {
  const inEvents = new RowSum();
  for (let after: (string | number)[] = ['', '', 0], more = true; more;) {
    const [page] = await db.batch([
      db.sql<{ path: string; key: string; seq: number; tenant: string; public: number; acceptedUs: number }>(sql`
        SELECT path, key, seq, tenant, public, accepted_us AS acceptedUs FROM event_attributes WHERE asset = ${asset}
        AND (path, key, seq) > (${after[0]}, ${after[1]}, ${after[2]}) ORDER BY path, key, seq LIMIT ${PAGE}`),
    ]);
    for (const r of page)
      if (r.acceptedUs <= upTo) inEvents.add([r.path, r.key, r.seq, r.tenant, r.public, r.acceptedUs]);
    const last = page.at(-1);
    if (last) after = [last.path, last.key, last.seq];
    more = page.length === PAGE;
  }
  const inVersions = new RowSum();
  const lastOf = new Map<string, number>();
  const current = new Map<string, string[]>();
  for (let after: (string | number)[] = ['', 0, ''], more = true; more;) {
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
    if (last) after = [last.path, last.fromUs, last.key];
    more = page.length === PAGE;
  }
  if (!inEvents.equals(eventRows) || !inVersions.equals(versionRows)) return false;
  // An append since the start may have closed a version: then what is current is its business.
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

/** A sum over rows that does not depend on their order: equal sums mean equal rows, but for accidents of 1 in 2^64. Not a defence against forgery; the chain is. */
class RowSum {
  #a = 0;
  #b = 0;
  #n = 0;

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

/** Marks what a verification found FAILED, and the asset's turn as done. */
export async function recordVerification(db: Database, asset: string, findings: readonly Finding[]): Promise<void> {
  const inEvents = findings.filter(({ problem }) => ['missing', 'hash', 'order'].includes(problem));
  const inAsset = findings.some(({ problem }) => problem === 'projection' || problem === 'head') ? 1 : 0;
  await db.batch([
    db.sql(sql`UPDATE events SET confirmation = 'FAILED'
      WHERE asset = ${asset} AND seq IN (SELECT value FROM json_each(${JSON.stringify(inEvents.map(({ seq }) => seq))}))`),
    db.sql(sql`UPDATE assets SET verified_us = ${nowMicros()},
      confirmation = CASE WHEN ${inAsset} THEN 'FAILED' ELSE confirmation END WHERE id = ${asset}`),
  ]);
}
