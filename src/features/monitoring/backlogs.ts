import { sql, type SQL } from 'drizzle-orm';
import { nowMicros, type Micros } from '../../lib/time.ts';
import type { Database } from '../../platform/database/database.ts';
import { dueMaps } from '../../transparency/maps/due-maps.ts';

/**
 * Work that waits: how much, counted up to 10,001, and since when; undefined without work, or where no time is stored.
 */
export type Backlog = { count: number; oldestUs: Micros | undefined };

const COUNTED = 10_001;

/**
 * Each kind of work that waits, and its rows as a query with the column `us`, when they are due. Each reads only what
 * waits, by an index; of maps also a few rows of each log.
 */
const KINDS = {
  event_anchors: {
    about: 'Windows of anchors that have ended and whose anchor is not final',
    rows: () => sql`SELECT end_us AS us FROM anchors WHERE status <> 'anchored' AND status <> 'lost'`,
  },
  log_anchors: {
    about: 'Logs that have grown since their last anchor',
    rows: () => sql`SELECT since_us AS us FROM logs_to_anchor`,
  },
  log_maps: {
    about: 'Logs with events that no map covers',
    rows: (_now, completenessSeconds) => sql`SELECT us FROM (${dueMaps(completenessSeconds)})`,
  },
  log_transactions: {
    about: 'Anchors of logs whose transaction is not final',
    rows: () => sql`SELECT NULL AS us FROM log_anchors WHERE final = 0`,
  },
  khipu_events: {
    about: 'KHIPU events that were not handed to the chain',
    rows: () => sql`SELECT NULL AS us FROM khipu_events WHERE submitted = 0`,
  },
  transactions: {
    about: 'Final transactions that are not written to the records that they anchor',
    rows: () => sql`SELECT block_us AS us FROM chain_transactions WHERE settled = 0`,
  },
  imports: {
    about: 'Unfinished imports of devices',
    rows: () => sql`SELECT touched_us AS us FROM imports WHERE status IN ('PENDING', 'INPROGRESS')`,
  },
  exports: {
    about: 'Unfinished exports',
    rows: () => sql`SELECT touched_us AS us FROM exports WHERE stored = 1 AND status IN ('PENDING', 'INPROGRESS')`,
  },
  webhook_deliveries: {
    about: 'Deliveries of webhooks that wait for an attempt',
    rows: () => sql`SELECT due_us AS us FROM webhook_deliveries`,
  },
  mails: {
    about: 'Mails of invites that are due',
    rows: (now) => sql`SELECT mail_due_us AS us FROM invites WHERE mail_status = 'QUEUED' AND mail_due_us <= ${now}`,
  },
} satisfies Record<string, { about: string; rows: (now: Micros, completenessSeconds: number) => SQL }>;

export type BacklogName = keyof typeof KINDS;

export const BACKLOGS = Object.keys(KINDS) as BacklogName[];

/** What a kind of work is, in a sentence. */
export const aboutBacklog = (name: BacklogName): string => KINDS[name].about;

/** Reads all backlogs in one transaction. `completenessSeconds`: as the setting. */
export async function readBacklogs(db: Database, completenessSeconds: number): Promise<Record<BacklogName, Backlog>> {
  const now = nowMicros();
  const results = await db.batch(
    BACKLOGS.map((name) =>
      db.sql<{ count: number; us: Micros | null }>(
        sql`SELECT count(*) AS count, min(us) AS us
          FROM (${KINDS[name].rows(now, completenessSeconds)} LIMIT ${COUNTED})`,
      ),
    ),
  );
  const backlogs = BACKLOGS.map((name, i) => {
    const { count, us } = results[i]![0]!;
    return [name, { count, oldestUs: us ?? undefined }] as const;
  });
  return Object.fromEntries(backlogs) as Record<BacklogName, Backlog>;
}
