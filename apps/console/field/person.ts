import { ApiError, onSession } from '../lib/api.ts';
import { isSignedOut } from '../lib/pending-sign-out.ts';
import { endSession, follow, restore } from '../lib/enter.ts';
import { renew, session } from '../lib/session.ts';
import { forgetKnown, keepPerson, knownPerson, type KnownPerson } from './store.ts';

/** Whether the page works for a person whose session could not be asked for, because there is no network. */
export const isUnconfirmed = (csrf: string | undefined): boolean => csrf === '';

/**
 * Continues the session of the browser. Without a network, the person who was signed in last goes on: they see what
 * this device keeps for them, and what they record waits.
 */
export async function begin(): Promise<void> {
  follow();
  session.follow((now) => {
    if (!now?.established || !now.tenancy || isUnconfirmed(now.csrf)) return;
    const { id: _id, csrf: _csrf, ...person } = now;
    void keepPerson(person).catch(() => undefined);
  });
  addEventListener('online', () => void endSignedOut().catch(() => undefined));
  const known = await knownPerson();
  const found = await browserSession();
  if (found === 'unknown') return known && continueAs(known);
  if (!found || isSignedOut(found.csrf_token)) await forgetKnown();
  await restore();
  // The network may have gone in between.
  const isSame = found && known?.issuer === found.issuer && known.subject === found.subject;
  if (isSame && !session.get() && !isSignedOut(found.csrf_token)) continueAs(known!);
}

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
  const isSame = found !== undefined && found.issuer === now.issuer && found.subject === now.subject;
  if (isSame) renew(found.csrf_token);
  return isSame;
}
