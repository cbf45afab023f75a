import { twinOf, type Fields } from './devices.ts';
import {
  asArray,
  asCloudEvent,
  asCloudEvents,
  asObject,
  connectionChanged,
  connectionData,
  gridEvent,
  lifecycleChanged,
  lifecycleData,
  telemetryData,
  telemetryRouted,
  twinChanged,
  unparseable,
  type About,
  type GridEvent,
  type GridType,
  type Patch,
} from './messages.ts';
import type { BusMessage } from './queue.ts';
import { randomOf, uuidOf, type Random } from './random.ts';

/** A change of a device. `number` orders its connection changes; `version` is that of the twin. */
export type Change = About &
  (
    | { opType: 'createDeviceIdentity' | 'deleteDeviceIdentity' }
    | { opType: 'deviceConnected' | 'deviceDisconnected'; number: number }
    | { opType: 'updateTwin'; version: number; patch: Patch; changed: Patch }
  );
/** A message and the changes that it reports: none for telemetry and unparseable messages. */
export type Sent = { message: BusMessage; reports: Change[]; noise?: 'telemetry' | 'unparseable' };

export type Traffic = { sent: Sent[]; messages: BusMessage[]; changes: Change[] };

export type TrafficOptions = {
  seed: number;
  hub: string;
  /** The number of devices, and the total number of their changes. */
  devices: number;
  changes: number;
  /** The share of the lifecycle and connection changes that are sent by Event Grid instead of a route. */
  grid?: number;
  /** The share of duplicates: of the same message, or of the same change in another message. */
  duplicates?: number;
  /** The maximum number of positions by which a message can be late. */
  late?: number;
  /** The shares of telemetry and of unparseable messages, in addition to the changes. */
  telemetry?: number;
  junk?: number;
  /** The share of the other keys of a twin that a change includes unchanged. In late messages they are stale. */
  kept?: number;
  /** The share of the changes that delete their device. */
  deletions?: number;
};

const START = Date.parse('2025-01-01T00:00:00Z');
const GRID: Record<string, GridType> = {
  createDeviceIdentity: 'DeviceCreated',
  deleteDeviceIdentity: 'DeviceDeleted',
  deviceConnected: 'DeviceConnected',
  deviceDisconnected: 'DeviceDisconnected',
};

type Device = {
  deviceId: string;
  alive: boolean;
  connected: boolean;
  version: number;
  number: number;
  reported: Fields;
  tags: Fields;
};

/** A change of a twin. The patch includes some unchanged keys. */
function patchOf(device: Device, share: number, random: Random): { patch: Patch; changed: Patch } {
  const part = random.chance(0.7) ? 'reported' : 'tags';
  const state = device[part];
  const key = random.pick(part === 'reported' ? ['firmwareVersion', 'level', 'mode'] : ['site', 'owner']);
  const old = state[key];
  const value = old !== undefined && random.chance(0.15) ? null : `${key} ${device.version + 1}`;
  const kept = Object.entries(state).filter(([other]) => other !== key && random.chance(share));
  const changed = { [key]: value };
  device[part] = Object.fromEntries(Object.entries({ ...state, ...changed }).filter(([, v]) => v !== null));
  return { patch: { [part]: { ...Object.fromEntries(kept), ...changed } }, changed: { [part]: changed } };
}

function changeOf(device: Device, options: TrafficOptions, at: number, random: Random): Change {
  const { hub, deletions = 0, kept = 0.5 } = options;
  const about = { hub, deviceId: device.deviceId, time: new Date(at).toISOString() };
  if (!device.alive) {
    device.alive = true;
    return { ...about, opType: 'createDeviceIdentity' };
  }
  if (random.chance(deletions)) return { ...about, opType: 'deleteDeviceIdentity' };
  if (random.chance(0.35)) {
    device.connected = !device.connected;
    const opType = device.connected ? 'deviceConnected' : 'deviceDisconnected';
    return { ...about, opType, number: ++device.number };
  }
  const { patch, changed } = patchOf(device, kept, random);
  return { ...about, opType: 'updateTwin', version: ++device.version, patch, changed };
}

