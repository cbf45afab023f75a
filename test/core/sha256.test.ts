import { createHash, createHmac, randomBytes } from 'node:crypto';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hmacSha256, Sha256, sha256 } from '../../src/lib/sha256.ts';
import { toHex, utf8 } from '../../src/lib/text.ts';

describe('SHA-256', () => {
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ])('returns the published hash of the examples of FIPS 180-4 (%#)', (message, expected) => {
    expect(toHex(sha256(utf8(message)))).toBe(expected);
  });

  it('agrees with node:crypto and with @noble/hashes for every length up to 600 bytes', () => {
    const bytes = randomBytes(600);
    for (let length = 0; length <= bytes.length; length++) {
      const message = bytes.subarray(0, length);
      const own = toHex(sha256(message));
      expect(own, `${length} bytes`).toBe(createHash('sha256').update(message).digest('hex'));
      expect(own, `${length} bytes`).toBe(toHex(nobleSha256(message)));
    }
  });

  it('reads only the bytes of a view into a larger buffer', () => {
    const buffer = new Uint8Array(300).fill(1);
    expect(sha256(buffer.subarray(100, 200))).toEqual(sha256(new Uint8Array(100).fill(1)));
  });
});

describe('SHA-256 of a message in parts', () => {
  it('is that of the whole message, wherever it is divided, also between two parts', () => {
    const parts = fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 8 });
    fc.assert(
      fc.property(parts, (given) => {
        const hash = new Sha256();
        const before: Uint8Array[] = [];
        for (const part of given) {
          hash.update(part);
          before.push(part);
          expect(toHex(hash.digest())).toBe(createHash('sha256').update(Buffer.concat(before)).digest('hex'));
        }
      }),
      { seed: 20_261_201, numRuns: 500 },
    );
    expect(toHex(new Sha256().digest())).toBe(createHash('sha256').digest('hex'));
  });

  it('SHA-256 of a message in parts is not affected by another that is computed in between', () => {
    const [one, other] = [new Sha256(), new Sha256()];
    one.update(utf8('a'.repeat(70)));
    other.update(utf8('b'.repeat(100)));
    sha256(utf8('c'));
    one.update(utf8('a'));
    expect(one.digest()).toEqual(sha256(utf8('a'.repeat(71))));
    expect(other.digest()).toEqual(sha256(utf8('b'.repeat(100))));
  });
});

describe('HMAC-SHA-256', () => {
  it('returns the value of test case 2 of RFC 4231', () => {
    expect(toHex(hmacSha256(utf8('Jefe'))(utf8('what do ya want for nothing?')))).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });

  it('agrees with node:crypto and with @noble/hashes for any key of up to 64 bytes and any messages', () => {
    const bytes = (maxLength: number) => fc.uint8Array({ maxLength });
    fc.assert(
      fc.property(bytes(64), fc.array(bytes(300), { minLength: 1, maxLength: 4 }), (key, messages) => {
        const mac = hmacSha256(key);
        for (const message of messages) {
          const own = toHex(mac(message));
          expect(own).toBe(createHmac('sha256', key).update(message).digest('hex'));
          expect(own).toBe(toHex(hmac(nobleSha256, key, message)));
        }
      }),
      { seed: 20_261_201, numRuns: 500 },
    );
  });

  it('refuses a key that is longer than a block', () => {
    expect(() => hmacSha256(new Uint8Array(65))).toThrow(RangeError);
  });
});
