import { afterAll, beforeAll, expect, it } from 'vitest';
import { deviceAttributes, twinAttributes } from '../../src/features/devices/azure/twin.ts';
import { startBus, type Bus, type BusOperation } from '../../tools/azure/bus.ts';
import { HANG, LOSE, type Fault } from '../../tools/azure/faults.ts';
import { randomOf } from '../../tools/azure/random.ts';
import { trafficOf, type Change } from '../../tools/azure/traffic.ts';
import { sized } from '../support/size.ts';
import { startKillable, type Killable } from '../support/killable.ts';

const HUB = 'double';
const KILLS = sized({ quick: 4, long: 20, full: 80 });
const MESSAGES = sized({ quick: 400, long: 2_000, full: 20_000 });
const DEVICES = sized({ quick: 20, long: 40, full: 160 });
const SEED = 8;

let bus: Bus;
let service: Killable;
beforeAll(async () => {
  bus = await startBus({ maxDeliveries: 1000, firstSequenceNumber: 9_007_199_254_740_993n });
  service = await startKillable({ AZURE_ALLOWED_HOSTS: bus.host });
});
afterAll(async () => {
  service?.close();
  await bus?.close();
});

/** When the service is killed: at any time, or between two steps of handling a message. */
const MOMENTS: { name: string; fault?: Fault; on?: BusOperation }[] = [
  { name: 'at any time' },
  { name: 'recorded, not completed', fault: HANG, on: 'complete' },
  { name: 'completed, response lost', fault: LOSE, on: 'complete' },
  { name: 'locked, response lost', fault: LOSE, on: 'receive' },
];

it(`messages are recorded exactly once despite noise, delays, lost locks and kills (${MESSAGES})`, async () => {
  const traffic = trafficOf({
    seed: SEED,
    hub: HUB,
    devices: DEVICES,
    changes: MESSAGES * 0.82,
    duplicates: 0.2,
    late: 12,
    telemetry: 0.05,
    junk: 0.03,
    deletions: sized({ quick: 0.02, long: 0.006, full: 0.003 }),
  });
  const { length } = traffic.messages;
  expect(length).toBeGreaterThanOrEqual(MESSAGES);
  bus.send(traffic.messages);
  const random = randomOf(SEED);
  const source = await service.call('POST', '/v1/svcbussources', {
    display_name: 'Devices',
    queue_name: 'devices',
    connection_string: bus.connectionString,
  });
  for (let kill = 0; kill < KILLS; kill++) {
    const share = length / (KILLS + 1);
    const at = Math.floor(share * (kill + 0.5 + random.below(100) / 200));
    const loss = at - random.below(Math.floor(share / 3));
    await bus.until(() => bus.completed().length >= loss);
    bus.expireLocks();
    await bus.until(() => bus.completed().length >= at);
    const { fault, on } = MOMENTS[kill % MOMENTS.length]!;
    const [struck, wanted] = [bus.requests.length, 1 + random.below(3)];
    if (fault) {
      // Not the first receive of a round, because the source would pause.
      bus.fail(fault, { times: 16, on: on!, after: 1 });
      await bus.until(() => bus.requests.slice(struck).filter((seen) => seen.fault).length >= wanted);
    }
    await service.restart(() => {
      bus.heal();
      // Without this, the locks would expire after a minute.
      bus.expireLocks();
    });
  }
  await bus.until(() => bus.completed().length >= length);
  expect(bus.completed()).toHaveLength(length);
  expect(bus.deadLetters()).toEqual([]);
  expect(bus.queue().deliveries.length).toBeGreaterThan(length + KILLS);
  const { status } = await service.call('GET', `/v1/${source.identity}`);
  expect(status).toMatch(/^Connected; last message/);

  const { assets } = await service.call('GET', '/v2/assets?tracked=ANY&page_size=500');
  const byDevice = Map.groupBy(traffic.changes, ({ deviceId }) => deviceId);
  expect(assets.map((asset: any) => asset.attributes.azure_device_id).toSorted()).toEqual([...byDevice.keys()].sort());
  expect(assets.filter((asset: any) => asset.tracked === 'NOT_TRACKED').length).toBeGreaterThan(0);
  for (const asset of assets) {
    const device = asset.attributes.azure_device_id;
    const changes = byDevice.get(device)!;
    const { events } = await service.call('GET', `/v2/${asset.identity}/events?page_size=500`);
    const deleted = changes.some(({ opType }) => opType === 'deleteDeviceIdentity');
    const expected = [
      'NewAsset',
      ...(deleted ? ['StopTracking'] : []),
      ...changes.filter(({ opType }) => opType !== 'createDeviceIdentity').map(nameOfChange),
    ];
    expect(events.map(nameOfEvent).toSorted(), device).toEqual(expected.toSorted());
    expect(asset.attributes, device).toEqual(attributesAfter(device, changes));
    expect(asset.tracked, device).toBe(deleted ? 'NOT_TRACKED' : 'TRACKED');
  }
}, 7_200_000);

/** The same text for an event and for the change that it records. */
function nameOfEvent({ operation, event_attributes: said, timestamp_declared: at }: any): string {
  if (operation !== 'Record') return operation;
  const words = said.azure_operation
    .replace(/^Microsoft.Devices.DeviceDeleted$/, 'deleteDeviceIdentity')
    .replace(/^Microsoft.Devices.DeviceConnected$/, 'deviceConnected')
    .replace(/^Microsoft.Devices.DeviceDisconnected$/, 'deviceDisconnected');
  return `${words} ${said.azure_change_number ?? ''} ${at}`;
}
function nameOfChange(change: Change): string {
  return `${change.opType} ${numberOf(change)?.toString(16) ?? ''} ${change.time}`;
}
function numberOf(change: Change): number | undefined {
  if ('version' in change) return change.version;
  return 'number' in change ? change.number : undefined;
}

/** The attributes after each change was applied once and in order. */
function attributesAfter(device: string, changes: readonly Change[]): object {
  const model: Record<string, unknown> = deviceAttributes({ deviceId: device }, HUB, '');
  for (const change of changes) {
    if (change.opType === 'updateTwin') {
      const { tags, reported } = change.patch;
      Object.assign(model, twinAttributes({ tags, properties: { reported } }));
    } else if ('number' in change)
      model['azure_connection_state'] = change.opType === 'deviceConnected' ? 'Connected' : 'Disconnected';
  }
  return model;
}
