import { sql } from 'drizzle-orm';
import {
  recoverTransactions,
  runAnchoring,
  sweepAnchoring,
  sweepLogAnchors,
  type AnchoringJob,
} from './anchoring/jobs.ts';
import { alarmFutureWindows } from './anchoring/reopen.ts';
import { deleteErasedBlobs } from './features/blobs/erased.ts';
import { dueBlobs, scanBlobs } from './features/blobs/scan/index.ts';
import { sweepUploads } from './features/blobs/upload.ts';
import { mailDigest, sweepDigests, type DigestJob } from './features/compliance/digest.ts';
import { evaluateCompliance } from './features/compliance/round.ts';
import { configOf, type Env } from './settings/config.ts';
import { describe } from './lib/describe.ts';
import { runImport } from './features/devices/import.ts';
import { sweepDevices } from './features/devices/sweep.ts';
import { runExport, type ApiReaders } from './features/exports/job.ts';
import { deleteOrphanedExports, sweepExports } from './features/exports/sweep.ts';
import { log } from './platform/log.ts';
import { sendAll } from './platform/queue.ts';
import { nowMicros } from './lib/time.ts';
import type { WebhookNoticeJob } from './formats/webhooks/notice.ts';
import { deleteTenancies } from './access/identity/deletion.ts';
import { recheckDomains } from './access/identity/domains.ts';
import { rotateSigningKeys } from './access/identity/signing.ts';
import { sweepSessions } from './access/identity/sessions.ts';
import { compareDatabase, databaseOf } from './ledger/append/writer-client.ts';
import { KEY_LIFETIME } from './platform/database/idempotency.ts';
import { verifyAssets } from './ledger/verify/verification.ts';
import { sendAlarm } from './features/mail/alarm.ts';
import { mailInvite, sweepInvites, type MailJob } from './features/mail/index.ts';
import { mailSigningKey, type SigningKeyJob } from './features/mail/signing-key.ts';
import { mailWebhookDisabled } from './features/mail/webhook.ts';
import { metricsOf, type AlarmJob } from './platform/metrics/calls.ts';
import { alarmLateMaps } from './features/monitoring/late-maps.ts';
import { measureCapacity } from './features/monitoring/capacity.ts';
import { envOfCell, forEachCell, type CellJob } from './platform/cells/cells.ts';
import { openDatabase } from './platform/database/open-database.ts';
import { resealLogKeys } from './transparency/sequencer/keys.ts';
import { sweepMaps } from './transparency/maps/sweep.ts';
import { sweepLogs } from './transparency/sequencer/log-clients.ts';
import { renewStamps } from './transparency/stamps/renewing.ts';
import { stampLogs } from './transparency/stamps/stamping.ts';
import { submitToWitnesses } from './transparency/witnesses/witnessing.ts';
import { startNoticed, sweepWebhooks } from './features/webhooks/sweep.ts';

/** A message in the queue. */
export type Job = CellJob & JobOfCell;

type JobOfCell =
  | { kind: 'verify'; assets: string[] }
  | { kind: 'scan'; blobs: string[] }
  | AnchoringJob
  | { kind: 'import'; id: string }
  | { kind: 'export'; id: string }
  | MailJob
  | SigningKeyJob
  | DigestJob
  | WebhookNoticeJob
  | AlarmJob;

/** The maximum number of assets that one sweep handles. The next sweep handles the rest. */
const VERIFY_ASSETS = 1000;
const VERIFY_PER_JOB = 25;
/** Scan jobs that are collected before they are queued. */
const SCANS_HELD = 100;

/** The jobs of each Cron Trigger in wrangler.toml. A scheduled event without a cron runs all of them. */
const CRONS: Record<string, ((env: Env) => Promise<void>)[]> = {
  '* * * * *': [
    deleteExpiredKeys,
    sweepSessions,
    rotateTokenKeys,
    resealLogs,
    sweepUploads,
    sweepErasedBlobs,
    compareDatabase,
    sweepLogs,
    sweepMaps,
    alarmLateMaps,
    alarmFutureWindows,
    recoverTransactions,
    sweepAnchoring,
    sweepLogAnchors,
    sweepDevices,
    sweepWebhooks,
    sweepExports,
    sweepInvites,
    submitToWitnesses,
    deleteDueTenancies,
    sweepAlarms,
    evaluateRules,
    stampLogs,
    renewStamps,
  ],
  '0 3 * * *': [enqueueScan],
  '23 * * * *': [measureCapacity, enqueueVerification, deleteOrphanedExports, recheckVerifiedDomains],
};

