import type { SentStatement } from '../../../src/formats/statement/author.ts';
import { clockBehind, type SignedInUser } from '../lib/session.ts';
import { database, keyOf, ownerOf, type StoredSigner } from './database.ts';
import { post, type Posted } from './post.ts';
import { bodyOf, type PendingRecord, type RecordOwner } from './queue.ts';
import { updateRecord } from './store.ts';
import { fieldTexts } from './texts/texts.ts';

/*
 * The signing key of a person in a tenancy on this device. It stays after a sign-out, because an event that it has
 * signed is only accepted in a session of the person for whom it was enrolled.
 */

/**
 * What the browser loads only for people who sign. The service worker keeps it for times without a network. Browsers
 * do not ask again for an address whose import has failed once, so a second attempt has another one.
 */
const MODULE = '/field/signing.js';
const load = (): Promise<typeof import('./signing.ts')> =>
  (import(MODULE) as Promise<typeof import('./signing.ts')>)
    .catch(() => import(`${MODULE}?${Date.now()}`) as Promise<typeof import('./signing.ts')>)
    .catch(() => {
      throw new Error(fieldTexts.signing.cannot);
    });

const idOf = (owner: RecordOwner): string => keyOf(owner, '');

const signerOf = async (owner: RecordOwner): Promise<StoredSigner> =>
  (await (await database()).get('signers', idOf(owner))) ?? { owner, wanted: false };

/** Changes what is stored of a person's signer, one change at a time in all tabs. Returns it. */
const change = (owner: RecordOwner, by: (before: StoredSigner) => Promise<StoredSigner>): Promise<StoredSigner> =>
  navigator.locks.request('field signer', async () => {
    const after = await by(await signerOf(owner));
    await (await database()).put('signers', after, idOf(owner));
    return after;
  });

/** Whether a person wants to sign what they record. */
export const wantsToSign = async (owner: RecordOwner): Promise<boolean> => (await signerOf(owner)).wanted;

export const keepWish = (owner: RecordOwner, wanted: boolean): Promise<unknown> =>
  change(owner, async (before) => ({ ...before, wanted }));

/** The key pair of a person, made if there is none. */
const pairOf = async (owner: RecordOwner): Promise<StoredSigner & { pair: CryptoKeyPair }> =>
  (await change(owner, async (before) => ({
    ...before,
    pair: before.pair ?? (await (await load()).newKeyPair()),
  }))) as StoredSigner & { pair: CryptoKeyPair };

/** The record with the statement of its author, which needs its files to be uploaded. Throws an error for people. */
export async function signed(record: PendingRecord): Promise<PendingRecord> {
  const [{ sign }, { pair }] = await Promise.all([load(), pairOf(record.owner)]);
  const event = { asset_identity: `assets/${record.asset}`, ...bodyOf(record) };
  return { ...record, statement: await sign(pair, event, record.checkpoint) };
}

/**
 * Enrols the key of the author, and signs a record that was not signed when it was made, because its files had no
 * addresses. The statement is stored before it is sent, so that the record is sent with the same one again. A record
 * signed with a key that this device has no more is sent as it is: another key would not help. Returns the record, or
 * the response that prevents it.
 */
export async function readyToSend(record: PendingRecord, by: SignedInUser): Promise<PendingRecord | Posted> {
  try {
    if (record.statement && !(await hasSigned(await signerOf(record.owner), record.statement))) return record;
    const { pair, enrolled } = await pairOf(record.owner);
    const problem = enrolled ? undefined : await enrol(pair, by);
    if (problem) return problem;
    if (record.statement) return record;
    const ready = await signed(record);
    const isThere = await updateRecord(ready);
    return isThere ? ready : { outcome: 'sent', reason: '', status: 0, body: undefined };
  } catch (error) {
    return { outcome: 'later', reason: (error as Error).message, status: 0, body: undefined };
  }
}

async function enrol(pair: CryptoKeyPair, by: SignedInUser): Promise<Posted | undefined> {
  const owner = ownerOf(by);
  const { issuer, subject, tenancy } = owner;
  const now = Date.now() + clockBehind.get();
  const claims = { issuer, subject, tenant_identity: tenancy };
  const { enrolment: enrolmentFor } = await load();
  const enrolment = await enrolmentFor(pair, claims, now).catch(() => {
    throw new Error(fieldTexts.signing.cannot);
  });
  const body = JSON.stringify({ display_name: fieldTexts.signing.keyName, enrolment });
  const posted = await post(by, '/v1/signing_keys', body);
  // 409: it is enrolled, and the response was lost.
  if (posted.outcome !== 'sent' && posted.status !== 409) return posted;
  await change(owner, async (before) => ({ ...before, enrolled: true }));
  return undefined;
}

/**
 * Forgets the key of a person, if it has signed a statement that the service refuses because of its key: the next
 * record is signed with another. A newer key stays.
 */
export const forgetPair = (owner: RecordOwner, refused: SentStatement): Promise<unknown> =>
  change(owner, async (before) => ((await hasSigned(before, refused)) ? { owner, wanted: before.wanted } : before));

const hasSigned = async ({ pair }: StoredSigner, statement: SentStatement): Promise<boolean> =>
  pair !== undefined && (await load()).isOfPair(pair, statement);
