import { parseTimestamp } from '../core/time.ts';
import type { Twin } from './twin.ts';

/**
 * What a message says of a device. `order` grows with the device's changes of its kind (a twin's version, a
 * connection's sequence number); undefined where the message has none.
 */
export type Change = {
  kind: 'twin' | 'created' | 'deleted' | 'connected' | 'disconnected';
  /** The operation in the hub's own words. */
  operation: string;
  hub: string;
  device: string;
  order: string | undefined;
  /** RFC 3339 as the hub says; undefined where it does not. */
  at: string | undefined;
  twin: Pick<Twin, 'tags' | 'properties' | 'modelId'> | undefined;
};

/** A message as it was received: headers in lower case, the body as text. */
export type Message = { headers: Record<string, string>; body: string };

/** A moment, or none at all. */
const isTime = (text: string | undefined): boolean => text === undefined || parseTimestamp(text) !== undefined;

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
const str = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** A hub's or device's name: at most what a hub allows, and nothing that cannot be kept as it is. */
const nameIn = (value: unknown): string | undefined => {
  const name = str(value);
  return name !== undefined && name.length <= 128 && name.isWellFormed() && !/\p{Cc}/u.test(name) ? name : undefined;
};

/** What a message tells: changes, and how many parts of it cannot be read. */
export type Told = { changes: Change[]; unreadable: number };

/**
 * The changes in a message of either family: hub routing (headers `iothub-message-schema` and `opType`), or Event
 * Grid and CloudEvents, one or many. Telemetry says nothing of a device's state and gives none.
 */
export function changesIn({ headers, body }: Message): Told {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    json = undefined;
  }
  if (property(headers, 'iothub-message-schema') !== undefined || property(headers, 'optype') !== undefined)
    return told([routed(headers, json)]);
  if (property(headers, 'iothub-message-source') === 'Telemetry') return told([]);
  const events = Array.isArray(json) ? json : [json];
  return told(events.map((event) => (isObject(event) ? gridded(event) : undefined)));
}

const told = (parts: (Change | 'telemetry' | undefined)[]): Told => ({
  changes: parts.filter((part): part is Change => part !== undefined && part !== 'telemetry'),
  unreadable: parts.filter((part) => part === undefined).length,
});

/** A custom property: text values are quoted as JSON. */
function property(headers: Record<string, string>, name: string): string | undefined {
  const value = headers[name];
  if (value === undefined) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === 'string' ? parsed : value;
  } catch {
    return value;
  }
}

const ROUTED: Record<string, Change['kind']> = {
  updateTwin: 'twin',
  replaceTwin: 'twin',
  createDeviceIdentity: 'created',
  deleteDeviceIdentity: 'deleted',
  deviceConnected: 'connected',
  deviceDisconnected: 'disconnected',
};

function routed(headers: Record<string, string>, json: unknown): Change | undefined {
  const operation = property(headers, 'optype') ?? '';
  const kind = Object.hasOwn(ROUTED, operation) ? ROUTED[operation] : undefined;
  const [hub, device] = [nameIn(property(headers, 'hubname')), nameIn(property(headers, 'deviceid'))];
  const at = property(headers, 'operationtimestamp');
  if (!kind || !hub || !device || !isTime(at) || (kind === 'twin' && !isObject(json))) return undefined;
  const body = isObject(json) ? json : {};
  const numbered = kind === 'twin' || kind === 'created' ? body['version'] : body['sequenceNumber'];
  return {
    kind,
    operation,
    hub: hub.toLowerCase(),
    device,
    order: orderOf(numbered),
    at,
    twin: kind === 'twin' || kind === 'created' ? (body as Change['twin']) : undefined,
  };
}

const GRIDDED: Record<string, Change['kind'] | 'telemetry'> = {
  'Microsoft.Devices.DeviceCreated': 'created',
  'Microsoft.Devices.DeviceDeleted': 'deleted',
  'Microsoft.Devices.DeviceConnected': 'connected',
  'Microsoft.Devices.DeviceDisconnected': 'disconnected',
  'Microsoft.Devices.DeviceTelemetry': 'telemetry',
};

/** An event of Event Grid's own schema (`eventType`) or of CloudEvents 1.0 (`type`). */
function gridded(event: Json): Change | 'telemetry' | undefined {
  const operation = str(event['eventType']) ?? str(event['type']) ?? '';
  const kind = Object.hasOwn(GRIDDED, operation) ? GRIDDED[operation] : undefined;
  if (kind === undefined || kind === 'telemetry') return kind;
  const data = isObject(event['data']) ? event['data'] : {};
  const device = nameIn(data['deviceId'] ?? /^devices\/([^/]+)/i.exec(str(event['subject']) ?? '')?.[1]);
  const hub = nameIn(data['hubName']);
  const at = str(event['eventTime']) ?? str(event['time']);
  if (!device || !hub || !isTime(at)) return undefined;
  const info = isObject(data['deviceConnectionStateEventInfo']) ? data['deviceConnectionStateEventInfo'] : {};
  const twin = isObject(data['twin']) ? data['twin'] : undefined;
  return {
    kind,
    operation,
    hub: hub.toLowerCase(),
    device,
    order: orderOf(kind === 'created' ? twin?.['version'] : info['sequenceNumber']),
    at,
    twin: twin as Change['twin'],
  };
}

/** Versions are numbers, sequence numbers hexadecimal texts of any length: both as texts that sort as they grow. */
function orderOf(value: unknown): string | undefined {
  const digits = typeof value === 'number' && Number.isSafeInteger(value) ? value.toString(16) : str(value);
  if (digits === undefined || !/^[0-9a-fA-F]{1,120}$/.test(digits)) return undefined;
  return digits.toLowerCase().padStart(120, '0');
}
