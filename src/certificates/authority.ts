import { sha256Hex } from '../core/digest.ts';
import { formatSeconds, type Micros } from '../core/time.ts';
import { readX509, type X509 } from './certificate.ts';
import { readKey } from './key.ts';
import { readPem } from './pem.ts';
import { readSignatureAlgorithm, signatureProblem } from './signature.ts';

/** A certificate of an authority that may be trusted now. */
export type Authority = { x509: X509; fingerprint: string };

/** A certificate that has just been made by a clock which is a little ahead is valid. */
const CLOCK_SKEW_US: Micros = 300_000_000;

/**
 * PEM -> the certificate in it, where it is one certificate of an authority (RFC 5280 sections 4.2.1.3 and
 * 4.2.1.9), with a key and a signature that hold today, and within its validity. A text is why it is not, said
 * of the field. Whether a self-signed one is undamaged, `damage` tells.
 */
export function readAuthority(pem: string, now: Micros): Authority | string {
  const der = readPem(pem);
  if (typeof der === 'string') return der;
  const x509 = readX509(der);
  if (typeof x509 === 'string') return x509;
  return problemOf(x509, now) ?? { x509, fingerprint: sha256Hex(der) };
}

function problemOf(x509: X509, now: Micros): string | undefined {
  if (x509.version !== 3) return `is no CA certificate: it is of X.509 version ${x509.version}, which cannot say so`;
  if (x509.ca === undefined) return 'is no CA certificate: it has no basicConstraints';
  if (!x509.ca) return 'is no CA certificate: its basicConstraints say CA:FALSE';
  if (x509.mayCertify === false) return 'is no CA certificate: its key usage lacks keyCertSign';
  if (x509.subject === '') return 'is no CA certificate: its subject is empty';
  const key = readKey(x509.key);
  if (typeof key === 'string') return key;
  const algorithm = readSignatureAlgorithm(x509.signatureAlgorithm);
  if (typeof algorithm === 'string') return algorithm;
  // Nobody trusts a self-signed certificate by its signature.
  if (!x509.selfSigned && 'hash' in algorithm && algorithm.hash === 'SHA-1')
    return 'is signed with SHA-1 by another authority, which nobody can rely on';
  // To the end of that second.
  if (now >= x509.notAfter + 1_000_000) return `has expired: it was valid until ${formatSeconds(x509.notAfter)}`;
  if (x509.notBefore > now + CLOCK_SKEW_US) return `is not valid yet: it will be from ${formatSeconds(x509.notBefore)}`;
  return undefined;
}

/** What is wrong with the signature of a self-signed certificate, said of the field. */
export async function damage({ x509 }: Authority): Promise<string | undefined> {
  return x509.selfSigned ? signatureProblem(x509) : undefined;
}
