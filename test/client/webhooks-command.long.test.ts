import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EvidenceClient } from '../../apps/client/src/index.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { until } from '../webhooks/support/hooks.ts';
import { startReceiver, verified, type Receiver } from '../webhooks/support/receiver.ts';
import { jsonOf, type Ran } from './support/command.ts';
import { openCommandLine, type CommandLine } from './support/command-line.ts';

let service: Service;
let tenant: Tenant;
let client: EvidenceClient;
let receiver: Receiver;
let commandLine: CommandLine;
let env: Record<string, string>;
let application: string;

const run = (...args: string[]): Promise<Ran> => commandLine.here(['webhooks', ...args], { env });
const json = async (...args: string[]): Promise<any> => jsonOf(await run('--json', ...args))[0];
const create = (...more: string[]): Promise<any> =>
  json('create', receiver.url, '--name', 'Receiver', '--application', application, ...more);

beforeAll(async () => {
  receiver = await startReceiver();
  service = await startService({ vars: { WEBHOOK_ALLOWED_HOSTS: receiver.host } });
  commandLine = await openCommandLine();
});
afterAll(async () => {
  commandLine?.close();
  await service?.close();
  receiver?.close();
});
beforeEach(async () => {
  receiver.respond();
  receiver.received.length = 0;
  tenant = await newTenant(service);
  application = `applications/${tenant.client_id}`;
  env = { EVIDENCE_URL: service.base, EVIDENCE_TOKEN: tenant.token };
  client = new EvidenceClient({ url: service.base, token: tenant.token });
});

test('creates a webhook whose secret signs, and shows the secret only then', async () => {
  const made = await create('-f', 'operation=Record', '--filter', 'event_attributes.arc_display_type=Inspection');
  expect(made).toMatchObject({
    url: receiver.url,
    application,
    filters: ['operation=Record', 'event_attributes.arc_display_type=Inspection'],
    enabled: true,
    secret: expect.stringMatching(/^whsec_/),
  });
  const asset = await client.assets.create({ attributes: {} });
  await client.events.record(asset.identity, { event_attributes: { arc_display_type: 'Inspection' } });
  await until(() => receiver.received.length, 1);
  expect(verified(made.secret, receiver.received[0]!).type).toBe('event.recorded');
  const listed = await run('list');
  expect(listed.stdout.split('\n')).toEqual([
    expect.stringMatching(/^NAME +STATE +URL +IDENTITY$/),
    expect.stringMatching(new RegExp(`^Receiver +enabled +${receiver.url} +${made.identity}$`)),
    '',
  ]);
  expect(listed.stdout).not.toContain('whsec_');
  expect(await json('list')).toEqual({ ...made, secret: '' });
});

test('disables a webhook and enables it again', async () => {
  const { identity } = await create('--disabled');
  expect((await run('list')).stdout).toMatch(/^Receiver +disabled +http/m);
  expect((await run('enable', identity)).stdout).toMatch(/^state +enabled$/m);
  expect(await json('disable', identity)).toMatchObject({ identity, enabled: false, disabled_reason: '' });
});

test('shows why the service has disabled a webhook', async () => {
  const { identity } = await create();
  receiver.respond((_received, response) => void response.writeHead(410).end());
  await run('test', identity);
  await until(async () => (await client.webhooks.get(identity)).enabled, false);
  expect((await run('list')).stdout).toMatch(/^Receiver +disabled: the receiver responded with 410 \(Gone\) +http/m);
});

test('a test exits with 0 if the receiver accepts it, and with 1 and the reason if not', async () => {
  const { identity } = await create('--disabled');
  const accepted = await run('test', identity);
  expect([accepted.code, accepted.stdout]).toEqual([0, expect.stringMatching(/^outcome +DELIVERED$/m)]);
  receiver.respond((_received, response) => void response.writeHead(500).end());
  const failed = await run('test', identity);
  expect(failed.code).toBe(1);
  expect(failed.stdout).toMatch(/^status +500$/m);
  expect(failed.stdout).toMatch(/^error +the receiver responded with 500$/m);
});

