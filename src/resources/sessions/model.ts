import { z } from '@hono/zod-openapi';
import { renderIssuer, type Identified } from '../../access/principal.ts';
import type { Config } from '../../settings/config.ts';
import { ServiceError } from '../../lib/errors.ts';
import { formatSeconds, type Micros } from '../../lib/time.ts';
import { csrfTokenOf, forgery, sessionCookie, sessionIdIn } from '../../access/identity/session-cookie.ts';
import { deviceName } from '../../access/identity/device-name.ts';
import { endSession, startSession, type SignedIn } from '../../access/identity/sessions.ts';
import type { Context } from '../../http/operation.ts';
import { ID, hashLike } from '../examples.ts';
import * as schemas from '../schemas.ts';

const text = (description: string, example: string) => schemas.text(description, { example }).optional();
export const Session = z
  .object({
    active: schemas.boolean('Whether the browser has a session; if not, there are no other fields', true),
    csrf_token: text('Value of the header `x-csrf-token` of further requests', hashLike('c5')),
    issuer: text('Issuer of the person or the application', 'https://evidence.example.com/appidpv1'),
    subject: text('Subject of the person; for an application, its `client_id`', ID.applications),
    email: text('E-mail address of the person; empty for an application', 'inspector@example.com'),
    expires_at: schemas.timestamp('When the session ends even if it is in use').optional(),
    ended_remotely: schemas
      .boolean('Without a session: whether the last one of this browser was ended from elsewhere; else absent', true)
      .optional(),
  })
  .openapi('Session');

export const sessionOf = (id: string, who: Identified, expiresUs: Micros, config: Config): z.infer<typeof Session> => {
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
export function refuseForgery(request: Request, config: Config): void {
  const problem = forgery(request, config);
  if (problem !== undefined) throw new ServiceError('forbidden', problem);
}

/**
 * Starts the session of who signs in, in place of the one that the browser has. `signedIn` checks what the request
 * signs in with. `isField`: it is that of a field page. Throws 403 for a request of another origin, and if the cookie
 * could be read on the network.
 */
export async function newSession(
  { request, scope, config }: Pick<Context<'session', unknown, unknown>, 'request' | 'scope' | 'config'>,
  signedIn: () => Promise<SignedIn>,
  isField = false,
) {
  refuseForgery(request, config);
  sessionCookie(config);
  const former = sessionIdIn(request, config);
  const who = await signedIn();
  if (former !== undefined) await endSession(scope, former);
  const { id, expiresUs } = await startSession(scope, config, who, {
    isField,
    device: deviceName(request.headers.get('user-agent') ?? ''),
  });
  return {
    json: sessionOf(id, who.who, expiresUs, config),
    headers: { 'set-cookie': sessionCookie(config, id, isField) },
  };
}
