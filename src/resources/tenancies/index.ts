import { z } from '@hono/zod-openapi';
import { asc, eq, sql } from 'drizzle-orm';
import { APPLICATION_ISSUER } from '../../access/principal.ts';
import { renderIssuer, type TenantScope } from '../../access/scope.ts';
import type { Config } from '../../config.ts';
import { invalid, notFound, type Violation } from '../../core/errors.ts';
import { retryUnchanged } from '../../store/conditions.ts';
import { operation } from '../../http/operation.ts';
import { administrators as table, applications } from '../../identity/tables.ts';

const tenancies = { name: 'tenancies', path: '/v1/tenancies', title: 'Tenancies' };
const common = { group: tenancies, rate: 'api' } as const;

const NewPrincipal = z
  .strictObject({
    issuer: z.string().min(1).max(1024),
    subject: z.string().min(1).max(1024),
    display_name: z.string().max(1024).nullish(),
    email: z.string().max(128).nullish(),
  })
  .openapi('NewPrincipal');
const Principal = z
  .object({ issuer: z.string(), subject: z.string(), display_name: z.string(), email: z.string() })
  .openapi('Principal');
type Principal = z.infer<typeof Principal>;

const Tenancy = z
  .object({
    identity: z.string().openapi({ description: 'tenant/<uuid>' }),
    display_name: z.string(),
    verified_domain: z.string(),
    enterprise_sso_enabled: z.boolean(),
    enterprise_sso_config: z.object({}),
  })
  .openapi('Tenancy');

/** An administrator as given, with blanks for what was left out. */
const complete = (given: z.infer<typeof NewPrincipal>): Principal => ({
  ...given,
  display_name: given.display_name ?? '',
  email: given.email ?? '',
});

const administratorRows = (scope: TenantScope) =>
  scope.rows(table, undefined, { orderBy: [asc(table.position), asc(table.subject)] });

const administratorOf = (row: typeof table.$inferSelect, config: Config): Principal => ({
  issuer: renderIssuer(row.issuer, config.issuer),
  subject: row.subject,
  display_name: row.displayName,
  email: row.email,
});

const readAdministrators = async (scope: TenantScope, config: Config): Promise<Principal[]> => {
  const [rows] = await scope.read(administratorRows(scope));
  return rows.map((row) => administratorOf(row, config));
};

/** Replaces the administrators of the caller's tenancy. Throws 400 for duplicates, unknown applications, and a list without the caller. */
async function replaceAdministrators(
  scope: TenantScope,
  config: Config,
  wanted: Principal[],
  field: string,
): Promise<Principal[]> {
  const rows = wanted.map((p, position) => ({
    issuer: p.issuer.replace(/\/$/, '') === config.issuer ? APPLICATION_ISSUER : p.issuer,
    subject: p.subject,
    displayName: p.display_name,
    email: p.email,
    position,
  }));
  const bad: Violation[] = [];
  const seen = new Set<string>();
  rows.forEach((row, i) => {
    const key = JSON.stringify([row.issuer, row.subject]);
    if (seen.has(key)) bad.push({ field: `${field}[${i}]`, description: 'stands in the list twice' });
    if (wanted[i]!.issuer === APPLICATION_ISSUER)
      bad.push({ field: `${field}[${i}].issuer`, description: 'must be the address of an issuer' });
    seen.add(key);
  });
  if (!seen.has(JSON.stringify([scope.caller.issuer, scope.caller.subject]))) {
    bad.push({ field, description: 'must contain the caller: you cannot remove yourself' });
  }
  const own = rows.flatMap((row, i) => (row.issuer === APPLICATION_ISSUER ? [{ i, subject: row.subject }] : []));
  const subjects = JSON.stringify(own.map((o) => o.subject));
  const [tenancies, current, known] = await scope.read(
    scope.ownTenancy(),
    administratorRows(scope),
    scope.rows(applications, sql`id IN (SELECT value FROM json_each(${subjects}))`),
  );
  const before = current.map((row) => administratorOf(row, config));
  for (const { i, subject } of own) {
    if (!known.some((k) => k.id === subject))
      bad.push({ field: `${field}[${i}].subject`, description: 'is not an application of this tenancy' });
  }
  if (bad.length > 0) throw invalid(bad);
  const turn = scope.changeTenancy(tenancies[0]!);
  await scope.write({
    operation: 'replaceAdministrators',
    resource: `tenant/${scope.tenant}`,
    before,
    after: wanted,
    conditions: [
      turn.condition,
      ...own.map(({ subject }) => scope.assertRow('unchanged', applications, eq(applications.id, subject))),
    ],
    statements: [turn.statement, scope.remove(table, undefined), ...rows.map((row) => scope.insert(table, row))],
  });
  return wanted;
}

