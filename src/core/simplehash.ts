import { sha256 } from '@noble/hashes/sha2.js';
import type { Attributes } from './attributes.ts';
import { bencode } from './bencode.ts';
import type { PrincipalInfo } from './identity.ts';
import { toHex } from './text.ts';

/** The fourteen fields of an event, as the API shows them, that SIMPLEHASHV1 covers; a record may have others. */
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

/** Why events have no simple hash. */
export class SimpleHashError extends Error {}

/**
 * The canonical bytes of one event: bencode of its fourteen fields. V1 names public assets as what they are,
 * V2 hashes identities as they were returned. Throws SimpleHashError for a missing field or a pending event.
 */
export function canonicalEvent(event: HashedEvent, version: 1 | 2 = 1): Uint8Array {
  const fields = Object.fromEntries(
    FIELDS.map((name) => {
      if (!Object.hasOwn(event, name)) throw new SimpleHashError(`${name} is missing`);
      return [name, event[name]];
    }),
  ) as HashedEvent;
  if (fields.confirmation_status !== 'CONFIRMED' && fields.confirmation_status !== 'FAILED')
    throw new SimpleHashError(`${fields.identity} is ${fields.confirmation_status}`);
  if (version === 1) {
    fields.identity = fields.identity.replaceAll('publicassets/', 'assets/');
    fields.asset_identity = fields.asset_identity.replaceAll('publicassets/', 'assets/');
  }
  return bencode(fields);
}

/** The hash of events in the order of their identities: their canonical bytes one after the other, in one SHA-256. */
export class SimpleHash {
  readonly #hash = sha256.create();
  readonly #version: 1 | 2;

  constructor(version: 1 | 2 = 1) {
    this.#version = version;
  }

  add(event: HashedEvent): void {
    this.#hash.update(canonicalEvent(event, this.#version));
  }

  /** 64 lower-case hexadecimal digits. */
  digest(): string {
    return toHex(this.#hash.digest());
  }
}
