import { isSafeAddress } from '../../../src/lib/trusted-issuers.ts';
import { ApiError } from './api.ts';
import { replaceAddress } from './router.ts';
import type { Issuer } from './session.ts';
import { texts } from '../texts/texts.ts';

/** The URL of the console. */
const HERE = `${location.origin}/console/`;
/**
 * The redirect URI, which differs for each provider and is registered there. It shows which provider has responded,
 * even if the response does not name its issuer (RFC 9700, section 4.4.2.2).
 */
const redirectOf = ({ issuer }: Issuer): string => `${HERE}?issuer=${encodeURIComponent(issuer)}`;
/** The key in session storage of the attempt, which is kept only during the redirect. */
const KEPT = 'sign-in';
/** The field page, and the key in session storage of its address while its sign-in is at the provider. */
const FIELD = '/field/';
const RETURN = 'sign-in-return';
/** The channel on which a sign-in window sends the provider's response. */
const CHANNEL = 'sign-in';
/** The key in session storage of a sign-in window for the state of its attempt. */
const WINDOW = 'sign-in-window';

type Attempt = { issuer: Issuer; state: string; nonce: string; verifier: string; hash: string };
/** `issuer` is from the redirect URI, `iss` from the provider's response. */
type Answer = Record<'issuer' | 'code' | 'iss' | 'error', string | null> & { state: string };
type Provider = {
  authorization_endpoint: string;
  token_endpoint: string;
  authorization_response_iss_parameter_supported?: boolean;
};

/** Redirects this page to the provider, which redirects back with its response: see `returned`. */
export async function leave(issuer: Issuer): Promise<void> {
  const attempt = newAttempt(issuer);
  const address = await authorization(attempt);
  // The redirect URI is that of the console. The field page continues after it.
  if (location.pathname === FIELD) sessionStorage.setItem(RETURN, FIELD + location.hash);
  sessionStorage.setItem(KEPT, JSON.stringify(attempt));
  location.assign(address);
}

/**
 * Handles the provider's redirect to this page. Returns a function that completes the sign-in and throws if this page
 * did not start it; `true` in a sign-in window, which passes the response to the page that opened it; undefined if
 * there is no response.
 */
export function returned(): (() => Promise<{ issuer: Issuer; token: string }>) | true | undefined {
  const kept = sessionStorage.getItem(KEPT);
  sessionStorage.removeItem(KEPT);
  const query = new URLSearchParams(location.search);
  const state = query.get('state');
  if (state === null) {
    // A sign-in that was given up at the provider.
    sessionStorage.removeItem(RETURN);
    return undefined;
  }
  const answer: Answer = {
    state,
    issuer: query.get('issuer'),
    code: query.get('code'),
    iss: query.get('iss'),
    error: query.get('error'),
  };
  const attempt = kept === null ? undefined : (JSON.parse(kept) as Attempt);
  // The code can be used only once; it is removed from the history all the same.
  replaceAddress(HERE + (attempt?.hash ?? ''));
  if (attempt) return async () => ({ issuer: attempt.issuer, token: await redeem(attempt, answer) });
  if (sessionStorage.getItem(WINDOW) !== state) return () => Promise.reject(notStartedHere());
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  channel.postMessage(answer);
  channel.close();
  close();
  return true;
}

/** Whether a sign-in on this page is for the field page, whose sessions have an idle limit of their own. */
export const isForField = (): boolean =>
  location.pathname === FIELD || (sessionStorage.getItem(RETURN)?.startsWith(FIELD) ?? false);

/** Goes back to the field page, if the sign-in began there. To be called when there is a session. */
export function returnToField(): void {
  const address = sessionStorage.getItem(RETURN);
  sessionStorage.removeItem(RETURN);
  if (address?.startsWith(FIELD)) location.replace(address);
}

/** The latest attempt in a window; a new attempt ends it. */
let latest: { channel: BroadcastChannel; window: Window } | undefined;

