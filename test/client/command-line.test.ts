import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { EvidenceClient } from '../../apps/client/src/index.ts';
import { freePort } from '../../tools/free-port.ts';
import { anchoringService } from '../support/anchoring.ts';
import { newTenant, type Service, type Tenant } from '../support/service.ts';
import { openCommandLine, type CommandLine } from './support/command-line.ts';
import { jsonOf, type Ran } from './support/command.ts';

let service: Service;
let tenant: Tenant;
let client: EvidenceClient;
let commandLine: CommandLine;
/** The environment with the credentials of the tenant. */
let env: Record<string, string>;

const run = (...args: string[]): Promise<Ran> => commandLine.here(args, { env });
const json = async (...args: string[]): Promise<any> => jsonOf(await run('--json', ...args))[0];

beforeAll(async () => {
  service = await anchoringService();
  tenant = await newTenant(service, 'Command line');
  commandLine = await openCommandLine();
  env = {
    EVIDENCE_URL: service.base,
    EVIDENCE_CLIENT_ID: tenant.client_id,
    EVIDENCE_CLIENT_SECRET: tenant.client_secret,
  };
  client = new EvidenceClient({ url: service.base, token: tenant.token });
});
afterAll(() => commandLine?.close());

describe('assets and events', () => {
  test('creates, lists and shows an asset, for people and for programs', async () => {
    const attributes = commandLine.file('attributes.json', JSON.stringify({ maker: { name: 'A', place: 'B' } }));
    const asset = await json(
      'assets',
      'create',
      '-a',
      'arc_display_name=Pump 7',
      '-a',
      'kind=a=b',
      '--attributes',
      attributes,
    );
    expect(asset).toMatchObject({
      attributes: { arc_display_name: 'Pump 7', kind: 'a=b', maker: { name: 'A', place: 'B' } },
      public: false,
    });
    const shown = await run('assets', 'show', asset.identity);
    expect(shown.stdout).toMatch(/^identity +assets\/[-0-9a-f]{36}$/m);
    expect(shown.stdout).toMatch(/^maker +\{"name":"A","place":"B"\}$/m);
    expect(await json('assets', 'list', '-a', 'kind=a=b')).toEqual(await client.assets.get(asset.identity));
    const listed = await run('assets', 'list', '-a', 'kind=a=b');
    expect(listed.stdout.split('\n')).toEqual([
      expect.stringMatching(/^NAME +TYPE +PUBLIC +CHANGED +IDENTITY$/),
      expect.stringMatching(new RegExp(`^Pump 7 +no +\\S+Z +${asset.identity}$`)),
      '',
    ]);
    expect(await run('assets', 'list', '-a', 'kind=none')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'No records.\n',
    });
    expect(await run('--json', 'assets', 'list', '-a', 'kind=none')).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  test('a repeated command with an idempotency key creates nothing more', async () => {
    const [one, two] = [await json('assets', 'create', '--key', 'k'), await json('assets', 'create', '--key', 'k')];
    expect(two.identity).toBe(one.identity);
    const record = (): Promise<any> => json('record', one.identity, '--key', 'e', '-t', 'Inspection');
    expect((await record()).identity).toBe((await record()).identity);
  });

  test('records an event with an attachment, waits for its confirmation, and lists and shows it', async () => {
    const { identity } = await client.assets.create({ public: true });
    const manual = commandLine.file('manual.txt', 'a manual');
    const args = ['-t', 'Inspection', '-a', 'inspector=Ada', '-s', 'condition=good', '--attach', `manual=${manual}`];
    const event = await json('record', identity, ...args, '--declared', '2026-01-01T00:00:00Z', '--wait');
    expect(event).toMatchObject({
      confirmation_status: 'CONFIRMED',
      timestamp_declared: '2026-01-01T00:00:00Z',
      event_attributes: { inspector: 'Ada', manual: { arc_file_name: 'manual.txt' } },
      asset_attributes: { condition: 'good' },
    });
    expect((await json('events', 'list', identity, '--type', 'Inspection')).identity).toBe(event.identity);
    const correction = await json('record', identity, '-t', 'Note', '--corrects', event.identity);
    expect(correction.event_attributes.arc_corrects_event_identity).toBe(event.identity);
    expect((await run('record', identity, '--corrects', 'assets/x')).code).toBe(2);
    expect((await json('events', 'list', '-a', 'inspector=Ada', '-n', '1')).identity).toBe(event.identity);
    expect((await run('events', 'list', identity)).stdout).toMatch(
      /^\S+Z +Inspection +Administrator +Record +CONFIRMED +assets/m,
    );
    expect((await run('events', 'show', event.identity)).stdout).toMatch(/^asset: condition +good$/m);
    // Without credentials, by the public address.
    const anonymous = await commandLine.evidence(['events', 'show', `public${event.identity}`, '--json'], {
      env: { EVIDENCE_URL: service.base },
    });
    expect(jsonOf(anonymous)[0].event_attributes.inspector).toBe('Ada');
  });

  test('records by a template, once for each record id, and says what is missing', async () => {
    const { identity } = await client.assets.create({});
    const body = {
      display_name: 'Monthly inspection',
      event_display_type: 'Inspection',
      fields: [
        {
          name: 'condition',
          kind: 'CHOICE' as const,
          choices: ['good', 'worn'],
          required: true,
          asset_attribute: 'state',
        },
        { name: 'plate', kind: 'PHOTO' as const, required: true },
      ],
    };
    await client.request('POST', '/v1/templates', { body });
    const photo = commandLine.file('plate.jpg', 'a photo');
    const by = ['record', identity, '--template', 'Monthly inspection'];
    const missing = await run(...by, '-f', 'condition=bad', '-f', 'colour=red');
    expect([missing.code, missing.stderr]).toEqual([
      2,
      expect.stringContaining('condition: must be one of good, worn; plate: is required: attach a photo'),
    ]);
    expect(missing.stderr).toContain('colour: is not a field of the template: condition, plate');
    const none = await run('record', identity, '--template', 'Weekly');
    expect([none.code, none.stderr]).toEqual([
      2,
      expect.stringContaining('none is named "Weekly": Monthly inspection'),
    ]);
    expect((await run('record', identity, '-f', 'a=b')).stderr).toContain('--field: needs --template');
    const once = ['--record-id', crypto.randomUUID(), '-f', 'condition=worn', '--photo', photo];
    const [first, again] = [await json(...by, ...once), await json(...by, ...once)];
    expect(again).toMatchObject({ identity: first.identity, event_attributes: first.event_attributes });
    expect(first).toMatchObject({
      event_attributes: { arc_display_type: 'Inspection', condition: 'worn', plate: { arc_file_name: 'plate.jpg' } },
      asset_attributes: { state: 'worn' },
    });
    expect(await client.events.list(identity).take(9)).toHaveLength(2);
  });

  test('names the record id with which a command can be repeated after a lost response', async () => {
    const { identity } = await client.assets.create({});
    const { fetch } = globalThis;
    const lost = vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
      const response = await fetch(address, init);
      if (!String(address).endsWith('/events')) return response;
      throw new TypeError('the connection was closed');
    });
    const failed = await run('record', identity, '--type', 'Inspection');
    lost.mockRestore();
    const [, id] = /repeat the command with --record-id (\S+) to record it once/.exec(failed.stderr)!;
    await json('record', identity, '--type', 'Inspection', '--record-id', id!);
    expect(await client.events.list(identity).take(9)).toHaveLength(2);
  });

  test('sends records with the preference that unknown fields are refused', async () => {
    const sent = vi.spyOn(globalThis, 'fetch');
    const { identity } = await json('assets', 'create', '-a', 'arc_display_name=Strict');
    await json('record', identity, '--type', 'Inspection');
    const records = sent.mock.calls.filter(([address]) => /\/v2\/assets/.test(String(address)));
    sent.mockRestore();
    expect(records.map(([, init]) => new Headers(init!.headers).get('prefer'))).toEqual([
      'handling=strict',
      'handling=strict',
    ]);
  });

  test('limits a list, and reads further pages for a larger one', async () => {
    for (let n = 0; n < 3; n++) await client.assets.create({ attributes: { limited: 'yes' } });
    const list = (...args: string[]): Promise<Ran> => run('--json', 'assets', 'list', '-a', 'limited=yes', ...args);
    expect(jsonOf(await list('-n', '2'))).toHaveLength(2);
    expect(jsonOf(await list())).toHaveLength(3);
  });

  test('lists assets by creation, by change or by name', async () => {
    const ids: string[] = [];
    for (const name of ['B', 'A', 'C'])
      ids.push((await client.assets.create({ attributes: { ordered: 'yes', arc_display_name: name } })).identity);
    await client.events.record(ids[0]!, {});
    const list = async (...args: string[]): Promise<string> =>
      jsonOf(await run('--json', 'assets', 'list', '-a', 'ordered=yes', ...args))
        .map(({ attributes }) => attributes.arc_display_name)
        .join('');
    expect(await list()).toBe('CAB');
    expect(await list('--order', 'created')).toBe('CAB');
    expect(await list('--order', 'changed')).toBe('BCA');
    expect(await list('--order', 'name')).toBe('ABC');
  });

  test('shows names beside identities: assets, locations and files', async () => {
    const body = { display_name: 'Hamburg', latitude: 53.5, longitude: 10 };
    const { identity: home } = await client.request('POST', '/v2/locations', { body });
    const attributes = { arc_display_name: 'Named pump', arc_home_location_identity: home };
    const { identity } = await client.assets.create({ attributes });
    const manual = commandLine.file('plan.txt', 'a plan');
    const event = await json('record', identity, '-t', 'Survey', '--attach', `plan=${manual}`);
    expect((await run('assets', 'show', identity)).stdout).toContain(`Hamburg (${home})`);
    expect((await run('events', 'show', event.identity)).stdout).toMatch(
      /^plan +plan\.txt \(blobs\/[-0-9a-f]{36}, SHA256 [0-9a-f]{64}\)$/m,
    );
    const [header, row] = (await run('events', 'list', '-t', 'Survey')).stdout.split('\n');
    expect(header).toMatch(/^ACCEPTED +TYPE +ASSET +WHO +OPERATION +STATUS +IDENTITY$/);
    expect(row).toMatch(new RegExp(`^\\S+Z +Survey +Named pump +Administrator +Record +\\w+ +${event.identity}$`));
    expect(await json('events', 'list', '-t', 'Survey')).toEqual(await client.events.get(event.identity));
    expect((await run('locations', 'list')).stdout).toMatch(new RegExp(`^Hamburg +53\\.5 +10 +${home}$`, 'm'));
    expect((await json('locations', 'show', home)).display_name).toBe('Hamburg');
  });

  test('reads who the caller is, people, policies and compliance, and invites people', async () => {
    expect((await run('whoami')).stdout).toMatch(
      new RegExp(`^tenancy +Command line \\(${tenant.tenant_identity}\\)\nroles +Administrator$`, 'm'),
    );
    expect(await json('whoami')).toMatchObject({ url: service.base, roles: ['Administrator'] });
    expect((await run('people', 'list')).code).toBe(0);
    const invite = await json('invites', 'create', 'ada@example.com');
    expect((await run('invites', 'list')).stdout).toMatch(new RegExp(`^ada@example.com .*${invite.identity}$`, 'm'));
    expect(await json('invites', 'delete', invite.identity)).toEqual({ deleted: invite.identity });
    expect(await run('invites', 'list', '--json')).toMatchObject({ code: 0, stdout: '' });
    const rule = {
      compliance_type: 'COMPLIANCE_RICHNESS' as const,
      display_name: 'Has a lamp',
      asset_filter: [{ or: ['attributes.ruled=yes'] }],
      richness_assertions: [{ or: ['lamp=LED'] }],
    };
    await client.request('POST', '/v1/compliance_policies', { body: rule });
    expect((await run('compliance', 'list')).stdout).toMatch(/^Has a lamp +RICHNESS +attributes\.ruled=yes /m);
    const { identity } = await client.assets.create({ attributes: { ruled: 'yes' } });
    const failing = await run('compliance', 'check', identity);
    expect([failing.code, failing.stdout]).toEqual([1, expect.stringMatching(/^compliant +no\n.*\nHas a lamp +\S/m)]);
    await json('record', identity, '-s', 'lamp=LED');
    expect((await json('compliance', 'check', identity)).results).toMatchObject([{ display_name: 'Has a lamp' }]);
  });

  test('lists what is due, and reads templates', async () => {
    const rule = {
      compliance_type: 'COMPLIANCE_RICHNESS' as const,
      display_name: 'Has a hook',
      asset_filter: [{ or: ['attributes.arc_display_type=Due crane'] }],
      richness_assertions: [{ or: ['hook=good'] }],
    };
    await client.request('POST', '/v1/compliance_policies', { body: rule });
    const attributes = { arc_display_name: 'Crane 1', arc_display_type: 'Due crane' };
    const { identity } = await client.assets.create({ attributes });
    await service.cron('* * * * *');
    const { stdout } = await run('compliance', 'due');
    expect(stdout).toMatch(/^NAME +TYPE +DUE +WHO MUST ACT +IDENTITY\n/);
    expect(stdout).toMatch(new RegExp(`^Crane 1 +Due crane +(?:since \\S+Z|not compliant) .*${identity}$`, 'm'));
    expect(await json('compliance', 'due', '--mine', '-n', '1')).toMatchObject({ compliant: false });
    expect((await run('compliance', 'due', '--before', 'soon')).stderr).toContain('--before: must be a time');
    const field = { name: 'hook', kind: 'CHOICE' as const, choices: ['good', 'worn'], required: true };
    const body = { display_name: 'Hooks', event_display_type: 'Check', fields: [field] };
    const { identity: template } = await client.request('POST', '/v1/templates', { body });
    expect((await run('templates', 'list')).stdout).toMatch(new RegExp(`^Hooks +Check +all +${template}$`, 'm'));
    expect((await run('templates', 'show', template)).stdout).toMatch(/^ {2}hook +CHOICE: good, worn; required$/m);
    expect((await run('templates', 'show', 'templates/x')).code).toBe(2);
  });

  test('creates a policy from a file or from another policy, and deletes it', async () => {
    const filters = [{ or: ['attributes.kind=crane'] }];
    const permission = { user_attributes: [{ or: ['email=ada@example.com'] }], asset_attributes_read: ['*'] };
    const policy = { display_name: 'Cranes', filters, access_permissions: [permission] };
    const file = commandLine.file('policy.json', JSON.stringify(policy));
    const made = await json('policies', 'create', file);
    expect(made).toMatchObject({ display_name: 'Cranes', filters, access_permissions: [permission] });
    const shown = await json('policies', 'show', made.identity);
    const copy = await json('policies', 'create', commandLine.file('copy.json', JSON.stringify(shown)));
    expect(copy).toMatchObject({ display_name: 'Cranes', access_permissions: shown.access_permissions });
    expect(copy.identity).not.toBe(made.identity);
    expect(await json('policies', 'delete', made.identity)).toEqual({ deleted: made.identity });
    expect((await run('policies', 'show', made.identity)).code).toBe(6);
    const wrong = await run(
      'policies',
      'create',
      commandLine.file('wrong.json', '{"display_name":"x","colour":"red"}'),
    );
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('colour')]);
    expect((await run('policies', 'list')).stdout.match(/^Cranes /gm)).toHaveLength(1);
  });

  test('prints the address of a record where there is no browser', async () => {
    const { identity } = await client.assets.create({ public: true });
    const open = async (...args: string[]) => (await run('open', ...args)).stdout;
    expect(await open(identity)).toBe(`address  ${service.at}/console/#/${identity}\n`);
    expect(await open()).toBe(`address  ${service.at}/console/\n`);
    const uuid = identity.slice('assets/'.length);
    const { publicurl } = await client.request('GET', '/v2/assets/{uuid}:publicurl', { path: { uuid } });
    expect(await open(`public${identity}`, '--print')).toBe(`address  ${publicurl}\n`);
    expect((await run('open', 'assets/x$(id)')).code).toBe(2);
  });

  test('proposes commands, choices and options to a shell, which completes them', async () => {
    const words = async (...typed: string[]): Promise<string[]> =>
      (await run('complete', '--', ...typed)).stdout.split('\n').map((line) => line.split('\t')[0]!);
    expect(await words('re')).toEqual(['record', '']);
    expect(await words('--profile', 'x', 'assets', '')).toEqual(['list', 'show', 'create', '']);
    expect(await words('assets', 'list', '--order', 'c')).toEqual(['created', 'changed', '']);
    expect(await words('assets', 'list', '--a')).toEqual(['--attribute', '--all', '']);
    expect(await words('upload', 'x')).toEqual(['']);
    const { stdout } = await run('completion', 'bash');
    const file = commandLine.file('completion.bash', stdout);
    const script = `evidence() { ${process.execPath} ${commandLine.script} "$@"; }; source ${file}
      COMP_WORDS=(evidence events li) COMP_CWORD=2; _evidence; echo "\${COMPREPLY[@]}"`;
    expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' })).toBe('list\n');
    expect((await run('completion', 'tcsh')).code).toBe(2);
  });

  test('says at once that the service cannot be reached, and what it repeats', async () => {
    const { fetch } = globalThis;
    const refused = vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('connect ECONNREFUSED'));
    refused.mockImplementation(fetch);
    const ran = await run('assets', 'list', '-n', '1');
    refused.mockRestore();
    expect([ran.code, ran.stderr]).toEqual([
      0,
      expect.stringMatching(/^http\S+: the connection .*ECONNREFUSED\. Trying again in \d\.\d s \(2 of 5\)…\n$/),
    ]);
  });

  test('tries only twice if no service runs at the address, also to watch, and names the address', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    for (const command of [['assets', 'list'], ['watch']]) {
      const { code, stderr } = await commandLine.here(command, { env: { ...env, EVIDENCE_URL: url } });
      const [repetition, error, ...more] = stderr.split('\n');
      expect([code, more], command[0]).toEqual([7, ['']]);
      expect(repetition).toMatch(new RegExp(`^${url}: .* ECONNREFUSED .*\\. Trying again in 0\\.\\d s \\(2 of 2\\)…$`));
      expect(error).toMatch(/^error: the connection to the service failed: connect ECONNREFUSED /);
    }
  });

  test('text of others cannot control the terminal', async () => {
    const { identity } = await client.assets.create({ attributes: { evil: '\u001b[2Jx\u202ey\nz' } });
    expect((await run('assets', 'show', identity)).stdout).toMatch(/^evil +�\[2Jx�y�z$/m);
  });

  test.each([
    [['record', 'assets/x'], 2, 'identity: must be assets/<uuid>'],
    [['assets', 'show', 'nothing'], 2, 'identity: must be assets/<uuid>'],
    [['events', 'show', 'assets/x'], 2, 'identity: must be assets/<uuid>/events/<uuid>'],
    [['assets', 'show', 'assets/00000000-0000-4000-8000-000000000001'], 6, 'does not exist'],
    [['record', 'assets/00000000-0000-4000-8000-000000000001'], 6, 'does not exist'],
    [['assets', 'create', '-a', 'x'], 2, '--attribute: must be NAME=VALUE, not "x"'],
    [['assets', 'create', '--attributes', 'README.md'], 2, 'README.md: is not JSON'],
    [['assets', 'create', '--mechanism', 'MAGIC'], 2, 'Allowed choices are SIMPLE_HASH'],
    [['assets', 'list', '-n', '0'], 2, '--limit: must be a whole number from 1 to 1000000'],
    [['assets', 'list', '--order', 'size'], 2, 'Allowed choices are created, changed, name'],
    [['assets', 'list', 'surplus'], 2, 'too many arguments'],
    [['record', 'assets/x', '--declared', 'yesterday'], 2, '--declared: must be a time such as 2026-01-31T12:00:00Z'],
    [['locations', 'show', 'assets/x'], 2, 'identity: must be locations/<uuid>, not "assets/x"'],
    [['people', 'show', 'users/00000000-0000-4000-8000-000000000001'], 6, 'does not exist'],
    [['people', 'recover', 'users/00000000-0000-4000-8000-000000000001'], 6, 'does not exist'],
    [['people', 'end-sessions', 'users/00000000-0000-4000-8000-000000000001'], 6, 'does not exist'],
    [['people', 'end-sessions', 'people/x'], 2, 'identity: must be users/<uuid>, not "people/x"'],
    [['policies', 'delete', 'policies/x'], 2, 'identity: must be access_policies/<uuid>'],
    [['policies', 'create', 'missing.json'], 2, 'missing.json: cannot be read'],
    [['record'], 2, "missing required argument 'asset'"],
    [['nothing'], 2, "unknown command 'nothing'"],
    [['assets', 'list', '--nothing'], 2, "unknown option '--nothing'"],
    [['upload', 'missing.bin'], 2, 'missing.bin: cannot be read'],
    [['upload', 'src'], 2, 'src: cannot be read: it is a directory'],
    [['watch', '--cursor', 'a', '--cursor-file', 'b'], 2, '--cursor: must not be given together with --cursor-file'],
    [['share', 'tenant/x', '--name', 'n', '-w', 'a=b', '--read', '*'], 2, 'SUBJECT: must be subjects/<uuid>'],
    [
      ['share', 'subjects/00000000-0000-4000-8000-000000000001', '--name', 'n', '-w', 'a=b'],
      2,
      'one of them is required',
    ],
    [['import', 'missing.xml'], 2, 'FILE: must be a .csv or .jsonl file, or the directory of an export'],
    [['import', 'missing.csv', '--manifest-sha256', 'x'], 2, '--manifest-sha256: is only for an export'],
    [['verify', 'missing.json'], 2, 'missing.json: cannot be read'],
    [['verify', 'package.json', '--genesis', '0x1'], 2, 'genesis: must be 0x and 64 hexadecimal digits'],
    [['proof', 'assets/x'], 2, 'identity: must be assets/<uuid>/events/<uuid>'],
  ])('evidence %j exits with %i', async (args, code, message) => {
    const ran = await run(...args);
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([code, '', expect.stringContaining(message)]);
    expect(ran.stderr).toMatch(/^error: /);
  });

  test('an error is JSON with --json, and names the field and the request', async () => {
    const ran = await run('--json', 'assets', 'create', '-a', `${'x'.repeat(2000)}=1`);
    expect([ran.code, ran.stdout]).toEqual([2, '']);
    expect(JSON.parse(ran.stderr).error).toMatchObject({
      status: 400,
      code: 'INVALID_ARGUMENT',
      field: expect.stringContaining('attributes.x'),
      request_id: expect.stringMatching(/./),
    });
  });

  test('rejected credentials exit with 5, and a service that cannot be reached with 7', async () => {
    expect((await commandLine.here(['assets', 'list'], { env: { EVIDENCE_URL: service.base } })).code).toBe(5);
    expect((await commandLine.here(['assets', 'list'], { env: { ...env, EVIDENCE_CLIENT_SECRET: 'x' } })).code).toBe(5);
    expect((await commandLine.here(['assets', 'list'], { env: { ...env, EVIDENCE_CLIENT_SECRET: '' } })).code).toBe(2);
    const token = await commandLine.evidence(['--json', 'assets', 'list'], {
      env: { EVIDENCE_URL: service.base, EVIDENCE_TOKEN: tenant.token },
    });
    expect(token.code).toBe(0);
  });
});

