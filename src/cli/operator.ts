import type { Credentials } from './state.ts';

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
  const address = `${baseUrl}/operator/v1/tenants`;
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
      signal: AbortSignal.timeout(30_000),
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
  const body = parse(text);
  if (!response.ok || body?.client_secret === undefined) {
    const reason = body?.message ?? text.slice(0, 200).trim();
    throw new Error(`${address} answered ${response.status}: ${reason}`);
  }
  const { base_url, tenant_identity, client_id, client_secret } = body as Credentials;
  return { base_url, tenant_identity, client_id, client_secret };
}

function parse(text: string): (Partial<Credentials> & { message?: string }) | undefined {
  try {
    return JSON.parse(text) as Partial<Credentials>;
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
