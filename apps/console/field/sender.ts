import { attachmentOf, type UploadedBlob } from '../lib/upload.ts';
import { BASE, errorOf, identification } from '../lib/api.ts';
import { session } from '../lib/session.ts';
import { Store } from '../lib/store.ts';
import { rejoin } from './person.ts';
import { bodyOf, delayAfter, outcomeOf, toSend, type SendOutcome, type PendingRecord, type Photo } from './queue.ts';
import { ownerOf, putRecord, records, removeRecord } from './store.ts';

/** What the queue does: `signed out` waits for the person, `later` for the network or the service. */
export type SendingState = { state: 'idle' | 'sending' | 'later' | 'signed out'; number?: number };

/** The records of this device, as screens show them. */
export const pending = new Store<readonly PendingRecord[]>([]);
export const sending = new Store<SendingState>({ state: 'idle' });

export const refreshPending = async (): Promise<void> => pending.set(await records());

let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Begins to send, and goes on whenever the network returns or somebody looks at the page. Called once. */
export function keepSending(): void {
  addEventListener('online', () => void sendAll());
  document.addEventListener('visibilitychange', () => document.hidden || void sendAll());
  session.follow((now) => now?.established && void sendAll());
  void sendAll();
}

/**
 * Sends the records of the person who is signed in, each once and in order: the next one only after the service has
 * this one. A record that is refused stays, and does not delay the others. Only one tab sends at a time.
 */
export async function sendAll(): Promise<void> {
  clearTimeout(timer);
  await navigator.locks.request('field queue', { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    const outcome = await sendInOrder().catch((): SendOutcome => 'later');
    failures = outcome === 'later' ? failures + 1 : 0;
    if (outcome === 'later') timer = setTimeout(() => void sendAll(), delayAfter(failures));
    await refreshPending();
    sending.set({ state: outcome === 'later' || outcome === 'signed out' ? outcome : 'idle' });
  });
}

async function sendInOrder(): Promise<SendOutcome> {
  for (;;) {
    const now = session.get();
    await refreshPending();
    const owner = now?.tenancy && ownerOf(now);
    const [next] = owner ? toSend(pending.get(), owner) : [];
    if (!next) return 'sent';
    if (!(await rejoin())) return 'signed out';
    sending.set({ state: 'sending', number: next.number! });
    const outcome = await send(next);
    if (outcome === 'later' || outcome === 'signed out') return outcome;
  }
}

async function send(record: PendingRecord): Promise<SendOutcome> {
  for (const photo of record.photos) {
    if (photo.attached) continue;
    const { outcome, reason, body } = await post('/v1/blobs', formOf(photo));
    if (outcome !== 'sent') return settle(record, outcome, `${photo.name}: ${reason}`);
    photo.attached = attachmentOf(body as UploadedBlob, photo.name);
    await putRecord(record);
  }
  const { outcome, reason } = await post(`/v2/assets/${record.asset}/events`, JSON.stringify(bodyOf(record)), {
    'content-type': 'application/json',
    'record-id': record.id,
  });
  return settle(record, outcome, reason);
}

/** Removes a record that the service has, and keeps the reason of one that it refuses. */
async function settle(record: PendingRecord, outcome: SendOutcome, reason: string): Promise<SendOutcome> {
  if (outcome === 'sent') await removeRecord(record);
  if (outcome === 'refused') await putRecord({ ...record, refused: reason });
  return outcome;
}

const formOf = ({ file, name }: Photo): FormData => {
  const form = new FormData();
  form.append('file', file, name);
  return form;
};

/** Milliseconds within which the service must respond to a record, and to a file. */
const WITHIN = { record: 30_000, file: 10 * 60_000 };

/** Sends a request of the person who is signed in. Never throws. */
async function post(
  path: string,
  body: string | FormData,
  headers: Record<string, string> = {},
): Promise<{ outcome: SendOutcome; reason: string; body: unknown }> {
  const signal = AbortSignal.timeout(typeof body === 'string' ? WITHIN.record : WITHIN.file);
  try {
    const response = await fetch(BASE + path, {
      method: 'POST',
      headers: { ...headers, ...identification() },
      body,
      signal,
    });
    const answer: unknown = await response.json().catch(() => undefined);
    const outcome = answer === undefined ? 'later' : outcomeOf(response.status);
    if (outcome === 'sent') return { outcome, reason: '', body: answer };
    return { outcome, reason: errorOf(response.status, answer, '').message, body: answer };
  } catch {
    return { outcome: 'later', reason: 'no connection', body: undefined };
  }
}
