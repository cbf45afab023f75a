import { raise } from '../platform/alarms.ts';
import { sql, type SQL } from 'drizzle-orm';
import { sendToChain } from './chain/index.ts';
import type { Config, Env } from '../settings/config.ts';
import { formatSeconds, nowMicros, type Micros } from '../lib/time.ts';
import { SimpleHash } from '../formats/simple-hash.ts';
import { pacing } from '../platform/pacing/pacing.ts';
import { writerOf } from '../ledger/append/writer-client.ts';
import { eventColumns, eventOf, eventParents, type EventRow } from '../ledger/records/rows.ts';
import type { Database } from '../platform/database/database.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { ANCHOR_ADDRESS, simpleCalldata, type Anchor } from '../proof/calldata.ts';
import { intentOf, windowRecord, type RecordedWindow } from './recorded.ts';
import { eventsOf, nameOf, shownIn } from './scopes.ts';

/**
 * Events younger than this are left for a later window, so that appends rarely fall into a closed one. The same applies
 * to events that a fast clock has stamped with a time in the future.
 */
const LAG: Micros = 2_000_000;
const SECOND: Micros = 1_000_000;
/** Events per read. Bounds the memory of a read. */
const PAGE = 200;

const floorSecond = (us: Micros): Micros => us - (us % SECOND);

/** The events of a scope that were accepted in [startUs, endUs). */
type Window = Pick<Anchor, 'scope' | 'startUs' | 'endUs'>;
type Row = Anchor & { status: 'closing' | 'hashed' | 'anchored' | 'lost' };

/**
 * Closes the open window of a scope: fixes its end, hashes its events and hands the hash to the chain. Each step is
 * persisted, so a call after a crash resumes; concurrent calls have the same result. Returns true when the next window
 * may be due as well. Leaves a window open whose end is in the future.
 *
 * After the database was restored to an earlier state, the chain may have windows that the database lacks. Then the
 * next window is the one on the chain. It is kept if its events are the same, and marked as lost if they differ. No
 * time is anchored twice.
 */
export async function closeWindow(env: Env, config: Config, scope: string): Promise<boolean> {
  const db = openDatabase(env);
  const last = await lastWindow(db, scope);
  const open = last?.status === 'closing' ? last : undefined;
  const startUs = open?.startUs ?? last?.endUs ?? 0;
  const recorded = await windowRecord(env, config).windowAfter(scope, startUs);
  const closing = open ?? (await begin(env, db, config, scope, startUs, recorded));
  // No block may be older than the window that it records.
  if (!closing || closing.endUs > nowMicros()) return false;
  const { hash, count } = await hashWindow(db, closing);
  const anchor: Anchor = { ...closing, hash, count };
  if (recorded && intentOf(recorded) !== intentOf(anchor)) {
    await lose(db, closing, recorded);
    return true;
  }
  await db.batch([
    db.sql(sql`UPDATE anchors SET status = 'hashed', hash = ${hash}, count = ${count}, intent = ${intentOf(anchor)}
      WHERE scope = ${scope} AND start_us = ${closing.startUs} AND status = 'closing'`),
    // If the same window was anchored before it was reopened, its transaction is final already.
    db.sql(sql`UPDATE chain_transactions SET settled = 0 WHERE intent = ${intentOf(anchor)}`),
  ]);
  await sendAnchors(env, config, [anchor]);
  return true;
}

/** Submits anchors to the outbox. Idempotent. */
export async function sendAnchors(env: Env, config: Config, anchors: Anchor[]): Promise<void> {
  const items = anchors.map((anchor) => ({
    intent: intentOf(anchor),
    to: ANCHOR_ADDRESS,
    input: simpleCalldata(anchor),
    notBefore: anchor.endUs / SECOND,
  }));
  await sendToChain(env, config, items);
}

/** Marks a window as lost: the chain has an anchor of this time, of events that the database lacks. */
async function lose(db: Database, { scope, startUs, endUs }: Row, recorded: RecordedWindow): Promise<void> {
  // If the recorded window is a later one, the hash of this one is unknown.
  const hash = recorded.startUs < endUs ? recorded.hash : '';
  await db.batch([
    db.sql(sql`UPDATE anchors SET status = 'lost', hash = ${hash}
      WHERE scope = ${scope} AND start_us = ${startUs} AND status = 'closing'`),
  ]);
  raise('anchor-unknown', {
    scope: nameOf(scope),
    start: formatSeconds(startUs),
    end: formatSeconds(endUs),
    hash,
  });
}

