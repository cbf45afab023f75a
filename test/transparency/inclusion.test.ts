import { afterAll, beforeAll, expect, test } from 'vitest';
import { PublicScope } from '../../src/access/public.ts';
import { joinBytes } from '../../src/lib/bytes.ts';
import { PUBLIC_SCOPE } from '../../src/lib/identifiers.ts';
import { toHex } from '../../src/lib/text.ts';
import { inclusionProof } from '../../src/formats/log/proofs.ts';
import { subtreesOf } from '../../src/formats/log/tree.ts';
import { Database } from '../../src/platform/database/database.ts';
import { fullTiles } from '../../src/transparency/sequencer/tile-writing.ts';
import { readReceipt } from '../../src/transparency/reads/inclusion.ts';
import { MemoryLog } from '../core/transparency/support/memory-log.ts';
import { openD1, type LocalD1 } from '../ledger/support/d1.ts';
import { newCaller } from '../ledger/support/ledger.ts';
import { assetId, bulk } from '../support/bulk.ts';
import { ENGINE, sized } from '../support/size.ts';

/** More than a full tile at level 1, so that proofs go through three levels of tiles. */
const SIZE = 2 ** 16 + 2 ** 9 + 300;
/** The leaf of the only event whose receipts are read, in one log for each place. */
const PLACES = [1, 2, 17, 255, 256, 511, 700, 65_535, 65_536, SIZE - 1];

const memory = new MemoryLog(SIZE);
let d1: LocalD1;
let event: { number: number; id: string; asset: string };

beforeAll(async () => {
  d1 = await openD1(ENGINE);
  const { tenant } = await newCaller(d1);
  await d1.rows(...bulk({ tenant, public: true, assets: [0, 1], events: 1 }));
  const [rows] = await d1.rows(['SELECT number, id FROM events']);
  const found = rows![0];
  event = { number: found!['number'], id: found!['id'], asset: assetId(0) };
  const leaves = Array.from({ length: SIZE }, (_, i) => ({ hash: memory.leaf(i), event: undefined }));
  const empty = { size: 0, root: memory.roots[0]!, edge: [], cursor: 0 };
  const tiles = await fullTiles(empty, leaves, async () => []);
  await d1.rows(
    ['DROP TRIGGER logs_grow'],
    ['DROP TRIGGER log_leaves_immutable'],
    ["INSERT INTO log_keys (number, from_us, public_keys, private_sealed) VALUES (1, 1, '{}', '')"],
    [
      `INSERT INTO logs (number, id, scope, origin, created_us, size, root, cursor, epoch, appended_us, key,
      checkpoint, receipt)
        VALUES (1, 'log', ?, 'origin', 1, 0, x'', 1, '', 1, 1, x'', x'')`,
      PUBLIC_SCOPE,
    ],
  );
  for (let first = 0; first < SIZE; first += 5000)
    await d1.rows([
      `INSERT INTO log_leaves (log, "index", hash, appended_us) SELECT 1, ?1 + key, unhex(value), 1 FROM json_each(?2)`,
      first,
      JSON.stringify(leaves.slice(first, first + 5000).map(({ hash }) => toHex(hash))),
    ]);
  for (const { level, index, root, hashes, middle } of tiles)
    await d1.rows([
      `INSERT INTO log_tiles (log, level, "index", root, hashes, middle)
      VALUES (1, ?, ?, unhex(?), unhex(?), unhex(?))`,
      level,
      index,
      ...[root, hashes, middle].map(toHex),
    ]);
}, 60_000);
afterAll(() => d1.close());

/** The path of a leaf in the tree of this size. Each call is about another log, as a log does not shrink. */
async function pathOf(place: number, size: number): Promise<Uint8Array[]> {
  const edge = joinBytes(await memory.read(subtreesOf(0, size)));
  await d1.rows(
    ['UPDATE log_leaves SET event = NULL WHERE log = 1 AND event = ?', event.number],
    ['UPDATE log_leaves SET event = ? WHERE log = 1 AND "index" = ?', event.number, place],
    [
      'UPDATE logs SET id = ?, size = ?, root = unhex(?), edge = unhex(?)',
      crypto.randomUUID(),
      size,
      toHex(memory.roots[size]!),
      toHex(edge),
    ],
  );
  const { tree, index, path } = await readReceipt(new PublicScope(new Database(d1.d1())), event.asset, event.id);
  expect([tree.size, index]).toEqual([size, place]);
  return path;
}

const SIZES = [
  2,
  3,
  18,
  255,
  256,
  257,
  511,
  512,
  513,
  767,
  768,
  769,
  4096,
  65_535,
  65_536,
  65_537,
  65_792,
  66_047,
  SIZE,
];

test.each(PLACES)('the inclusion proof of leaf %s is that of the tree, at every kind of size', async (place) => {
  for (const size of SIZES.filter((each) => each > place))
    expect(await pathOf(place, size), `size ${size}`).toEqual(await inclusionProof(place, size, memory.read));
});

test('the inclusion proof of any leaf is that of the tree of any size', async () => {
  let random = 20_261_124;
  const next = (below: number): number => (random = (random * 48_271) % 2_147_483_647) % below;
  for (let run = 0; run < sized({ quick: 60, long: 500, full: 5000 }); run++) {
    const size = 1 + next(SIZE);
    const place = next(size);
    expect(await pathOf(place, size)).toEqual(await inclusionProof(place, size, memory.read));
  }
});

test('a tree that does not have its root gets no receipt', async () => {
  await pathOf(300, 1000);
  await d1.rows(
    ['DROP TRIGGER log_tiles_immutable'],
    ['UPDATE log_tiles SET middle = zeroblob(512) WHERE level = 0 AND "index" = 1'],
  );
  await expect(pathOf(300, 1000)).rejects.toThrow('nodes: must be');
});
