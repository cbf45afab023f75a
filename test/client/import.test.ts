import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attachmentOf, EvidenceClient } from '../../apps/client/src/index.ts';
import { runImport } from '../cli/support/importing.ts';
import { freePort } from '../../tools/free-port.ts';
import { claimsOf, newAuthorKey } from '../support/authors.ts';
import { newTenant, ORIGIN, SECRETS, sharedService, type Service, type Tenant } from '../support/service.ts';
import { jsonOf, type Ran } from './support/command.ts';
import { openCommandLine, type CommandLine } from './support/command-line.ts';
import { runInTerminal } from './support/terminal.ts';

let service: Service;
let tenant: Tenant;
let client: EvidenceClient;
let commandLine: CommandLine;

const envOf = ({ client_id, client_secret }: Tenant): Record<string, string> => ({
  EVIDENCE_URL: service.base,
  EVIDENCE_CLIENT_ID: client_id,
  EVIDENCE_CLIENT_SECRET: client_secret,
});
const run = (...args: string[]): Promise<Ran> => commandLine.here(['import', ...args], { env: envOf(tenant) });

let files = 0;
/**
 * A new file with an asset, two events of it, and an event of an unknown asset. Its content is unique, because keys
 * follow from it.
 */
function history(): string {
  const lines = ['asset,operation,n', `p-1,,of file ${++files}`, 'p-1,Record,2', 'p-2,Record,3', 'p-1,Record,4', ''];
  return commandLine.file(`history-${files}.csv`, lines.join('\n'));
}

beforeAll(async () => {
  service = await sharedService();
  tenant = await newTenant(service, 'Import');
  client = new EvidenceClient({ url: service.base, token: tenant.token });
  commandLine = await openCommandLine();
});
afterAll(() => commandLine?.close());

const whoami = (of = client) => of.request('GET', '/v1/whoami');

/** A file as the field page saves it, of these records of the caller, or of another `owner` or tenancy. */
async function saved(name: string, records: object[], other: object = {}): Promise<string> {
  const { principal: owner, tenantid: tenant_identity } = await whoami();
  return commandLine.file(name, JSON.stringify({ owner, tenant_identity, ...other, records }));
}

const fieldRecord = (asset_identity: string, more: object = {}) => ({
  record_id: crypto.randomUUID(),
  asset_identity,
  asset_name: 'Crane',
  timestamp_declared: '2026-10-01T12:00:00.000Z',
  event_attributes: { arc_display_type: 'Inspection', arc_description: 'hook worn' },
  asset_attributes: { condition: 'worn' },
  files: [],
  ...more,
});

/** A new asset, and an event of it with a file, which the caller has signed and not sent. */
async function signedEvent() {
  const { key, sign, enrolment } = newAuthorKey();
  const owner = claimsOf(tenant.token, tenant.tenant_identity);
  const body = { display_name: 'Phone', enrolment: enrolment(`${ORIGIN}/archivist`, owner) };
  await client.request('POST', '/v1/signing_keys', { body });
  const { identity } = await client.assets.create({});
  const { timestamp_declared, event_attributes, asset_attributes } = fieldRecord(identity);
  const plate = attachmentOf(await client.blobs.upload(Buffer.from('a signed photo'), {}), 'plate.txt');
  const evidence = { timestamp_declared, event_attributes: { ...event_attributes, plate }, asset_attributes };
  return { identity, event: await client.events.sign(identity, evidence, { publicJwk: key, sign }) };
}

