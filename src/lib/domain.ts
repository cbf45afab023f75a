import { hmac } from '@noble/hashes/hmac.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { toHex, utf8 } from './text.ts';
import { isPublicName } from './https-address.ts';

/**
 * The label under a domain at which its TXT record is published, as other services do (RFC 8552: it starts with `_`).
 */
const LABEL = '_asset-evidence';
/** What the value of a TXT record starts with, so that people know what it is for. */
const PREFIX = 'asset-evidence-verification=';

/** Characters of a domain: with the label in front it must have at most 253. */
export const MAX_DOMAIN = 253 - LABEL.length - 1;

/** A TXT record that proves that the owner of a domain agrees. */
export type DomainRecord = { name: string; value: string };

/** The ASCII form (A-labels, lower case) of a domain by UTS #46, as browsers map it; undefined for another text. */
export function asciiDomain(text: string): string | undefined {
  if (text === '' || /[\s/\\:@?#%[\]_]/.test(text)) return undefined;
  return URL.parse(`https://${text}/`)?.hostname;
}

/**
 * The ASCII form (A-labels, lower case) of a domain, or a text that completes "must …". Accepts international names,
 * and needs at least one dot and a public top-level domain. Refuses IP addresses of any form.
 */
export function parseDomain(text: string): { domain: string } | string {
  const refusal = 'be a public domain name with a dot, such as example.com';
  const hostname = asciiDomain(text);
  if (hostname === undefined || !isPublicName(hostname)) return refusal;
  return hostname.length > MAX_DOMAIN
    ? `have at most ${MAX_DOMAIN} characters in its ASCII form`
    : { domain: hostname };
}

/**
 * The record that a tenancy publishes for a domain. The token is derived from the seed of the deployment, the tenancy
 * and the domain, so that it needs no storage, and a record proves nothing for another tenancy, domain or deployment.
 */
export function domainRecord(seed: Uint8Array, tenant: string, domain: string): DomainRecord {
  const key = hkdf(sha256, seed, undefined, utf8('domain verification'), 32);
  const token = toHex(hmac(sha256, key, utf8(`${tenant}|${domain}`)).slice(0, 20));
  return { name: `${LABEL}.${domain}`, value: `${PREFIX}${token}` };
}
