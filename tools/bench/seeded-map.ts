import { assetKey } from '../../src/formats/completeness/asset-history.ts';
import { joinBytes } from '../../src/lib/bytes.ts';
import { toHex } from '../../src/lib/text.ts';
import {
  encodeAssets,
  nodeOfPages,
  pageHash,
  rootOfNodes,
  startOf,
  widthAt,
  withEvents,
  type MapEvent,
  type MapPage,
} from '../../src/transparency/maps/pages.ts';
import type { Bulk } from '../../test/support/bulk.ts';
import { columns } from '../../src/platform/database/columns.ts';

/** Assets below one node from which pages are made: all of it is divided again. */
const BELOW = 64;
/** Pages of each stored node, as `continueMap` keeps them; pages of one statement. */
const [PAGES_BELOW, AT_ONCE] = [4, 500];

const PAGE = columns('start', 'bits', 'hash', 'assets');

/**
 * Statements that make a map of the log of a scope, as of all of its entries: of the assets with these ids, and of as
 * many others as make `count`. Each page has the bytes of its state before, as after the first maps of all assets.
 */
export function* seededMap(scope: string, salt: Uint8Array, ids: readonly string[], count: number): Generator<Bulk> {
  const random = (): Uint8Array => crypto.getRandomValues(new Uint8Array(32));
  const keys = [
    ...ids.map((id) => assetKey(salt, id)),
    ...Array.from({ length: Math.max(0, count - ids.length) }, random),
  ];
  const top = Math.max(0, Math.floor(Math.log2(keys.length / BELOW)));
  const under = Array.from({ length: 2 ** top }, (): MapEvent[] => []);
  for (const key of keys) under[Math.floor(startOf(key) / widthAt(top))]!.push({ key, leaf: random() });
  const pages: MapPage[] = under.flatMap((events, n) =>
    withEvents({ start: n * widthAt(top), bits: top, assets: [] }, events),
  );
  const depth = Math.max(0, Math.floor(Math.log2(pages.length / PAGES_BELOW)));
  const nodes: Uint8Array[] = [];
  const rows: string[] = [];
  for (let [slot, at] = [0, 0]; slot < 2 ** depth; slot++) {
    const own = [];
    for (; at < pages.length && pages[at]!.start < (slot + 1) * widthAt(depth); at++) {
      const page = pages[at]!;
      const { start, bits } = page;
      const hash = pageHash(page);
      own.push({ start, bits, hash });
      rows.push(JSON.stringify(PAGE.row({ start, bits, hash: toHex(hash), assets: toHex(encodeAssets(page.assets)) })));
    }
    nodes.push(nodeOfPages(own, depth));
  }
  const stored = joinBytes(nodes);
  const log = `(SELECT number FROM logs WHERE scope = '${scope}' AND ended = 0)`;
  yield [`DELETE FROM log_map_pages WHERE log = ${log}`];
  yield [`DELETE FROM log_maps WHERE log = ${log}`];
  yield [
    `INSERT INTO log_maps (log, size, assets, pages, salt, root, depth, nodes)
      SELECT number, size, ?, ?, ?, ?, ?, ? FROM logs WHERE scope = '${scope}' AND ended = 0`,
    keys.length,
    pages.length,
    salt,
    rootOfNodes(stored),
    depth,
    stored,
  ];
  for (let first = 0; first < rows.length; first += AT_ONCE)
    yield [
      `INSERT INTO log_map_pages (log, start, bits, hash, assets, old_bits, old_hash, old_assets)
        SELECT ${log}, value ->> 0, value ->> 1, unhex(value ->> 2), unhex(value ->> 3), value ->> 1,
          unhex(value ->> 2), unhex(value ->> 3) FROM json_each(?)`,
      `[${rows.slice(first, first + AT_ONCE).join(',')}]`,
    ];
}
