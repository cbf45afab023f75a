import type { Config } from '../../../settings/config.ts';
import type { RelyingParty } from '../../../settings/relying-party.ts';
import { sha256Hex } from '../../../lib/digest.ts';
import { describe } from '../../../lib/describe.ts';
import { ServiceError } from '../../../lib/errors.ts';
import { log } from '../../../platform/log.ts';
import { fromBase64, toBase64Url, utf8 } from '../../../lib/text.ts';
import { ambient, type Micros } from '../../../lib/time.ts';

/** Seconds within which a challenge must be answered. */
export const CHALLENGE_SECONDS = 300;
/** COSE algorithms: Ed25519, ES256, RS256. */
export const ALGORITHMS = [-8, -7, -257];

/** What an authenticator responds to a registration. All values are base64url. */
export type NewCredential = {
  id: string;
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] | undefined };
};

/** What an authenticator responds to a sign-in. All values are base64url. */
export type PasskeyAssertion = {
  id: string;
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle: string };
};

/** A challenge that a browser has answered. `hash` identifies it, so that it is accepted once. */
type Answered = { hash: string; expiresUs: Micros; subject: string };

/** The relying party of a deployment. Throws 404 if people cannot sign in with passkeys. */
export function relyingPartyOf({ passkeys }: Config): RelyingParty {
  if (!passkeys)
    throw new ServiceError(
      'not_found',
      'people do not sign in with passkeys here: PASSKEYS is off, or ORIGIN has no name',
    );
  return passkeys;
}

/**
 * Makes a challenge (base64url) for `purpose` that is valid for CHALLENGE_SECONDS. It is sealed and not stored, so that
 * requests of strangers write nothing. `subject`: for whom a passkey is made.
 */
export async function newChallenge({ keys }: Config, purpose: string, subject = ''): Promise<string> {
  const expires = ambient.now() + CHALLENGE_SECONDS * 1000;
  return toBase64Url(utf8(await keys.seal(`passkey ${purpose}`, JSON.stringify({ expires, subject }))));
}

/** The challenge that client data answer; undefined if it was not made for `purpose`, or has expired. */
async function answeredChallenge({ keys }: Config, purpose: string, challenge: string): Promise<Answered | undefined> {
  const bytes = fromBase64(challenge);
  const text = bytes && new TextDecoder().decode(bytes);
  const plain = text === undefined ? undefined : await keys.open(`passkey ${purpose}`, text);
  if (text === undefined || plain === undefined) return undefined;
  const { expires, subject } = JSON.parse(plain) as { expires: number; subject: string };
  if (expires <= ambient.now()) return undefined;
  return { hash: sha256Hex(text), expiresUs: expires * 1000, subject };
}

/** The credential of a registration that was verified. */
export type Registered = { credentialId: string; publicKey: string; counter: number; synced: boolean };

/**
 * Verifies the response to a registration (WebAuthn 2, section 7.1): origin and relying party of the settings, a
 * challenge of `purpose`, and user verification. Attestation is not used. Undefined if it is not valid.
 */
export function verifyRegistration(
  config: Config,
  purpose: string,
  { id, response }: NewCredential,
): Promise<(Registered & { challenge: Answered }) | undefined> {
  return verified(config, purpose, async (party, expectedChallenge) => {
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response: response as never },
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    // Browsers leave an attestation of the authenticator itself (packed) as it is.
    if (!registrationInfo || !['none', 'packed'].includes(registrationInfo.fmt)) return undefined;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: toBase64Url(credential.publicKey),
      counter: credential.counter,
      synced: credentialBackedUp,
    };
  });
}

/**
 * Verifies the response to a sign-in (WebAuthn 2, section 7.2) as `verifyRegistration`, with the stored public key, a
 * signature counter that has grown unless the authenticator has none, and the user handle of the subject. Undefined if
 * it is not valid.
 */
export function verifyAssertion(
  config: Config,
  stored: { subject: string; credentialId: string; publicKey: string; counter: number },
  { id, response }: PasskeyAssertion,
): Promise<{ counter: number; synced: boolean; challenge: Answered } | undefined> {
  return verified(config, SIGN_IN, async (party, expectedChallenge) => {
    if (response.userHandle !== userHandleOf(stored.subject)) return undefined;
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    const { verified: isValid, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id: stored.credentialId, publicKey: fromBase64(stored.publicKey)!, counter: stored.counter },
      requireUserVerification: true,
    });
    if (!isValid) return undefined;
    return { counter: authenticationInfo.newCounter, synced: authenticationInfo.credentialBackedUp };
  });
}

/** The purpose of challenges for a sign-in. */
export const SIGN_IN = 'sign-in';

/** The user handle of a subject, base64url. */
export const userHandleOf = (subject: string): string => toBase64Url(utf8(subject));

/** Runs a verification of the library, whose errors mean that the response is not valid. */
async function verified<T extends object>(
  config: Config,
  purpose: string,
  verify: (party: RelyingParty, expectedChallenge: (given: string) => Promise<boolean>) => Promise<T | undefined>,
): Promise<(T & { challenge: Answered }) | undefined> {
  const party = relyingPartyOf(config);
  let challenge: Answered | undefined;
  const expectedChallenge = async (given: string): Promise<boolean> => {
    challenge = await answeredChallenge(config, purpose, given);
    return challenge !== undefined;
  };
  try {
    const result = await verify(party, expectedChallenge);
    return result && challenge && { ...result, challenge };
  } catch (error) {
    log('warn', 'a passkey was refused', { purpose: purpose.split(' ')[0], error: describe(error) });
    return undefined;
  }
}
