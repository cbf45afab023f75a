import { sql } from 'drizzle-orm';
import type { Config, Env } from '../../settings/config.ts';
import { describe } from '../../lib/describe.ts';
import { log } from '../../platform/log.ts';
import { sendAll } from '../../platform/queue.ts';
import { formatSeconds, type Micros } from '../../lib/time.ts';
import type { WebhookNoticeJob } from '../../formats/webhooks/notice.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { escape, htmlMail, oneLine } from './invitation.ts';

/** Administrators that are notified: the first ones with an address. */
const RECIPIENTS = 20;
/** Attempts to send a mail, and seconds after the first failure. Each further pause is four times as long. */
const ATTEMPTS = 5;
const PAUSE = 30;

type DisabledWebhook = {
  tenancy: string;
  name: string;
  url: string;
  reason: string;
  disabledUs: Micros;
  position: number;
  email: string;
};

/**
 * Sends the mails of a webhook that the service has disabled: the first message queues one for each administrator with
 * an address, each of which sends one mail. Sends none if the webhook was changed or deleted since, or the recipient is
 * no administrator any more. A mail that fails is sent again, five times at most; a redelivered message can send a mail
 * twice.
 */
export async function mailWebhookDisabled(env: Env, config: Config, job: WebhookNoticeJob): Promise<void> {
  const { mailFrom } = config;
  if (mailFrom === undefined || !env.EMAIL) return;
  const db = openDatabase(env);
  if ('application' in job) {
    const [disabled] = await db.batch([
      db.sql<{ webhook: string; revision: number }>(sql`SELECT id AS webhook, revision FROM webhooks
        WHERE application = ${job.application} AND enabled = 0 AND disabled_reason = ${job.reason}`),
    ]);
    return sendAll(
      env.JOBS,
      disabled.map((each): WebhookNoticeJob => ({ kind: 'webhook-notice', ...each })),
    );
  }
  const { webhook, revision, to } = job;
  // A person who was named by their subject has the address that their issuer states.
  const email = sql`coalesce(nullif(a.email, ''), (SELECT m.email FROM members m
    WHERE m.issuer = a.issuer AND m.subject = a.subject AND m.tenant = a.tenant), '')`;
  const which = to ? sql`a.position = ${to.position}` : sql`1`;
  const [found] = await db.batch([
    db.sql<DisabledWebhook>(sql`SELECT t.display_name AS tenancy, w.display_name AS name, w.url,
        w.disabled_reason AS reason, w.disabled_us AS disabledUs, a.position, ${email} AS email
      FROM webhooks w CROSS JOIN tenants t ON t.id = w.tenant CROSS JOIN administrators a ON a.tenant = w.tenant
      WHERE w.id = ${webhook} AND w.revision = ${revision} AND w.enabled = 0 AND ${which} AND ${email} <> ''
      ORDER BY a.position LIMIT ${RECIPIENTS}`),
  ]);
  if (!to)
    return sendAll(
      env.JOBS,
      found.map(({ position }): WebhookNoticeJob => ({ ...job, to: { position, attempt: 1 } })),
    );
  const [disabled] = found;
  if (!disabled) return;
  try {
    const mail = noticeMail(disabled, `${config.baseUrl}/v1/webhooks/${webhook}`);
    await env.EMAIL.send({ from: mailFrom, to: disabled.email, ...mail });
  } catch (error) {
    const { position, attempt } = to;
    const isLast = attempt >= ATTEMPTS;
    log(isLast ? 'error' : 'warn', 'a mail was not sent', { webhook, attempts: attempt, error: describe(error) });
    if (isLast) return;
    const again: WebhookNoticeJob = { ...job, to: { position, attempt: attempt + 1 } };
    await env.JOBS.send(again, { delaySeconds: PAUSE * 4 ** (attempt - 1) });
  }
}

/** Renders the mail as text and as HTML. `address`: of the webhook in the API. */
export function noticeMail(of: Omit<DisabledWebhook, 'position' | 'email'>, address: string) {
  const [tenancy, name] = [oneLine(of.tenancy), oneLine(of.name)];
  const lines = [
    `The service has disabled the webhook "${name}" of ${tenancy}: ${of.reason}.`,
    // The rest of the address may contain a secret.
    `Receiver: ${new URL(of.url).host}. Disabled at ${formatSeconds(of.disabledUs)}.`,
    'No events are sent until an administrator enables the webhook again. ' +
      'It then continues with the first event that was not delivered.',
    `To enable it: evidence webhooks enable ${address.slice(address.indexOf('webhooks/'))}, ` +
      `or PATCH ${address} with {"enabled": true}.`,
    'You receive this mail because you are an administrator of the tenancy.',
  ];
  return {
    subject: `Webhook disabled: ${name}`,
    text: `${lines.join('\n\n')}\n`,
    html: htmlMail(
      'Webhook disabled',
      lines.map((line) => `<p>${escape(line)}</p>`),
    ),
  };
}
