import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Schemas } from '../lib/schemas.ts';
import type { SignedInUser } from '../lib/session.ts';
import type { OfferedTemplate } from '../lib/templates.ts';
import type { RecordDraft } from './record-fields.tsx';
import { isOwner, type RecordOwner, type PendingRecord } from './queue.ts';

/** An asset as this device keeps it for times without a network. */
export type KeptAsset = {
  /** `tenancy/uuid`. */
  key: string;
  tenancy: string;
  uuid: string;
  asset: Schemas['Asset'];
  events: Schemas['AssetEvent'][];
  picture?: Blob;
  /** Whether the person may record on it, and the types that they may record; undefined: all. */
  records: boolean;
  types: readonly string[] | undefined;
  /** The templates that suit the asset and the person. */
  templates: OfferedTemplate[];
  /** When it was read, in milliseconds since the epoch. */
  readAt: number;
};

/** The person who was signed in last, without anything that a request could be signed in with. */
export type KnownPerson = Omit<SignedInUser, 'id' | 'csrf'>;

interface FieldSchema extends DBSchema {
  records: { key: number; value: PendingRecord };
  assets: { key: string; value: KeptAsset };
  person: { key: 'person'; value: KnownPerson };
  /** By tenancy, person and asset. */
  drafts: { key: string; value: RecordDraft };
  /** The CSRF token of a session whose person has signed out, which the service may not know; '' if not known. */
  ended: { key: 'session'; value: string };
}

/** The most assets that are kept; the ones that were read first are removed. */
const MOST_ASSETS = 300;
/** The most records that wait on a device. */
export const MOST_RECORDS = 500;

let opened: Promise<IDBPDatabase<FieldSchema>> | undefined;

const database = (): Promise<IDBPDatabase<FieldSchema>> =>
  (opened ??= openDB<FieldSchema>('field', 1, {
    upgrade: (made) => {
      made.createObjectStore('records', { keyPath: 'number', autoIncrement: true });
      made.createObjectStore('assets', { keyPath: 'key' });
      made.createObjectStore('person');
      made.createObjectStore('drafts');
      made.createObjectStore('ended');
    },
  }));

/** All records of this device, of all people, in their order. */
export const records = async (): Promise<PendingRecord[]> => (await database()).getAll('records');

/** Adds a record at the end of the queue, or changes one that has a number. Throws QuotaExceededError. */
export async function putRecord(record: PendingRecord): Promise<void> {
  await (await database()).put('records', record);
}

export async function removeRecord({ number }: PendingRecord): Promise<void> {
  await (await database()).delete('records', number!);
}

/** The assets of a tenancy that are kept, the ones read last first. */
export async function keptAssets(tenancy: string): Promise<KeptAsset[]> {
  const all = await (await database()).getAll('assets');
  return all.filter((kept) => kept.tenancy === tenancy).toSorted((a, b) => b.readAt - a.readAt);
}

export const keptAsset = async (tenancy: string, uuid: string): Promise<KeptAsset | undefined> =>
  (await database()).get('assets', `${tenancy}/${uuid}`);

export async function keepAsset(kept: KeptAsset): Promise<void> {
  const store = (await database()).transaction('assets', 'readwrite').store;
  await store.put(kept);
  const all = await store.getAll();
  const oldest = all.toSorted((a, b) => a.readAt - b.readAt).slice(0, Math.max(0, all.length - MOST_ASSETS));
  for (const { key } of oldest) await store.delete(key);
}

const draftKey = (owner: RecordOwner, asset: string): string =>
  JSON.stringify([owner.tenancy, owner.issuer, owner.subject, asset]);

/** What a person has begun to record on an asset, with its photos. */
export const draftOf = async (owner: RecordOwner, asset: string): Promise<RecordDraft | undefined> =>
  (await database()).get('drafts', draftKey(owner, asset));

/** Keeps what a person has begun to record; undefined: nothing any more. */
export async function keepDraft(owner: RecordOwner, asset: string, draft: RecordDraft | undefined): Promise<void> {
  const opened = await database();
  if (draft) await opened.put('drafts', draft, draftKey(owner, asset));
  else await opened.delete('drafts', draftKey(owner, asset));
}

export const knownPerson = async (): Promise<KnownPerson | undefined> => (await database()).get('person', 'person');

/** Keeps who is signed in, and removes the assets of anybody else. */
export async function keepPerson(person: KnownPerson): Promise<void> {
  const before = await knownPerson();
  const opened = await database();
  if (before && !isOwner(ownerOf(before), ownerOf(person))) await opened.clear('assets');
  await opened.put('person', person, 'person');
}

/** Whether a session of the browser must be ended, because its person has signed out without a network. */
export async function hasEnded(csrf: string): Promise<boolean> {
  const ended = await (await database()).get('ended', 'session');
  return ended === csrf || ended === '';
}

/** The service has ended the session, or there is a new one. */
export async function forgetEnded(): Promise<void> {
  await (await database()).delete('ended', 'session');
}

/** Forgets the person and their assets, at the sign-out. Records stay, and are sent when the person returns. */
export async function forgetPerson(csrf: string): Promise<void> {
  const opened = await database();
  await Promise.all([opened.put('ended', csrf, 'session'), opened.clear('assets'), opened.clear('person')]);
}

export const ownerOf = ({ issuer, subject, tenancy }: KnownPerson | SignedInUser): RecordOwner => ({
  issuer,
  subject,
  tenancy: tenancy?.identity ?? '',
});
