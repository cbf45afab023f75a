import { unauthenticated } from '../errors.ts';
import { BASE_PATH, type Config } from '../../settings/config.ts';
import { CSRF_HEADER } from './csrf.ts';
import { sha256Hex } from '../../lib/digest.ts';
import { ServiceError } from '../../lib/errors.ts';
import { isLoopback } from '../../lib/loopback.ts';

const ID = /^[0-9a-f]{64}$/;

/**
 * For how long the service remembers that a session was ended from elsewhere, and a field page its cookie, so that a
 * device that was without a network hears of it.
 */
export const ENDED_KEPT_SECONDS = 90 * 86_400;

/** Whether a request claims a session: it has no bearer token, and the header that only the console sets. */
export const claimsSession = (request: Request): boolean =>
  !request.headers.has('authorization') && request.headers.has(CSRF_HEADER);

/**
 * The CSRF token of a session. The console keeps it in memory and sends it with each request. It is a hash of the id,
 * so that it does not reveal the id.
 */
export const csrfTokenOf = (id: string): string => sha256Hex(`csrf ${id}`);

/**
 * Why a request cannot be from a page of the service's own origin; undefined if it can. `Sec-Fetch-Site`, which pages
 * cannot set, must be `same-origin` if the browser sends it, and `Origin`, if there is one, must be that of this
 * service (OWASP, Cross-Site Request Forgery Prevention). The header CSRF_HEADER must be present.
 */
export function forgery({ headers, url }: Request, config: Config): string | undefined {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  const isOurs =
    (site === null || site === 'same-origin') &&
    (origin === null || origin === config.origin || URL.parse(origin)?.host === new URL(url).host);
  if (!isOurs) return 'sessions are only for pages of the service itself, not of another origin';
  return headers.has(CSRF_HEADER) ? undefined : `the header ${CSRF_HEADER} is required`;
}

/** Whether the CSRF token of a request is that of its session. */
export const hasCsrfToken = (request: Request, id: string): boolean =>
  sha256Hex(request.headers.get(CSRF_HEADER) ?? '') === sha256Hex(csrfTokenOf(id));

/**
 * The id in the cookie of a request; undefined without a valid one. Throws 401 for two cookies,
 * because another site may have set one of them.
 */
export function sessionIdIn(request: Request, config: Config): string | undefined {
  const prefix = `${cookieOf(config).name}=`;
  const found = (request.headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix));
  if (found.length > 1) throw unauthenticated('the session cookie is duplicated');
  const id = found[0]?.slice(prefix.length) ?? '';
  return ID.test(id) ? id : undefined;
}

/**
 * `Set-Cookie` for a session; without an id, the cookie is deleted. The cookie of a field page outlives its session.
 * Throws 403 if the cookie could be read on the network.
 */
export function sessionCookie(config: Config, id?: string, isField = false): string {
  const { name, attributes } = cookieOf(config);
  if (!attributes)
    throw new ServiceError('forbidden', 'sessions need https: ORIGIN is an http address that is not loopback');
  const lasts = isField ? ENDED_KEPT_SECONDS : config.sessions.seconds;
  const age = id === undefined ? 0 : lasts;
  return `${name}=${id ?? ''}; ${attributes}; HttpOnly; SameSite=Strict; Max-Age=${age}`;
}

/**
 * The name and the attributes of the cookie. Browsers accept a name with the prefix `__Host-` only over https from this
 * host itself, for all paths. Cookies on loopback are shared by all ports, so that the name has the port.
 */
function cookieOf({ origin }: Config): { name: string; attributes: string | undefined } {
  const { protocol, hostname, port } = new URL(origin);
  if (protocol === 'https:') return { name: '__Host-evidence-session', attributes: 'Path=/; Secure' };
  return {
    name: `evidence-session-${port || '80'}`,
    attributes: isLoopback(hostname) ? `Path=${BASE_PATH}` : undefined,
  };
}
