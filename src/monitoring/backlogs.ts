import { sql, type SQL } from 'drizzle-orm';
import { nowMicros, type Micros } from '../core/time.ts';
import type { Database } from '../store/database.ts';

/** Work that waits: how much, counted up to 10,001, and since when; undefined without work, or where no time is stored. */
export type Backlog = { count: number; oldestUs: Micros | undefined };

const COUNTED = 10_001;

/** The rows of each kind of work that waits, as a query with the column `us`. Each reads only what waits, by an index. */
const QUERIES = {
  /** Windows of anchors that have ended and whose anchor is not final. */
  event_anchors: () => sql`SELECT end_us AS us FROM anchors WHERE status <> 'anchored' AND status <> 'lost'`,
  /** Logs that have grown since their last anchor. */
  log_anchors: () => sql`SELECT since_us AS us FROM logs_to_anchor`,
  /** Anchors of logs whose transaction is not final. */
  log_transactions: () => sql`SELECT NULL AS us FROM log_anchors WHERE final = 0`,
  /** KHIPU events that were not handed to the chain. */
  khipu_events: () => sql`SELECT NULL AS us FROM khipu_events WHERE submitted = 0`,
  /** Final transactions that are not written to the records that they anchor. */
  transactions: () => sql`SELECT block_us AS us FROM chain_transactions WHERE settled = 0`,
  /** Imports of devices that have not ended. */
  imports: () => sql`SELECT touched_us AS us FROM imports WHERE status IN ('PENDING', 'INPROGRESS')`,
  /** Mails of invites that are due. */
  mails: (now: Micros) =>
    sql`SELECT mail_due_us AS us FROM invites WHERE mail_status = 'QUEUED' AND mail_due_us <= ${now}`,
} satisfies Record<string, (now: Micros) => SQL>;

export type BacklogName = keyof typeof QUERIES;

export const BACKLOGS = Object.keys(QUERIES) as BacklogName[];

/** Reads all backlogs in one transaction. */
export async function readBacklogs(db: Database): Promise<Record<BacklogName, Backlog>> {
  const now = nowMicros();
  const results = await db.batch(
    BACKLOGS.map((name) =>
      db.sql<{ count: number; us: Micros | null }>(
        sql`SELECT count(*) AS count, min(us) AS us FROM (${QUERIES[name](now)} LIMIT ${COUNTED})`,
      ),
    ),
  );
  const backlogs = BACKLOGS.map((name, i) => {
    const { count, us } = results[i]![0]!;
    return [name, { count, oldestUs: us ?? undefined }] as const;
  });
  return Object.fromEntries(backlogs) as Record<BacklogName, Backlog>;
}
