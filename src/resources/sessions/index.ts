import { z } from '@hono/zod-openapi';
import { APPLICATION_ISSUER } from '../../access/principal.ts';
import { sha256Hex } from '../../lib/digest.ts';
import { invalid, ServiceError } from '../../lib/errors.ts';
import { operation, type Context } from '../../http/operation.ts';
import { verifyToken } from '../../access/identity/authenticate.ts';
import { commandLineSession } from '../../access/identity/command-line.ts';
import { checkPasskey, signInByLink } from '../../access/identity/passkeys/sign-in.ts';
import { hasCsrfToken, sessionCookie, sessionIdIn } from '../../access/identity/session-cookie.ts';
import {
  endSession,
  findSession,
  isEndedRemotely,
  OTHER_SESSION,
  type SignedIn,
} from '../../access/identity/sessions.ts';
import { checkCredentials } from '../../access/identity/token.ts';
import { ID } from '../examples.ts';
import { AssertionBody } from '../passkeys/model.ts';
import { delegation } from './delegate.ts';
import { deviceKeys } from './device-key.ts';
import { sessions as group } from './group.ts';
import { ownSessions } from './own.ts';
import { newSession, refuseForgery, Session, sessionOf } from './model.ts';

const common = { group, auth: 'session', permission: 'none', rate: 'public' } as const;
const CURRENT = `${group.path}/current`;

const NewSession = z
  .strictObject({
    client_id: z.string().max(64).optional().openapi({ description: 'Client id of an application' }),
    client_secret: z.string().max(256).optional().openapi({ description: 'Secret of the application' }),
    passkey: AssertionBody.optional().openapi({
      description: 'What a passkey has signed, for a person; instead of client credentials',
    }),
    link: z.string().max(128).optional().openapi({
      description:
        'Token of a link for the first administrator, only if ORIGIN is on this machine; instead of client credentials',
    }),
    token: z.string().max(16_384).optional().openapi({
      description: 'ID token of a person, from one of the identity providers; instead of client credentials',
    }),
    field: z.boolean().optional().openapi({
      description: 'Whether the session is for the field page, where it may be without a request for longer',
    }),
  })
  .openapi('NewSession', { example: { client_id: ID.applications, client_secret: '<CLIENT_SECRET>' } });

/** Counts a sign-in that was refused. Throws 429 if there were too many. */
async function counted<T>(signingIn: Promise<T>, count: () => Promise<void>): Promise<T> {
  return signingIn.catch(async (error: unknown) => {
    if (error instanceof ServiceError && ['unauthenticated', 'not_found'].includes(error.kind)) await count();
    throw error;
  });
}

type Asked = Context<'session', unknown, z.infer<typeof NewSession>>;

/** Verifies what a request signs in with. Throws 400 unless it has exactly one way, and 401. */
async function signedIn({ scope, config, env, body, requestId, countFailure }: Asked): Promise<SignedIn> {
  const { client_id: clientId, client_secret: secret, token, passkey, link } = body;
  const ways = [clientId ?? secret, token, passkey, link].filter((way) => way !== undefined);
  if (ways.length !== 1 || (clientId === undefined) !== (secret === undefined))
    throw invalid([
      { field: 'body', description: 'must have client_id and client_secret, or one of token, passkey, link' },
    ]);
  if (passkey !== undefined) return counted(checkPasskey(scope, config, passkey), () => countFailure('passkey'));
  if (link !== undefined) return counted(signInByLink(scope, config, link, requestId), () => countFailure('link'));
  if (token !== undefined) {
    const who = await verifyToken(token, config, env);
    // A session may last longer than a token, so that a token of an application must not become one.
    if (!('person' in who)) throw invalid([{ field: 'token', description: 'must be the ID token of a person' }]);
    return { who, secretHash: '' };
  }
  const { tenant } = await counted(checkCredentials(scope, clientId!, secret!), () =>
    countFailure(clientId!.slice(0, 64)),
  );
  const application = { tenant, issuer: APPLICATION_ISSUER, subject: clientId! };
  return { who: { application }, secretHash: sha256Hex(secret!) };
}

export default [
  operation(
    {
      ...common,
      id: 'createSession',
      method: 'post',
      path: group.path,
      summary: 'Sign in with a browser',
      description:
        'Starts a session and sets its cookie, which scripts cannot read. Further requests have the cookie ' +
        'and the header `x-csrf-token`, and need no token. A session of the same browser ends. A person or ' +
        'an application has at most 10 sessions; one more ends the oldest.',
      statuses: [200, 400, 401, 403, 404, 429],
      body: NewSession,
      response: Session,
    },
    (c) => newSession(c, () => signedIn(c), c.body.field === true),
  ),
  operation(
    {
      ...common,
      id: 'getSession',
      method: 'get',
      path: CURRENT,
      summary: 'Read the session of the browser',
      description:
        'For a page that was loaded again: returns the CSRF token of the session. The header ' +
        '`x-csrf-token` may have any value here.',
      statuses: [200, 401, 403, 429],
      response: Session,
    },
    async ({ request, scope, config }) => {
      refuseForgery(request, config);
      const id = sessionIdIn(request, config);
      const session = id === undefined ? undefined : await findSession(scope, config, id, 'looked up');
      if (session) return { json: sessionOf(id!, session.who, session.expiresUs, config) };
      const isRemote = id !== undefined && (await isEndedRemotely(scope, id));
      return { json: { active: false, ...(isRemote ? { ended_remotely: true } : {}) } };
    },
  ),
  operation(
    {
      ...common,
      id: 'deleteSession',
      method: 'delete',
      path: CURRENT,
      summary: 'Sign out',
      description:
        'Ends the session of the browser, in all of its tabs, and deletes the cookie; with the token of a command ' +
        'line, its session. Does nothing if it has ended already.',
      statuses: [200, 401, 403, 429],
      response: z.object({}),
    },
    async ({ request, scope, config }) => {
      const commandLine = commandLineSession(request);
      if (commandLine !== undefined) {
        await endSession(scope, commandLine);
        return { json: {} };
      }
      refuseForgery(request, config);
      const id = sessionIdIn(request, config);
      if (id !== undefined) {
        if (!hasCsrfToken(request, id)) throw new ServiceError('forbidden', OTHER_SESSION);
        await endSession(scope, id);
      }
      return { json: {}, headers: { 'set-cookie': sessionCookie(config) } };
    },
  ),
  // After the paths of `current`, which is no UUID.
  delegation,
  ...ownSessions,
  deviceKeys,
];
