import { api, ApiError, BASE, errorOf, unreachable } from './api.ts';
import { claimsOf } from './oidc.ts';
import { amend, isNow, renew, session, signOut, type Issuer, type Session } from './session.ts';

/** Exchanges an application's id and secret for a token. */
export async function tokenOf(clientId: string, secret: string): Promise<string> {
  const response = await fetch(`${BASE}/iam/v1/appidp/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: secret }),
  }).catch(() => {
    throw unreachable();
  });
  const body = (await response.json()) as { access_token: string };
  if (!response.ok) throw errorOf(response.status, body, response.headers.get('x-request-id') ?? '');
  return body.access_token;
}

/** Starts a session as an application, in its tenancy. */
export async function enterAsApplication(clientId: string, secret: string): Promise<void> {
  const token = await tokenOf(clientId, secret);
  await enter({ id: Symbol(), token, way: { kind: 'application', clientId }, ...NOBODY });
}

/** Starts a session as a person, in their tenancy if they have exactly one. Otherwise they choose one or accept an invite. */
export async function enterAsPerson(issuer: Issuer, token: string): Promise<void> {
  const id = Symbol();
  session.set({ id, token, way: { kind: 'person', issuer }, ...NOBODY });
  try {
    const { tenants } = await api.get('/v1/users/tenants');
    if (tenants.length === 1) await work(tenants[0]!.identity);
    else amend(id, { established: true });
  } catch (error) {
    if (isNow(id)) signOut();
    throw error;
  }
}

/** Switches the session to a tenancy. */
export async function work(tenancy: string): Promise<void> {
  const now = session.get();
  if (now) await enter({ ...now, tenancy: { identity: tenancy, name: '' } });
}

/** Continues the session with a new token of the same person or application. Throws for a token of another one. */
export function continueWith(token: string): void {
  const now = session.get();
  if (!now) return;
  const [before, after] = [claimsOf(now.token), claimsOf(token)];
  if (typeof after['sub'] !== 'string' || before['iss'] !== after['iss'] || before['sub'] !== after['sub'])
    throw new ApiError(0, 'You signed in as a different person or application. To switch, sign out first.');
  renew(token);
}

const NOTHING = { behaviours: [], asset_attributes_write: [], event_arc_display_type_write: [] };
const NOBODY = { tenancy: undefined, principal: undefined, administrator: false, granted: NOTHING, established: false };

async function enter(next: Session): Promise<void> {
  const before = session.get();
  session.set(next);
  try {
    const [me, tenancy] = [await api.get('/v1/whoami'), await api.get('/v1/tenancies/self')];
    amend(next.id, {
      tenancy: { identity: tenancy.identity, name: tenancy.display_name },
      principal: me.principal,
      administrator: me.roles.includes('Administrator'),
      granted: me.granted,
      established: true,
    });
  } catch (error) {
    // Keeps a token that was renewed in the meantime.
    if (isNow(next.id)) session.set(before?.id === next.id ? { ...before, token: session.get()!.token } : before);
    throw error;
  }
}
