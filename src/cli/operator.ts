import { existsSync } from 'node:fs';
import type { ServiceArguments } from './arguments.ts';
import {
  atBaseUrl,
  readCredentials,
  readSecrets,
  runningAddress,
  statePaths,
  type Credentials,
} from '../local/state.ts';

/**
 * Makes a tenant and its first administrator application with the operator operation of the service
 * at `baseUrl`. With `tenant_identity` (`tenant/<uuid>`) it is idempotent: a second call answers the
 * same tenant and client id with a new secret. Throws an Error with a message for the user.
 */
export async function createTenant(
  baseUrl: string,
  operatorSecret: string,
  request: { display_name: string; tenant_identity?: string },
): Promise<Credentials> {
  const body = await callOperator<Omit<Credentials, 'origin'>>(baseUrl, operatorSecret, 'tenants', request);
  return atBaseUrl(body, body.base_url);
}

/** Calls one of the operator's operations. Throws an Error with a message for the user. */
export async function callOperator<T>(
  baseUrl: string,
  operatorSecret: string,
  path: string,
  request: object,
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
      body: JSON.stringify(request),
      redirect: 'error',
      signal: AbortSignal.timeout(300_000),
    });
  } catch (error) {
    throw new Error(`${baseUrl} does not answer: ${causeOf(error)}`, { cause: error });
  }
  const text = await response.text();
  if (response.status === 401) throw new Error(`${baseUrl} refuses the OPERATOR_SECRET (401)`);
  if (response.status === 404) {
    throw new Error(
      `${address} is not there (404): the base address ends in /archivist, ` +
        'and the service needs OPERATOR_SECRET to be set',
    );
  }
  const body = parse<T & { message?: string }>(text);
  if (!response.ok || body === undefined) {
    throw new Error(`${address} answered ${response.status}: ${body?.message ?? text.slice(0, 200).trim()}`);
  }
  return body;
}

/** The base address and the operator secret that the arguments mean. A secret of the local state leaves this machine only when its owner names the state. */
export function serviceOf(args: ServiceArguments): { url: string; secret: string } {
  const url = args.url ?? localBaseUrl(args.state);
  const given = process.env['OPERATOR_SECRET'];
  if (given) return { url, secret: given };
  const paths = statePaths(args.state);
  const local = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);
  if ((local || args.stateGiven) && existsSync(paths.secrets))
    return { url, secret: readSecrets(paths).OPERATOR_SECRET };
  throw new Error('set OPERATOR_SECRET in the environment to the secret of that service');
}

/** The base address of the service of a state directory: where this machine reaches it, when it runs. */
function localBaseUrl(state: string): string {
  const paths = statePaths(state);
  const credentials = readCredentials(paths);
  if (!credentials) throw new Error(`there is no admin.json in ${state}: run \`npm start\` first, or give --url`);
  const address = runningAddress(paths);
  return address ? `${address}/archivist` : credentials.base_url;
}

function parse<T>(text: string): T | undefined {
  try {
    return JSON.parse(text) as T;
  } catch {
    return undefined;
  }
}

/** The reason of a failed fetch, which hides it one or two causes deep. */
function causeOf(error: unknown): string {
  const { message, cause } = error as {
    message: string;
    cause?: { message?: string; code?: string };
  };
  return cause?.message || cause?.code || message;
}