describe('files', () => {
  test('uploads a file, without a progress bar unless it is a terminal', async () => {
    const path = commandLine.file('data.bin', randomBytes(200_000));
    const ran = await run('upload', path);
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    expect(ran.stdout).toMatch(/^SHA256 +[0-9a-f]{64}\nsize +200000 bytes$/m);
  });

  test('uploads stdin under a name', async () => {
    const ran = await commandLine.evidence(['upload', '-', '--name', 'x.txt', '--json'], { env, stdin: 'hello' });
    const stored = jsonOf(ran)[0];
    expect(stored.size).toBe(5);
    const response = await client.blobs.download(stored.identity);
    expect([response.headers.get('content-disposition'), await response.text()]).toEqual([
      expect.stringContaining('x.txt'),
      'hello',
    ]);
  });
});

test('downloads a proof, and verifies it offline with each exit code', async () => {
  const { identity } = await client.assets.create({ public: true });
  const event = await client.events.record(identity, { event_attributes: { inspector: 'Ada' } });
  const path = join(commandLine.directory, 'proof.json');
  expect(await run('proof', event.identity, '--wait', '60', '-o', path)).toMatchObject({
    code: 0,
    stdout: '',
    stderr: '',
  });
  const offline = (...args: string[]): Promise<Ran> => commandLine.here(['verify', ...args]);
  const log = tenant.tenant_identity.slice('tenant/'.length);
  const { keys } = await client.request('GET', '/v1/logs/{log}/keys', { path: { log } });
  const vkey = keys.flatMap((key) => ('vkey' in key ? key.vkey : []))[0]!;
  const valid = await offline(path, '--vkey', vkey);
  expect([valid.code, valid.stderr]).toEqual([0, '']);
  expect(valid.stdout).toMatch(/^ok {3}checkpoint +the checkpoint of .* is signed by /m);
  expect(valid.stdout).toMatch(/^The proof is valid: /m);
  const unpinned = await offline(path);
  expect([unpinned.code, unpinned.stdout]).toEqual([3, expect.stringContaining('no pin identifies its log or chain')]);
  const changed = commandLine.file('changed.json', readFileSync(path, 'utf8').replace('Ada', 'Eve'));
  const invalid = await offline(changed, '--vkey', vkey);
  expect([invalid.code, invalid.stdout]).toEqual([1, expect.stringMatching(/^FAIL /m)]);
  const checkpoint = await client.response('GET', '/v1/logs/{log}/checkpoint', { path: { log } });
  const saved = commandLine.file('saved.txt', new Uint8Array(await checkpoint.arrayBuffer()));
  const piped = await commandLine.evidence(['verify', '-', '--json', '--checkpoint', saved, '--vkey', vkey], {
    stdin: readFileSync(path),
  });
  expect(jsonOf(piped)[0]).toMatchObject({ verdict: 'valid', event: { identity: event.identity } });
  const printed = await run('proof', event.identity);
  expect(JSON.parse(printed.stdout).format).toBe('asset-evidence-proof/2');
  const missing = `${identity}/events/00000000-0000-4000-8000-000000000001`;
  expect((await run('proof', missing, '--wait', '60')).code).toBe(6);
});

