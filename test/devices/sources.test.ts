import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startBus, type Bus } from '../../tools/azure/bus.ts';
import { connectionChanged, lifecycleChanged, twinChanged, unparseable } from '../../tools/azure/messages.ts';
import { ALARMS } from '../../src/platform/alarms.ts';
import { openClient, type Client } from '../support/client.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { done, idOf, newMember } from '../support/sharing.ts';

let service: Service;
let client: Client;
let bus: Bus;
let owner: Tenant;
const opened: string[] = [];
beforeAll(async () => {
  bus = await startBus({
    queues: ['devices', 'other'],
    maxDeliveries: 1000,
    firstSequenceNumber: 9_007_199_254_740_993n,
  });
  service = await startService({ vars: { AZURE_ALLOWED_HOSTS: bus.host } });
  client = await openClient(service);
});
afterAll(async () => {
  await service?.close();
  await bus?.close();
});
beforeEach(async () => {
  owner = await newTenant(service);
  bus.heal();
});
afterEach(async () => {
  for (const identity of opened.splice(0)) await client.call(owner.token, 'DELETE', `/v1/${identity}`);
});

const HUB = 'double';
const create = async (more: object = {}): Promise<any> => {
  const made = await done(client, owner.token, 'POST', '/v1/svcbussources', {
    display_name: 'Devices',
    queue_name: 'devices',
    connection_string: bus.connectionString,
    ...more,
  });
  opened.push(made.identity);
  return made;
};
const statusOf = async (identity: string): Promise<string> =>
  (await done(client, owner.token, 'GET', `/v1/${identity}`)).status;
async function drained(): Promise<void> {
  await expect.poll(() => [bus.pending().length, bus.locked().length], { interval: 100 }).toEqual([0, 0]);
}

/** The asset of a device, and its events without the creation, oldest first. */
async function historyOf(device: string): Promise<{ asset: any; events: any[] }> {
  const { assets } = await done(
    client,
    owner.token,
    'GET',
    `/v2/assets?tracked=ANY&attributes.azure_device_id=${encodeURIComponent(device)}`,
  );
  expect(assets.length).toBe(1);
  const { events } = await done(client, owner.token, 'GET', `/v2/${assets[0].identity}/events?page_size=500`);
  return { asset: assets[0], events: events.toReversed().slice(1) };
}

