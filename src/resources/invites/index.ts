import type { z } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import { isMember } from '../../access/principal.ts';
import type { TenantScope } from '../../access/scope.ts';
import type { Config } from '../../settings/config.ts';
import { notFound, ServiceError } from '../../lib/errors.ts';
import { formatSeconds, nowMicros } from '../../lib/time.ts';
import { collection } from '../../http/collection.ts';
import { operation } from '../../http/operation.ts';
import { inviteAddress, newLink } from '../../access/identity/passkeys/links.ts';
import { signInLinks } from '../../access/identity/passkeys/tables.ts';
import { relyingPartyOf } from '../../access/identity/passkeys/webauthn.ts';
import { acceptInvite, offerOf, personOf } from '../../access/identity/people.ts';
import { invites as table, members } from '../../access/identity/tables.ts';
import { postInvite } from '../../features/mail/index.ts';
import { assert, retryUnchanged } from '../../platform/database/conditions.ts';
import { SignInLink } from '../passkeys/model.ts';
import { Tenancy, tenancyOf } from '../users/model.ts';
import { invites } from './group.ts';
import { invite, InviteOffer } from './model.ts';

type Row = typeof table.$inferSelect;

const DAY_US = 86_400_000_000;

/** Conditions that the person is neither a member nor already invited, and the deletion of their expired invites. */
function once({ displayName: email }: Row, scope: TenantScope) {
  const { tenant } = scope;
  const now = nowMicros();
  return {
    conditions: scope.conditions((db) => [
      assert(
        db,
        'member',
        sql`NOT EXISTS (SELECT 1 FROM ${members} m WHERE m.tenant = ${tenant} AND m.email = ${email}
          AND ${isMember(sql`m`)})`,
      ),
      assert(
        db,
        'invited',
        sql`NOT EXISTS (SELECT 1 FROM ${table} WHERE tenant = ${tenant} AND email = ${email} AND expires_us > ${now})`,
      ),
    ]),
    statements: [scope.remove(table, sql`email = ${email} AND expires_us <= ${now}`)],
    refused: {
      member: new ServiceError('conflict', 'email: a person with this address is already a member'),
      invited: new ServiceError(
        'conflict',
        'email: this address is already invited; delete that invite to send another',
      ),
    },
  };
}

/** Makes a link that accepts an invite with a new passkey. */
async function link(scope: TenantScope, config: Config, id: string): Promise<z.infer<typeof SignInLink>> {
  relyingPartyOf(config);
  const pending = sql`id = ${id} AND expires_us > ${nowMicros()}`;
  const [[row]] = await scope.read(scope.rows(table, pending));
  if (!row) throw notFound(`invites/${id}`);
  const made = newLink({ purpose: 'invite', target: id, expiresUs: row.expiresUs });
  await scope.write({
    operation: 'createInviteLink',
    resource: `invites/${id}`,
    conditions: [scope.assertRow('unchanged', table, pending)],
    statements: [scope.remove(signInLinks, made.ended), scope.insert(signInLinks, made.row)],
  });
  return { url: inviteAddress(config, id, made.token), expires_at: formatSeconds(row.expiresUs) };
}

export default [
  ...collection({
    fields: invite,
    noun: { one: 'an invite', many: 'invites' },
    about:
      'An invite lets a person become a member of the tenancy. It is deleted when it is accepted, and ' +
      'omitted from responses once it has expired.',
    notes: {
      create:
        'Sends the invitation e-mail if the deployment has a mail service. Responds with 409 if the person ' +
        'is a member or already invited.',
      delete: 'The person can no longer accept it.',
    },
    plural: 'invites',
    quota: 'invites',
    group: invites,
    audience: 'administrators',
    statuses: {
      list: [200, 400, 401, 403, 429, 500],
      create: [200, 400, 401, 402, 403, 429, 500],
      read: [200, 400, 401, 403, 404, 429, 500],
    },
    live: (now) => sql`${table.expiresUs} > ${now}`,
    values: async (_input, { now, scope, config }) => {
      const { displayName, email } = await scope.principal();
      return {
        values: {
          inviter: email === '' ? displayName : `${displayName} <${email}>`,
          expiresUs: now + config.inviteDays * DAY_US,
          mailStatus: config.mailFrom === undefined ? ('NOT_CONFIGURED' as const) : ('QUEUED' as const),
          mailError: config.mailFrom === undefined ? 'this deployment sends no mail' : '',
          mailDueUs: now,
        },
      };
    },
    onCreate: (row, scope) => once(row, scope),
    created: (row, env) => postInvite(env, row),
  }),
  operation(
    {
      id: 'createInviteLink',
      group: invites,
      method: 'post',
      path: '/v1/invites/{uuid}:link',
      summary: 'Make a link that accepts an invite with a passkey',
      description:
        'For a person whom you show the link or its QR code: whoever has it becomes the invited person. It can be ' +
        'used once, until the invite expires. The mail of the invite has a link of its own.',
      auth: 'bearer',
      permission: 'administrator',
      rate: 'api',
      statuses: [200, 401, 403, 404, 429],
      response: SignInLink,
    },
    async ({ scope, config, params }) => ({
      json: await retryUnchanged(() => link(scope, config, params['uuid']!)),
    }),
  ),
  operation(
    {
      id: 'getInviteOffer',
      group: invites,
      method: 'get',
      path: '/v1/invites/{uuid}:offer',
      summary: 'Read what an invite offers',
      description: 'For the invited person, before they accept: who invites them to which tenancy.',
      auth: 'identity',
      permission: 'none',
      rate: 'api',
      statuses: [200, 401, 404, 429],
      response: InviteOffer,
    },
    async ({ scope: { who, db }, params }) => {
      const id = params['uuid']!;
      const person = await personOf(db, who, notFound(`invites/${id}`));
      const { tenancy, inviter, expiresUs } = await offerOf(db, person, id);
      return { json: { tenancy, inviter, expires_at: formatSeconds(expiresUs) } };
    },
  ),
  operation(
    {
      id: 'acceptInvite',
      group: invites,
      method: 'post',
      path: '/v1/invites/{uuid}:accept',
      summary: 'Accept an invite',
      description:
        'Makes the caller a member of the tenancy and deletes the invite. The caller is the invited ' +
        'person, with a token of their identity provider whose verified e-mail address is that of the ' +
        'invite.',
      auth: 'identity',
      permission: 'none',
      rate: 'api',
      statuses: [200, 401, 403, 404, 429],
      response: Tenancy,
    },
    async ({ scope: { who, db }, params, requestId }) => {
      const person = await personOf(db, who, new ServiceError('forbidden', 'only a person can accept an invite'));
      return { json: tenancyOf(await acceptInvite(db, person, params['uuid']!, requestId)) };
    },
  ),
];