/** The administrators under both of their names (compat 4). */
const administratorsAt = (path: string, key: 'root_principals' | 'administrators', suffix: string) => {
  const body = z.strictObject({ [key]: z.array(NewPrincipal).min(1).max(100) }).openapi(`New${suffix}`);
  const response = z.object({ [key]: z.array(Principal) }).openapi(suffix);
  return [
    operation(
      {
        ...common,
        id: `get${suffix}`,
        method: 'get',
        path,
        summary: 'The administrators of the tenancy',
        auth: 'bearer',
        permission: 'administrator',
        statuses: [200, 401, 403, 429],
        response,
      },
      async ({ scope, config }) => ({ json: { [key]: await readAdministrators(scope, config) } }),
    ),
    operation(
      {
        ...common,
        id: `replace${suffix}`,
        method: 'patch',
        path,
        summary: 'Replace the administrators of the tenancy',
        auth: 'bearer',
        permission: 'administrator',
        statuses: [200, 400, 401, 403, 429],
        body,
        response,
      },
      async ({ scope, config, body: given }) => ({
        json: {
          [key]: await retryUnchanged(() =>
            replaceAdministrators(scope, config, (given[key] ?? []).map(complete), key),
          ),
        },
      }),
    ),
  ];
};

const tenancyOf = (row: { id: string; displayName: string; verifiedDomain: string }): z.infer<typeof Tenancy> => ({
  identity: `tenant/${row.id}`,
  display_name: row.displayName,
  verified_domain: row.verifiedDomain,
  enterprise_sso_enabled: false,
  enterprise_sso_config: {},
});

export default [
  ...administratorsAt('/v1/tenancies/root_principals', 'root_principals', 'RootPrincipals'),
  ...administratorsAt('/v1/tenancies/administrators', 'administrators', 'Administrators'),
  operation(
    {
      ...common,
      id: 'getTenancy',
      method: 'get',
      path: '/v1/tenancies/self',
      summary: 'The tenancy of the caller',
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
      summary: 'Rename the tenancy of the caller',
      auth: 'bearer',
      permission: 'administrator',
      statuses: [200, 400, 401, 403, 429],
      body: z.strictObject({ display_name: z.string().min(1).max(128).optional() }).openapi('PatchTenancy'),
      ignored: ['identity', 'verified_domain', 'enterprise_sso_enabled', 'enterprise_sso_config'],
      response: Tenancy,
    },
    async ({ scope, body }) => ({
      json: await retryUnchanged(async () => {
        const [rows] = await scope.read(scope.ownTenancy());
        const before = rows[0]!;
        const after = { ...before, displayName: body.display_name ?? before.displayName };
        const turn = scope.changeTenancy(before, after.displayName);
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
      id: 'getTenancyPublicInfo',
      method: 'get',
      path: '/v1/tenancies/{uuid}:publicinfo',
      summary: 'What everybody may know of a tenancy',
      auth: 'public',
      permission: 'none',
      rate: 'public',
      statuses: [200, 404],
      cacheable: true,
      response: z.object({ identity: z.string(), verified_domain: z.string() }).openapi('TenancyPublicInfo'),
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
      summary: 'Who the caller is',
      auth: 'bearer',
      permission: 'member',
      statuses: [200, 401, 403, 429],
      response: z
        .object({
          avatar_url: z.string(),
          principal: Principal,
          roles: z.array(z.string()),
          tenantid: z.string(),
          userid: z.string(),
          is_social: z.boolean(),
        })
        .openapi('WhoAmI'),
    },
    async ({ scope, config }) => {
      const me = await scope.principal();
      return {
        json: {
          avatar_url: '',
          principal: {
            issuer: renderIssuer(me.issuer, config.issuer),
            subject: me.subject,
            display_name: me.displayName,
            email: me.email,
          },
          roles: [me.administrator ? 'Administrator' : 'Non-Administrator'],
          tenantid: `tenant/${me.tenant}`,
          userid: me.subject,
          is_social: false,
        },
      };
    },
  ),
];
