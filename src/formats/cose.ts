import { decode, encode, rfc8949EncodeOptions, Tagged } from 'cborg';
import { utf8 } from '../lib/text.ts';

/**
 * COSE_Sign1 (RFC 9052) in deterministic CBOR (RFC 8949, section 4.2.1). What is read may have another order of keys,
 * but only definite and shortest lengths.
 */

const COSE_SIGN1 = 18;

/** Labels of headers (RFC 9052, section 3.1). */
export const LABEL = { algorithm: 1, critical: 2, keyId: 4 } as const;

/** The COSE algorithm ES256: ECDSA with P-256 and SHA-256 (RFC 9053). */
export const ES256 = -7;
/** The COSE algorithm EdDSA (RFC 9053). */
export const EDDSA = -8;

/** A COSE_Sign1. `payload`: undefined if it is detached. */
export type Sign1 = {
  protectedHeader: Uint8Array;
  unprotected: ReadonlyMap<unknown, unknown>;
  payload: Uint8Array | undefined;
  signature: Uint8Array;
};

/** The bytes of a tagged COSE_Sign1. */
export const encodeSign1 = ({ protectedHeader, unprotected, payload, signature }: Sign1): Uint8Array =>
  encodeCbor(new Tagged(COSE_SIGN1, [protectedHeader, unprotected, payload ?? null, signature]));

/** Parses a tagged COSE_Sign1; nothing is verified. Throws RangeError with the name of the value and what is wrong. */
export function decodeSign1(what: string, bytes: Uint8Array): Sign1 {
  const sign1 = decodeCbor(what, bytes);
  if (!(sign1 instanceof Tagged)) throw new RangeError(`${what}: must be a tagged COSE_Sign1`);
  const [protectedHeader, unprotected, payload, signature, ...rest] = listOf(what, sign1.value);
  if (!isBytes(protectedHeader) || !isBytes(signature) || rest.length > 0)
    throw new RangeError(`${what}: must have protected header, unprotected header, payload and signature`);
  if (payload !== null && !isBytes(payload)) throw new RangeError('payload: must be nil or bytes');
  return {
    protectedHeader,
    unprotected: mapOf('unprotected header', unprotected),
    payload: payload ?? undefined,
    signature,
  };
}

/** The Sig_structure of RFC 9052, section 4.4: what is signed. */
export const signedMessage = (protectedHeader: Uint8Array, payload: Uint8Array): Uint8Array =>
  encodeCbor(['Signature1', protectedHeader, utf8(''), payload]);

/**
 * Deterministic CBOR. Not the Buffer that `encode` returns in Node.js: its `slice` and its `buffer` differ from those
 * of other runtimes.
 */
export const encodeCbor = (value: unknown): Uint8Array<ArrayBuffer> =>
  new Uint8Array(encode(value, rfc8949EncodeOptions));

/** Parses CBOR; maps become `Map`. Throws RangeError with the name of the value. */
export function decodeCbor(what: string, bytes: Uint8Array): unknown {
  try {
    return decode(bytes, {
      strict: true,
      allowIndefinite: false,
      allowUndefined: false,
      rejectDuplicateMapKeys: true,
      useMaps: true,
      tags: Tagged.preserve(COSE_SIGN1),
    });
  } catch (error) {
    throw new RangeError(`${what}: must be CBOR with definite and shortest lengths`, { cause: error });
  }
}

/** The value as a list. Throws RangeError with its name. */
export function listOf(what: string, value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new RangeError(`${what}: must be a list`);
  return value;
}

/** The value as a map. Throws RangeError with its name. */
export function mapOf(what: string, value: unknown): ReadonlyMap<unknown, unknown> {
  if (!(value instanceof Map)) throw new RangeError(`${what}: must be a map`);
  return value;
}

export const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;
