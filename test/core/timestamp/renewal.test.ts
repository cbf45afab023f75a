import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { certificateOf, type Certificate } from '../../../src/formats/timestamp/path.ts';
import { checkRenewed, renewalLeaf, type Renewal } from '../../../src/formats/timestamp/renewal.ts';
import { verifyRenewed } from '../../../src/formats/timestamp/verify-renewal.ts';
import { stampRoot, stampTree } from '../../../src/formats/timestamp/stamp-tree.ts';
import { toHex } from '../../../src/lib/text.ts';
import { Authority, DAYS } from '../../support/authority.ts';
import { sized } from '../../support/size.ts';

const HASH = new Uint8Array(32).fill(0x5a);
const DAY = 86_400_000;
const inDays = (days: number): Date => new Date(Math.floor(Date.now() / 1000) * 1000 + days * DAY);
const micros = (days: number): number => inDays(days).getTime() * 1000;
const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length));

let authority: Authority;
let other: Authority;
let root: Certificate;
/** Of the certificate `tsa`, which ends in 20 days. */
let token: Uint8Array<ArrayBuffer>;

beforeAll(() => {
  [authority, other] = [new Authority(), new Authority('Other TSA')];
  for (const each of [authority, other]) {
    const end = DAYS(4000);
    each.issue('root', { by: 'root', name: 'Root', end });
    each.issue('middle', { by: 'root', name: 'CA', end });
    each.issue('tsa', { by: 'middle', name: 'Old', end: DAYS(20) });
    each.issue('newer', { by: 'middle', name: 'Newer', section: 'tsa', end: DAYS(40) });
    each.issue('newest', { by: 'middle', name: 'Newest', section: 'tsa', end: DAYS(4000) });
  }
  root = certificateOf(authority.certificate('root'));
  token = authority.stamp(HASH);
});
afterAll(() => {
  authority.remove();
  other.remove();
});

/** The renewal of a token among others. */
function renew(of: Uint8Array, days: number, signer = 'newest', by = authority): Renewal & { root: Uint8Array } {
  const { root: hash, places } = stampTree([renewalLeaf(of), random(32)], random);
  return { ...places[0]!, root: hash, token: by.stamp(hash, inDays(days), signer) };
}
const verify = (renewals: Renewal[], days: number, trusted = [root], stamp = token) =>
  verifyRenewed({ token: stamp, hash: HASH }, renewals, trusted, micros(days));

describe('verifyRenewed', () => {
  test('accepts a token without a renewal only until its certificate expires', async () => {
    expect(await verify([], 19)).toMatchObject({ authority: 'CN=Old' });
    await expect(verify([], 21)).rejects.toThrow(/^the certificate of the authority had expired at .*: it was valid/);
  });

  test('keeps the time of the first token through a chain of renewals, as OpenSSL verifies each of them', async () => {
    const one = renew(token, 19, 'newer');
    const two = renew(one.token, 39);
    for (const [renewals, days] of [
      [[one], 39],
      [[one, two], 41],
      [[one, two], 3999],
      [[one, two], 0],
    ] as const) {
      const stamp = await verify([...renewals], days);
      expect([stamp.authority, Math.abs(stamp.time - micros(0)) < 120_000_000]).toEqual(['CN=Old', true]);
    }
    for (const { token: each, root: digest } of [one, two]) {
      const file = authority.write('token', each);
      const said = authority.openssl([
        'ts',
        '-verify',
        '-digest',
        toHex(digest),
        '-in',
        file,
        '-token_in',
        '-CAfile',
        'root.pem',
      ]);
      expect(said.toString()).toBe('Verification: OK\n');
    }
  });

  test('refuses a renewal that was made after the certificate of the token had expired', async () => {
    await expect(verify([renew(token, 21)], 22)).rejects.toThrow(/^the certificate of the authority had expired at/);
    const one = renew(token, 19, 'newer');
    await expect(verify([one, renew(one.token, 41)], 42)).rejects.toThrow(
      /had expired at .*; its renewal is not valid: the certificate of the authority had expired at/,
    );
  });

  test('refuses a chain whose last token has expired itself', async () => {
    await expect(verify([renew(token, 19, 'newer')], 41)).rejects.toThrow('; its renewal is not valid: ');
  });

  test('a renewal by an authority that is not trusted shows nothing, and harms nothing before', async () => {
    const foreign = renew(token, 19, 'newest', other);
    expect(await verify([foreign], 19)).toMatchObject({ authority: 'CN=Old' });
    await expect(verify([foreign], 21)).rejects.toThrow(/had expired at .*; its renewal is not valid: /);
    const both = [root, certificateOf(other.certificate('root'))];
    expect(await verify([foreign], 21, both)).toMatchObject({ authority: 'CN=Old' });
  });

  test('refuses a renewal of another token, and one of an earlier time than its token', async () => {
    const another = renew(authority.stamp(HASH), 19);
    await expect(verify([another], 21)).rejects.toThrow('the token is of the hash');
    await expect(verify([renew(token, -1)], 21)).rejects.toThrow(/is after its renewal of/);
    const { index, path, token: newer } = renew(token, 19);
    await expect(verify([{ index: index + 16, path, token: newer }], 21)).rejects.toThrow('the index of a renewal');
  });

  test('fails for every change of a bit of a renewal that it needs', async () => {
    const { index, path, token: newer } = renew(token, 19);
    const bits = newer.length * 8;
    // All bits at full size; a stride that is prime to 8 reaches each bit and each part.
    for (let bit = 0; bit < bits; bit += sized({ quick: 211, long: 31, full: 1 })) {
      const changed = newer.slice();
      changed[bit >> 3]! ^= 1 << (bit & 7);
      await expect(verify([{ index, path, token: changed }], 21), `bit ${bit}`).rejects.toThrow(Error);
    }
    for (const [n, hash] of path.entries()) {
      const changed = hash.slice();
      changed[n]! ^= 1 << n;
      await expect(verify([{ index, path: path.with(n, changed), token: newer }], 21)).rejects.toThrow('of the hash');
      await expect(verify([{ index: index ^ (1 << n), path, token: newer }], 21)).rejects.toThrow('of the hash');
    }
    // Nor may the renewed token change.
    for (let bit = 0; bit < token.length * 8; bit += sized({ quick: 211, long: 31, full: 1 })) {
      const changed = token.slice();
      changed[bit >> 3]! ^= 1 << (bit & 7);
      await expect(verify([{ index, path, token: newer }], 21, [root], changed), `bit ${bit}`).rejects.toThrow(Error);
    }
  });
});

test('checkRenewed refuses a renewal of another token without any certificate', () => {
  const { root: hash, ...renewal } = renew(token, 19);
  expect(stampRoot(renewalLeaf(token), renewal)).toEqual(hash);
  checkRenewed({ token, hash: HASH }, [renewal]);
  expect(() => checkRenewed({ token, hash: HASH }, [{ ...renewal, index: renewal.index ^ 1 }])).toThrow('of the hash');
});
