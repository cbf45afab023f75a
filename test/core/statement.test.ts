import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commitmentOfField, Salts } from '../../src/formats/content-commitment.ts';
import {
  differencesFrom,
  statementCommitments,
  statementSalts,
  visibleDifferences,
  type SignedContent,
} from '../../src/formats/statement/commitments.ts';
import { signedEventId } from '../../src/formats/statement/event-id.ts';
import { readAuthorKey, thumbprintOf, type AuthorKey } from '../../src/formats/statement/key.ts';
import {
  decodePayload,
  decodeStatement,
  encodePayload,
  encodeStatement,
  signStatement,
  statementDigest,
  verifyStatement,
  type StatementStructure,
} from '../../src/formats/statement/statement.ts';
import { sha256 } from '../../src/lib/sha256.ts';
import { fromHex, toBase64Url, toHex } from '../../src/lib/text.ts';
import { sampled } from '../support/size.ts';
import { bitFlips } from './transparency/support/memory-log.ts';

type Vector = {
  name: string;
  key: AuthorKey;
  thumbprint: string;
  event: StatementStructure & SignedContent;
  seed: string;
  nonce: string;
  checkpoint?: { origin: string; size: number; root: string };
  event_uuid: string;
  salts: string[];
  commitments: string[];
  payload: string;
  detached: string;
  digest: string;
};

const ROOT = join(import.meta.dirname, '../..');
const VECTORS = join(ROOT, 'test/vectors/statements.json');
const { statements } = JSON.parse(readFileSync(VECTORS, 'utf8')) as { statements: Vector[] };
const [smallest, largest, ofEd25519] = statements as [Vector, Vector, Vector];
const parsed = ({ detached, payload }: Vector) => decodeStatement(fromHex(detached), fromHex(payload));

test.each(statements)('a statement has the bytes of the test vector: $name', async (vector) => {
  const { key, event, seed, payload, detached, digest } = vector;
  const statement = parsed(vector);
  expect(toHex(thumbprintOf(readAuthorKey(key)))).toBe(vector.thumbprint);
  const payloadHash = toHex(sha256(fromHex(payload)));
  expect(signedEventId(toBase64Url(fromHex(vector.thumbprint)), payloadHash)).toBe(vector.event_uuid);
  expect(statementCommitments(event, fromHex(seed)).map(toHex)).toEqual(vector.commitments);
  expect(statementSalts(event, fromHex(seed)).map(toHex)).toEqual(vector.salts);
  expect(toHex(encodePayload(statement.payload))).toBe(payload);
  expect(toHex(encodeStatement(statement, 'detached'))).toBe(detached);
  const attached = encodeStatement(statement, 'attached');
  expect(statementDigest(attached)).toBe(digest);
  expect(decodeStatement(attached)).toEqual(statement);
  expect(await verifyStatement(statement, key)).toBe(true);
  expect(differencesFrom(statement.payload, event, fromHex(seed))).toEqual([]);
  expect(visibleDifferences(statement.payload, event, vector.salts.map(fromHex))).toEqual([]);
});

test.each([smallest, ofEd25519])('a statement with one other bit is refused: $name', async ({ key, ...vector }) => {
  const isValid = async (detached: Uint8Array, payload: Uint8Array): Promise<boolean> => {
    try {
      return await verifyStatement(decodeStatement(detached, payload), key);
    } catch (error) {
      if (error instanceof RangeError) return false;
      throw error;
    }
  };
  const [detached, payload] = [fromHex(vector.detached), fromHex(vector.payload)];
  expect(await isValid(detached, payload)).toBe(true);
  for (const flipped of sampled([...bitFlips(detached)], 5)) expect(await isValid(flipped, payload)).toBe(false);
  for (const flipped of sampled([...bitFlips(payload)], 5)) expect(await isValid(detached, flipped)).toBe(false);
});

test('a statement is refused with another key, also one of the other algorithm', async () => {
  const other = readAuthorKey({ ...(await newKey()).key, use: 'sig' });
  for (const key of [other, ofEd25519.key]) expect(await verifyStatement(parsed(smallest), key)).toBe(false);
  expect(await verifyStatement({ ...parsed(smallest), key: thumbprintOf(other) }, other)).toBe(false);
});

test('WebCrypto signs statements of both algorithms', async () => {
  for (const crv of ['P-256', 'Ed25519'] as const) {
    const { key, sign } = await newKey(crv);
    const statement = await signStatement(key, parsed(largest).payload, sign);
    expect(await verifyStatement(decodeStatement(encodeStatement(statement, 'attached')), key)).toBe(true);
  }
});

test('names each value of an event that is not the one that the author has signed', () => {
  const { payload } = parsed(largest);
  const { event, seed } = largest;
  const fieldsOf = (changed: Partial<Vector['event']>): string[] =>
    differencesFrom(payload, { ...event, ...changed }, fromHex(seed)).map(({ field }) => field);
  expect(fieldsOf({ operation: 'Attach', timestamp_declared: '2026-11-28T14:02:08Z' })).toEqual([
    'operation',
    'timestamp_declared',
  ]);
  expect(fieldsOf({ event_attributes: { ...event.event_attributes, pin: '4712' } })).toEqual(['event_attributes.pin']);
  expect(fieldsOf({ asset_attributes: { ...event.asset_attributes, more: '' } })).toEqual(['asset_attributes.more']);
  expect(fieldsOf({ principal_declared: { ...event.principal_declared!, email: '' } })).toEqual(['principal_declared']);
  const { pin, ...others } = event.event_attributes;
  expect(pin).toBeDefined();
  for (const changed of [{ event_attributes: others }, { principal_declared: undefined }])
    expect(fieldsOf(changed)).toEqual(['author_statement.payload']);
  expect(differencesFrom(payload, event, new Uint8Array(32))).toHaveLength(6);
});

