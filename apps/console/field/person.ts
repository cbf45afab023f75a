import { ApiError, onSession } from '../lib/api.ts';
import { isSignedOut, isSignOutPending } from '../lib/pending-sign-out.ts';
import { endSession, follow, restore } from '../lib/enter.ts';
import { endedRemotely, expired, forget, isNow, renew, session, type SignedInUser } from '../lib/session.ts';
import {
  forgetPerson,
  forgetSigner,
  keepPerson,
  knownPerson,
  lockDevice,
  ownerOf,
  type KnownPerson,
} from './database.ts';
import { unlock } from './device-keys.ts';

/** Whether the page works for a person whose session could not be asked for, because there is no network. */
export const isUnconfirmed = (csrf: string | undefined): boolean => csrf === '';

/**
 * Continues the session of the browser. Without a network, the person who was signed in last goes on: they see what
 * this device keeps for them, and what they record waits.
 */
export async function begin(): Promise<void> {
  follow();
  let before = '';
  session.follow((now) => {
    const next = now?.established ? now.csrf + (now.tenancy?.identity ?? '') : '';
    const isNew = next !== before && !isUnconfirmed(now?.csrf);
    before = next;
    if (next !== '' && isNew) void admit(now!).catch(() => undefined);
  });
  expired.follow((isOver) => void (isOver && lock().catch(() => undefined)));
  addEventListener('online', () => void endSignedOut().catch(() => undefined));
  // The page may have been closed before everything was forgotten.
  if (isSignOutPending()) await forgetPerson();
  const known = await knownPerson();
  const found = await browserSession();
  if (found === 'unknown') return known && continueAs(known);
  if (!found || isSignedOut(found.csrf_token)) await lockOrDelete();
  await restore();
  // The network may have gone in between.
  if (found && isSame(known, found) && !session.get() && !isSignedOut(found.csrf_token)) continueAs(known!);
}

/** Keeps a person whose session the service has confirmed, and gets their keys. Forgets a former member. */
async function admit(now: SignedInUser): Promise<void> {
  const { id, csrf: _csrf, ...person } = now;
  // At once, so that what needs the keys waits for them.
  const unlocking = now.tenancy ? unlock(now) : Promise.resolve();
  await keepPerson(person);
  if (!isNow(id)) return lockDevice();
  await unlocking.catch(async (error: unknown) => {
    const status = error instanceof ApiError ? error.status : 0;
    // A former member has a session, and no tenancy.
    const found = status === 401 ? await onSession('GET', 'read') : undefined;
    const isFormer = status === 403 || (isSame(now, found) && found?.csrf_token === now.csrf);
    if (!isFormer) throw error;
    await forgetSigner(ownerOf(now));
    await forgetPerson();
    if (isNow(id)) forget();
  });
}

/**
 * Locks the page and the device if the service says that the session is over. What waits stays encrypted until the
 * person signs in again. Assets are deleted if the session was ended from elsewhere. Throws ApiError without a network.
 */
async function lock(): Promise<void> {
  const now = session.get();
  const found = await onSession('GET', 'read');
  if (!now || !isNow(now.id)) return;
  if (isSame(now, found)) return;
  await lockOrDelete();
  if (!isNow(now.id) || (!found && !endedRemotely.get())) return;
  forget();
  // Somebody else has signed in on another page.
  if (found) await restore();
}

const lockOrDelete = (): Promise<void> => (endedRemotely.get() ? forgetPerson() : lockDevice());

type Identity = { issuer: string; subject: string };
const isSame = (one: Identity | undefined, other: Identity | undefined): boolean =>
  one !== undefined && one.issuer === other?.issuer && one.subject === other.subject;

const continueAs = (known: KnownPerson): void => session.set({ ...known, id: Symbol(), csrf: '' });

/** The session of the browser; `unknown` without a network or a service. */
const browserSession = (): Promise<Awaited<ReturnType<typeof onSession>> | 'unknown'> =>
  onSession('GET', 'read').catch((error: unknown) => {
    if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) return 'unknown';
    throw error;
  });

/** Ends the session of a person who has signed out without a network. */
async function endSignedOut(): Promise<void> {
  if (session.get()) return;
  const found = await onSession('GET', 'read');
  if (found && isSignedOut(found.csrf_token)) await endSession(found.csrf_token);
}

/**
 * Finds the session of a person who was known without a network: true if there is one. False if the browser has none of
 * theirs, so that they must sign in. Throws ApiError without a network.
 */
export async function rejoin(): Promise<boolean> {
  const now = session.get();
  if (!now || !isUnconfirmed(now.csrf)) return now !== undefined;
  const found = await onSession('GET', 'read');
  if (!isNow(now.id)) return false;
  if (found && isSame(now, found)) renew(found.csrf_token);
  else expired.set(true);
  return isSame(now, found);
}

/** Asks whether the session of the page has ended: a page that nobody touches sends no request. Never throws. */
export async function checkSession(): Promise<void> {
  const now = session.get();
  if (!now?.established || isUnconfirmed(now.csrf)) return;
  const found = await onSession('GET', 'read').catch(() => 'unknown' as const);
  if (found !== 'unknown' && !isSame(now, found) && isNow(now.id)) expired.set(true);
}
