import { PUBLIC_SCOPE } from '../lib/identifiers.ts';
import { sql } from 'drizzle-orm';
import { reportLacking } from './chain/index.ts';
import { configOf, type Config, type Env } from '../settings/config.ts';
import { sendAll } from '../platform/queue.ts';
import { nowMicros, type Micros } from '../lib/time.ts';
import { lastEnd } from '../ledger/records/rows.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import type { Anchor } from '../proof/calldata.ts';
import { anchorLogOf, anchorWaitingLogs } from './log-anchors.ts';
import { expectMore } from './objects.ts';
import { eventsOf } from './scopes.ts';
import { recordFinal } from './record-final.ts';
import { submitKhipu } from './submit.ts';
import { closeWindow, sendAnchors } from './windows.ts';

/** A message in the queue: closes the window of a scope, and anchors its log. */
export type AnchoringJob = { kind: 'close'; scope: string };

/** The maximum number of rows of each kind that one sweep handles. The next sweep handles the rest. */
const SWEPT = 200;
/** Windows that one job closes: the hash of a full one takes about 60 statements. */
const WINDOWS = 5;
/** Work that has waited this long is considered dropped. */
const LATE: Micros = 30_000_000;

/** Runs one queued job. Idempotent. */
export async function runAnchoring(job: AnchoringJob, env: Env): Promise<void> {
  const config = configOf(env);
  for (let closed = 0; await closeWindow(env, config, job.scope);) {
    closed += 1;
    if (closed === WINDOWS) return void (await env.JOBS.send(job));
  }
  const isComplete = await anchorLogOf(env, config, job.scope);
  if (!isComplete || (await isOpen(env, job.scope))) await expectMore(env, job.scope);
}

/** Reports final transactions again that the database lost when it was restored to an earlier state. */
export const recoverTransactions = (env: Env): Promise<void> => reportLacking(env, configOf(env));

/** Whether a scope has a window that is not hashed yet, or events outside any window. */
async function isOpen(env: Env, scope: string): Promise<boolean> {
  const db = openDatabase(env);
  const [[last]] = await db.batch([
    db.sql<{ endUs: number; status: string }>(
      sql`SELECT end_us AS endUs, status FROM anchors WHERE scope = ${scope} ORDER BY start_us DESC LIMIT 1`,
    ),
  ]);
  if (last?.status === 'closing') return true;
  const [rows] = await db.batch([
    db.sql(sql`SELECT 1 FROM ${eventsOf(scope, last?.endUs ?? 0, Number.MAX_SAFE_INTEGER)} LIMIT 1`),
  ]);
  return rows.length > 0;
}

/** The time before which every timer that was started has ended, and its job has run. */
const timedBefore = (config: Config): Micros => nowMicros() - config.anchoring.windowSeconds * 1_000_000 - LATE;

/**
 * Retries every step of anchoring logs that was dropped: a log that has grown and was not anchored, an anchor not sent.
 */
export async function sweepLogAnchors(env: Env): Promise<void> {
  const config = configOf(env);
  await anchorWaitingLogs(env, config, timedBefore(config), SWEPT);
}

/** Retries every step of anchoring that was dropped: a window not closed, an anchor not sent, a result not written. */
export async function sweepAnchoring(env: Env): Promise<void> {
  const config = configOf(env);
  const db = openDatabase(env);
  const late = nowMicros() - LATE;
  const due = timedBefore(config);
  const [unrecorded, unsent, waiting, closing, tenants] = await db.batch([
    db.sql<{ intent: string }>(sql`SELECT intent FROM chain_transactions WHERE settled = 0 LIMIT ${SWEPT}`),
    // `status <> 'anchored'` is redundant. It lets SQLite use the partial index `anchors_open`.
    db.sql<Anchor>(sql`SELECT scope, start_us AS startUs, end_us AS endUs, count, hash FROM anchors w
      WHERE status = 'hashed' AND status <> 'anchored'
        AND NOT EXISTS (SELECT 1 FROM chain_transactions c WHERE c.intent = w.intent) LIMIT ${SWEPT}`),
    db.sql<{
      asset: string;
    }>(sql`SELECT DISTINCT a.id AS asset FROM khipu_events k CROSS JOIN events e ON e.asset = k.asset AND e.seq = k.seq
      CROSS JOIN assets a ON a.number = k.asset WHERE k.submitted = 0 AND e.accepted_us < ${late} LIMIT ${SWEPT}`),
    db.sql<{ scope: string }>(
      sql`SELECT DISTINCT scope FROM anchors WHERE status = 'closing' AND status <> 'anchored' AND end_us < ${late}
        LIMIT ${SWEPT}`,
    ),
    db.sql<{
      scope: string;
    }>(sql`SELECT t.id AS scope FROM tenants t WHERE EXISTS (SELECT 1 FROM events e INDEXED BY events_accepted
        WHERE e.tenant = t.number AND e.accepted_us >= ${lastEnd(sql`t.id`)} AND e.accepted_us < ${due}
          AND e.proof_mechanism = 'SIMPLE_HASH')
      UNION ALL SELECT ${PUBLIC_SCOPE} WHERE EXISTS (SELECT 1 FROM events e INDEXED BY events_public_accepted
        WHERE e.public = 1 AND e.accepted_us >= ${lastEnd(sql`${PUBLIC_SCOPE}`)} AND e.accepted_us < ${due}
          AND e.proof_mechanism = 'SIMPLE_HASH')
      LIMIT ${SWEPT}`),
  ]);
  if (unrecorded.length > 0) {
    const intents = unrecorded.map(({ intent }) => intent);
    await recordFinal(env, intents);
  }
  const scopes = new Set([...closing, ...tenants].map(({ scope }) => scope));
  const jobs = [...scopes].map((scope): AnchoringJob => ({ kind: 'close', scope }));
  await sendAll(env.JOBS, jobs);
  // Called even without anchors: it makes the outbox check its pending transactions, in case its alarm was lost.
  await sendAnchors(env, config, unsent);
  for (const { asset } of waiting) await submitKhipu(env, config, asset);
}
