import { z } from '@hono/zod-openapi';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { TenantScope } from '../../access/scope.ts';
import { invalid, notFound, retryLater } from '../../lib/errors.ts';
import { ambient, formatMicros, nowMicros, parseTimestamp, type Micros } from '../../lib/time.ts';
import { newWebhookSecret } from '../../formats/webhooks/signature.ts';
import { revised } from '../../http/revision.ts';
import { operation } from '../../http/operation.ts';
import { cut, listOf } from '../../http/paging.ts';
import { assert, onFailedCondition, retryUnchanged } from '../../platform/database/conditions.ts';
import { senderOf } from '../../features/webhooks/calls.ts';
import { webhookPurpose } from '../../features/webhooks/payload.ts';
import {
  webhookAttempts as attempts,
  webhookDeliveries as deliveries,
  webhooks as table,
  type WebhookRow,
  type WebhookAttemptRow,
} from '../../features/webhooks/tables.ts';
import { webhooks as group } from './group.ts';
import { Attempt, Queued, Redeliver, RotateWebhookSecret, webhook, WITH_SECRET } from './model.ts';

const DAY: Micros = 86_400_000_000;
/** Tests of a webhook that wait at once, and seconds after which another one may be asked for. */
const TESTS = { waiting: 10, tryAgain: 30 };

const common = { group, auth: 'bearer', permission: 'administrator', rate: 'api' } as const;
const ITEM = [200, 401, 403, 404, 429];

async function read(scope: TenantScope, id: string): Promise<WebhookRow> {
  const [[row]] = await scope.read(scope.rows(table, eq(table.id, id)));
  if (!row) throw notFound(`webhooks/${id}`);
  return row;
}

/** The event of a delivery that waits or is in the delivery log. Throws 400. */
async function eventOf(scope: TenantScope, webhook: string, delivery: string) {
  const [[waiting], [logged]] = await scope.read(
    scope.rows(deliveries, and(eq(deliveries.webhook, webhook), eq(deliveries.id, delivery)), { limit: 1 }),
    scope.rows(attempts, and(eq(attempts.webhook, webhook), eq(attempts.delivery, delivery)), { limit: 1 }),
  );
  const found = waiting ?? logged;
  const refuse = (description: string) => invalid([{ field: 'delivery', description }]);
  if (!found) throw refuse('must be in the delivery log of the webhook');
  if (found.event === null) throw refuse('must not be a test; send another one with :test');
  return { event: found.event, identity: found.identity };
}

/** The index of the first entry of the log `l` that was appended at a time or later: a binary search. */
const indexSince = (since: Micros) => sql`(WITH RECURSIVE search(low, high) AS (SELECT 0, l.size UNION ALL
  SELECT iif((SELECT appended_us FROM log_leaves WHERE log = l.number AND "index" = (low + high) / 2) < ${since},
      (low + high) / 2 + 1, low),
    iif((SELECT appended_us FROM log_leaves WHERE log = l.number AND "index" = (low + high) / 2) < ${since},
      high, (low + high) / 2)
  FROM search WHERE low < high) SELECT max(low) FROM search)`;

const presentAttempt = (row: WebhookAttemptRow): z.infer<typeof Attempt> => ({
  delivery: row.delivery,
  event: row.identity,
  attempt: row.attempt,
  timestamp: formatMicros(row.atUs),
  duration_ms: row.durationMs,
  status: row.status,
  error: row.error,
  outcome: row.outcome,
  next_attempt_at: row.nextUs === null ? null : formatMicros(row.nextUs),
});

