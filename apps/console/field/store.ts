import type { AssetCorrections } from '../lib/corrections.ts';
import type { Schemas } from '../lib/schemas.ts';
import type { OfferedTemplate } from '../lib/templates.ts';
import { database, keyOf, type SealedRow } from './database.ts';
import { openingKey, sealingKey } from './device-keys.ts';
import { isOwner, type PendingRecord, type Photo, type RecordDraft, type RecordOwner } from './queue.ts';
import { open, openFile, seal } from './seal.ts';
import { fieldTexts } from './texts/texts.ts';

/** An asset as this device keeps it for times without a network. */
export type KeptAsset = {
  /** The person who has read it. */
  owner: RecordOwner;
  uuid: string;
  asset: Schemas['Asset'];
  events: Schemas['AssetEvent'][];
  /** The corrections of its events; undefined if they could not be read. */
  corrections?: AssetCorrections;
  picture?: Blob;
  /** Whether the person may record on it, and the types that they may record; undefined: all. */
  records: boolean;
  types: readonly string[] | undefined;
  /** The templates that suit the asset and the person. */
  templates: OfferedTemplate[];
  /** Whether what is recorded on it must be signed, and the last checkpoint of its log (a signed note). */
  mustSign?: boolean;
  checkpoint?: string;
  /** When it was read, in milliseconds since the epoch. */
  readAt: number;
};

/** A machine on which the person may record, and which is not compliant or soon will not be. */
export type DueMachine = {
  uuid: string;
  name: string;
  type: string;
  compliant: boolean;
  /** RFC 3339 in UTC; null without a due date. */
  dueAt: string | null;
  /** Why it is due, by rules that are not met. */
  reasons: string[];
};

/** What is due for a person, as this device keeps it for times without a network. */
export type KeptDue = {
  owner: RecordOwner;
  machines: DueMachine[];
  /** Whether there are more. */
  hasMore: boolean;
  /** Up to when the service had evaluated it; null: not yet. */
  evaluatedAt: string | null;
  /** When it was read, in milliseconds since the epoch. */
  readAt: number;
};

/** The most assets that are kept; the ones that were read first are removed. */
const MOST_ASSETS = 300;
/** The most records that wait on a device. */
export const MOST_RECORDS = 500;

/** Leaves a file sealed. */
const asItIs = async (file: Blob): Promise<Blob> => file;

/** Opens a row; undefined while the device is locked for its person, and for one that was damaged. */
async function opened<T>({ keyId, sealed }: SealedRow, fileOf?: typeof asItIs): Promise<T | undefined> {
  const key = await openingKey(keyId);
  return key && open<T>(key, sealed, fileOf).catch(() => undefined);
}

async function sealed(owner: RecordOwner, value: object): Promise<SealedRow> {
  const { id, key } = await sealingKey(owner);
  return { owner, keyId: id, sealed: await seal(key, value) };
}

/**
 * The records that this device keeps: those of a person in their order, with their files still sealed; how many of
 * theirs cannot be opened (`sealed`), because the keys have not come yet; and how many other people have made.
 */
export type WaitingRecords = { own: readonly PendingRecord[]; sealed: number; others: number };

export async function records(owner: RecordOwner | undefined): Promise<WaitingRecords> {
  const all = await (await database()).getAll('records');
  const theirs = all.filter((row) => owner && isOwner(row.owner, owner));
  const read = await Promise.all(
    theirs.map(async (row) => {
      const record = await opened<PendingRecord>(row, asItIs);
      return record && { ...record, number: row.number!, keyId: row.keyId };
    }),
  );
  const own = read.filter((record) => record !== undefined);
  return { own, sealed: theirs.length - own.length, others: all.length - theirs.length };
}

/** A file of a record that waits. Throws if the device is locked. */
export async function fileOf({ keyId }: PendingRecord, { file }: Photo): Promise<Blob> {
  const key = await openingKey(keyId!);
  if (!key) throw new Error(fieldTexts.record.locked);
  return openFile(key, file);
}

/** What is written last: encryption takes time, and a draft must not be kept after its record. */
let writing: Promise<unknown> = Promise.resolve();
function inOrder<T>(write: () => Promise<T>): Promise<T> {
  const written = writing.then(write);
  writing = written.catch(() => undefined);
  return written;
}

