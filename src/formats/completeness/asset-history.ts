import { joinBytes } from '../../lib/bytes.ts';
import { sha256 } from '../../lib/sha256.ts';
import { utf8 } from '../../lib/text.ts';
import { HASH_BYTES } from '../log/tree.ts';

/**
 * What the map of a log has for each asset: the number of its events in this log, and a hash chain over the leaf hashes
 * of their entries, in the order of the log. docs/log-entries.md, section LOGMAPV1.
 */

/** The length of the salt of a map in bytes. */
export const MAP_SALT_BYTES = 32;

const [KEY, EVENT, ASSET] = ['LOGMAPV1-KEY', 'LOGMAPV1-EVENT', 'LOGMAPV1-ASSET'].map(utf8) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];

/** `events`: the number of events; `chain`: the hash over them, 32 bytes. */
export type AssetHistory = { events: number; chain: Uint8Array };

/** The history of an asset without events. */
export const NO_EVENTS: AssetHistory = { events: 0, chain: new Uint8Array(HASH_BYTES) };

/** The key of an asset in the map with this salt: 32 bytes. `uuid`: its text in lower case. */
export const assetKey = (salt: Uint8Array, uuid: string): Uint8Array => sha256(joinBytes([KEY, salt, utf8(uuid)]));

/** The history after one more event, whose entry has this leaf hash. */
export const withEvent = ({ events, chain }: AssetHistory, leaf: Uint8Array): AssetHistory => ({
  events: events + 1,
  chain: sha256(joinBytes([EVENT, chain, leaf])),
});

/** The value of an asset in the map: 32 bytes. The number of events is a big-endian uint64. */
export function historyValue({ events, chain }: AssetHistory): Uint8Array {
  const count = new Uint8Array(8);
  new DataView(count.buffer).setBigUint64(0, BigInt(events));
  return sha256(joinBytes([ASSET, count, chain]));
}
