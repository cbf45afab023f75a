import { joinBytes, equalBytes } from '../../lib/bytes.ts';
import { toHex } from '../../lib/text.ts';
import { formatSeconds, type Micros } from '../../lib/time.ts';
import { childrenOf, contentOf, DerError, encodingOf, oidOf, readDer, TAG } from '../certificates/der.ts';
import type { Algorithm } from '../certificates/certificate.ts';
import { readKey } from '../certificates/key.ts';
import {
  HASH_OIDS,
  HASHES,
  readSignatureAlgorithm,
  verifies,
  type Hash,
  type SignatureAlgorithm,
} from '../certificates/signature.ts';
import { TimestampError } from './error.ts';
import { checkToken, readContent } from './content.ts';
import type { TimestampInfo } from './info.ts';
import { certificateOf, pathOf, type Certificate, type Path } from './path.ts';
import { encodeToken, algorithmIn, readToken, TST_INFO, type Token } from './token.ts';

/** A time stamp that was verified. */
export type VerifiedTimestamp = TimestampInfo & {
  /** The subject of the certificate of the authority, in the form of RFC 4514. */
  authority: string;
};

/** What an authority must have stamped, and what was asked for. */
export type Expected = {
  /** SHA-256. */
  hash: Uint8Array;
  nonce: Uint8Array;
  policy: string | undefined;
  /** The time of the clock, and by how much the time of the stamp may differ. */
  now: Micros;
  skew: Micros;
};

/** `token`: in its normal form. `expires`: the end of the validity of its path. */
export type AcceptedTimestamp = VerifiedTimestamp & {
  token: Uint8Array<ArrayBuffer>;
  certificates: Uint8Array<ArrayBuffer>[];
  expires: Micros;
};

/**
 * Verifies a token of an authority as the response to a request, and returns its normal form with the certificates of
 * the path to a trusted one. Rejects with TimestampError.
 */
export async function acceptToken(
  bytes: Uint8Array,
  { hash, nonce, policy, now, skew }: Expected,
  trusted: readonly Certificate[],
): Promise<AcceptedTimestamp> {
  const token = readToken(bytes);
  const info = readContent(token, hash);
  if (!info.nonce || !equalBytes(info.nonce, unpadded(nonce)))
    throw new TimestampError('the token does not have the nonce of the request');
  if (policy !== undefined && info.policy !== policy)
    throw new TimestampError(`the token has the policy ${info.policy}, not ${policy}`);
  if (Math.abs(info.time - now) > skew)
    throw new TimestampError(
      `the time of the token, ${formatSeconds(info.time)}, differs by more than ${skew / 1_000_000} seconds from ` +
        `that of the clock, ${formatSeconds(now)}`,
    );
  const { path, authority } = await signerOf(token, info, trusted);
  const certificates = path.certificates.map(({ der }) => der);
  return { ...info, authority, token: encodeToken(token, certificates), certificates, expires: path.expires };
}

/**
 * Verifies a token in its normal form, whose path must be valid at its time and at `later`: when something shows that
 * the token existed; without it, only at its time. Rejects with TimestampError.
 */
export async function verifyToken(
  bytes: Uint8Array,
  hash: Uint8Array,
  trusted: readonly Certificate[],
  later?: Micros,
): Promise<VerifiedTimestamp & { expires: Micros }> {
  const { token, info } = checkToken(bytes, hash);
  const { path, authority } = await signerOf(token, info, trusted, later);
  const needed = [...path.certificates, ...trusted].map(({ der }) => der);
  if (!token.certificates.every((each) => needed.some((der) => equalBytes(der, each))))
    throw new TimestampError(
      'the token has certificates that are not between that of the authority and the trusted one',
    );
  return { ...info, authority, expires: path.expires };
}

const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_CERTIFICATE_2 = '1.2.840.113549.1.9.16.2.47';
const RSA = '1.2.840.113549.1.1.1';
const KEY_ID = '2.5.29.14';

/** The path of the authority that has signed a token (RFC 5652, section 5.4; RFC 5035, section 4). */
async function signerOf(
  token: Token,
  { time }: TimestampInfo,
  trusted: readonly Certificate[],
  later = time,
): Promise<{ path: Path; authority: string }> {
  try {
    const pool = token.certificates.flatMap(readable);
    const digest = hashOf(token.digestAlgorithm);
    const leaf = leafIn(token, [...pool, ...trusted]);
    if (!equalBytes(valueOf(token, MESSAGE_DIGEST, TAG.octetString), HASHES[digest](token.info)))
      throw new TimestampError('the signed digest is not that of the content of the token');
    const type = token.attributes.get(CONTENT_TYPE);
    if (!type || oidOf(type, readDer(type)) !== TST_INFO)
      throw new TimestampError('the signed content type is not that of a time stamp');
    const path = await pathOf(leaf, pool, trusted, time, later);
    const by = readKey(leaf.x509.key);
    if (typeof by === 'string') throw new TimestampError(`the certificate of the authority ${by}`);
    const how = signatureAlgorithmOf(token.signatureAlgorithm, digest);
    if ((await verifies(token, by, how)) !== true)
      throw new TimestampError('the signature of the token is not by the key of the authority');
    return { path, authority: leaf.x509.subject };
  } catch (error) {
    if (error instanceof DerError) throw new TimestampError(`the token ${error.message}`);
    throw error;
  }
}