/** Jobs of the whole deployment. All others run in each cell. */
const ONCE = new Set([
  rotateTokenKeys,
  recoverTransactions,
  submitToWitnesses,
  sweepAlarms,
  measureCapacity,
  deleteOrphanedExports,
]);

/** Runs all jobs of a cron, even if some fail. Throws at the end if any failed. */
export async function runScheduled(cron: string, env: Env): Promise<void> {
  const jobs = cron === '' ? Object.values(CRONS).flat() : (CRONS[cron] ?? []);
  const failures: unknown[] = [];
  for (const job of jobs) {
    try {
      await (ONCE.has(job) ? job(env) : forEachCell(env, job));
    } catch (error) {
      failures.push(error);
      log('error', 'sweep failed', { job: job.name, error: describe(error) });
    }
  }
  if (failures.length > 0) throw new Error(`${failures.length} of ${jobs.length} sweeps failed`);
}

async function deleteDueTenancies(env: Env): Promise<void> {
  await deleteTenancies(databaseOf(env));
}

async function recheckVerifiedDomains(env: Env): Promise<void> {
  await recheckDomains(env, databaseOf(env));
}

async function sweepAlarms(env: Env): Promise<void> {
  await metricsOf(env).sweep();
}

/** At the end of its cron, because it lasts longest; only jobs of time stamps, which wait for others, are after it. */
async function evaluateRules(env: Env): Promise<void> {
  const db = openDatabase(env);
  const startUs = nowMicros();
  try {
    await evaluateCompliance(db);
  } finally {
    // What is already known is told, whether or not the round has ended.
    await startNoticed(env, startUs);
    await sweepDigests(env, configOf(env));
  }
}

async function sweepErasedBlobs(env: Env): Promise<void> {
  await deleteErasedBlobs(env);
}

async function deleteExpiredKeys(env: Env): Promise<void> {
  const db = openDatabase(env);
  await db.batch([db.sql(sql`DELETE FROM idempotency WHERE created_us <= ${nowMicros() - KEY_LIFETIME}`)]);
}

async function rotateTokenKeys(env: Env): Promise<void> {
  await rotateSigningKeys(openDatabase(env), configOf(env));
}

async function resealLogs(env: Env): Promise<void> {
  await resealLogKeys(openDatabase(env), configOf(env).keys);
}

/** Queues the assets that were not verified for the longest time. */
async function enqueueVerification(env: Env): Promise<void> {
  const db = openDatabase(env);
  const [rows] = await db.batch([
    db.sql<{ id: string }>(sql`SELECT id FROM assets ORDER BY verified_us LIMIT ${VERIFY_ASSETS}`),
  ]);
  const jobs: Job[] = [];
  for (let i = 0; i < rows.length; i += VERIFY_PER_JOB) {
    jobs.push({ kind: 'verify', assets: rows.slice(i, i + VERIFY_PER_JOB).map((row) => row.id) });
  }
  await sendAll(env.JOBS, jobs);
}

/** Queues the daily scan of blobs. */
async function enqueueScan(env: Env): Promise<void> {
  let jobs: Job[] = [];
  for await (const blobs of dueBlobs(env, configOf(env))) {
    jobs.push({ kind: 'scan', blobs });
    if (jobs.length < SCANS_HELD) continue;
    await sendAll(env.JOBS, jobs);
    jobs = [];
  }
  await sendAll(env.JOBS, jobs);
}

/** Runs one queued job. Idempotent. `exported`: reads the records that an export has of areas that jobs do not know. */
export async function runJob({ cell, ...job }: Job, deployment: Env, exported: ApiReaders): Promise<void> {
  const env = envOfCell(deployment, cell);
  if (job.kind === 'close') return runAnchoring(job, env);
  if (job.kind === 'mail') return mailInvite(env, configOf(env), job.invite);
  if (job.kind === 'signing-key') return mailSigningKey(env, configOf(env), job);
  if (job.kind === 'digest') return mailDigest(env, configOf(env), job.member);
  if (job.kind === 'webhook-notice') return mailWebhookDisabled(env, configOf(env), job);
  if (job.kind === 'alarm') return sendAlarm(env, configOf(env), job);
  if (job.kind === 'import') return runImport(env, configOf(env), job.id);
  if (job.kind === 'export') return runExport(env, configOf(env), exported, job.id);
  if (job.kind === 'scan') return scanBlobs(env, configOf(env), job.blobs);
  const db = openDatabase(env);
  const left = await verifyAssets(db, job.assets);
  if (left.length > 0) await sendAll(env.JOBS, [{ kind: 'verify', assets: left } satisfies JobOfCell]);
}
