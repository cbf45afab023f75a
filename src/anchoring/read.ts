import { PUBLIC_SCOPE } from '../core/identity.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { Scope } from '../access/scope.ts';
import { notFound } from '../core/errors.ts';
import type { EventRecord } from '../ledger/event.ts';
import { eventQuery } from '../ledger/read/history.ts';
import { seenEvent } from '../ledger/rows.ts';
import type { Database, RawStatement } from '../store/database.ts';
import type { Anchor } from '../proof/calldata.ts';

/** A transaction that is final (see chain/tables.ts). */
export type Recorded = {
  intent: string;
  hash: string;
  raw: string;
  blockNumber: number;
  blockHash: string;
  transactionIndex: number;
  header: string;
  proof: string;
  finality: string;
};
export type RecordedAnchor = Recorded &
  Pick<Anchor, 'scope' | 'startUs' | 'endUs'> & { anchorHash: string; count: number };
export type RecordedKhipu = Recorded & { salt: string; eventHash: string; previousEventHash: string; seq: number };

/** An event, and the transactions behind it as its audience is told of them; none while it is not anchored. */
export type Anchored = {
  event: EventRecord;
  /** Whether the audience sees all of the event. */
  whole: boolean;
  anchor: RecordedAnchor | undefined;
  khipu: RecordedKhipu[];
};

const COLUMNS = sql.raw(`c.intent, c.hash, c.raw, c.block_number AS blockNumber, c.block_hash AS blockHash,
  c.transaction_index AS transactionIndex, c.header, c.proof, c.finality`);

/** The scope in which an audience is shown the anchors of the event `e`. */
const shownScope = (scope: Scope): SQL => (scope.tenant === undefined ? sql`${PUBLIC_SCOPE}` : sql`e.tenant`);

/** The window of a scope that holds a moment. */
const holding = (scope: SQL, at: SQL): SQL =>
  sql`w.scope = ${scope} AND w.start_us <= ${at} AND w.start_us = (SELECT x.start_us FROM anchors x INDEXED BY anchors_by_end
    WHERE x.scope = ${scope} AND x.end_us > ${at} ORDER BY x.end_us LIMIT 1)`;

/** An event with the transactions behind it. Throws 404 where the audience may not see it. */
export async function readAnchored(scope: Scope, asset: string, id: string): Promise<Anchored> {
  const named = sql`e.asset = ${asset} AND e.id = ${id}`;
  const [rows, anchors, khipu] = await scope.read(
    eventQuery(scope, asset, id),
    scope.query<RecordedAnchor>(
      'whole',
      (seen) => sql`SELECT ${COLUMNS}, w.scope, w.start_us AS startUs, w.end_us AS endUs, w.hash AS anchorHash, w.count
        FROM events e${seen.join('e')} CROSS JOIN anchors w ON ${holding(shownScope(scope), sql`e.accepted_us`)}
        CROSS JOIN chain_transactions c ON c.intent = w.intent
        WHERE ${named} AND e.proof_mechanism = 'SIMPLE_HASH' AND ${seen.sees('e')}`,
    ),
    scope.query<RecordedKhipu>(
      'whole',
      (
        seen,
      ) => sql`SELECT ${COLUMNS}, k.salt, k.event_hash AS eventHash, k.previous_event_hash AS previousEventHash, k.seq
        FROM events e${seen.join('e')} CROSS JOIN khipu_events k ON k.asset = e.asset AND k.seq = e.seq
        CROSS JOIN chain_transactions c ON c.intent IN ('assets/' || e.asset || '/events/' || e.id || '#0', 'assets/' || e.asset || '/events/' || e.id || '#1')
        WHERE ${named} AND ${seen.sees('e')} ORDER BY c.intent`,
    ),
  );
  const [row] = rows;
  if (!row) throw notFound(`assets/${asset}/events/${id}`);
  const event = seenEvent(row);
  const all = Object.keys(JSON.parse(row.assetAttributes) as object).length;
  const whole = Object.keys(event.assetAttributes).length === all;
  return { event, whole, anchor: anchors[0], khipu };
}

/** What the public is told of where its events are recorded: by the public's anchors, not by those of tenants. */
export async function publiclyPlaced(db: Database, events: readonly EventRecord[]): Promise<EventRecord[]> {
  const times = [...new Set(events.filter((e) => e.proofMechanism === 'SIMPLE_HASH').map((e) => e.acceptedUs))];
  if (times.length === 0) return [...events];
  const query: RawStatement<{ at: number; hash: string; block: number; index: number }> =
    db.sql(sql`SELECT j.value AS at, c.hash,
      c.block_number AS block, c.transaction_index AS "index"
    FROM json_each(${JSON.stringify(times)}) j CROSS JOIN anchors w ON ${holding(sql`${PUBLIC_SCOPE}`, sql`j.value`)}
    CROSS JOIN chain_transactions c ON c.intent = w.intent`);
  const [rows] = await db.batch([query]);
  const places = new Map(rows.map((row) => [row.at, row]));
  return events.map((event) => {
    if (event.proofMechanism !== 'SIMPLE_HASH') return event;
    const place = places.get(event.acceptedUs);
    return {
      ...event,
      transactionId: place?.hash ?? '',
      blockNumber: place?.block ?? 0,
      transactionIndex: place?.index ?? 0,
    };
  });
}

/** The condition that the event `e` was recorded by a transaction, as the audience is told. */
export function recordedBy(scope: Scope, transaction: string): SQL {
  if (scope.tenant !== undefined) return sql`e.transaction_id = ${transaction}`;
  return sql`(CASE e.proof_mechanism WHEN 'KHIPU' THEN e.transaction_id = ${transaction} ELSE EXISTS (
    SELECT 1 FROM chain_transactions c INDEXED BY chain_transactions_by_hash CROSS JOIN anchors w ON w.intent = c.intent AND w.intent <> ''
    WHERE c.hash = ${transaction} AND w.scope = ${PUBLIC_SCOPE} AND w.start_us <= e.accepted_us AND w.end_us > e.accepted_us) END)`;
}
