import { attachmentOf, type UploadedBlob } from '../lib/upload.ts';
import { onSession } from '../lib/api.ts';
import { expired, isNow, session, type SignedInUser } from '../lib/session.ts';
import { Store } from '../lib/store.ts';
import { checkSession, rejoin } from './person.ts';
import {
  ATTEMPTS,
  bodyOf,
  delayAfter,
  isOwner,
  toSend,
  type PendingRecord,
  type Photo,
  type RecordOwner,
  type SendOutcome,
} from './queue.ts';
import { ownerOf } from './database.ts';
import { post } from './post.ts';
import { forgetPair, readyToSend } from './signer.ts';
import { ensureUnlocked, unlocked } from './device-keys.ts';
import { fileOf, hasRecord, records, removeRecord, updateRecord, type WaitingRecords } from './store.ts';

/** What the queue does: `signed out` waits for the person, `later` for the network or the service. */
export type SendingState = { state: 'idle' | 'sending' | 'later' | 'signed out'; number?: number };

/** The records of this device, as screens show them. `of`: the person and tenancy for which they were read. */
export const pending = new Store<WaitingRecords & { of?: RecordOwner | undefined }>({ own: [], sealed: 0, others: 0 });
export const sending = new Store<SendingState>({ state: 'idle' });

/** Why records were refused, by their ids, where the device has no room to keep it. */
const refusals = new Map<string, string>();
/** Attempts of records that have failed although the service could be reached, by their ids. */
const attempts = new Map<string, number>();

/** The person and the tenancy for which this page works. */
function owner(): RecordOwner | undefined {
  const now = session.get();
  return now?.tenancy && ownerOf(now);
}

export async function refreshPending(): Promise<void> {
  const of = owner();
  const { own, ...counts } = await records(of);
  // The person may have signed out meanwhile.
  if (of ? !isOwner(of, owner()) : owner()) return refreshPending();
  const reasonOf = ({ id }: PendingRecord) => (refusals.has(id) ? { refused: refusals.get(id)! } : {});
  pending.set({ own: own.map((record) => ({ ...record, ...reasonOf(record) })), ...counts, of });
}

let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Begins to send, and goes on whenever the network returns or somebody looks at the page. Called once. */
export function keepSending(): void {
  const look = (): void => void checkSession().finally(sendAll);
  addEventListener('online', look);
  document.addEventListener('visibilitychange', () => document.hidden || look());
  session.follow((now) => void (now?.established ? sendAll() : refreshPending()));
  unlocked.follow(() => void sendAll());
  void sendAll();
}

/**
 * Sends the records of the person who is signed in, each once and in order: the next one only after the service has
 * this one. A record that is refused stays, and does not delay the others. Only one tab sends at a time.
 */
export async function sendAll(): Promise<void> {
  await navigator.locks.request('field queue', { ifAvailable: true }, async (lock) => {
    clearTimeout(timer);
    // The other tab may be closed before it has sent everything.
    if (!lock) return again();
    const outcome = await sendInOrder().catch((): SendOutcome => 'later');
    failures = outcome === 'later' ? failures + 1 : 0;
    if (outcome === 'later') again();
    await refreshPending();
    sending.set({ state: outcome === 'later' || outcome === 'signed out' ? outcome : 'idle' });
  });
}

const again = (): void => {
  timer = setTimeout(() => void sendAll(), delayAfter(failures));
};

/** Sends a record again that was refused. */
export async function sendAgain(record: PendingRecord): Promise<void> {
  refusals.delete(record.id);
  attempts.delete(record.id);
  await updateRecord(record);
  await sendAll();
}

async function sendInOrder(): Promise<SendOutcome> {
  const signedIn = session.get();
  // Also without records: the session may have ended meanwhile.
  if (!signedIn?.tenancy) return 'sent';
  if (!(await rejoin())) return 'signed out';
  await ensureUnlocked(session.get() ?? signedIn);
  for (;;) {
    await refreshPending();
    const now = session.get();
    const [next] = now?.tenancy ? toSend(pending.get().own, ownerOf(now)) : [];
    if (!now || !next) return 'sent';
    sending.set({ state: 'sending', number: next.number! });
    const outcome = await send(next, now);
    if (outcome === 'signed out' && isNow(now.id)) expired.set(true);
    if (outcome === 'later' || outcome === 'signed out') return outcome;
  }
}

/** Sends a record with its files in the session of the person who made it, and in no other one. */
async function send(record: PendingRecord, by: SignedInUser): Promise<SendOutcome> {
  for (const photo of record.photos) {
    if (photo.attached) continue;
    const { outcome, reason, body } = await post(by, '/v1/blobs', formOf(photo, await fileOf(record, photo)));
    if (outcome !== 'sent') return settle(record, outcome, `${photo.name}: ${reason}`);
    photo.attached = attachmentOf(body as UploadedBlob, photo.name);
    // A full device uploads the file again if the page ends before the record is sent.
    await updateRecord(record).catch(() => undefined);
  }
  if (!(await hasRecord(record))) return 'sent';
  const ready = record.signs ? await readyToSend(record, by) : record;
  if ('outcome' in ready) return settle(record, ready.outcome, ready.reason);
  const { statement } = ready;
  const body = { ...bodyOf(ready), ...(statement && { author_statement: statement }) };
  const path = `/v2/assets/${record.asset}/events`;
  const posted = await post(by, path, JSON.stringify(body), statement ? {} : { 'record-id': record.id });
  const isForeign = posted.status === 403 && posted.reason.startsWith('author_statement.signature:');
  if (isForeign && statement) await forgetPair(record.owner, statement);
  return settle(ready, posted.outcome, posted.reason);
}

/**
 * Removes a record that the service has, and keeps the reason of one that it refuses, or that has failed several times
 * although the service could be reached.
 */
async function settle(record: PendingRecord, outcome: SendOutcome, reason: string): Promise<SendOutcome> {
  if (outcome === 'sent') await removeRecord(record);
  const isStuck = outcome === 'later' && (await hasFailedOften(record));
  if (outcome !== 'refused' && !isStuck) return outcome;
  await updateRecord({ ...record, refused: reason }).catch(() => refusals.set(record.id, reason));
  return 'refused';
}

async function hasFailedOften({ id }: PendingRecord): Promise<boolean> {
  const isReachable = await onSession('GET', 'read').then(
    () => true,
    () => false,
  );
  if (!isReachable) return false;
  const count = (attempts.get(id) ?? 0) + 1;
  attempts.set(id, count);
  return count >= ATTEMPTS;
}

const formOf = ({ name }: Photo, file: Blob): FormData => {
  const form = new FormData();
  form.append('file', file, name);
  return form;
};
