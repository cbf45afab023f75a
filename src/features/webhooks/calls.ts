import type { Env } from '../../settings/config.ts';
import { describe } from '../../lib/describe.ts';
import { nameInCell } from '../../platform/cells/cells.ts';
import { log } from '../../platform/log.ts';
import type { WebhookNoticeJob } from '../../formats/webhooks/notice.ts';

/** The object that sends the events of a webhook. `start` makes it read the webhook again. */
export const senderOf = (env: Env, id: string): { start(id: string): Promise<void> } =>
  env.WEBHOOK_SENDER.get(env.WEBHOOK_SENDER.idFromName(nameInCell(env, id))) as never;

/**
 * Queues the mails about disabled webhooks. Never rejects: if queueing fails, none is sent, and the audit log has the
 * change.
 */
export const queueNotice = (env: Env, job: WebhookNoticeJob): Promise<void> =>
  env.JOBS.send(job)
    .then(() => undefined)
    .catch((error: unknown) => log('warn', 'a mail could not be queued', { error: describe(error) }));
