import { startBus, type Bus } from '../azure/bus.ts';
import { connectionChanged, twinChanged } from '../azure/messages.ts';
import { busSignature } from '../../src/features/devices/azure/sas.ts';
import { parseBusConnection } from '../../src/features/devices/azure/connection.ts';
import type { Call } from './account.ts';
import { measure, type Reply } from './load.ts';
import { median, type Bench } from './report.ts';

/** Messages and devices of one measurement, and concurrent requests to the bus. */
const MESSAGES = 1000;
const DEVICES = 64;
const AT_ONCE = 32;
const HUB = 'bench';

/** Returns changes of devices, each with a different record. */
function changes(round: number) {
  return Array.from({ length: MESSAGES }, (_, i) => {
    const number = round * MESSAGES + i;
    const time = new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString();
    const about = { hub: HUB, deviceId: `device-${i % DEVICES}`, time };
    return i % 4 === 3
      ? connectionChanged(about, i % 8 === 3 ? 'deviceConnected' : 'deviceDisconnected', number)
      : twinChanged(about, number + 1, { reported: { level: `level ${number}` } });
  });
}

/** Returns the messages per second, from the arrival of the first to the completion of the last. */
async function drained(bus: Bus, name: string, round: number): Promise<number> {
  const queue = bus.queue(name);
  const before = queue.completed().length;
  const started = performance.now();
  queue.send(...changes(round));
  await bus.until(() => queue.completed().length >= before + MESSAGES);
  return MESSAGES / ((performance.now() - started) / 1000);
}

/** Only receives and completes messages, with the concurrency of a source. */
async function onlyDrain(bus: Bus, name: string, done: () => boolean): Promise<void> {
  const connection = parseBusConnection(bus.connectionString)!;
  const headers = { authorization: busSignature(connection, Date.now()) };
  const at = `http://${bus.host}/${name}/messages`;
  const lane = async (): Promise<void> => {
    while (!done()) {
      const received = await fetch(`${at}/head?timeout=0`, { method: 'POST', headers });
      await received.text();
      if (received.status !== 201) continue;
      const { LockToken } = JSON.parse(received.headers.get('brokerproperties')!) as { LockToken: string };
      const number = /"SequenceNumber":(\d+)/.exec(received.headers.get('brokerproperties')!)![1];
      await (await fetch(`${at}/${number}/${LockToken}`, { method: 'DELETE', headers })).text();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

/** Returns the appends per second to the same number of assets over HTTP. */
async function appending(call: Call, milliseconds: number): Promise<() => Promise<number>> {
  const assets: string[] = [];
  for (let i = 0; i < DEVICES; i++) {
    const made = await call('POST', '/v2/assets', { attributes: { number: `${i}` } });
    assets.push((JSON.parse(made.text) as { identity: string }).identity);
  }
  const append = (i: number): Promise<Reply> =>
    call('POST', `/v2/${assets[i % DEVICES]}/events`, {
      operation: 'Record',
      behaviour: 'RecordEvidence',
      event_attributes: { arc_display_type: 'Device twin change', azure_change_number: `${i}` },
      asset_attributes: { reported_level: `level ${i}` },
    });
  await measure(append, 500);
  return async () => (await measure(append, milliseconds)).perSecond;
}

/**
 * Measures one source that drains a queue, compared with a client that drains it without recording, and with appends of
 * such events to the same number of assets over HTTP.
 */
export async function drainDevices(bench: Bench): Promise<void> {
  const bus = await startBus({ queues: ['devices', 'floor'] });
  try {
    const { call } = await bench.open('devices', { AZURE_ALLOWED_HOSTS: bus.host });
    await compare(bus, call, await appending(call, bench.milliseconds), bench);
  } finally {
    await bus.close();
  }
}

async function compare(bus: Bus, call: Call, appendsPerSecond: () => Promise<number>, bench: Bench): Promise<void> {
  const made = await call('POST', '/v1/svcbussources', {
    display_name: 'Bench',
    queue_name: 'devices',
    connection_string: bus.connectionString,
  });
  if (made.status !== 200) throw new Error(made.text);
  // The first messages create the assets of the devices.
  await drained(bus, 'devices', 0);
  const [own, floors, appends]: [number[], number[], number[]] = [[], [], []];
  for (let round = 1; round <= bench.rounds; round++) {
    let over = false;
    const draining = onlyDrain(bus, 'floor', () => over);
    floors.push(await drained(bus, 'floor', round));
    over = true;
    await draining;
    appends.push(await appendsPerSecond());
    own.push(await drained(bus, 'devices', round));
  }
  const toFloor = median(own.map((rate, i) => rate / floors[i]!));
  const toAppends = median(own.map((rate, i) => rate / appends[i]!));
  console.log(
    `${'devices: one source'.padEnd(30)}${median(own).toFixed(0).padStart(6)}/s  ratio ${toFloor.toFixed(2)} to ` +
      `receiving and completing (${median(floors).toFixed(0)}/s), ${toAppends.toFixed(2)} to appends over HTTP ` +
      `(${median(appends).toFixed(0)}/s)`,
  );
  bench.report.push({ name: 'devices: one source', perSecond: median(own), ratio: toAppends, goal: 0, toFloor });
}
