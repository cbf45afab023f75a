import { isLoopback } from '../../../lib/loopback.ts';
import { fromBase64 } from '../../../lib/text.ts';

/** The host of a cloud service and its key, which is in the form of the connection string. */
export type Connection = {
  /** Lower case, including the port if one was given. */
  host: string;
  keyName: string;
  key: string;
};

const MAX_LENGTH = 4096;

/** Parses `Name=value;Name=value`. Names are case-insensitive. Undefined where it is not valid. */
function partsOf(text: string): Map<string, string> | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const parts = new Map<string, string>();
  for (const part of text.trim().split(';')) {
    if (part === '') continue;
    const [, name, value] = /^([A-Za-z]+)=([\x21-\x7e]+)$/.exec(part.trim()) ?? [];
    if (name === undefined || value === undefined || parts.has(name.toLowerCase())) return undefined;
    parts.set(name.toLowerCase(), value);
  }
  return parts;
}

/** `host[:port]`. An IP address passes here, but later only if it is in AZURE_ALLOWED_HOSTS. */
const HOST = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/;

function connectionOf(host: string | undefined, parts: Map<string, string>): Connection | undefined {
  const [keyName, key] = [parts.get('sharedaccesskeyname'), parts.get('sharedaccesskey')];
  const lower = host?.toLowerCase();
  return lower !== undefined && HOST.test(lower) && keyName && key ? { host: lower, keyName, key } : undefined;
}

/**
 * Parses the connection string of a hub: `HostName=…;SharedAccessKeyName=…;SharedAccessKey=…`, or the Event Hubs
 * compatible form `Endpoint=sb://…;SharedAccessKeyName=…;SharedAccessKey=…;EntityPath=<hub>`. The key must be base64.
 * Undefined where it is not valid.
 */
export function parseHubConnection(text: string): Connection | undefined {
  const parts = partsOf(text);
  if (!parts) return undefined;
  const [hostName, endpoint, hub] = [parts.get('hostname'), parts.get('endpoint'), parts.get('entitypath')];
  const compatible = endpoint !== undefined && /^sb:\/\/[^/]+\/?$/i.test(endpoint) && hub !== undefined;
  const host = hostName ?? (compatible ? `${hub}.azure-devices.net` : undefined);
  const connection = connectionOf(host, parts);
  return connection && fromBase64(connection.key) !== undefined ? connection : undefined;
}

/**
 * Parses the connection string of a Service Bus namespace: `Endpoint=sb://…/;SharedAccessKeyName=…;SharedAccessKey=…`.
 * Undefined where it is not valid.
 */
export function parseBusConnection(text: string): Connection | undefined {
  const parts = partsOf(text);
  const host = /^sb:\/\/([^/]+)\/?$/i.exec(parts?.get('endpoint') ?? '')?.[1];
  return parts && connectionOf(host, parts);
}

const HUBS = ['azure-devices.net', 'azure-devices.us', 'azure-devices.cn'];
const BUSES = [
  'servicebus.windows.net',
  'servicebus.usgovcloudapi.net',
  'servicebus.chinacloudapi.cn',
  'servicebus.cloudapi.de',
];

/**
 * Whether requests may be sent to a host from a client: a single label below a domain of Azure without a port, or a
 * host in `listed` (AZURE_ALLOWED_HOSTS).
 */
function allowed({ host }: Connection, suffixes: readonly string[], listed: readonly string[]): boolean {
  if (listed.includes(host)) return true;
  return suffixes.some(
    (suffix) => host.endsWith(`.${suffix}`) && /^[a-z0-9][a-z0-9-]{0,62}$/.test(host.slice(0, -suffix.length - 1)),
  );
}
export const isHub = (connection: Connection, listed: readonly string[]): boolean => allowed(connection, HUBS, listed);
export const isBus = (connection: Connection, listed: readonly string[]): boolean => allowed(connection, BUSES, listed);

/** The origin of a host. Always https, except for listed hosts on localhost. */
export function originOf({ host }: Connection, listed: readonly string[]): string {
  const local = listed.includes(host) && isLoopback(host.replace(/:\d+$/, ''));
  return `${local ? 'http' : 'https'}://${host}`;
}