export default [
  operation(
    {
      ...common,
      id: 'testWebhook',
      method: 'post',
      path: `${group.path}/{uuid}:test`,
      summary: 'Send a test to a webhook',
      description:
        'Queues a delivery of the type `webhook.test`, also for a webhook that is not enabled. It is sent ' +
        'once; the delivery log has the result. Responds with 429 while ten tests wait.',
      statuses: ITEM,
      response: Queued,
    },
    async ({ scope, env, params }) => {
      const { id: webhook } = await read(scope, params['uuid']!);
      const id = ambient.uuid();
      const waiting = sql`(SELECT count(*) FROM ${deliveries} WHERE webhook = ${webhook} AND event IS NULL)`;
      await scope
        .write({
          operation: 'testWebhook',
          resource: `webhooks/${webhook}`,
          conditions: [
            ...scope.conditions((db) => [assert(db, 'webhooks', sql`${waiting} < ${TESTS.waiting}`)]),
            scope.assertRow('unchanged', table, eq(table.id, webhook)),
          ],
          statements: [scope.insert(deliveries, { id, webhook, event: null, identity: '', dueUs: nowMicros() })],
        })
        .catch((error: unknown) =>
          onFailedCondition(error, {
            unchanged: notFound(`webhooks/${webhook}`),
            webhooks: retryLater('rate_limited', `${TESTS.waiting} tests of the webhook wait`, TESTS.tryAgain),
          }),
        );
      await senderOf(env, webhook).start(webhook);
      return { json: { delivery: id } };
    },
  ),
  operation(
    {
      ...common,
      id: 'redeliverWebhook',
      method: 'post',
      path: `${group.path}/{uuid}:redeliver`,
      summary: 'Send events to a webhook again',
      description:
        'Sends the event of a delivery again, or all events since a time that meet the filters. The header ' +
        '`webhook-id` has the same value as before, so a receiver that deduplicates by it must forget the ' +
        'id first. The events show what the application may see now.',
      statuses: ITEM,
      body: Redeliver,
      response: Queued,
    },
    async ({ scope, env, params, body }) => {
      const webhook = params['uuid']!;
      const since = parseTimestamp(body.since ?? '')?.us;
      await retryUnchanged(async () => {
        const before = await read(scope, webhook);
        const { delivery } = body;
        const next = (expression: ReturnType<typeof sql>) =>
          sql`coalesce((SELECT ${expression} FROM logs l
            WHERE l.scope = ${scope.tenant} AND l.ended = 0 AND l.size > 0), `;
        const first = indexSince(since ?? 0);
        const moved = {
          log: sql`${next(sql`l.id`)}log)`,
          position: sql`${next(sql`iif(l.id = ${table.log}, min(${table.position}, ${first}), ${first})`)}position)`,
        };
        const { condition, statement } = revised(scope, table, before, since === undefined ? {} : moved);
        const found = delivery === undefined ? undefined : await eventOf(scope, webhook, delivery);
        await scope.write({
          operation: 'redeliverWebhook',
          resource: `webhooks/${webhook}`,
          after: body,
          conditions: [condition],
          statements: [
            statement,
            ...(found
              ? [
                  scope.remove(deliveries, and(eq(deliveries.webhook, webhook), eq(deliveries.event, found.event))),
                  scope.insert(deliveries, { id: delivery!, webhook, ...found, dueUs: nowMicros() }),
                ]
              : []),
          ],
        });
      });
      await senderOf(env, webhook).start(webhook);
      return { json: { delivery: body.delivery ?? '' } };
    },
  ),
  operation(
    {
      ...common,
      id: 'rotateWebhookSecret',
      method: 'post',
      path: `${group.path}/{uuid}:rotate-secret`,
      summary: 'Rotate the secret of a webhook',
      description:
        'The response is the only one that contains the new secret. Until `previous_secret_valid_until`, ' +
        'the header `webhook-signature` has a signature by each of both secrets, the new one first. A ' +
        'secret before the replaced one no longer signs.',
      statuses: ITEM,
      body: RotateWebhookSecret,
      optionalBody: true,
      response: webhook.response,
      example: { ...WITH_SECRET, previous_secret_valid_until: '2027-01-31T00:00:00Z' },
    },
    async ({ scope, config, env, params, body }) => {
      const id = params['uuid']!;
      const json = await retryUnchanged(async () => {
        const before = await read(scope, id);
        const now = nowMicros();
        const until = Math.min(parseTimestamp(body.previous_valid_until ?? '')?.us ?? now + DAY, now + 7 * DAY);
        const secret = newWebhookSecret();
        const changes = {
          secret: await config.keys.seal(webhookPurpose(id), secret),
          previousSecret: until > now ? before.secret : '',
          previousUntilUs: until > now ? until : 0,
        };
        const after = webhook.json({ ...before, ...changes }, now);
        const { condition, statement } = revised(scope, table, before, changes);
        await scope.write({
          operation: 'rotateWebhookSecret',
          resource: `webhooks/${id}`,
          before: webhook.json(before, now),
          after,
          conditions: [condition],
          statements: [statement],
        });
        return { ...after, secret };
      });
      await senderOf(env, id).start(id);
      return { json };
    },
  ),
  operation(
    {
      ...common,
      id: 'listWebhookDeliveries',
      method: 'get',
      path: `${group.path}/{uuid}/deliveries`,
      summary: 'List the deliveries of a webhook',
      description: 'Returns the last 1,000 attempts to deliver an event or a test, newest first.',
      statuses: ITEM,
      list: 'deliveries',
      response: listOf('deliveries', Attempt).openapi('WebhookAttemptList'),
    },
    async ({ scope, params, page }) => {
      const { id } = await read(scope, params['uuid']!);
      const own = eq(attempts.webhook, id);
      const after = page.after && sql`${attempts.seq} < ${page.after[0]}`;
      const [rows, [count]] = await scope.read(
        scope.rows(attempts, and(own, after), { orderBy: [desc(attempts.seq)], limit: page.size + 1 }),
        scope.count(attempts, own, page.countTo),
      );
      const part = cut(rows, page.size, ({ seq }) => [seq]);
      return { list: { items: part.rows.map(presentAttempt), next: part.next, total: count!.n } };
    },
  ),
];
