import { z } from '@hono/zod-openapi';
import { asc, eq, sql } from 'drizzle-orm';
import { APPLICATION_ISSUER, renderIssuer } from '../../access/principal.ts';
import { type TenantScope } from '../../access/scope.ts';
import type { Config } from '../../settings/config.ts';
import { invalid, type Violation } from '../../lib/errors.ts';
import { asciiEmail, foldAscii, isEmail, speaksForEmail, speaksForTenant } from '../../lib/trusted-issuers.ts';
import { operation } from '../../http/operation.ts';
import { administrators as table, applications } from '../../access/identity/tables.ts';
import { retryUnchanged } from '../../platform/database/conditions.ts';
import { INSPECTOR } from '../examples.ts';
import { tenancies as group } from './group.ts';
import { NewPrincipal, Principal } from './model.ts';

const common = { group, rate: 'api' } as const;

type Administrator = z.infer<typeof Principal>;

/** An administrator of a request with all four fields; those that were not given are empty. */
const complete = (given: z.infer<typeof NewPrincipal>): Administrator => ({
  issuer: given.issuer,
  subject: given.subject ?? '',
  display_name: given.display_name ?? '',
  email: asciiEmail(given.email ?? ''),
});

const administratorRows = (scope: TenantScope) =>
  scope.rows(table, undefined, { orderBy: [asc(table.position), asc(table.subject)] });

const administratorOf = (row: typeof table.$inferSelect, config: Config): Administrator => ({
  issuer: renderIssuer(row.issuer, config.issuer),
  subject: row.subject,
  display_name: row.displayName,
  email: row.email,
});

const readAdministrators = async (scope: TenantScope, config: Config): Promise<Administrator[]> => {
  const [rows] = await scope.read(administratorRows(scope));
  return rows.map((row) => administratorOf(row, config));
};

/**
 * Replaces the administrators of the caller's tenancy. Throws 400 for duplicates, unknown applications, and a list
 * without the caller.
 */
async function replaceAdministrators(
  scope: TenantScope,
  config: Config,
  wanted: Administrator[],
  field: string,
): Promise<Administrator[]> {
  const [tenancies, current] = await scope.read(scope.ownTenancy(), administratorRows(scope));
  const me = await scope.principal();
  // An administrator who was named by e-mail address and has signed in stays bound to that subject, even if the
  // address now belongs to another person.
  const seated = (issuer: string, email: string): string | undefined =>
    [me, ...current].find((p) => p.issuer === issuer && p.subject !== '' && foldAscii(p.email) === foldAscii(email))
      ?.subject;
  const rows = wanted.map((p, position) => {
    const issuer = p.issuer.replace(/\/$/, '') === config.issuer ? APPLICATION_ISSUER : p.issuer;
    const subject = p.subject !== '' || p.email === '' ? p.subject : (seated(issuer, p.email) ?? '');
    return { issuer, subject, displayName: p.display_name, email: p.email, position };
  });
  const bad: Violation[] = [];
  const seen = new Set<string>();
  rows.forEach((row, i) => {
    const key = JSON.stringify([row.issuer, row.subject || `e-mail ${foldAscii(row.email)}`]);
    if (seen.has(key)) bad.push({ field: `${field}[${i}]`, description: 'is in the list twice' });
    if (wanted[i]!.issuer === APPLICATION_ISSUER)
      bad.push({ field: `${field}[${i}].issuer`, description: 'must be the address of an issuer' });
    else if (row.subject === '')
      bad.push(
        ...expectedProblem(row, scope.tenant, config).map(([name, description]) => ({
          field: `${field}[${i}].${name}`,
          description,
        })),
      );
    seen.add(key);
  });
  if (!seen.has(JSON.stringify([scope.caller.issuer, scope.caller.subject]))) {
    bad.push({ field, description: 'must contain the caller: you cannot remove yourself' });
  }
  const own = rows.flatMap((row, i) => (row.issuer === APPLICATION_ISSUER ? [{ i, subject: row.subject }] : []));
  const subjects = JSON.stringify(own.map((o) => o.subject));
  const [known] = await scope.read(scope.rows(applications, sql`id IN (SELECT value FROM json_each(${subjects}))`));
  const before = current.map((row) => administratorOf(row, config));
  for (const { i, subject } of own) {
    if (!known.some((k) => k.id === subject))
      bad.push({ field: `${field}[${i}].subject`, description: 'is not an application of this tenancy' });
  }
  if (bad.length > 0) throw invalid(bad);
  const after = rows.map((row) => administratorOf({ ...row, tenant: scope.tenant }, config));
  const turn = scope.changeTenancy(tenancies[0]!);
  await scope.write({
    operation: 'replaceAdministrators',
    resource: `tenant/${scope.tenant}`,
    before,
    after,
    conditions: [
      turn.condition,
      ...own.map(({ subject }) => scope.assertRow('unchanged', applications, eq(applications.id, subject))),
    ],
    statements: [turn.statement, scope.remove(table, undefined), ...rows.map((row) => scope.insert(table, row))],
  });
  return after;
}

/**
 * What is wrong with an administrator without a subject: a person who is named by e-mail address until they sign in.
 */
function expectedProblem(
  { issuer, email }: { issuer: string; email: string },
  tenant: string,
  config: Config,
): [field: string, description: string][] {
  if (issuer === APPLICATION_ISSUER || email === '') return [['subject', 'is required']];
  const trusted = config.trustedIssuers.find((each) => each.issuer === issuer);
  if (!trusted || !speaksForTenant(trusted, tenant))
    return [['issuer', 'must be an identity provider of this tenancy if the subject is absent']];
  return isEmail(email) && speaksForEmail(trusted, email)
    ? []
    : [['email', 'must be an e-mail address of a domain that the issuer may assert']];
}

/** The administrators, at one of the two paths and keys that existing clients use. */
const administratorsAt = (path: string, key: 'root_principals' | 'administrators', suffix: string) => {
  const example = { [key]: [INSPECTOR] };
  const body = z
    .strictObject({
      [key]: z.array(NewPrincipal).min(1).max(100).openapi({
        description: 'All administrators of the tenancy, the caller among them; those not listed lose the role',
      }),
    })
    .openapi(`New${suffix}`, { example });
  const response = z
    .object({ [key]: z.array(Principal).openapi({ description: 'All administrators of the tenancy' }) })
    .openapi(suffix, { example });
  return [
    operation(
      {
        ...common,
        id: `get${suffix}`,
        method: 'get',
        path,
        summary: 'List the administrators of the tenancy',
        description: 'The people and applications with the role `Administrator`.',
        auth: 'bearer',
        permission: 'auditor',
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
        description:
          'The list replaces the former one and must contain the caller. An application is named by the issuer ' +
          'of the service and its `client_id` as subject.',
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

export default [
  ...administratorsAt('/v1/tenancies/root_principals', 'root_principals', 'RootPrincipals'),
  ...administratorsAt('/v1/tenancies/administrators', 'administrators', 'Administrators'),
];
