import { and, eq, sql } from 'drizzle-orm';
import type { TenantScope } from '../../access/scope.ts';
import type { Config } from '../../settings/config.ts';
import { invalid, retryLater } from '../../lib/errors.ts';
import { nowMicros } from '../../lib/time.ts';
import { parseReceiver } from '../../lib/https-address.ts';
import { newWebhookSecret } from '../../formats/webhooks/signature.ts';
import { collection } from '../../http/collection.ts';
import { applications } from '../../access/identity/tables.ts';
import { assert } from '../../platform/database/conditions.ts';
import { senderOf } from '../../features/webhooks/calls.ts';
import { webhookPurpose } from '../../features/webhooks/payload.ts';
import {
  webhookAttempts,
  webhookDeliveries,
  webhooks as table,
  type WebhookRow,
  type WebhookType,
} from '../../features/webhooks/tables.ts';
import actions from './actions.ts';
import { webhookConditions } from './filters.ts';
import { webhooks as group } from './group.ts';
import { webhook, WITH_SECRET } from './model.ts';

/** Seconds after which a client may retry when the maximum number of webhooks is reached. */
const TRY_AGAIN = 60;

/** Throws 400 for an address or filters that are not accepted. */
function check(
  scope: TenantScope,
  config: Config,
  { url, filters }: { url?: string | undefined; filters?: string[] | undefined },
) {
  const receiver = url === undefined ? undefined : parseReceiver(url, config.webhookHosts);
  if (typeof receiver === 'string') throw invalid([{ field: 'url', description: `must ${receiver}` }]);
  if (filters) webhookConditions(scope, filters);
}

/** The condition that the application of a webhook exists. */
const hasApplication = (scope: TenantScope, { application }: Pick<WebhookRow, 'application'>) =>
  scope.assertRow('application', applications, eq(applications.id, application));
/** The number of the last notice of compliance. */
const LAST_NOTICE = sql`coalesce((SELECT max(number) FROM compliance_notices), 0)`;

/** Moves the cursors of types that a webhook did not ask for before to their present ends. */
function cursorsOf(before: WebhookRow, after: WebhookRow, scope: TenantScope) {
  const isNew = (type: WebhookType): boolean => after.types.includes(type) && !before.types.includes(type);
  const current = sql`FROM logs WHERE scope = ${scope.tenant} AND ended = 0 AND size > 0`;
  const ends = {
    ...(isNew('compliance.notice') ? { noticed: LAST_NOTICE as unknown as number } : {}),
    ...(isNew('event.recorded')
      ? {
          log: sql`coalesce((SELECT id ${current}), '')` as unknown as string,
          position: sql`coalesce((SELECT size ${current}), 0)` as unknown as number,
        }
      : {}),
  };
  return Object.keys(ends).length > 0 ? [scope.update(table, eq(table.id, before.id), ends)] : [];
}

const refused = {
  application: invalid([{ field: 'application', description: 'must be an application of the tenancy' }]),
};

export default [
  ...collection({
    fields: webhook,
    noun: { one: 'a webhook', many: 'webhooks' },
    about:
      'A webhook sends the events of the tenancy to an address, signed as Standard Webhooks specifies, on ' +
      'behalf of an application.',
    notes: {
      create:
        'The response is the only one that contains the secret, and that to a request which repeats its ' +
        'Idempotency-Key before the webhook is changed. Events that are recorded from then on are sent. ' +
        'Responds with 429 if the tenancy has the maximum number of webhooks.',
      update: 'Deliveries that wait are sent to the new address. Enabling sends them now.',
      delete: 'Deliveries that wait and the delivery log are deleted. A request that is being sent is the last one.',
    },
    plural: 'webhooks',
    group,
    audience: 'administrators',
    hasSecrets: true,
    createExample: WITH_SECRET,
    statuses: {
      list: [200, 401, 403, 429],
      create: [200, 401, 403, 429],
      read: [200, 401, 403, 404, 429],
    },
    values: async (input, { id, scope, config }) => {
      check(scope, config, input);
      const secret = newWebhookSecret();
      const current = sql`FROM logs WHERE scope = ${scope.tenant} AND ended = 0 AND size > 0`;
      return {
        values: {
          secret: await config.keys.seal(webhookPurpose(id), secret),
          previousUntilUs: 0,
          disabledReason: '',
          disabledUs: null,
          // The end of the log when the webhook is created.
          log: sql`coalesce((SELECT id ${current}), '')` as unknown as string,
          position: sql`coalesce((SELECT size ${current}), 0)` as unknown as number,
          noticed: LAST_NOTICE as unknown as number,
        },
        shown: (json) => ({ ...json, secret }),
      };
    },
    changes: (patch, _after, { scope, config }) => {
      check(scope, config, patch);
      return patch.enabled === undefined ? {} : { disabledReason: '', disabledUs: null };
    },
    // The secret is shown again while the webhook is as it was created, so that a client that lost the response has it.
    again: async (row, config) => ({
      ...webhook.json(row),
      secret: row.revision === 1 ? ((await config.keys.open(webhookPurpose(row.id), row.secret)) ?? '') : '',
    }),
    onCreate: (row, scope, config) => ({
      conditions: scope.conditions((db) => [
        assert(
          db,
          'webhooks',
          sql`(SELECT count(*) FROM ${table} WHERE tenant = ${scope.tenant}) < ${config.webhooks}`,
        ),
        hasApplication(scope, row),
      ]),
      statements: [],
      refused: {
        ...refused,
        webhooks: retryLater('rate_limited', `a tenancy can have at most ${config.webhooks} webhooks`, TRY_AGAIN),
      },
    }),
    onUpdate: (before, after, scope) => ({
      conditions:
        after.enabled && (!before.enabled || after.application !== before.application)
          ? [hasApplication(scope, after)]
          : [],
      // Three days begin again for each delivery.
      statements: [
        ...cursorsOf(before, after, scope),
        ...(after.enabled && !before.enabled
          ? [
              scope.update(webhookDeliveries, eq(webhookDeliveries.webhook, before.id), {
                attempts: 0,
                firstUs: null,
                dueUs: nowMicros(),
              }),
            ]
          : []),
      ],
      refused,
    }),
    onDelete: (row, scope) => ({
      conditions: [],
      statements: [
        scope.remove(webhookDeliveries, eq(webhookDeliveries.webhook, row.id)),
        scope.remove(webhookAttempts, and(eq(webhookAttempts.webhook, row.id))),
      ],
      refused: {},
    }),
    // If this call is lost, the sweep makes another one.
    created: (row, env) => senderOf(env, row.id).start(row.id),
    updated: (row, env) => senderOf(env, row.id).start(row.id),
  }),
  ...actions,
];
