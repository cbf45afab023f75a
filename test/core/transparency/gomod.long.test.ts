import { mkdirSync, mkdtempSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toBase64, utf8 } from '../../../src/lib/text.ts';
import { encodeBundle } from '../../../src/formats/log/bundle.ts';
import { consistencyProof, inclusionProof } from '../../../src/formats/log/proofs.ts';
import { TILE_WIDTH, tilePath, tilesOf } from '../../../src/formats/log/tiles.ts';
import { sized } from '../../support/size.ts';
import { base64, buildVerifier, GO, type Check } from './support/gomod.ts';
import { bitFlips } from './support/memory-log.ts';
import { signedLog, type SignedLog } from './support/signed-log.ts';

/**
 * golang.org/x/mod, the code of Go's checksum database, verifies notes, proofs and tiles. It comes from Debian's
 * package golang-golang-x-mod-dev.
 */

const REQUIRED = process.env['CI'] === 'true';
const PACKAGES = 'apt-get install golang-go golang-golang-x-mod-dev';
// Not with the console: the messages of files whose tests are skipped are not shown.
if (!GO && !REQUIRED)
  writeSync(2, `Go is not installed: golang.org/x/mod does not verify notes, proofs and tiles (${PACKAGES})\n`);
test.runIf(REQUIRED)('Go is installed', () => expect(GO, PACKAGES).toBe(true));

/** The size of the example in the specification of tiles. */
const SIZE = 70_000;
/** Every pair of sizes up to this one is verified. */
const ALL_PAIRS = sized({ quick: 40, long: 130, full: 400 });
/** Sizes of which all tiles are read: around full tiles of each level. */
const PUBLISHED = [1, 2, 255, 256, 257, 511, 600, 65_535, 65_536, 65_537, SIZE];
/** A few numbers below this one: the first and last ones, and those around tiles. */
const below = (size: number): number[] =>
  [
    ...new Set([
      0,
      1,
      2,
      3,
      254,
      255,
      256,
      257,
      300,
      40_000,
      65_535,
      65_536,
      65_537,
      69_887,
      69_888,
      size - 2,
      size - 1,
    ]),
  ].filter((n) => n >= 0 && n < size);

