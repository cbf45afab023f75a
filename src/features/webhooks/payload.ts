import { sql } from 'drizzle-orm';
import type { TenantScope } from '../../access/scope.ts';
import type { KeyRing } from '../../lib/seal.ts';
import { noticeJson } from '../compliance/notices.ts';
import { formatMicros, type Micros } from '../../lib/time.ts';
import { pageStatement, type EventListRow } from '../../ledger/lists/statements.ts';
import { eventJson } from '../../ledger/records/event.ts';
import { seenEvent } from '../../ledger/records/rows.ts';
import type { WebhookState } from './store.ts';

/** The purpose with which the secrets of a webhook are encrypted. */
export const webhookPurpose = (id: string): string => `webhook ${id}`;

/**
 * The body for an event, or for a notice of compliance (a negative number), with what the caller of the scope may see
 * of it now. Undefined: they may not see it. Throws 401 if the caller no longer exists.
 */
export async function deliveryBody(scope: TenantScope, event: number): Promise<string | undefined> {
  if (event < 0) {
    const notice = await noticeJson(scope, -event);
    return notice && bodyOf('compliance.notice', notice.atUs, JSON.stringify(notice.json));
  }
  const [[row]] = await scope.read(
    scope.query<EventListRow>('whole', (seen) => {
      const source = sql`events event${seen.join('event')} WHERE event.number = ${event} AND ${seen.sees('event')}`;
      return pageStatement('event', seen, source, undefined, 1);
    }),
  );
  if (!row) return undefined;
  return bodyOf('event.recorded', row.acceptedUs, JSON.stringify(eventJson(seenEvent(row))));
}

/** The body of a test. */
export const testBody = (webhook: string, at: Micros): string =>
  bodyOf('webhook.test', at, JSON.stringify({ webhook: `webhooks/${webhook}` }));

const bodyOf = (type: string, at: Micros, data: string): string =>
  `{"type":"${type}","timestamp":"${formatMicros(at)}","data":${data}}`;

/** The secrets that sign now, the current one first. Undefined: the key that sealed one is no longer in the ring. */
export async function secretsOf(
  keys: KeyRing,
  { id, secret, previousSecret, previousUntilUs }: WebhookState,
  now: Micros,
): Promise<string[] | undefined> {
  const sealed = previousSecret !== '' && now < previousUntilUs ? [secret, previousSecret] : [secret];
  const opened = await Promise.all(sealed.map((each) => keys.open(webhookPurpose(id), each)));
  return opened.every((each) => each !== undefined) ? opened : undefined;
}