/** A certificate; none for one that cannot be read, which others may need and this path does not. */
function readable(der: Uint8Array<ArrayBuffer>): Certificate[] {
  try {
    return [certificateOf(der)];
  } catch (error) {
    if (error instanceof TimestampError) return [];
    throw error;
  }
}

/** The certificate that the token names as that of its signer: in its ESSCertIDv2, and in its signer. */
function leafIn(token: Token, certificates: readonly Certificate[]): Certificate {
  const value = token.attributes.get(SIGNING_CERTIFICATE_2);
  const [ids] = value ? childrenOf(value, readDer(value)) : [];
  const [id] = value && ids ? childrenOf(value, ids) : [];
  if (!value || !id) throw new TimestampError('the token has no signed ESSCertIDv2 (RFC 5035)');
  const parts = childrenOf(value, id);
  const algorithm = parts[0]?.tag === TAG.sequence ? hashOf(algorithmIn(value, parts.shift()!)) : 'SHA-256';
  const [hash] = parts;
  if (hash?.tag !== TAG.octetString) throw new TimestampError('the token has an ESSCertIDv2 that cannot be read');
  const named = contentOf(value, hash);
  const leaf = certificates.find(({ der }) => equalBytes(HASHES[algorithm](der), named));
  if (!leaf) throw new TimestampError('the token does not have the certificate that its ESSCertIDv2 names');
  if (!isNamed(token.signerId, leaf))
    throw new TimestampError('the signer of the token is not the certificate that its ESSCertIDv2 names');
  return leaf;
}

const SUBJECT_KEY = 0x80;

function isNamed(signerId: Uint8Array, { der, x509 }: Certificate): boolean {
  const id = readDer(signerId);
  if (id.tag === SUBJECT_KEY) {
    const key = x509.extensions.find(({ oid }) => oid === KEY_ID)?.value;
    return key !== undefined && equalBytes(contentOf(key, readDer(key)), contentOf(signerId, id));
  }
  const fields = childrenOf(der, childrenOf(der, readDer(der))[0]!).filter(({ tag }) => tag !== 0xa0);
  const [serial, , issuer] = fields;
  const expected = joinBytes([encodingOf(der, issuer!), encodingOf(der, serial!)]);
  return id.tag === TAG.sequence && equalBytes(contentOf(signerId, id), expected);
}

const NULL = '0500';

/** A hash algorithm, whose parameters are absent or NULL (RFC 5754, section 2). SHA-1 is refused. */
function hashOf({ oid, parameters }: Algorithm): Hash {
  const name = HASH_OIDS[oid];
  const isPlain = parameters.length === 0 || toHex(parameters) === NULL;
  if (!name || name === 'SHA-1' || !isPlain)
    throw new TimestampError(`the token uses a hash algorithm that is not supported (${oid})`);
  return name;
}

function signatureAlgorithmOf(algorithm: Algorithm, digest: Hash): SignatureAlgorithm {
  const { oid, parameters } = algorithm;
  const how = oid === RSA ? ({ kind: 'RSA', hash: digest } as const) : readSignatureAlgorithm(algorithm);
  if (typeof how === 'string') throw new TimestampError(`the token ${how}`);
  const mayBeNull = how.kind === 'RSA' && toHex(parameters) === NULL;
  if (how.kind !== 'RSA-PSS' && parameters.length > 0 && !mayBeNull)
    throw new TimestampError('the signature algorithm of the token has parameters');
  if ('hash' in how && how.hash !== digest) throw new TimestampError('the token uses two different hash algorithms');
  return how;
}

function valueOf(token: Token, oid: string, tag: number): Uint8Array {
  const value = token.attributes.get(oid);
  const element = value && readDer(value);
  if (!value || element?.tag !== tag) throw new TimestampError(`the token has no signed attribute ${oid}`);
  return contentOf(value, element);
}

/** Big-endian bytes without leading zeros; zero is one byte. */
function unpadded(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? Uint8Array.of(0) : bytes.subarray(first);
}
