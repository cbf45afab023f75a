import { z } from '@hono/zod-openapi';
import { APPLICATION_ISSUER, type Identified, renderIssuer } from '../../access/principal.ts';
import type { Config } from '../../settings/config.ts';
import { sha256Hex } from '../../lib/digest.ts';
import { invalid, ServiceError } from '../../lib/errors.ts';
import { formatSeconds, type Micros } from '../../lib/time.ts';
import { operation, type Context } from '../../http/operation.ts';
import { verifyToken } from '../../access/identity/authenticate.ts';
import {
  csrfTokenOf,
  forgery,
  hasCsrfToken,
  sessionCookie,
  sessionIdIn,
} from '../../access/identity/session-cookie.ts';
import { endSession, findSession, OTHER_SESSION, startSession, type SignedIn } from '../../access/identity/sessions.ts';
import { checkCredentials } from '../../access/identity/token.ts';
import { ID, hashLike } from '../examples.ts';
import * as schemas from '../schemas.ts';

const group = { name: 'sessions', path: '/iam/v1/sessions', title: 'Sessions of the console' };
const common = { group, auth: 'session', permission: 'none', rate: 'public' } as const;
const CURRENT = `${group.path}/current`;

const NewSession = z
  .strictObject({
    client_id: z.string().max(64).optional().openapi({ description: 'Client id of an application' }),
    client_secret: z.string().max(256).optional().openapi({ description: 'Secret of the application' }),
    token: z.string().max(16_384).optional().openapi({
      description: 'ID token of a person, from one of the identity providers; instead of client credentials',
    }),
  })
  .openapi('NewSession', { example: { client_id: ID.applications, client_secret: '<CLIENT_SECRET>' } });

const text = (description: string, example: string) => schemas.text(description, { example }).optional();
const Session = z
  .object({
    active: schemas.boolean('Whether the browser has a session; if not, there are no other fields', true),
    csrf_token: text('Value of the header `x-csrf-token` of further requests', hashLike('c5')),
    issuer: text('Issuer of the person or the application', 'https://evidence.example.com/appidpv1'),
    subject: text('Subject of the person; for an application, its `client_id`', ID.applications),
    email: text('E-mail address of the person; empty for an application', 'inspector@example.com'),
    expires_at: schemas.timestamp('When the session ends even if it is in use').optional(),
  })
  .openapi('Session');

const sessionOf = (id: string, who: Identified, expiresUs: Micros, config: Config): z.infer<typeof Session> => {
  const { issuer, subject } =
    'person' in who ? { issuer: who.person.issuer.issuer, subject: who.person.subject } : who.application;
  return {
    active: true,
    csrf_token: csrfTokenOf(id),
    issuer: renderIssuer(issuer, config.issuer),
    subject,
    email: 'person' in who ? who.person.email : '',
    expires_at: formatSeconds(expiresUs),
  };
};

/** Throws 403 unless a request is from a page of the service itself. */
function refuseForgery(request: Request, config: Config): void {
  const problem = forgery(request, config);
  if (problem !== undefined) throw new ServiceError('forbidden', problem);
}

type Asked = Context<'session', unknown, z.infer<typeof NewSession>>;

/** Verifies what a request signs in with. Throws 400 unless it has either client credentials or a token, and 401. */
async function signedIn({ scope, config, env, body, countFailure }: Asked): Promise<SignedIn> {
  const { client_id: clientId, client_secret: secret, token } = body;
  const isApplication = clientId !== undefined && secret !== undefined && token === undefined;
  const isPerson = token !== undefined && clientId === undefined && secret === undefined;
  if (!isApplication && !isPerson)
    throw invalid([{ field: 'body', description: 'must have client_id and client_secret, or token' }]);
  if (isPerson) {
    const who = await verifyToken(token, config, env);
    // A session may last longer than a token, so that a token of an application must not become one.
    if (!('person' in who)) throw invalid([{ field: 'token', description: 'must be the ID token of a person' }]);
    return { who, secretHash: '' };
  }
  const { tenant } = await checkCredentials(scope, clientId!, secret!).catch(async (error: unknown) => {
    if (error instanceof ServiceError && error.kind === 'unauthenticated') await countFailure(clientId!.slice(0, 64));
    throw error;
  });
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
      statuses: [200, 400, 401, 403, 429],
      body: NewSession,
      response: Session,
    },
    async (c) => {
      const { request, scope, config } = c;
      refuseForgery(request, config);
      sessionCookie(config);
      const former = sessionIdIn(request, config);
      const who = await signedIn(c);
      if (former !== undefined) await endSession(scope, former);
      const { id, expiresUs } = await startSession(scope, config, who);
      return {
        json: sessionOf(id, who.who, expiresUs, config),
        headers: { 'set-cookie': sessionCookie(config, id) },
      };
    },
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
      return { json: session ? sessionOf(id!, session.who, session.expiresUs, config) : { active: false } };
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
        'Ends the session of the browser, in all of its tabs, and deletes the cookie. Does nothing if it ' +
        'has ended already.',
      statuses: [200, 401, 403, 429],
      response: z.object({}),
    },
    async ({ request, scope, config }) => {
      refuseForgery(request, config);
      const id = sessionIdIn(request, config);
      if (id !== undefined) {
        if (!hasCsrfToken(request, id)) throw new ServiceError('forbidden', OTHER_SESSION);
        await endSession(scope, id);
      }
      return { json: {}, headers: { 'set-cookie': sessionCookie(config) } };
    },
  ),
];