describe('a source', () => {
  it('a source records the changes in messages exactly once, and completes the messages', async () => {
    const about = (time: string) => ({ hub: HUB, deviceId: 'pump-1', time: `2026-01-01T00:00:${time}Z` });
    const twin = twinChanged(about('02'), 3, { reported: { firmwareVersion: '1.2' }, tags: { floor: '3' } });
    bus.send([
      lifecycleChanged(about('01'), 'createDeviceIdentity', { tags: { floor: '2' } } as never),
      twin,
      twin,
      connectionChanged(about('03'), 'deviceConnected', 7),
    ]);
    const made = await create();
    expect(Object.keys(made).toSorted()).toEqual(['display_name', 'identity', 'queue_name', 'status']);
    await drained();
    const { asset, events } = await historyOf('pump-1');
    expect(asset.attributes).toMatchObject({
      arc_display_name: 'pump-1',
      arc_firmware_version: '1.2',
      tags_floor: '3',
      azure_connection_state: 'Connected',
    });
    expect(events.map((e) => e.event_attributes.arc_display_type)).toEqual(['Device twin change', 'Device connected']);
    expect(events[0]).toMatchObject({
      timestamp_declared: '2026-01-01T00:00:02Z',
      principal_declared: { issuer: HUB, subject: 'pump-1' },
      event_attributes: { azure_change_number: '3' },
    });
    expect(await statusOf(made.identity)).toMatch(/^Connected; last message/);
  });

  it('stores the latest change of each attribute in any order, also of a device that is created again', async () => {
    const about = (time: string) => ({ hub: HUB, deviceId: 'pump-2', time: `2026-01-01T00:00:${time}Z` });
    await create();
    bus.send([twinChanged(about('05'), 5, { tags: { a: 'five', b: 'five' } })]);
    await drained();
    bus.send([twinChanged(about('04'), 4, { tags: { a: 'four', c: 'four' } })]);
    await drained();
    expect((await historyOf('pump-2')).asset.attributes).toMatchObject({
      tags_a: 'five',
      tags_b: 'five',
      tags_c: 'four',
    });
    bus.send([lifecycleChanged(about('06'), 'deleteDeviceIdentity')]);
    await drained();
    const gone = await historyOf('pump-2');
    expect(gone.asset.tracked).toBe('NOT_TRACKED');
    expect(gone.events.map((e) => e.operation)).toEqual(['Record', 'Record', 'Record', 'StopTracking']);
    bus.send([twinChanged(about('08'), 4, { tags: { a: 'new' } })]);
    await drained();
    const again = await historyOf('pump-2');
    expect(again.asset.attributes.tags_a).toBe('new');
    expect(again.events.length).toBe(5);
  });

  it('refuses changes of devices whose assets take signed events only, with one alarm for the source', async () => {
    const about = { hub: HUB, deviceId: 'pump-8', time: '2026-01-01T00:00:01Z' };
    const requireFor = (types: string[]) =>
      done(client, owner.token, 'PATCH', '/v1/tenancies/self', { require_signature: types });
    await requireFor(['IoT device']);
    const { identity } = await create();
    bus.send([2, 3].map((version) => twinChanged(about, version, { tags: { floor: String(version) } })));
    await drained();
    const refused = await historyOf('pump-8');
    expect([refused.events, refused.asset.attributes.tags_floor]).toEqual([[], undefined]);
    expect(await statusOf(identity)).toContain('2 not record');
    const raised = (await service.logged()).filter((line) => line.includes(ALARMS['device-unsigned']));
    expect(raised.map((line) => JSON.parse(line).device)).toEqual(['pump-8']);
    // Tracking needs no signature.
    bus.send([lifecycleChanged({ ...about, time: '2026-01-01T00:00:05Z' }, 'deleteDeviceIdentity')]);
    await drained();
    const gone = await historyOf('pump-8');
    expect(gone.events.map(({ operation }) => operation)).toEqual(['StopTracking']);
    expect(gone.asset.tracked).toBe('NOT_TRACKED');
    await requireFor([]);
    bus.send([twinChanged({ ...about, time: '2026-01-01T00:00:06Z' }, 4, { tags: { floor: '4' } })]);
    await drained();
    expect((await historyOf('pump-8')).asset.attributes.tags_floor).toBe('4');
  });

  it('a source is not blocked by messages that cannot be parsed', async () => {
    const about = { hub: HUB, deviceId: 'pump-3', time: '2026-01-01T00:00:00Z' };
    bus.send([...Object.values(unparseable(about)), twinChanged(about, 2, { tags: { a: '1' } })]);
    await create();
    await drained();
    expect((await historyOf('pump-3')).asset.attributes.tags_a).toBe('1');
    expect((await service.logged()).join('\n')).toContain('could not be parsed');
  });

  it.each([
    [
      'a wrong key',
      { connection_string: () => bus.connectionString.replace(/SharedAccessKey=[^;]+/, 'SharedAccessKey=x') },
      'rejected the key',
    ],
    ['a missing queue', { queue_name: () => 'nosuch' }, 'the queue does not exist'],
  ])('a source reports %s in its status, and retries with a backoff', async (_name, more, words) => {
    const made = await create(Object.fromEntries(Object.entries(more).map(([name, value]) => [name, value()])));
    await expect.poll(() => statusOf(made.identity)).toContain(words);
    const asked = bus.requests.length;
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(bus.requests.length - asked).toBeLessThanOrEqual(4);
  });

  it('a source that is deleted stops after the current receive, and its connection string is deleted', async () => {
    const made = await create();
    await expect.poll(() => statusOf(made.identity)).toContain('Connected');
    expect(await done(client, owner.token, 'DELETE', `/v1/${made.identity}`)).toMatchObject({
      identity: made.identity,
    });
    const row = await service.db
      .prepare('SELECT secret FROM bus_sources WHERE id = ?')
      .bind(idOf(made.identity))
      .first();
    expect(row).toEqual({ secret: '' });
    expect((await client.call(owner.token, 'GET', `/v1/${made.identity}`)).status).toBe(404);
    await expect
      .poll(
        () =>
          bus.requests.filter(
            ({ status, operation, fault }) => operation === 'receive' && status === undefined && !fault,
          ).length,
      )
      .toBe(0);
    const asked = bus.requests.length;
    await service.cron('* * * * *');
    expect(bus.requests.length).toBe(asked);
  });

  it('a source that is deleted records nothing, although it is started again by a concurrent sweep', async () => {
    const made = await create();
    const receiving = () =>
      bus.requests.filter(({ status, operation }) => operation === 'receive' && status === undefined);
    await expect.poll(() => receiving().length).toBe(1);
    const { BUS_SOURCE: busSources } = await service.bindings();
    const object = busSources.get(busSources.idFromName(idOf(made.identity))) as any;
    await done(client, owner.token, 'DELETE', `/v1/${made.identity}`);
    await object.start(idOf(made.identity));
    bus.send([twinChanged({ hub: HUB, deviceId: 'too-late', time: '2026-01-01T00:00:00Z' }, 1, { tags: { a: '1' } })]);
    await expect.poll(() => receiving().length).toBe(0);
    await expect.poll(() => [bus.pending().length, bus.locked().length]).toEqual([1, 0]);
    const found = await done(client, owner.token, 'GET', '/v2/assets?tracked=ANY&attributes.azure_device_id=too-late');
    expect(found.assets).toEqual([]);
    await create();
    await drained();
  });

  it('a source is one of at most two per tenancy (429), and requires an administrator', async () => {
    await create();
    await create({ queue_name: 'other' });
    const body = { display_name: 'x', queue_name: 'devices', connection_string: bus.connectionString };
    const third = await client.call(owner.token, 'POST', '/v1/svcbussources', { body });
    expect(third.status).toBe(429);
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
    const other = await newTenant(service);
    const theirs = await client.call(other.token, 'POST', '/v1/svcbussources', {
      body: { ...body, queue_name: 'nosuch' },
    });
    expect(theirs.status).toBe(200);
    for (const method of ['GET', 'DELETE'])
      expect((await client.call(other.token, method, `/v1/${opened[0]}`)).status).toBe(404);
    const member = await newMember(service, client, owner);
    for (const [method, path] of [
      ['GET', '/v1/svcbussources'],
      ['GET', `/v1/${opened[0]}`],
      ['DELETE', `/v1/${opened[0]}`],
    ] as const)
      expect((await client.call(member.token, method, path)).status).toBe(403);
    await client.call(other.token, 'DELETE', `/v1/${theirs.body.identity}`);
    const list = await done(client, owner.token, 'GET', '/v1/svcbussources');
    expect(list.sources.length).toBe(2);
    expect(JSON.stringify(list)).not.toContain('SharedAccessKey');
  });

  it.each([
    'junk',
    'Endpoint=sb://x.servicebus.windows.net/',
    'Endpoint=sb://x.servicebus.windows.net/;SharedAccessKeyName=a;SharedAccessKey=',
    'Endpoint=http://x.servicebus.windows.net/;SharedAccessKeyName=a;SharedAccessKey=b',
    'Endpoint=sb://x.servicebus.windows.net/path;SharedAccessKeyName=a;SharedAccessKey=b',
    'HostName=x.azure-devices.net;SharedAccessKeyName=a;SharedAccessKey=Yg==',
  ])('a source is not created with the connection string %s', async (connection_string) => {
    const body = { display_name: 'x', queue_name: 'devices', connection_string };
    const answer = await client.call(owner.token, 'POST', '/v1/svcbussources', { body });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('connection_string');
  });

  it.each([
    '',
    '.',
    '..',
    '../x',
    'a/../b',
    'a/./b',
    './a',
    'a//b',
    '/a',
    'a/',
    'a b',
    'a%2fb',
    'a?b',
    'a#b',
    'a\\b',
    'ä',
    'a\nb',
  ])('a source is not created with the queue name %j', async (queue_name) => {
    const body = { display_name: 'x', queue_name, connection_string: bus.connectionString };
    const answer = await client.call(owner.token, 'POST', '/v1/svcbussources', { body });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('queue_name');
  });
});
