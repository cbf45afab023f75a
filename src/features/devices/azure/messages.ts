import { parseTimestamp } from '../../../lib/time.ts';
import type { Twin } from './twin.ts';

/**
 * A change of a device. `order` increases with the changes of the same kind of the device (the version of a twin, the
 * sequence number of a connection); undefined where the message has none.
 */
export type DeviceChange = {
  kind: 'twin' | 'created' | 'deleted' | 'connected' | 'disconnected';
  /** The name that the hub gives to the operation. */
  operation: string;
  hub: string;
  device: string;
  order: string | undefined;
  /** The time in the message (RFC 3339); undefined where it has none. */
  at: string | undefined;
  twin: Pick<Twin, 'tags' | 'properties' | 'modelId'> | undefined;
};

/** A received message: headers with names in lower case, and the body as text. */
export type BusMessage = { headers: Record<string, string>; body: string };

/** A valid time, or none. */
const isTime = (text: string | undefined): boolean => text === undefined || parseTimestamp(text) !== undefined;

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
const str = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** The name of a hub or a device, within the limits of IoT Hub and without characters that cannot be stored. */
const nameIn = (value: unknown): string | undefined => {
  const name = str(value);
  return name !== undefined && name.length <= 128 && name.isWellFormed() && !/\p{Cc}/u.test(name) ? name : undefined;
};

/** The changes in a message, and the number of its parts that could not be parsed. */
export type MessageChanges = { changes: DeviceChange[]; unreadable: number };

/**
 * Parses a message of IoT Hub routing (headers `iothub-message-schema` and `opType`), or one or more events of Event
 * Grid or CloudEvents. Telemetry is not a change and is ignored.
 */
export function changesIn({ headers, body }: BusMessage): MessageChanges {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    json = undefined;
  }
  if (property(headers, 'iothub-message-schema') !== undefined || property(headers, 'optype') !== undefined)
    return parsed([routed(headers, json)]);
  if (property(headers, 'iothub-message-source') === 'Telemetry') return parsed([]);
  const events = Array.isArray(json) ? json : [json];
  return parsed(events.map((event) => (isObject(event) ? gridded(event) : undefined)));
}

const parsed = (parts: (DeviceChange | 'telemetry' | undefined)[]): MessageChanges => ({
  changes: parts.filter((part): part is DeviceChange => part !== undefined && part !== 'telemetry'),
  unreadable: parts.filter((part) => part === undefined).length,
});

/** The value of a custom property. Strings are quoted as JSON. */
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

const ROUTED: Record<string, DeviceChange['kind']> = {
  updateTwin: 'twin',
  replaceTwin: 'twin',
  createDeviceIdentity: 'created',
  deleteDeviceIdentity: 'deleted',
  deviceConnected: 'connected',
  deviceDisconnected: 'disconnected',
};

function routed(headers: Record<string, string>, json: unknown): DeviceChange | undefined {
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
    twin: kind === 'twin' || kind === 'created' ? (body as DeviceChange['twin']) : undefined,
  };
}

const GRIDDED: Record<string, DeviceChange['kind'] | 'telemetry'> = {
  'Microsoft.Devices.DeviceCreated': 'created',
  'Microsoft.Devices.DeviceDeleted': 'deleted',
  'Microsoft.Devices.DeviceConnected': 'connected',
  'Microsoft.Devices.DeviceDisconnected': 'disconnected',
  'Microsoft.Devices.DeviceTelemetry': 'telemetry',
};

/** Parses an event of the Event Grid schema (`eventType`) or of CloudEvents 1.0 (`type`). */
function gridded(event: Json): DeviceChange | 'telemetry' | undefined {
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
    twin: twin as DeviceChange['twin'],
  };
}

/** A version (a number) or a sequence number (hexadecimal, of any length) as a padded string that sorts by value. */
function orderOf(value: unknown): string | undefined {
  const digits = typeof value === 'number' && Number.isSafeInteger(value) ? value.toString(16) : str(value);
  if (digits === undefined || !/^[0-9a-fA-F]{1,120}$/.test(digits)) return undefined;
  return digits.toLowerCase().padStart(120, '0');
}
