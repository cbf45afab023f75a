import { z } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import type { TenantScope } from '../../access/scope.ts';
import type { Config } from '../../settings/config.ts';
import { domainRecord, parseDomain } from '../../lib/domain.ts';
import { invalid, retryLater, ServiceError } from '../../lib/errors.ts';
import { formatSeconds } from '../../lib/time.ts';
import { operation } from '../../http/operation.ts';
import { rateExceeded } from '../../http/rate-limit.ts';
import { LookupFailed } from '../../access/identity/dns-lookup.ts';
import { GRACE_HOURS, isPublished, missingSince, VERIFIED } from '../../access/identity/domains.ts';
import { retryUnchanged } from '../../platform/database/conditions.ts';
import * as schemas from '../schemas.ts';
import { tenancies as group } from './group.ts';

const common = { group, auth: 'bearer', rate: 'api', path: '/v1/tenancies/self/domain' } as const;

/** As how many requests of the tenancy a lookup counts, because it makes the service ask another one. */
const LOOKUP_COUNTS = 500;
/** Seconds after which a lookup that failed may be tried again. */
const TRY_AGAIN = 30;

const domainField = z.string().min(1).max(253);

const TenancyDomain = z
  .object({
    verified_domain: schemas.verifiedDomain,
    missing_since: z
      .string()
      .nullable()
      .openapi({
        description:
          'Since when the TXT record of the verified domain is missing (RFC 3339, UTC); null: it is not. The ' +
          `domain is withdrawn after ${GRACE_HOURS} hours`,
        example: null,
        format: 'date-time',
      }),
    record: z
      .object({
        domain: schemas.text('The domain in its ASCII form', { example: 'example.com' }),
        type: z.literal('TXT').openapi({ description: 'Type of the DNS record' }),
        name: schemas.text('Name of the DNS record', { example: '_asset-evidence.example.com' }),
        value: schemas.text('Value of the DNS record. It is the same each time', {
          example: 'asset-evidence-verification=3d5f0c2a9be1d84c5f9a7be0d1c2b3a4958d7e6f',
        }),
      })
      .nullable()
      .openapi({ description: 'Record to publish for the asked domain, or for the verified one; null without either' }),
  })
  .openapi('TenancyDomain');

/** The ASCII form of a given domain. Throws 400. */
function domainOf(given: string): string {
  const parsed = parseDomain(given);
  if (typeof parsed === 'string') throw invalid([{ field: 'domain', description: `must ${parsed}` }]);
  return parsed.domain;
}

function shown(
  config: Config,
  tenant: string,
  verified: string,
  since: number | null,
  asked = verified,
): z.infer<typeof TenancyDomain> {
  return {
    verified_domain: verified,
    missing_since: verified === '' || since === null ? null : formatSeconds(since),
    record: asked === '' ? null : { domain: asked, type: 'TXT', ...domainRecord(config.walletSeed, tenant, asked) },
  };
}

const sinceQuery = (scope: TenantScope) =>
  scope.ownTenancyHas<{ since: number | null }>(sql`${missingSince(sql`tenants.id`)} AS since`);

/** Sets the verified domain of the caller's tenancy and writes it to the audit log. Returns the one before. */
function setDomain(scope: TenantScope, name: string, domain: string): Promise<void> {
  return retryUnchanged(async () => {
    const [rows] = await scope.read(scope.ownTenancy());
    const before = rows[0]!;
    if (domain === '' && before.verifiedDomain === '') return;
    const turn = scope.changeTenancy(before, { ...before, verifiedDomain: domain });
    await scope.write({
      operation: name,
      resource: `tenant/${scope.tenant}`,
      before: { verified_domain: before.verifiedDomain },
      after: { verified_domain: domain },
      conditions: [turn.condition],
      statements: [turn.statement],
    });
  });
}

/** The domain of a tenancy, which its DNS proves. */
export default [
  operation(
    {
      ...common,
      id: 'getTenancyDomain',
      method: 'get',
      summary: 'Read the domain of the tenancy, and the record that verifies one',
      description:
        'To verify a domain, read this with `domain`, publish the record in its DNS, and verify it with ' +
        '`:verify`. Nothing is stored until then. An extension of this service.',
      permission: 'auditor',
      statuses: [200, 400, 401, 403, 429],
      query: {
        domain: domainField.optional().openapi({
          description: 'Domain whose record is wanted; international names are converted to ASCII',
        }),
      },
      response: TenancyDomain,
    },
    async ({ scope, config, query }) => {
      const [rows, [state]] = await scope.read(scope.ownTenancy(), sinceQuery(scope));
      const asked = query.domain === undefined ? undefined : domainOf(query.domain);
      return { json: shown(config, scope.tenant, rows[0]!.verifiedDomain, state!.since, asked) };
    },
  ),
  operation(
    {
      ...common,
      id: VERIFIED,
      method: 'post',
      path: `${common.path}:verify`,
      summary: 'Verify a domain of the tenancy by its DNS',
      description:
        'Looks up the TXT record of the domain. If it is published, the domain replaces the one before and is ' +
        'shown on public pages. Responds with 409 if the record is missing, and with 503 if the DNS resolver ' +
        'does not answer. The service looks the record up again from time to time and withdraws the domain when ' +
        `it has been missing for ${GRACE_HOURS} hours. Each call counts as ${LOOKUP_COUNTS} requests. An ` +
        'extension of this service.',
      permission: 'administrator',
      statuses: [200, 400, 401, 403, 409, 429, 503],
      body: z
        .strictObject({ domain: domainField.openapi({ description: 'Domain to verify' }) })
        .openapi('VerifyTenancyDomain', { example: { domain: 'example.com' } }),
      response: TenancyDomain,
    },
    async ({ scope, env, config, body, countItems }) => {
      await scope.principal();
      const domain = domainOf(body.domain);
      if ((await countItems(LOOKUP_COUNTS)) < LOOKUP_COUNTS) throw rateExceeded('api');
      const found = await isPublished(env, config, scope.tenant, domain).catch((error: unknown) => {
        if (error instanceof LookupFailed)
          throw retryLater('unavailable', `domain: ${error.message}; try again`, TRY_AGAIN);
        throw error;
      });
      const { name, value } = domainRecord(config.walletSeed, scope.tenant, domain);
      if (!found)
        throw new ServiceError(
          'conflict',
          `domain: the TXT record ${name} with the value ${value} was not found; a new record can take a while ` +
            'to be visible',
        );
      await setDomain(scope, VERIFIED, domain);
      return { json: shown(config, scope.tenant, domain, null) };
    },
  ),
  operation(
    {
      ...common,
      id: 'removeTenancyDomain',
      method: 'delete',
      summary: 'Remove the verified domain of the tenancy',
      description: 'Public pages then show only the name of the tenancy. Idempotent. An extension of this service.',
      permission: 'administrator',
      statuses: [200, 401, 403, 429],
      response: TenancyDomain,
    },
    async ({ scope, config }) => {
      await setDomain(scope, 'removeTenancyDomain', '');
      return { json: shown(config, scope.tenant, '', null) };
    },
  ),
];
