import { fromCanonicalBase64, fromHex } from '../lib/text.ts';
import { parseVkey, SIGNATURE_TYPES } from '../formats/log/note.ts';
import type { Witness } from '../formats/log/witness.ts';
import type { TimestampAuthority } from '../formats/timestamp/authority.ts';
import { TimestampError } from '../formats/timestamp/error.ts';
import { certificateOf } from '../formats/timestamp/path.ts';
import { isOid } from '../formats/timestamp/request.ts';
import { isPrivateKey } from '../formats/ethereum/wallet.ts';

/** Parsers of the texts of settings. Each returns undefined for a value that is not valid. */

/** Accepts a text of a form. */
export const matching = (form: RegExp) => (given: string) => (form.test(given) ? given : undefined);

/** Parses a private key of secp256k1. */
export const privateKey = (given: string): Uint8Array | undefined =>
  /^0x[0-9a-f]{64}$/i.test(given) && isPrivateKey(fromHex(given.slice(2))) ? fromHex(given.slice(2)) : undefined;

/** Parses keys, of which "seed" is the key derived from WALLET_SEED; undefined if one is not valid or is duplicated. */
export function validatorKeys(given: string): (Uint8Array | 'seed')[] | undefined {
  const parts = given.split(',').map((part) => part.trim().toLowerCase());
  const keys = parts.map((part) => (part === 'seed' ? part : privateKey(part)));
  const isValid = keys.every((key) => key !== undefined) && new Set(parts).size === parts.length;
  return isValid ? keys : undefined;
}

/** Splits a list at commas and blanks, in lower case. */
export function items(list: string): string[] {
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((item) => item !== '');
}

/** Each cosignature makes each checkpoint longer, and a submission takes up to 20 seconds. */
const MAX_WITNESSES = 8;

/** Parses `VKEY URL, VKEY URL, …`. Throws a RangeError that says which vkey is not valid. */
export function witnesses(given: string): Witness[] | undefined {
  const parsed = given
    .split(',')
    .map((item) => item.trim().split(/\s+/))
    .map(([vkey = '', url = '', ...rest]) => ({ vkey, url: url.replace(/\/$/, ''), isPair: rest.length === 0 }));
  const wrong = parsed.findIndex(({ vkey }) => !isWitnessVkey(vkey));
  if (wrong >= 0)
    throw new RangeError(
      `witness ${wrong + 1} must start with a vkey of cosignatures (type ${SIGNATURE_TYPES.cosignature})`,
    );
  const isAddress = /^(?:https:\/\/|http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)[:/])[^\s?#@]+$/;
  const isValid =
    parsed.every(({ url, isPair }) => isPair && isAddress.test(url)) &&
    parsed.length <= MAX_WITNESSES &&
    new Set(parsed.map(({ vkey }) => vkey.split('+')[0])).size === parsed.length;
  return isValid ? parsed.map(({ vkey, url }) => ({ vkey, url })) : undefined;
}

/** Without the error of `parseVkey`, which contains the text: errors of settings do not contain their values. */
function isWitnessVkey(vkey: string): boolean {
  try {
    return parseVkey(vkey).type === SIGNATURE_TYPES.cosignature;
  } catch {
    return false;
  }
}

/** Each stamp has a row for each log and authority. */
const MAX_AUTHORITIES = 4;
const MAX_TRUSTED = 4;

/** Parses `NAME URL [POLICY] CERTIFICATE…, …`. Throws a RangeError that says which part is not valid. */
export function timestampAuthorities(given: string): TimestampAuthority[] | undefined {
  const parsed = given.split(',').map((item, n): TimestampAuthority | undefined => {
    const [name = '', url = '', ...rest] = item.trim().split(/\s+/);
    const policy = isOid(rest[0] ?? '') ? rest.shift() : undefined;
    const isNamed = /^[a-z0-9-]{1,32}$/.test(name) && /^https?:\/\/[^\s?#@]+$/.test(url) && URL.canParse(url);
    if (!isNamed || rest.length < 1 || rest.length > MAX_TRUSTED) return undefined;
    const trusted = rest.map((base64, at) => {
      const der = fromCanonicalBase64(base64);
      try {
        if (der) return certificateOf(der);
      } catch (error) {
        if (!(error instanceof TimestampError)) throw error;
      }
      throw new RangeError(`certificate ${at + 1} of authority ${n + 1} must be an X.509 certificate, base64 of DER`);
    });
    return { name, url, policy, trusted };
  });
  const all = parsed.filter((authority) => authority !== undefined);
  const isDistinct = new Set(all.map(({ name }) => name)).size === parsed.length;
  return isDistinct && parsed.length <= MAX_AUTHORITIES ? all : undefined;
}

/** Parses `host:port`. */
export function hostAndPort(given: string): { hostname: string; port: number } | undefined {
  const [, hostname, port] = /^(\[[0-9a-fA-F:.]+\]|[^\s:/@]+):(\d{1,5})$/.exec(given) ?? [];
  if (!hostname || Number(port) < 1 || Number(port) > 65_535) return undefined;
  return { hostname, port: Number(port) };
}