/**
 * Signs in again in a separate window, so that this page keeps its state. Must be called from a click handler, or the
 * browser blocks the window. Browsers do not always report that the window was closed; the person can then try again.
 */
export async function again(issuer: Issuer): Promise<string> {
  latest?.channel.close();
  latest?.window.close();
  sessionStorage.removeItem(KEPT);
  const window = open('about:blank', '_blank', 'popup,width=480,height=640');
  if (!window) throw new ApiError(0, texts.provider.popUpBlocked);
  const attempt = newAttempt(issuer);
  const channel = new BroadcastChannel(CHANNEL);
  latest = { channel, window };
  // Without an opener, the provider's page cannot navigate this page.
  window.sessionStorage.setItem(WINDOW, attempt.state);
  window.opener = null;
  try {
    window.location.href = await authorization(attempt);
    const answer = await new Promise<Answer>((resolve) => {
      channel.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
        if (data.state === attempt.state) resolve(data);
      });
    });
    return await redeem(attempt, answer);
  } catch (error) {
    window.close();
    throw error;
  } finally {
    channel.close();
  }
}

function newAttempt(issuer: Issuer): Attempt {
  const secret = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));
  return { issuer, state: secret(), nonce: secret(), verifier: secret(), hash: location.hash };
}

async function authorization({ issuer, state, nonce, verifier }: Attempt): Promise<string> {
  const { authorization_endpoint } = await discover(issuer);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const address = new URL(authorization_endpoint);
  const query = {
    response_type: 'code',
    client_id: issuer.client_id,
    redirect_uri: redirectOf(issuer),
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return address.href;
}

/** Exchanges the code for an ID token. Checks state, issuer, audience and nonce against the attempt. */
async function redeem({ issuer, state, nonce, verifier }: Attempt, answer: Answer): Promise<string> {
  if (answer.state !== state) throw notStartedHere();
  if (answer.issuer !== issuer.issuer || (answer.iss !== null && answer.iss !== issuer.issuer)) throw ofAnother();
  if (answer.code === null) throw new ApiError(0, texts.provider.rejectedSignIn(answer.error ?? 'no code'));
  const { token_endpoint, authorization_response_iss_parameter_supported: sendsIss } = await discover(issuer);
  if (sendsIss === true && answer.iss === null) throw ofAnother();
  const { id_token } = await ask<{ id_token?: string }>(token_endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: answer.code,
      redirect_uri: redirectOf(issuer),
      client_id: issuer.client_id,
      code_verifier: verifier,
    }),
  });
  const claims = claimsOf(id_token);
  // The service verifies the signature with every request.
  if (!id_token || claims['iss'] !== issuer.issuer || claims['nonce'] !== nonce)
    throw new ApiError(0, texts.provider.otherSignIn);
  if (![claims['aud']].flat().includes(issuer.client_id)) throw new ApiError(0, texts.provider.otherClient);
  return id_token;
}

const ofAnother = (): ApiError => new ApiError(0, texts.provider.otherProvider);
const notStartedHere = (): ApiError => new ApiError(0, texts.provider.notStartedHere);

async function discover({ issuer }: Issuer): Promise<Provider> {
  const found = await ask<Provider & { issuer: string }>(
    `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
  );
  if (found.issuer !== issuer || ![found.authorization_endpoint, found.token_endpoint].every(isSafeAddress))
    throw new ApiError(0, texts.provider.invalid);
  return found;
}

async function ask<T>(address: string, init: RequestInit = {}): Promise<T> {
  const response = await fetch(address, { ...init, credentials: 'omit' }).catch(() => undefined);
  if (!response) throw new ApiError(0, texts.provider.unreachable);
  const body = (await response.json().catch(() => ({}))) as T & { error?: string; error_description?: string };
  if (!response.ok)
    throw new ApiError(0, texts.provider.rejected(String(body.error_description ?? body.error ?? response.status)));
  return body;
}

/** The claims of a token, not verified. */
export function claimsOf(token = ''): Record<string, unknown> {
  try {
    const text = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
