import { sha256Hex } from '../../lib/digest.ts';
import { formatSeconds, type Micros } from '../../lib/time.ts';
import { readX509, type X509 } from './certificate.ts';
import { readKey } from './key.ts';
import { readPem } from './pem.ts';
import { readSignatureAlgorithm, signatureProblem } from './signature.ts';

/** A CA certificate that is valid now. */
export type Authority = { x509: X509; fingerprint: string };

/** Accepted clock skew: a new certificate may have been issued by a clock that is ahead. */
const CLOCK_SKEW_US: Micros = 300_000_000;

/**
 * Reads a PEM with one CA certificate (RFC 5280, sections 4.2.1.3 and 4.2.1.9) that is within its validity and has a
 * key and a signature algorithm that are considered secure. Returns a string that describes the error in all other
 * cases. Does not verify the signature: see `damage`.
 */
export function readAuthority(pem: string, now: Micros): Authority | string {
  const der = readPem(pem);
  if (typeof der === 'string') return der;
  const x509 = readX509(der);
  if (typeof x509 === 'string') return x509;
  return problemOf(x509, now) ?? { x509, fingerprint: sha256Hex(der) };
}

function problemOf(x509: X509, now: Micros): string | undefined {
  if (x509.version !== 3) return `is not a CA certificate: X.509 version ${x509.version} has no basicConstraints`;
  if (x509.ca === undefined) return 'is not a CA certificate: it has no basicConstraints';
  if (!x509.ca) return 'is not a CA certificate: its basicConstraints say CA:FALSE';
  if (x509.mayCertify === false) return 'is not a CA certificate: its key usage lacks keyCertSign';
  if (x509.subject === '') return 'is not a CA certificate: its subject is empty';
  const key = readKey(x509.key);
  if (typeof key === 'string') return key;
  const algorithm = readSignatureAlgorithm(x509.signatureAlgorithm);
  if (typeof algorithm === 'string') return algorithm;
  // The signature of a self-signed certificate is not what makes it trusted.
  if (!x509.selfSigned && 'hash' in algorithm && algorithm.hash === 'SHA-1')
    return 'is signed with SHA-1 by another authority; use SHA-256 or stronger';
  // It is valid until the end of that second.
  if (now >= x509.notAfter + 1_000_000) return `has expired: it was valid until ${formatSeconds(x509.notAfter)}`;
  if (x509.notBefore > now + CLOCK_SKEW_US) return `is not valid yet: it will be from ${formatSeconds(x509.notBefore)}`;
  return undefined;
}

/**
 * Returns a string that describes what is wrong with the signature of a self-signed certificate; undefined when it is
 * valid.
 */
export async function damage({ x509 }: Authority): Promise<string | undefined> {
  return x509.selfSigned ? signatureProblem(x509) : undefined;
}
