import { sha256 } from '../../lib/sha256.ts';
import { joinBytes } from '../../lib/bytes.ts';
import { fromCanonicalBase64, printable, toBase64, toHex, utf8 } from '../../lib/text.ts';

/** Signed notes and verifier keys: C2SP signed-note v1.0.0 (https://c2sp.org/signed-note). */

/** The types of signatures that this service creates and verifies. */
export const SIGNATURE_TYPES = { ed25519: 1, cosignature: 4 } as const;

/** A signature line: the name and the id of its key, and the bytes after the id. */
export type NoteSignature = { name: string; keyId: string; bytes: Uint8Array };

/** `text` ends in a newline. */
export type Note = { text: string; signatures: NoteSignature[] };

/** A key that verifies signatures of a note. `type` is one of `SIGNATURE_TYPES`; keys of other types verify nothing. */
export type VerifierKey = { name: string; keyId: string; type: number; publicKey: Uint8Array };

/** The maximum number of signatures of a note. Verifiers must accept at least 16. */
export const MAX_SIGNATURES = 64;
const KEY_ID_BYTES = 4;
const ED25519_KEY_BYTES = 32;

/** The id of a key, 8 lower-case hexadecimal digits: SHA-256(name | newline | type | public key), truncated. */
export const keyId = (name: string, type: number, publicKey: Uint8Array): string =>
  toHex(sha256(joinBytes([utf8(`${name}\n`), Uint8Array.of(type), publicKey])).subarray(0, KEY_ID_BYTES));

/** Throws RangeError if a key cannot have this name, or if the key does not have the length of its type. */
export function verifierKey(name: string, type: number, publicKey: Uint8Array): VerifierKey {
  if (!isKeyName(name)) throw new RangeError(`name: must be text without spaces, control characters and "+"`);
  const isKnown = type === SIGNATURE_TYPES.ed25519 || type === SIGNATURE_TYPES.cosignature;
  if (isKnown && publicKey.length !== ED25519_KEY_BYTES)
    throw new RangeError(`public key: must have ${ED25519_KEY_BYTES} bytes for Ed25519`);
  return { name, keyId: keyId(name, type, publicKey), type, publicKey };
}

/** A key as a vkey, `name+keyid+base64(type | public key)`. */
export const formatVkey = ({ name, keyId, type, publicKey }: VerifierKey): string =>
  `${name}+${keyId}+${toBase64(joinBytes([Uint8Array.of(type), publicKey]))}`;

/** The key of a vkey. Throws RangeError if it is not one, or if its id is not that of the key. */
export function parseVkey(vkey: string): VerifierKey {
  const [, name, id, encoded] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/s.exec(vkey) ?? [];
  const bytes = encoded === undefined ? undefined : fromCanonicalBase64(encoded);
  if (name === undefined || !bytes || bytes.length < 2)
    throw new RangeError(`vkey: must be name+keyid+base64, not ${printable(vkey)}`);
  const key = verifierKey(name, bytes[0]!, bytes.subarray(1));
  if (key.keyId !== id) throw new RangeError(`vkey: the key id must be ${key.keyId}, not ${id}`);
  return key;
}

/** Throws RangeError if the text has no newline at its end, or contains other control characters. */
export function formatNote({ text, signatures }: Note): string {
  checkText(text);
  return `${text}\n${formatSignatures(signatures)}`;
}

/** Signature lines, each with a newline at its end: the end of a note, and the response of a witness. */
export const formatSignatures = (signatures: readonly NoteSignature[]): string =>
  signatures.map(({ name, keyId, bytes }) => `— ${name} ${toBase64(joinBytes([idBytes(keyId), bytes]))}\n`).join('');

/**
 * The text and the signatures of a note, none of which is verified (see `verifyNote`). Bytes must be UTF-8. Throws
 * RangeError with what is wrong.
 */
export function parseNote(note: string | Uint8Array): Note {
  const whole = typeof note === 'string' ? note : decoded(note);
  const separator = whole.lastIndexOf('\n\n');
  if (separator < 0) throw new RangeError('note: must have an empty line before the signatures');
  const text = whole.slice(0, separator + 1);
  checkText(text);
  return { text, signatures: parseSignatures(whole.slice(separator + 2)) };
}

/** The signatures of one or more signature lines. Throws RangeError with what is wrong. */
export function parseSignatures(lines: string): NoteSignature[] {
  if (!lines.endsWith('\n')) throw new RangeError('note: must have signature lines, each with a newline at its end');
  const parsed = lines.slice(0, -1).split('\n').map(parseSignature);
  if (parsed.length > MAX_SIGNATURES) throw new RangeError(`note: must have at most ${MAX_SIGNATURES} signatures`);
  return parsed;
}

function parseSignature(line: string): NoteSignature {
  const [, name, encoded] = /^— ([^ ]+) ([^ ]+)$/s.exec(line) ?? [];
  const bytes = encoded === undefined ? undefined : fromCanonicalBase64(encoded);
  if (name === undefined || !isKeyName(name) || !bytes || bytes.length <= KEY_ID_BYTES)
    throw new RangeError(`note: a signature line must be "— name base64", not "${printable(line)}"`);
  return { name, keyId: toHex(bytes.subarray(0, KEY_ID_BYTES)), bytes: bytes.subarray(KEY_ID_BYTES) };
}

function decoded(note: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(note);
  } catch {
    throw new RangeError('note: must be UTF-8');
  }
}

function checkText(text: string): void {
  if (!text.endsWith('\n')) throw new RangeError('note: the text must end in a newline');
  if (!text.isWellFormed() || hasControlCharacter(text.replaceAll('\n', '')))
    throw new RangeError('note: must be well-formed text without control characters other than the newline');
}

/** Whether there is a character below U+0020. */
const hasControlCharacter = (text: string): boolean => [...text].some((character) => character < ' ');

const isKeyName = (name: string): boolean =>
  name !== '' && name.isWellFormed() && !/[\p{White_Space}+]/u.test(name) && !hasControlCharacter(name);

const idBytes = (id: string): Uint8Array => Uint8Array.from(id.match(/../g)!, (byte) => Number.parseInt(byte, 16));
