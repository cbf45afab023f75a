import { existsSync } from 'node:fs';
import { parseForeignJson } from '../../src/lib/json.ts';
import { isLoopback } from '../../src/lib/loopback.ts';
import { boundedBody } from '../../src/lib/remote.ts';
import { connectControl } from '../server/control.ts';
import { readSecrets } from '../server/state/secrets.ts';
import {
  atBaseUrl,
  readCredentials,
  readService,
  statePaths,
  type AdminCredentials,
  type StatePaths,
} from '../server/state/directory.ts';
import { causeOf } from './cause.ts';
import { DEFAULT_STATE, type ServiceSelection } from './service-options.ts';

/**
 * Creates a tenant and its first administrator application with the operator API of the service at `baseUrl`. With
 * `tenant_identity` (`tenant/<uuid>`) it is idempotent: a second call returns the same tenant and client id with a
 * new secret. Throws an Error with a message for the user.
 */
export async function createTenant(
  baseUrl: string,
  operatorSecret: string,
  request: { display_name: string; tenant_identity?: string },
): Promise<AdminCredentials> {
  const body = await callOperator<Omit<AdminCredentials, 'origin'>>(baseUrl, operatorSecret, 'tenants', request);
  return atBaseUrl(body, body.base_url);
}

/**
 * Makes a link by which a person becomes an administrator of a tenant with a passkey. It can be used once within ten
 * minutes. Throws an Error with a message for the user.
 */
export async function administratorLink(baseUrl: string, operatorSecret: string, tenant: string): Promise<string> {
  const path = `tenants/${tenant.replace(/^tenant\//, '')}:link`;
  return (await callOperator<{ url: string }>(baseUrl, operatorSecret, path)).url;
}

/** The maximum bytes of a response: more than the service sends. */
const MAX_RESPONSE = 2 ** 26;

/** Calls an operation of the operator API. Throws an Error with a message for the user. */
export async function callOperator<T>(
  baseUrl: string,
  operatorSecret: string,
  path: string,
  request?: object,
): Promise<T> {
  const address = `${baseUrl}/operator/v1/${path}`;
  let response: Response;
  try {
    response = await fetch(address, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${operatorSecret}`,
        'content-type': 'application/json',
      },
      ...(request ? { body: JSON.stringify(request) } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(300_000),
    });
  } catch (error) {
    throw new Error(`${baseUrl} does not respond: ${causeOf(error)}: check the address and that the service runs`, {
      cause: error,
    });
  }
  const bytes = await boundedBody(response, MAX_RESPONSE);
  if (!bytes) throw new Error(`${address} responded with more than ${MAX_RESPONSE} bytes`);
  const text = new TextDecoder().decode(bytes);
  if (response.status === 401) throw new Error(`${baseUrl} rejected the OPERATOR_SECRET (401)`);
  if (response.status === 404) {
    throw new Error(
      `${address} was not found (404): the base address must end in /archivist, ` +
        'and OPERATOR_SECRET must be set for the service',
    );
  }
  const body = parse<T & { message?: string }>(text);
  if (!response.ok || body === undefined) {
    throw new Error(`${address} responded with ${response.status}: ${body?.message ?? text.slice(0, 200).trim()}`);
  }
  return body;
}

/**
 * Returns the base address of the service and its operator secret. The secret in a state directory is sent to another
 * machine only if the options name that directory. Throws an Error with a message for the user.
 */
export async function serviceOf(options: ServiceSelection): Promise<{ url: string; secret: string }> {
  const paths = statePaths(options.state ?? DEFAULT_STATE);
  const url = options.url ?? (await runningUrl(paths));
  const given = process.env['OPERATOR_SECRET'];
  if (given) return { url, secret: given };
  if (mayUseSecrets(options) && existsSync(paths.secrets)) return { url, secret: readSecrets(paths).OPERATOR_SECRET };
  throw new Error('OPERATOR_SECRET: must be set in the environment to the operator secret of that service');
}

/**
 * Returns the base address of the service, and an application with its secret: that of the environment variables
 * CLIENT_ID and CLIENT_SECRET, else the administrator of the first tenant in the state directory, with the same rule as
 * `serviceOf`. Throws an Error with a message for the user.
 */
export async function applicationOf(
  options: ServiceSelection,
): Promise<{ url: string; clientId: string; clientSecret: string }> {
  const paths = statePaths(options.state ?? DEFAULT_STATE);
  const url = options.url ?? (await runningUrl(paths));
  const { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = process.env;
  if (clientId && clientSecret) return { url, clientId, clientSecret };
  if (clientId || clientSecret)
    throw new Error(`${clientId ? 'CLIENT_SECRET' : 'CLIENT_ID'}: must be set in the environment with the other`);
  const own = mayUseSecrets(options) ? readCredentials(paths) : undefined;
  if (own) return { url, clientId: own.client_id, clientSecret: own.client_secret };
  throw new Error(
    'CLIENT_ID, CLIENT_SECRET: must be set in the environment to those of an application of that service',
  );
}

/** Whether secrets of the state directory may be sent to the service. */
const mayUseSecrets = ({ url, state }: ServiceSelection): boolean =>
  state !== undefined || url === undefined || isLoopback(new URL(url).hostname);

/**
 * Returns the base address of the service that runs over a state directory. Connects to its control socket first: the
 * recorded address may belong to another program since the service stopped, and that must not receive the secret.
 */
async function runningUrl(paths: StatePaths): Promise<string> {
  const { address, control } = readService(paths) ?? {};
  const connection = control === undefined ? undefined : await connectControl(control);
  connection?.close();
  if (connection && address !== undefined) return `${address}/archivist`;
  throw new Error(
    `no service runs over the state directory ${paths.dir}: start it with \`npm start -- --state ${paths.dir}\`, ` +
      'or pass the address of a service with --url',
  );
}

function parse<T>(text: string): T | undefined {
  try {
    return parseForeignJson(text) as T;
  } catch {
    return undefined;
  }
}
