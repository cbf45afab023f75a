import { etagOf, twinOf, versioned, type Fields, type Json, type Twin } from './devices.ts';
import type { BusMessage, PropertyValue } from './queue.ts';

/** Of which device, and when. `hub` is the hub's name without the cloud's suffix. */
export type About = { hub: string; deviceId: string; time: string };
export type Patch = { tags?: Fields; desired?: Fields; reported?: Fields };

const JSON_UTF8 = 'application/json; charset=utf-8';

function routed(
  about: About,
  schema: string,
  source: string,
  opType: string,
  body: Json,
  more: BusMessage['properties'] = {},
): BusMessage {
  return {
    body: JSON.stringify(body),
    contentType: JSON_UTF8,
    properties: {
      hubName: about.hub,
      deviceId: about.deviceId,
      operationTimestamp: about.time,
      'iothub-message-schema': schema,
      opType,
      'iothub-message-source': source,
      'iothub-enqueuedtime': about.time,
      ...more,
    },
  };
}

/** A twin's change as a hub routes it: the parts that were written, a removed key as null. */
export function twinChanged(
  about: About,
  version: number,
  patch: Patch,
  opType: 'updateTwin' | 'replaceTwin' = 'updateTwin',
): BusMessage {
  const { tags, desired, reported } = patch;
  const properties = {
    ...(desired && { desired: versioned(desired, version, about.time) }),
    ...(reported && { reported: versioned(reported, version, about.time) }),
  };
  return routed(about, 'twinChangeNotification', 'twinChangeEvents', opType, {
    version,
    ...(tags && { tags }),
    ...(Object.keys(properties).length > 0 && { properties }),
  });
}

/** A device made or deleted, as a hub routes it. */
export function lifecycleChanged(
  about: About,
  opType: 'createDeviceIdentity' | 'deleteDeviceIdentity',
  twin: Twin = twinOf(about.deviceId, { at: about.time }),
): BusMessage {
  return routed(about, 'deviceLifecycleNotification', 'deviceLifecycleEvents', opType, twin);
}

/** The number of a connection event: longer than any number of JavaScript, and comparable as text. */
export const connectionNumber = (n: number): string => n.toString(16).toUpperCase().padStart(64, '0');

/** A device that came or went, as a hub routes it. */
export function connectionChanged(
  about: About,
  opType: 'deviceConnected' | 'deviceDisconnected',
  number: number,
): BusMessage {
  return routed(about, 'deviceConnectionStateNotification', 'deviceConnectionStateEvents', opType, {
    sequenceNumber: connectionNumber(number),
  });
}

/** What a device sends, as a hub routes it: no schema and no operation. */
export function telemetryRouted(about: About, body: Json, properties: Record<string, PropertyValue> = {}): BusMessage {
  return {
    body: JSON.stringify(body),
    properties: {
      'iothub-connection-device-id': about.deviceId,
      'iothub-connection-auth-method': '{"scope":"device","type":"sas","issuer":"iothub"}',
      'iothub-message-source': 'Telemetry',
      'iothub-enqueuedtime': about.time,
      ...properties,
    },
  };
}

export type GridType = 'DeviceCreated' | 'DeviceDeleted' | 'DeviceConnected' | 'DeviceDisconnected' | 'DeviceTelemetry';
export type GridEvent = {
  id: string;
  topic: string;
  subject: string;
  eventType: `Microsoft.Devices.${GridType}`;
  data: Fields;
  dataVersion: string;
  metadataVersion: string;
  eventTime: string;
};

/** An event of a hub in Event Grid's own schema. */
export function gridEvent(about: About, id: string, type: GridType, data: Fields = {}): GridEvent {
  const telemetry = type === 'DeviceTelemetry';
  return {
    id,
    topic: `/SUBSCRIPTIONS/00000000-0000-0000-0000-000000000000/RESOURCEGROUPS/DOUBLE/PROVIDERS/MICROSOFT.DEVICES/IOTHUBS/${about.hub.toUpperCase()}`,
    subject: `devices/${about.deviceId}`,
    eventType: `Microsoft.Devices.${type}`,
    data: telemetry ? data : { ...data, hubName: about.hub, deviceId: about.deviceId },
    dataVersion: '',
    metadataVersion: '1',
    eventTime: about.time,
  };
}

