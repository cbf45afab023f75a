import { refusalOf } from './sas.ts';
import { serve, type Answer, type Request } from './server.ts';
import type { Twin } from './devices.ts';

const DEFAULT_PAGE = 100;
const POLICY = 'iothubowner';
const QUERY = /^\s*select\s+\*\s+from\s+devices\s*;?\s*$/i;
/** A key in the form of the Azure portal: base64. */
const KEY = 'YSBrZXkgb2YgYSBodWIgdGhhdCBpcyBub25lIGF0IGFsbA==';

/** Any port is accepted, because a proxy may be in between. */
const LOOPBACK = /^(127\.0\.0\.1|localhost)(:\d+)?$/;

type Operation = 'query' | 'other';
/** `turn` counts pages without devices, so that each continuation token is different. */
type Cursor = { offset: number; query: string; turn?: number };

function failure(status: number, code: string, message: string): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'iothub-errorcode': code },
    body: JSON.stringify({
      Message: `ErrorCode:${code};${message}`,
      ExceptionMessage: `Tracking ID:0123456789abcdef-G:1-TimeStamp:${new Date().toISOString()}`,
    }),
  };
}

const tokenOf = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64');

function cursorOf(token: string | undefined, query: string): Cursor | undefined {
  if (token === undefined) return { offset: 0, query };
  try {
    const cursor = JSON.parse(Buffer.from(token, 'base64').toString()) as Cursor;
    return Number.isInteger(cursor.offset) && cursor.query === query ? cursor : undefined;
  } catch {
    return undefined;
  }
}

function queryOf(body: Buffer): string | undefined {
  try {
    const { query } = JSON.parse(String(body)) as { query?: unknown };
    return typeof query === 'string' ? query : undefined;
  } catch {
    return undefined;
  }
}

/** A page of the query for all twins. */
function page(request: Request, devices: readonly Twin[], largest: number, empty: boolean): Answer {
  const query = queryOf(request.body);
  if (query === undefined || !QUERY.test(query)) return failure(400, 'ArgumentInvalid', 'Failed to parse the query');
  const asked = Number(request.headers['x-ms-max-item-count'] ?? DEFAULT_PAGE);
  if (!Number.isInteger(asked) || asked < 1) return failure(400, 'ArgumentInvalid', 'x-ms-max-item-count is invalid');
  const cursor = cursorOf(request.headers['x-ms-continuation'] as string | undefined, query);
  if (!cursor) return failure(400, 'ArgumentInvalid', 'Invalid continuation token');
  const end = empty ? cursor.offset : cursor.offset + Math.min(asked, largest);
  const more = empty || end < devices.length;
  return {
    status: 200,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-ms-item-type': 'Twin',
      ...(more && {
        'x-ms-continuation': tokenOf({ offset: end, query, ...(empty && { turn: (cursor.turn ?? 0) + 1 }) }),
      }),
    },
    body: JSON.stringify(devices.slice(cursor.offset, end)),
  };
}

export type Hub = Awaited<ReturnType<typeof startHub>>;

/**
 * Emulates the device query of an IoT hub over plain HTTP on loopback. `devices`, `pageSize` and `key` can be changed
 * while it runs. `fail` injects faults. `requests` are the received requests.
 */
export async function startHub(
  options: { devices?: Twin[]; pageSize?: number; key?: string; port?: number; name?: string } = {},
) {
  const { devices = [], pageSize = DEFAULT_PAGE, key = KEY, name = 'double' } = options;
  const cloudHost = `${name}.azure-devices.net`;
  const state = { devices, pageSize, key };
  const covers = (resource: string) => LOOPBACK.test(resource) || resource.toLowerCase() === cloudHost;
  const server = await serve<Operation>({
    port: options.port ?? 0,
    operationOf: ({ method, path }) => (method === 'POST' && path === '/devices/query' ? 'query' : 'other'),
    handle: (request, operation, fault) => {
      const refusal = refusalOf(request.headers.authorization, {
        name: POLICY,
        secret: Buffer.from(state.key, 'base64'),
        covers,
      });
      if (refusal) return failure(401, 'IotHubUnauthorizedAccess', 'Unauthorized');
      if (operation === 'other') return failure(404, 'InvalidOperation', 'No such resource');
      if (!request.query.get('api-version')) return failure(400, 'InvalidProtocolVersion', 'api-version is missing');
      return page(request, state.devices, state.pageSize, fault?.kind === 'empty');
    },
  });
  const credentials = `SharedAccessKeyName=${POLICY};SharedAccessKey=${key}`;
  return Object.assign(state, server, {
    name,
    /** The host name in the cloud, which Microsoft's client signs. */
    cloudHost,
    connectionString: `HostName=${server.host};${credentials}`,
    cloudConnectionString: `HostName=${cloudHost};${credentials}`,
    /** The connection string of the built-in endpoint in the portal. */
    endpointConnectionString: `Endpoint=sb://${server.host}/;${credentials};EntityPath=${name}`,
  });
}
