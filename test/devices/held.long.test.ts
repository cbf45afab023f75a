import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startBus, type Bus } from '../../tools/azure/bus.ts';
import { DROP, redirected } from '../../tools/azure/faults.ts';
import { asArray, connectionData, gridEvent, lifecycleChanged, twinChanged } from '../../tools/azure/messages.ts';
import { freePort } from '../../tools/free-port.ts';
import { openClient, type Client } from '../support/client.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { done, idOf } from '../support/sharing.ts';

let service: Service;
let client: Client;
let bus: Bus;
let owner: Tenant;
let source: string;
const HUB = 'double';
const LOCK_MS = 3000;
/** Each test starts its own bus at the port that the service was started with. */
const port = await freePort();
beforeAll(async () => {
  service = await startService({ vars: { AZURE_ALLOWED_HOSTS: `127.0.0.1:${port}`, QUOTA_ASSETS: '8' } });
  client = await openClient(service);
});
afterAll(() => service?.close());
beforeEach(async () => {
  bus = await startBus({ port, maxDeliveries: 1000, lockMs: LOCK_MS });
  owner = await newTenant(service);
});
afterEach(async () => {
  await client.call(owner.token, 'DELETE', `/v1/${source}`);
  await bus.close();
});

async function drain(): Promise<void> {
  const body = { display_name: 'x', queue_name: 'devices', connection_string: bus.connectionString };
  source = (await done(client, owner.token, 'POST', '/v1/svcbussources', body)).identity;
}
const status = async (): Promise<string> => (await done(client, owner.token, 'GET', `/v1/${source}`)).status;
const about = (deviceId: string, second = 0) => ({
  hub: HUB,
  deviceId,
  time: new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString(),
});
const twin = (deviceId: string, version: number, tags: Record<string, string>) =>
  twinChanged(about(deviceId, version), version, { tags });
const asset = async (device: string): Promise<any> =>
  (await done(client, owner.token, 'GET', `/v2/assets?tracked=ANY&attributes.azure_device_id=${device}`)).assets[0];
const events = async (device: string): Promise<any[]> =>
  (await done(client, owner.token, 'GET', `/v2/${(await asset(device)).identity}/events?page_size=500`)).events;
async function settled(left = 0): Promise<void> {
  await expect.poll(() => bus.pending().length + bus.locked().length, { interval: 50 }).toBe(left);
}
const deliveriesOf = (messageId: string) => bus.queue().deliveries.filter((one) => one.messageId === messageId);

it('a message that can never be recorded is logged and completed, and other changes are recorded', async () => {
  const large = (n: number) => Object.fromEntries([1, 2, 3].map((i) => [`n${n}_${i}`, 'x'.repeat(4000)]));
  bus.send(Array.from({ length: 45 }, (_, i) => twin('full', i + 1, large(i))));
  await drain();
  await settled();
  await expect.poll(status).toMatch(/^Connected; last message [^;]+; [345] not recorded$/);
  expect((await service.logged()).join('\n')).toContain('must have at most 500000 characters');
  expect(Object.keys((await asset('full')).attributes).length).toBeGreaterThan(100);
  const before = Number(/(\d+) not recorded/.exec(await status())![1]);
  const good = gridEvent(about('good'), 'id', 'DeviceConnected', connectionData(1));
  bus.send([
    { ...asArray([good]), body: JSON.stringify([null, { ...good, eventType: 'x' }, good, { ...good, data: {} }]) },
  ]);
  await settled();
  expect((await asset('good')).attributes.azure_connection_state).toBe('Connected');
  await expect.poll(status).toContain(`; ${before + 1} not recorded`);
});

it('a message that cannot be recorded because it is too long is not redelivered', async () => {
  bus.send([{ ...twin('long', 1, { a: '1' }), body: 'x'.repeat(3_000_000) }, twin('short', 1, { a: '1' })]);
  await drain();
  await settled();
  expect(bus.queue().deliveries).toHaveLength(2);
  expect((await asset('short')).attributes.tags_a).toBe('1');
  await expect.poll(status).toContain('1 not recorded');
});

