import { isSafeAddress } from '../../../core/trust.ts';
import { ApiError } from './api.ts';
import { replaceAddress } from './router.ts';
import type { Issuer } from './session.ts';

/** Where the console is. */
const HERE = `${location.origin}/console/`;
/**
 * Where a provider sends people back to: each to an address of its own, registered there exactly so. By it an answer
 * is known to be of the provider that was asked, though it does not say so itself (RFC 9700, 4.4.2.2).
 */
const redirectOf = ({ issuer }: Issuer): string => `${HERE}?issuer=${encodeURIComponent(issuer)}`;
/** What must outlive the redirect, and does not outlive the return. */
const KEPT = 'sign-in';
/** Where a window that was opened for signing in says what the provider answered. */
const CHANNEL = 'sign-in';
/** What a window that was opened for signing in has in its storage: the state of its attempt. */
const WINDOW = 'sign-in-window';

type Attempt = { issuer: Issuer; state: string; nonce: string; verifier: string; hash: string };
/** `issuer` is that of the address which it came to, `iss` what the provider says. */
type Answer = Record<'issuer' | 'code' | 'iss' | 'error', string | null> & { state: string };
type Provider = {
  authorization_endpoint: string;
  token_endpoint: string;
  authorization_response_iss_parameter_supported?: boolean;
};

/** Sends this page to the provider. The page comes back with an answer: see `returned`. */
export async function leave(issuer: Issuer): Promise<void> {
  const attempt = newAttempt(issuer);
  const address = await authorization(attempt);
  sessionStorage.setItem(KEPT, JSON.stringify(attempt));
  location.assign(address);
}

/**
 * What the provider says, where this page is opened by its redirect. In a window of its own it is handed to the
 * page that opened it, and `true` is given: there is nothing to show here. An answer to nothing throws.
 */
export function returned(): (() => Promise<{ issuer: Issuer; token: string }>) | true | undefined {
  const kept = sessionStorage.getItem(KEPT);
  sessionStorage.removeItem(KEPT);
  const query = new URLSearchParams(location.search);
  const state = query.get('state');
  if (state === null) return undefined;
  const answer: Answer = {
    state,
    issuer: query.get('issuer'),
    code: query.get('code'),
    iss: query.get('iss'),
    error: query.get('error'),
  };
  const attempt = kept === null ? undefined : (JSON.parse(kept) as Attempt);
  // The code is of use once, but has no business in the history.
  replaceAddress(HERE + (attempt?.hash ?? ''));
  if (attempt) return async () => ({ issuer: attempt.issuer, token: await redeem(attempt, answer) });
  if (sessionStorage.getItem(WINDOW) !== state)
    return () => Promise.reject(new ApiError(0, 'This answer of a provider is not to a question of this page.'));
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  channel.postMessage(answer);
  channel.close();
  close();
  return true;
}

/** The latest attempt in a window: one that was given up is not waited for. */
let latest: { channel: BroadcastChannel; window: Window } | undefined;

/**
 * Signs in again in a window of its own, so that this page stays as it is. Call it from a click, or it is blocked.
 * Whether the window is closed unused cannot be known everywhere: it is just called again then.
 */
export async function again(issuer: Issuer): Promise<string> {
  latest?.channel.close();
  latest?.window.close();
  sessionStorage.removeItem(KEPT);
  const window = open('about:blank', '_blank', 'popup,width=480,height=640');
  if (!window) throw new ApiError(0, 'The browser does not let the console open a window to sign in.');
  const attempt = newAttempt(issuer);
  const channel = new BroadcastChannel(CHANNEL);
  latest = { channel, window };
  // Whoever is there next has no hold on this page, and cannot lead it elsewhere.
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

/** The code for an ID token, whose state, issuer, audience and nonce are those of the attempt. */
async function redeem({ issuer, state, nonce, verifier }: Attempt, answer: Answer): Promise<string> {
  if (answer.state !== state) throw new ApiError(0, 'This answer of the provider is not to a question of this page.');
  if (answer.issuer !== issuer.issuer || (answer.iss !== null && answer.iss !== issuer.issuer)) throw ofAnother();
  if (answer.code === null) throw new ApiError(0, `The identity provider refuses: ${answer.error ?? 'no code'}.`);
  const { token_endpoint, authorization_response_iss_parameter_supported: saysWho } = await discover(issuer);
  if (saysWho === true && answer.iss === null) throw ofAnother();
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
  // Who signed it is for the service to verify, with every request.
  if (!id_token || claims['iss'] !== issuer.issuer || claims['nonce'] !== nonce)
    throw new ApiError(0, 'The identity provider gave a token that is not for this page.');
  if (![claims['aud']].flat().includes(issuer.client_id))
    throw new ApiError(0, 'The identity provider gave a token for another client.');
  return id_token;
}

const ofAnother = (): ApiError => new ApiError(0, 'The answer is of another identity provider.');

async function discover({ issuer }: Issuer): Promise<Provider> {
  const found = await ask<Provider & { issuer: string }>(
    `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
  );
  if (found.issuer !== issuer || ![found.authorization_endpoint, found.token_endpoint].every(isSafeAddress))
    throw new ApiError(0, 'The identity provider does not describe itself as it should.');
  return found;
}

async function ask<T>(address: string, init: RequestInit = {}): Promise<T> {
  const response = await fetch(address, { ...init, credentials: 'omit' }).catch(() => undefined);
  if (!response) throw new ApiError(0, 'The identity provider cannot be reached.');
  const body = (await response.json().catch(() => ({}))) as T & { error?: string; error_description?: string };
  if (!response.ok)
    throw new ApiError(0, `The identity provider refuses: ${body.error_description ?? body.error ?? response.status}.`);
  return body;
}

/** What a token says; nothing of it is verified. */
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
