import { UUID_V4 } from './identity.ts';

/** An OpenID Connect provider whose word on people is taken, and for whom. */
export type TrustedIssuer = {
  /** As in its tokens' `iss`, to the letter. */
  issuer: string;
  /** What its tokens for this service name in `aud`: one of these. */
  audience: string[];
  /** Where its keys are; undefined: where its discovery document says. */
  jwksUri: string | undefined;
  /** Signature algorithms (RFC 7518) that are taken. */
  algorithms: string[];
  /** Uuids of the tenants that it may speak for; `*` is any. */
  tenants: string[];
  /** E-mail domains that it may speak for, in lower case; `*` is any. */
  emailDomains: string[];
  /** The claim that has a person's groups: a text, or a list of them. */
  groupsClaim: string | undefined;
};

const ANY = '*';
/** Only signatures by a key pair: with a shared secret whoever verifies could sign. */
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
 * Reads the setting TRUSTED_ISSUERS: a JSON list of `{issuer, audience, tenants, email_domains, jwks_uri?,
 * groups_claim?, algorithms?}`. Throws a RangeError that says what is wrong, never with a value of the setting.
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

const KNOWN = ['issuer', 'audience', 'tenants', 'email_domains', 'jwks_uri', 'groups_claim', 'algorithms'];

function trusted(item: unknown, where: string): TrustedIssuer {
  if (item === null || typeof item !== 'object' || Array.isArray(item))
    throw new RangeError(`${where} must be an object`);
  const given = item as Record<string, unknown>;
  if (!Object.keys(given).every((key) => KNOWN.includes(key)))
    throw new RangeError(`${where} has a field that is none of ${KNOWN.join(', ')}`);
  const algorithms =
    given['algorithms'] === undefined ? ALGORITHMS : texts(given['algorithms'], `algorithms of ${where}`);
  if (!algorithms.every((algorithm) => ALGORITHMS.includes(algorithm)))
    throw new RangeError(`algorithms of ${where} must be of ${ALGORITHMS.join(', ')}`);
  const tenants = texts(given['tenants'], `tenants of ${where}`).map((tenant) => tenant.replace(/^tenant\//, ''));
  if (!tenants.every((tenant) => tenant === ANY || UUID_V4.test(tenant)))
    throw new RangeError(`tenants of ${where} must be uuids, or "*"`);
  const groupsClaim = given['groups_claim'];
  if (groupsClaim !== undefined && typeof groupsClaim !== 'string')
    throw new RangeError(`groups_claim of ${where} must be a text`);
  return {
    issuer: address(given['issuer'], `issuer of ${where}`),
    audience: texts(given['audience'], `audience of ${where}`),
    jwksUri: given['jwks_uri'] === undefined ? undefined : address(given['jwks_uri'], `jwks_uri of ${where}`),
    algorithms,
    tenants,
    emailDomains: texts(given['email_domains'], `email_domains of ${where}`).map(foldAscii),
    groupsClaim,
  };
}

/** One text, or a list of them; at least one. */
function texts(value: unknown, what: string): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  if (list.length === 0 || !list.every((each) => typeof each === 'string' && each !== ''))
    throw new RangeError(`${what} must be a text, or a list of them`);
  return list as string[];
}

function address(value: unknown, what: string): string {
  if (typeof value !== 'string' || !isSafeAddress(value))
    throw new RangeError(`${what} must be an https address (http only on this machine)`);
  return value;
}

/** Whether an address may be asked for keys: over TLS, or on the machine itself. */
export function isSafeAddress(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.username !== '' || url.password !== '' || url.hash !== '') return false;
  return (
    url.protocol === 'https:' ||
    (url.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname))
  );
}

/** Whether an issuer may say who is a member of a tenant. */
export const speaksForTenant = ({ tenants }: TrustedIssuer, tenant: string): boolean =>
  tenants.includes(ANY) || tenants.includes(tenant);

/** Whether an issuer may say whose an e-mail address is. */
export function speaksForEmail({ emailDomains }: TrustedIssuer, email: string): boolean {
  return emailDomains.includes(ANY) || emailDomains.includes(foldAscii(email.slice(email.lastIndexOf('@') + 1)));
}

/**
 * A-Z as a-z and nothing else. E-mail addresses that differ in case are one; other letters that some alphabet
 * folds to an ASCII one (the Kelvin sign, a dotless i) are another person's.
 */
export const foldAscii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const LABEL = String.raw`[^\s@.\p{C}<>"(),:;[\]\\]+`;
const EMAIL = new RegExp(String.raw`^[^\s@\p{C}<>"(),:;[\]\\]+@${LABEL}(?:\.${LABEL})*$`, 'u');

/** An address as one person's: one @ with a name and a domain at its sides, no blanks or control characters; up to 128 characters (compat 5). */
export const isEmail = (text: string): boolean => text.length <= 128 && EMAIL.test(text);
