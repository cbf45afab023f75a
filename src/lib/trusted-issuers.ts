import { asciiDomain } from './domain.ts';
import { UUID_V4 } from './identifiers.ts';
import { isLoopback } from './loopback.ts';

/**
 * The issuer of people who sign in with a passkey at the service itself. It is not an address, so that no setting can
 * name it and records survive a change of ORIGIN.
 */
export const PASSKEY_ISSUER = 'urn:asset-evidence:passkeys';

/** A trusted OpenID Connect provider, and the tenants and e-mail domains for which it is trusted. */
export type TrustedIssuer = {
  /** Exactly as in the claim `iss` of its tokens. */
  issuer: string;
  /** What people call it. */
  displayName: string;
  /** Accepted values of the claim `aud`. */
  audience: string[];
  /** The URL of its keys; undefined: read from its discovery document. */
  jwksUri: string | undefined;
  /** Accepted signature algorithms (RFC 7518). */
  algorithms: string[];
  /** Uuids of the tenants for which it is trusted; `*` is any. */
  tenants: string[];
  /** E-mail domains for which it is trusted, in lower case; `*` is any. */
  emailDomains: string[];
  /** The claim that holds a person's groups: a string, or a list of strings. */
  groupsClaim: string | undefined;
};

const ANY = '*';
/** Only algorithms with key pairs: with a shared secret, anyone who can verify a signature can also make one. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/**
 * Reads the setting TRUSTED_ISSUERS: a JSON list of `{issuer, audience, tenants, email_domains, display_name?,
 * jwks_uri?, groups_claim?, algorithms?}`. Throws a RangeError whose message has no value of the setting.
 */
export function parseTrustedIssuers(text: string): TrustedIssuer[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw new RangeError('must be JSON');
  }
  if (!Array.isArray(list)) throw new RangeError('must be a list of issuers');
  const issuers = list.map((item: unknown, i) => trusted(item, `issuer ${i + 1}`));
  if (new Set(issuers.map(({ issuer }) => issuer)).size < issuers.length)
    throw new RangeError('an issuer is duplicated');
  return issuers;
}

const KNOWN = [
  'issuer',
  'audience',
  'tenants',
  'email_domains',
  'display_name',
  'jwks_uri',
  'groups_claim',
  'algorithms',
];
/** A name on one line, of at most 64 characters. */
const NAME = /^(?=.*\S)[^\p{C}\p{Zl}\p{Zp}]{1,64}$/u;

function trusted(item: unknown, where: string): TrustedIssuer {
  if (item === null || typeof item !== 'object' || Array.isArray(item))
    throw new RangeError(`${where} must be an object`);
  const given = item as Record<string, unknown>;
  if (!Object.keys(given).every((key) => KNOWN.includes(key)))
    throw new RangeError(`${where} has an unknown field; known fields: ${KNOWN.join(', ')}`);
  const algorithms =
    given['algorithms'] === undefined ? ALGORITHMS : texts(given['algorithms'], `algorithms of ${where}`);
  if (!algorithms.every((algorithm) => ALGORITHMS.includes(algorithm)))
    throw new RangeError(`algorithms of ${where} must be among ${ALGORITHMS.join(', ')}`);
  const tenants = texts(given['tenants'], `tenants of ${where}`).map((tenant) => tenant.replace(/^tenant\//, ''));
  if (!tenants.every((tenant) => tenant === ANY || UUID_V4.test(tenant)))
    throw new RangeError(`tenants of ${where} must be uuids, or "*"`);
  const groupsClaim = given['groups_claim'];
  if (groupsClaim !== undefined && typeof groupsClaim !== 'string')
    throw new RangeError(`groups_claim of ${where} must be a string`);
  const issuer = address(given['issuer'], `issuer of ${where}`);
  const displayName = given['display_name'] ?? new URL(issuer).host;
  if (typeof displayName !== 'string' || !NAME.test(displayName))
    throw new RangeError(`display_name of ${where} must be a text of 1 to 64 characters on one line`);
  return {
    issuer,
    displayName,
    audience: texts(given['audience'], `audience of ${where}`),
    jwksUri: given['jwks_uri'] === undefined ? undefined : address(given['jwks_uri'], `jwks_uri of ${where}`),
    algorithms,
    tenants,
    emailDomains: texts(given['email_domains'], `email_domains of ${where}`).map(domainKey),
    groupsClaim,
  };
}

/** A string or a list of strings, as a list that is not empty. */
function texts(value: unknown, what: string): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  if (list.length === 0 || !list.every((each) => typeof each === 'string' && each !== ''))
    throw new RangeError(`${what} must be a string or a list of strings, none of them empty`);
  return list as string[];
}

function address(value: unknown, what: string): string {
  if (typeof value !== 'string' || !isSafeAddress(value))
    throw new RangeError(`${what} must be an https URL (http only for this machine)`);
  return value;
}

/** Whether keys may be fetched from a URL: https, or http to the machine itself. */
export function isSafeAddress(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.username !== '' || url.password !== '' || url.hash !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

/** Whether an issuer is trusted for the members of a tenant. */
export const speaksForTenant = ({ tenants }: TrustedIssuer, tenant: string): boolean =>
  tenants.includes(ANY) || tenants.includes(tenant);

/** Whether an issuer is trusted for the owner of an e-mail address. */
export function speaksForEmail({ emailDomains }: TrustedIssuer, email: string): boolean {
  return emailDomains.includes(ANY) || emailDomains.includes(domainKey(email.slice(email.lastIndexOf('@') + 1)));
}

/** The spelling by which domains are compared. */
const domainKey = (domain: string): string => asciiDomain(domain) ?? foldAscii(domain);

/**
 * An e-mail address with the ASCII form of an international domain, so that both spellings of the domain are one
 * address.
 */
export function asciiEmail(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  return /^[ -~]*$/.test(domain) ? email : email.slice(0, at) + domainKey(domain);
}

/**
 * Lower-cases A-Z only. E-mail addresses that differ in the case of ASCII letters are equal; other letters whose lower
 * or upper case is an ASCII letter (the Kelvin sign, a dotless i) are distinct.
 */
export const foldAscii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const LABEL = String.raw`[^\s@.\p{C}<>"(),:;[\]\\]+`;
const EMAIL = new RegExp(String.raw`^[^\s@\p{C}<>"(),:;[\]\\]+@${LABEL}(?:\.${LABEL})*$`, 'u');

/**
 * An e-mail address of one person: one @ between a name and a domain, no spaces or control characters, at most 128
 * characters.
 */
export const isEmail = (text: string): boolean => text.length <= 128 && EMAIL.test(text);
