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

/** What truly happened to a device. `number` orders connections, `version` is the twin's. */
export type Change = About &
  (
    | { opType: 'createDeviceIdentity' | 'deleteDeviceIdentity' }
    | { opType: 'deviceConnected' | 'deviceDisconnected'; number: number }
    | { opType: 'updateTwin'; version: number; patch: Patch; changed: Patch }
  );
/** A message and the changes that it tells of: none for telemetry and for what is unparseable. */
export type Told = { message: BusMessage; tells: Change[]; noise?: 'telemetry' | 'unparseable' };

export type Traffic = { told: Told[]; messages: BusMessage[]; changes: Change[] };

export type TrafficOptions = {
  seed: number;
  hub: string;
  /** How many devices there are, and how many changes they have in all. */
  devices: number;
  changes: number;
  /** The share of the lifecycle and connection changes that come through Event Grid instead of a route. */
  grid?: number;
  /** The share of the messages that come twice: the same message, or the same change in another message. */
  duplicates?: number;
  /** How many places a message can be late. */
  late?: number;
  /** The shares of telemetry and of unparseable messages, on top of the changes. */
  telemetry?: number;
  junk?: number;
  /** The share of a twin's other keys that its change carries as they are. Late messages make them stale. */
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

/** A change of a twin, with keys that stay as they are among those that it carries. */
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

/** Each device begins with its creation, and a deleted one does not come back. */
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

/** The messages that tell of the changes, in their order, each change in one. */
function tellingOf(changes: readonly Change[], grid: number, random: Random): Told[] {
  const told: Told[] = [];
  let batch: Change[] = [];
  const flush = (): void => {
    if (batch.length === 0) return;
    const events = batch.map((change) => eventOf(change, random));
    const form = events.length > 1 ? random.pick([asArray, asCloudEvents]) : undefined;
    const message = form ? form(events) : random.pick([asObject, asCloudEvent])(events[0]!);
    told.push({ message, tells: batch });
    batch = [];
  };
  for (const change of changes) {
    if (change.opType !== 'updateTwin' && random.chance(grid)) {
      batch.push(change);
      if (random.chance(0.6)) flush();
    } else {
      flush();
      told.push({ message: routedOf(change), tells: [change] });
    }
  }
  flush();
  return told;
}

/** A second message of the same: as it was, or with an identifier of its own as overlapping routes make one. */
function again({ message, tells, noise }: Told, random: Random): Told {
  const copy = random.chance(0.5) ? message : { ...message, messageId: uuidOf(random) };
  return { message: copy, tells, ...(noise && { noise }) };
}

function noiseOf(change: Change, kind: 'telemetry' | 'unparseable', random: Random): Told {
  const body = { temperature: random.below(40) };
  const telemetry = [
    () => telemetryRouted(change, body),
    () => asObject(gridEvent(change, uuidOf(random), 'DeviceTelemetry', telemetryData(change.deviceId, body))),
  ];
  const message = kind === 'telemetry' ? random.pick(telemetry)() : random.pick(Object.values(unparseable(change)));
  return { message, tells: [], noise: kind };
}

/**
 * What a queue holds after a number of changes, and the changes. The same for the same options. Each message has
 * an identifier.
 */
export function trafficOf(options: TrafficOptions): Traffic {
  const { grid = 0.4, duplicates = 0, late = 0, telemetry = 0, junk = 0 } = options;
  const random = randomOf(options.seed);
  const changes = changesOf(options, random);
  const named = tellingOf(changes, grid, random)
    .flatMap((one) => [
      one,
      ...(random.chance(telemetry) ? [noiseOf(random.pick(changes), 'telemetry', random)] : []),
      ...(random.chance(junk) ? [noiseOf(random.pick(changes), 'unparseable', random)] : []),
    ])
    .map((one): Told => ({ ...one, message: { ...one.message, messageId: uuidOf(random) } }));
  const told = named
    .flatMap((one) => (random.chance(duplicates) ? [one, again(one, random)] : [one]))
    .map((one, place) => ({ one, place: place + (late > 0 ? random.below(late + 1) : 0) }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one);
  return { told, messages: told.map(({ message }) => message), changes };
}
