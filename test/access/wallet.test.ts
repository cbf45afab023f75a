import { createECDH, createPrivateKey, createPublicKey, hkdfSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isTesseraKey, isWalletKey, tesseraKeyOf, walletAddress, walletOf } from '../../src/formats/ethereum/wallet.ts';

/** A published public key and its address. */
const KEY =
  '04c1173bf7844bf1c607b79c18db091b9558ffe581bf132b8cf3b37657230fa321' +
  'a0880b54a79a88b28bc710ede6dcf3d8272c5210bfd41ea83188e385d12c189c';
const ADDRESS = '0x99Fa4AAB0AF2B53f158083D8f244bb4523388197';

const SEED = new Uint8Array(32).fill(0x5e);
const TENANTS = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
/** Constants of the curve secp256k1. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

const derived = (info: string, bytes: number): Buffer => Buffer.from(hkdfSync('sha256', SEED, '', info, bytes));

describe('wallet keys', () => {
  test('the address of a key is the last 20 bytes of its Keccak-256, with the checksum of EIP-55', () => {
    expect(walletAddress(KEY)).toBe(ADDRESS);
    expect(walletAddress(KEY.toUpperCase())).toBe(ADDRESS);
  });

  test.each(TENANTS)(
    'the wallet of a tenant equals what another implementation derives from the seed: %s',
    (tenant) => {
      const scalar = (BigInt(`0x${derived(`wallet|${tenant}`, 48).toString('hex')}`) % (ORDER - 1n)) + 1n;
      const ecdh = createECDH('secp256k1');
      ecdh.setPrivateKey(scalar.toString(16).padStart(64, '0'), 'hex');
      const wallet = walletOf(SEED, tenant);
      expect(wallet.publicKey).toBe(ecdh.getPublicKey('hex', 'uncompressed'));
      expect(wallet.address).toBe(walletAddress(wallet.publicKey));
      expect(isWalletKey(wallet.publicKey)).toBe(true);
    },
  );

  test.each<[string, string, boolean]>([
    ['a point', KEY, true],
    ['a point in capitals', KEY.toUpperCase(), true],
    ['nothing', '', false],
    ['a point with 0x', `0x${KEY}`, false],
    ['a point with a line end', `${KEY}\n`, false],
    ['one digit less', KEY.slice(0, -1), false],
    ['one byte more', `${KEY}00`, false],
    ['a character that is not a digit', `${KEY.slice(0, -1)}g`, false],
    ['the compressed form', `02${KEY.slice(2, 66)}`, false],
    ['the hybrid form', `06${KEY.slice(2)}`, false],
    ['x and y without 04', KEY.slice(2), false],
    ['a point beside the curve', `${KEY.slice(0, -1)}d`, false],
    ['zeros', `04${'0'.repeat(128)}`, false],
    ['coordinates above the field', `04${'f'.repeat(128)}`, false],
  ])('isWalletKey validates %s', (_what, key, valid) => expect(isWalletKey(key)).toBe(valid));
});

describe('tessera keys', () => {
  test.each(TENANTS)('the key of a tenant equals what another implementation derives from the seed: %s', (tenant) => {
    // PKCS #8 around a raw X25519 private key (RFC 8410).
    const der = Buffer.concat([
      Buffer.from('302e020100300506032b656e04220420', 'hex'),
      derived(`tessera|${tenant}`, 32),
    ]);
    const { x } = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })).export({
      format: 'jwk',
    });
    const key = tesseraKeyOf(SEED, tenant);
    expect(key).toBe(Buffer.from(x!, 'base64url').toString('base64'));
    expect(isTesseraKey(key)).toBe(true);
  });

  const valid = Buffer.alloc(32, 0xfb).toString('base64');
  test.each<[string, string, boolean]>([
    ['32 bytes', valid, true],
    ['nothing', '', false],
    ['31 bytes', Buffer.alloc(31, 1).toString('base64'), false],
    ['33 bytes', Buffer.alloc(33, 1).toString('base64'), false],
    ['no padding', valid.slice(0, -1), false],
    ['base64url', Buffer.alloc(32, 0xfb).toString('base64url'), false],
    ['a space before', ` ${valid}`, false],
    ['a line end', `${valid}\n`, false],
    ['bits behind the last byte', `${valid.slice(0, -2)}t=`, false],
    ['hexadecimal', 'fb'.repeat(32), false],
  ])('isTesseraKey validates %s', (_what, key, expected) => expect(isTesseraKey(key)).toBe(expected));
});
