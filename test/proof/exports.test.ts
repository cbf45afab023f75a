import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { gzipLines } from '../../apps/cli/exports/files.ts';
import type { FileName } from '../../src/lib/file-name.ts';
import { canonicalJson, sha256Hex } from '../../src/lib/digest.ts';
import { toHex } from '../../src/lib/text.ts';
import { leafHash } from '../../src/formats/log/tree.ts';
import { verifyCommand } from './support/command.ts';
import { editLine, editLines, exportDirectories, linesOf, seal, someExport, type Files } from './support/exports.ts';
import { GENESIS_ENTRY, LOG_VKEY } from './support/log-proofs.ts';

const { run, here, fileOf } = verifyCommand();
const written = exportDirectories();

const EVENTS = 'events-00002.jsonl.gz';
/** The identity of the event in a line of EVENTS. */
const eventIn = (files: Files, line: number): string =>
  JSON.parse(linesOf(files.get(EVENTS)!)[line - 1]!).event.identity;

describe('npm run verify of an export', () => {
  test('prints every step, uses no network, and exits with 3 or with 0 for known values', async () => {
    const { files, checkpointAt } = someExport();
    const directory = written(files);
    const manifest = join(directory, 'manifest.json');
    const open = await run([directory]);
    expect([open.code, open.err]).toEqual([3, '']);
    const names = open.out.match(/^(?:ok {2}|- {3}) [a-z]+/gm)!.map((line) => line.slice(5));
    expect(names.join(' ')).toBe('manifest files events assets records blobs tree anchors checkpoint log consistency');
    expect(open.out).toMatch(/^ok {3}events {6}24 events .+; 1 of them are marked as erased$/m);
    expect(open.out).toMatch(/^ok {3}blobs {7}3 blobs; 4 attachments have the hashes of their files/m);
    expect(open.out).toMatch(/^The export is consistent, but its log is not verified: .+\.$/m);
    const genesis = toHex(leafHash(GENESIS_ENTRY));
    for (const pin of [
      ['--vkey', LOG_VKEY],
      ['--log-genesis', genesis],
      ['--checkpoint', fileOf(checkpointAt(26))],
      ['--checkpoint', fileOf(checkpointAt(10)), '--vkey', LOG_VKEY],
      ['--manifest-sha256', sha256Hex(files.get('manifest.json')!)],
    ]) {
      const pinned = await here([manifest, ...pin]);
      expect([pinned.code, pinned.err], pin.join(' ')).toEqual([0, '']);
      expect(pinned.out).toMatch(/^The export is valid: .+\.$/m);
    }
  });

  test('verifies an export of version 2, whose files have the entries of the map of the log', async () => {
    expect(someExport().manifest).toMatchObject({ version: 1, counts: { anchors: 0 } });
    expect(someExport().manifest.counts).not.toHaveProperty('maps');
    const { files, manifest } = someExport({ maps: true });
    expect(manifest).toMatchObject({ version: 2, counts: { events: 24, maps: 1 }, log: { size: 27 } });
    const { code, out } = await here([written(files), '--vkey', LOG_VKEY]);
    expect(code, out).toBe(0);
    expect(out).toMatch(/^ok {3}maps {8}1 entry of the map of the log$/m);
    const file = 'maps-00001.jsonl.gz' as FileName;
    const [line] = linesOf(files.get(file)!) as [string];
    const { index, entry } = JSON.parse(line) as { index: number; entry: string };
    const bytes = Buffer.from(entry, 'base64').toString();
    const forged = (text: string): string => JSON.stringify({ index, entry: Buffer.from(text).toString('base64') });
    const changes: [string, RegExp][] = [
      [forged(bytes.replace('6:assets1:4', '6:assets1:5')), /the 27 entries have the root/],
      [forged(bytes.replace('4:size2:26', '4:size2:25')), /must cover the 26 entries before it, not 25/],
      [JSON.stringify({ index: 25, entry }), /must cover the 25 entries before it, not 26/],
      [forged(bytes.replace('LOGMAPV1', 'LOGKEYSV1')), /bencode|LOGMAPV1/],
    ];
    for (const [changed, problem] of changes) {
      const other: Files = new Map(files).set(file, gzipSync(`${changed}\n`));
      seal(other, manifest.log);
      const refused = await here([written(other), '--vkey', LOG_VKEY]);
      expect([refused.code, refused.out], changed).toEqual([1, expect.stringMatching(problem)]);
    }
    const without: Files = new Map(files);
    without.delete(file);
    seal(without, manifest.log);
    const { code: lacking, out: said } = await here([written(without)]);
    expect([lacking, said]).toEqual([1, expect.stringContaining('counts.events must be 25')]);
  });

  test('refuses a log that is not the known one', async () => {
    const { files, checkpointAt } = someExport();
    const directory = written(files);
    const forked = someExport({ assets: 5 });
    const refused: [string[], string][] = [
      [['--log-genesis', 'ab'.repeat(32)], 'log'],
      [['--checkpoint', fileOf(forked.checkpointAt(10))], 'consistency'],
      [['--checkpoint', fileOf(forked.checkpointAt(26))], 'consistency'],
      [['--manifest-sha256', 'ab'.repeat(32)], 'manifest'],
    ];
    for (const [pin, step] of refused) {
      const { code, err } = await here([directory, ...pin]);
      expect([code, err], pin.join(' ')).toEqual([
        1,
        `error: the export is not valid: the step ${step} failed
`,
      ]);
    }
    // The events after a saved checkpoint are not verified by it.
    expect((await here([directory, '--checkpoint', fileOf(checkpointAt(10))])).code).toBe(3);
  });

  const located: [string, (files: Files) => void, RegExp][] = [
    [
      'an attribute',
      (files) => editLine(files, EVENTS, 3, ({ event }) => (event.event_attributes.n = 'x')),
      /path: the event leads to the root/,
    ],
    [
      'a principal',
      (files) => editLine(files, EVENTS, 3, ({ event }) => (event.principal_accepted.email = 'x')),
      /path: /,
    ],
    [
      'a time',
      (files) => editLine(files, EVENTS, 3, ({ event }) => (event.timestamp_declared = '2019-11-27T14:44:18Z')),
      /path: /,
    ],
    ['a seed', (files) => editLine(files, EVENTS, 3, ({ proof }) => (proof.content.seed = 'A'.repeat(43))), /path: /],
    [
      'a chain hash',
      (files) => editLine(files, EVENTS, 3, ({ proof }) => (proof.chain_hash.value = 'ab'.repeat(32))),
      /chainhash: /,
    ],
    [
      'a path',
      (files) => editLine(files, EVENTS, 3, ({ proof }) => (proof.path = proof.path.slice(0, -43) + 'A'.repeat(43))),
      /path must be base64url|path: /,
    ],
    ['a sequence', (files) => editLine(files, EVENTS, 3, ({ proof }) => (proof.entry.sequence = 7)), /path: /],
    [
      'an index',
      (files) => editLine(files, EVENTS, 3, (line) => (line.index += 1)),
      /index must be \d+, not \d+: the export lacks/,
    ],
    [
      'an unknown field',
      (files) => editLine(files, EVENTS, 3, ({ event }) => (event.extra = 1)),
      /the proof\.event has the unknown field extra/,
    ],
    [
      'the tenancy',
      (files) =>
        editLine(
          files,
          EVENTS,
          3,
          ({ event }) => (event.tenant_identity = 'tenant/5f5f2c6a-9d94-4ee0-835e-9d234e882c9e'),
        ),
      /tenant_identity must be that of the export/,
    ],
  ];
  test.each(located)(
    'names file, line and event where %s was changed and all hashes were computed again',
    async (_name, change, problem) => {
      const { files, manifest } = someExport();
      const event = eventIn(files, 3);
      change(files);
      seal(files, manifest.log);
      const { code, out, err } = await here([written(files), '--vkey', LOG_VKEY]);
      expect([code, err]).toEqual([1, expect.stringMatching(/^error: the export is not valid: the steps? .*events/)]);
      expect(out).toMatch(new RegExp(`^ {5}${EVENTS} line 3: (?:${event}: )?.*${problem.source}`, 'm'));
      if (!problem.source.includes('unknown')) expect(out).toContain(`${EVENTS} line 3: ${event}: `);
    },
  );

  test.each<[string, (lines: string[]) => string[], RegExp]>([
    [
      'replaced by another one',
      (lines) => lines.with(2, lines[1]!),
      /line 3: .+: index must be 11, not 10: the line is duplicated or not in order$/m,
    ],
    [
      'out of order',
      ([first, second, ...rest]) => [second!, first!, ...rest],
      /line 1: .+: index must be 9, not 10: the export lacks the events of the entry 9 of the log$/m,
    ],
    [
      'replaced by an event of a later file',
      (lines) => lines.with(6, linesOf(someExport().files.get('events-00004.jsonl.gz')!).at(-1)!),
      /line 7: .+: index must be 15, not 25: the export lacks the events of the entries 15 to 24 of the log$/m,
    ],
  ])('finds an event that is %s although all hashes were computed again', async (_name, edit, problem) => {
    const { files, manifest } = someExport();
    editLines(files, EVENTS, edit);
    seal(files, manifest.log);
    const { code, out } = await here([written(files), '--vkey', LOG_VKEY]);
    expect([code, out]).toEqual([1, expect.stringMatching(problem)]);
    expect(out).toMatch(/^FAIL tree /m);
  });

  test('refuses a manifest with fewer events than its log', async () => {
    const { files, manifest } = someExport();
    editLines(files, 'events-00004.jsonl.gz', (lines) => lines.slice(0, -1));
    seal(files, manifest.log);
    const { code, out } = await here([written(files)]);
    expect([code, out]).toEqual([
      1,
      expect.stringContaining('counts.events must be 24, the events of the log, not 23'),
    ]);
  });

  test.each<[string, (asset: any) => void, RegExp]>([
    [
      'an attribute that its events do not lead to',
      (asset) => (asset.attributes.last = 'x'),
      /attributes\.last is not what its events lead to/,
    ],
    ['an attribute that no event sets', (asset) => (asset.attributes.more = 'x'), /attributes\.more is not/],
    ['no attribute that an event sets', (asset) => delete asset.attributes.last, /attributes\.last is missing/],
    ['another tracking', (asset) => (asset.tracked = 'TRACKED'), /tracked must be/],
    ['another visibility', (asset) => (asset.public = true), /public must be that of its events/],
    [
      'an earlier time',
      (asset) => (asset.at_time = '2026-05-01T00:00:00.000000Z'),
      /at_time must be that of its last event/,
    ],
    ['another identity', (asset) => (asset.identity = 'assets/x'), /identity must be assets\/<uuid>/],
  ])('finds an asset with %s', async (_name, change, problem) => {
    const { files, manifest } = someExport();
    editLine(files, 'assets-00001.jsonl.gz', 2, change);
    seal(files, manifest.log);
    const { code, out } = await here([written(files), '--vkey', LOG_VKEY]);
    expect([code, out]).toEqual([1, expect.stringMatching(problem)]);
    expect(out).toContain('assets-00001.jsonl.gz line 2: ');
  });

  test('accepts an asset that has changed after the checkpoint, and says so', async () => {
    const { files, manifest } = someExport();
    editLine(files, 'assets-00001.jsonl.gz', 2, (asset) => {
      asset.at_time = '2027-05-01T00:00:00.000000Z';
      asset.attributes.last = 'later';
    });
    seal(files, manifest.log);
    const { code, out } = await here([written(files), '--vkey', LOG_VKEY]);
    expect([code, out]).toEqual([0, expect.stringContaining('; 1 have changed since, and were not compared')]);
  });

  test('finds a blob whose bytes are not those that an event names', async () => {
    const { files, manifest } = someExport();
    const name = [...files.keys()].find((each) => each.startsWith('blob-'))!;
    files.set(name, Buffer.from('other bytes'));
    seal(files, manifest.log);
    const { code, out } = await here([written(files), '--vkey', LOG_VKEY]);
    expect([code, out]).toEqual([1, expect.stringContaining(`${name}: the line of the blob has another SHA-256`)]);
    const again = someExport();
    const uuid = name.slice('blob-'.length);
    again.files.set(name, Buffer.from('other bytes'));
    const sha256 = sha256Hex('other bytes');
    editLines(again.files, 'blobs-00001.jsonl.gz', (lines) =>
      lines.map((line) => {
        const value = JSON.parse(line);
        if (value.blob.identity !== `blobs/${uuid}`) return line;
        const blob = { ...value.blob, hash: { alg: 'SHA256', value: sha256 }, size: 11 };
        return `${JSON.stringify({ ...value, blob, bytes: 11, sha256 })}\n`;
      }),
    );
    seal(again.files, again.manifest.log);
    const attached = await here([written(again.files), '--vkey', LOG_VKEY]);
    expect([attached.code, attached.out]).toEqual([
      1,
      expect.stringMatching(
        new RegExp(
          `line \\d: assets/.+: event_attributes\\.report: the hash is .+, but blobs/${uuid} of the export has ` +
            `${sha256}`,
        ),
      ),
    ]);
  });

  test.each<[string, (directory: string) => void, string]>([
    ['a missing file', (directory) => rmSync(join(directory, EVENTS)), `${EVENTS}: the file is missing`],
    ['a file that is too long', (directory) => appendFileSync(join(directory, EVENTS), 'x'), `${EVENTS}: must have `],
    [
      'a file that is not gzip',
      (directory) => writeFileSync(join(directory, EVENTS), 'x'),
      `${EVENTS} line 1: cannot be decompressed`,
    ],
    ['a missing manifest', (directory) => rmSync(join(directory, 'manifest.json')), 'manifest.json: '],
    [
      'a manifest that is not JSON',
      (directory) => writeFileSync(join(directory, 'manifest.json'), '{'),
      'manifest.json: ',
    ],
  ])('names %s', async (_name, change, problem) => {
    const directory = written(someExport().files);
    change(directory);
    const { code, out } = await here([directory, '--vkey', LOG_VKEY]);
    expect([code, out]).toEqual([1, expect.stringContaining(problem)]);
  });

  test('warns of files that are not of the export', async () => {
    const directory = written(someExport().files);
    writeFileSync(join(directory, 'notes.txt'), 'x');
    const { code, err } = await here([directory, '--vkey', LOG_VKEY]);
    expect([code, err]).toEqual([0, 'warning: notes.txt: not a file of the export; it was not verified\n']);
  });

  /** Replaces a file, and its size and hash in the manifest. The number of lines stays. */
  const replaced = ({ files, manifest }: ReturnType<typeof someExport>, name: string, bytes: Buffer): Files => {
    files.set(name, bytes);
    const listed = manifest.files.map((file) =>
      file.name === name ? { ...file, bytes: bytes.length, sha256: sha256Hex(bytes) } : file,
    );
    const rest = { ...manifest, files: listed, digest: undefined };
    return files.set(
      'manifest.json',
      Buffer.from(`${canonicalJson({ ...rest, digest: sha256Hex(canonicalJson(rest)) })}\n`),
    );
  };

  test('ends with an error for lines above the bound, without holding them', async () => {
    const bomb = gzipSync(Buffer.alloc(300 * 2 ** 20, 'a'), { level: 1 });
    const files = replaced(someExport({ blobs: false }), 'locations-00001.jsonl.gz', bomb);
    const { code, out } = await run([written(files), '--vkey', LOG_VKEY]);
    expect([code, out]).toEqual([
      1,
      expect.stringContaining(
        'locations-00001.jsonl.gz line 1: must have at most 268435456 bytes of uncompressed lines\n',
      ),
    ]);
  });

  test('ends after 10,000 problems, such as empty lines', async () => {
    const files = replaced(someExport(), EVENTS, gzipSync(Buffer.alloc(20_000, '\n')));
    const { code, out, err } = await here([written(files), '--vkey', LOG_VKEY]);
    expect([code, err]).toEqual([1, 'error: the export is not valid: the step events failed\n']);
    expect(out).toContain('FAIL events      10,000 problems\n');
    expect(out).toContain('and 9900 more problems\n');
    expect(out).toContain('the verification stopped after 10000 problems; the rest of the export was not verified\n');
  });

  test('reads at most 100,000 lines of a file, of one gzip member or of many', async () => {
    const name = 'events-00001.jsonl.gz' as FileName;
    const members = Buffer.concat(Array.from({ length: 11 }, () => gzipSync(Buffer.alloc(10_000, '\n'))));
    for (const bytes of [gzipSync(Buffer.alloc(2_000_000, '\n')), members]) {
      let read = 0;
      const reading = async (): Promise<void> => {
        for await (const { line } of gzipLines(written(new Map([[name, bytes]])), name)) read = line;
      };
      await expect(reading()).rejects.toThrow('must have at most 100000 lines');
      expect(read).toBe(100_000);
    }
  });

  test('refuses a line with too many levels', async () => {
    const deep = gzipSync(`${'['.repeat(100_000)}${']'.repeat(100_000)}\n`);
    const { code, out } = await here([written(replaced(someExport(), 'locations-00001.jsonl.gz', deep))]);
    expect(code).toBe(1);
    expect(out).toContain(
      'locations-00001.jsonl.gz line 1: the document must have at most 256 levels of lists and objects\n',
    );
  });

  const kinds: [string, (path: string) => void][] = [
    ['a FIFO', (path) => void spawnSync('mkfifo', [path])],
    ['a directory', (path) => mkdirSync(path)],
    ['a symbolic link to the file', (path) => symlinkSync(`${basename(path)}.moved`, path)],
    ['a symbolic link to a device', (path) => symlinkSync('/dev/zero', path)],
  ];

  test.each(kinds)('refuses a manifest, and other files, that are %s', async (kind, make) => {
    for (const name of ['manifest.json', EVENTS, someExport().manifest.files.at(-1)!.name]) {
      const directory = written(someExport().files);
      const path = join(directory, name);
      renameSync(path, `${path}.moved`);
      make(path);
      // Opening a FIFO would block this process.
      const verify = kind === 'a FIFO' && name === 'manifest.json' ? run : here;
      const { code, out } = await verify([directory]);
      expect([code, out]).toEqual([1, expect.stringContaining(`     ${name}: must be a regular file\n`)]);
    }
  });

  test('prints names of files without characters that control the terminal', async () => {
    const directory = written(someExport().files);
    writeFileSync(join(directory, '\u001b[2J\u009b\u202e'), '');
    const { err } = await here([directory, '--vkey', LOG_VKEY]);
    expect(err).toBe('warning: \uFFFD[2J\uFFFD\uFFFD: not a file of the export; it was not verified\n');
  });

  test.each(['../x', '/etc/hostname', 'C:\\x', 'nul', 'Events-00001.jsonl.gz', 'x\u202e', 'a'.repeat(1000)])(
    'refuses a manifest with the name %j',
    async (name) => {
      const { files, manifest } = someExport();
      const listed = manifest.files.map((file, n) => (n === 0 ? { ...file, name } : file));
      const rest = { ...manifest, files: listed, digest: undefined };
      const text = `${canonicalJson({ ...rest, digest: sha256Hex(canonicalJson(rest)) })}\n`;
      const { code, out } = await here([written(files.set('manifest.json', Buffer.from(text)))]);
      expect([code, out]).toEqual([
        1,
        expect.stringMatching(/files\[0\]\.name must be the name of a file of an export, not /),
      ]);
    },
  );

  test.each<[string, string[], string]>([
    ['a node', ['--rpc', 'http://localhost:1'], '--rpc: an export is verified by its log'],
    ['a genesis block', ['--genesis', `0x${'ab'.repeat(32)}`], '--genesis: an export is verified by its log'],
    [
      'a hash that is too short',
      ['--manifest-sha256', 'ab'],
      '--manifest-sha256: must be 64 lower-case hexadecimal digits',
    ],
  ])('exits with 2 and names the option: %s', async (_name, args, message) => {
    const { code, out, err } = await here([written(someExport().files), ...args]);
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(message)]);
  });

  test('exits with 2 for the hash of a manifest with a proof', async () => {
    const { code, err } = await run([fileOf('{}'), '--manifest-sha256', 'ab'.repeat(32)]);
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('--manifest-sha256: requires the directory or the package of an export'),
    ]);
  });
});
