import { sql, type SQL } from 'drizzle-orm';
import { configOf, type Config, type Env } from '../../settings/config.ts';
import { describe } from '../../lib/describe.ts';
import { log } from '../../platform/log.ts';
import { sendAll } from '../../platform/queue.ts';
import { printable } from '../../lib/text.ts';
import { formatSeconds, nowMicros, type Micros } from '../../lib/time.ts';
import type { invites, MailStatus } from '../../access/identity/tables.ts';
import type { Database } from '../../platform/database/database.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { inviteAddress, linkStatements } from '../../access/identity/passkeys/links.ts';
import { invitationMail } from './invitation.ts';

/** The queue message for the mail of an invite. */
export type MailJob = { kind: 'mail'; invite: string };

/** Attempts to send a mail, and the pause after the first failure. Each further pause is four times as long. */
const ATTEMPTS = 5;
const PAUSE: Micros = 30_000_000;
/** Mails that one run of the sweep queues. */
const SWEPT = 100;

/** Queues the mail of a new invite. If queueing fails, the sweep queues it later. */
export async function postInvite(env: Env, { id, mailStatus }: typeof invites.$inferSelect): Promise<void> {
  if (mailStatus !== 'QUEUED') return;
  await env.JOBS.send({ kind: 'mail', invite: id } satisfies MailJob).catch((error: unknown) =>
    log('warn', 'a mail could not be queued', { invite: id, error: describe(error) }),
  );
}

type InviteMail = {
  tenancy: string;
  tenant: string;
  email: string;
  message: string;
  inviter: string;
  expiresUs: Micros;
  attempts: number;
};

/**
 * Sends the mail of an invite that is pending and due. An attempt leases the invite until its next due time, so that a
 * redelivered message sends no second mail; after a crash between the two, the mail may be sent again. After the last
 * attempt the invite is FAILED, with the reason.
 */
export async function mailInvite(env: Env, config: Config, id: string): Promise<void> {
  const { mailFrom } = config;
  if (mailFrom === undefined || !env.EMAIL) return;
  const db = openDatabase(env);
  const now = nowMicros();
  const due = sql`id = ${id} AND mail_status = 'QUEUED' AND mail_due_us <= ${now} AND expires_us > ${now}`;
  const [rows] = await db.batch([
    db.sql<InviteMail>(sql`UPDATE invites SET mail_attempts = mail_attempts + 1,
      mail_due_us = ${now} + (${PAUSE} << (2 * mail_attempts))
      WHERE ${due} RETURNING (SELECT display_name FROM tenants t
        WHERE t.id = tenant) AS tenancy, tenant, email, message, inviter,
        expires_us AS expiresUs, mail_attempts AS attempts`),
  ]);
  const invite = rows[0];
  if (!invite) return;
  try {
    const mail = invitationMail({
      tenancy: invite.tenancy,
      inviter: invite.inviter,
      message: invite.message,
      expires: formatSeconds(invite.expiresUs),
      page: await pageOf(db, config, id, invite),
      passkeys: config.passkeys !== undefined,
      language: config.mailLanguage,
    });
    await env.EMAIL.send({ from: mailFrom, to: invite.email, ...mail });
  } catch (error) {
    const last = invite.attempts >= ATTEMPTS;
    log(last ? 'error' : 'warn', 'a mail was not sent', {
      invite: id,
      attempts: invite.attempts,
      error: describe(error),
    });
    const said = printable(error instanceof Error ? error.message : 'unknown error');
    // The outcome of a later attempt is not overwritten.
    const current = sql`mail_status = 'QUEUED' AND mail_attempts = ${invite.attempts}`;
    // The pause begins when the attempt has failed.
    const dueUs = nowMicros() + PAUSE * 4 ** (invite.attempts - 1);
    return recordOutcome(db, sql`id = ${id} AND ${current}`, last ? 'FAILED' : 'QUEUED', said, dueUs);
  }
  await recordOutcome(db, sql`id = ${id}`, 'SENT', '');
}

/** The page of an invite, with a new link if people sign in with passkeys. */
async function pageOf(db: Database, config: Config, id: string, invite: InviteMail): Promise<string> {
  if (!config.passkeys) return inviteAddress(config, id);
  const { tenant, expiresUs } = invite;
  const { token, statements } = linkStatements(db, tenant, { purpose: 'invite', target: id, expiresUs });
  await db.batch(statements);
  return inviteAddress(config, id, token);
}

/** `dueUs`: when the next attempt is due. */
async function recordOutcome(
  db: Database,
  which: SQL,
  status: MailStatus,
  error: string,
  dueUs?: Micros,
): Promise<void> {
  const due = dueUs === undefined ? sql`mail_due_us` : sql`${dueUs}`;
  await db.batch([
    db.sql(sql`UPDATE invites SET mail_status = ${status}, mail_error = ${error}, mail_due_us = ${due} WHERE ${which}`),
  ]);
}

/** Queues mails that are due for another attempt or whose message was lost, and deletes expired invites. */
export async function sweepInvites(env: Env): Promise<void> {
  const db = openDatabase(env);
  const now = nowMicros();
  const [, rows] = await db.batch([
    db.sql(sql`DELETE FROM invites WHERE expires_us <= ${now}`),
    db.sql<{ id: string }>(
      sql`SELECT id FROM invites WHERE mail_status = 'QUEUED' AND mail_due_us <= ${now} LIMIT ${SWEPT}`,
    ),
  ]);
  if (configOf(env).mailFrom === undefined || rows.length === 0) return;
  await sendAll(
    env.JOBS,
    rows.map(({ id }): MailJob => ({ kind: 'mail', invite: id })),
  );
}
