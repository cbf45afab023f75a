import { sql, type SQL } from 'drizzle-orm';
import { isMember } from '../../access/principal.ts';
import { TenantScope } from '../../access/scope.ts';
import type { Config, Env } from '../../settings/config.ts';
import { describe } from '../../lib/describe.ts';
import { ServiceError } from '../../lib/errors.ts';
import { nowMicros, type Micros } from '../../lib/time.ts';
import type { Database } from '../../platform/database/database.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { distinctValues } from '../../platform/database/distinct.ts';
import { log } from '../../platform/log.ts';
import { sendAll } from '../../platform/queue.ts';
import { digestMail, type DigestLine } from './digest-mail.ts';
import { readNotices } from './notices.ts';

/** The queue message for the daily mail of a person. */
export type DigestJob = { kind: 'digest'; member: string };

const [HOUR, DAY]: [Micros, Micros] = [3_600_000_000, 86_400_000_000];
/** The hour of the day (UTC) from which mails are sent. */
const FROM_HOUR = 6;
/** Attempts to send a mail, and the pause after the first failure. Each further pause is four times as long. */
const ATTEMPTS = 5;
const PAUSE: Micros = 30_000_000;
/** Mails that one run begins, and queues. */
const SWEPT = 100;
/** Notices of one mail. */
const NOTICES = 500;
/** Older notices are deleted. No mail is begun for those of more than two days ago. */
const KEPT = 30 * DAY;

/**
 * Begins the mail of the day for people whose tenancy has new notices, and queues those that are due. A person gets
 * one mail a day at most: that of a day has the notices up to its beginning, and later ones wait for the next day. It
 * begins in one statement with the notices that it has, so none is in two mails, or in none.
 */
export async function sweepDigests(env: Env, config: Config): Promise<void> {
  const db = openDatabase(env);
  const now = nowMicros();
  await db.batch([db.sql(sql`DELETE FROM compliance_notices WHERE at_us < ${now - KEPT}`)]);
  if (config.mailFrom === undefined || !env.EMAIL) return;
  const day = Math.floor(now / DAY);
  const begun = db.sql(sql`INSERT INTO compliance_digests (member, tenant, day, from_notice, to_notice, due_us)
    SELECT m.id, m.tenant, ${day}, 0, (SELECT max(n.number) FROM compliance_notices n WHERE n.tenant = m.tenant), ${now}
    FROM (${noticedSince(now - 2 * DAY)}) fresh
    CROSS JOIN members m ON m.tenant = fresh.tenant CROSS JOIN tenants t ON t.id = m.tenant
    LEFT JOIN compliance_digests d ON d.member = m.id
    WHERE m.email <> '' AND m.auditor = 0 AND ${isMember(sql`m`)} AND t.suspended_us IS NULL
      AND coalesce(d.enabled, 1) = 1 AND coalesce(d.day, 0) < ${day}
      AND EXISTS (SELECT 1 FROM compliance_notices n WHERE n.tenant = m.tenant AND n.number > coalesce(d.to_notice, 0))
    LIMIT ${SWEPT}
    ON CONFLICT (member) DO UPDATE SET day = excluded.day, to_notice = excluded.to_notice, due_us = excluded.due_us,
      from_notice = CASE WHEN compliance_digests.due_us IS NULL THEN compliance_digests.to_notice
        ELSE compliance_digests.from_notice END,
      attempts = 0`);
  const [, rows] = await db.batch([
    now - day * DAY >= FROM_HOUR * HOUR ? begun : db.sql(sql`SELECT 1`),
    db.sql<{ member: string }>(sql`SELECT member FROM compliance_digests WHERE due_us <= ${now} AND due_us IS NOT NULL
      AND attempts < ${ATTEMPTS} ORDER BY due_us LIMIT ${SWEPT}`),
  ]);
  await sendAll(
    env.JOBS,
    rows.map(({ member }): DigestJob => ({ kind: 'digest', member })),
  );
}

/** The tenancies whose latest notice is later than a time. Reads two rows of each tenancy that has notices. */
const noticedSince = (time: Micros): SQL =>
  sql`SELECT value AS tenant FROM (${distinctValues('compliance_notices', 'tenant')}) WHERE (SELECT n.at_us
    FROM compliance_notices n WHERE n.tenant = value ORDER BY n.number DESC LIMIT 1) > ${time}`;

type DueDigest = {
  tenant: string;
  tenancy: string;
  issuer: string;
  subject: string;
  email: string;
  fromNotice: number;
  toNotice: number;
  attempts: number;
};

/**
 * Sends the mail of a person, with what they may read and what still holds; without any of that, none. An attempt
 * leases the mail until its next due time, so that a redelivered message sends no second mail. After a crash between
 * sending and its record, the mail is sent again.
 */
export async function mailDigest(env: Env, config: Config, member: string): Promise<void> {
  const { mailFrom } = config;
  if (mailFrom === undefined || !env.EMAIL) return;
  const db = openDatabase(env);
  const now = nowMicros();
  const [rows] = await db.batch([
    db.sql<DueDigest>(sql`UPDATE compliance_digests SET attempts = attempts + 1,
        due_us = ${now} + (${PAUSE} << (2 * attempts))
      WHERE member = ${member} AND due_us <= ${now} AND enabled = 1
      RETURNING tenant, (SELECT display_name FROM tenants t WHERE t.id = tenant) AS tenancy,
        (SELECT issuer FROM members m WHERE m.id = member) AS issuer,
        (SELECT subject FROM members m WHERE m.id = member) AS subject,
        (SELECT email FROM members m WHERE m.id = member) AS email,
        from_notice AS fromNotice, to_notice AS toNotice, attempts`),
  ]);
  const digest = rows[0];
  if (!digest) return;
  try {
    const lines = await linesOf(db, digest);
    const address = `${config.origin}/console/`;
    const mail = { tenancy: digest.tenancy, lines, console: address, language: config.mailLanguage };
    if (lines.length > 0) await env.EMAIL.send({ from: mailFrom, to: digest.email, ...digestMail(mail) });
  } catch (error) {
    const isLast = digest.attempts >= ATTEMPTS;
    log(isLast ? 'error' : 'warn', 'a mail was not sent', {
      member,
      attempts: digest.attempts,
      error: describe(error),
    });
    return;
  }
  await db.batch([
    db.sql(sql`UPDATE compliance_digests SET due_us = NULL
    WHERE member = ${member} AND to_notice = ${digest.toNotice}`),
  ]);
}

/** What a mail says: of each asset and policy the last notice, if it still holds and the person may read it. */
async function linesOf(
  db: Database,
  { tenant, issuer, subject, fromNotice, toNotice }: DueDigest,
): Promise<DigestLine[]> {
  const scope = new TenantScope(db, { tenant, issuer, subject }, 'member', 'digest');
  const which = sql`number > ${fromNotice} AND number <= ${toNotice}`;
  try {
    const notices = await readNotices(scope, which, NOTICES);
    const last = new Map(notices.filter(({ holds }) => holds).map((each) => [`${each.asset} ${each.policy}`, each]));
    return [...last.values()]
      .map(({ kind, asset, name, policyName, dueUs }) => ({ kind, id: asset, asset: name, policy: policyName, dueUs }))
      .toSorted((a, b) => Number(a.kind === 'DUE') - Number(b.kind === 'DUE'));
  } catch (error) {
    // Removed meanwhile.
    if (error instanceof ServiceError && ['forbidden', 'unauthenticated'].includes(error.kind)) return [];
    throw error;
  }
}
