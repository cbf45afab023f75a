/**
 * The queue message for the mails that tell the administrators of a tenancy that the service has disabled a webhook.
 * `revision`: that of the disabled webhook, so that no mail is sent after it was changed. `to`: the position of an
 * administrator and the number of the attempt, from 1; absent: a message for each administrator is still to be queued.
 * `application`: all webhooks that its deletion has disabled, for `reason`.
 */
export type WebhookNoticeJob = { kind: 'webhook-notice' } & (
  | { application: string; reason: string }
  | { webhook: string; revision: number; to?: { position: number; attempt: number } }
);
