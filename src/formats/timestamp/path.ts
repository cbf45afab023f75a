import { formatSeconds, type Micros } from '../../lib/time.ts';
import { equalBytes } from '../../lib/bytes.ts';
import { readX509, type X509 } from '../certificates/certificate.ts';
import { childrenOf, contentOf, DerError, encodingOf, oidOf, readDer, TAG, unsigned } from '../certificates/der.ts';
import { readKey } from '../certificates/key.ts';
import { readPem } from '../certificates/pem.ts';
import { readSignatureAlgorithm, verifies } from '../certificates/signature.ts';
import { TimestampError } from './error.ts';

/** A certificate, and its DER. */
export type Certificate = { der: Uint8Array<ArrayBuffer>; x509: X509 };

/** Maximum number of certificates from that of the authority to a trusted one, and of issuers that are tried for it. */
const [MAX_PATH, MAX_TRIED] = [5, 50];

const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const ANY_USAGE = '2.5.29.37.0';
const EXTENSION = { keyUsage: '2.5.29.15', constraints: '2.5.29.19', policies: '2.5.29.32', usage: '2.5.29.37' };

/** Parses a certificate, in which everything that its signature does not cover has one form. Throws TimestampError. */
export function certificateOf(der: Uint8Array<ArrayBuffer>): Certificate {
  const x509 = readX509(der);
  if (typeof x509 === 'string') throw new TimestampError(`a certificate ${x509}`);
  const [body, algorithm, signature, ...rest] = childrenOf(der, readDer(der));
  const named = childrenOf(der, body!).filter(({ tag }) => tag !== VERSION)[1];
  const isStrict =
    rest.length === 0 &&
    equalBytes(encodingOf(der, named!), encodingOf(der, algorithm!)) &&
    signature?.tag === TAG.bitString &&
    // The number of unused bits.
    contentOf(der, signature)[0] === 0;
  if (!isStrict) throw new TimestampError('a certificate is not DER as RFC 5280, section 4.1, defines it');
  return { der, x509 };
}

const VERSION = 0xa0;

/** The certificate in a file, PEM or DER. Throws RangeError or TimestampError where it has none. */
export function certificateIn(bytes: Uint8Array): Certificate {
  const isDer = bytes[0] === TAG.sequence;
  const der = isDer ? Uint8Array.from(bytes) : readPem(new TextDecoder().decode(bytes));
  if (typeof der === 'string') throw new RangeError(`the file ${der}`);
  return certificateOf(der);
}

/** A path from the certificate of an authority to a trusted one. */
export type Path = {
  /** From that of the authority, without the trusted one, except where the authority itself is trusted. */
  certificates: Certificate[];
  /** The end of the last second in which all of them, the trusted one included, are valid. */
  expires: Micros;
};

/**
 * The path from the certificate of an authority to a trusted one: of RFC 5280, section 6, in which all certificates,
 * the trusted one included, are valid at a time, and at a later one. `pool`: certificates of any origin. Certificates
 * with critical extensions that are not checked here are refused, so that no constraint is overlooked. Rejects with
 * TimestampError if there is no such path.
 */
export async function pathOf(
  leaf: Certificate,
  pool: readonly Certificate[],
  trusted: readonly Certificate[],
  at: Micros,
  later: Micros = at,
): Promise<Path> {
  const period = { at, later };
  const wrong = stampProblem(leaf, period);
  if (wrong !== undefined) throw new TimestampError(`the certificate of the authority ${wrong}`);
  const search: Search = { pool, trusted, period, tried: 0, reasons: [] };
  const path = await extend([leaf], search);
  if (path)
    return {
      certificates: path.length === 1 ? path : path.slice(0, -1),
      expires: Math.min(...path.map(({ x509 }) => endOf(x509))),
    };
  throw new TimestampError(
    search.reasons[0] ?? `no path leads from ${leaf.x509.subject} to a certificate that is trusted for this authority`,
  );
}

/** Two times at which a certificate must be valid. */
type Period = { at: Micros; later: Micros };

/** A certificate is valid until the end of its last second. */
const endOf = ({ notAfter }: X509): Micros => notAfter + 1_000_000;

type Search = {
  pool: readonly Certificate[];
  trusted: readonly Certificate[];
  period: Period;
  /** The number of issuers that were tried, and why those that were refused were. */
  tried: number;
  reasons: string[];
};

