import { fromBase64 } from '../core/text.ts';

/** Where a cloud service is, and with what key. The key is as it stands in the connection string. */
export type Connection = {
  /** Lower case, with the port if one was given. */
  host: string;
  keyName: string;
  key: string;
};

const MAX_LENGTH = 4096;

/** `Name=value;Name=value`; names in any case. Undefined for anything else. */
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

/** `host[:port]` of DNS labels or, for allow-listed hosts alone, an address. */
const HOST = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/;

function connectionOf(host: string | undefined, parts: Map<string, string>): Connection | undefined {
  const [keyName, key] = [parts.get('sharedaccesskeyname'), parts.get('sharedaccesskey')];
  const lower = host?.toLowerCase();
  return lower !== undefined && HOST.test(lower) && keyName && key ? { host: lower, keyName, key } : undefined;
}

/**
 * A hub's connection string, in either form: `HostName=…;SharedAccessKeyName=…;SharedAccessKey=…`, or the
 * event-hub compatible `Endpoint=sb://…;SharedAccessKeyName=…;SharedAccessKey=…;EntityPath=<hub>`. Undefined for
 * anything else; the key must be base64.
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

/** A message bus namespace's connection string: `Endpoint=sb://…/;SharedAccessKeyName=…;SharedAccessKey=…`. */
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
 * Whether requests may go to a host that a client has named: one label under the cloud's own names, and no port,
 * or a host that the deployment lists.
 */
function allowed({ host }: Connection, suffixes: readonly string[], listed: readonly string[]): boolean {
  if (listed.includes(host)) return true;
  return suffixes.some(
    (suffix) => host.endsWith(`.${suffix}`) && /^[a-z0-9][a-z0-9-]{0,62}$/.test(host.slice(0, -suffix.length - 1)),
  );
}
export const isHub = (connection: Connection, listed: readonly string[]): boolean => allowed(connection, HUBS, listed);
export const isBus = (connection: Connection, listed: readonly string[]): boolean => allowed(connection, BUSES, listed);

/** The address of a host: TLS always, but for what the deployment lists on the machine itself. */
export function originOf({ host }: Connection, listed: readonly string[]): string {
  const local = listed.includes(host) && /^(?:localhost|127(?:\.\d{1,3}){3})(?::\d+)?$/.test(host);
  return `${local ? 'http' : 'https'}://${host}`;
}
