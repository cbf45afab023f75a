import { api, BASE, errorOf, signedIn, unreachable, type Schemas } from './api.ts';

type Principal = Schemas['Principal'];

/** The administrators of the tenancy. */
export const administrators = async (): Promise<Principal[]> =>
  (await api.get('/v1/tenancies/administrators')).administrators;

const isSame = (a: Principal, b: Principal): boolean =>
  a.issuer === b.issuer && (a.subject === '' ? a.email === b.email : a.subject === b.subject);

/** Changes the list, which the API replaces as a whole. Each attempt reads it first, also after signing in again. */
async function replace(change: (before: Principal[]) => Principal[]): Promise<void> {
  const address = `${BASE}/v1/tenancies/administrators`;
  const response = await signedIn(async (headers) => {
    const read = await fetch(address, { headers });
    if (!read.ok) return read;
    const before = (await read.json()) as Schemas['Administrators'];
    return fetch(address, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ administrators: change(before.administrators) }),
    });
  });
  if (response.ok) return;
  const body: unknown = await response.json().catch(() => ({}));
  throw errorOf(response.status, body, response.headers.get('x-request-id') ?? '');
}

/** Adds an administrator. */
export const elevate = (who: Principal): Promise<void> =>
  replace((before) => [...before.filter((each) => !isSame(each, who)), who]);

/** Removes an administrator. */
export const demote = (who: Principal): Promise<void> =>
  replace((before) => before.filter((each) => !isSame(each, who)));

/** The issuer of the service's own tokens, which applications have. */
export async function applicationIssuer(): Promise<string> {
  const response = await fetch(`${location.origin}/appidpv1/.well-known/openid-configuration`).catch(() => undefined);
  if (!response?.ok) throw unreachable();
  return ((await response.json()) as Schemas['OpenIdConfiguration']).issuer;
}