/** The first change of each device is its creation. A deleted device is not created again. */
function changesOf(options: TrafficOptions, random: Random): Change[] {
  const { devices, changes: count } = options;
  let living: Device[] = Array.from({ length: devices }, (_, i) => ({
    deviceId: `sensor-${String(i).padStart(4, '0')}`,
    alive: false,
    connected: false,
    version: 2,
    number: 0,
    reported: {},
    tags: {},
  }));
  const changes: Change[] = [];
  while (changes.length < count && living.length > 0) {
    const device = random.pick(living);
    const change = changeOf(device, options, START + changes.length * 1000, random);
    changes.push(change);
    if (change.opType === 'deleteDeviceIdentity') living = living.filter((other) => other !== device);
  }
  return changes;
}

function dataOf(change: Change): Fields {
  if ('number' in change) return connectionData(change.number);
  return lifecycleData(twinOf(change.deviceId, { at: change.time }));
}

const eventOf = (change: Change, random: Random): GridEvent =>
  gridEvent(change, uuidOf(random), GRID[change.opType]!, dataOf(change));

function routedOf(change: Change): BusMessage {
  if (change.opType === 'updateTwin') return twinChanged(change, change.version, change.patch);
  return 'number' in change
    ? connectionChanged(change, change.opType, change.number)
    : lifecycleChanged(change, change.opType);
}

/** The messages that report the changes, in order. Each change is in one message. */
function messagesFor(changes: readonly Change[], grid: number, random: Random): Sent[] {
  const sent: Sent[] = [];
  let batch: Change[] = [];
  const flush = (): void => {
    if (batch.length === 0) return;
    const events = batch.map((change) => eventOf(change, random));
    const form = events.length > 1 ? random.pick([asArray, asCloudEvents]) : undefined;
    const message = form ? form(events) : random.pick([asObject, asCloudEvent])(events[0]!);
    sent.push({ message, reports: batch });
    batch = [];
  };
  for (const change of changes) {
    if (change.opType !== 'updateTwin' && random.chance(grid)) {
      batch.push(change);
      if (random.chance(0.6)) flush();
    } else {
      flush();
      sent.push({ message: routedOf(change), reports: [change] });
    }
  }
  flush();
  return sent;
}

/** A duplicate: the same message, or one with another id, as two overlapping routes send it. */
function again({ message, reports, noise }: Sent, random: Random): Sent {
  const copy = random.chance(0.5) ? message : { ...message, messageId: uuidOf(random) };
  return { message: copy, reports, ...(noise && { noise }) };
}

function noiseOf(change: Change, kind: 'telemetry' | 'unparseable', random: Random): Sent {
  const body = { temperature: random.below(40) };
  const telemetry = [
    () => telemetryRouted(change, body),
    () => asObject(gridEvent(change, uuidOf(random), 'DeviceTelemetry', telemetryData(change.deviceId, body))),
  ];
  const message = kind === 'telemetry' ? random.pick(telemetry)() : random.pick(Object.values(unparseable(change)));
  return { message, reports: [], noise: kind };
}

/** Generates changes and the messages that report them. Deterministic for the same options. Each message has an id. */
export function trafficOf(options: TrafficOptions): Traffic {
  const { grid = 0.4, duplicates = 0, late = 0, telemetry = 0, junk = 0 } = options;
  const random = randomOf(options.seed);
  const changes = changesOf(options, random);
  const named = messagesFor(changes, grid, random)
    .flatMap((one) => [
      one,
      ...(random.chance(telemetry) ? [noiseOf(random.pick(changes), 'telemetry', random)] : []),
      ...(random.chance(junk) ? [noiseOf(random.pick(changes), 'unparseable', random)] : []),
    ])
    .map((one): Sent => ({ ...one, message: { ...one.message, messageId: uuidOf(random) } }));
  const sent = named
    .flatMap((one) => (random.chance(duplicates) ? [one, again(one, random)] : [one]))
    .map((one, index) => ({ one, index: index + (late > 0 ? random.below(late + 1) : 0) }))
    .sort((a, b) => a.index - b.index)
    .map(({ one }) => one);
  return { sent, messages: sent.map(({ message }) => message), changes };
}