/** Adds a record at the end of the queue in place of its draft, in one transaction. Throws QuotaExceededError. */
export const addRecord = (record: PendingRecord): Promise<void> => inOrder(() => add(record));

async function add(record: PendingRecord): Promise<void> {
  const row = await sealed(record.owner, record);
  const both = (await database()).transaction(['records', 'drafts'], 'readwrite');
  await Promise.all([
    both.objectStore('records').add(row),
    both.objectStore('drafts').delete(keyOf(record.owner, record.asset)),
    both.done,
  ]);
}

/** Changes a record. Returns false if the person has deleted it. Throws QuotaExceededError, and if locked. */
export async function updateRecord(record: PendingRecord): Promise<boolean> {
  const { number, keyId, owner } = record;
  const key = await openingKey(keyId!);
  if (!key) throw new Error(fieldTexts.record.locked);
  const row = { number: number!, owner, keyId: keyId!, sealed: await seal(key, record, asItIs) };
  const { store, done } = (await database()).transaction('records', 'readwrite');
  const isThere = (await store.getKey(number!)) !== undefined;
  await Promise.all([isThere && store.put(row), done]);
  return isThere;
}

/** Whether the person has not deleted a record. */
export const hasRecord = async ({ number }: PendingRecord): Promise<boolean> =>
  (await (await database()).getKey('records', number!)) !== undefined;

export async function removeRecord({ number }: PendingRecord): Promise<void> {
  await (await database()).delete('records', number!);
}

/** The assets that are kept for a person, without their pictures, the ones read last first. */
export async function keptAssets(owner: RecordOwner): Promise<Omit<KeptAsset, 'picture'>[]> {
  const all = (await (await database()).getAll('assets')).filter((row) => isOwner(row.owner, owner));
  const kept = await Promise.all(all.map((row) => opened<KeptAsset>(row, asItIs)));
  return kept.filter((asset) => asset !== undefined).toSorted((a, b) => b.readAt - a.readAt);
}

export async function keptAsset(owner: RecordOwner, uuid: string): Promise<KeptAsset | undefined> {
  const row = await (await database()).get('assets', keyOf(owner, uuid));
  return row && opened<KeptAsset>(row);
}

/** Keeps an asset, in place of the ones that were read first. Throws QuotaExceededError. */
export async function keepAsset(kept: KeptAsset): Promise<void> {
  const { owner, uuid, readAt } = kept;
  const row = { ...(await sealed(owner, kept)), key: keyOf(owner, uuid), readAt };
  const store = (await database()).transaction('assets', 'readwrite').store;
  await store.put(row);
  const excess = (await store.count()) - MOST_ASSETS;
  if (excess <= 0) return;
  for (const key of await store.index('by-read').getAllKeys(null, excess)) await store.delete(key);
}

export async function removeAsset(owner: RecordOwner, uuid: string): Promise<void> {
  await (await database()).delete('assets', keyOf(owner, uuid));
}

/** The list of what is due that is kept for a person. */
export async function keptDue(owner: RecordOwner): Promise<KeptDue | undefined> {
  const row = await (await database()).get('due', keyOf(owner, ''));
  return row && opened<KeptDue>(row);
}

/** Keeps what is due for a person, in place of what was. Throws QuotaExceededError. */
export async function keepDue(due: KeptDue): Promise<void> {
  const row = await sealed(due.owner, due);
  await (await database()).put('due', row, keyOf(due.owner, ''));
}

/** What a person has begun to record on an asset, with its photos. */
export async function draftOf(owner: RecordOwner, asset: string): Promise<RecordDraft | undefined> {
  const row = await (await database()).get('drafts', keyOf(owner, asset));
  return row && opened<RecordDraft>(row);
}

/** Keeps what a person has begun to record. Throws QuotaExceededError. */
export const keepDraft = (owner: RecordOwner, asset: string, draft: RecordDraft): Promise<unknown> =>
  inOrder(async () => (await database()).put('drafts', await sealed(owner, draft), keyOf(owner, asset)));