/** Data of an event of connection. */
export const connectionData = (number: number): Fields => ({
  deviceConnectionStateEventInfo: { sequenceNumber: connectionNumber(number) },
});

/** Data of an event of lifecycle. Its twin has no tags. */
export function lifecycleData(twin: Twin): Fields {
  const { tags: _tags, deviceEtag: _etag, capabilities: _capabilities, modelId: _model, ...rest } = twin;
  return { twin: { ...rest, etag: etagOf(1) } };
}

/** Data of an event of telemetry: no hub and no device of its own. */
export const telemetryData = (deviceId: string, body: Json): Fields => ({
  body,
  properties: { level: 'info' },
  systemProperties: {
    'iothub-content-type': 'application/json',
    'iothub-content-encoding': 'utf-8',
    'iothub-connection-device-id': deviceId,
    'iothub-message-source': 'Telemetry',
  },
});

const gridProperties = (id: string): Record<string, PropertyValue> => ({
  'aeg-event-type': 'Notification',
  'aeg-subscription-name': 'DOUBLE',
  'aeg-delivery-count': 0,
  'aeg-data-version': '',
  'aeg-metadata-version': '1',
  'aeg-output-event-id': id,
});

/** An event alone, as Event Grid puts it into a queue. */
export function asObject(event: GridEvent): BusMessage {
  return { body: JSON.stringify(event), contentType: JSON_UTF8, properties: gridProperties(event.id) };
}

/** Several events in one message. */
export function asArray(events: readonly GridEvent[]): BusMessage {
  return { body: JSON.stringify(events), contentType: JSON_UTF8, properties: gridProperties(events[0]?.id ?? '') };
}

const cloudEvent = ({ id, topic, subject, eventType, data, eventTime }: GridEvent): Fields => ({
  specversion: '1.0',
  id,
  source: topic,
  type: eventType,
  subject,
  time: eventTime,
  data,
});

/** An event in the CloudEvents schema, structured: its content type says so. */
export function asCloudEvent(event: GridEvent): BusMessage {
  return {
    body: JSON.stringify(cloudEvent(event)),
    contentType: 'application/cloudevents+json; charset=utf-8',
    properties: gridProperties(event.id),
  };
}

/** Several events in the CloudEvents schema. */
export function asCloudEvents(events: readonly GridEvent[]): BusMessage {
  return {
    body: JSON.stringify(events.map(cloudEvent)),
    contentType: 'application/cloudevents-batch+json; charset=utf-8',
    properties: gridProperties(events[0]?.id ?? ''),
  };
}

/** What no one can make sense of, by what is wrong with it. */
export function unparseable(about: About): Record<string, BusMessage> {
  const change = twinChanged(about, 9, { reported: { level: 1 } });
  const without = (...names: string[]): BusMessage => ({
    ...change,
    properties: Object.fromEntries(Object.entries(change.properties!).filter(([name]) => !names.includes(name))),
  });
  const event = gridEvent(about, '00000000-0000-0000-0000-000000000009', 'DeviceConnected');
  return {
    'no body': { body: '' },
    'no JSON': { body: 'hello' },
    'JSON cut short': { ...change, body: String(change.body).slice(0, -5) },
    'bytes that are no text': { body: Buffer.from([0xff, 0xfe, 0x00, 0x80, 0xc3, 0x28]), contentType: JSON_UTF8 },
    'a number': { body: '42' },
    null: { body: 'null' },
    'no device': without('deviceId'),
    'no schema and no operation': without('iothub-message-schema', 'opType', 'iothub-message-source'),
    'an unknown operation': { ...change, properties: { ...change.properties, opType: 'paintDevice' } },
    'a time that is none': { ...change, properties: { ...change.properties, operationTimestamp: 'yesterday' } },
    'a body of another kind': { ...change, body: '["updateTwin"]' },
    'deep nesting': { body: '['.repeat(50_000) + ']'.repeat(50_000) },
    'an unknown event': asObject({ ...event, eventType: 'Microsoft.Storage.BlobCreated' as never }),
    'an event without data': { body: JSON.stringify({ ...event, data: undefined }) },
    'an empty array': { body: '[]' },
    'an array of nothing': { body: '[null, 1, "two", []]' },
    'a large one': { body: JSON.stringify({ ...event, data: 'x'.repeat(200_000) }) },
  };
}
