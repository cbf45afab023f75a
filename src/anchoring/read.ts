import { PUBLIC_SCOPE } from '../lib/identifiers.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { Scope } from '../access/scope.ts';
import { notFound } from '../lib/errors.ts';
import type { EventRecord } from '../ledger/records/event.ts';
import { eventQuery } from '../ledger/lists/history.ts';
import { inAnchor, seenEvent } from '../ledger/records/rows.ts';
import { assetNumber, tenantId } from '../platform/database/numbers.ts';
import type { Anchor, LogAnchor } from '../proof/calldata.ts';
import { khipuIntent } from './khipu-intent.ts';
import type { Database } from '../platform/database/database.ts';

/** A transaction that is final (table `chain_transactions`). */
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
export type RecordedLogAnchor = Recorded & LogAnchor;
export type RecordedKhipu = Recorded & { salt: string; eventHash: string; previousEventHash: string; seq: number };

/**
 * An event and the transactions that anchor it, as its audience may read them. None while it is not anchored. A
 * MERKLE_LOG event has none: logs are not anchored.
 */
export type Anchored = {
  event: EventRecord;
  /** Whether the audience may read every attribute of the event. */
  whole: boolean;
  anchor: RecordedAnchor | undefined;
  khipu: RecordedKhipu[];
  /** Of a MERKLE_LOG event: the first anchor of its log that covers it. */
  logAnchor: RecordedLogAnchor | undefined;
};

const COLUMNS = sql.raw(`c.intent, c.hash, c.raw, c.block_number AS blockNumber, c.block_hash AS blockHash,
  c.transaction_index AS transactionIndex, c.header, c.proof, c.finality`);

/**
 * The scope of the anchors and of the log that an audience reads: that of the public, or the tenant of the row `event`.
 */
const shownScope = (scope: Scope): SQL =>
  scope.tenant === undefined ? sql`${PUBLIC_SCOPE}` : tenantId(sql`event.tenant`);

/** The condition that `anchor` is the window of a scope that contains a time. */
const holding = (scope: SQL, at: SQL): SQL =>
  sql`anchor.scope = ${scope} AND anchor.start_us <= ${at} AND anchor.start_us = (
    SELECT x.start_us FROM anchors x INDEXED BY anchors_by_end
    WHERE x.scope = ${scope} AND x.end_us > ${at} ORDER BY x.end_us LIMIT 1)`;

/**
 * The columns of a `RecordedLogAnchor`, from the rows `l` of `logs`, `a` of `log_anchors` and `c` of
 * `chain_transactions`.
 */
export const LOG_COLUMNS = sql`${COLUMNS}, l.id AS log, l.scope, a.size, lower(hex(a.root)) AS root, a.epoch`;

/**
 * Follows the row `l` of `logs` in FROM: the first final anchor `a` of a tree with the leaf `index`, and its
 * transaction `c`.
 */
const covering = (index: SQL): SQL =>
  sql` CROSS JOIN log_anchors a ON a.log = l.number AND a.size = (SELECT x.size FROM log_anchors x
      WHERE x.log = l.number AND x.size > ${index} AND EXISTS (SELECT 1 FROM chain_transactions f
        WHERE f.intent = x.intent) ORDER BY x.size LIMIT 1)
    CROSS JOIN chain_transactions c ON c.intent = a.intent`;

/**
 * The first final anchor of a log whose tree has the leaf `index` (from 0); undefined until there is one. `log` is the
 * number of the log (`logs.number`). The caller must redact nothing: it shows only the size and the root of a signed
 * tree.
 */
export async function anchorOfLog(db: Database, log: number, index: number): Promise<RecordedLogAnchor | undefined> {
  const [[row]] = await db.batch([
    db.sql<RecordedLogAnchor>(sql`SELECT ${LOG_COLUMNS} FROM logs l${covering(sql`${index}`)} WHERE l.number = ${log}`),
  ]);
  return row;
}

/** The anchor of the log that an audience is shown, of an event of any mechanism; needs the row `event`. */
const logAnchorQuery = (scope: Scope, named: SQL, mechanism: SQL = sql``) =>
  scope.query<RecordedLogAnchor>(
    'whole',
    (seen) => sql`SELECT ${LOG_COLUMNS} FROM events event${seen.join('event')}
      CROSS JOIN logs l ON l.scope = ${shownScope(scope)} AND l.ended = 0
      CROSS JOIN log_leaves leaf ON leaf.log = l.number AND leaf.event = event.number${covering(sql`leaf."index"`)}
      WHERE ${named}${mechanism} AND ${seen.sees('event')}`,
  );

/**
 * The first final anchor of the log that an audience is shown whose tree has an event; undefined until there is one,
 * and where the audience may not read the event.
 */
export async function readLogAnchor(scope: Scope, asset: string, id: string): Promise<RecordedLogAnchor | undefined> {
  const named = sql`event.asset = ${assetNumber(asset)} AND event.id = ${id}`;
  const [[row]] = await scope.read(logAnchorQuery(scope, named));
  return row;
}

/** Reads an event and the transactions that anchor it. Throws 404 where the audience may not read the event. */
export async function readAnchored(scope: Scope, asset: string, id: string): Promise<Anchored> {
  const named = sql`event.asset = ${assetNumber(asset)} AND event.id = ${id}`;
  const creation = khipuIntent(asset, id, 'createAsset');
  const recording = khipuIntent(asset, id, 'recordEvent');
  const [rows, anchors, khipu, logAnchors] = await scope.read(
    eventQuery(scope, asset, id),
    scope.query<RecordedAnchor>(
      'whole',
      (seen) => sql`SELECT ${COLUMNS}, anchor.scope, anchor.start_us AS startUs, anchor.end_us AS endUs,
        anchor.hash AS anchorHash, anchor.count
        FROM events event${seen.join('event')}
        CROSS JOIN anchors anchor ON ${holding(shownScope(scope), sql`event.accepted_us`)}
        CROSS JOIN chain_transactions c ON c.intent = anchor.intent
        WHERE ${named} AND event.proof_mechanism = 'SIMPLE_HASH' AND ${seen.sees('event')}`,
    ),
    scope.query<RecordedKhipu>(
      'whole',
      (seen) => sql`SELECT ${COLUMNS}, k.salt, k.event_hash AS eventHash,
        k.previous_event_hash AS previousEventHash, k.seq
        FROM events event${seen.join('event')} CROSS JOIN khipu_events k ON k.asset = event.asset AND k.seq = event.seq
        CROSS JOIN chain_transactions c ON c.intent IN (${creation}, ${recording})
        WHERE ${named} AND ${seen.sees('event')} ORDER BY c.intent`,
    ),
    logAnchorQuery(scope, named, sql` AND event.proof_mechanism = 'MERKLE_LOG'`),
  );
  const [row] = rows;
  if (!row) throw notFound(`assets/${asset}/events/${id}`);
  const event = seenEvent(row);
  const all = Object.keys(JSON.parse(row.assetAttributes) as object).length;
  const whole = Object.keys(event.assetAttributes).length === all;
  return { event, whole, anchor: anchors[0], khipu, logAnchor: logAnchors[0] };
}

/** The condition that the audience is shown this transaction for the row `event`; empty: none. */
export const recordedBy = (scope: Scope, transaction: string): SQL =>
  sql`CASE event.proof_mechanism WHEN 'KHIPU' THEN event.transaction_id
    WHEN 'SIMPLE_HASH' THEN coalesce(${inAnchor(sql`event`, shownScope(scope), sql`c.hash`)}, '')
    ELSE '' END = ${transaction}`;
