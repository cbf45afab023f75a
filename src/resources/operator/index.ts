import { z } from '@hono/zod-openapi';
import { reopenWindows, scopeNamed } from '../../anchoring/reopen.ts';
import { notFound } from '../../lib/errors.ts';
import { placeTenancy } from '../../platform/cells/directory.ts';
import { uuidOf } from '../../lib/identifiers.ts';
import { formatSeconds } from '../../lib/time.ts';
import { operation } from '../../http/operation.ts';
import { administratorLink, createTenant, newTenancyUuid, setKhipu } from '../../access/identity/tenants.ts';
import { writerOf } from '../../ledger/append/writer-client.ts';
import { exampleOf, ID } from '../examples.ts';
import { relyingPartyOf } from '../../access/identity/passkeys/webauthn.ts';
import { SignInLink } from '../passkeys/model.ts';
import * as schemas from '../schemas.ts';
import { fsck } from './fsck.ts';
import { common } from './group.ts';
import { logs } from './logs.ts';
import { readiness } from './readiness.ts';
import { tenancies } from './tenancies.ts';
import { testAlarm } from './test-alarm.ts';

const NewTenant = z
  .strictObject({
    display_name: schemas.filledText(128, 'Name of the tenancy, shown to people'),
    tenant_identity: z
      .string()
      .refine((text) => uuidOf('tenant', text) !== undefined, 'must be tenant/<version 4 uuid>')
      .optional()
      .openapi({ description: 'Identity of the tenancy, `tenant/<uuid>`. Default: chosen by the service' }),
  })
  .openapi('NewTenant', { example: { display_name: 'Harbour works' } });
const CreatedTenant = z
  .object({
    base_url: schemas.text('Base address of the API', {
      format: 'uri',
      example: 'https://evidence.example.com/archivist',
    }),
    tenant_identity: schemas.identityOf('tenant', 'the tenancy'),
    client_id: schemas.text('Client id of its administrator application', { format: 'uuid', example: ID.applications }),
    client_secret: schemas.text('Secret of that application, which no other response contains', {
      example: '<CLIENT_SECRET>',
    }),
  })
  .openapi('CreatedTenant');

const TenantSettings = z
  .strictObject({
    khipu: z.enum(['on', 'off', 'default']).openapi({
      description:
        'Whether the tenancy may create KHIPU assets. default: on with the embedded chain, off with an external one',
    }),
  })
  .openapi('TenantSettings', { example: { khipu: 'on' } });

const KHIPU = { on: true, off: false, default: null } as const;

const AcceptedLoss = z
  .object({
    epoch: schemas.text('Epoch of the database from now on', { example: '3f0c2a9be1d84c5f9a7be0d1c2b3a495' }),
    acknowledged: schemas.integer('Number of the last change that was acknowledged', 1042),
    found: schemas.integer('Number of the last change that the database has', 980),
    accepted: schemas.boolean('Whether changes were missing, so that a new epoch has started', true),
  })
  .openapi('AcceptedLoss');

const ReopenWindows = z
  .strictObject({
    scope: z
      .string()
      .refine((text) => scopeNamed(text) !== undefined, 'must be tenant/<version 4 uuid> or public')
      .openapi({
        description: 'Whose windows: those of a tenancy, `tenant/<uuid>`, or of all public events, `public`',
      }),
  })
  .openapi('ReopenWindows', { example: { scope: exampleOf('tenant') } });
const ReopenedWindows = z
  .object({
    reopened: z
      .array(
        z.object({
          start_time: schemas.timestamp('Start of the window, inclusive', '2026-11-21T10:15:00Z'),
          end_time: schemas.timestamp('End of the window, exclusive', '2026-11-21T10:20:00Z'),
          transaction_id: schemas.text('Hash of the former anchor transaction; empty if none was final', {
            example: '',
          }),
        }),
      )
      .openapi({ description: 'The windows that were removed' }),
  })
  .openapi('ReopenedWindows');

export default [
  operation(
    {
      ...common,
      id: 'createTenant',
      path: '/operator/v1/tenants',
      summary: 'Create a tenancy with an administrator application',
      description:
        'The response is the only one that contains the secret. A repeated `tenant_identity` creates no ' +
        'tenancy, ignores the name, and regenerates the secret of its first application: so people get in ' +
        'again who have lost their rights. If the application was deleted or is no administrator any more, ' +
        'it is one again. Responds with 409 for a deleted tenancy.',
      statuses: [200, 400, 401, 404, 409],
      body: NewTenant,
      response: CreatedTenant,
    },
    async ({ scope, env, inCell, config, body, requestId }) => {
      const tenant = uuidOf('tenant', body.tenant_identity ?? '') ?? (await newTenancyUuid(scope));
      await placeTenancy(env, scope, tenant);
      const made = await createTenant(await inCell(tenant), config, tenant, body.display_name, requestId);
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
      id: 'createAdministratorLink',
      path: '/operator/v1/tenants/{uuid}:link',
      summary: 'Make a link by which a person becomes an administrator',
      description:
        'Whoever opens the link enrols a passkey and is an administrator of the tenancy. It can be used once within ' +
        'ten minutes; a new one ends the one before. Responds with 404 if people do not sign in with passkeys, or if ' +
        'the first application of the tenancy was deleted.',
      statuses: [200, 401, 404],
      response: SignInLink,
    },
    async ({ scope, config, params, requestId }) => {
      relyingPartyOf(config);
      const link = await administratorLink(scope, config, params['uuid']!, requestId);
      if (!link) throw notFound(`tenant/${params['uuid']}`);
      return { json: { url: link.url, expires_at: formatSeconds(link.expiresUs) } };
    },
  ),
  operation(
    {
      ...common,
      id: 'updateTenant',
      method: 'patch',
      path: '/operator/v1/tenants/{uuid}',
      summary: 'Set whether a tenancy may create KHIPU assets',
      description:
        'Existing assets are not affected. If the tenancy may no longer create KHIPU assets and KHIPU was ' +
        'its default, the default is SIMPLE_HASH again.',
      statuses: [200, 401, 404],
      body: TenantSettings,
      response: TenantSettings,
    },
    async ({ scope, config, params, body, requestId }) => {
      if (!(await setKhipu(scope, config, params['uuid']!, KHIPU[body.khipu], requestId)))
        throw notFound(`tenant/${params['uuid']}`);
      return { json: body };
    },
  ),
  fsck,
  operation(
    {
      ...common,
      id: 'acceptLoss',
      path: '/operator/v1/database:accept-loss',
      summary: 'Accept that the database has lost changes',
      description:
        'For use after a backup was restored that lacks acknowledged changes: the service continues from ' +
        'what the database has, in a new epoch, and the lost changes stay lost. Does nothing if no change ' +
        'is missing.',
      statuses: [200, 401, 404],
      response: AcceptedLoss,
    },
    async ({ env }) => {
      const { epoch, acknowledged, found, accepted } = await writerOf(env).acceptLoss();
      return { json: { epoch, acknowledged, found, accepted } };
    },
  ),
  operation(
    {
      ...common,
      id: 'reopenWindows',
      path: '/operator/v1/windows:reopen',
      summary: 'Remove anchor windows that end in the future',
      description:
        'For use after the clock was fast: until such a window ends, no events are accepted in its scope. ' +
        'The events are anchored again; a former anchor stays on the blockchain, and the log names it. ' +
        'Does nothing if no window ends in the future.',
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
  ...logs,
  readiness,
  testAlarm,
  ...tenancies,
];
