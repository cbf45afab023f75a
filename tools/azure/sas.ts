import { createHmac, timingSafeEqual } from 'node:crypto';

export type Sas = { sr: string; sig: string; se: string; skn: string };

/** The signature over a percent-encoded resource and an expiry time in seconds. */
export function signatureOf(secret: Buffer | string, sr: string, se: string | number): string {
  return createHmac('sha256', secret).update(`${sr}\n${se}`).digest('base64');
}

/** Parses a token. Its fields, in any order, stay percent-encoded. */
export function sasOf(header: string | undefined): Sas | undefined {
  const [, text] = /^SharedAccessSignature (\S+)$/.exec(header ?? '') ?? [];
  if (text === undefined) return undefined;
  const fields = new Map(text.split('&').map((part) => part.split(/=(.*)/s, 2) as [string, string]));
  const [sr, sig, se, skn] = ['sr', 'sig', 'se', 'skn'].map((name) => fields.get(name));
  return sr && sig && se && skn ? { sr, sig, se, skn } : undefined;
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** The reason why a token is rejected; undefined if it is accepted. */
export function refusalOf(
  header: string | undefined,
  policy: { name: string; secret: Buffer | string; covers: (resource: string) => boolean },
): 'MalformedToken' | 'ExpiredToken' | 'InvalidSignature' | 'InvalidAudience' | undefined {
  const sas = sasOf(header);
  if (!sas || !/^\d+$/.test(sas.se)) return 'MalformedToken';
  const expected = Buffer.from(signatureOf(policy.secret, sas.sr, sas.se));
  const given = Buffer.from(decoded(sas.sig) ?? '');
  if (decoded(sas.skn) !== policy.name || given.length !== expected.length) return 'InvalidSignature';
  if (!timingSafeEqual(given, expected)) return 'InvalidSignature';
  if (Number(sas.se) * 1000 <= Date.now()) return 'ExpiredToken';
  return policy.covers(decoded(sas.sr) ?? '') ? undefined : 'InvalidAudience';
}
