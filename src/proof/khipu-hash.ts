import type { Hex } from 'ox/Hex';
import { fromHex as encodeRlp } from 'ox/Rlp';
import type { Attributes, AttributeValue } from '../formats/records/attributes.ts';
import type { PrincipalInfo } from '../lib/identifiers.ts';
import { sha256 } from '../lib/sha256.ts';
import { compareUtf8, toHex, utf8 } from '../lib/text.ts';
import type { HashedEvent } from '../formats/simple-hash.ts';

/** The fields of an event that KHIPU hashes. */
export type KhipuEvent = Omit<HashedEvent, 'timestamp_committed' | 'confirmation_status'>;

type Rlp = Hex | Rlp[];

/**
 * KHIPUV1: the bytes whose SHA-256 is on the chain. RLP of [1, salt, tenant, asset, event, operation, behaviour,
 * principal_declared, principal_accepted, timestamp_declared, timestamp_accepted, from, names, values]. The time of
 * commit is not included: it is the timestamp of the block. The salt (32 random bytes, visible to readers of the whole
 * event) prevents guessing values from the hash.
 */
export function khipuPreimage(event: KhipuEvent, salt: Uint8Array): Uint8Array {
  const [, asset = '', , id = ''] = event.identity.split('/');
  const names = (kind: string, attributes: Attributes): [string, string, AttributeValue][] =>
    Object.keys(attributes)
      .toSorted(compareUtf8)
      .map((name) => [kind, name, attributes[name]!]);
  const attributes = [...names('asset', event.asset_attributes), ...names('event', event.event_attributes)];
  return encodeRlp(
    [
      '0x01',
      hex(salt),
      uuid(event.tenant_identity.slice('tenant/'.length)),
      uuid(asset),
      uuid(id),
      text(event.operation),
      text(event.behaviour),
      who(event.principal_declared),
      who(event.principal_accepted),
      text(event.timestamp_declared),
      text(event.timestamp_accepted),
      event.from.toLowerCase() as Hex,
      attributes.map(([kind, name]) => [text(kind), text(name)]),
      attributes.map(([, , value]) => valueOf(value)),
    ] as Rlp[],
    { as: 'Bytes' },
  );
}

/** The event hash on the chain: 64 lower-case hexadecimal digits. */
export const khipuHash = (preimage: Uint8Array): string => toHex(sha256(preimage));

const hex = (bytes: Uint8Array): Hex => `0x${toHex(bytes)}`;
const text = (value: string): Hex => hex(utf8(value));
const uuid = (value: string): Hex => `0x${value.replaceAll('-', '')}`;

const who = ({ issuer, subject, display_name, email }: PrincipalInfo): Rlp => [
  text(issuer),
  text(subject),
  text(display_name),
  text(email),
];

/** A string; ["dictv2", [[key, value]…]]; or ["listv2", [[[key, value]…]…]]. Keys are sorted by their UTF-8 bytes. */
function valueOf(value: AttributeValue): Rlp {
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return [text('listv2'), value.map(pairs)];
  return [text('dictv2'), pairs(value)];
}

const pairs = (map: Record<string, string>): Rlp =>
  Object.keys(map)
    .toSorted(compareUtf8)
    .map((key) => [text(key), text(map[key]!)]);
