import { z } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import { renderIssuer } from '../../access/principal.ts';
import type { Tenancy as TenancyRow } from '../../access/own-tenancy.ts';
import { notFound, ServiceError } from '../../lib/errors.ts';
import { operation } from '../../http/operation.ts';
import { hasKhipu } from '../../access/identity/tenants.ts';
import { DEFAULT_MECHANISM, mechanismOf, PROOF_MECHANISMS } from '../../ledger/records/event.ts';
import { retryUnchanged } from '../../platform/database/conditions.ts';
import { INSPECTOR } from '../examples.ts';
import * as schemas from '../schemas.ts';
import { roles } from '../users/model.ts';
import administrators from './administrators.ts';
import domain from './domain.ts';
import { Granted, grantedTo } from './granted.ts';
import { tenancies as group } from './group.ts';
import { Principal } from './model.ts';
import { AssetIdentity, OnAsset, rightsOnAsset } from './on-asset.ts';

const common = { group, rate: 'api' } as const;

/** The most types of assets whose events must be signed, and the longest type in characters. */
const MOST_TYPES = 50;
const LONGEST_TYPE = 1024;

const SIGNED_TYPES =
  'Values of `arc_display_type` of assets whose events must be signed by their authors. An unsigned event is ' +
  '400, except creation, erasure, and tracking without attributes';

const Tenancy = z
  .object({
    identity: schemas.identity('tenant', 'the tenancy'),
    display_name: schemas.displayName('the tenancy', 'Harbour works'),
    verified_domain: schemas.verifiedDomain,
    default_proof_mechanism: z
      .enum(PROOF_MECHANISMS)
      .openapi({ description: 'Proof mechanism of new assets whose creation names none', example: DEFAULT_MECHANISM }),
    require_signature: schemas.texts(SIGNED_TYPES),
    enterprise_sso_enabled: schemas.boolean('Always false: identity providers are settings of the deployment'),
    enterprise_sso_config: z.object({}).openapi({ description: 'Always empty', example: {} }),
  })
  .openapi('Tenancy');

const tenancyOf = (row: TenancyRow): z.infer<typeof Tenancy> => ({
  identity: `tenant/${row.id}`,
  display_name: row.displayName,
  verified_domain: row.verifiedDomain,
  default_proof_mechanism: mechanismOf(row.defaultMechanism),
  require_signature: JSON.parse(row.signedTypes) as string[],
  enterprise_sso_enabled: false,
  enterprise_sso_config: {},
});