test('lists deliveries, and sends one of them and all since a time again', async () => {
  const { identity } = await create('-f', 'operation=Record');
  const asset = await client.assets.create({ attributes: {} });
  const event = await client.events.record(asset.identity, {});
  await until(() => receiver.received.length, 1);
  await until(async () => (await client.webhooks.deliveries(identity).take(10)).length, 1);
  const attempt = await json('deliveries', identity);
  expect(attempt).toMatchObject({ event: event.identity, outcome: 'DELIVERED', status: 204 });
  expect((await run('deliveries', identity)).stdout).toContain(attempt.delivery);
  expect(await json('redeliver', identity, '--delivery', attempt.delivery)).toEqual({
    webhook: identity,
    delivery: attempt.delivery,
  });
  await until(() => receiver.received.length, 2);
  expect((await run('redeliver', identity, '--since', '2026-01-01T00:00:00Z')).code).toBe(0);
  await until(() => receiver.received.length, 3);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([attempt.delivery]));
});

test('rotates the secret, and a leaked one signs no longer', async () => {
  const made = await create();
  const rotated = await json('rotate-secret', made.identity, '--previous-until', '2000-01-01T00:00:00Z');
  expect(rotated.previous_secret_valid_until).toBeNull();
  await run('test', made.identity);
  await until(() => receiver.received.length, 1);
  expect(verified(rotated.secret, receiver.received[0]!).type).toBe('webhook.test');
  expect(() => verified(made.secret, receiver.received[0]!)).toThrow('No matching signature found');
  const both = await run('rotate-secret', made.identity);
  expect(both.stdout).toMatch(/^secret +whsec_/m);
  expect(both.stdout).toMatch(/^previous secret until +\S+Z$/m);
});

test('deletes a webhook', async () => {
  const { identity } = await create();
  expect(await json('delete', identity)).toEqual({ deleted: identity });
  expect((await run('list')).stdout).toBe('');
  expect((await run('delete', identity)).code).toBe(6);
});

describe('bad input', () => {
  const id = 'webhooks/00000000-0000-4000-8000-000000000001';
  test.each([
    [['create', 'https://a.example.com'], 2, "required option '--name <name>' not specified"],
    [['create', 'https://a.example.com', '--name', 'A'], 2, "required option '--application <identity>'"],
    [
      ['create', 'http://10.0.0.1', '--name', 'A', '--application', `applications/${id.slice(9)}`],
      2,
      'url: must start with https://',
    ],
    [
      ['create', 'https://a.example.org', '--name', 'A', '--application', 'me'],
      2,
      'application: must be applications/<uuid>',
    ],
    [['test', 'Receiver'], 2, 'identity: must be webhooks/<uuid>'],
    [['test', id], 6, 'does not exist'],
    [['enable', id], 6, 'does not exist'],
    [['deliveries', id, '--limit', '0'], 2, '--limit: must be a whole number from 1 to 1000'],
    [['redeliver', id], 2, '--delivery or --since: one of them is required'],
    [['redeliver', id, '--since', '2026-01-01T00:00:00Z', '--delivery', id.slice(9)], 2, 'cannot be used with'],
    [['redeliver', id, '--delivery', 'x'], 2, 'delivery: must be a UUID'],
    [['redeliver', id, '--since', 'yesterday'], 2, '--since: must be a time such as 2026-01-31T12:00:00Z'],
    [
      ['rotate-secret', id, '--previous-until', 'x'],
      2,
      '--previous-until: must be a time such as 2026-01-31T12:00:00Z',
    ],
    [['remove', id], 2, "unknown command 'remove'"],
  ])('webhooks %j exits with %i and says why', async (args, code, message) => {
    const ran = await run(...args);
    expect([ran.code, ran.stdout]).toEqual([code, '']);
    expect(ran.stderr).toContain(message);
  });

  test('rejected credentials exit with 5, and another tenancy does not see the webhook', async () => {
    const { identity } = await create();
    const { token } = await newTenant(service);
    const as = (given: string, ...args: string[]): Promise<Ran> =>
      commandLine.here(['webhooks', ...args], { env: { ...env, EVIDENCE_TOKEN: given } });
    expect((await as('not.a.token', 'list')).code).toBe(5);
    expect((await as(token, 'list')).stdout).toBe('');
    expect((await as(token, 'delete', identity)).code).toBe(6);
  });
});
