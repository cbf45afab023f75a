import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../tools/free-port.ts';
import { endAll, launch, type Launched } from '../support/launcher.ts';
import { call, type Access } from '../local/support/evidence.ts';
import { batchProxy, importHere, runImport, type Moment } from './support/importing.ts';
import { removeDirectory } from '../support/directory.ts';

/** The batches at which an import is killed. */
const BEFORE = [1, 2, 3, 5, 8];
const AFTER = [1, 2, 4, 5, 8, 9];
/** The events of an import that is killed. A batch has 1000 lines. */
const EVENTS = 3300;

const temporary = mkdtempSync(join(tmpdir(), 'import-'));
let service: Launched;
let access: Access;
let fromState: string[];
let ofAdministrator: Record<string, string>;

beforeAll(async () => {
  service = await launch(join(temporary, 'state'));
  access = { base: service.base, token: await service.token() };
  fromState = ['--state', join(temporary, 'state')];
  ofAdministrator = {
    CLIENT_ID: service.credentials.client_id,
    CLIENT_SECRET: service.credentials.client_secret,
  };
});
afterAll(async () => {
  await endAll();
  removeDirectory(temporary);
});

let files = 0;
function fileOf(extension: string, content: string): string {
  const file = join(temporary, `input-${++files}.${extension}`);
  writeFileSync(file, content);
  return file;
}
const jsonl = (records: object[]): string =>
  fileOf('jsonl', records.map((record) => `${JSON.stringify(record)}\n`).join(''));
const reportOf = (file: string): string => readFileSync(`${file}.rejected.csv`, 'utf8');

/** The events of the assets with this attribute, the oldest first, without their creations. */
async function eventsOf(run: string): Promise<any[]> {
  const found: any[] = [];
  let page = '';
  do {
    const query = new URLSearchParams({
      'asset.attributes.run': run,
      page_size: '500',
      ...(page ? { page_token: page } : {}),
    });
    const { events, next_page_token } = await call<any>(access, 'GET', `/v2/assets/-/events?${query}`);
    found.push(...events);
    page = next_page_token;
  } while (page !== '');
  return found.filter(({ operation }) => operation !== 'NewAsset').toReversed();
}
const assetsOf = async (run: string): Promise<any[]> =>
  (await call<any>(access, 'GET', `/v2/assets?page_size=500&attributes.run=${run}`)).assets;

let runs = 0;
/** Two assets with the attribute `run`, and `events` numbered events of them. */
function history(events: number): { run: string; records: object[] } {
  const run = `r${++runs}`;
  const assets = ['a', 'b'].map((asset) => ({ asset, run }));
  const time = (n: number): string => new Date(Date.UTC(2001, 0, 1) + n * 1000).toISOString().replace('.000', '');
  const rest = Array.from({ length: events }, (_, n) => ({
    asset: 'ab'[n % 2],
    operation: 'Record',
    timestamp_declared: time(n),
    n,
    'asset_attributes.last': n,
  }));
  return { run, records: [...assets, ...rest] };
}

