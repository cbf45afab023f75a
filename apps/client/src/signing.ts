import { authorWith, seenCheckpoint, statementOf } from '../../../src/formats/statement/author.ts';
import { IMPORT, readAuthorKey, thumbprintOf } from '../../../src/formats/statement/key.ts';
import type { SeenCheckpoint } from '../../../src/formats/statement/statement.ts';
import { toBase64Url } from '../../../src/lib/text.ts';
import { parseTimestamp } from '../../../src/lib/time.ts';
import { invalidArgument } from './errors.ts';
import type { NewEvent } from './types.ts';

/** A public key as a JWK (RFC 7517). */
export type PublicJwk = { kty: 'EC'; crv: 'P-256'; x: string; y: string } | { kty: 'OKP'; crv: 'Ed25519'; x: string };

/** A private key as a JWK. */
export type PrivateJwk = PublicJwk & { d: string };

/** An author that signs: a key of WebCrypto (`signerOf`), or one that another device or service has. */
export type EventSigner = {
  publicJwk: PublicJwk;
  /** Resolves to the signature of a message, 64 bytes: ECDSA with SHA-256 as r | s, or Ed25519. */
  sign: (message: Uint8Array) => Promise<Uint8Array>;
};

/** An event with the statement of its author. Keep it until it is recorded: its seed is in no response. */
export type SignedEvidence = NewEvent & Required<Pick<NewEvent, 'timestamp_declared' | 'author_statement'>>;

const CURVES = { 'P-256': IMPORT.EC, Ed25519: IMPORT.OKP } as const;

/**
 * Makes a key pair. By default, the private key cannot be read: browsers can store it in IndexedDB. Rejects with
 * NotSupportedError in a runtime without the algorithm; all have P-256.
 */
export async function newSigningKey(
  curve: keyof typeof CURVES = 'P-256',
  { extractable = false }: { extractable?: boolean } = {},
): Promise<CryptoKeyPair> {
  return (await crypto.subtle.generateKey(CURVES[curve], extractable, ['sign', 'verify'])) as CryptoKeyPair;
}

/** The private key of an extractable pair. */
export async function privateJwkOf({ privateKey }: CryptoKeyPair): Promise<PrivateJwk> {
  const { d, ...jwk } = await crypto.subtle.exportKey('jwk', privateKey);
  return { ...publicPart(jwk), d: d! };
}

/** The signer with a key pair or a private key. Rejects with INVALID_ARGUMENT for a key that is not valid. */
export async function signerOf(key: CryptoKeyPair | PrivateJwk): Promise<EventSigner> {
  if ('privateKey' in key)
    return authorWith(publicPart(await crypto.subtle.exportKey('jwk', key.publicKey)), key.privateKey);
  const { d, ...given } = key;
  const publicJwk = publicPart(given);
  const imported = await crypto.subtle
    .importKey('jwk', { ...publicJwk, d }, IMPORT[publicJwk.kty], false, ['sign'])
    .catch((error: unknown) => {
      throw invalidArgument('key', `must be the JWK of a private key: ${(error as Error).message}`);
    });
  return authorWith(publicJwk, imported);
}

function publicPart(jwk: object): PublicJwk {
  try {
    return readAuthorKey(jwk as Record<string, unknown>);
  } catch (error) {
    throw invalidArgument('key', (error as Error).message);
  }
}

/** The thumbprint of a public key (RFC 7638), base64url: what others know an author by. */
export const thumbprint = (publicJwk: PublicJwk): string => toBase64Url(thumbprintOf(publicPart(publicJwk)));

/**
 * Signs an event of an asset. `checkpoint`: the last one that the author has seen of the log of the tenancy, a signed
 * note. Rejects with INVALID_ARGUMENT for a time or a checkpoint that is not valid.
 */
export async function signedEvidence(
  asset: string,
  event: NewEvent & { timestamp_declared: string },
  { publicJwk, sign }: EventSigner,
  checkpoint: string | Uint8Array | undefined,
): Promise<SignedEvidence> {
  const declared = parseTimestamp(event.timestamp_declared)?.text;
  if (declared === undefined)
    throw invalidArgument('timestamp_declared', 'must be a time such as 2026-01-31T12:00:00Z');
  const { operation, behaviour, event_attributes = {}, asset_attributes = {}, principal_declared } = event;
  const principal = principal_declared && {
    issuer: principal_declared.issuer ?? '',
    subject: principal_declared.subject ?? '',
    display_name: principal_declared.display_name ?? '',
    email: principal_declared.email ?? '',
  };
  const content = { event_attributes, asset_attributes, principal_declared: principal };
  const structure = { asset_identity: asset, operation, behaviour, timestamp_declared: declared };
  const seen = checkpoint === undefined ? undefined : readCheckpoint(checkpoint);
  return {
    ...event,
    timestamp_declared: declared,
    author_statement: await statementOf({ publicJwk, sign }, { ...structure, ...content }, seen),
  };
}

function readCheckpoint(note: string | Uint8Array): SeenCheckpoint {
  try {
    return seenCheckpoint(note);
  } catch (error) {
    throw invalidArgument('checkpoint', (error as Error).message);
  }
}
