import { AsnConvert } from '@peculiar/asn1-schema';
import {
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_keyUsage,
  id_ce_subjectKeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  SubjectKeyIdentifier,
} from '@peculiar/asn1-x509';
import { toHex } from '../../lib/text.ts';
import type { Micros } from '../../lib/time.ts';
import { childrenOf, contentOf, DerError, encodingOf, readDer, TAG, unsigned, type Element } from './der.ts';
import { nameText } from './name.ts';

/** An algorithm identifier, with its encoded parameters. */
export type Algorithm = { oid: string; parameters: Uint8Array };

/** The fields of a certificate (RFC 5280, section 4.1), and the encodings that its signature covers. */
export type X509 = {
  version: 1 | 2 | 3;
  /** Lower-case hex. A negative number, which RFC 5280 does not allow, has a sign. */
  serialNumber: string;
  issuer: string;
  subject: string;
  /** Whether issuer and subject are the same name, and no key identifier names another signing key. */
  selfSigned: boolean;
  /** Whole seconds, which are exact in a double up to the year 9999. */
  notBefore: Micros;
  notAfter: Micros;
  key: { algorithm: Algorithm; bits: Uint8Array };
  /** Undefined: the certificate has no such extension. */
  ca: boolean | undefined;
  mayCertify: boolean | undefined;
  /** Each has another OID. `value` is DER, which only the extensions above are known to be. */
  extensions: { oid: string; critical: boolean; value: Uint8Array }[];
  signed: Uint8Array<ArrayBuffer>;
  signatureAlgorithm: Algorithm;
  signature: Uint8Array<ArrayBuffer>;
};

/** Maximum bytes of a name, far above the upper bounds of RFC 5280 (appendix A.1). */
const MAX_NAME = 8192;
const MAX_EXTENSIONS = 100;
const NONE = 'is not an X.509 certificate (RFC 5280)';
/** RFC 5280 section 4.1.2.2. */
const MAX_SERIAL = 20;

/** Parses the DER of one X.509 certificate. Returns a string that describes the error when it is not valid. */
export function readX509(der: Uint8Array<ArrayBuffer>): X509 | string {
  try {
    return read(der);
  } catch (error) {
    return error instanceof DerError ? error.message : NONE;
  }
}

function read(der: Uint8Array<ArrayBuffer>): X509 | string {
  const whole = readDer(der);
  const [tbs] = childrenOf(der, whole);
  if (tbs?.tag !== TAG.sequence) throw new DerError(NONE);
  const fields = childrenOf(der, tbs);
  // Version 1 certificates have no version field.
  if (fields[0]?.tag !== EXPLICIT_VERSION) fields.unshift({ ...tbs, end: tbs.content });
  const version = versionOf(der, fields[0]!);
  const [, serial, , issuer, validity, subject, , ...optional] = fields as Element[];
  if (!version || !serial || !issuer || !validity || !subject) throw new DerError(NONE);
  for (const [what, name] of [
    ['issuer', issuer],
    ['subject', subject],
  ] as const)
    if (name.end - name.start > MAX_NAME) return `has a name of more than ${MAX_NAME} bytes as its ${what}`;
  const extensions = optional.find(({ tag }) => tag === EXPLICIT_EXTENSIONS);
  if (extensions && childrenOf(der, childrenOf(der, extensions)[0]!).length > MAX_EXTENSIONS)
    return `has more than ${MAX_EXTENSIONS} extensions`;
  const length = contentOf(der, serial).length;
  if (length > MAX_SERIAL + 1) return `has a serial number of ${length} bytes; at most ${MAX_SERIAL} are allowed`;

  const certificate = AsnConvert.parse(der, Certificate, { berOptions: { parseEmbedded: false } });
  const { tbsCertificate: body, signatureAlgorithm, signatureValue } = certificate;
  const kinds = (body.extensions ?? []).map(({ extnID }) => extnID);
  if (new Set(kinds).size < kinds.length) return 'has a duplicate extension';
  if (!body.signature.isEqual(signatureAlgorithm)) return 'names two different signature algorithms';
  const [notBefore, notAfter] = childrenOf(der, validity).map((time) => timeOf(der, time));
  if (notBefore === undefined || notAfter === undefined)
    return 'has a validity that is not encoded as RFC 5280, section 4.1.2.5, requires';
  const extension = (oid: string): ArrayBuffer | undefined => {
    const value = body.extensions?.find(({ extnID }) => extnID === oid)?.extnValue.buffer;
    if (value) readDer(new Uint8Array(value));
    return value;
  };
  const constraints = extension(id_ce_basicConstraints);
  const usage = extension(id_ce_keyUsage);
  const { subjectPublicKeyInfo: key } = body;
  const names = { issuer: nameText(der, issuer), subject: nameText(der, subject) };
  return {
    version,
    serialNumber: serialOf(der, serial),
    ...names,
    selfSigned:
      names.issuer === names.subject &&
      namesItself(extension(id_ce_authorityKeyIdentifier), extension(id_ce_subjectKeyIdentifier)),
    notBefore,
    notAfter,
    key: { algorithm: algorithmOf(key.algorithm), bits: new Uint8Array(key.subjectPublicKey) },
    ca: constraints && AsnConvert.parse(constraints, BasicConstraints).cA,
    mayCertify: usage && (AsnConvert.parse(usage, KeyUsage).toNumber() & KeyUsageFlags.keyCertSign) !== 0,
    extensions: (body.extensions ?? []).map(({ extnID, critical, extnValue }) => ({
      oid: extnID,
      critical,
      value: new Uint8Array(extnValue.buffer),
    })),
    signed: encodingOf(der, tbs),
    signatureAlgorithm: algorithmOf(signatureAlgorithm),
    signature: new Uint8Array(signatureValue),
  };
}