describe('npm run import', () => {
  test('imports assets and events of a CSV file with a map, and reports the lines that are rejected', async () => {
    const file = fileOf(
      'csv',
      [
        'ID;Kind;When;Temp. (C);Remark;Internal;run',
        'p-1;asset;;;;secret;csv',
        'p-2;asset;;;;;csv',
        'p-1;event;2001-02-03 04:05:06Z;20,5;"first; ""quoted""',
        'and second line";;',
        'p-2;event;2001-02-03T05:05:06+01:00;21;;;',
        'p-3;event;2001-02-03T04:05:06Z;22;;;',
        'p-1;event;yesterday;23;;;',
        'p-1;event',
        'p-1;asset;;;;;csv',
        'p-2;event;;24;;;',
      ].join('\r\n'),
    );
    const map = fileOf(
      'json',
      JSON.stringify({
        delimiter: ';',
        columns: {
          ID: 'asset',
          Kind: 'record',
          When: 'timestamp_declared',
          'Temp. (C)': ['event_attributes.temperature', 'asset_attributes.temperature'],
          Internal: null,
        },
      }),
    );
    const { code, stdout, stderr } = await runImport([file, '--map', map, ...fromState]);
    expect({ code, stderr }).toEqual({ code: 3, stderr: '' });
    expect(stdout).toMatch(
      new RegExp(
        [
          String.raw`^Reading input-\d+\.csv \.\.\.`,
          String.raw`100 %, 9 of 9 lines, \d+ per second, 4 rejected \.\.\.`,
          'imported: 2 assets, 3 events',
          'warning: rejected: 4 lines, the first is line 7: asset: no earlier line has created the asset "p-3"; ' +
            String.raw`the reasons are in .*\.csv\.rejected\.csv`,
          '$',
        ].join('\n'),
      ),
    );
    expect(reportOf(file).split('\r\n')).toEqual([
      'line,reason',
      '7,"asset: no earlier line has created the asset ""p-3"""',
      '8,"timestamp_declared: must be an RFC 3339 time from the year 0001 to 2254, such as 2026-11-21T08:46:00Z"',
      '9,"has 2 fields, and the header has 7"',
      '10,"asset: line 2 has the same id, ""p-1"""',
      '',
    ]);
    const assets = await assetsOf('csv');
    expect(
      assets.map(({ attributes }) => attributes).toSorted((a, b) => a.temperature.localeCompare(b.temperature)),
    ).toEqual([
      { run: 'csv', temperature: '20,5' },
      { run: 'csv', temperature: '24' },
    ]);
    const shown = (await eventsOf('csv')).map((event) => [event.timestamp_declared, event.event_attributes]);
    expect(shown).toHaveLength(3);
    expect(shown).toEqual(
      expect.arrayContaining([
        ['2001-02-03T04:05:06Z', { temperature: '20,5', Remark: 'first; "quoted"\r\nand second line' }],
        ['2001-02-03T04:05:06Z', { temperature: '21' }],
        [expect.stringMatching(/^20[2-9]/), { temperature: '24' }],
      ]),
    );
    const again = await importHere([file, '--map', map, ...fromState]);
    expect([again.code, again.stdout.split('\n')[1]]).toEqual([3, 'imported: 2 assets, 3 events']);
    expect(await eventsOf('csv')).toHaveLength(3);
  });

  test.each<[Moment, number[]]>([
    ['before', BEFORE],
    ['after', AFTER],
  ])('resumes after kill -9 %s a batch is stored, without loss, duplicates or another order', async (moment, at) => {
    const { run, records } = history(EVENTS);
    const file = jsonl([...records, { record: 'thing' }]);
    let child: ChildProcess | undefined;
    const proxy = await batchProxy(service.base, async (when, batch) => {
      if (when !== moment || !at.includes(batch)) return false;
      child!.kill('SIGKILL');
      return true;
    });
    const args = [file, '--url', proxy.base];
    let killed = 0;
    for (;;) {
      const ended = await runImport(args, { env: ofAdministrator, started: (process) => (child = process) });
      if (ended.signal === 'SIGKILL') {
        killed += 1;
        continue;
      }
      expect(ended).toMatchObject({ code: 3, stderr: '' });
      expect(ended.stdout).toContain(`imported: 2 assets, ${EVENTS.toLocaleString('en')} events\n`);
      break;
    }
    proxy.close();
    expect(killed).toBe(at.length);
    expect(await assetsOf(run)).toHaveLength(2);
    const events = await eventsOf(run);
    for (const [i, name] of ['a', 'b'].entries()) {
      const own = events.filter(({ event_attributes }) => Number(event_attributes.n) % 2 === i);
      expect(
        own.map(({ event_attributes }) => Number(event_attributes.n)),
        name,
      ).toEqual(Array.from({ length: EVENTS / 2 }, (_, n) => 2 * n + i));
      expect(new Set(own.map(({ asset_identity }) => asset_identity)).size).toBe(1);
    }
    expect(events).toHaveLength(EVENTS);
    expect(reportOf(file)).toBe(`line,reason\r\n${EVENTS + 3},"record: must be asset or event, not ""thing"""\r\n`);
  });

  test('stops after the current batch at SIGTERM and at Ctrl-C, which npm sends twice, and resumes', async () => {
    const { run, records } = history(2100);
    const file = jsonl(records);
    let child: ChildProcess | undefined;
    const proxy = await batchProxy(service.base, async (when, batch) => {
      if (when !== 'before') return false;
      if (batch === 1) child!.kill('SIGTERM');
      if (batch === 3) {
        child!.kill('SIGINT');
        await new Promise((resolve) => setTimeout(resolve, 50));
        child!.kill('SIGINT');
      }
      return false;
    });
    const args = [file, '--url', proxy.base];
    for (const lines of [1000, 2000]) {
      const stopped = await runImport(args, { env: ofAdministrator, started: (process) => (child = process) });
      expect(stopped).toMatchObject({ code: 4, signal: null, stderr: '' });
      expect(stopped.stdout).toContain(
        `warning: stopped after ${lines} of 2,102 lines; run the command again to resume\n`,
      );
    }
    expect(await importHere(args, { env: ofAdministrator })).toMatchObject({ code: 0 });
    proxy.close();
    expect(await eventsOf(run)).toHaveLength(2100);
  });

  test('imports events of the assets of another file', async () => {
    const { run, records } = history(10);
    const assets = jsonl(records.slice(0, 2));
    const events = jsonl(records.slice(2));
    const before = await importHere([events, '--assets-of', assets, ...fromState]);
    expect([before.code, before.stderr]).toEqual([1, `error: --assets-of: ${assets} has not been imported\n`]);
    expect((await importHere([assets, ...fromState])).code).toBe(0);
    expect(existsSync(`${assets}.rejected.csv`)).toBe(false);
    expect((await importHere([events, '--assets-of', assets, ...fromState])).code).toBe(0);
    expect(await eventsOf(run)).toHaveLength(10);
  });

  test('npm run import with --dry-run validates every line, and needs and changes nothing', async () => {
    const { run, records } = history(1100);
    const file = jsonl([
      ...records,
      { asset: 'c', behaviours: 'Teleport', run },
      { asset: 'a', operation: 'Fly' },
      { asset: 'c', operation: 'Record' },
      { asset: 'assets/none', operation: 'Record' },
      { asset: 'a', operation: 'Record', timestamp_declared: 'never' },
      { asset: 'a', operation: 'Record', event_attributes: { 'name.with.dots': 'x' } },
    ]);
    const { code, stdout, stderr } = await importHere([file, '--dry-run', '--state', join(temporary, 'nowhere')]);
    expect({ code, stderr }).toEqual({ code: 3, stderr: '' });
    expect(stdout).toContain('valid: 2 assets, 1,100 events\n');
    const reasons = reportOf(file).split('\r\n');
    expect(reasons.map((line) => line.slice(0, line.indexOf(':') + 1))).toEqual([
      '',
      '1103,"behaviours[0]:',
      '1104,"operation:',
      '1105,"asset:',
      '1106,"asset_identity:',
      '1107,"timestamp_declared:',
      '1108,"event_attributes.name.with.dots:',
      '',
    ]);
    expect(existsSync(`${file}.import`)).toBe(false);
    expect(await assetsOf(run)).toEqual([]);
    // The service rejects the same lines for the same reasons, except that it assigns identities.
    expect((await importHere([file, ...fromState])).code).toBe(3);
    expect(reportOf(file).split('\r\n')).toEqual(reasons);
  });

  test('is resumed only with the same input, map, service and application', async () => {
    const { records } = history(3);
    const file = jsonl(records);
    expect((await importHere([file, ...fromState])).code).toBe(0);
    const refused = async (args: string[], env = {}): Promise<string> => {
      const { code, stderr } = await importHere([file, ...args], { env });
      expect(code).toBe(1);
      return stderr.slice('error: '.length).split(':')[0]!;
    };
    const map = fileOf('json', '{}');
    expect(await refused([...fromState, '--map', map])).toBe('the map file changed since the import began');
    expect(await refused(['--url', `http://localhost:${service.port}/archivist`], ofAdministrator)).toBe(
      'the address of the service changed since the import began',
    );
    expect(await refused(fromState, { CLIENT_ID: 'other', CLIENT_SECRET: 's' })).toBe(
      'the application whose credentials are used changed since the import began',
    );
    writeFileSync(file, '{}\n', { flag: 'a' });
    expect(await refused(fromState)).toBe('the input file changed since the import began');
  });

  test('repeats a batch whose keys may have expired only with --resend', async () => {
    const { run, records } = history(1100);
    const file = jsonl(records);
    let child: ChildProcess | undefined;
    const proxy = await batchProxy(
      service.base,
      (when, batch) => when === 'before' && batch === 3 && child!.kill('SIGKILL'),
    );
    const args = [file, '--url', proxy.base];
    await runImport(args, { env: ofAdministrator, started: (process) => (child = process) });
    const state = new DatabaseSync(`${file}.import`);
    const since = Date.now() - 23 * 3_600_000;
    state.prepare("UPDATE facts SET value = ? WHERE name = 'sending'").run(JSON.stringify({ since }));
    state.close();
    const refused = await importHere(args, { env: ofAdministrator });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(
      /^error: the batch after the first 1000 lines was sent at .* run the command with --resend\n$/,
    );
    expect((await importHere([...args, '--resend'], { env: ofAdministrator })).code).toBe(0);
    proxy.close();
    expect(await eventsOf(run)).toHaveLength(1100);
  });

  test('asks for credentials, sends saved ones to no other machine, and keeps no file if they are wrong', async () => {
    const file = jsonl([{ asset: 'a' }]);
    const nowhere = `http://192.0.2.1:1/archivist`;
    const none = await importHere([file, '--url', nowhere]);
    expect([none.code, none.stderr]).toEqual([
      1,
      'error: CLIENT_ID, CLIENT_SECRET: must be set in the environment to those of an application of that service\n',
    ]);
    const half = await importHere([file, '--url', nowhere], { env: { CLIENT_ID: 'x' } });
    expect(half.stderr).toBe('error: CLIENT_SECRET: must be set in the environment with the other\n');
    const wrong = await importHere([file, '--url', service.base], { env: { CLIENT_ID: 'x', CLIENT_SECRET: 'y' } });
    expect(wrong.stderr).toBe(`error: ${service.base} rejected the client id and secret (401)\n`);
    expect(existsSync(`${file}.import`)).toBe(false);
    const missing = await importHere([file, '--url', `${service.at}/elsewhere`], { env: ofAdministrator });
    expect([missing.code, existsSync(`${file}.import`)]).toEqual([1, false]);
    const port = await freePort();
    const stopped = await importHere([file, '--state', join(temporary, `state-${port}`)]);
    expect(stopped.stderr).toContain('error: no service runs over the state directory');
  });
});
