import { LIMITS, type Attributes } from '../../../formats/records/attributes.ts';

/** The fields of a device twin that are used. */
export type Twin = {
  deviceId: string;
  modelId?: unknown;
  tags?: unknown;
  properties?: { desired?: unknown; reported?: unknown };
};

type Json = { [key: string]: unknown };
const isObject = (value: unknown): value is Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((node, key) => (isObject(node) && Object.hasOwn(node, key) ? node[key] : undefined), value);
const text = (value: unknown): string | undefined =>
  ['string', 'number', 'boolean'].includes(typeof value) && value !== '' ? String(value) : undefined;

/** The maximum nesting that is read. IoT Hub allows ten levels. */
const DEPTH = 20;

/**
 * Adds the leaves of a document to `out` as text. The name is the path joined with `_`: names must not contain dots.
 */
function flattened(value: unknown, prefix: string, out: Attributes, depth = 0): void {
  if (!isObject(value)) {
    // A change that removes a property has null. The attribute becomes empty, because attributes cannot be removed.
    if (value !== undefined) out[prefix] = shown(value);
    return;
  }
  if (depth === DEPTH) return;
  for (const [key, child] of Object.entries(value))
    if (!key.startsWith('$')) flattened(child, `${prefix}_${key}`, out, depth + 1);
}

function shown(value: unknown): string {
  if (value === null || value === '') return '';
  try {
    return text(value) ?? JSON.stringify(value);
  } catch {
    // The value is nested too deeply.
    return '';
  }
}

/**
 * Converts parts of a twin to attributes of its asset, named `tags_<path>` and `reported_<path>`. Tags named `arc_*`
 * keep their names and take precedence. Only the given parts are converted, so a change yields the changed attributes.
 */
export function twinAttributes({ tags, properties }: Pick<Twin, 'tags' | 'properties'>): Attributes {
  const out: Attributes = {};
  const reported = properties?.reported;
  const firmware = at(reported, 'deviceInformation', 'swVersion') ?? at(reported, 'firmwareVersion');
  const serial = at(reported, 'deviceInformation', 'serialNumber') ?? at(reported, 'serialNumber');
  if (firmware !== undefined && !isObject(firmware)) out['arc_firmware_version'] = shown(firmware);
  if (text(serial) !== undefined) out['arc_serial_number'] = text(serial)!;
  if (isObject(reported)) flattened(reported, 'reported', out);
  if (isObject(tags)) {
    const own = Object.entries(tags).filter(([name]) => name.startsWith('arc_'));
    flattened(Object.fromEntries(Object.entries(tags).filter(([name]) => !name.startsWith('arc_'))), 'tags', out);
    for (const [name, value] of own) {
      const leaf = text(value);
      if (leaf !== undefined) out[name] = leaf;
    }
  }
  return storable(out);
}

/** The attributes of the asset of a device when it is created. */
export function deviceAttributes(twin: Twin, host: string, homeLocation: string): Attributes {
  const { deviceId } = twin;
  return storable({
    arc_display_name: deviceId,
    arc_display_type: text(twin.modelId) ?? 'IoT device',
    arc_serial_number: deviceId,
    ...(homeLocation === '' ? {} : { arc_home_location_identity: homeLocation }),
    ...twinAttributes(twin),
    azure_iothub_host: host,
    azure_device_id: deviceId,
  });
}

/** Attributes within the limits of the service. Those of devices are truncated instead of rejected. */
function storable(attributes: Attributes): Attributes {
  const out: Attributes = {};
  let bytes = 0;
  for (const [name, value] of Object.entries(attributes)) {
    const key = clean(name).replaceAll('.', '_').replaceAll('[]', '__').slice(0, LIMITS.name).toWellFormed();
    const kept = clean(value as string).slice(0, LIMITS.value);
    bytes += 4 * (key.length + kept.length);
    if (key === '' || key === '__proto__' || bytes > LIMITS.totalBytes || Object.keys(out).length >= 500) continue;
    out[key] = kept.toWellFormed();
  }
  return out;
}

const clean = (value: string): string => value.toWellFormed().replace(/\p{Cc}/gu, ' ');
