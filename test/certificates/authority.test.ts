import { createHash, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { damage, readAuthority, type Authority } from '../../src/formats/certificates/authority.ts';
import {
  bytesOf,
  GOOD,
  certificate,
  commonName,
  der,
  extension,
  IS_CA,
  oid,
  pemOf,
  timeOf,
  vector,
  type Parts,
} from '../support/certificates.ts';
import { sampled } from '../support/size.ts';
import { processorSeconds } from '../support/processor-time.ts';

/** 2026-06-01T00:00:00Z. */
const NOW = Date.UTC(2026, 5, 1) * 1000;

/** The error text for a PEM; undefined if it is accepted. */
async function verdict(pem: string, now = NOW): Promise<string | undefined> {
  const read = readAuthority(pem, now);
  return typeof read === 'string' ? read : damage(read);
}
const verdictOf = (parts: Partial<Parts>, now?: number): Promise<string | undefined> =>
  verdict(pemOf(certificate(parts)), now);
function taken(pem: string): Authority {
  const read = readAuthority(pem, NOW);
  if (typeof read === 'string') throw new Error(read);
  return read;
}

describe('certificates by OpenSSL', () => {
  test.each(GOOD)('%s is accepted', async (name) => {
    expect(await verdict(vector(name), Date.UTC(2027, 0, 1) * 1000)).toBeUndefined();
  });

  test.each([
    ['leaf', 'is not a CA certificate: its basicConstraints say CA:FALSE'],
    ['below', 'is not a CA certificate: its basicConstraints say CA:FALSE'],
    ['unsaid', 'is not a CA certificate: it has no basicConstraints'],
    ['nosign', 'is not a CA certificate: its key usage lacks keyCertSign'],
    ['version1', 'is not a CA certificate: X.509 version 1 has no basicConstraints'],
    ['expired', 'has expired: it was valid until 2020-01-01T00:00:00Z'],
    ['future', 'is not valid yet: it will be from 9998-01-01T00:00:00Z'],
    ['rsa1024', 'has an RSA key of 1024 bits, which is too weak; at least 2048 are required'],
    ['rsa2040', 'has an RSA key of 2040 bits, which is too weak; at least 2048 are required'],
    ['md5', 'is signed with MD5, which is insecure'],
    ['sha224', 'is signed with an unsupported algorithm (1.2.840.113549.1.1.14)'],
    ['intermediate-sha1', 'is signed with SHA-1 by another authority; use SHA-256 or stronger'],
    ['explicit', 'has a key on an unnamed curve; RSA from 2048 bits'],
    ['secp256k1', 'has an unsupported kind of key (ECDSA on secp256k1); RSA from 2048 bits'],
    ['P-224', 'has an unsupported kind of key (ECDSA on P-224); RSA from 2048 bits'],
    ['dsa', 'has an unsupported kind of key (DSA); RSA from 2048 bits'],
    ['trusted', 'contains a TRUSTED CERTIFICATE, a format of OpenSSL'],
    ['request', 'must contain exactly one CERTIFICATE; it contains CERTIFICATE REQUEST'],
  ])('%s is refused', async (name, message) => {
    expect((await verdict(vector(name)))?.slice(0, message.length)).toBe(message);
  });

  test('are read as OpenSSL reads them', () => {
    for (const name of ['rsa2048', 'P-256', 'ed25519', 'intermediate', 'renewed', 'sha1']) {
      const { x509, fingerprint } = taken(vector(name));
      const known = new X509Certificate(vector(name));
      expect(fingerprint).toBe(known.fingerprint256.replaceAll(':', '').toLowerCase());
      expect(x509.serialNumber).toBe(known.serialNumber.toLowerCase());
      expect(x509.subject).toBe(known.subject.split('\n').toReversed().join(','));
      expect(x509.issuer).toBe(known.issuer.split('\n').toReversed().join(','));
      expect([x509.notBefore, x509.notAfter]).toEqual(
        [known.validFrom, known.validTo].map((t) => Date.parse(t) * 1000),
      );
    }
    expect(taken(vector('intermediate')).x509.issuer).toBe(taken(vector('rsa2048')).x509.subject);
    expect(taken(vector('renewed')).x509.selfSigned).toBe(false);
  });
});

test('the roots of the public web are accepted as far as they are valid', async () => {
  expect(rootCertificates.length).toBeGreaterThan(100);
  for (const pem of sampled(rootCertificates, 5)) {
    const known = new X509Certificate(pem);
    const [from, to] = [known.validFrom, known.validTo].map((text) => Date.parse(text) * 1000) as [number, number];
    expect(await verdict(pem, from), known.subject).toBeUndefined();
    expect(await verdict(pem, to), known.subject).toBeUndefined();
    expect(await verdict(pem, to + 1_000_000), known.subject).toMatch(/^has expired/);
    const { x509, fingerprint } = readAuthority(pem, from) as Authority;
    expect(fingerprint).toBe(known.fingerprint256.replaceAll(':', '').toLowerCase());
    expect([x509.notBefore, x509.notAfter]).toEqual([from, to]);
    expect(BigInt(`0x${x509.serialNumber}`)).toBe(BigInt(`0x${known.serialNumber}`));
  }
});

describe('the time', () => {
  const at = (iso: string): number => Date.parse(iso) * 1000;
  const parts = {
    notBefore: timeOf(new Date('2026-01-01T00:00:00Z')),
    notAfter: timeOf(new Date('2027-01-01T00:00:00Z')),
  };
  test.each([
    ['2026-01-01T00:00:00Z', undefined],
    ['2025-12-31T23:55:00Z', undefined],
    ['2025-12-31T23:54:59Z', 'is not valid yet: it will be from 2026-01-01T00:00:00Z'],
    ['2027-01-01T00:00:00.999Z', undefined],
    ['2027-01-01T00:00:01Z', 'has expired: it was valid until 2027-01-01T00:00:00Z'],
  ])('a certificate is checked against the time %s: %s', async (now, message) => {
    expect(await verdictOf(parts, at(now))).toBe(message);
  });

  test.each([
    [
      'two digits of a year from 50 on',
      der(0x17, '500101000000Z'),
      'has expired: it was valid until 1950-01-01T00:00:00Z',
    ],
    ['two digits of a year up to 49', der(0x17, '491231235959Z'), undefined],
    ['the year 0', der(0x18, '00000101000000Z'), 'has expired: it was valid until 0000-01-01T00:00:00Z'],
    ['the last second', der(0x18, '99991231235959Z'), undefined],
    ...[
      der(0x17, '2612312359Z'),
      der(0x17, '261231235959+0100'),
      der(0x17, '261331235959Z'),
      der(0x18, '20260230000000Z'),
      der(0x18, '20261231235960Z'),
      der(0x18, '20261231240000Z'),
      der(0x18, '20261231235959.5Z'),
      der(0x18, '20261231235959'),
      der(0x17, '20261231235959Z'),
    ].map(
      (time) =>
        [
          time.toString('latin1'),
          time,
          'has a validity that is not encoded as RFC 5280, section 4.1.2.5, requires',
        ] as const,
    ),
  ] as const)('a certificate is checked against its end of validity: %s', async (_name, notAfter, message) => {
    expect(await verdictOf({ notAfter })).toBe(message);
  });
});

describe('hostile certificates', () => {
  const spki = (algorithm: Buffer, bits: Uint8Array): Buffer =>
    der(0x30, der(0x30, algorithm), der(0x03, Buffer.of(0), bits));
  const point = (curve: string, bits: Uint8Array): Buffer =>
    spki(Buffer.concat([oid('1.2.840.10045.2.1'), oid(curve)]), bits);
  const rsa = (modulus: Buffer, exponent: Buffer): Buffer =>
    spki(Buffer.concat([oid('1.2.840.113549.1.1.1'), der(0x05)]), der(0x30, der(0x02, modulus), der(0x02, exponent)));
  const modulus = (bytes: number): Buffer => Buffer.concat([Buffer.of(0, 0x80), Buffer.alloc(bytes - 1, 0xab)]);
  const P256 = '1.2.840.10045.3.1.7';
  const HUGE = der(0x06, Buffer.alloc(200_000, 0xff).fill(1, 199_999));
  const PARTS = Buffer.alloc(200_000, Buffer.of(5, 0));

  const ED448 = der(0x30, oid('1.3.101.113'));
  const RSA_PSS = oid('1.2.840.113549.1.1.10');
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const modulusAndExponent = pair.publicKey.export({ type: 'pkcs1', format: 'der' });
  /** RSASSA-PSS with SHA-256 and a salt of the length that the DER gives. */
  const pss = (salt: Buffer): Buffer => {
    const hash = der(0x30, oid('2.16.840.1.101.3.4.2.1'));
    const mask = der(0x30, oid('1.2.840.113549.1.1.8'), hash);
    return der(0x30, RSA_PSS, der(0x30, der(0xa0, hash), der(0xa1, mask), der(0xa2, der(0x02, salt))));
  };

  test.each<[string, Partial<Parts>, string | undefined]>([
    ['two algorithms for its signature', { outer: ED448 }, 'names two different signature algorithms'],
    ['an Ed25519 key that signs as Ed448', { algorithm: ED448 }, 'is damaged'],
    [
      'an RSA key that signs',
      {
        key: spki(Buffer.concat([oid('1.2.840.113549.1.1.1'), der(0x05)]), modulusAndExponent),
        signer: pair.privateKey,
        algorithm: der(0x30, oid('1.2.840.113549.1.1.11'), der(0x05)),
      },
      undefined,
    ],
    [
      'an RSA key restricted to PSS with another signature',
      {
        key: spki(RSA_PSS, modulusAndExponent),
        signer: pair.privateKey,
        algorithm: der(0x30, oid('1.2.840.113549.1.1.11'), der(0x05)),
      },
      'is damaged',
    ],
    [
      'a salt of 32 bytes by another authority',
      { issuer: commonName('Elsewhere'), algorithm: pss(Buffer.of(32)) },
      undefined,
    ],
    [
      'a salt of 257 bytes by another authority',
      { issuer: commonName('Elsewhere'), algorithm: pss(Buffer.of(1, 1)) },
      'is signed with an unsupported algorithm',
    ],
    [
      'an RSA key with an even modulus',
      { key: rsa(Buffer.concat([Buffer.of(0, 0x80), Buffer.alloc(255, 0xaa)]), Buffer.of(3)) },
      'has an invalid RSA key',
    ],
    ['version 2', { version: der(0xa0, der(0x02, Buffer.of(1))) }, 'is not a CA certificate: X.509 version 2'],
    ['version 4', { version: der(0xa0, der(0x02, Buffer.of(3))) }, 'is not an X.509'],
    ['a huge version', { version: der(0xa0, der(0x02, Buffer.alloc(100_000, 1))) }, 'is not an X.509'],
    ['no version', { version: der(0xa0) }, 'is not an X.509'],
    ['no extension', { extensions: [] }, 'is not a CA certificate: it has no basicConstraints'],
    ['an extension twice', { extensions: [IS_CA, IS_CA] }, 'has a duplicate extension'],
    ['many extensions', { extensions: Array.from({ length: 101 }, () => IS_CA) }, 'has more than 100 extensions'],
    ['empty basicConstraints', { extensions: [extension('2.5.29.19', der(0x30))] }, 'is not a CA certificate: its'],
    ['malformed basicConstraints', { extensions: [extension('2.5.29.19', der(0x04, 'x'))] }, 'is not an X.509'],
    ['an empty subject', { subject: der(0x30) }, 'is not a CA certificate: its subject is empty'],
    ['another issuer', { issuer: commonName('Elsewhere') }, undefined],
    ['a huge name', { subject: commonName('x'.repeat(8200)) }, 'has a name of more than 8192 bytes as its'],
    ['a serial number of 20 bytes', { serial: der(0x02, Buffer.alloc(20, 0x7f)) }, undefined],
    ['one of 22 bytes', { serial: der(0x02, Buffer.alloc(22, 0x7f)) }, 'has a serial number of 22 bytes; at most 20'],
    ['a negative one', { serial: der(0x02, Buffer.of(0x80)) }, undefined],
    ['one of no bytes', { serial: der(0x02) }, 'is not'],
    [
      'a point off the curve',
      { key: point(P256, Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)])) },
      'has an invalid key for P-256',
    ],
    ['the point at infinity', { key: point(P256, Buffer.of(0)) }, 'has an invalid key for P-256'],
    ['no point', { key: point(P256, Buffer.alloc(0)) }, 'has an invalid key for P-256'],
    ['a short Ed25519 key', { key: spki(oid('1.3.101.112'), Buffer.alloc(31)) }, 'has an invalid Ed25519 key'],
    [
      'a key of an unknown kind',
      { key: spki(oid('1.2.3.4'), Buffer.alloc(31)) },
      'has an unsupported kind of key (1.2.3.4)',
    ],
    [
      'an RSA key of 16392 bits',
      { key: rsa(modulus(2049), Buffer.of(3)) },
      'has an RSA key of 16392 bits; at most 16384',
    ],
    ['an RSA key with exponent 1', { key: rsa(modulus(256), Buffer.of(1)) }, 'has an invalid RSA key'],
    ['an RSA key with an even exponent', { key: rsa(modulus(256), Buffer.of(4)) }, 'has an invalid RSA key'],
    ['an RSA key with a huge exponent', { key: rsa(modulus(256), modulus(256)) }, 'has an invalid RSA key'],
    ['an RSA key of zero', { key: rsa(Buffer.of(0), Buffer.of(3)) }, 'has an RSA key of 0 bits'],
    [
      'an RSA key of garbage',
      { key: spki(oid('1.2.840.113549.1.1.1'), Buffer.from('garbage')) },
      'has a public key that cannot be read',
    ],
    ['an RSA key that signs EdDSA', { key: rsa(modulus(256), Buffer.of(3)) }, 'is damaged'],
    [
      'an unknown extension of very many parts',
      { extensions: [IS_CA, extension('1.2.3', der(0x30, PARTS))] },
      undefined,
    ],
    ['unique identifiers', { more: der(0x81, Buffer.of(0, 1)) }, undefined],
    [
      'a curve with a huge identifier',
      { key: spki(Buffer.concat([oid('1.2.840.10045.2.1'), HUGE]), Buffer.alloc(65)) },
      'has a public key that cannot be read',
    ],
    ['a key of a kind with a huge identifier', { key: spki(HUGE, Buffer.alloc(1)) }, 'has an unsupported kind of key'],
    [
      'a name with a huge identifier',
      { subject: der(0x30, der(0x31, der(0x30, der(0x06, Buffer.alloc(4000, 1)), der(0x0c)))) },
      'has an object identifier of more than 64 bytes',
    ],
    [
      'constraints of very many parts',
      { extensions: [extension('2.5.29.19', der(0x30, PARTS))] },
      'has too many parts',
    ],
    [
      'constraints that are nested deeply',
      { extensions: [extension('2.5.29.19', deep(20_000))] },
      'is nested too deeply',
    ],
    [
      'a key usage of very many bits',
      { extensions: [IS_CA, extension('2.5.29.15', der(0x03, Buffer.alloc(200_000, 255)))] },
      'is not an X.509',
    ],
    ['deep nesting', { more: deep(40) }, 'is nested too deeply'],
    ['very many parts', { more: der(0x30, PARTS) }, 'has too many parts'],
    [
      'a signature by another key',
      { signer: generateKeyPairSync('ed25519').privateKey },
      'is damaged: it is self-signed',
    ],
  ])('a hostile certificate is refused or shown safely: %s', async (_name, parts, message) => {
    let said: string | undefined;
    expect(await processorSeconds(async () => (said = await verdictOf(parts)))).toBeLessThan(10);
    expect((said ?? '').length).toBeLessThan(300);
    if (message === undefined) expect(said).toBeUndefined();
    else expect(said?.slice(0, message.length)).toBe(message);
  });

  function deep(levels: number): Buffer {
    let inner = der(0x30);
    for (let i = 0; i < levels; i++) inner = der(0x30, inner);
    return inner;
  }

  test('certificates with unusual names are shown in printable characters', () => {
    const { x509 } = taken(pemOf(certificate({ subject: commonName('a\0\r\n\u202e\u2028"<b>\u{1f600}\u007f') })));
    expect(x509.subject).toBe(String.raw`CN=a\00\0d\0a\e2\80\ae\e2\80\a8\"\<b\>😀\7f`);
  });

  test('certificates show serial numbers in hexadecimal, without the sign octet', () => {
    const serialOf = (...octets: number[]): string =>
      taken(pemOf(certificate({ serial: der(0x02, Buffer.from(octets)) }))).x509.serialNumber;
    expect([serialOf(0), serialOf(0, 0x80), serialOf(0x0f, 1), serialOf(0xff), serialOf(0x80)]).toEqual([
      '00',
      '80',
      '0f01',
      '-1',
      '-80',
    ]);
  });

  test('certificates are refused after any byte of a self-signed one is changed, added or removed', async () => {
    for (const name of ['ed25519', 'P-256', 'rsa2048']) {
      const bytes = bytesOf(vector(name));
      const step = name === 'ed25519' ? 1 : 7;
      for (let at = 0; at < bytes.length; at += step) {
        const changed = Buffer.from(bytes);
        changed[at]! ^= 1 << (at % 8);
        const read = readAuthority(pemOf(changed), NOW);
        // With a changed issuer, the certificate could be a valid one by another authority.
        if (typeof read === 'object' && read.x509.issuer !== read.x509.subject) continue;
        const said = typeof read === 'string' ? read : await damage(read);
        expect(said, `byte ${at} of ${name}`).toEqual(expect.any(String));
        expect(await verdict(pemOf(bytes.subarray(0, at))), `${at} bytes of ${name}`).toEqual(expect.any(String));
      }
      expect(await verdict(pemOf(Buffer.concat([bytes, Buffer.from('garbage')])))).toBe(
        'is followed by 7 bytes that do not belong to it',
      );
      expect(await verdict(pemOf(bytes.subarray(0, 100)))).toBe(
        `is cut off: only 100 of its ${bytes.length} bytes are present`,
      );
    }
  });

  test('certificates are refused in encodings other than DER', async () => {
    const bytes = bytesOf(vector('ed25519'));
    const rest = bytes.subarray(4);
    const indefinite = Buffer.concat([Buffer.of(0x30, 0x80), rest, Buffer.alloc(2)]);
    const long = Buffer.concat([Buffer.of(0x30, 0x83, 0), bytes.subarray(2, 4), rest]);
    for (const encoding of [
      indefinite,
      long,
      Buffer.of(0x30),
      Buffer.of(0x30, 0x00),
      Buffer.of(0x30, 0x84, 255, 255, 255, 255),
    ])
      expect(await verdict(pemOf(encoding))).toMatch(/^is (not|cut off)/);
  });

  test('certificates of random bytes are refused with a clear error', async () => {
    for (let i = 0; i < 2000; i++) {
      const seed = createHash('sha512').update(String(i)).digest();
      const bytes = i % 2 === 0 ? seed : der(0x30, der(0x30, seed.subarray(0, i % 60)), seed);
      expect(typeof readAuthority(pemOf(bytes), NOW)).toBe('string');
    }
  });
});
