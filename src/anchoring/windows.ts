import { sql, type SQL } from 'drizzle-orm';
import { sendToChain } from '../chain/index.ts';
import type { Config, Env } from '../config.ts';
import { log } from '../core/log.ts';
import { formatSeconds, nowMicros, type Micros } from '../core/time.ts';
import { SimpleHash } from '../core/simplehash.ts';
import { ledgerOf } from '../ledger/index.ts';
import { eventColumns, eventOf, type EventRow } from '../ledger/rows.ts';
import { Database } from '../store/database.ts';
import { ANCHOR_ADDRESS, simpleCalldata, type Anchor } from '../proof/calldata.ts';
import { intentOf, windowRecord, type RecordedWindow } from './recorded.ts';
import { eventsOf, nameOf, shownIn } from './scopes.ts';

/**
 * What is accepted just now is left to a later window, so that appends rarely meet a closed one; and so is what a
 * fast clock has stamped with a time to come.
 */
const LAG: Micros = 2_000_000;
const SECOND: Micros = 1_000_000;
/** Events read at once: bounds memory, whatever they hold. */
const PAGE = 200;
/** Assets that are asked to confirm at once. */
const CONFIRMED_AT_ONCE = 200;

const floorSecond = (us: Micros): Micros => us - (us % SECOND);

type Row = Anchor & { status: 'closing' | 'hashed' | 'anchored' | 'lost' };

/**
 * Closes the window of a scope that is open: fixes its end, waits until all its events are confirmed, hashes
 * them and hands the hash to the chain. Each step is kept, so that whoever comes after a crash goes on; two at
 * once do the same. Returns true when events may be left that are old enough for the next window. A window whose
 * end is in the future is left until then. Throws where events are still pending: it is to be tried again.
 *
 * Where the chain has windows that the database lacks, because that was restored to an earlier state, the next window is
 * the one on the chain: with the same events it is taken over, with others it is lost. No time is anchored twice.
 */
export async function closeWindow(env: Env, config: Config, scope: string): Promise<boolean> {
  const db = new Database(env.DB);
  const last = await lastWindow(db, scope);
  const open = last?.status === 'closing' ? last : undefined;
  const startUs = open?.startUs ?? last?.endUs ?? 0;
  const recorded = await windowRecord(env, config).windowAfter(scope, startUs);
  const closing = open ?? (await begin(db, config, scope, startUs, recorded));
  // No block may be older than the window that it records.
  if (!closing || closing.endUs > nowMicros()) return false;
  await confirmAll(env, db, closing);
  const { hash, count } = await hashWindow(db, closing);
  const anchor: Anchor = { ...closing, hash, count };
  if (recorded && intentOf(recorded) !== intentOf(anchor)) {
    await lose(db, closing, recorded);
    return true;
  }
  await db.batch([
    db.sql(sql`UPDATE anchors SET status = 'hashed', hash = ${hash}, count = ${count}, intent = ${intentOf(anchor)}
      WHERE scope = ${scope} AND start_us = ${closing.startUs} AND status = 'closing'`),
    // The same window may have been anchored before it was reopened: then it takes note of that transaction.
    db.sql(sql`UPDATE chain_transactions SET settled = 0 WHERE intent = ${intentOf(anchor)}`),
  ]);
  await sendAnchors(env, config, [anchor]);
  return true;
}

/** Hands anchors to the chain; those that it has are left as they are. */
export async function sendAnchors(env: Env, config: Config, anchors: Anchor[]): Promise<void> {
  const items = anchors.map((anchor) => ({
    intent: intentOf(anchor),
    to: ANCHOR_ADDRESS,
    input: simpleCalldata(anchor),
    notBefore: anchor.endUs / SECOND,
  }));
  await sendToChain(env, config, items);
}

/** Leaves the time of a window to the one on the chain, whose events the database lacks. */
async function lose(db: Database, { scope, startUs, endUs }: Row, recorded: RecordedWindow): Promise<void> {
  // Where only a later window is known, this one is older than what the outbox knows of.
  const hash = recorded.startUs < endUs ? recorded.hash : '';
  await db.batch([
    db.sql(sql`UPDATE anchors SET status = 'lost', hash = ${hash}
      WHERE scope = ${scope} AND start_us = ${startUs} AND status = 'closing'`),
  ]);
  log('alarm', 'the chain has an anchor of events that the database lacks', {
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
 * Fixes the end of the next window and raises its guard; undefined when it would be empty. Where the chain has a window
 * that ends after `startUs`, it ends with that, or where that starts.
 */
async function begin(
  db: Database,
  config: Config,
  scope: string,
  startUs: Micros,
  recorded: RecordedWindow | undefined,
): Promise<Row | undefined> {
  const endUs = recorded
    ? recorded.startUs > startUs
      ? recorded.startUs
      : recorded.endUs
    : await nextEnd(db, config, scope, startUs);
  if (endUs === undefined) return undefined;
  await db.batch([
    db.sql(sql`INSERT INTO anchors (scope, start_us, end_us, status, count, hash, intent)
      VALUES (${scope}, ${startUs}, ${endUs}, 'closing', 0, '', '') ON CONFLICT DO NOTHING`),
  ]);
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
  // At most so many events, but for those of one second.
  const limit = beyond ? Math.max(floorSecond(beyond.at), floorSecond(first.at) + SECOND) : until;
  const [[newest]] = await db.batch([at(limit, sql`DESC LIMIT 1`)]);
  return floorSecond(newest!.at) + SECOND;
}

/** Throws until no event of the window is pending. None can come any more: the guard is up. */
async function confirmAll(env: Env, db: Database, { scope, startUs, endUs }: Row): Promise<void> {
  const pending = () =>
    db.sql<{ asset: string }>(sql`SELECT DISTINCT e.asset AS asset FROM ${eventsOf(scope, startUs, endUs)}
      AND e.confirmation = 'PENDING' LIMIT ${CONFIRMED_AT_ONCE}`);
  const [rows] = await db.batch([pending()]);
  if (rows.length === 0) return;
  for (const { asset } of rows) await ledgerOf(env, asset).confirm();
  const [left] = await db.batch([pending()]);
  if (left.length > 0) throw new Error(`${left.length} or more assets have pending events in the window`);
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

/** The events of a window as its query shows them, in the order of their identities. */
export async function* windowEvents(db: Database, scope: string, startUs: Micros, endUs: Micros) {
  const [keys] = await db.batch([
    db.sql<{ asset: string; id: string; seq: number }>(
      sql`SELECT e.asset, e.id, e.seq FROM ${eventsOf(scope, startUs, endUs)}`,
    ),
  ]);
  // Identities are `assets/<uuid>/events/<uuid>`: their order is that of the two uuids.
  const ordered = keys
    .map(({ asset, id, seq }) => ({ name: asset + id, asset, seq }))
    .toSorted((x, y) => (x.name < y.name ? -1 : x.name > y.name ? 1 : 0));
  for (let i = 0; i < ordered.length; i += PAGE) {
    const page = ordered.slice(i, i + PAGE);
    const wanted = JSON.stringify(page.map(({ asset, seq }) => [asset, seq]));
    const [rows] = await db.batch([
      db.sql<EventRow>(sql`SELECT ${eventColumns('e')} FROM json_each(${wanted}) j CROSS JOIN events e
        ON e.asset = j.value ->> 0 AND e.seq = j.value ->> 1 ORDER BY j.key`),
    ]);
    for (const row of rows) yield shownIn(scope, eventOf(row));
  }
}