test('a reader of a part verifies what they see, and finds no hidden PIN of four digits', () => {
  const { payload } = parsed(largest);
  const { event, seed } = largest;
  const { pin, ...visible } = event.event_attributes;
  const seen = { ...event, event_attributes: visible };
  const salts = statementSalts(seen, fromHex(seed));
  expect(visibleDifferences(payload, seen, salts)).toEqual([]);
  expect(visibleDifferences(payload, { ...seen, event_attributes: { ...visible, parts: 'none' } }, salts)).toHaveLength(
    1,
  );
  expect(visibleDifferences(payload, seen, salts.slice(1)).map(({ field }) => field)).toEqual(['salts']);
  const commitments = new Set(payload.commitments.map(toHex));
  const labels = {
    salt: 'AUTHORSTATEMENTV1-SALT',
    field: 'AUTHORSTATEMENTV1-FIELD',
    padding: 'AUTHORSTATEMENTV1-PADDING',
  };
  const commits = (guess: string, salt: Uint8Array): boolean =>
    commitments.has(toHex(commitmentOfField('event_attributes', 'pin', guess, salt, labels)));
  const guesses = Array.from({ length: 10_000 }, (_, n) => String(n).padStart(4, '0'));
  const known = [...salts, payload.nonce, new Uint8Array(16)];
  expect(guesses.filter((guess) => known.some((salt) => commits(guess, salt)))).toEqual([]);
  const secret = new Salts(fromHex(seed), labels).of({ kind: 'event_attributes', name: 'pin', value: '' });
  expect(guesses.filter((guess) => commits(guess, secret))).toEqual([pin]);
});

test.each([
  [{ kty: 'RSA', n: 'AQAB', e: 'AQAB' }, 'kty, crv: must be EC with P-256, or OKP with Ed25519'],
  [{ ...smallest.key, d: 'AA' }, 'd: must be absent: only the public key is sent'],
  [{ ...smallest.key, x: `${smallest.key.x}=` }, 'x: must be base64url without padding, of 32 bytes'],
  [{ ...ofEd25519.key, x: 'AA' }, 'x: must be base64url without padding, of 32 bytes'],
])('refuses the key %j', (jwk, message) => {
  expect(() => readAuthorKey(jwk)).toThrow(message);
});

test('refuses payloads of another form', () => {
  const { payload } = parsed(largest);
  const encoded = (changed: object): Uint8Array => encodePayload({ ...payload, ...changed });
  const refused: [Uint8Array, string][] = [
    [encoded({ nonce: new Uint8Array(15) }), 'payload: nonce must have 16 bytes'],
    [encoded({ commitments: payload.commitments.toReversed() }), 'payload: commitments must be in ascending order'],
    [encoded({ operation: 7 }), 'payload: operation must be a text'],
    [encoded({ checkpoint: { ...payload.checkpoint!, size: -1 } }), 'payload: checkpoint.size must be an integer'],
    [encoded({ checkpoint: { ...payload.checkpoint!, extra: '' } }), 'payload: must be deterministic CBOR'],
    [encoded({ commitments: Array.from({ length: 600 }, () => new Uint8Array(32)) }), 'at most 16384 bytes'],
  ];
  for (const [bytes, message] of refused) expect(() => decodePayload(bytes)).toThrow(message);
  const attached = encodeStatement(parsed(largest), 'attached');
  expect(() => decodeStatement(attached, encodePayload(payload))).toThrow('must have a detached payload');
  expect(() => decodeStatement(fromHex(largest.detached))).toThrow('must have a detached payload');
});

async function newKey(crv: 'P-256' | 'Ed25519' = 'P-256') {
  const algorithm = crv === 'P-256' ? { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } : { name: 'Ed25519' };
  const pair = (await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])) as CryptoKeyPair;
  const key = readAuthorKey({ ...(await crypto.subtle.exportKey('jwk', pair.publicKey)) });
  const sign = async (message: Uint8Array): Promise<Uint8Array> =>
    new Uint8Array(await crypto.subtle.sign(algorithm, pair.privateKey, message as BufferSource));
  return { key, sign };
}

test('accepts a detached statement only if its attached form is accepted, up to the limit of its length', () => {
  const statement = parsed(smallest);
  const lengths: number[] = [];
  for (let characters = 15_800; characters < 16_300; characters++) {
    const long = { ...statement, payload: { ...statement.payload, behaviour: 'x'.repeat(characters) } };
    const [detached, attached] = [encodeStatement(long, 'detached'), encodeStatement(long, 'attached')];
    const decode = () => decodeStatement(detached, encodePayload(long.payload));
    if (attached.length > 16_384) expect(decode, String(characters)).toThrow('must have at most 16384 bytes');
    else {
      expect(decode()).toEqual(long);
      expect(decodeStatement(attached)).toEqual(long);
      lengths.push(attached.length);
    }
  }
  expect(lengths.at(-1)).toBe(16_384);
});
