import { expect, test } from 'vitest';
import { readPem, withLineBreaks } from '../../src/formats/certificates/pem.ts';
import { bytesOf, pemOf, vector } from '../support/certificates.ts';
import { processorSeconds } from '../support/processor-time.ts';

const PEM = vector('P-256');
const BYTES = new Uint8Array(bytesOf(PEM));
const KEY = pemOf(Buffer.from('a secret that must not be told'), 'PRIVATE KEY');

test.each([
  ['as OpenSSL writes it', PEM],
  ['CR LF', PEM.replaceAll('\n', '\r\n')],
  ['CR alone', PEM.replaceAll('\n', '\r')],
  ['backslash and n', PEM.replaceAll('\n', String.raw`\n`)],
  ['backslash and r, backslash and n', PEM.replaceAll('\n', String.raw`\r\n`)],
  ['backslash and n, and a line break at the end', `${PEM.trim().replaceAll('\n', String.raw`\n`)}\n`],
  ['no line break at the end', PEM.trim()],
  ['blank lines and spaces around', `\n\n  \n${PEM}\n \n`],
  ['spaces at the ends of lines', PEM.replaceAll('\n', ' \n')],
  ['base64 in one line', PEM.replaceAll(/(?<!-)\n(?!-)/g, '')],
  ['base64 in short lines', PEM.replaceAll(/^[\w+/=]+$/gm, (line) => line.replaceAll(/.{8}/g, '$&\n'))],
  ['text before and after', `# Issuer: C\\new\n${PEM}that was all`],
])('%s: the bytes', (_name, text) => {
  expect(readPem(text)).toEqual(BYTES);
});

test.each([
  ['nothing', '', 'must be PEM'],
  ['blanks', ' \n\t', 'must be PEM'],
  ['HTML', '<!doctype html><title>Certificates</title>', 'must be PEM'],
  ['base64 without its lines', Buffer.from(BYTES).toString('base64'), 'must be PEM'],
  ['an empty block', '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----', 'contains an empty block'],
  ['two', PEM + PEM, 'contains 2 certificates; send one at a time'],
  ['a chain of 20', PEM.repeat(20), 'contains 20 certificates'],
  ['two in one line', (PEM + PEM).replaceAll('\n', String.raw`\n`), 'contains 2 certificates'],
  [
    'a revocation list after it',
    PEM + pemOf(BYTES, 'X509 CRL'),
    'must contain exactly one CERTIFICATE; it contains X509 CRL',
  ],
  ['a public key', pemOf(BYTES, 'PUBLIC KEY'), 'must contain exactly one CERTIFICATE; it contains PUBLIC KEY'],
  ['PKCS #7', pemOf(BYTES, 'PKCS7'), 'must contain exactly one CERTIFICATE; it contains PKCS7'],
  ['another label', pemOf(BYTES, 'certificate'), 'must contain exactly one CERTIFICATE; it contains certificate'],
  ['no label', pemOf(BYTES, ''), 'must contain exactly one CERTIFICATE; it contains a block without a label'],
  ['no end', PEM.replace(/-----END.*/, ''), 'is cut off: the line -----END CERTIFICATE----- is missing'],
  ['another end', PEM.replace('END CERTIFICATE', 'END X'), 'is cut off: the line -----END CERTIFICATE----- is missing'],
  ['half', PEM.slice(0, 300), 'is cut off: the line -----END CERTIFICATE----- is missing'],
  ['lost line breaks', PEM.replaceAll('\n', ' '), 'must have the lines'],
  ['lost characters', PEM.replace(/..\n-----END/, '\n-----END'), 'is cut off or damaged'],
  ['other characters', PEM.replace('M', '!'), 'contains characters that are not base64'],
  ['headers', PEM.replace('-----\n', '-----\nProc-Type: 4,ENCRYPTED\n\n'), 'contains characters that are not base64'],
  ['padding inside', PEM.replace('\n', '\nAA==\n'), 'contains characters that are not base64'],
])('text is refused as a certificate: %s', (_name, text, message) => {
  expect(readPem(text).slice(0, message.length)).toBe(message);
});

test.each([
  ['before it', KEY + PEM],
  ['after it', PEM + KEY],
  ['alone', KEY],
  ['of RSA', PEM + KEY.replaceAll('PRIVATE', 'RSA PRIVATE')],
  ['encrypted', PEM + KEY.replaceAll('PRIVATE', 'ENCRYPTED PRIVATE')],
  ["of OpenSSH's", PEM + KEY.replaceAll('PRIVATE', 'OPENSSH PRIVATE')],
  ['of PGP', KEY.replaceAll('PRIVATE KEY', 'PGP PRIVATE KEY BLOCK')],
  ['in one line', (PEM + KEY).replaceAll('\n', String.raw`\n`)],
  ['without line breaks', (PEM + KEY).replaceAll('\n', '')],
  ['cut off', PEM + KEY.slice(0, 60)],
])('text is refused as a certificate: a private key %s, which is never repeated', (_name, text) => {
  const said = readPem(text);
  expect(said).toMatch(/^contains a private key; send only the certificate/);
  for (const part of KEY.split('\n').slice(1, 2)) expect(said).not.toContain(part.slice(0, 16));
});

test('refused text is not repeated in the error, except for a shortened label', () => {
  const label = `${'x'.repeat(500)}\u0007`;
  const said = readPem(pemOf(BYTES, label)) as string;
  expect(said.length).toBeLessThan(200);
  expect(said).not.toContain('\u0007');
  expect(readPem(PEM.replace('M', '<script>'))).not.toContain('script');
});

test('refused text is handled in linear time when it is long', async () => {
  const long = 300_000;
  const texts = [
    '-----BEGIN CERTIFICATE-----\n'.repeat(long / 28),
    '-----BEGIN '.repeat(long / 11),
    '-'.repeat(long),
    `-----BEGIN CERTIFICATE-----\n${'-----END \n'.repeat(long / 10)}`,
    `-----BEGIN CERTIFICATE-----${' '.repeat(long)}x`,
    `-----BEGIN CERTIFICATE-----\n${'A\n'.repeat(long / 2)}`,
    `-----BEGIN CERTIFICATE-----\n${'='.repeat(long)}\n-----END CERTIFICATE-----`,
    `BEGIN${' PRIVATE'.repeat(long / 8)}`,
    'BEGIN'.repeat(long / 5),
  ];
  const seconds = await processorSeconds(() => {
    for (const text of texts) expect(typeof readPem(text)).toBe('string');
  });
  expect(seconds).toBeLessThan(10);
});

test('PEM text is kept with LF line breaks and otherwise unchanged', () => {
  expect(withLineBreaks('a\r\nb\\nc\rd\\r\\ne\nf')).toBe('a\nb\nc\nd\ne\nf');
  expect(withLineBreaks(PEM)).toBe(PEM);
});
