import { PASSKEY_ISSUER } from '../../lib/trusted-issuers.ts';
import { z } from '@hono/zod-openapi';
import { and, eq, sql } from 'drizzle-orm';
import { isMember } from '../../access/principal.ts';
import type { TenantScope } from '../../access/scope.ts';
import { notFound, ServiceError } from '../../lib/errors.ts';
import type { Config } from '../../settings/config.ts';
import { formatSeconds, nowMicros } from '../../lib/time.ts';
import { newestFirst } from '../../http/keyset.ts';
import { operation } from '../../http/operation.ts';
import { cut, listOf } from '../../http/paging.ts';
import { LINK_SECONDS, linkAddress, newLink } from '../../access/identity/passkeys/links.ts';
import { passkeys, signInLinks } from '../../access/identity/passkeys/tables.ts';
import { relyingPartyOf } from '../../access/identity/passkeys/webauthn.ts';
import { membershipsOf } from '../../access/identity/people.ts';
import { administrators, members as table } from '../../access/identity/tables.ts';
import { retryUnchanged } from '../../platform/database/conditions.ts';
import { SignInLink } from '../passkeys/model.ts';
import { accessOf, UserAccess } from './access.ts';
import { users as group } from './group.ts';
import { roles, Tenancy, tenancyOf, User } from './model.ts';
import { endUserSessions } from './end-sessions.ts';

/** Operations of people about themselves. Existing clients expect the document at this path. */
const own = { name: 'ownTenancies', path: '/v1/users', title: 'Tenancies of the caller' };
const common = { group, auth: 'bearer', permission: 'administrator', rate: 'api' } as const;

type Row = typeof table.$inferSelect;

const present = isMember(sql`${table}`);

const userOf = (row: Row, administrator: boolean): z.infer<typeof User> => ({
  identity: `users/${row.id}`,
  issuer: row.issuer,
  subject: row.subject,
  display_name: row.displayName,
  email: row.email,
  roles: roles(administrator, row.auditor),
  invited: row.invited,
  auditor: row.auditor,
  created: formatSeconds(row.createdUs),
});

/** The administrators of the tenancy. */
const administratorsAmong = (scope: TenantScope) => scope.rows(administrators);
const administers = (row: Row, all: (typeof administrators.$inferSelect)[]): boolean =>
  all.some(({ issuer, subject }) => issuer === row.issuer && subject === row.subject);

async function read(scope: TenantScope, id: string): Promise<{ row: Row; administrator: boolean }> {
  const [[row], all] = await scope.read(scope.rows(table, and(eq(table.id, id), present)), administratorsAmong(scope));
  if (!row) throw notFound(`users/${id}`);
  return { row, administrator: administers(row, all) };
}

/** Removes a user from the members and administrators of the tenancy. Throws 409 for the caller. */
async function remove(scope: TenantScope, id: string): Promise<void> {
  const { row, administrator } = await read(scope, id);
  const { issuer, subject } = scope.caller;
  if (row.issuer === issuer && row.subject === subject)
    throw new ServiceError('conflict', 'callers cannot remove themselves; another administrator can');
  const [tenancies] = await scope.read(scope.ownTenancy());
  const turn = scope.changeTenancy(tenancies[0]!);
  await scope.write({
    operation: 'removeUser',
    resource: `users/${id}`,
    before: userOf(row, administrator),
    conditions: [turn.condition, scope.assertRow('unchanged', table, sql`id = ${id} AND revision = ${row.revision}`)],
    statements: [
      turn.statement,
      scope.remove(table, eq(table.id, id)),
      ...(hasPasskeys(row) ? [scope.remove(passkeys, eq(passkeys.subject, row.subject))] : []),
      scope.remove(
        administrators,
        sql`issuer = ${row.issuer} AND (subject = ${row.subject} OR subject = '' AND email = ${row.email})`,
      ),
    ],
  });
}

/** Whether a user signs in with passkeys. */
const hasPasskeys = ({ issuer }: Row): boolean => issuer === PASSKEY_ISSUER;

/**
 * Makes a link by which a user enrols a passkey, and removes the ones that they have unless they are kept. Throws 409
 * for a user of an identity provider.
 */
async function recover(
  scope: TenantScope,
  config: Config,
  id: string,
  keep: boolean,
): Promise<z.infer<typeof SignInLink>> {
  relyingPartyOf(config);
  const { row, administrator } = await read(scope, id);
  if (!hasPasskeys(row))
    throw new ServiceError('conflict', 'the user signs in with an identity provider, which recovers the access');
  const expiresUs = nowMicros() + LINK_SECONDS.recovery * 1_000_000;
  const { token, row: link, ended } = newLink({ purpose: 'recovery', target: id, expiresUs });
  await scope.write({
    operation: keep ? 'createRecoveryLink' : 'resetPasskeys',
    resource: `users/${id}`,
    before: userOf(row, administrator),
    after: userOf(row, administrator),
    conditions: [scope.assertRow('unchanged', table, eq(table.id, id))],
    statements: [
      ...(keep
        ? []
        : [
            scope.remove(passkeys, eq(passkeys.subject, row.subject)),
            scope.remove(signInLinks, sql`purpose = 'device' AND target = ${id}`),
          ]),
      scope.remove(signInLinks, ended),
      scope.insert(signInLinks, link),
    ],
  });
  return { url: linkAddress(config, token), expires_at: formatSeconds(expiresUs) };
}

