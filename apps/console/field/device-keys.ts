import { BASE, errorOf, identification } from '../lib/api.ts';
import { isNow, type SignedInUser } from '../lib/session.ts';
import { Store } from '../lib/store.ts';
import { database, ownerOf, type StoredKey } from './database.ts';
import { isOwner, type RecordOwner } from './queue.ts';
import { importKey } from './seal.ts';
import { fieldTexts } from './texts/texts.ts';

/** Changes whenever the keys of a person have come. */
export const unlocked = new Store(0);

/** Milliseconds within which the service must respond. */
const WITHIN = 30_000;

/** The last attempt to get keys, which readers wait for. */
let unlocking: Promise<unknown> = Promise.resolve();

/**
 * Gets the keys of the person who is signed in from the service: those of which the device has the sealed form, and a
 * new one if there is none that the service opens. Throws ApiError: 403 if they are not a member any more.
 */
export function unlock(now: SignedInUser): Promise<void> {
  const attempt = navigator.locks.request('field keys', () => unlockOf(now));
  unlocking = attempt.catch(() => undefined);
  return attempt;
}

/** Gets the keys of the person who is signed in, unless the device has one. Throws as `unlock`. */
export async function ensureUnlocked(now: SignedInUser): Promise<void> {
  await unlocking;
  const isUnlocked = (await keysOf(ownerOf(now))).some(({ key }) => key !== undefined);
  if (!isUnlocked) await unlock(now);
}

async function unlockOf(now: SignedInUser): Promise<void> {
  const owner = ownerOf(now);
  const keys = await keysOf(owner);
  let isOpen = false;
  for (const stored of keys) isOpen = (await fetchKey(now, stored)) || isOpen;
  if (!isOpen) await fetchKey(now, { owner, wrapped: '' });
  unlocked.set(unlocked.get() + 1);
}

const keysOf = async (owner: RecordOwner): Promise<StoredKey[]> =>
  (await (await database()).getAll('keys')).filter((stored) => isOwner(stored.owner, owner));

/** Has the service open a sealed key, or make one. Returns false for one that it cannot open. Throws ApiError. */
async function fetchKey(now: SignedInUser, stored: StoredKey): Promise<boolean> {
  const response = await fetch(`${BASE}/iam/v1/sessions:key`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...identification(now) },
    body: JSON.stringify(stored.wrapped === '' ? {} : { wrapped_key: stored.wrapped }),
    signal: AbortSignal.timeout(WITHIN),
  });
  const answer = (await response.json().catch(() => undefined)) as { key: string; wrapped_key: string } | undefined;
  if (response.status === 400) return false;
  if (!response.ok || !answer) throw errorOf(response.status, answer, '');
  const [key, opened] = await Promise.all([importKey(answer.key), database()]);
  // The person may have signed out meanwhile.
  if (isNow(now.id)) await opened.put('keys', { ...stored, wrapped: answer.wrapped_key, key });
  return true;
}

/** The key that seals for a person. Throws an error for people if they must sign in first. */
export async function sealingKey(owner: RecordOwner): Promise<{ id: number; key: CryptoKey }> {
  const find = async (): Promise<StoredKey | undefined> =>
    (await keysOf(owner)).findLast(({ key }) => key !== undefined);
  const stored = (await find()) ?? (await unlocking.then(find));
  if (!stored?.key) throw new Error(fieldTexts.record.cannotEncrypt);
  return { id: stored.id!, key: stored.key };
}

/** The key with this id; undefined while the device is locked for its person. */
export async function openingKey(id: number): Promise<CryptoKey | undefined> {
  const find = async (): Promise<CryptoKey | undefined> => (await (await database()).get('keys', id))?.key;
  return (await find()) ?? unlocking.then(find);
}
