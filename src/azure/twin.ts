import { LIMITS, type Attributes } from '../core/attributes.ts';

/** A device as its hub describes it: only what is read of it. */
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
  typeof value === 'string' && value !== ''
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : undefined;

/** Levels of a document that are looked at: a hub has ten. */
const DEPTH = 20;

/** The leaves of a document as texts, by their paths joined with `_`: attribute names hold no dot. */
function flattened(value: unknown, prefix: string, out: Attributes, depth = 0): void {
  if (!isObject(value)) {
    // What a change removes is null in it, and empty here: an attribute that was recorded does not go.
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
    // Too deep to be written.
    return '';
  }
}

/**
 * What parts of a twin say as attributes of its asset. Names have no dots (the service's own rule): `tags_<path>`,
 * `reported_<path>`. `arc_*` in tags are attributes as they are, and win. Only what the parts hold is there, so
 * that a change gives what has changed.
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

/** All attributes of a device's asset at its creation. */
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

/** Attributes as the service can keep them: a device's are cut rather than refused. */
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
