import { sha256 } from '@noble/hashes/sha2.js';
import { toHex, utf8 } from './text.ts';

/** A version 4 uuid in lower case: what every generated id is, and what paths are checked against. */
export const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The nil UUID (RFC 9562, section 5.9). */
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** The scope of anchors that cover the public events of all tenancies. */
export const PUBLIC_SCOPE = NIL_UUID;

/** The subject that stands for the caller's own tenancy. */
export const SELF_SUBJECT = NIL_UUID;

/** A uuid that is a function of its parts (SHA-256), shaped as version 4 so that clients accept it. */
export function derivedUuid(...parts: string[]): string {
  const bytes = sha256(utf8(parts.map((part) => `${part.length}:${part}`).join(''))).slice(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = toHex(bytes);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** `collection/<uuid>` -> uuid, or undefined. */
export function uuidOf(collection: string, identity: string): string | undefined {
  const uuid = identity.startsWith(`${collection}/`) ? identity.slice(collection.length + 1) : '';
  return UUID_V4.test(uuid) ? uuid : undefined;
}

/** What identities of assets and events start with: `publicassets` in what the public paths show. */
export type AssetFamily = 'assets' | 'publicassets';

/** A principal as the API shows it (spec, Event). */
export type PrincipalInfo = { issuer: string; subject: string; display_name: string; email: string };

export const BLANK_PRINCIPAL: PrincipalInfo = { issuer: '', subject: '', display_name: '', email: '' };
