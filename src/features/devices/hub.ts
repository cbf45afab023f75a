import { originOf, type Connection } from './azure/connection.ts';
import { hubSignature } from './azure/sas.ts';
import type { Twin } from './azure/twin.ts';
import type { Config } from '../../settings/config.ts';
import { ambient } from '../../lib/time.ts';
import { ask, RemoteFailure } from '../../lib/remote.ts';

/** Devices per page. */
const PAGE = 100;
const MAX_BYTES = 16 * 1024 * 1024;

const REFUSED: Record<number, string> = {
  401: 'the hub rejected the key',
  403: 'the hub rejected the key',
  404: 'the hub does not exist',
};

/**
 * Returns a page of the devices of a hub, and the continuation of the next page (empty on the last one). Throws
 * RemoteFailure, with `retryAfter` where a retry may succeed.
 */
export async function queryDevices(
  connection: Connection,
  { azureHosts, azureSeconds }: Pick<Config, 'azureHosts' | 'azureSeconds'>,
  continuation: string,
): Promise<{ devices: Twin[]; next: string }> {
  const { status, headers, text } = await ask(
    `${originOf(connection, azureHosts)}/devices/query?api-version=2021-04-12`,
    {
      method: 'POST',
      headers: {
        authorization: hubSignature(connection, ambient.now()),
        'content-type': 'application/json',
        'x-ms-max-item-count': String(PAGE),
        ...(continuation === '' ? {} : { 'x-ms-continuation': continuation }),
      },
      body: JSON.stringify({ query: 'SELECT * FROM devices' }),
    },
    { name: 'the hub', seconds: azureSeconds, maxBytes: MAX_BYTES },
  );
  if (status !== 200) throw new RemoteFailure(REFUSED[status] ?? `the hub responded with ${status}`);
  let devices: unknown;
  try {
    devices = JSON.parse(text);
  } catch {
    devices = undefined;
  }
  const known = (item: unknown): item is Twin =>
    typeof (item as Twin | null)?.deviceId === 'string' && (item as Twin).deviceId !== '';
  if (!Array.isArray(devices) || !devices.every(known))
    throw new RemoteFailure('the response of the hub is not a list of devices');
  return { devices, next: headers.get('x-ms-continuation') ?? '' };
}
