import type { Attributes } from './records/attributes.ts';
import { encoding, type Bencodable } from './bencode.ts';
import type { PrincipalInfo } from '../lib/identifiers.ts';
import { Sha256 } from '../lib/sha256.ts';
import { toHex } from '../lib/text.ts';

/** The fourteen fields of an event in the API that SIMPLEHASHV1 covers. An event may have further fields. */
export type HashedEvent = {
  identity: string;
  asset_identity: string;
  event_attributes: Attributes;
  asset_attributes: Attributes;
  operation: string;
  behaviour: string;
  timestamp_declared: string;
  timestamp_accepted: string;
  timestamp_committed: string;
  principal_accepted: PrincipalInfo;
  principal_declared: PrincipalInfo;
  confirmation_status: string;
  from: string;
  tenant_identity: string;
};

const FIELDS = [
  'identity',
  'asset_identity',
  'event_attributes',
  'asset_attributes',
  'operation',
  'behaviour',
  'timestamp_declared',
  'timestamp_accepted',
  'timestamp_committed',
  'principal_accepted',
  'principal_declared',
  'confirmation_status',
  'from',
  'tenant_identity',
] as const satisfies (keyof HashedEvent)[];
/** In the order of bencode. */
const SORTED = FIELDS.toSorted();

/** An event cannot be hashed: a field is missing, or it is not confirmed yet. */
export class SimpleHashError extends Error {}

/**
 * The canonical bytes of one event: bencode of its fourteen fields. Version 1 replaces `publicassets/` in identities
 * with `assets/`, version 2 hashes them as returned. Throws SimpleHashError for a missing field or a pending event.
 */
export function canonicalEvent(event: HashedEvent, version: 1 | 2 = 1): Uint8Array {
  writeEvent(event, version);
  return encoding.copy();
}

function writeEvent(event: HashedEvent, version: 1 | 2): void {
  for (const name of FIELDS) if (!Object.hasOwn(event, name)) throw new SimpleHashError(`${name} is missing`);
  const { confirmation_status } = event;
  if (confirmation_status !== 'CONFIRMED' && confirmation_status !== 'FAILED')
    throw new SimpleHashError(
      `${event.identity}: confirmation_status is ${confirmation_status}; must be CONFIRMED or FAILED`,
    );
  encoding.begin();
  encoding.map();
  for (const name of SORTED) {
    const value: Bencodable = event[name];
    const isIdentity = name === 'identity' || name === 'asset_identity';
    encoding.string(name);
    encoding.value(isIdentity && version === 1 ? event[name].replaceAll('publicassets/', 'assets/') : value);
  }
  encoding.end();
}

/** The SHA-256 of the concatenated canonical bytes of events. Events must be added in the order of their identities. */
export class SimpleHash {
  readonly #hash = new Sha256();
  readonly #version: 1 | 2;

  constructor(version: 1 | 2 = 1) {
    this.#version = version;
  }

  add(event: HashedEvent): void {
    writeEvent(event, this.#version);
    encoding.read((bytes, length) => this.#hash.update(bytes.subarray(0, length)));
  }

  /** 64 lower-case hexadecimal digits. */
  digest(): string {
    return toHex(this.#hash.digest());
  }
}
