import { api, ApiError, onSession, type BrowserSession } from './api.ts';
import { forgetPerson } from '../field/database.ts';
import { removeDrafts, removeForeignDrafts } from './drafts.ts';
import { forgetSignOut, isSignedOut, noteSignOut } from './pending-sign-out.ts';
import { claimsOf, isForField } from './oidc.ts';
import { signedByPasskey } from './passkeys.ts';
import { amend, forget, isNow, renew, session, type Issuer, type SignedInUser, type Way } from './session.ts';
import { Store } from './store.ts';
import { broadcast, followTabs } from './tabs.ts';
import { texts } from '../texts/texts.ts';

/** True while the page asks whether the browser has a session. */
export const restoring = new Store(false);
/** Why the last session could not be ended: the browser may still have it. */
export const notEnded = new Store<{ error: Error; csrf: string } | undefined>(undefined);

/** The tenancy of this tab is kept in its history, for a reload. It is not a secret. */
const keptTenancy = (): string | undefined => (history.state as { tenancy?: string } | null)?.tenancy;
const keepTenancy = (): void => {
  const tenancy = session.get()?.tenancy?.identity;
  if (tenancy !== keptTenancy()) history.replaceState(tenancy === undefined ? null : { tenancy }, '');
};

/** Continues the session that the browser has, if any, and follows what other tabs do with it. */
export async function restore(): Promise<void> {
  restoring.set(true);
  await resume().catch(() => undefined);
  restoring.set(false);
}

/** Keeps this tab in step with the other ones and with its history. Called once. */
export function follow(): void {
  session.follow(keepTenancy);
  addEventListener('hashchange', keepTenancy);
  followTabs({ ended, started: () => void (session.get() ? undefined : restore()) });
}

async function resume(): Promise<void> {
  const tenancy = keptTenancy();
  // At once, because each round trip delays the first screen.
  const [known, { issuers, passkeys }] = await Promise.all([onSession('GET', 'read'), api.get('/iam/v1/issuers')]);
  if (!known) return;
  if (isSignedOut(known.csrf_token)) return endSession(known.csrf_token);
  const issuer = issuers.find((each) => each.issuer === known.issuer);
  if (issuer) await chooseTenancy(known, { kind: 'person', issuer }, tenancy);
  else if (known.issuer === passkeys?.issuer) await chooseTenancy(known, { kind: 'passkey' }, tenancy);
  else await enter(newSession(known, { kind: 'application', clientId: known.subject }));
}

async function start(body: object): Promise<BrowserSession> {
  const known = await onSession('POST', 'new', { ...body, ...(isForField() ? { field: true } : {}) });
  if (!known) throw new ApiError(0, texts.service.noSession);
  return known;
}

function newSession({ csrf_token: csrf, issuer, subject, email }: BrowserSession, way: Way): SignedInUser {
  forgetSignOut();
  return { id: Symbol(), csrf, issuer, subject, email, way, ...NOBODY };
}

/** Starts a session as an application, in its tenancy. */
export async function enterAsApplication(clientId: string, secret: string): Promise<void> {
  notEnded.set(undefined);
  const known = await start({ client_id: clientId, client_secret: secret });
  await enter(newSession(known, { kind: 'application', clientId })).catch((error: unknown) => discard(known, error));
  broadcast('started');
}

/**
 * Starts a session as a person, in their tenancy if they have exactly one. Otherwise they choose one or accept an
 * invite.
 */
export async function enterAsPerson(issuer: Issuer, token: string): Promise<void> {
  notEnded.set(undefined);
  const known = await start({ token });
  await chooseTenancy(known, { kind: 'person', issuer }, undefined).catch((error: unknown) => discard(known, error));
  broadcast('started');
}

/** Starts a session with a passkey. */
export async function enterWithPasskey(): Promise<void> {
  notEnded.set(undefined);
  await enterEnrolled(await start(await signedByPasskey()));
}

/** Continues with the session that a link has started for a person with passkeys. */
export async function enterEnrolled(known: BrowserSession): Promise<void> {
  removeDrafts();
  await chooseTenancy(known, { kind: 'passkey' }, undefined).catch((error: unknown) => discard(known, error));
  broadcast('started');
}

/** Starts a session by a link for the first administrator. */
export async function enterByLink(link: string): Promise<void> {
  const known = await start({ link });
  await enter(newSession(known, { kind: 'application', clientId: known.subject })).catch((error: unknown) =>
    discard(known, error),
  );
  broadcast('started');
}

