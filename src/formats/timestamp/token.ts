import { joinBytes, compareBytes } from '../../lib/bytes.ts';
import {
  childrenOf,
  contentOf,
  DerError,
  derOf,
  encodingOf,
  oidOf,
  readDer,
  TAG,
  type Element,
} from '../certificates/der.ts';
import type { Algorithm } from '../certificates/certificate.ts';
import { TimestampError } from './error.ts';
import { oidDer } from './request.ts';

/**
 * A TimeStampToken (RFC 3161, section 2.4.2): SignedData of CMS (RFC 5652, section 5) with one signer. All parts are
 * DER. What nobody has signed can be changed without harm to the signature, so a token has a normal form, and only that
 * is verified.
 */
export type Token = {
  /** TSTInfo. */
  info: Uint8Array<ArrayBuffer>;
  /** The certificates that the token has, in any order. */
  certificates: Uint8Array<ArrayBuffer>[];
  /** SignerIdentifier: issuer and serial number (a SEQUENCE), or a subject key identifier. */
  signerId: Uint8Array;
  digestAlgorithm: Algorithm;
  signatureAlgorithm: Algorithm;
  /** The signed attributes, as the SET that the signature covers. */
  signed: Uint8Array<ArrayBuffer>;
  /** The values of the signed attributes by their OID, one each. */
  attributes: Map<string, Uint8Array>;
  signature: Uint8Array<ArrayBuffer>;
};

const SIGNED_DATA = '1.2.840.113549.1.7.2';
/** The OID of the content type of a time stamp (RFC 3161, section 2.4.2). */
export const TST_INFO = '1.2.840.113549.1.9.16.1.4';
const CONTEXT_0 = 0xa0;

/** Maximum bytes of a token: an authority has a path of a few certificates of 1 to 2 kB each. */
export const MAX_TOKEN_BYTES = 32_768;
/** The most time stamps of a proof: the first of each of the authorities that were ever used. */
export const MAX_STAMPS = 8;
const MAX_CERTIFICATES = 10;

/** Parses a token as authorities send it, which may have more than the normal form. Throws TimestampError. */
export function readToken(token: Uint8Array): Token {
  if (token.length > MAX_TOKEN_BYTES) throw new TimestampError(`the token has more than ${MAX_TOKEN_BYTES} bytes`);
  try {
    return read(Uint8Array.from(token));
  } catch (error) {
    if (error instanceof DerError) throw new TimestampError(`the token ${error.message}`);
    throw error;
  }
}

function read(der: Uint8Array<ArrayBuffer>): Token {
  const inside = (element: Element): Element[] => childrenOf(der, element);
  const [type, content] = inside(readDer(der));
  const [data] = content?.tag === CONTEXT_0 ? inside(content) : [];
  if (!type || data?.tag !== TAG.sequence || oidOf(der, type) !== SIGNED_DATA)
    throw new DerError('is not SignedData (RFC 5652)');
  const [, , encapsulated, ...rest] = inside(data);
  const [infoType, infoContent] = encapsulated?.tag === TAG.sequence ? inside(encapsulated) : [];
  const [info] = infoContent?.tag === CONTEXT_0 ? inside(infoContent) : [];
  if (!infoType || info?.tag !== TAG.octetString || oidOf(der, infoType) !== TST_INFO)
    throw new DerError('does not contain TSTInfo (RFC 3161)');
  const certificates = rest.filter(({ tag }) => tag === CONTEXT_0).flatMap(inside);
  if (certificates.length > MAX_CERTIFICATES) throw new DerError(`has more than ${MAX_CERTIFICATES} certificates`);
  const signers = rest.filter(({ tag }) => tag === TAG.set).flatMap(inside);
  if (signers.length !== 1) throw new DerError(`has ${signers.length} signers, not one`);
  return {
    info: contentOf(der, info) as Uint8Array<ArrayBuffer>,
    certificates: certificates.map((each) => encodingOf(der, each)),
    ...readSigner(der, inside(signers[0]!)),
  };
}

function readSigner(der: Uint8Array<ArrayBuffer>, [, id, digest, signed, how, signature]: Element[]) {
  if (!id || !digest || signed?.tag !== CONTEXT_0 || !how || signature?.tag !== TAG.octetString)
    throw new DerError('has a signer without signed attributes');
  const attributes = new Map<string, Uint8Array>();
  for (const attribute of childrenOf(der, signed)) {
    const [type, values] = childrenOf(der, attribute);
    const [value, ...others] = values?.tag === TAG.set ? childrenOf(der, values) : [];
    if (!type || !value || others.length > 0 || attributes.has(oidOf(der, type)))
      throw new DerError('has a signed attribute without exactly one value');
    attributes.set(oidOf(der, type), encodingOf(der, value));
  }
  return {
    signerId: encodingOf(der, id),
    digestAlgorithm: algorithmIn(der, digest),
    signatureAlgorithm: algorithmIn(der, how),
    signed: derOf(TAG.set, contentOf(der, signed)),
    attributes,
    signature: contentOf(der, signature) as Uint8Array<ArrayBuffer>,
  };
}

/** An AlgorithmIdentifier. Throws a DerError. */
export function algorithmIn(der: Uint8Array, element: Element): Algorithm {
  const [oid, parameters, ...more] = element.tag === TAG.sequence ? childrenOf(der, element) : [];
  if (!oid || more.length > 0) throw new DerError('has an algorithm that cannot be read');
  return { oid: oidOf(der, oid), parameters: parameters ? encodingOf(der, parameters) : new Uint8Array(0) };
}

/**
 * The normal form of a token: DER with the given certificates in the order of a SET OF, one digest algorithm, and
 * neither revocation data nor unsigned attributes, which no signature covers.
 */
export function encodeToken(token: Token, certificates: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const isByName = token.signerId[0] === TAG.sequence;
  const digest = algorithmDer(token.digestAlgorithm);
  const { end, content } = readDer(token.signed);
  const signer = derOf(
    TAG.sequence,
    derOf(TAG.integer, Uint8Array.of(isByName ? 1 : 3)),
    token.signerId,
    digest,
    derOf(CONTEXT_0, token.signed.subarray(content, end)),
    algorithmDer(token.signatureAlgorithm),
    derOf(TAG.octetString, token.signature),
  );
  const data = derOf(
    TAG.sequence,
    derOf(TAG.integer, Uint8Array.of(3)),
    derOf(TAG.set, digest),
    derOf(TAG.sequence, oidDer(TST_INFO), derOf(CONTEXT_0, derOf(TAG.octetString, token.info))),
    ...(certificates.length > 0 ? [derOf(CONTEXT_0, ...certificates.toSorted(compareBytes))] : []),
    derOf(TAG.set, signer),
  );
  return derOf(TAG.sequence, oidDer(SIGNED_DATA), derOf(CONTEXT_0, data));
}

const algorithmDer = ({ oid, parameters }: Algorithm): Uint8Array =>
  joinBytes([derOf(TAG.sequence, oidDer(oid), parameters)]);
