import type { Config, Env } from '../../settings/config.ts';
import { ALARMS } from '../../platform/alarms.ts';
import { describe } from '../../lib/describe.ts';
import { log } from '../../platform/log.ts';
import { ask } from '../../lib/remote.ts';
import { metricsOf, type AlarmJob } from '../../platform/metrics/calls.ts';
import type { Notice } from '../../platform/metrics/notices.ts';
import { escape, htmlMail } from './invitation.ts';

/** Limits of the request to the webhook. The body of its response is not used. */
const WEBHOOK = { name: 'the webhook of alarms', seconds: 10, maxBytes: 0, cut: true };

/**
 * Sends a notice of an alarm by its channel. A failure is not thrown: the notice is sent again later, at most five
 * times. A redelivered message can send it twice; receivers recognize it by `id`.
 */
export async function sendAlarm(env: Env, config: Config, { sending }: AlarmJob): Promise<void> {
  const { channel, notice } = sending;
  let isSent = true;
  let error: unknown;
  try {
    await (channel === 'webhook' ? post(config, notice) : mail(env, config, notice));
  } catch (failure) {
    [isSent, error] = [false, failure];
  }
  const isRepeated = await metricsOf(env).settle(sending, isSent);
  if (!isSent)
    log(isRepeated ? 'warn' : 'error', 'the operator was not told of an alarm', {
      alarm: notice.alarm,
      channel,
      // Neither the address nor the response: an address may contain a secret.
      error: describe(error),
    });
}

/** The body of the webhook. `text` is what chat services show. */
const bodyOf = ({ origin }: Config, { id, alarm, count, at, fields }: Notice) => ({
  text: `${alarm}: ${ALARMS[alarm]} (${origin})`,
  id,
  alarm,
  message: ALARMS[alarm],
  count,
  time: new Date(at).toISOString(),
  origin,
  fields,
});

async function post(config: Config, notice: Notice): Promise<void> {
  const { webhook } = config.alarms;
  if (webhook === undefined) throw new Error('ALARM_WEBHOOK_URL is not set any more');
  const body = JSON.stringify(bodyOf(config, notice));
  const headers = { 'content-type': 'application/json', 'user-agent': 'asset-evidence' };
  const { status } = await ask(webhook, { method: 'POST', headers, body }, WEBHOOK);
  if (status >= 400) throw new Error(`the webhook of alarms responded with ${status}`);
}

async function mail(env: Env, config: Config, notice: Notice): Promise<void> {
  const { mailTo } = config.alarms;
  if (mailTo === undefined) throw new Error('ALARM_MAIL_TO is not set any more');
  if (config.mailFrom === undefined || !env.EMAIL) throw new Error('MAIL_FROM or the binding EMAIL is missing');
  const { text: lead, message: _message, ...rest } = bodyOf(config, notice);
  const text = [
    lead,
    JSON.stringify(rest, null, 2),
    `What it means and what to do: ${config.origin}/docs/alarms#${notice.alarm}`,
  ].join('\n\n');
  await env.EMAIL.send({
    from: config.mailFrom,
    to: mailTo,
    subject: `Alarm ${notice.alarm}: ${new URL(config.origin).host}`,
    text: `${text}\n`,
    html: htmlMail('Alarm', [`<pre>${escape(text)}</pre>`], ''),
  });
}
