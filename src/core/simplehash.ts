import type { Attributes } from './attributes.ts';
import { bencode } from './bencode.ts';
import type { PrincipalInfo } from './identity.ts';
import { Sha256 } from './sha256.ts';
import { toHex } from './text.ts';

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

/** An event cannot be hashed: a field is missing, or it is not confirmed yet. */
export class SimpleHashError extends Error {}

/**
 * The canonical bytes of one event: bencode of its fourteen fields. Version 1 replaces `publicassets/` in identities with
 * `assets/`, version 2 hashes them as returned. Throws SimpleHashError for a missing field or a pending event.
 */
export function canonicalEvent(event: HashedEvent, version: 1 | 2 = 1): Uint8Array {
  const fields = Object.fromEntries(
    FIELDS.map((name) => {
      if (!Object.hasOwn(event, name)) throw new SimpleHashError(`${name} is missing`);
      return [name, event[name]];
    }),
  ) as HashedEvent;
  if (fields.confirmation_status !== 'CONFIRMED' && fields.confirmation_status !== 'FAILED')
    throw new SimpleHashError(
      `${fields.identity}: confirmation_status is ${fields.confirmation_status}; must be CONFIRMED or FAILED`,
    );
  if (version === 1) {
    fields.identity = fields.identity.replaceAll('publicassets/', 'assets/');
    fields.asset_identity = fields.asset_identity.replaceAll('publicassets/', 'assets/');
  }
  return bencode(fields);
}

/** The SHA-256 of the concatenated canonical bytes of events. Events must be added in the order of their identities. */
export class SimpleHash {
  readonly #hash = new Sha256();
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
