import { etagOf, twinOf, versioned, type Fields, type Json, type Twin } from './devices.ts';
import type { BusMessage, PropertyValue } from './queue.ts';

/** The device and the time of a message. `hub` is the name of the hub without its domain. */
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

/** The routed message for a change of a twin: the changed parts, with null for a removed key. */
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

/** The routed message for the creation or deletion of a device. */
export function lifecycleChanged(
  about: About,
  opType: 'createDeviceIdentity' | 'deleteDeviceIdentity',
  twin: Twin = twinOf(about.deviceId, { at: about.time }),
): BusMessage {
  return routed(about, 'deviceLifecycleNotification', 'deviceLifecycleEvents', opType, twin);
}

/** The sequence number of a connection event. It exceeds Number.MAX_SAFE_INTEGER and can be compared as text. */
export const connectionNumber = (n: number): string => n.toString(16).toUpperCase().padStart(64, '0');

/** The routed message for a device that connected or disconnected. */
export function connectionChanged(
  about: About,
  opType: 'deviceConnected' | 'deviceDisconnected',
  number: number,
): BusMessage {
  return routed(about, 'deviceConnectionStateNotification', 'deviceConnectionStateEvents', opType, {
    sequenceNumber: connectionNumber(number),
  });
}

/** The routed message for telemetry, which has no schema and no operation. */
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

const RESOURCE_GROUP = '/SUBSCRIPTIONS/00000000-0000-0000-0000-000000000000/RESOURCEGROUPS/DOUBLE';

/** An event of a hub in the Event Grid schema. */
export function gridEvent(about: About, id: string, type: GridType, data: Fields = {}): GridEvent {
  const telemetry = type === 'DeviceTelemetry';
  return {
    id,
    topic: `${RESOURCE_GROUP}/PROVIDERS/MICROSOFT.DEVICES/IOTHUBS/${about.hub.toUpperCase()}`,
    subject: `devices/${about.deviceId}`,
    eventType: `Microsoft.Devices.${type}`,
    data: telemetry ? data : { ...data, hubName: about.hub, deviceId: about.deviceId },
    dataVersion: '',
    metadataVersion: '1',
    eventTime: about.time,
  };
}

/** The data of a connection event. */
export const connectionData = (number: number): Fields => ({
  deviceConnectionStateEventInfo: { sequenceNumber: connectionNumber(number) },
});

/** The data of a lifecycle event. Its twin has no tags. */
export function lifecycleData(twin: Twin): Fields {
  const { tags: _tags, deviceEtag: _etag, capabilities: _capabilities, modelId: _model, ...rest } = twin;
  return { twin: { ...rest, etag: etagOf(1) } };
}

/** The data of a telemetry event, which names the device only in its system properties. */
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

/** A message with a single event, as Event Grid sends it to a queue. */
export function asObject(event: GridEvent): BusMessage {
  return { body: JSON.stringify(event), contentType: JSON_UTF8, properties: gridProperties(event.id) };
}

/** A message with several events. */
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

/** A message with a single event in the structured mode of CloudEvents. */
export function asCloudEvent(event: GridEvent): BusMessage {
  return {
    body: JSON.stringify(cloudEvent(event)),
    contentType: 'application/cloudevents+json; charset=utf-8',
    properties: gridProperties(event.id),
  };
}

/** A message with a batch of CloudEvents. */
export function asCloudEvents(events: readonly GridEvent[]): BusMessage {
  return {
    body: JSON.stringify(events.map(cloudEvent)),
    contentType: 'application/cloudevents-batch+json; charset=utf-8',
    properties: gridProperties(events[0]?.id ?? ''),
  };
}

/** Messages that cannot be parsed, by the reason. */
export function unparseable(about: About): Record<string, BusMessage> {
  const change = twinChanged(about, 9, { reported: { level: 1 } });
  const without = (...names: string[]): BusMessage => ({
    ...change,
    properties: Object.fromEntries(Object.entries(change.properties!).filter(([name]) => !names.includes(name))),
  });
  const event = gridEvent(about, '00000000-0000-0000-0000-000000000009', 'DeviceConnected');
  return {
    'no body': { body: '' },
    'not JSON': { body: 'hello' },
    'truncated JSON': { ...change, body: String(change.body).slice(0, -5) },
    'bytes that are not text': { body: Buffer.from([0xff, 0xfe, 0x00, 0x80, 0xc3, 0x28]), contentType: JSON_UTF8 },
    'a number': { body: '42' },
    null: { body: 'null' },
    'no device': without('deviceId'),
    'no schema and no operation': without('iothub-message-schema', 'opType', 'iothub-message-source'),
    'an unknown operation': { ...change, properties: { ...change.properties, opType: 'paintDevice' } },
    'an invalid time': { ...change, properties: { ...change.properties, operationTimestamp: 'yesterday' } },
    'a body of another type': { ...change, body: '["updateTwin"]' },
    'deep nesting': { body: '['.repeat(50_000) + ']'.repeat(50_000) },
    'an unknown event': asObject({ ...event, eventType: 'Microsoft.Storage.BlobCreated' as never }),
    'an event without data': { body: JSON.stringify({ ...event, data: undefined }) },
    'an empty array': { body: '[]' },
    'an array without events': { body: '[null, 1, "two", []]' },
    'a large message': { body: JSON.stringify({ ...event, data: 'x'.repeat(200_000) }) },
  };
}
