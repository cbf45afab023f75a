import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCommandLine, type CommandLine } from './support/command-line.ts';
import { jsonOf, type Ran } from './support/command.ts';

let commandLine: CommandLine;

beforeAll(async () => {
  commandLine = await openCommandLine();
});
afterAll(() => commandLine.close());

describe('with a service of the test', () => {
  let server: Server;
  let base: string;
  const requests: string[] = [];
  const person = (issuer: string, subject: string, display_name: string) => ({
    issuer,
    subject,
    display_name,
    email: '',
  });
  // Nobody is declared, then the one who records by another name, then somebody else.
  const declared = [person('', '', ''), person('i', 's', 'Countess'), person('i', 't', 'Bob')];
  const events = [1, 2, 3].map((n) => ({
    identity: `assets/a/events/${n}`,
    asset_identity: 'assets/a',
    principal_declared: declared[n - 1],
    principal_accepted: person('i', 's', 'Ada'),
    timestamp_accepted: `2026-01-0${n}T00:00:00Z`,
    operation: 'Record',
    confirmation_status: 'CONFIRMED',
    event_attributes: { arc_display_type: 'Inspection' },
    asset_attributes: {},
  }));

  let watched = events;
  /** The path to which the service does not respond. */
  let pending = '';

  beforeAll(async () => {
    server = createServer((request: IncomingMessage, response) => {
      const url = new URL(request.url!, 'http://x');
      requests.push(`${url.pathname}${url.search}`);
      if (url.pathname === pending) return;
      const cursor = Number(url.searchParams.get('cursor') ?? 0);
      const body = url.pathname.endsWith(':search')
        ? {
            assets: [{ identity: 'assets/a', attributes: { arc_display_name: 'Pump' }, public: true, at_time: 't' }],
            next_page_token: '',
          }
        : {
            attributes: { arc_display_name: 'Pump' },
            events: watched.slice(cursor, cursor + 2),
            next_cursor: String(Math.min(3, cursor + 2)),
          };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/archivist`;
  });
  afterAll(() => server.close());
  const envOf = (url: string) => ({ EVIDENCE_URL: url, EVIDENCE_TOKEN: 't' });
  const ask = (args: string[], until?: (stdout: string) => boolean): Promise<Ran> =>
    until ? commandLine.evidence(args, { env: envOf(base), until }) : commandLine.here(args, { env: envOf(base) });

  test('searches', async () => {
    expect((await ask(['search', 'pump', '7'])).stdout).toMatch(/^Pump +yes +t +assets\/a$/m);
    expect(jsonOf(await ask(['search', 'pump', '--json']))[0].identity).toBe('assets/a');
    expect(requests).toContain('/archivist/v2/assets:search?q=pump+7&page_size=50');
    expect((await ask(['search'])).code).toBe(2);
  });

  test('watches the feed until no more events exist, and keeps the cursor in a file', async () => {
    const cursor = join(commandLine.directory, 'cursor.txt');
    const all = await ask(['watch', '--once', '--cursor-file', cursor, '--json']);
    expect(jsonOf(all).map(({ identity }) => identity)).toEqual(events.map(({ identity }) => identity));
    expect(readFileSync(cursor, 'utf8')).toBe('3\n');
    expect((await ask(['watch', '--once', '--cursor-file', cursor])).stdout).toBe('');
    const { stdout } = await ask(['watch', '--once', '--cursor', '0']);
    expect(stdout.trimEnd().split('\n')).toEqual([
      '2026-01-01T00:00:00Z  Inspection    Ada  Record  CONFIRMED  assets/a/events/1',
      '2026-01-02T00:00:00Z  Inspection    Ada  Record  CONFIRMED  assets/a/events/2',
      '2026-01-03T00:00:00Z  Inspection    Bob (recorded by Ada)  Record  CONFIRMED  assets/a/events/3',
    ]);
  });

  test('watches without waiting for a name to which the service does not respond', async () => {
    const of = (n: number): string => `assets/00000000-0000-4000-8000-00000000000${n}`;
    watched = [{ ...events[0]!, asset_identity: of(1) }, { ...events[1]!, asset_identity: of(2) }, events[2]!];
    pending = `/archivist/v2/${of(2)}`;
    const { code, stdout } = await ask(['watch', '--once']);
    watched = events;
    expect(requests).toContain(pending);
    expect([code, stdout.trimEnd().split('\n')]).toEqual([
      0,
      [expect.stringContaining('Inspection  Pump  Ada'), ...Array(2).fill(expect.stringContaining('Inspection    '))],
    ]);
  });

  test('a file of the cursor that cannot be written ends the command before it asks for events', async () => {
    const before = requests.length;
    const file = join(commandLine.directory, 'no such directory', 'cursor.txt');
    const ran = await ask(['watch', '--once', '--cursor-file', file]);
    expect([ran.code, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toContain(`--cursor-file: ${file} cannot be written: `);
    expect(requests).toHaveLength(before);
  });

  test('a command without an account leaves no file of the cursor', async () => {
    const file = join(commandLine.directory, 'unused.txt');
    const ran = await commandLine.here(['watch', '--once', '--cursor-file', file, '--profile', 'none']);
    expect([ran.code, ran.stdout]).toEqual([5, '']);
    expect(existsSync(file)).toBe(false);
  });

  test('watches the feed until it is stopped', async () => {
    const ran = await ask(['watch'], (stdout) => stdout.split('\n').length > 3);
    expect(ran.stdout.split('\n')).toHaveLength(4);
  });

  test('a service that cannot be reached exits with 7', async () => {
    const ran = await commandLine.here(['assets', 'show', 'publicassets/00000000-0000-4000-8000-000000000001'], {
      env: { EVIDENCE_URL: 'http://127.0.0.1:1' },
    });
    expect([ran.code, ran.stderr]).toEqual([7, expect.stringContaining('the connection to the service failed')]);
  });
});

describe('help', () => {
  const COMMANDS = [
    'login',
    'logout',
    'assets list',
    'assets show',
    'assets create',
    'search',
    'events list',
    'events show',
  ];
  const WEBHOOKS = ['list', 'create', 'enable', 'test', 'deliveries', 'redeliver', 'rotate-secret', 'delete'].map(
    (name) => `webhooks ${name}`,
  );
  const OTHERS = [
    ...['list', 'show', 'recover', 'end-sessions'].map((name) => `people ${name}`),
    ...['list', 'show', 'create', 'delete'].map((name) => `policies ${name}`),
    ...['list', 'show'].map((name) => `templates ${name}`),
    'compliance due',
  ];
  test.each([...COMMANDS, 'record', 'watch', 'upload', 'proof', 'verify', 'share', 'export', ...WEBHOOKS, ...OTHERS])(
    '%s has examples',
    async (command) => {
      const ran = await commandLine.here([...command.split(' '), '--help']);
      expect([ran.code, ran.stderr]).toEqual([0, '']);
      expect(ran.stdout).toMatch(new RegExp(`^Examples:\\n(?:.*\\n)*? {2}.*evidence (?:.* )?${command}`, 'm'));
    },
  );

  test('the overview lists the exit codes and the environment', async () => {
    const ran = await commandLine.evidence(['--help']);
    expect(ran.stdout).toMatch(/^Exit codes:$/m);
    expect(ran.stdout).toMatch(/EVIDENCE_TOKEN/);
    expect((await commandLine.here([])).code).toBe(2);
    expect((await commandLine.here(['--version'])).stdout).toBe('0.2.0\n');
  });
});