/** Gives a user the role of auditor or withdraws it. Throws 409 for a user who is a member only as an administrator. */
async function changeRole(scope: TenantScope, id: string, auditor: boolean): Promise<z.infer<typeof User>> {
  const { row, administrator } = await read(scope, id);
  if (auditor && !row.invited)
    throw new ServiceError('conflict', 'auditor: the user is a member only as an administrator; invite them first');
  const after = { ...row, auditor, revision: row.revision + 1 };
  await scope.write({
    operation: 'updateUser',
    resource: `users/${id}`,
    before: userOf(row, administrator),
    after: userOf(after, administrator),
    conditions: [scope.assertRow('unchanged', table, sql`id = ${id} AND revision = ${row.revision}`)],
    statements: [scope.update(table, eq(table.id, id), { auditor, revision: after.revision })],
  });
  return userOf(after, administrator);
}

export default [
  operation(
    {
      ...common,
      permission: 'auditor',
      id: 'listUsers',
      method: 'get',
      path: group.path,
      summary: 'List the users of the tenancy',
      description: 'The people who are members of the tenancy, newest first.',
      statuses: [200, 401, 403, 429],
      query: {
        email: z.string().optional().openapi({ description: 'Only users with this e-mail address; case is ignored' }),
      },
      list: 'users',
      response: listOf('users', User).openapi('UserList'),
    },
    async ({ scope, page, query }) => {
      const where = and(present, query.email === undefined ? undefined : eq(table.email, query.email));
      const order = newestFirst(table);
      const [rows, [count], all] = await scope.read(
        scope.rows(table, and(where, order.after(page.after)), {
          orderBy: order.orderBy,
          limit: page.size + 1,
        }),
        scope.count(table, where, page.countTo),
        administratorsAmong(scope),
      );
      const shown = cut(rows, page.size, order.cursorOf);
      const items = shown.rows.map((row) => userOf(row, administers(row, all)));
      return { list: { items, next: shown.next, total: count!.n } };
    },
  ),
  operation(
    {
      ...common,
      permission: 'auditor',
      id: 'getUser',
      method: 'get',
      path: `${group.path}/{uuid}`,
      summary: 'Read a user of the tenancy',
      description: 'Returns the roles of the user and how they became a member.',
      statuses: [200, 401, 403, 404, 429],
      response: User,
    },
    async ({ scope, params }) => {
      const { row, administrator } = await read(scope, params['uuid']!);
      return { json: userOf(row, administrator) };
    },
  ),
  operation(
    {
      ...common,
      permission: 'auditor',
      id: 'getUserAccess',
      method: 'get',
      path: `${group.path}/{uuid}/access`,
      summary: 'Read what a user of the tenancy may read and write',
      description: 'Returns the roles of the user, and the policies that name them with what these grant.',
      statuses: [200, 401, 403, 404, 429],
      response: UserAccess,
    },
    async ({ scope, params }) => {
      const { row } = await read(scope, params['uuid']!);
      return { json: await accessOf(scope, `users/${row.id}`, { ...row, tenant: scope.tenant }) };
    },
  ),
  operation(
    {
      ...common,
      id: 'updateUser',
      method: 'patch',
      path: `${group.path}/{uuid}`,
      summary: 'Make a user of the tenancy an auditor',
      description:
        'An auditor reads what administrators read, and changes nothing, also if access policies name ' +
        'them. Takes effect with their next request.',
      statuses: [200, 400, 401, 403, 404, 409, 429],
      body: z
        .strictObject({ auditor: z.boolean().openapi({ description: 'Whether the user has the role of auditor' }) })
        .openapi('PatchUser', { example: { auditor: true } }),
      response: User,
    },
    async ({ scope, params, body }) => ({
      json: await retryUnchanged(() => changeRole(scope, params['uuid']!, body.auditor)),
    }),
  ),
  operation(
    {
      ...common,
      id: 'createRecoveryLink',
      method: 'post',
      path: `${group.path}/{uuid}:recover`,
      summary: 'Make a link by which a user signs in again',
      description:
        'For a user with passkeys who has lost a device. The link can be used once within 24 hours to enrol a ' +
        'passkey; a new one ends the one before. Passkeys that are not kept are removed at once, with their sessions.',
      statuses: [200, 400, 401, 403, 404, 409, 429],
      body: z
        .strictObject({
          keep_passkeys: z.boolean().openapi({ description: 'Whether the passkeys that the user has stay valid' }),
        })
        .openapi('RecoverUser', { example: { keep_passkeys: false } }),
      response: SignInLink,
    },
    async ({ scope, config, params, body }) => ({
      json: await retryUnchanged(() => recover(scope, config, params['uuid']!, body.keep_passkeys)),
    }),
  ),
  endUserSessions,
  operation(
    {
      ...common,
      id: 'removeUser',
      method: 'delete',
      path: `${group.path}/{uuid}`,
      summary: 'Remove a user from the tenancy',
      description:
        'Also ends the role of administrator. The next request of the user is rejected. Callers cannot ' +
        'remove themselves.',
      statuses: [200, 401, 403, 404, 429],
      response: z.object({}),
    },
    async ({ scope, params }) => {
      await retryUnchanged(() => remove(scope, params['uuid']!));
      return { json: {} };
    },
  ),
  operation(
    {
      ...common,
      group: own,
      auth: 'identity',
      permission: 'none',
      id: 'listOwnTenancies',
      method: 'get',
      path: '/v1/users/tenants',
      summary: 'List the tenancies of the caller',
      description: 'A member of several tenancies selects one for each request with the header `x-tenant`.',
      statuses: [200, 401, 429],
      response: z
        .object({
          tenants: z.array(Tenancy).openapi({ description: 'All tenancies that the caller is a member of' }),
          next_page_token: z.string().openapi({ description: 'Always empty: there is only one page', example: '' }),
        })
        .openapi('OwnTenancies'),
    },
    async ({ scope: { who, db } }) => ({
      json: { tenants: (await membershipsOf(db, who)).map(tenancyOf), next_page_token: '' },
    }),
  ),
];
