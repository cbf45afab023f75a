import { sha256 } from './sha256.ts';
import { toHex, utf8 } from './text.ts';
import { ambient } from './time.ts';

/** A version 4 uuid in lower case: the form of generated ids, and of ids in paths. */
export const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The nil UUID (RFC 9562, section 5.9). */
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** The scope of anchors that cover the public events of all tenancies. */
export const PUBLIC_SCOPE = NIL_UUID;

/** The id of the subject that represents the caller's own tenancy. */
export const SELF_SUBJECT = NIL_UUID;

/** A uuid that is derived from its parts by SHA-256. Has the form of version 4, so that clients accept it. */
export function derivedUuid(...parts: string[]): string {
  const bytes = sha256(utf8(parts.map((part) => `${part.length}:${part}`).join(''))).slice(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = toHex(bytes);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/**
 * The hexadecimal digits at the end of a uuid that are its slot. A record has the slot of its tenancy, so that its
 * address alone tells which database has it (docs/scaling.md). Uuids of 0.2.0, and those that follow from a key or a
 * statement, have any slot.
 */
export const SLOT_DIGITS = 4;

/** A new uuid for a record of a tenancy: random (RFC 9562, version 4), except for its slot. */
export const uuidIn = (tenant: string): string => ambient.uuid().slice(0, -SLOT_DIGITS) + tenant.slice(-SLOT_DIGITS);

/** The uuid in `collection/<uuid>`, or undefined. */
export function uuidOf(collection: string, identity: string): string | undefined {
  const uuid = identity.startsWith(`${collection}/`) ? identity.slice(collection.length + 1) : '';
  return UUID_V4.test(uuid) ? uuid : undefined;
}

/** The prefix of the identities of assets and events: `publicassets` in responses of the public paths. */
export type AssetFamily = 'assets' | 'publicassets';

/** A principal as events show it. */
export type PrincipalInfo = { issuer: string; subject: string; display_name: string; email: string };

export const BLANK_PRINCIPAL: PrincipalInfo = { issuer: '', subject: '', display_name: '', email: '' };