export default [
  ...administrators,
  ...domain,
  operation(
    {
      ...common,
      id: 'getTenancy',
      method: 'get',
      path: '/v1/tenancies/self',
      summary: 'Read the tenancy of the caller',
      description: 'A member of several tenancies selects one with the header `x-tenant`.',
      auth: 'bearer',
      permission: 'member',
      statuses: [200, 401, 403, 429],
      response: Tenancy,
    },
    async ({ scope }) => {
      const [rows] = await scope.read(scope.ownTenancy());
      return { json: tenancyOf(rows[0]!) };
    },
  ),
  operation(
    {
      ...common,
      id: 'updateTenancy',
      method: 'patch',
      path: '/v1/tenancies/self',
      summary: 'Change the tenancy of the caller',
      description:
        'Changes its name, and the proof mechanism of new assets whose creation names none, also in ' +
        'batches and imports, and the types of assets whose events must be signed. Responds with 402 for KHIPU ' +
        'if it is not enabled for the tenancy.',
      auth: 'bearer',
      permission: 'administrator',
      statuses: [200, 400, 401, 402, 403, 429],
      body: z
        .strictObject({
          display_name: z
            .string()
            .min(1)
            .max(128)
            .optional()
            .openapi({ description: 'New name of the tenancy, shown to people' }),
          default_proof_mechanism: z.enum(PROOF_MECHANISMS).optional().openapi({
            description: 'Proof mechanism of new assets whose creation names none; KHIPU only if it is enabled',
          }),
          require_signature: z
            .array(z.string().min(1).max(LONGEST_TYPE))
            .max(MOST_TYPES)
            .optional()
            .openapi({ description: `${SIGNED_TYPES}. Replaces the list` }),
        })
        .openapi('PatchTenancy', { example: { display_name: 'Harbour works', default_proof_mechanism: 'MERKLE_LOG' } }),
      ignored: ['identity', 'verified_domain', 'enterprise_sso_enabled', 'enterprise_sso_config'],
      response: Tenancy,
    },
    async ({ scope, config, body }) => ({
      json: await retryUnchanged(async () => {
        const [rows] = await scope.read(scope.ownTenancy());
        const before = rows[0]!;
        if (body.default_proof_mechanism === 'KHIPU' && !hasKhipu(before, config))
          throw new ServiceError('quota', 'default_proof_mechanism: KHIPU is not enabled for this tenancy');
        const after = {
          ...before,
          displayName: body.display_name ?? before.displayName,
          defaultMechanism: body.default_proof_mechanism ?? before.defaultMechanism,
          signedTypes: body.require_signature ? JSON.stringify(body.require_signature) : before.signedTypes,
        };
        const turn = scope.changeTenancy(before, after);
        await scope.write({
          operation: 'updateTenancy',
          resource: `tenant/${scope.tenant}`,
          before: tenancyOf(before),
          after: tenancyOf(after),
          conditions: [turn.condition],
          statements: [turn.statement],
        });
        return tenancyOf(after);
      }),
    }),
  ),
  operation(
    {
      ...common,
      id: 'getTenantId',
      method: 'get',
      path: '/v1/tenancies/tenantid',
      summary: 'Read the identity of the tenancy of the caller',
      description: '`issuer` and `subject` may be given to check that they are those of the caller.',
      auth: 'bearer',
      permission: 'member',
      statuses: [200, 400, 401, 403, 429],
      query: {
        issuer: z.string().optional().openapi({ description: 'Issuer of the caller; any other responds with 403' }),
        subject: z.string().optional().openapi({ description: 'Subject of the caller; any other responds with 403' }),
      },
      response: z
        .object({
          identity: schemas.identity('tenant', 'the tenancy'),
          tier: z.literal('PREMIUM').openapi({ description: 'Always PREMIUM: all features are available' }),
        })
        .openapi('TenantId'),
    },
    async ({ scope, config, query: { issuer, subject } }) => {
      const me = await scope.principal();
      const own = renderIssuer(me.issuer, config.issuer);
      if ((issuer !== undefined && issuer !== own) || (subject !== undefined && subject !== me.subject))
        throw new ServiceError('forbidden', 'issuer and subject must be those of the caller, or absent');
      return { json: { identity: `tenant/${me.tenant}`, tier: 'PREMIUM' as const } };
    },
  ),
  operation(
    {
      ...common,
      id: 'getTenancyPublicInfo',
      method: 'get',
      path: '/v1/tenancies/{uuid}:publicinfo',
      summary: 'Read the public information about a tenancy',
      description: 'The identity and the verified domain, for readers of public records.',
      auth: 'public',
      permission: 'none',
      rate: 'public',
      statuses: [200, 404],
      cacheable: true,
      response: z
        .object({ identity: schemas.identity('tenant', 'the tenancy'), verified_domain: schemas.verifiedDomain })
        .openapi('TenancyPublicInfo'),
    },
    async ({ scope, params }) => {
      const rows = await scope.published(async (db) => {
        const [found] = await db.batch([
          db.sql<{ id: string; verifiedDomain: string }>(
            sql`SELECT id, verified_domain AS verifiedDomain FROM tenants WHERE id = ${params['uuid']}`,
          ),
        ]);
        return found;
      });
      if (!rows[0]) throw notFound(`tenant/${params['uuid']}`);
      return { json: { identity: `tenant/${rows[0].id}`, verified_domain: rows[0].verifiedDomain } };
    },
  ),
  operation(
    {
      ...common,
      id: 'whoami',
      method: 'get',
      path: '/v1/whoami',
      summary: 'Read who the caller is',
      description:
        'The principal of the token, the roles in the tenancy of the request, and what access policies of ' +
        'the tenancy let the caller write.',
      auth: 'bearer',
      permission: 'member',
      statuses: [200, 400, 401, 403, 404, 429],
      query: {
        asset_identity: AssetIdentity.optional().openapi({
          description:
            'Also say what the caller may record on this asset, in `on_asset`. An extension of this service.',
        }),
      },
      response: z
        .object({
          avatar_url: schemas.text('Always empty: the service keeps no pictures', { example: '' }),
          principal: Principal.openapi({ description: 'The caller, as in the token' }),
          roles: schemas.roles,
          tenantid: schemas.identityOf('tenant', 'the tenancy of the request'),
          userid: schemas.text('Subject of the token', { example: INSPECTOR.subject }),
          is_social: schemas.boolean('Always false'),
          granted: Granted,
          on_asset: OnAsset.optional(),
        })
        .openapi('WhoAmI'),
    },
    async ({ scope, config, query }) => {
      const [own, shared] = await scope.read(scope.userPermissions(), scope.sharedPermissions());
      const me = await scope.principal();
      const asset =
        query.asset_identity === undefined ? undefined : await rightsOnAsset(scope, me, query.asset_identity);
      return {
        json: {
          avatar_url: '',
          principal: {
            issuer: renderIssuer(me.issuer, config.issuer),
            subject: me.subject,
            display_name: me.displayName,
            email: me.email,
          },
          roles: roles(me.administrator, me.auditor),
          tenantid: `tenant/${me.tenant}`,
          userid: me.subject,
          is_social: false,
          granted: grantedTo(me, own, shared),
          ...(asset ? { on_asset: asset } : {}),
        },
      };
    },
  ),
];
