import { ApiError, onSession } from '../lib/api.ts';
import { restore } from '../lib/enter.ts';
import { renew, session } from '../lib/session.ts';
import { isOwner } from './queue.ts';
import { forgetEnded, hasEnded, keepPerson, knownPerson, ownerOf, type KnownPerson } from './store.ts';

/** Whether the page works for a person whose session could not be asked for, because there is no network. */
export const isUnconfirmed = (csrf: string | undefined): boolean => csrf === '';

/**
 * Continues the session of the browser. Without a network, the person who was signed in last goes on: they see what
 * this device keeps for them, and what they record waits.
 */
export async function begin(): Promise<void> {
  session.follow((now) => {
    if (!now?.established || !now.tenancy || isUnconfirmed(now.csrf)) return;
    const { id: _id, csrf: _csrf, ...person } = now;
    void keepPerson(person);
  });
  const known = await knownPerson();
  try {
    const found = await onSession('GET', 'read');
    if (found && (await hasEnded(found.csrf_token))) await onSession('DELETE', found.csrf_token);
    else if (found) await restore();
    await forgetEnded();
    if (!found) return;
    if (session.get()?.established) return;
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 0 && error.status < 500)) throw error;
  }
  if (known) session.set({ ...known, id: Symbol(), csrf: '' } satisfies KnownPerson & { id: symbol; csrf: string });
}

/**
 * Finds the session of a person who was known without a network: true if there is one. False if the browser has none of
 * theirs, so that they must sign in. Throws ApiError without a network.
 */
export async function rejoin(): Promise<boolean> {
  const now = session.get();
  if (!now || !isUnconfirmed(now.csrf)) return now !== undefined;
  const found = await onSession('GET', 'read');
  const isSame =
    found !== undefined && isOwner(ownerOf(now), { ...ownerOf(now), issuer: found.issuer, subject: found.subject });
  if (isSame) renew(found.csrf_token);
  return isSame;
}