async function extend(path: Certificate[], search: Search): Promise<Certificate[] | undefined> {
  const { pool, trusted, period, reasons } = search;
  const last = path.at(-1)!;
  const isTrusted = trusted.some(({ der }) => equalBytes(der, last.der));
  if (isTrusted) return path;
  if (path.length > MAX_PATH) return undefined;
  for (const issuer of [...trusted, ...pool]) {
    if (issuer.x509.subject !== last.x509.issuer || path.includes(issuer)) continue;
    if (search.tried === MAX_TRIED) return undefined;
    search.tried += 1;
    const problem = issuerProblem(issuer, path.length - 1, period) ?? (await signatureOf(last, issuer));
    if (problem !== undefined) reasons.push(`the certificate ${issuer.x509.subject} ${problem}`);
    else {
      const found = await extend([...path, issuer], search);
      if (found) return found;
    }
  }
  return undefined;
}

async function signatureOf({ x509 }: Certificate, issuer: Certificate): Promise<string | undefined> {
  const [by, how] = [readKey(issuer.x509.key), readSignatureAlgorithm(x509.signatureAlgorithm)];
  if (typeof by === 'string') return by;
  if (typeof how === 'string') return `has issued a certificate that ${how}`;
  if ('hash' in how && how.hash === 'SHA-1') return 'has signed with SHA-1, which is insecure';
  return (await verifies(x509, by, how)) === true ? undefined : `has not signed ${x509.subject}`;
}

/** What is wrong with the certificate of an authority (RFC 3161, section 2.3). */
function stampProblem({ x509 }: Certificate, period: Period): string | undefined {
  const usage = x509.extensions.find(({ oid }) => oid === EXTENSION.usage);
  const usages = usage && usagesIn(usage.value);
  if (!usage?.critical || usages?.length !== 1 || usages[0] !== TIME_STAMPING)
    return 'must have the critical extended key usage timeStamping, and no other';
  const keyUsage = x509.extensions.find(({ oid }) => oid === EXTENSION.keyUsage);
  if (keyUsage && !maySign(keyUsage.value)) return 'has a key usage without digitalSignature and nonRepudiation';
  return commonProblem(x509, period);
}

function issuerProblem({ x509 }: Certificate, below: number, period: Period): string | undefined {
  if (x509.ca !== true || x509.mayCertify === false) return 'is not a CA certificate';
  const usage = x509.extensions.find(({ oid }) => oid === EXTENSION.usage);
  if (usage && !usagesIn(usage.value).some((oid) => oid === TIME_STAMPING || oid === ANY_USAGE))
    return 'may not certify time-stamping authorities: its extended key usage lacks timeStamping';
  const longest = lengthIn(x509.extensions.find(({ oid }) => oid === EXTENSION.constraints)!.value);
  if (longest !== undefined && below > longest) return `may have at most ${longest} CA certificates below it`;
  return commonProblem(x509, period);
}

function commonProblem(x509: X509, { at, later }: Period): string | undefined {
  const known = Object.values(EXTENSION);
  const unknown = x509.extensions.find(({ oid, critical }) => critical && !known.includes(oid));
  if (unknown) return `has a critical extension that is not supported (${unknown.oid})`;
  if (at < x509.notBefore)
    return `was not valid yet at ${formatSeconds(at)}: it is from ${formatSeconds(x509.notBefore)}`;
  const last = Math.max(at, later);
  if (last >= endOf(x509))
    return `had expired at ${formatSeconds(last)}: it was valid until ${formatSeconds(x509.notAfter)}`;
  return undefined;
}

const usagesIn = (value: Uint8Array): string[] =>
  readable(() => childrenOf(value, readDer(value)).map((usage) => oidOf(value, usage))) ?? [];

/** digitalSignature is the first bit of a KeyUsage, nonRepudiation the second. */
const maySign = (value: Uint8Array): boolean =>
  readable(() => (contentOf(value, readDer(value))[1] ?? 0) >= 0x40) ?? false;

/** The pathLenConstraint of BasicConstraints; undefined without one. A malformed one allows none below. */
function lengthIn(value: Uint8Array): number | undefined {
  const lengths = readable(() =>
    childrenOf(value, readDer(value))
      .filter(({ tag }) => tag === TAG.integer)
      .map((length) => unsigned(value, length)),
  );
  if (!lengths) return 0;
  return lengths[0] && (lengths[0].length === 1 ? lengths[0][0]! : MAX_PATH);
}

function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DerError) return undefined;
    throw error;
  }
}
