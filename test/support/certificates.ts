import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const VECTORS = join(import.meta.dirname, '../vectors/certificates');

/** A certificate created by OpenSSL (test/vectors/certificates/make.sh), as PEM. */
export const vector = (name: string): string => readFileSync(join(VECTORS, `${name}.pem`), 'utf8');

/** Encodes a DER element that contains others. */
export function der(tag: number, ...contents: (Uint8Array | string)[]): Buffer {
  const content = Buffer.concat(contents.map((each) => (typeof each === 'string' ? Buffer.from(each) : each)));
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content]);
  const digits = length.toString(16);
  const octets = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
  return Buffer.concat([Buffer.of(tag, 0x80 + octets.length), octets, content]);
}

/** An OBJECT IDENTIFIER. */
export function oid(dotted: string): Buffer {
  const [a = 0, b = 0, ...rest] = dotted.split('.').map(Number);
  const octets = [a * 40 + b, ...rest].flatMap((arc) => {
    const groups = [arc % 128];
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128)) groups.unshift(0x80 + (left % 128));
    return groups;
  });
  return der(0x06, Buffer.from(octets));
}

export const utf8String = (text: string): Buffer => der(0x0c, text);

/** Encodes a Name with one part for each pair of attribute type and value (DER). */
export const nameOf = (...pairs: [type: string, value: Buffer][]): Buffer =>
  der(0x30, ...pairs.map(([type, value]) => der(0x31, der(0x30, oid(type), value))));

export const commonName = (text: string): Buffer => nameOf(['2.5.4.3', utf8String(text)]);

export const extension = (id: string, value: Buffer): Buffer => der(0x30, oid(id), der(0x04, value));

/** basicConstraints with cA TRUE. */
export const IS_CA = extension('2.5.29.19', der(0x30, der(0x01, Buffer.of(0xff))));

export const pemOf = (bytes: Uint8Array, label = 'CERTIFICATE'): string =>
  `-----BEGIN ${label}-----\n${Buffer.from(bytes)
    .toString('base64')
    .replaceAll(/.{64}(?=.)/g, '$&\n')}\n-----END ${label}-----\n`;

export const bytesOf = (pem: string): Buffer => Buffer.from(pem.replaceAll(/-----.*-----/g, ''), 'base64');

/** A Time of these seconds: GeneralizedTime. */
export const timeOf = (at: Date): Buffer => der(0x18, at.toISOString().replaceAll(/[-:T]|\.\d+/g, ''));

const keys = generateKeyPairSync('ed25519');
const ED25519 = der(0x30, oid('1.3.101.112'));

export type Parts = {
  version: Buffer;
  serial: Buffer;
  subject: Buffer;
  issuer: Buffer;
  notBefore: Buffer;
  notAfter: Buffer;
  key: Buffer;
  extensions: Buffer[];
  /** The elements between the key and the extensions. */
  more: Buffer;
  signer: KeyObject;
  /** The signature algorithm inside the signed part, and after it. */
  algorithm: Buffer;
  outer: Buffer;
};

/** The DER of a self-signed Ed25519 CA certificate, with the given parts replaced. */
export function certificate(parts: Partial<Parts> = {}): Buffer {
  const subject = parts.subject ?? commonName('Test CA');
  const extensions = parts.extensions ?? [IS_CA];
  const algorithm = parts.algorithm ?? ED25519;
  const signed = der(
    0x30,
    parts.version ?? der(0xa0, der(0x02, Buffer.of(2))),
    parts.serial ?? der(0x02, Buffer.of(7)),
    algorithm,
    parts.issuer ?? subject,
    der(
      0x30,
      parts.notBefore ?? timeOf(new Date('2020-01-01T00:00:00Z')),
      parts.notAfter ?? timeOf(new Date('2120-01-01T00:00:00Z')),
    ),
    subject,
    parts.key ?? keys.publicKey.export({ type: 'spki', format: 'der' }),
    parts.more ?? Buffer.alloc(0),
    extensions.length === 0 ? Buffer.alloc(0) : der(0xa3, der(0x30, ...extensions)),
  );
  const signature = sign(null, signed, parts.signer ?? keys.privateKey);
  return der(0x30, signed, parts.outer ?? algorithm, der(0x03, Buffer.of(0), signature));
}

/** A valid CA certificate as PEM with exactly this many characters; the last ones are in a comment extension. */
export function pemOfLength(characters: number): string {
  const comment = (bytes: number): string =>
    pemOf(certificate({ extensions: [IS_CA, extension('2.16.840.1.113730.1.13', der(0x16, 'x'.repeat(bytes)))] }));
  let bytes = Math.floor((characters * 3) / 4.07) - 500;
  for (; comment(bytes + 48).length <= characters; bytes += 48);
  const pem = comment(bytes);
  return `${' '.repeat(characters - pem.length - 1)}\n${pem}`.slice(-characters);
}

/** Vectors of accepted authorities. */
export const GOOD = [
  'rsa2048',
  'rsa3',
  'rsapss',
  'pss',
  'P-256',
  'P-384',
  'P-521',
  'brainpoolP256r1',
  'brainpoolP384r1',
  'brainpoolP512r1',
  'ed25519',
  'ed448',
  'plain',
  'sha1',
  'intermediate',
  'renewed',
  'text',
  'example',
];
