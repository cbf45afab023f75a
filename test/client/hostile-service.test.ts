import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openCommandLine, type CommandLine } from './support/command-line.ts';
import { jsonOf, type Ran } from './support/command.ts';

/** The commands of `evidence` against a service that responds with what harms its clients. */

const UUID = '11111111-1111-4111-8111-111111111111';
const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');
/** Characters that control a terminal, or change the order of a text. */
const CONTROL = '\u001b[2J\u009b31m\u202eabc\u2066\r\u2028\u007f';
const RAW = /(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

type Respond = (path: string, response: ServerResponse) => void;

let commandLine: CommandLine;
let base: string;
let respond: Respond;
let requests: string[] = [];
let directories = 0;
const server = createServer((request, response) => {
  requests.push(`${request.method} ${request.url}`);
  respond(request.url!.replace('/archivist', ''), response);
});
const json = (response: ServerResponse, body: unknown, status = 200): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const run = (...args: string[]): Promise<Ran> =>
  commandLine.here(args, { env: { EVIDENCE_URL: base, EVIDENCE_TOKEN: 'token' } });
const newDirectory = (): string => join(commandLine.directory, `hostile-${(directories += 1)}`, 'export');

beforeAll(async () => {
  commandLine = await openCommandLine();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/archivist`;
});
afterEach(() => (requests = []));
afterAll(() => {
  server.closeAllConnections();
  server.close();
  commandLine.close();
});

type Listed = { name: unknown; bytes: unknown; sha256: unknown };

/** A finished export with these files. `contents` are the bodies of the downloads, by name. */
const exporting =
  (
    files: readonly unknown[],
    contents: Record<string, (response: ServerResponse) => void> = {},
    listed = files,
  ): Respond =>
  (path, response) => {
    const manifest = JSON.stringify({ files: listed });
    const name = decodeURIComponent(/\/files\/([^/]+)$/.exec(path)?.[1] ?? '');
    if (name === 'manifest.json') return void response.end(manifest);
    if (Object.hasOwn(contents, name)) return contents[name]!(response);
    json(response, {
      identity: `exports/${UUID}`,
      status: 'STATUS_FINISHED',
      done: true,
      counts: { assets: 1, [CONTROL]: 2 },
      files,
      manifest_sha256: sha256(manifest),
    });
  };

const file = (of: Partial<Listed> = {}): Listed => ({
  name: 'assets-00001.jsonl.gz',
  bytes: 4,
  sha256: sha256('good'),
  ...of,
});

describe('evidence export of a hostile service', () => {
  test.each([
    '../victim.txt',
    '..',
    '/tmp/victim.txt',
    'C:\\victim.txt',
    'nul.gz',
    'a\0b',
    '.evidence-export.json',
    'manifest.json',
    'assets.part',
    'Assets-00001.jsonl.gz',
    'caf\u00e9',
    'a'.repeat(1000),
    '__proto__',
    7,
    null,
  ])('refuses the name %j before it uses it', async (name) => {
    const directory = newDirectory();
    mkdirSync(directory, { recursive: true });
    const victim = join(directory, '..', 'victim.txt');
    writeFileSync(victim, 'mine');
    respond = exporting([file(), file({ name })]);
    const { code, stderr } = await run('export', directory);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        new RegExp(
          String.raw`^error: the service lists no valid export: files\[1\]\.name: ` +
            'must be the name of a file of an export, not "[^"]*"\n$',
        ),
      ),
    ]);
    expect(stderr).not.toMatch(RAW);
    expect(existsSync(victim)).toBe(true);
    expect(readdirSync(directory)).toEqual(['.evidence-export.json']);
    expect(requests.filter((request) => request.includes('/files/'))).toEqual([]);
  });

  test.each<[string, unknown[], string]>([
    ['a duplicate', [file(), file()], 'files[1].name: must be the name of a file'],
    ['a size above 2^53', [file({ bytes: 2 ** 53 })], 'files[0].bytes: must be a whole number from 0'],
    ['a negative size', [file({ bytes: -1 })], 'files[0].bytes: must be a whole number from 0'],
    ['a size that is no number', [file({ bytes: '4' })], 'files[0].bytes: must be a whole number from 0'],
    [
      'sizes that are too large together',
      [file({ bytes: 2 ** 53 - 1 }), file({ name: 'b' })],
      'files: must have at most',
    ],
    ['no hash', [file({ sha256: CONTROL })], 'files[0].sha256: must be 64 lower-case hexadecimal digits'],
    ['an item that is null', [null], 'files[0].name: must be the name of a file'],
    ['too many files', Array.from({ length: 50_001 }, () => 0), 'files: must have at most 50000 items'],
  ])('refuses a list with %s', async (_, files, message) => {
    respond = exporting(files);
    const { code, stderr } = await run('export', newDirectory());
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`error: the service lists no valid export: ${message}`),
    ]);
  });

  test('ends a download at the size of the file, and leaves nothing of it', async () => {
    let sent = 0;
    respond = exporting([file()], {
      'assets-00001.jsonl.gz': (response) => {
        const more = (): void => {
          sent += 65_536;
          if (!response.destroyed && sent < 2 ** 30) response.write(Buffer.alloc(65_536), more);
        };
        more();
      },
    });
    const directory = newDirectory();
    const { code, stderr } = await run('export', directory);
    expect([code, stderr]).toEqual([
      1,
      'error: assets-00001.jsonl.gz: the service sent more than the 4 bytes that it has\n',
    ]);
    expect(readdirSync(directory)).toEqual(['.evidence-export.json']);
    expect(sent).toBeLessThan(2 ** 28);
  });

  test('ends the download of a manifest that has no end', async () => {
    const finished = exporting([file()]);
    let sent = 0;
    respond = (path, response) => {
      if (!path.endsWith('/manifest.json')) return finished(path, response);
      const more = (): void => {
        sent += 2 ** 20;
        if (!response.destroyed && sent < 2 ** 29) response.write(Buffer.alloc(2 ** 20), more);
      };
      more();
    };
    const { code, stderr } = await run('export', newDirectory());
    expect([code, stderr]).toEqual([1, 'error: manifest.json has more than 67108864 bytes\n']);
    expect(sent).toBeLessThan(2 ** 28);
  });

  test('refuses a manifest with other files before it downloads them', async () => {
    respond = exporting([file()], {}, [file({ bytes: 5 })]);
    const { code, stderr } = await run('export', newDirectory());
    expect([code, stderr]).toEqual([1, 'error: manifest.json does not list the files that the service lists\n']);
    expect(requests.filter((request) => request.includes('/files/assets'))).toEqual([]);
  });

  test('prints the counts of an export without characters that control the terminal', async () => {
    respond = exporting([file()], { 'assets-00001.jsonl.gz': (response) => void response.end('good') });
    const directory = newDirectory();
    const { code, stdout } = await run('export', directory, '--keep');
    expect([code, readdirSync(directory).toSorted()]).toEqual([0, ['assets-00001.jsonl.gz', 'manifest.json']]);
    expect(stdout).not.toMatch(RAW);
    expect(stdout).toContain('\uFFFD[2J\uFFFD31m\uFFFDabc\uFFFD\uFFFD\uFFFD\uFFFD  2\n');
  });
});

const asset = { identity: `assets/${UUID}`, attributes: { arc_display_name: CONTROL }, at_time: CONTROL };

describe('evidence with a hostile service', () => {
  test('prints text of others in tables and records without characters that control the terminal', async () => {
    respond = (path, response) =>
      json(response, path.startsWith('/v2/assets?') ? { assets: [asset], next_page_token: '' } : asset);
    for (const args of [
      ['assets', 'list'],
      ['assets', 'show', `assets/${UUID}`],
    ]) {
      const { code, stdout } = await run(...args);
      expect([code, stdout]).toEqual([0, expect.stringContaining('\uFFFD[2J\uFFFD31m\uFFFDabc')]);
      expect(stdout).not.toMatch(RAW);
      const shown = await run('--json', ...args);
      expect(jsonOf(shown)).toEqual([asset]);
      expect(shown.stdout).not.toMatch(RAW);
    }
  });

  test('prints its errors without characters that control the terminal, with and without --json', async () => {
    respond = (_path, response) =>
      json(response, { code: 3, message: CONTROL, details: [{ request_id: CONTROL }] }, 400);
    const text = await run('assets', 'list');
    expect(text).toMatchObject({ code: 2, stderr: expect.stringMatching(/^error: \uFFFD\[2J.+\n$/u) });
    expect(text.stderr).not.toMatch(RAW);
    const { code, stderr } = await run('--json', 'assets', 'list');
    expect(stderr).not.toMatch(RAW);
    expect([code, JSON.parse(stderr).error.detail]).toEqual([2, CONTROL]);
  });

  test.each<[string, unknown]>([
    [
      'texts of other types',
      { code: {}, message: { a: 1 }, error: 7, details: [null, 7, { field_violations: [null] }] },
    ],
    ['a list', [1]],
    ['__proto__', JSON.parse('{"__proto__":{"message":7},"details":{"length":1}}')],
  ])('exits for an error with %s', async (_, body) => {
    respond = (_path, response) => json(response, body, 400);
    const { code, stderr } = await run('assets', 'list');
    expect([code, stderr]).toEqual([2, 'error: the service responded with status 400\n']);
  });

  test('ends a list whose cursors repeat in a cycle', async () => {
    let page = 0;
    respond = (_path, response) => json(response, { assets: [asset], next_page_token: `cursor ${(page += 1) % 5}` });
    const { code, stderr } = await run('assets', 'list', '--limit', '1000000');
    expect([code, stderr]).toEqual([1, 'error: the service responded without a new next_page_token\n']);
    expect(page).toBeLessThan(20);
  });

  test('refuses JSON that is too deep', async () => {
    respond = (_path, response) => void response.end(`{"assets":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
    const { code, stderr } = await run('assets', 'list');
    expect([code, stderr]).toEqual([1, 'error: the service responded with a body that is not JSON\n']);
  });

  test('ends a response of JSON that has no end', async () => {
    let sent = 0;
    respond = (_path, response) => {
      const more = (): void => {
        sent += 2 ** 20;
        if (!response.destroyed && sent < 2 ** 29) response.write(Buffer.alloc(2 ** 20, ' '), more);
      };
      more();
    };
    const { code, stderr } = await run('assets', 'list');
    expect([code, stderr]).toEqual([1, 'error: the service responded with more than 67108864 bytes\n']);
    expect(sent).toBeLessThan(2 ** 28);
  });

  test('follows no redirect to another origin', async () => {
    const other = createServer((request, response) => {
      requests.push(`other: ${request.headers.authorization}`);
      response.end('{}');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
    respond = (_path, response) => void response.writeHead(302, { location }).end();
    const { code, stderr } = await run('assets', 'list');
    other.close();
    expect([code, stderr]).toEqual([1, expect.stringContaining('the service responded with a redirect\n')]);
    expect(requests.filter((request) => request.startsWith('other'))).toEqual([]);
  });
});
