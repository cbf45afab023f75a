import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Schemas } from '../lib/schemas.ts';
import type { SignedInUser } from '../lib/session.ts';
import type { OfferedTemplate } from '../lib/templates.ts';
import { isOwner, type PendingRecord, type RecordDraft, type RecordOwner } from './queue.ts';

/** An asset as this device keeps it for times without a network. */
export type KeptAsset = {
  key: string;
  /** The person who has read it. */
  owner: RecordOwner;
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
  /** By person and asset. */
  assets: { key: string; value: KeptAsset; indexes: { 'by-read': number } };
  drafts: { key: string; value: RecordDraft };
  person: { key: 'person'; value: KnownPerson };
}

const NAME = 'field';
/** The most assets that are kept; the ones that were read first are removed. */
const MOST_ASSETS = 300;
/** The most records that wait on a device. */
export const MOST_RECORDS = 500;

let opened: Promise<IDBPDatabase<FieldSchema>> | undefined;

const database = (): Promise<IDBPDatabase<FieldSchema>> =>
  (opened ??= openDB<FieldSchema>(NAME, 1, {
    upgrade: (made) => {
      made.createObjectStore('records', { keyPath: 'number', autoIncrement: true });
      made.createObjectStore('assets', { keyPath: 'key' }).createIndex('by-read', 'readAt');
      made.createObjectStore('drafts');
      made.createObjectStore('person');
    },
  }));

/** The key of what a person has of an asset. */
export const keyOf = (owner: RecordOwner, asset: string): string =>
  JSON.stringify([owner.tenancy, owner.issuer, owner.subject, asset]);

/** All records of this device, of all people, in their order. */
export const records = async (): Promise<PendingRecord[]> => (await database()).getAll('records');

/** Adds a record at the end of the queue in place of its draft, in one transaction. Throws QuotaExceededError. */
export async function addRecord(record: PendingRecord): Promise<void> {
  const both = (await database()).transaction(['records', 'drafts'], 'readwrite');
  await Promise.all([
    both.objectStore('records').add(record),
    both.objectStore('drafts').delete(keyOf(record.owner, record.asset)),
    both.done,
  ]);
}

/** Changes a record. Returns false if the person has deleted it. Throws QuotaExceededError. */
export async function updateRecord(record: PendingRecord): Promise<boolean> {
  const { store, done } = (await database()).transaction('records', 'readwrite');
  const isThere = (await store.getKey(record.number!)) !== undefined;
  await Promise.all([isThere && store.put(record), done]);
  return isThere;
}

/** Whether the person has not deleted a record. */
export const hasRecord = async ({ number }: PendingRecord): Promise<boolean> =>
  (await (await database()).getKey('records', number!)) !== undefined;

export async function removeRecord({ number }: PendingRecord): Promise<void> {
  await (await database()).delete('records', number!);
}

/** The assets that are kept for a person, the ones read last first. */
export async function keptAssets(owner: RecordOwner): Promise<KeptAsset[]> {
  const all = await (await database()).getAll('assets');
  return all.filter((kept) => isOwner(kept.owner, owner)).toSorted((a, b) => b.readAt - a.readAt);
}

export const keptAsset = async (owner: RecordOwner, uuid: string): Promise<KeptAsset | undefined> =>
  (await database()).get('assets', keyOf(owner, uuid));

/** Keeps an asset, in place of the ones that were read first. Throws QuotaExceededError. */
export async function keepAsset(kept: KeptAsset): Promise<void> {
  const store = (await database()).transaction('assets', 'readwrite').store;
  await store.put(kept);
  const excess = (await store.count()) - MOST_ASSETS;
  if (excess <= 0) return;
  for (const key of await store.index('by-read').getAllKeys(null, excess)) await store.delete(key);
}

export async function removeAsset(owner: RecordOwner, uuid: string): Promise<void> {
  await (await database()).delete('assets', keyOf(owner, uuid));
}

/** What a person has begun to record on an asset, with its photos. */
export const draftOf = async (owner: RecordOwner, asset: string): Promise<RecordDraft | undefined> =>
  (await database()).get('drafts', keyOf(owner, asset));

/** Keeps what a person has begun to record. Throws QuotaExceededError. */
export async function keepDraft(owner: RecordOwner, asset: string, draft: RecordDraft): Promise<void> {
  await (await database()).put('drafts', draft, keyOf(owner, asset));
}

export const knownPerson = async (): Promise<KnownPerson | undefined> => (await database()).get('person', 'person');

/** Keeps who is signed in, and removes the assets of anybody else. */
export async function keepPerson(person: KnownPerson): Promise<void> {
  const opened = await database();
  const before = await knownPerson();
  if (!before || !isOwner(ownerOf(before), ownerOf(person))) await opened.clear('assets');
  await opened.put('person', person, 'person');
}

/** Forgets who was signed in last, because the browser has no session of theirs. */
export async function forgetKnown(): Promise<void> {
  await (await database()).clear('person');
}

/**
 * Forgets the person and their assets, at the sign-out. Records and drafts stay, until the person returns. Does nothing
 * in a browser that has never opened the field page.
 */
export async function forgetPerson(): Promise<void> {
  const known = (await indexedDB.databases?.()) ?? [];
  if (!known.some(({ name }) => name === NAME)) return;
  const opened = await database();
  await Promise.all([opened.clear('assets'), opened.clear('person')]);
}

export const ownerOf = ({ issuer, subject, tenancy }: KnownPerson | SignedInUser): RecordOwner => ({
  issuer,
  subject,
  tenancy: tenancy?.identity ?? '',
});
