export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type Fields = { [key: string]: Json };
/** A device twin as the query of a hub returns it. */
export type Twin = {
  deviceId: string;
  etag: string;
  deviceEtag: string;
  status: 'enabled' | 'disabled';
  statusUpdateTime: string;
  connectionState: 'Connected' | 'Disconnected';
  lastActivityTime: string;
  cloudToDeviceMessageCount: number;
  authenticationType: 'sas' | 'selfSigned' | 'certificateAuthority';
  x509Thumbprint: { primaryThumbprint: string | null; secondaryThumbprint: string | null };
  /** Empty for a device without a model. */
  modelId: string;
  version: number;
  /** Absent from a twin that never had one. */
  tags?: Fields;
  properties: { desired: Fields; reported: Fields };
  capabilities: { iotEdge: boolean };
};

const START = Date.parse('2024-01-01T00:00:00Z');
const timeOf = (n: number): string => new Date(START + n * 60_000).toISOString();

/** The metadata that the hub adds to each level of the properties of a twin. */
function metadataOf(fields: Fields, at: string): Fields {
  const inner = Object.entries(fields).map(([key, value]) => [
    key,
    value && typeof value === 'object' && !Array.isArray(value) ? metadataOf(value, at) : { $lastUpdated: at },
  ]);
  return { $lastUpdated: at, ...Object.fromEntries(inner) };
}

/** Properties with the fields that the hub adds. */
export function versioned(fields: Fields, version: number, at: string): Fields {
  return { ...fields, $metadata: metadataOf(fields, at), $version: version };
}

/** The etag of a twin: eight bytes, with the version in the last four. */
export function etagOf(version: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32BE(version, 4);
  return bytes.toString('base64');
}

/** The twin of a device. Fields that are not given have the values of a new device. */
export function twinOf(
  deviceId: string,
  given: Partial<Omit<Twin, 'properties'>> & { desired?: Fields; reported?: Fields; at?: string } = {},
): Twin {
  const { desired = {}, reported = {}, at = timeOf(0), version = 2, ...rest } = given;
  return {
    deviceId,
    etag: etagOf(version),
    deviceEtag: Buffer.from(deviceId).toString('base64').slice(0, 12),
    status: 'enabled',
    statusUpdateTime: '0001-01-01T00:00:00Z',
    connectionState: 'Disconnected',
    lastActivityTime: '0001-01-01T00:00:00Z',
    cloudToDeviceMessageCount: 0,
    authenticationType: 'sas',
    x509Thumbprint: { primaryThumbprint: null, secondaryThumbprint: null },
    modelId: '',
    version,
    properties: { desired: versioned(desired, 1, at), reported: versioned(reported, 1, at) },
    capabilities: { iotEdge: false },
    ...rest,
  };
}

/** The special characters that a hub allows in a device id. */
const MARKS = "-.%_*?!(),:=@$'#+";

function idOf(n: number): string {
  const number = String(n).padStart(5, '0');
  if (n % 50 === 7) return `odd${MARKS}${number}`;
  // Device ids are case-sensitive.
  if (n % 50 === 9) return `DEVICE-${String(n - 1).padStart(5, '0')}`;
  return `device-${number}`;
}

const tagsOf = (n: number): Fields | undefined => {
  if (n % 5 === 0) return undefined;
  return {
    site: { building: `B${n % 7}`, floor: n % 4 },
    ...(n % 3 === 0 && { arc_display_type: 'Pump' }),
    ...(n % 10 === 1 && { arc_display_name: `Named ${n}`, arc_description: 'Größe 5 \u{1f527}', owner: null }),
    ...(n % 25 === 2 && { list: [1, 'two', { three: 3 }], empty: {} }),
  };
};

function reportedOf(n: number): Fields {
  if (n % 4 === 0)
    return {
      deviceInformation: { manufacturer: 'Acme', serialNumber: `SN-${n}`, swVersion: `1.${n % 9}.0` },
      uptime: n * 60,
    };
  if (n % 4 === 1)
    return {
      serialNumber: `S/${n}`,
      firmwareVersion: `fw-${n % 6}`,
      battery: { level: (n % 100) / 100, charging: n % 2 === 0 },
    };
  return { lastReboot: timeOf(n) };
}

/** Device number n of a generated fleet. Deterministic, and all devices are different. */
export function deviceAt(n: number): Twin {
  const tags = tagsOf(n);
  return twinOf(idOf(n), {
    at: timeOf(n),
    version: 2 + (n % 8),
    status: n % 40 === 3 ? 'disabled' : 'enabled',
    connectionState: n % 3 === 0 ? 'Connected' : 'Disconnected',
    modelId: n % 6 === 2 ? 'dtmi:com:example:Thermostat;1' : '',
    desired: n % 2 ? { interval: 30, limits: { high: 80, low: n % 20 } } : {},
    reported: reportedOf(n),
    capabilities: { iotEdge: n % 100 === 4 },
    ...(tags && { tags }),
  });
}

/** A generated fleet of `count` devices, from device number `from`. */
export const fleet = (count: number, from = 0): Twin[] => Array.from({ length: count }, (_, i) => deviceAt(from + i));
