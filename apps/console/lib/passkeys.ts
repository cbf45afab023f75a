import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { ApiError, BASE, CSRF, errorOf, unreachable, type BrowserSession } from './api.ts';
import type { Schemas } from './schemas.ts';
import { texts } from '../texts/texts.ts';

export type PasskeySettings = Schemas['PasskeySettings'];
export type PreparedEnrolment = Schemas['PreparedEnrolment'];

export const hasPasskeys = browserSupportsWebAuthn;

/** Calls an operation that needs no session, only a page of the service itself. */
async function post<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(`${BASE}${path}`, {
    method: 'POST',
    headers: { [CSRF]: 'new', ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch(() => {
    throw unreachable();
  });
  const answer: unknown = await response.json().catch(() => ({}));
  if (!response.ok) throw errorOf(response.status, answer, response.headers.get('x-request-id') ?? '');
  return answer as T;
}

/** What the browser says of a passkey, in words for people. */
function explained(error: unknown): never {
  if (!(error instanceof Error) || error instanceof ApiError) throw error;
  const { code, name } = error instanceof WebAuthnError ? error : { code: '', name: error.name };
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' || name === 'InvalidStateError')
    throw new ApiError(0, texts.passkey.known);
  if (name === 'NotAllowedError' || name === 'AbortError') throw new ApiError(0, texts.passkey.notUsed);
  throw new ApiError(0, texts.passkey.failed(error.message));
}

/** Asks for a passkey. Resolves to the body of a new session. */
export async function signedByPasskey(): Promise<{ passkey: object }> {
  const { options } = await post<Schemas['PasskeyChallenge']>('/iam/v1/passkeys/challenges');
  const { id, response } = await startAuthentication({ optionsJSON: options as never }).catch(explained);
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return { passkey: { id, response: { clientDataJSON, authenticatorData, signature, userHandle } } };
}

/** Reads what a link is for. */
export const openEnrolment = (link: string): Promise<PreparedEnrolment> =>
  post('/iam/v1/passkeys/enrolments', { link });

/** Creates a passkey and uses the link. Resolves to the new session. */
export async function enrolPasskey(of: {
  link: string;
  device: string;
  name: string;
  email: string;
}): Promise<BrowserSession> {
  // Again, because the challenge of the first time may have expired.
  const { options, email, tenancy } = await openEnrolment(of.link);
  const { user } = options as { user: object };
  const name = `${email || of.email} · ${tenancy}`.slice(0, 64).toWellFormed();
  const optionsJSON = { ...options, user: { ...user, name, displayName: name } };
  const { id, response } = await startRegistration({ optionsJSON: optionsJSON as never }).catch(explained);
  const { clientDataJSON, attestationObject, transports } = response;
  return post('/iam/v1/passkeys:enrol', {
    link: of.link,
    display_name: of.device,
    ...(of.name === '' ? {} : { person_name: of.name }),
    ...(of.email === '' ? {} : { email: of.email }),
    credential: { id, response: { clientDataJSON, attestationObject, ...(transports ? { transports } : {}) } },
  });
}

/** Kinds of devices. */
export type DeviceKind = 'iPhone' | 'iPad' | 'android' | 'mac' | 'windows' | 'chromebook' | 'linux' | 'other';

const SYSTEMS: [RegExp, DeviceKind][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'android'],
  [/Mac OS/, 'mac'],
  [/Windows/, 'windows'],
  [/CrOS/, 'chromebook'],
  [/Linux/, 'linux'],
];

/** What kind of device this is. */
export const deviceKind = (): DeviceKind =>
  SYSTEMS.find(([system]) => system.test(navigator.userAgent))?.[1] ?? 'other';
