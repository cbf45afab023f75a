import {
  childrenOf,
  contentOf,
  derOf,
  DerError,
  encodingOf,
  readDer,
  TAG,
  unsigned,
  type Element,
} from '../certificates/der.ts';
import { TimestampError } from './error.ts';

/** What is asked of a time-stamping authority: the time of a SHA-256 hash. */
export type TimestampQuery = {
  /** 32 bytes. */
  hash: Uint8Array;
  /** 1 to 20 random bytes, read as a number. */
  nonce: Uint8Array;
  /** The policy that the authority must use; undefined: its default. */
  policy?: string | undefined;
};

const NULL = Uint8Array.of(0x05, 0);
/** The OID of SHA-256. */
export const SHA_256 = '2.16.840.1.101.3.4.2.1';

/** The bytes of a TimeStampReq (RFC 3161, section 2.4.1) that asks for the certificate as well. */
export function encodeQuery({ hash, nonce, policy }: TimestampQuery): Uint8Array<ArrayBuffer> {
  return derOf(
    TAG.sequence,
    derOf(TAG.integer, Uint8Array.of(1)),
    derOf(TAG.sequence, derOf(TAG.sequence, oidDer(SHA_256), NULL), derOf(TAG.octetString, hash)),
    ...(policy === undefined ? [] : [oidDer(policy)]),
    derOf(TAG.integer, integerOctets(nonce)),
    derOf(BOOLEAN, Uint8Array.of(0xff)),
  );
}

const BOOLEAN = 0x01;

/** The octets of the INTEGER with these big-endian bytes: shortest, and not negative. */
export function integerOctets(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0);
  if (first < 0) return Uint8Array.of(0);
  const rest = bytes.subarray(first);
  return rest[0]! > 0x7f ? Uint8Array.of(0, ...rest) : rest;
}

/** The DER of an OBJECT IDENTIFIER in dotted decimals, of which `isOid` is true. */
export function oidDer(oid: string): Uint8Array<ArrayBuffer> {
  const [root = 0, head = 0, ...rest] = oid.split('.').map(Number);
  const octets = [root * 40 + head, ...rest].flatMap((arc) => {
    const digits = [arc % 128];
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128)) digits.unshift(128 + (left % 128));
    return digits;
  });
  return derOf(TAG.oid, Uint8Array.from(octets));
}

/** Whether a text is an OBJECT IDENTIFIER that `oidDer` encodes: at most 20 arcs below 2^40. */
export function isOid(text: string): boolean {
  const arcs = text.split('.');
  const isNumber = arcs.every((arc) => /^(?:0|[1-9]\d{0,12})$/.test(arc) && Number(arc) < 2 ** 40);
  const [root, head] = arcs.map(Number);
  return isNumber && arcs.length >= 3 && arcs.length <= 20 && (root! < 2 ? head! < 40 : root === 2);
}

/** Statuses of a response with a token (RFC 3161, section 2.4.2): granted, and granted with modifications. */
const GRANTED = new Set([0, 1]);

/** The bytes of the token of a TimeStampResp. Throws TimestampError if it is malformed, or grants none. */
export function tokenIn(response: Uint8Array): Uint8Array {
  try {
    const [info, token] = childrenOf(response, readDer(response));
    if (info?.tag !== TAG.sequence) throw new DerError('is not a TimeStampResp');
    const [status, ...reasons] = childrenOf(response, info);
    if (!status) throw new DerError('has no status');
    const code = unsigned(response, status);
    if (code.length !== 1 || !GRANTED.has(code[0]!)) throw refusal(code, response, reasons);
    if (!token) throw new DerError('has no token');
    return encodingOf(response, token);
  } catch (error) {
    if (error instanceof DerError) throw new TimestampError(`the response ${error.message}`);
    throw error;
  }
}

function refusal(code: Uint8Array, response: Uint8Array, reasons: readonly Element[]): TimestampError {
  const texts = reasons
    .filter(({ tag }) => tag === TAG.sequence)
    .flatMap((list) => childrenOf(response, list).map((text) => new TextDecoder().decode(contentOf(response, text))));
  const why = texts.length > 0 ? `: ${texts.join('; ')}` : '';
  return new TimestampError(`the authority refused the request with the status ${code.join('.')}${why}`);
}