test('shares assets with a partner, who then reads them', async () => {
  const partner = await newTenant(service, 'Partner');
  const theirs = new EvidenceClient({ url: service.base, token: partner.token });
  const subjects: string[] = [];
  for (const [into, of] of [
    [client, theirs],
    [theirs, client],
  ] as const) {
    const path = { uuid: '00000000-0000-0000-0000-000000000000' };
    const { wallet_pub_key, tessera_pub_key } = await of.request('GET', '/iam/v1/subjects/{uuid}', { path });
    const body = { display_name: 'Partner', wallet_pub_key, tessera_pub_key };
    subjects.push((await into.request('POST', '/iam/v1/subjects', { body })).identity);
  }
  const asset = await client.assets.create({ attributes: { arc_display_type: 'Crane', lamp: 'LED', price: '1' } });
  const where = ['-w', 'attributes.arc_display_type=Crane', '-w', 'attributes.lamp=LED'];
  const ran = await run(
    'share',
    subjects[0]!,
    '--name',
    'Cranes',
    ...where,
    '--read',
    'lamp',
    '--record',
    'Inspection',
    '--set',
    'lamp',
  );
  expect(ran.stdout).toMatch(/^identity +access_policies\/[-0-9a-f]{36}$/m);
  expect((await theirs.assets.get(asset.identity)).attributes).toEqual({ lamp: 'LED' });
  await theirs.events.record(asset.identity, {
    event_attributes: { arc_display_type: 'Inspection' },
    asset_attributes: { lamp: 'bulb' },
  });
});