it('a message above a quota is redelivered with a backoff, and abandoned when the source is deleted', async () => {
  bus.send(Array.from({ length: 8 }, (_, i) => twin(`known-${i}`, 1, { a: '1' })));
  await drain();
  await settled();
  bus.send([{ ...twin('new', 1, { a: '1' }), messageId: 'waits' }]);
  await expect.poll(status).toMatch(/quota of 8 assets/);
  for (let version = 2; version < 12; version++) bus.send([twin('known-1', version, { a: `${version}` })]);
  await expect.poll(async () => (await asset('known-1')).attributes.tags_a).toBe('11');
  await settled(1);
  await expect.poll(status).toMatch(/^Connected; last message [^;]+; 1 waiting: quota of 8 assets/);
  await expect.poll(() => deliveriesOf('waits').length).toBeGreaterThan(3);
  await done(client, owner.token, 'DELETE', `/v1/${source}`);
  await expect.poll(() => bus.locked().length).toBe(0);
  expect(bus.pending().map(({ messageId }) => messageId)).toEqual(['waits']);
  const times = deliveriesOf('waits').map(({ at }) => at);
  for (const [i, at] of times.slice(1).entries()) expect(at - times[i]!).toBeGreaterThan(1000);
});

it('a message without sufficient rights pauses the source, which its status shows, and is recorded later', async () => {
  bus.send([twin('mine', 1, { a: '1' })]);
  await drain();
  await settled();
  const tenant = idOf(owner.tenant_identity);
  await service.db.prepare('UPDATE administrators SET subject = subject || ? WHERE tenant = ?').bind('-', tenant).run();
  bus.send([twin('mine', 2, { a: '2' })]);
  const shown = () =>
    service.db.prepare('SELECT status FROM bus_sources WHERE id = ?').bind(idOf(source)).first<string>('status');
  await expect.poll(shown).toMatch(/^Paused: /);
  const asked = bus.requests.length;
  await new Promise((resolve) => setTimeout(resolve, 3000));
  expect(bus.requests.length - asked).toBeLessThan(90);
  await service.db
    .prepare("UPDATE administrators SET subject = rtrim(subject, '-') WHERE tenant = ?")
    .bind(tenant)
    .run();
  await settled();
  expect((await asset('mine')).attributes.tags_a).toBe('2');
});

it('a lost completion duplicates no event', async () => {
  bus.fail(DROP, { on: 'complete', times: 20 });
  bus.send(Array.from({ length: 60 }, (_, i) => twin(`lossy-${i % 3}`, i + 1, { a: `${i}` })));
  await drain();
  await settled();
  expect(bus.queue().deliveries.length).toBeGreaterThan(60);
  for (const device of ['lossy-0', 'lossy-1', 'lossy-2']) expect(await events(device)).toHaveLength(21);
});

it('a lock is renewed while its message takes longer than the lock lasts', async () => {
  const many = Array.from({ length: 600 }, (_, i) => {
    const type = i % 2 ? 'DeviceConnected' : 'DeviceDisconnected';
    return gridEvent(about('busy', i), `id-${i}`, type, connectionData(i));
  });
  bus.send([{ ...asArray(many), messageId: 'many' }]);
  await drain();
  await settled();
  expect(await events('busy')).toHaveLength(500);
  expect(bus.requests.filter(({ operation }) => operation === 'renew').length).toBeGreaterThan(0);
  expect(deliveriesOf('many').map(({ outcome }) => outcome)).toEqual(['completed']);
});

it('redirects of a bus are not followed', async () => {
  bus.fail(redirected(`http://${bus.host}/elsewhere`, 307), { times: 1000 });
  await drain();
  // Locally, the runtime turns a redirect into a 500.
  await expect.poll(status).toMatch(/redirects, which is not followed|responded with 500/);
  expect(bus.requests.length).toBeGreaterThan(0);
  expect(bus.requests.every(({ path }) => path.startsWith('/devices/messages/'))).toBe(true);
});

it('a device that is created again is tracked, and earlier changes do not overwrite its attributes', async () => {
  bus.send([twin('again', 1, { a: 'one' }), twin('again', 9, { a: 'nine' })]);
  await drain();
  await settled();
  const [deleted, created] = [
    lifecycleChanged(about('again', 20), 'deleteDeviceIdentity'),
    lifecycleChanged(about('again', 30), 'createDeviceIdentity'),
  ];
  bus.send([deleted]);
  await settled();
  expect((await asset('again')).tracked).toBe('NOT_TRACKED');
  bus.send([created]);
  await settled();
  expect((await asset('again')).tracked).toBe('TRACKED');
  const twinAt = (version: number, second: number, a: string) =>
    twinChanged(about('again', second), version, { tags: { a } });
  bus.send([twinAt(2, 40, 'new')]);
  await settled();
  // Late messages from before the deletion.
  bus.send([twinAt(8, 8, 'eight'), deleted]);
  await settled();
  expect(await asset('again')).toMatchObject({ tracked: 'TRACKED', attributes: { tags_a: 'new' } });
  const operations = (await events('again')).map(({ operation }) => operation).toReversed();
  expect(operations).toEqual([
    'NewAsset',
    'Record',
    'Record',
    'Record',
    'StopTracking',
    'StartTracking',
    'Record',
    'Record',
  ]);
});