describe.skipIf(!GO)('golang.org/x/mod', () => {
  const directory = mkdtempSync(join(tmpdir(), 'published-'));
  let go: ReturnType<typeof buildVerifier>;
  let signed: SignedLog;
  beforeAll(async () => {
    go = buildVerifier();
    signed = await signedLog(SIZE);
  });
  afterAll(() => {
    go.remove();
    rmSync(directory, { recursive: true });
  });

  const root = (size: number): string => toBase64(signed.log.roots[size]!);
  const inclusionOf = async (index: number, size: number): Promise<Check> => ({
    do: 'inclusion',
    entry: toBase64(utf8(`entry ${index}`)),
    index,
    size,
    root: root(size),
    path: base64(await inclusionProof(index, size, signed.log.read)),
  });
  const consistencyOf = async (first: number, size: number): Promise<Check> => ({
    do: 'consistency',
    first,
    firstRoot: root(first),
    size,
    root: root(size),
    path: base64(await consistencyProof(first, size, signed.log.read)),
  });
  const errorsOf = (checks: readonly Check[]): string[] => go.run(checks).map(({ Error }) => Error);
  /** The field with a bit changed, for each bit. */
  const flipped = (text: string): string[] =>
    [...bitFlips(Buffer.from(text, 'base64'))].map((bytes) => toBase64(bytes));
  const expectRefused = (checks: readonly Check[], message: string): void =>
    expect(errorsOf(checks)).toEqual(checks.map(() => message));

  test('verifies a signed note, and counts the cosignature as one of an unknown key', async () => {
    const note = await signed.checkpoint(SIZE);
    expect(go.run([{ do: 'note', vkey: signed.vkey, note }])).toMatchObject([
      { Error: '', Text: note.slice(0, note.indexOf('\n\n') + 1), Verified: 1, Unverified: 1 },
    ]);
  });

  test('refuses a note with a bit changed', async () => {
    const [text, lines] = (await signed.checkpoint(SIZE)).split('\n\n') as [string, string];
    const line = lines.split('\n')[0]!;
    const notes = [
      ...[...bitFlips(utf8(text))].map((changed) => `${Buffer.from(changed).toString('latin1')}\n\n${line}\n`),
      ...flipped(line.split(' ')[2]!).map((changed) => `${text}\n\n${line.replace(/[^ ]+$/, changed)}\n`),
    ];
    const errors = errorsOf(notes.map((note) => ({ do: 'note', vkey: signed.vkey, note })));
    expect(
      errors.filter((error) => !/^(invalid signature for key|note has no verifiable|malformed note)/.test(error)),
    ).toEqual([]);
  });

  test('verifies every proof of inclusion and of consistency of small sizes', async () => {
    const checks: Check[] = [];
    for (let size = 1; size <= ALL_PAIRS; size++)
      for (let first = 1; first <= size; first++) {
        checks.push(await inclusionOf(first - 1, size));
        // An empty proof between the sizes 1 and 1 is refused by the tool, and accepted by the public vectors.
        if (first < size) checks.push(await consistencyOf(first, size));
      }
    expect(errorsOf(checks).filter((error) => error !== '')).toEqual([]);
  });

  test('refuses a proof with a bit of the entry, of a hash, of a root or of the index changed', async () => {
    for (const [first, size] of [
      [41, 70],
      [64, 70],
      [4097, SIZE],
    ] as const) {
      const inclusion = await inclusionOf(first, size);
      const { entry, path } = inclusion as Required<Check>;
      expectRefused(
        [
          ...flipped(entry).map((changed) => ({ ...inclusion, entry: changed })),
          ...flipped(root(size)).map((changed) => ({ ...inclusion, root: changed })),
          ...path.flatMap((hash, at) =>
            flipped(hash).map((changed) => ({ ...inclusion, path: path.with(at, changed) })),
          ),
          { ...inclusion, index: first ^ 1 },
          { ...inclusion, path: path.slice(1) },
        ],
        'invalid transparency proof',
      );
      const consistency = await consistencyOf(first, size);
      const hashes = consistency.path!;
      expectRefused(
        [
          ...flipped(root(size)).map((changed) => ({ ...consistency, root: changed })),
          ...flipped(root(first)).map((changed) => ({ ...consistency, firstRoot: changed })),
          ...hashes.flatMap((hash, at) =>
            flipped(hash).map((changed) => ({ ...consistency, path: hashes.with(at, changed) })),
          ),
          { ...consistency, first: first ^ 1 },
          { ...consistency, path: hashes.slice(1) },
        ],
        'invalid transparency proof',
      );
    }
  });

  /** Publishes the checkpoint, the tiles and the bundles of a size, and returns their directory. */
  const publish = async (size: number): Promise<string> => {
    const published = join(directory, String(size));
    const write = (path: string, content: string | Uint8Array): void => {
      mkdirSync(dirname(join(published, path)), { recursive: true });
      writeFileSync(join(published, path), content);
    };
    write('checkpoint', await signed.checkpoint(size));
    const tiles = tilesOf(size);
    for (const [n, bytes] of (await signed.log.readTiles(tiles)).entries()) write(tilePath(tiles[n]!), bytes);
    for (const { index, width } of tiles.filter(({ level }) => level === 0)) {
      const entries = Array.from({ length: width }, (_, i) => utf8(`entry ${index * TILE_WIDTH + i}`));
      write(tilePath({ level: 'entries', index, width }), encodeBundle(entries));
    }
    return published;
  };

  test('makes the same proofs from tiles and bundles of entries, of sizes around full tiles', async () => {
    for (const size of PUBLISHED) {
      const indexes = below(size);
      const firsts = below(size).filter((first) => first > 0);
      const check: Check = { do: 'log', vkey: signed.vkey, directory: await publish(size), indexes, firsts };
      const inclusion = indexes.map(async (index) => base64(await inclusionProof(index, size, signed.log.read)));
      const consistency = firsts.map(async (first) => base64(await consistencyProof(first, size, signed.log.read)));
      const [found] = go.run([check]);
      expect(found!.Error).toBe('');
      expect((found!.Inclusion ?? []).map((proof) => proof ?? [])).toEqual(await Promise.all(inclusion));
      expect(found!.Consistency ?? []).toEqual(await Promise.all(consistency));
    }
  });

  test('computes the same tiles from all entries, and finds each tile and bundle with a changed bit', async () => {
    for (const size of PUBLISHED)
      expect(errorsOf([{ do: 'log', vkey: signed.vkey, directory: await publish(size), all: true }])).toEqual(['']);
    const check: Check = { do: 'log', vkey: signed.vkey, directory: await publish(600), all: true };
    const flips = (path: string, bits: number): Check[] =>
      Array.from({ length: 40 }, (_, i) => ({ ...check, flipPath: path, flipBit: Math.floor(((bits - 1) * i) / 39) }));
    for (const { level, index, width } of tilesOf(600)) {
      const path = tilePath({ level, index, width });
      expectRefused(flips(path, width * 256), `${path} differs from the entries (<nil>)`);
      if (level > 0) continue;
      const bundle = tilePath({ level: 'entries', index, width });
      const refused = errorsOf(flips(bundle, width * 8 * 9));
      expect(refused.filter((error) => !/^(the entries have the root|bundle of entry)/.test(error))).toEqual([]);
    }
  });

  test('refuses the proof of a leaf if a bit of a tile or bundle that it is made of is changed', async () => {
    // The leaf is in the full tile 16, which is below the tile 0 of level 1, which is below that of level 2.
    const check: Check = { do: 'log', vkey: signed.vkey, directory: await publish(SIZE), indexes: [4096] };
    const refused = errorsOf(
      [
        ['tile/0/016', 1],
        ['tile/1/000', 17],
        ['tile/2/000.p/1', 0],
        ['tile/1/001.p/17', 0],
        ['tile/1/001.p/17', 16],
        ['tile/0/273.p/112', 111],
        ['tile/entries/016', 0],
      ].map(([flipPath, hash]) => ({ ...check, flipPath: flipPath as string, flipBit: 256 * (hash as number) + 20 })),
    );
    expect(
      refused.filter((error) => !/^(downloaded inconsistent tile|invalid transparency proof)$/.test(error)),
    ).toEqual([]);
    expect(errorsOf([check])).toEqual(['']);
  });
});
