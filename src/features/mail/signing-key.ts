import { sql } from 'drizzle-orm';
import type { Config, Env } from '../../settings/config.ts';
import { describe } from '../../lib/describe.ts';
import { log } from '../../platform/log.ts';
import { formatSeconds, type Micros } from '../../lib/time.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { escape, htmlMail, oneLine } from './invitation.ts';

/** The queue message for the mail about a new signing key. `attempt`: from 1. */
export type SigningKeyJob = { kind: 'signing-key'; key: string; attempt: number };

/** Attempts to send a mail, and seconds after the first failure. Each further pause is four times as long. */
const ATTEMPTS = 5;
const PAUSE = 30;

type EnrolledKey = {
  tenancy: string;
  name: string;
  thumbprint: string;
  createdUs: Micros;
  revokedUs: Micros | null;
  email: string;
};

/**
 * Queues the mail that tells the owner of a key about its enrolment. Never rejects: if queueing fails, none is sent;
 * the audit log and the log of the tenancy have the enrolment.
 */
export const postSigningKey = (env: Env, key: string): Promise<void> =>
  env.JOBS.send({ kind: 'signing-key', key, attempt: 1 } satisfies SigningKeyJob)
    .then(() => undefined)
    .catch((error: unknown) => log('warn', 'a mail could not be queued', { key, error: describe(error) }));

/**
 * Sends the mail to the owner of a key, if they are a person with an address. A mail that
 * fails is sent again, five times at most; a redelivered message can send it twice.
 */
export async function mailSigningKey(env: Env, config: Config, { key, attempt }: SigningKeyJob): Promise<void> {
  const { mailFrom } = config;
  if (mailFrom === undefined || !env.EMAIL) return;
  const db = openDatabase(env);
  const [[enrolled]] = await db.batch([
    db.sql<EnrolledKey>(sql`SELECT t.display_name AS tenancy, k.display_name AS name, k.thumbprint,
        k.created_us AS createdUs, k.revoked_us AS revokedUs, k.owner ->> 'email' AS email
      FROM author_keys k CROSS JOIN tenants t ON t.id = k.tenant
      WHERE k.id = ${key} AND k.owner ->> 'email' <> ''`),
  ]);
  if (!enrolled) return;
  try {
    const mail = signingKeyMail(enrolled, `${config.baseUrl}/v1/signing_keys/${key}`);
    await env.EMAIL.send({ from: mailFrom, to: enrolled.email, ...mail });
  } catch (error) {
    const isLast = attempt >= ATTEMPTS;
    log(isLast ? 'error' : 'warn', 'a mail was not sent', { key, attempts: attempt, error: describe(error) });
    if (isLast) return;
    const again: SigningKeyJob = { kind: 'signing-key', key, attempt: attempt + 1 };
    await env.JOBS.send(again, { delaySeconds: PAUSE * 4 ** (attempt - 1) });
  }
}

/** Renders the mail as text and as HTML. `address`: of the key in the API. */
export function signingKeyMail(of: Omit<EnrolledKey, 'email'>, address: string) {
  const [tenancy, name] = [oneLine(of.tenancy), oneLine(of.name)];
  const lines = [
    `The signing key "${name}" was enrolled as yours in ${tenancy} at ${formatSeconds(of.createdUs)}. ` +
      'Who has its private key can sign events as you.',
    `Thumbprint: ${of.thumbprint}`,
    of.revokedUs === null
      ? 'If you did not enrol it, revoke it, and tell an administrator: ' +
        `evidence keys revoke ${address.slice(address.indexOf('signing_keys/'))} --reason "not mine", ` +
        `or POST ${address}:revoke with {"reason": "not mine"}.`
      : `It was revoked at ${formatSeconds(of.revokedUs)}. If you did not enrol it, tell an administrator: it could ` +
        `sign events as you until then. The key: ${address}`,
    'You receive this mail because you are the owner of the key.',
  ];
  return {
    subject: `New signing key: ${name}`,
    text: `${lines.join('\n\n')}\n`,
    html: htmlMail(
      'New signing key',
      lines.map((line) => `<p>${escape(line)}</p>`),
    ),
  };
}
