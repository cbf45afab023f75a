import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { Provider, type Configuration } from 'oidc-provider';

/** The claims of a person. */
export type Account = { email: string; email_verified: boolean | string; name?: string; [claim: string]: unknown };

export const CLIENT = 'evidence';
export const OTHER_CLIENT = 'something-else';
/** The client with which the console signs users in; a public client without a secret. */
export const CONSOLE_CLIENT = 'evidence-console';
const SECRET = 'a-secret-of-a-client-at-the-provider';
const CALLBACK = 'http://127.0.0.1:1/callback';

/** The redirect URI of the console at `http://…/console/` for an issuer. */
export const redirectOf = (issuer: string, consoleAt: string): string =>
  `${consoleAt}?issuer=${encodeURIComponent(issuer)}`;

export type Idp = Awaited<ReturnType<typeof startIdp>>;

/**
 * Starts an OpenID Connect provider (oidc-provider) on a loopback address, with its own sign-in forms. `accounts` may
 * change at any time; the key of an account is its subject. `consoles` are the URLs of consoles: `http://…/console/`.
 */
export async function startIdp(accounts: Record<string, Account>, port = 0, consoles: string[] = []) {
  const asked: string[] = [];
  let handle: (request: IncomingMessage, response: ServerResponse) => unknown = () => undefined;
  let down = false;
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (down) request.socket.destroy();
    else handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cookieKeys = [randomBytes(16).toString('hex')];
  let keys: JWK[] = [];

  const restart = (): void => {
    const provider = new Provider(issuer, configuration(issuer, accounts, keys, cookieKeys, consoles));
    handle = provider.callback();
  };
  const rotate = async (): Promise<void> => {
    keys = [await newKey()];
    restart();
  };
  await rotate();

  return {
    issuer,
    accounts,
    /** The requested paths, oldest first. */
    asked,
    /** Replaces the URL of the console to which users return: `http://…/console/`. */
    serve: (address: string): void => {
      consoles.push(address);
      restart();
    },
    /** Replaces the signing key and removes the former one. */
    rotate,
    /** Stops or resumes responding. */
    down: (now: boolean) => void (down = now),
    /** Signs a person in like a client of the provider (authorization code with PKCE). Resolves to the ID token. */
    signIn: (login: string, client = CLIENT) => signIn(issuer, login, client),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: randomBytes(8).toString('hex'), alg: 'RS256', use: 'sig' };
}

function configuration(
  issuer: string,
  accounts: Record<string, Account>,
  keys: JWK[],
  cookieKeys: string[],
  consoles: string[],
): Configuration {
  return {
    clients: [
      ...[CLIENT, OTHER_CLIENT].map((id) => ({
        client_id: id,
        client_secret: SECRET,
        redirect_uris: [CALLBACK],
        response_types: ['code' as const],
        grant_types: ['authorization_code'],
      })),
      {
        client_id: CONSOLE_CLIENT,
        token_endpoint_auth_method: 'none',
        redirect_uris: consoles.length > 0 ? consoles.map((at) => redirectOf(issuer, at)) : [CALLBACK],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    clientBasedCORS: (_context, _origin, client) => client.clientId === CONSOLE_CLIENT,
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'teams', 'department', 'level'],
    },
    conformIdTokenClaims: false,
    findAccount: (_context, id) =>
      accounts[id] && { accountId: id, claims: async () => ({ sub: id, ...accounts[id] }) },
    features: { devInteractions: { enabled: true } },
    jwks: { keys },
    cookies: { keys: cookieKeys },
    ttl: { IdToken: 600, AccessToken: 600, Session: 600, Grant: 600, Interaction: 600, AuthorizationCode: 60 },
  };
}

async function signIn(issuer: string, login: string, client: string): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const cookies = new Map<string, string>();
  const go = async (url: string, form?: Record<string, string>): Promise<Response> => {
    const response = await fetch(new URL(url, issuer), {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  const query = new URLSearchParams({
    client_id: client,
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: 'openid email profile',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    nonce: randomBytes(8).toString('hex'),
  });
  let response = await go(`/auth?${query}`);
  for (let step = 0; step < 12; step++) {
    const to = response.headers.get('location');
    if (to?.startsWith(CALLBACK)) return exchange(issuer, new URL(to), verifier, client);
    if (to !== null) {
      response = await go(to);
      continue;
    }
    const page = await response.text();
    const [, action = ''] = /<form[^>]* action="([^"]+)"/.exec(page) ?? [];
    const [, prompt = ''] = /name="prompt" value="([^"]+)"/.exec(page) ?? [];
    if (action === '') throw new Error(`the provider responds with ${response.status}: ${page.slice(0, 500)}`);
    response = await go(action, prompt === 'login' ? { prompt, login, password: 'x' } : { prompt });
  }
  throw new Error('the sign-in does not complete');
}

async function exchange(issuer: string, callback: URL, verifier: string, client: string): Promise<string> {
  const code = callback.searchParams.get('code');
  if (code === null) throw new Error(`the provider returned an error: ${callback.search}`);
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${client}:${SECRET}`)}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK,
      code_verifier: verifier,
    }),
  });
  const answer = (await response.json()) as { id_token?: string };
  if (!answer.id_token) throw new Error(`no ID token: ${JSON.stringify(answer)}`);
  return answer.id_token;
}
