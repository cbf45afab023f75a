import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { parseForeignJson } from '../../../src/lib/json.ts';
import { boundedBody } from '../../../src/lib/remote.ts';
import type { Fetch } from '../../../src/transparency/witnesses/submission.ts';
import { causeOf } from '../cause.ts';
import { Unavailable } from './findings.ts';
import { UsageError } from '../command-line.ts';

/** How a monitor gets access tokens. */
export type TokenSource = {
  /** A token, undefined for requests without one. Rejects with Unavailable. */
  token: () => Promise<string | undefined>;
  /** The service has refused the last token. */
  forget: () => void;
};

/** Milliseconds within which the token endpoint must respond, and the maximum length of its response in bytes. */
const WITHIN = 30_000;
const MAX_BYTES = 65_536;

const TokenResponse = z.object({ access_token: z.string().min(1) });

/**
 * Tokens for the log of a tenancy: the content of `tokenFile`, which is read for each request, or of client credentials
 * in the environment variables CLIENT_ID and CLIENT_SECRET. Without either, and for the public log, none. Throws a
 * UsageError if only one of the variables is set.
 */
export function tokensFor(
  { url, log, tokenFile }: { url: string; log: string; tokenFile: string | undefined },
  env: Record<string, string | undefined>,
  fetch: Fetch,
): TokenSource {
  const { CLIENT_ID: id, CLIENT_SECRET: secret } = env;
  const none: TokenSource = { token: () => Promise.resolve(undefined), forget: () => undefined };
  if (tokenFile !== undefined) return { token: async () => tokenIn(tokenFile), forget: () => undefined };
  if (log === 'public') return none;
  if (id && secret) return clientCredentials(url, { id, secret }, fetch);
  if (id || secret)
    throw new UsageError(`${id ? 'CLIENT_SECRET' : 'CLIENT_ID'}: must be set in the environment with the other`);
  return none;
}

function tokenIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new Unavailable(`--token-file: ${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** Keeps a token until the service refuses it. */
function clientCredentials(url: string, { id, secret }: { id: string; secret: string }, fetch: Fetch): TokenSource {
  let token: string | undefined;
  return {
    token: async () => (token ??= await newToken(`${url}/iam/v1/appidp/token`, id, secret, fetch)),
    forget: () => {
      token = undefined;
    },
  };
}

/** The client credentials grant of RFC 6749, section 4.4. */
async function newToken(address: string, id: string, secret: string, fetch: Fetch): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret });
  let response: Response;
  let bytes: Uint8Array | undefined;
  try {
    response = await fetch(address, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(WITHIN),
    });
    bytes = await boundedBody(response, MAX_BYTES);
  } catch (error) {
    throw new Unavailable(`${address} does not respond: ${causeOf(error)}`, { cause: error });
  }
  if (response.status === 401) throw new Unavailable(`${address} rejected the client id and secret (401)`);
  if (response.status !== 200 || !bytes) throw new Unavailable(`${address} responded with ${response.status}`);
  try {
    return TokenResponse.parse(parseForeignJson(new TextDecoder().decode(bytes))).access_token;
  } catch (error) {
    throw new Unavailable(`${address} responded without an access token`, { cause: error });
  }
}
