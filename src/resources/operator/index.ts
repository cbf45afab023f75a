import { z } from '@hono/zod-openapi';
import { reopenWindows, scopeNamed } from '../../anchoring/reopen.ts';
import { notFound } from '../../core/errors.ts';
import { uuidOf } from '../../core/identity.ts';
import { ambient, formatSeconds } from '../../core/time.ts';
import { operation } from '../../http/operation.ts';
import { createTenant, setKhipu } from '../../identity/tenants.ts';
import { acceptLoss } from '../../ledger/index.ts';
import { verifyMany } from '../../ledger/verify/fsck.ts';

const operator = { name: 'operator', path: '/operator/v1', title: "The operator's operations" };
const common = { group: operator, method: 'post', auth: 'operator', permission: 'none', rate: 'token' } as const;

const Identity = (collection: 'tenant' | 'assets') =>
  z.string().refine((text) => uuidOf(collection, text) !== undefined, `must be ${collection}/<version 4 uuid>`);

const NewTenant = z
  .strictObject({
    display_name: z.string().min(1).max(128),
    tenant_identity: z
      .string()
      .refine((text) => uuidOf('tenant', text) !== undefined, 'must be tenant/<version 4 uuid>')
      .optional()
      .openapi({ description: 'tenant/<uuid>; chosen by the service when absent' }),
  })
  .openapi('NewTenant');
const CreatedTenant = z
  .object({ base_url: z.string(), tenant_identity: z.string(), client_id: z.string(), client_secret: z.string() })
  .openapi('CreatedTenant');

const TenantSettings = z
  .strictObject({
    khipu: z
      .enum(['on', 'off', 'default'])
      .openapi({ description: 'default: on with the embedded chain, off with an outside one' }),
  })
  .openapi('TenantSettings');

const KHIPU = { on: true, off: false, default: null } as const;

const Fsck = z
  .strictObject({
    tenant_identity: Identity('tenant').optional().openapi({ description: 'Only this tenant' }),
    after: Identity('assets')
      .optional()
      .openapi({ description: 'Go on behind this asset: `next` of the answer before' }),
    events: z
      .int()
      .min(1)
      .max(1_000_000)
      .optional()
      .openapi({ description: 'Stop after the asset that reaches this many events' }),
    accept_loss: z.boolean().optional().openapi({
      description:
        'After a restore: let ledgers that have acknowledged what the database lacks continue from what it holds. At the end of a walk over all tenants, accept the database as it is',
    }),
  })
  .openapi('Fsck');
const FsckResult = z
  .object({
    assets: z.int(),
    events: z.int(),
    findings: z.array(z.object({ identity: z.string(), sequence: z.int(), problem: z.string() })),
    accepted: z
      .array(z.object({ identity: z.string(), acknowledged: z.int(), accepted: z.int() }))
      .openapi({ description: 'With accept_loss: the ledgers that now continue after the event `accepted`' }),
    next: z.string().openapi({ description: 'Empty at the end' }),
  })
  .openapi('FsckResult');

const AcceptedLoss = z
  .object({ asset_identity: z.string(), acknowledged: z.int(), accepted: z.int() })
  .openapi('AcceptedLoss');

const ReopenWindows = z
  .strictObject({
    scope: z
      .string()
      .refine((text) => scopeNamed(text) !== undefined, 'must be tenant/<version 4 uuid> or public')
      .openapi({ description: 'Whose windows: tenant/<uuid>, or public for those of all public events' }),
  })
  .openapi('ReopenWindows');
const ReopenedWindows = z
  .object({
    reopened: z.array(
      z.object({
        start_time: z.string(),
        end_time: z.string(),
        transaction_id: z.string().openapi({ description: 'Of the former anchor; empty where none is final' }),
      }),
    ),
  })
  .openapi('ReopenedWindows');

export default [
  operation(
    {
      ...common,
      id: 'createTenant',
      path: '/operator/v1/tenants',
      summary: 'Create a tenant with its first administrator application',
      description:
        'For the operator of the deployment. The same tenant_identity again creates nothing and renews the secret.',
      statuses: [200, 400, 401, 404],
      body: NewTenant,
      response: CreatedTenant,
    },
    async ({ scope, config, body, requestId }) => {
      const tenant = uuidOf('tenant', body.tenant_identity ?? '') ?? ambient.uuid();
      const made = await createTenant(scope, config, tenant, body.display_name, requestId);
      return {
        json: {
          base_url: config.baseUrl,
          tenant_identity: `tenant/${made.tenant}`,
          client_id: made.clientId,
          client_secret: made.clientSecret,
        },
      };
    },
  ),
  operation(
    {
      ...common,
      id: 'updateTenant',
      method: 'patch',
      path: '/operator/v1/tenants/{uuid}',
      summary: 'Set whether a tenant may have KHIPU assets',
      statuses: [200, 401, 404],
      body: TenantSettings,
      response: TenantSettings,
    },
    async ({ scope, params, body, requestId }) => {
      if (!(await setKhipu(scope, params['uuid']!, KHIPU[body.khipu], requestId)))
        throw notFound(`tenant/${params['uuid']}`);
      return { json: body };
    },
  ),
  operation(
    {
      ...common,
      id: 'fsck',
      path: '/operator/v1/fsck',
      summary: 'Check ledgers: chains, current states, index rows, acknowledged events, quota counts',
      statuses: [200, 400, 401, 404],
      body: Fsck,
      response: FsckResult,
    },
    async ({ env, scope, body }) => ({
      json: await verifyMany(env, scope, {
        tenant: uuidOf('tenant', body.tenant_identity ?? ''),
        after: uuidOf('assets', body.after ?? ''),
        events: body.events ?? 50_000,
        acceptLoss: body.accept_loss ?? false,
      }),
    }),
  ),
  operation(
    {
      ...common,
      id: 'acceptLoss',
      path: '/operator/v1/assets/{uuid}:accept-loss',
      summary: 'Let a frozen ledger go on from what the database holds',
      description:
        'After a backup was restored and nothing newer can be had. What was acknowledged after it is lost; the log says how much.',
      statuses: [200, 401, 404],
      response: AcceptedLoss,
    },
    async ({ env, params }) => {
      const { acknowledged, accepted } = await acceptLoss(env, params['uuid']!);
      return { json: { asset_identity: `assets/${params['uuid']}`, acknowledged, accepted } };
    },
  ),
  operation(
    {
      ...common,
      id: 'reopenWindows',
      path: '/operator/v1/windows:reopen',
      summary: 'Remove windows of anchors that end in the future',
      description:
        'After a clock was fast: until such a window ends, its scope takes no events. Their events are anchored again; a former anchor stays on the chain, and the log says which. Does nothing where no window ends in the future.',
      statuses: [200, 400, 401, 404],
      body: ReopenWindows,
      response: ReopenedWindows,
    },
    async ({ env, scope, body }) => {
      const windows = await reopenWindows(env, scope, scopeNamed(body.scope)!);
      return {
        json: {
          reopened: windows.map(({ startUs, endUs, transaction }) => ({
            start_time: formatSeconds(startUs),
            end_time: formatSeconds(endUs),
            transaction_id: transaction,
          })),
        },
      };
    },
  ),
];