async function lastWindow(db: Database, scope: string): Promise<Row | undefined> {
  const [[row]] = await db.batch([
    db.sql<Row>(sql`SELECT scope, start_us AS startUs, end_us AS endUs, status, count, hash FROM anchors
      WHERE scope = ${scope} ORDER BY start_us DESC LIMIT 1`),
  ]);
  return row;
}

/**
 * Inserts the row of the next window, which fixes its end; undefined when the window would be empty. If the chain has a
 * window that ends after `startUs`, the new one ends where that one starts or, if both start together, where it ends.
 */
async function begin(
  env: Env,
  db: Database,
  config: Config,
  scope: string,
  startUs: Micros,
  recorded: RecordedWindow | undefined,
): Promise<Row | undefined> {
  const endOfRecorded = recorded && (recorded.startUs > startUs ? recorded.startUs : recorded.endUs);
  const endUs = endOfRecorded ?? (await nextEnd(db, config, scope, startUs));
  if (endUs === undefined) return undefined;
  // The ledger writer inserts it between two commits, so that no commit that waits is refused because of it.
  await writerOf(env).closeWindow({ scope, startUs, endUs }, recorded !== undefined);
  const row = await lastWindow(db, scope);
  return row?.startUs === startUs && row.status === 'closing' ? row : undefined;
}

/** The whole second after the newest event of the next window; undefined when it has none. */
async function nextEnd(db: Database, config: Config, scope: string, startUs: Micros): Promise<Micros | undefined> {
  const until = floorSecond(nowMicros() - LAG);
  if (until <= startUs) return undefined;
  const at = (endUs: Micros, order: SQL) =>
    db.sql<{ at: number }>(
      sql`SELECT e.accepted_us AS at FROM ${eventsOf(scope, startUs, endUs)} ORDER BY e.accepted_us ${order}`,
    );
  const [[first], [beyond]] = await db.batch([
    at(until, sql`LIMIT 1`),
    at(until, sql`LIMIT 1 OFFSET ${config.anchoring.maxEvents}`),
  ]);
  if (!first) return undefined;
  // At most maxEvents, except that the events of one second stay together.
  const limit = beyond ? Math.max(floorSecond(beyond.at), floorSecond(first.at) + SECOND) : until;
  const [[newest]] = await db.batch([at(limit, sql`DESC LIMIT 1`)]);
  return floorSecond(newest!.at) + SECOND;
}

/** The simple hash of a window's events, in the order of their identities. */
async function hashWindow(db: Database, { scope, startUs, endUs }: Row): Promise<{ hash: string; count: number }> {
  const hash = new SimpleHash();
  let count = 0;
  for await (const event of windowEvents(db, scope, startUs, endUs)) {
    hash.add(event);
    count += 1;
  }
  return { hash: hash.digest(), count };
}

/** The characters of the attributes of a window's events, as JSON. */
export async function attributeLength(db: Database, { scope, startUs, endUs }: Window): Promise<number> {
  const [[row]] = await db.batch([
    db.sql<{ length: number }>(
      sql`SELECT total(length(e.event_attributes) + length(e.asset_attributes)) AS length
        FROM ${eventsOf(scope, startUs, endUs)}`,
    ),
  ]);
  return row!.length;
}

/** The events of a window in the form that its query returns, in the order of their identities. */
export async function* windowEvents(db: Database, scope: string, startUs: Micros, endUs: Micros) {
  const [keys] = await db.batch([
    db.sql<{ asset: string; id: string; number: number }>(
      sql`SELECT (SELECT a.id FROM assets a WHERE a.number = e.asset) AS asset, e.id, e.number
        FROM ${eventsOf(scope, startUs, endUs)}`,
    ),
  ]);
  // Identities have the form `assets/<uuid>/events/<uuid>`, so they sort like the two uuids.
  const ordered = keys
    .map(({ asset, id, number }) => ({ name: asset + id, number }))
    .toSorted((x, y) => Number(x.name > y.name) - Number(x.name < y.name));
  for (let i = 0; i < ordered.length; i += PAGE) {
    // A whole window would delay all other requests.
    await pacing.turn('batch');
    const wanted = JSON.stringify(ordered.slice(i, i + PAGE).map(({ number }) => number));
    const [rows] = await db.batch([
      db.sql<EventRow>(sql`SELECT ${eventColumns('e', sql`NULL`)} FROM json_each(${wanted}) j
        CROSS JOIN events e ON e.number = j.value${eventParents('e')}
        ORDER BY j.key`),
    ]);
    for (const row of rows) yield shownIn(scope, eventOf(row));
  }
}