const EXPLICIT_VERSION = 0xa0;
const EXPLICIT_EXTENSIONS = 0xa3;

const algorithmOf = (of: { algorithm: string; parameters?: ArrayBuffer | null }): Algorithm => ({
  oid: of.algorithm,
  parameters: new Uint8Array(of.parameters ?? []),
});

/** Whether the key identifiers allow that the certificate is signed by its own key (RFC 5280, section 4.2.1.1). */
function namesItself(authority: ArrayBuffer | undefined, subject: ArrayBuffer | undefined): boolean {
  const signer = authority && AsnConvert.parse(authority, AuthorityKeyIdentifier).keyIdentifier;
  const own = subject && AsnConvert.parse(subject, SubjectKeyIdentifier);
  return !signer || !own || toHex(new Uint8Array(signer.buffer)) === toHex(new Uint8Array(own.buffer));
}

/** Undefined for a version that does not exist. */
function versionOf(der: Uint8Array, explicit: Element): X509['version'] | undefined {
  if (explicit.content === explicit.end) return 1;
  const octets = contentOf(der, childrenOf(der, explicit)[0]!);
  return octets.length === 1 ? ([1, 2, 3] as const)[octets[0]!] : undefined;
}

function serialOf(der: Uint8Array, serial: Element): string {
  const octets = contentOf(der, serial);
  if (octets[0]! < 0x80) return toHex(unsigned(der, serial));
  return `-${(2n ** BigInt(8 * octets.length) - BigInt(`0x${toHex(octets)}`)).toString(16)}`;
}

/** A Time (RFC 5280, section 4.1.2.5) with seconds and Z. Undefined for any other form. */
function timeOf(der: Uint8Array, { tag, ...at }: Element): Micros | undefined {
  const text = new TextDecoder().decode(contentOf(der, { tag, ...at }));
  const short = tag === TAG.utcTime && /^\d{12}Z$/.test(text);
  if (!short && !(tag === TAG.generalizedTime && /^\d{14}Z$/.test(text))) return undefined;
  const digits = short ? `${Number(text.slice(0, 2)) < 50 ? 20 : 19}${text}` : text;
  const iso = digits.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6.000Z');
  const ms = Date.parse(iso);
  return Number.isNaN(ms) || new Date(ms).toISOString() !== iso ? undefined : ms * 1000;
}
