import { z } from '@hono/zod-openapi';
import {
  linkDevice,
  listPasskeys,
  ownerOf,
  removePasskey,
  renamePasskey,
  type OwnPasskey,
} from '../../access/identity/passkeys/own.ts';
import { relyingPartyOf } from '../../access/identity/passkeys/webauthn.ts';
import { identifySession, sessionCredential } from '../../access/identity/sessions.ts';
import { formatSeconds } from '../../lib/time.ts';
import { operation, type Context } from '../../http/operation.ts';
import { tokenRequired } from '../../access/errors.ts';
import { refuseForgery } from '../sessions/model.ts';
import { enrolment } from './enrolment.ts';
import { passkeys as group } from './group.ts';
import { line, Passkey, SignInLink } from './model.ts';

const common = { group, auth: 'session', permission: 'none', rate: 'public' } as const;

/** The owner of passkeys whose session a request has. Throws 403 for a page of another origin, and 401. */
async function owner({
  request,
  config,
  scope,
}: Pick<Context<'session', unknown, unknown>, 'request' | 'config' | 'scope'>) {
  refuseForgery(request, config);
  const who = await identifySession(request, config, scope);
  if (!who) throw tokenRequired();
  return ownerOf(who);
}

const passkeyOf = (row: OwnPasskey, request: Request): z.infer<typeof Passkey> => ({
  identity: `passkeys/${row.id}`,
  display_name: row.displayName,
  synced: row.synced === 1,
  current: row.id === sessionCredential(request),
  created: formatSeconds(row.createdUs),
  used: row.usedUs === null ? null : formatSeconds(row.usedUs),
});

export default [
  ...enrolment,
  operation(
    {
      ...common,
      id: 'listPasskeys',
      method: 'get',
      path: group.path,
      summary: 'List the passkeys of the caller',
      description: 'The caller is a person who signs in with passkeys, at most 20, the oldest first.',
      statuses: [200, 401, 403, 429],
      response: z
        .object({ passkeys: z.array(Passkey).openapi({ description: 'All passkeys of the caller' }) })
        .openapi('PasskeyList'),
    },
    async (c) => ({
      json: { passkeys: (await listPasskeys(c.scope, await owner(c))).map((row) => passkeyOf(row, c.request)) },
    }),
  ),
  operation(
    {
      ...common,
      id: 'updatePasskey',
      method: 'patch',
      path: `${group.path}/{uuid}`,
      summary: 'Rename a passkey of the caller',
      description: 'Changes its name only.',
      statuses: [200, 400, 401, 403, 404, 429],
      body: z
        .strictObject({ display_name: line(64, 'Name of the passkey') })
        .openapi('PatchPasskey', { example: { display_name: 'Phone' } }),
      response: Passkey,
    },
    async (c) => {
      const { scope, params, body, request, requestId } = c;
      const row = await renamePasskey(scope, await owner(c), params['uuid']!, body.display_name, requestId);
      return { json: passkeyOf(row, request) };
    },
  ),
  operation(
    {
      ...common,
      id: 'deletePasskey',
      method: 'delete',
      path: `${group.path}/{uuid}`,
      summary: 'Remove a passkey of the caller',
      description:
        'Ends the sessions that were started with it. Responds with 409 for the only passkey, unless the request has ' +
        '`last=true`: afterwards an administrator must recover the access.',
      statuses: [200, 400, 401, 403, 404, 409, 429],
      query: {
        last: z.enum(['true', 'false']).optional().openapi({ description: 'true: also if it is the only passkey' }),
      },
      response: z.object({}),
    },
    async (c) => {
      const { scope, params, query, requestId } = c;
      await removePasskey(scope, await owner(c), params['uuid']!, query.last === 'true', requestId);
      return { json: {} };
    },
  ),
  operation(
    {
      ...common,
      id: 'createDeviceLink',
      method: 'post',
      path: `${group.path}:link`,
      summary: 'Make a link to enrol another device of the caller',
      description: 'The link can be used once within ten minutes. A new link ends the one before.',
      statuses: [200, 401, 403, 404, 429],
      response: SignInLink,
    },
    async (c) => {
      const { scope, config, requestId } = c;
      const person = await owner(c);
      relyingPartyOf(config);
      const { url, expiresUs } = await linkDevice(scope, config, person, requestId);
      return { json: { url, expires_at: formatSeconds(expiresUs) } };
    },
  ),
];