describe('records that the field page has saved', () => {
  test('are recorded once each with their files, however often they are imported, and refusals are named', async () => {
    const { identity } = await client.assets.create({ attributes: { arc_display_name: 'Crane' } });
    const photo = { attribute: 'plate', asset_attribute: 'plate_now', name: 'plate.txt', base64: btoa('a photo') };
    const first = fieldRecord(identity, { files: [photo] });
    const unknown = fieldRecord('assets/00000000-0000-4000-8000-000000000001');
    const unsigned = fieldRecord(identity, { to_be_signed: true });
    const file = await saved('records-not-sent.json', [first, unknown, unsigned, fieldRecord(identity)]);
    expect((await run(file, '--dry-run')).stdout).toBe('valid  4 records\n');
    expect(await client.events.list(identity).take(9)).toHaveLength(1);
    for (const _ of [1, 2]) {
      const ran = await run(file);
      expect([ran.code, ran.stderr]).toEqual([3, '']);
      expect(ran.stdout.split('\n')).toEqual([
        expect.stringMatching(new RegExp(`^${identity}/events/[-0-9a-f]{36} {2}Crane$`)),
        expect.stringMatching(new RegExp(`^refused: .*does not exist.* {2}Crane {2}${unknown.asset_identity} {2}`)),
        expect.stringMatching(/^refused: its author wants to sign it: /),
        expect.stringMatching(new RegExp(`^${identity}/events/`)),
        '',
      ]);
    }
    const [, event, ...created] = await client.events.list(identity).take(9);
    expect(created).toHaveLength(1);
    expect(event).toMatchObject({
      timestamp_declared: '2026-10-01T12:00:00.000Z',
      event_attributes: { arc_description: 'hook worn', plate: { arc_file_name: 'plate.txt' } },
      asset_attributes: { condition: 'worn', plate_now: { arc_file_name: 'plate.txt' } },
    });
    const lines = (await run(file, '--json')).stdout.trimEnd().split('\n');
    const json = lines.map((line) => JSON.parse(line) as { record_id: string; refused: string | null });
    expect(json.map(({ record_id, refused }) => [record_id, refused === null])).toEqual([
      [first.record_id, true],
      [unknown.record_id, false],
      [unsigned.record_id, false],
      [expect.any(String), true],
    ]);
  });

  test.each([
    [{ record_id: 'x' }, 'records[1].record_id: must be a UUID'],
    [{ asset_identity: 'blobs/x' }, 'records[1].asset_identity: must be assets/<uuid>'],
    [{ timestamp_declared: 'today' }, 'records[1].timestamp_declared: must be a time such as'],
    [{ event_attributes: [] }, 'records[1].event_attributes: must be an object'],
    [{ author_statement: { payload: 'x' } }, 'records[1].author_statement.signature: must be a text'],
    [{ files: [{ attribute: 'a', name: 'b', base64: '%' }] }, 'records[1].files[0].base64: must be base64'],
  ])('a saved record with %j is refused before anything is recorded', async (wrong, message) => {
    const { identity } = await client.assets.create({});
    const ran = await run(await saved('wrong.json', [fieldRecord(identity), fieldRecord(identity, wrong)]));
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(await client.events.list(identity).take(9)).toHaveLength(1);
  });

  test('signed records keep the statement of their author, and are recorded once', async () => {
    const { identity, event } = await signedEvent();
    const attached = event.event_attributes!['plate'];
    const record = fieldRecord(identity, {
      author_statement: event.author_statement,
      files: [{ attribute: 'plate', name: 'plate.txt', base64: btoa('a signed photo'), attached }],
    });
    const file = await saved('signed.json', [record]);
    for (const _ of [1, 2]) expect(await run(file)).toMatchObject({ code: 0, stderr: '' });
    const sent = await client.events.record(identity, event);
    const [recorded, ...others] = (await client.events.list(identity).take(9)).slice(0, -1);
    expect([recorded, others]).toEqual([sent, []]);
  });

  test('records of another person are refused, or declare that person and leave out what is signed', async () => {
    const { identity, event } = await signedEvent();
    const owner = { issuer: 'https://id.example', subject: 'ada', display_name: 'Ada', email: 'ada@example.com' };
    const record = fieldRecord(identity);
    const signed = fieldRecord(identity, { author_statement: event.author_statement });
    const file = await saved('of-ada.json', [record, signed], { owner });
    const refused = await run(file);
    expect([refused.code, refused.stdout, refused.stderr]).toEqual([
      2,
      '',
      expect.stringContaining('FILE: has records of Ada, and the caller is Administrator: import it as that person'),
    ]);
    expect(await client.events.list(identity).take(9)).toHaveLength(1);
    const { code, stdout } = await run(file, '--declare-owner');
    expect([code, stdout]).toEqual([3, expect.stringContaining('refused: it is signed: only its author can send it')]);
    const [recorded, ...others] = (await client.events.list(identity).take(9)).slice(0, -1);
    expect(others).toEqual([]);
    const { principal } = await whoami();
    expect(recorded).toMatchObject({ principal_declared: owner, principal_accepted: principal });
  });

  test('records of another tenancy are refused before anything is recorded, whoever has made them', async () => {
    const { identity } = await client.assets.create({});
    const other = await newTenant(service, 'Elsewhere');
    const { tenant_identity } = other;
    const file = await saved('elsewhere.json', [fieldRecord(identity)], { tenant_identity });
    for (const options of [[], ['--declare-owner']]) {
      const ran = await run(file, ...options);
      expect([ran.code, ran.stdout]).toEqual([2, '']);
      expect(ran.stderr).toContain(`FILE: has records of ${tenant_identity}, and the caller is in tenant/`);
    }
    expect(await client.events.list(identity).take(9)).toHaveLength(1);
  });

  test('have no options of other imports, and are in a list', async () => {
    const file = await saved('records.json', []);
    expect((await run(file, '--zone', 'UTC')).stderr).toContain('FILE: a .json file of the field page is imported');
    expect((await run(commandLine.file('other.json', '{}'))).stderr).toContain('records: must be a list');
    expect((await run(await saved('no-owner.json', [], { owner: null }))).stderr).toContain('owner: must be an object');
    expect((await run(await saved('no-tenancy.json', [], { tenant_identity: 'x' }))).stderr).toContain(
      'tenant_identity: must be tenant/<uuid>',
    );
    expect((await run(history(), '--declare-owner')).stderr).toContain('--declare-owner: is only for a .json file');
  });
});

