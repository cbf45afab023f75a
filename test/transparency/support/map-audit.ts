import { fromHex, toHex } from '../../../src/lib/text.ts';
import {
  assetKey,
  historyValue,
  NO_EVENTS,
  withEvent,
  type AssetHistory,
} from '../../../src/formats/completeness/asset-history.ts';
import { parseMapEntry } from '../../../src/formats/completeness/map-entry.ts';
import { byKey, subtreeHash } from '../../../src/formats/completeness/prefix-tree.ts';
import type { Rows } from './audit.ts';

/** The entries LOGMAPV1 of a log, by their indexes, their roots, and whether the last one covers the last event. */
export type AuditedMaps = { indexes: number[]; roots: string[]; isCovered: boolean };

/**
 * Verifies the maps of all logs, from their leaves alone: each is that of the entries before it, at an index that is
 * its size, with one salt for a log, and after at least one event that the map before does not cover. Throws an Error
 * that says what is wrong. Returns the maps by the id of their log.
 */
export async function auditMaps(read: Rows): Promise<Map<string, AuditedMaps>> {
  const audited = new Map<string, AuditedMaps>();
  for (const { number, id } of await read('SELECT number, id FROM logs ORDER BY number')) {
    const leaves = await read(
      `SELECT leaf."index", asset.id AS asset, lower(hex(leaf.hash)) AS hash, lower(hex(leaf.entry)) AS entry
       FROM log_leaves leaf LEFT JOIN events e ON e.number = leaf.event LEFT JOIN assets asset ON asset.number = e.asset
       WHERE leaf.log = ${number} ORDER BY leaf."index"`,
    );
    const histories = new Map<string, AssetHistory>();
    const maps: AuditedMaps = { indexes: [], roots: [], isCovered: true };
    const salts = new Set<string>();
    for (const { index, asset, hash, entry } of leaves) {
      if (asset !== null) {
        histories.set(asset, withEvent(histories.get(asset) ?? NO_EVENTS, fromHex(hash)));
        maps.isCovered = false;
        continue;
      }
      const text = Buffer.from(entry, 'hex').toString();
      if (!text.includes('LOGMAPV1')) continue;
      const map = parseMapEntry(fromHex(entry));
      const fail = (what: string): never => {
        throw new Error(`the map at ${index} of the log ${id}: ${what}`);
      };
      salts.add(toHex(map.salt));
      const root = subtreeHash(
        [...histories]
          .map(([uuid, history]) => ({ key: assetKey(map.salt, uuid), value: historyValue(history) }))
          .toSorted(byKey),
      );
      if (maps.isCovered) fail('no event is after the map before');
      if (map.size !== index || map.log !== id) fail(`is of ${map.log}, size ${map.size}`);
      if (salts.size > 1) fail('has another salt than the one before');
      if (map.assets !== histories.size) fail(`has ${map.assets} assets, not ${histories.size}`);
      if (toHex(map.root) !== toHex(root)) fail('has another root than the entries before');
      maps.indexes.push(index);
      maps.roots.push(toHex(root));
      maps.isCovered = true;
    }
    audited.set(id, maps);
  }
  return audited;
}
