import type { SentStatement } from '../../../src/formats/statement/author.ts';
import type { Attributes } from '../../../src/formats/records/attributes.ts';

/** Who has recorded: a record is sent only in a session of the same person and tenancy. */
export type RecordOwner = { issuer: string; subject: string; tenancy: string };

/**
 * A photo or signature of a record, whose file is encrypted once the device has it. `attached`: the value of its
 * attribute, once the file is uploaded.
 */
export type Photo = {
  /** The attribute of the event, and that of the asset, if the asset gets it as well. */
  attribute: string;
  assetAttribute?: string;
  name: string;
  file: Blob;
  attached?: Record<string, string>;
};

/** A record that this device keeps until the service has it. */
export type PendingRecord = {
  /** The order in which records were made, and the key that encrypts it, once the device has it. */
  number?: number;
  keyId?: number;
  /** The `Record-Id`, with which it can be sent again at any time and is recorded once. */
  id: string;
  owner: RecordOwner;
  /** The UUID and the name of the asset. */
  asset: string;
  assetName: string;
  /** When it was recorded, as RFC 3339 in UTC: the declared time of the event. */
  at: string;
  attributes: Attributes;
  /** Changes to attributes of the asset. */
  changes: Attributes;
  photos: Photo[];
  /** Whether its author signs it, and the last checkpoint of the log that they have seen (a signed note). */
  signs?: boolean;
  checkpoint?: string;
  /** What the author has signed, with which it can be sent again at any time and is recorded once. */
  statement?: SentStatement;
  /** Why the service refused it. It stays until the person removes it or has it sent again. */
  refused?: string;
};

/** What a person has said about a record. `values` and `photosOf`: by the names of the fields of the template. */
export type RecordDraft = {
  /** The identity of the template; empty: none. */
  template: string;
  type: string;
  values: Record<string, string>;
  text: string;
  photos: File[];
  photosOf: Record<string, File | undefined>;
  signature: Blob | undefined;
  /** The name of the receiver, who signs on the glass. */
  receiver: string;
  small: boolean;
  place: boolean;
};

/** What follows from a response to a record, or to one of its files. */
export type SendOutcome = 'sent' | 'refused' | 'later' | 'signed out';

const LATER = new Set([408, 425, 429]);

/**
 * What follows from the status and the JSON of a response; undefined for a body that is no JSON. Only a response that
 * names what was stored counts as sent, and only an error of the service as its refusal: what is between may answer
 * with pages of its own.
 */
export function outcomeOf(status: number, body: { identity?: string; message?: string } | undefined): SendOutcome {
  if (status >= 200 && status < 300) return typeof body?.identity === 'string' ? 'sent' : 'later';
  if (typeof body?.message !== 'string') return 'later';
  if (status === 401) return 'signed out';
  return LATER.has(status) || status >= 500 ? 'later' : 'refused';
}

export const isOwner = (one: RecordOwner, other: RecordOwner | undefined): boolean =>
  one.issuer === other?.issuer && one.subject === other.subject && one.tenancy === other.tenancy;

/** The records of a person that can be sent, in the order in which they were made. */
export const toSend = (records: readonly PendingRecord[], owner: RecordOwner): PendingRecord[] =>
  records
    .filter((record) => isOwner(record.owner, owner) && record.refused === undefined)
    .toSorted((a, b) => a.number! - b.number!);

/**
 * A refused record as it is sent again. A signed one keeps its statement, as another statement would be another event,
 * unless the service refused the statement or its key, or does not have a file any more that the statement names: then
 * it is signed once more, as is one that was refused for lack of a signature. The files of a record without a statement
 * are uploaded once more, because the service may not have them any more.
 */
export function sentAgain({ refused = '', ...record }: PendingRecord): PendingRecord {
  const isOfStatement = /^author_statement[.:]/.test(refused);
  const isFileGone = record.photos.some(
    ({ attached }) => attached && refused.includes(`${attached['arc_blob_identity']} does not exist`),
  );
  if (record.statement && !isOfStatement && !isFileGone) return record;
  const { statement: _statement, ...waiting } = record;
  const signs = record.signs === true || isOfStatement;
  return { ...waiting, signs, photos: record.photos.map(({ attached: _attached, ...photo }) => photo) };
}

/** The body of the request that records it: the same each time, as `Record-Id` requires. */
export const bodyOf = ({ at, attributes, changes, photos }: PendingRecord) => ({
  operation: 'Record',
  behaviour: 'RecordEvidence',
  timestamp_declared: at,
  event_attributes: {
    ...attributes,
    ...Object.fromEntries(photos.map(({ attribute, attached }) => [attribute, attached!])),
  },
  asset_attributes: {
    ...changes,
    ...Object.fromEntries(
      photos.flatMap(({ assetAttribute, attached }) => (assetAttribute ? [[assetAttribute, attached!]] : [])),
    ),
  },
});

/** Attempts of one record that fail although the service can be reached, after which it is set aside. */
export const ATTEMPTS = 3;

/** Milliseconds until the next attempt after `failures` attempts in a row: from 5 s, doubled, at most 5 minutes. */
export const delayAfter = (failures: number): number => Math.min(5_000 * 2 ** Math.max(0, failures - 1), 300_000);