describe('evidence import', () => {
  test('imports a file, lists the rejected lines, and adds nothing when it is repeated', async () => {
    const file = history();
    const map = commandLine.file('map.json', '{"constants":{"attributes.run":"map"}}');
    const ran = await run(file, '--map', map);
    expect([ran.code, ran.stderr]).toEqual([3, '']);
    expect(ran.stdout).toContain('imported: 1 asset, 2 events\n');
    expect(ran.stdout).toContain(
      'warning: rejected: 1 line, the first is line 4: asset: no earlier line has created the asset "p-2"; the ' +
        `reasons are in ${file}.rejected.csv\n`,
    );
    expect(readFileSync(`${file}.rejected.csv`, 'utf8')).toBe(
      'line,reason\r\n4,"asset: no earlier line has created the asset ""p-2"""\r\n',
    );
    const [asset, ...others] = await client.assets.list({ attributes: { run: 'map' } }).take(2);
    expect(others).toEqual([]);
    const events = async (): Promise<unknown[]> =>
      (await client.events.list(asset!.identity).take(9)).map(({ event_attributes }) => event_attributes['n']);
    const before = await events();
    expect(before.filter((n) => n !== undefined)).toEqual(['4', '2']);
    expect((await run(file, '--map', map)).code).toBe(3);
    expect(await events()).toEqual(before);
  });

  test('writes one line of JSON for programs', async () => {
    const file = history();
    const ran = await run(file, '--json');
    expect([ran.code, ran.stderr]).toEqual([3, '']);
    expect(JSON.parse(ran.stdout)).toEqual({
      input: file,
      dry_run: false,
      finished: true,
      lines: 4,
      total: 4,
      assets: 1,
      events: 2,
      rejected: 1,
      first_rejected: 'line 4: asset: no earlier line has created the asset "p-2"',
      rejected_file: `${file}.rejected.csv`,
      refused: 0,
      present: 0,
      warnings: [],
    });
  });

  test('validates a file without a service, and leaves no state', async () => {
    const file = history();
    const ran = await commandLine.here(['import', file, '--dry-run']);
    expect([ran.code, ran.stdout]).toEqual([3, expect.stringContaining('valid: 1 asset, 2 events\n')]);
    expect(existsSync(`${file}.import`)).toBe(false);
  });

  test('uses a profile of evidence login', async () => {
    const env = { EVIDENCE_CONFIG: join(commandLine.directory, 'profiles.json') };
    const admin = commandLine.file(
      'admin.json',
      JSON.stringify({ base_url: service.base, client_id: tenant.client_id, client_secret: tenant.client_secret }),
    );
    expect(await commandLine.here(['login', admin, '--profile', 'other'], { env })).toMatchObject({ code: 0 });
    const ran = await commandLine.here(['import', history(), '--profile', 'other', '--json'], { env });
    expect(JSON.parse(ran.stdout)).toMatchObject({ finished: true, events: 2 });
  });

  test('uses an access token, and another caller cannot resume the import', async () => {
    const file = history();
    const other = await newTenant(service, 'Another caller');
    const importAs = (token: string): Promise<Ran> =>
      commandLine.here(['import', file], { env: { EVIDENCE_URL: service.base, EVIDENCE_TOKEN: token } });
    expect((await importAs(tenant.token)).code).toBe(3);
    expect(await importAs(other.token)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the application whose credentials are used changed since the import began'),
    });
    expect(await importAs('opaque')).toMatchObject({
      code: 2,
      stderr: 'error: EVIDENCE_TOKEN: must be a JWT with the claim sub\n',
    });
  });

  test('imports an export into another tenancy', async () => {
    const from = await newTenant(service, 'From');
    const to = await newTenant(service, 'To');
    const source = new EvidenceClient({ url: service.base, token: from.token });
    const { identity } = await source.assets.create({ attributes: { arc_display_name: 'Pump 7' } });
    await source.events.record(identity, { event_attributes: { inspector: 'Ada' } });
    const directory = join(commandLine.directory, 'exported');
    expect(await commandLine.here(['export', directory], { env: envOf(from) })).toMatchObject({ code: 0 });
    const ran = await commandLine.here(['import', directory, '--json'], { env: envOf(to) });
    expect(jsonOf(ran)).toEqual([
      expect.objectContaining({ input: directory, finished: true, assets: 1, events: 1, total: 2 }),
    ]);
    const target = new EvidenceClient({ url: service.base, token: to.token });
    const [copy] = await target.assets.list({ attributes: { arc_display_name: 'Pump 7' } }).take(1);
    expect(copy?.identity).not.toBe(identity);
    expect((await target.events.list(copy!.identity).take(1))[0]?.event_attributes['inspector']).toBe('Ada');
  });

  test('continues with the state of npm run import', async () => {
    const file = history();
    const env = { CLIENT_ID: tenant.client_id, CLIENT_SECRET: tenant.client_secret };
    expect((await runImport([file, '--url', service.base], { env })).code).toBe(3);
    expect(JSON.parse((await run(file, '--json')).stdout)).toMatchObject({ lines: 4, assets: 1, events: 2 });
    expect(await client.assets.list({ attributes: { n: `of file ${files}` } }).take(9)).toHaveLength(1);
  });

  test('shows its progress in one line of a terminal', async () => {
    const args = [commandLine.script, 'import', history()];
    const { code, output } = await runInTerminal(args, envOf(tenant));
    expect(code).toBe(3);
    expect(output).toMatch(/\[#{20}\] 100 %, 4 of 4 lines, [\d,]+ per second, 1 rejected/);
  });
});

const operate = async (of: Tenant, change: string): Promise<void> => {
  const address = `${service.base}/operator/v1/${of.tenant_identity.replace('tenant/', 'tenants/')}:${change}`;
  const headers = { authorization: `Bearer ${SECRETS.OPERATOR_SECRET}` };
  expect((await fetch(address, { method: 'POST', headers })).status).toBe(200);
};

test('evidence import stops and can be resumed when the tenancy is suspended while it runs, or before it', async () => {
  const own = await newTenant(service, 'Suspended');
  const file = history();
  // A token that was issued before the suspension can be used.
  const withToken = { EVIDENCE_URL: service.base, EVIDENCE_TOKEN: own.token };
  const importAs = (env: Record<string, string>, ...args: string[]): Promise<Ran> =>
    commandLine.here(['import', file, ...args], { env });
  await operate(own, 'suspend');
  const stopped = await importAs(withToken, '--json');
  expect([stopped.code, stopped.stdout]).toEqual([5, '']);
  expect(JSON.parse(stopped.stderr).error).toMatchObject({
    status: 403,
    code: 'PERMISSION_DENIED',
    detail: expect.stringMatching(
      /^line 2: the tenancy is suspended by the operator.*run the command again to resume$/,
    ),
    request_id: expect.stringMatching(/./),
  });
  expect(existsSync(`${file}.rejected.csv`)).toBe(false);
  const refused = await commandLine.here(['import', history()], { env: envOf(own) });
  expect([refused.code, refused.stderr]).toEqual([
    5,
    expect.stringMatching(/issued no token \(400\): the tenancy is suspended by the operator \(request .+\)\n$/),
  ]);
  await operate(own, 'resume');
  expect(await importAs(withToken)).toMatchObject({ code: 3, stdout: expect.stringContaining('1 asset, 2 events') });
});

test('evidence import stops and can be resumed when the caller may not write to any asset of a batch', async () => {
  const owner = await newTenant(service, 'Owner');
  const { identity } = await new EvidenceClient({ url: service.base, token: owner.token }).assets.create({
    attributes: { arc_display_name: 'Pump 7' },
  });
  const file = commandLine.file('denied.jsonl', `{"asset":"${identity}","operation":"Record"}\n`);
  const ran = await run(file);
  expect([ran.code, ran.stderr]).toEqual([
    5,
    expect.stringContaining('the service accepted no line of the batch: line 1: '),
  ]);
  const asOwner = await commandLine.here(['import', file], { env: envOf(owner) });
  expect(asOwner).toMatchObject({ code: 2, stderr: expect.stringContaining('changed since the import began') });
});

test.each<[string[], number, string]>([
  [['history.xml'], 2, 'FILE: must be a .csv or .jsonl file, or the directory of an export, not "history.xml"'],
  [['none.csv', '--json'], 2, 'none.csv cannot be read: ENOENT'],
  [['none.csv', '--map', 'none.json'], 2, 'none.json cannot be read'],
  [['none.csv', '--no-verify'], 2, '--no-verify: is only for an export'],
  [['none.csv', '--fast'], 2, "unknown option '--fast'"],
  [['a.csv', 'b.csv'], 2, 'too many arguments'],
  [[], 2, "missing required argument 'input'"],
  [['docs', '--json'], 2, 'docs is not an export: it has no manifest.json'],
  [['docs', '--manifest-sha256', 'x'], 2, '--manifest-sha256: must be 64 lower-case hexadecimal digits'],
  [['docs', '--map', 'map.json'], 2, '--map: is only for a file of lines'],
])('evidence import fails with the arguments %j', async (args, code, message) => {
  const ran = await run(...args);
  expect([ran.code, ran.stdout, ran.stderr]).toEqual([code, '', expect.stringContaining(message)]);
});

test('evidence import fails with a line of JSON for invalid arguments with --json, like every command', async () => {
  for (const [args, detail] of [
    [['import', 'none.csv', '--fast', '--json'], "unknown option '--fast'"],
    [['--json', 'import'], "missing required argument 'input'"],
    [['--json', 'assets', 'show'], 'missing required argument'],
    [['--json', 'nothing'], "unknown command 'nothing'"],
    [['--json'], 'a command is required'],
  ] as const) {
    const ran = await commandLine.here(args);
    expect([ran.code, ran.stdout]).toEqual([2, '']);
    expect(JSON.parse(ran.stderr)).toEqual({ error: { detail: expect.stringContaining(detail) } });
  }
});

test('evidence import fails with status and request id of a token request that is rejected, with --json', async () => {
  const env = { ...envOf(tenant), EVIDENCE_CLIENT_SECRET: 'x' };
  const ran = await commandLine.here(['import', history(), '--json'], { env });
  expect(ran.code).toBe(5);
  expect(JSON.parse(ran.stderr).error).toMatchObject({
    status: 401,
    code: 'UNAUTHENTICATED',
    request_id: expect.stringMatching(/./),
  });
});

test('evidence import fails and says to check the address of a server that is another one', async () => {
  const server = createServer((request, response) => {
    request.resume();
    response.end('Hello');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { ...envOf(tenant), EVIDENCE_URL: url };
  const ran = await commandLine.here(['import', history()], { env });
  server.closeAllConnections();
  server.close();
  expect([ran.code, ran.stderr]).toEqual([
    1,
    `error: ${url}/archivist responded to the request for a token with 200 and without a token: check the address\n`,
  ]);
});

test('evidence import fails without credentials, or with those that the service rejects', async () => {
  const ran = (env: Record<string, string>): Promise<Ran> => commandLine.here(['import', history()], { env });
  const nowhere = { EVIDENCE_CONFIG: join(commandLine.directory, 'none.json') };
  expect(await ran(nowhere)).toMatchObject({ code: 5, stderr: expect.stringContaining('run evidence login') });
  expect(await ran({ EVIDENCE_URL: service.base })).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('an import needs credentials'),
  });
  expect(await ran({ ...envOf(tenant), EVIDENCE_CLIENT_SECRET: 'x' })).toMatchObject({
    code: 5,
    stderr: expect.stringMatching(/^error: .*\/archivist rejected the client id and secret \(401\) \(request .+\)\n$/),
  });
});

test('evidence import fails soon if the address does not respond, and names it', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const file = history();
  const started = Date.now();
  const ran = await commandLine.here(['import', file, '--json'], {
    env: { ...envOf(tenant), EVIDENCE_URL: url },
  });
  expect(Date.now() - started).toBeLessThan(20_000);
  expect([ran.code, ran.stdout]).toEqual([7, '']);
  expect(JSON.parse(ran.stderr).error).toMatchObject({
    code: 'UNAVAILABLE',
    detail: expect.stringMatching(
      new RegExp(`^${url}/archivist does not respond \\(.+\\): check the address, and that the service is running`),
    ),
  });
  expect(existsSync(`${file}.import`)).toBe(false);
});

test('evidence import fails with exit code 4 when it is stopped while it waits for the service', async () => {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(503, { 'retry-after': '3600' }).end('{"code":14,"message":"maintenance"}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ran = await commandLine.evidence(['import', history()], {
    env: { ...envOf(tenant), EVIDENCE_URL: url },
    until: (stdout) => stdout.includes('Waiting'),
  });
  server.close();
  server.closeAllConnections();
  expect([ran.code, ran.stderr]).toEqual([4, '']);
  expect(ran.stdout).toContain('warning: stopped after 0 of 4 lines; run the command again to resume\n');
});