/** Ends a session that could not be used. */
async function discard({ csrf_token: csrf }: BrowserSession, error: unknown): Promise<never> {
  await onSession('DELETE', csrf).catch(() => undefined);
  throw error;
}

async function chooseTenancy(known: BrowserSession, way: Way, preferred: string | undefined): Promise<void> {
  const next = newSession(known, way);
  session.set(next);
  try {
    const { tenants } = await api.get('/v1/users/tenants');
    const [only, ...others] = tenants;
    amend(next.id, { tenancies: tenants.map(({ identity }) => identity) });
    const chosen = tenants.find(({ identity }) => identity === preferred) ?? (others.length === 0 ? only : undefined);
    if (chosen) await work(chosen.identity);
    else amend(next.id, { established: true });
  } catch (error) {
    if (isNow(next.id)) forget();
    throw error;
  }
}

/** Switches the session to a tenancy. */
export async function work(tenancy: string): Promise<void> {
  const now = session.get();
  if (!now) return;
  const tenancies = [...new Set([...now.tenancies, tenancy])];
  await enter({ ...now, tenancies, tenancy: { identity: tenancy, name: '' } });
}

/** Continues after the end of the session, as the same application. */
export async function continueAsApplication(clientId: string, secret: string): Promise<void> {
  const { csrf_token: csrf } = await start({ client_id: clientId, client_secret: secret });
  renew(csrf);
}

/** Continues after the end of the session with a new token of the same person. Throws for a token of another one. */
export async function continueAsPerson(token: string): Promise<void> {
  const now = session.get();
  if (!now) return;
  const { iss, sub } = claimsOf(token);
  if (typeof sub !== 'string' || iss !== now.issuer || sub !== now.subject)
    throw new ApiError(0, texts.signIn.otherPerson);
  const { csrf_token: csrf } = await start({ token });
  renew(csrf);
}

/** Continues after the end of the session with a passkey of the same person. Throws for one of another person. */
export async function continueWithPasskey(): Promise<void> {
  const now = session.get();
  const known = await start(await signedByPasskey());
  if (!now) return;
  if (known.subject !== now.subject || known.issuer !== now.issuer)
    return discard(known, new ApiError(0, texts.signIn.passkeyOfOther));
  renew(known.csrf_token);
}

/** The session has ended, here or in another tab, which may have kept a draft until it heard of it. */
function ended(): void {
  forget();
  removeDrafts();
  void forgetPerson().catch(() => undefined);
}

/** Ends the session: on this page at once, and on the service and in other tabs. */
export async function signOut(): Promise<void> {
  const csrf = session.get()?.csrf;
  ended();
  if (csrf === undefined) return;
  noteSignOut(csrf);
  await endSession(csrf);
}

/**
 * Ends the session on the service; with an empty CSRF token, the one that the browser has. If that fails, `notEnded`
 * has the reason.
 */
export async function endSession(csrf: string): Promise<void> {
  try {
    const token = csrf === '' ? (await onSession('GET', 'read'))?.csrf_token : csrf;
    if (token !== undefined) await onSession('DELETE', token);
    forgetSignOut();
    notEnded.set(undefined);
    broadcast('ended');
  } catch (error) {
    // Another session has replaced it, or it has ended.
    const isOver = error instanceof ApiError && error.status === 403;
    if (isOver) forgetSignOut();
    notEnded.set(isOver ? undefined : { error: error as Error, csrf });
  }
}

const NOTHING = {
  behaviours: [],
  asset_attributes_write: [],
  event_arc_display_type_write: [],
  shared: [],
  reads_everything: false,
};
const NOBODY = {
  tenancy: undefined,
  tenancies: [],
  principal: undefined,
  administrator: false,
  auditor: false,
  granted: NOTHING,
  established: false,
};

async function enter(next: SignedInUser): Promise<void> {
  const before = session.get();
  session.set(next);
  try {
    const [me, tenancy] = await Promise.all([api.get('/v1/whoami'), api.get('/v1/tenancies/self')]);
    amend(next.id, {
      tenancy: { identity: tenancy.identity, name: tenancy.display_name },
      principal: me.principal,
      administrator: me.roles.includes('Administrator'),
      auditor: me.roles.includes('Auditor'),
      granted: me.granted,
      established: true,
    });
    removeForeignDrafts();
  } catch (error) {
    // Keeps a session that was renewed in the meantime.
    if (isNow(next.id)) session.set(before?.id === next.id ? { ...before, csrf: session.get()!.csrf } : before);
    throw error;
  }
}
