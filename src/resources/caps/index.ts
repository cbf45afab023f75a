import { z } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import type { TenantScope } from '../../access/scope.ts';
import type { Config } from '../../settings/config.ts';
import { operation, type Group } from '../../http/operation.ts';
import type { Quota } from '../../settings/quotas.ts';
import { usageNow } from '../../platform/database/usage.ts';
import * as schemas from '../schemas.ts';
import { accessPolicies } from '../access_policies/group.ts';
import { applications } from '../applications/group.ts';
import { assets } from '../assets/group.ts';
import { blobs } from '../blobs/group.ts';
import { compliancePolicies } from '../compliance/group.ts';
import { invites } from '../invites/group.ts';
import { locations } from '../locations/group.ts';
import { tenancies } from '../tenancies/group.ts';
import { tlsCaCertificates } from '../tlscacertificates/group.ts';

const caps = { name: 'caps', path: '/v1/caps', title: 'Quotas' };

/** Quota -> `resource_type` in responses. */
const RESOURCE_TYPE: Record<Quota, string> = {
  access_policies: 'AccessPolicies',
  applications: 'Applications',
  assets: 'Assets',
  blob_bytes: 'BlobBytes',
  blobs: 'Blobs',
  compliance_policies: 'CompliancePolicies',
  invites: 'Invites',
  ledger_bytes: 'LedgerBytes',
  locations: 'Locations',
  tls_ca_certificates: 'TlsCaCertificates',
};
const QUOTAS = Object.keys(RESOURCE_TYPE) as [Quota, ...Quota[]];

/** Services of the interface whose number of records is not limited: people. Service -> `resource_type`. */
const UNLIMITED = { members: 'Members', 'tenancies/users': 'Users' } as const;
type Unlimited = keyof typeof UNLIMITED;
const isUnlimited = (service: string): service is Unlimited => Object.hasOwn(UNLIMITED, service);
const unlimited = (service: Unlimited): z.infer<typeof Caps> => ({
  caps: [{ resource_type: UNLIMITED[service], resource_remaining: '-1', resource_cap: '-1' }],
});

const Caps = z
  .object({
    caps: z
      .array(
        z.object({
          resource_type: schemas.text('What the quota limits', { example: 'Assets' }),
          resource_remaining: schemas.text('How many more can be created, as a decimal string; -1 is unlimited', {
            format: 'int64',
            example: '9958',
          }),
          resource_cap: schemas.text('The quota, as a decimal string; -1 is unlimited', {
            format: 'int64',
            example: '10000',
          }),
        }),
      )
      .openapi({ description: 'The quotas of the tenancy' }),
  })
  .openapi('Caps');

const TenancyCaps = Caps.extend({
  limits: z.record(z.string(), z.int()).openapi({
    description: 'Quota by resource type, -1 for unlimited; quotas that do not fit into 32 bits are omitted',
    example: { Assets: 10_000 },
  }),
}).openapi('TenancyCaps');

/** Clients decode `limits` as 32-bit integers. */
const MAX_INT32 = 2_147_483_647;

async function capsOf(scope: TenantScope, config: Config, quotas: readonly Quota[]): Promise<z.infer<typeof Caps>> {
  const [rows] = await scope.read(
    scope.rows(usageNow, sql`resource IN (SELECT value FROM json_each(${JSON.stringify(quotas)}))`),
  );
  return {
    caps: quotas.map((quota) => {
      const cap = config.quotas[quota];
      const used = rows.find((row) => row.resource === quota)?.used ?? 0;
      return {
        resource_type: RESOURCE_TYPE[quota],
        resource_remaining: String(cap < 0 ? -1 : Math.max(0, cap - used)),
        resource_cap: String(cap),
      };
    }),
  };
}

const common = {
  method: 'get',
  auth: 'bearer',
  permission: 'auditor',
  rate: 'api',
  statuses: [200, 401, 403, 429],
  response: Caps,
} as const;

const ofGroup = (group: Group, quota: Quota) =>
  operation(
    {
      ...common,
      statuses: [...common.statuses],
      id: `get${RESOURCE_TYPE[quota]}Caps`,
      group,
      path: `${group.path}:caps`,
      summary: `Read the quota of ${quota}`,
      description: 'How many records the tenancy may have, and how many more it can create.',
    },
    async ({ scope, config }) => ({
      json: await capsOf(scope, config, [quota]),
    }),
  );

export default [
  operation(
    {
      ...common,
      statuses: [...common.statuses],
      id: 'getCaps',
      group: caps,
      path: '/v1/caps',
      summary: 'Read the quotas of the tenancy',
      description: 'How many records of each kind the tenancy may have, and how many more it can create.',
      query: {
        service: z
          .enum([...QUOTAS, ...(Object.keys(UNLIMITED) as Unlimited[])])
          .optional()
          .openapi({ description: 'Only the quota of this resource. The number of people is unlimited' }),
      },
    },
    async ({ scope, config, query: { service } }) => {
      if (service !== undefined && isUnlimited(service)) return { json: unlimited(service) };
      return { json: await capsOf(scope, config, service ? [service] : QUOTAS) };
    },
  ),
  operation(
    {
      ...common,
      statuses: [...common.statuses],
      id: 'getTenancyCaps',
      group: tenancies,
      path: `${tenancies.path}/caps`,
      summary: 'Read the quotas of the tenancy with their limits',
      description: 'The same as `/v1/caps`, with the quotas also as 32-bit integers in `limits`.',
      response: TenancyCaps,
    },
    async ({ scope, config }) => {
      const small = QUOTAS.filter((quota) => config.quotas[quota] <= MAX_INT32);
      const limits = Object.fromEntries(small.map((quota) => [RESOURCE_TYPE[quota], config.quotas[quota]]));
      return { json: { ...(await capsOf(scope, config, QUOTAS)), limits } };
    },
  ),
  ofGroup(accessPolicies, 'access_policies'),
  ofGroup(applications, 'applications'),
  ofGroup(assets, 'assets'),
  ofGroup(blobs, 'blobs'),
  ofGroup(compliancePolicies, 'compliance_policies'),
  ofGroup(invites, 'invites'),
  ofGroup(locations, 'locations'),
  ofGroup(tlsCaCertificates, 'tls_ca_certificates'),
];
