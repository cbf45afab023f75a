import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { SignedInUser } from '../lib/session.ts';
import { Store } from '../lib/store.ts';
import type { RecordOwner } from './queue.ts';
import type { SealedValue } from './seal.ts';

/** The person who was signed in last, without anything that a request could be signed in with. */
export type KnownPerson = Omit<SignedInUser, 'id' | 'csrf'>;

/**
 * A key that encrypts what the device keeps for a person. `wrapped`: the key as the service has sealed it, for the next
 * session of the person. `key`: only while they are signed in.
 */
export type StoredKey = { id?: number; owner: RecordOwner; wrapped: string; key?: CryptoKey };

/**
 * Whether a person wants to sign what they record, and their key pair, whose private key no script can read.
 * `enrolled`: the service knows it.
 */
export type StoredSigner = { owner: RecordOwner; wanted: boolean; pair?: CryptoKeyPair; enrolled?: boolean };

/** What a row has in the clear, and the rest, sealed with the key `keyId`. */
export type SealedRow = { owner: RecordOwner; keyId: number; sealed: SealedValue };

interface FieldSchema extends DBSchema {
  /** In the order in which they were made. */
  records: { key: number; value: SealedRow & { number?: number } };
  /** By person and asset. */
  assets: { key: string; value: SealedRow & { key: string; readAt: number }; indexes: { 'by-read': number } };
  drafts: { key: string; value: SealedRow };
  keys: { key: number; value: StoredKey };
  person: { key: 'person'; value: KnownPerson };
  /** By person and tenancy. */
  signers: { key: string; value: StoredSigner };
  /** The list of what is due, by person and tenancy. */
  due: { key: string; value: SealedRow };
}

const [NAME, VERSION] = ['field', 4];

function createStores(made: IDBPDatabase<FieldSchema>): void {
  for (const name of made.objectStoreNames) made.deleteObjectStore(name);
  made.createObjectStore('records', { keyPath: 'number', autoIncrement: true });
  made.createObjectStore('assets', { keyPath: 'key' }).createIndex('by-read', 'readAt');
  made.createObjectStore('drafts');
  made.createObjectStore('keys', { keyPath: 'id', autoIncrement: true });
  made.createObjectStore('person');
}

let opened: Promise<IDBPDatabase<FieldSchema>> | undefined;

/** Whether a newer page has changed the database. */
export const isOutdated = new Store(false);

/** Opens the database at a version; without one, as it is. */
const openAt = (version: number | undefined): Promise<IDBPDatabase<FieldSchema>> =>
  openDB<FieldSchema>(NAME, version, {
    upgrade: (made, before) => {
      // Version 2 has records that wait.
      if (before < 2) createStores(made);
      if (before < 3) made.createObjectStore('signers');
      made.createObjectStore('due');
    },
    // A tab of a newer version waits for this one.
    blocking: () => void opened?.then((it) => it.close()).finally(() => (opened = undefined)),
    terminated: () => (opened = undefined),
  });

/**
 * The database. One that a newer page has changed is used as it is, so that nothing is lost until the page is loaded
 * again: newer versions keep the stores of this one.
 */
export const database = (): Promise<IDBPDatabase<FieldSchema>> =>
  (opened ??= openAt(VERSION).catch((error: Error) => {
    if (error.name !== 'VersionError') throw error;
    isOutdated.set(true);
    return openAt(undefined);
  }));

/** The key of what a person has of an asset. */
export const keyOf = (owner: RecordOwner, asset: string): string =>
  JSON.stringify([owner.tenancy, owner.issuer, owner.subject, asset]);

const ownerIn = (key: string): RecordOwner => {
  const [tenancy = '', issuer = '', subject = ''] = JSON.parse(key) as string[];
  return { tenancy, issuer, subject };
};

export const ownerOf = ({ issuer, subject, tenancy }: KnownPerson | SignedInUser): RecordOwner => ({
  issuer,
  subject,
  tenancy: tenancy?.identity ?? '',
});

export const knownPerson = async (): Promise<KnownPerson | undefined> => (await database()).get('person', 'person');

/**
 * Keeps who is signed in, if they have chosen a tenancy, and removes the assets and the keys of anybody else, and of
 * tenancies of which they are no members any more, also their key pairs there. Others find theirs again.
 */
export async function keepPerson(person: KnownPerson): Promise<void> {
  const tenancies = new Set([...person.tenancies, person.tenancy?.identity]);
  const isTheirs = ({ issuer, subject, tenancy }: RecordOwner): boolean =>
    issuer === person.issuer && subject === person.subject && tenancies.has(tenancy);
  const isFormer = (owner: RecordOwner): boolean =>
    !isTheirs(owner) && owner.issuer === person.issuer && owner.subject === person.subject;
  const all = (await database()).transaction(['assets', 'due', 'keys', 'person', 'signers'], 'readwrite');
  const [keys, signers] = [all.objectStore('keys'), all.objectStore('signers')];
  for (const store of [all.objectStore('assets'), all.objectStore('due')])
    for (const key of await store.getAllKeys()) if (!isTheirs(ownerIn(key))) await store.delete(key);
  for (const key of await signers.getAllKeys()) if (isFormer(ownerIn(key))) await signers.delete(key);
  for (const { key: _key, ...rest } of await keys.getAll()) if (!isTheirs(rest.owner)) await keys.put(rest);
  if (person.tenancy) await all.objectStore('person').put(person, 'person');
  await all.done;
}

/**
 * Locks what this device keeps: forgets who was signed in, and the keys, until the person signs in again. Assets,
 * records and drafts stay, encrypted.
 */
export async function lockDevice(): Promise<void> {
  const all = (await database()).transaction(['keys', 'person'], 'readwrite');
  const keys = all.objectStore('keys');
  for (const { key: _key, ...rest } of await keys.getAll()) await keys.put(rest);
  await all.objectStore('person').clear();
  await all.done;
}

/** Deletes the key pair of a person who was removed from their tenancy: they sign with another one if they return. */
export const forgetSigner = async (owner: RecordOwner): Promise<void> =>
  (await database()).delete('signers', keyOf(owner, ''));

/**
 * Locks the device and deletes the assets and the list of what is due, at the sign-out and after a session that was
 * ended from elsewhere. Records and drafts stay, encrypted, until the person returns. Does nothing in a browser that
 * says that it has never opened the field page.
 */
export async function forgetPerson(): Promise<void> {
  const known = await indexedDB.databases?.();
  if (known?.some(({ name }) => name === NAME) === false) return;
  for (const store of ['assets', 'due'] as const) await (await database()).clear(store);
  await lockDevice();
}
