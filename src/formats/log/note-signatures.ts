import { joinBytes } from '../../lib/bytes.ts';
import { utf8 } from '../../lib/text.ts';
import { SIGNATURE_TYPES, verifierKey, type Note, type NoteSignature, type VerifierKey } from './note.ts';

/**
 * Creates and verifies signatures of notes: Ed25519 of C2SP signed-note, and `cosignature/v1` of C2SP tlog-cosignature
 * (https://c2sp.org/tlog-cosignature), with which a witness adds the time. Keys stay with the caller.
 */

/** Signs a message with Ed25519 (RFC 8032): 64 bytes. */
export type Sign = (message: Uint8Array) => Promise<Uint8Array>;

/** A key that signs notes: what verifies its signatures, without the type, and how it signs. */
export type NoteSigner = { name: string; publicKey: Uint8Array; sign: Sign };

/** A signature that was verified. `time` is that of a cosignature, in seconds since the epoch. */
export type VerifiedSignature = { key: VerifierKey; signature: NoteSignature; time: number | undefined };

const TIME_BYTES = 8;
const ED25519_BYTES = 64;

/** Signs the text of a note. */
export async function signNote(text: string, { name, publicKey, sign }: NoteSigner): Promise<NoteSignature> {
  const { keyId } = verifierKey(name, SIGNATURE_TYPES.ed25519, publicKey);
  return { name, keyId, bytes: await sign(utf8(text)) };
}

/**
 * Cosigns the text of a checkpoint: states that, at `time` in seconds since the epoch, this is the largest consistent
 * tree of the log that the cosigner has seen. The caller must have verified that.
 */
export async function cosign(
  text: string,
  time: number,
  { name, publicKey, sign }: NoteSigner,
): Promise<NoteSignature> {
  const { keyId } = verifierKey(name, SIGNATURE_TYPES.cosignature, publicKey);
  const stamp = new Uint8Array(TIME_BYTES);
  new DataView(stamp.buffer).setBigUint64(0, BigInt(time));
  return { name, keyId, bytes: joinBytes([stamp, await sign(cosignatureMessage(text, BigInt(time)))]) };
}

/** The message that a cosigner signs: a header, the time in seconds since the epoch, the text of the checkpoint. */
export const cosignatureMessage = (text: string, time: bigint): Uint8Array =>
  utf8(`cosignature/v1\ntime ${time}\n${text}`);

/**
 * The signatures of a note by these keys. Signatures of other keys are ignored, also those that share only the name or
 * only the id. Throws RangeError if a signature of one of the keys is not valid; returns an empty list without any.
 */
export async function verifiedSignatures(
  { text, signatures }: Note,
  keys: readonly VerifierKey[],
): Promise<VerifiedSignature[]> {
  const verified: VerifiedSignature[] = [];
  for (const signature of signatures) {
    const key = keys.find(({ name, keyId }) => name === signature.name && keyId === signature.keyId);
    if (!key) continue;
    const signed = signedBy(key, text, signature.bytes);
    if (!signed || !(await verifyEd25519(key.publicKey, signed.signature, signed.message)))
      throw new RangeError(`note: the signature of ${key.name}+${key.keyId} is not valid`);
    verified.push({ key, signature, time: signed.time });
  }
  return verified;
}

/** As `verifiedSignatures`. Throws RangeError also if no signature is by one of the keys. */
export async function verifyNote(note: Note, keys: readonly VerifierKey[]): Promise<VerifiedSignature[]> {
  const verified = await verifiedSignatures(note, keys);
  if (verified.length === 0) throw new RangeError('note: must have a signature of a known key');
  return verified;
}

/** The Ed25519 signature and its message. Undefined if the bytes do not have the form of the key's type. */
export function signedBy(key: VerifierKey, text: string, bytes: Uint8Array) {
  if (key.type === SIGNATURE_TYPES.ed25519)
    return bytes.length === ED25519_BYTES ? { signature: bytes, message: utf8(text), time: undefined } : undefined;
  if (key.type !== SIGNATURE_TYPES.cosignature || bytes.length !== TIME_BYTES + ED25519_BYTES) return undefined;
  const time = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0);
  // The specification allows up to 2^63 - 1. A later time than this is not exact as a number, and 285 million years
  // off.
  if (time > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
  return { signature: bytes.subarray(TIME_BYTES), message: cosignatureMessage(text, time), time: Number(time) };
}

/**
 * Verifies with WebCrypto. Returns false for a public key that is not a point of the curve. Rejects with
 * NotSupportedError in a browser without Ed25519.
 */
async function verifyEd25519(publicKey: Uint8Array, signature: Uint8Array, message: Uint8Array): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('raw', publicKey as BufferSource, 'Ed25519', false, ['verify']);
    return await crypto.subtle.verify('Ed25519', key, signature as BufferSource, message as BufferSource);
  } catch (error) {
    if (error instanceof Error && error.name === 'NotSupportedError') throw error;
    return false;
  }
}
