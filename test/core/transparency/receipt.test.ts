import { decode, encode, Tagged } from 'cborg';
import { beforeAll, describe, expect, test } from 'vitest';
import { ES256 } from '../../../src/formats/cose.ts';
import { fromHex, toHex, utf8 } from '../../../src/lib/text.ts';
import { consistencyProof, inclusionProof, rootFromConsistency } from '../../../src/formats/log/proofs.ts';
import {
  consistencyReceipt,
  decodeReceipt,
  inclusionReceipt,
  signRoot,
  verifyConsistencyReceipt,
  verifyInclusionReceipt,
  type RootSignature,
  type VerifyReceipt,
} from '../../../src/formats/log/receipt.ts';
import vectors from '../../vectors/transparency/receipts.json' with { type: 'json' };
import { es256Key } from './support/keys.ts';
import { bitFlips, MemoryLog } from './support/memory-log.ts';

const log = new MemoryLog(7);
const HEADER = { algorithm: ES256, keyId: utf8('key-1'), issuer: 'https://log.example', subject: 'log' };
let signed: RootSignature;
let verify: VerifyReceipt;
let inclusion: Uint8Array;
let consistency: Uint8Array;

beforeAll(async () => {
  const key = await es256Key();
  verify = key.verify;
  signed = await signRoot(HEADER, log.roots[7]!, key.sign);
  inclusion = inclusionReceipt(signed, { size: 7, index: 4, path: await inclusionProof(4, 7, log.read) });
  consistency = consistencyReceipt(signed, { first: 3, second: 7, path: await consistencyProof(3, 7, log.read) });
});

describe('the example receipts of the COSE working group', () => {
  const header = { algorithm: ES256, keyId: utf8('test-key-1'), issuer: 'https://transparency-service.example.com' };

  test('are parsed and written byte for byte', () => {
    const one = decodeReceipt(fromHex(vectors.inclusion));
    expect(one).toMatchObject({ header, payload: undefined, inclusion: { size: 5, index: 3 }, consistency: undefined });
    expect(toHex(inclusionReceipt(one, one.inclusion!))).toBe(vectors.inclusion);
    const two = decodeReceipt(fromHex(vectors.consistency));
    expect(two).toMatchObject({
      header,
      payload: undefined,
      inclusion: undefined,
      consistency: { first: 3, second: 5 },
    });
    expect(toHex(consistencyReceipt(two, two.consistency!))).toBe(vectors.consistency);
  });

  test('lead from the root of size 3 to the root of size 5', () => {
    const { consistency } = decodeReceipt(fromHex(vectors.consistency));
    const root = rootFromConsistency({ ...consistency!, firstRoot: fromHex(vectors.root3) }, consistency!.path);
    expect(toHex(root!)).toBe(vectors.root5);
  });
});

test('a receipt proves inclusion or consistency, and returns the signed root', async () => {
  expect(await verifyInclusionReceipt(decodeReceipt(inclusion), log.leaf(4), verify)).toEqual(log.roots[7]);
  expect(await verifyConsistencyReceipt(decodeReceipt(consistency), log.roots[3]!, verify)).toEqual(log.roots[7]);
});

test('a receipt of a size needs no signature of its own', async () => {
  for (let index = 0; index < 7; index++) {
    const receipt = inclusionReceipt(signed, { size: 7, index, path: await inclusionProof(index, 7, log.read) });
    expect(await verifyInclusionReceipt(decodeReceipt(receipt), log.leaf(index), verify)).toEqual(log.roots[7]);
  }
});

test('a receipt has the protected header in deterministic order: 1, 4, 15, 395', () => {
  expect(toHex(signed.protectedHeader)).toMatch(/^a40126044[0-9a-f]{11}0fa2[0-9a-f]+19018b01$/);
  expect([...decode(signed.protectedHeader, { useMaps: true }).keys()]).toEqual([1, 4, 15, 395]);
});

test('a receipt has at most 255 bytes with a path of three hashes', () => {
  expect(inclusion.length).toBeLessThanOrEqual(255);
});

// The signature covers the root and not the size, so another size whose path has the same form verifies. Only a
// checkpoint proves a size.
test('a receipt does not verify with any single bit of it changed, except in the unsigned size', async () => {
  for (const changed of bitFlips(inclusion)) {
    try {
      const receipt = decodeReceipt(changed);
      await verifyInclusionReceipt(receipt, log.leaf(4), verify);
      expect({ ...receipt, inclusion: { ...receipt.inclusion, size: 7 } }).toEqual(decodeReceipt(inclusion));
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError);
    }
  }
  for (const changed of bitFlips(consistency)) {
    try {
      const receipt = decodeReceipt(changed);
      await verifyConsistencyReceipt(receipt, log.roots[3]!, verify);
      const sizes = { first: 3, second: 7 };
      expect({ ...receipt, consistency: { ...receipt.consistency, ...sizes } }).toEqual(decodeReceipt(consistency));
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError);
    }
  }
});

test('a receipt does not verify for another leaf, another older root, or with another key', async () => {
  const other = await es256Key();
  await expect(verifyInclusionReceipt(decodeReceipt(inclusion), log.leaf(5), verify)).rejects.toThrow(
    'receipt: the signature is not valid for the root of the proof',
  );
  await expect(verifyInclusionReceipt(decodeReceipt(inclusion), log.leaf(4), other.verify)).rejects.toThrow(
    'the signature is not valid',
  );
  await expect(verifyConsistencyReceipt(decodeReceipt(consistency), log.roots[4]!, verify)).rejects.toThrow(
    'receipt: the proof does not lead from the given hash to a root of its size',
  );
});

test('a receipt of one kind is not accepted as the other kind', async () => {
  await expect(verifyInclusionReceipt(decodeReceipt(consistency), log.leaf(4), verify)).rejects.toThrow(
    'receipt: must have an inclusion proof',
  );
  await expect(verifyConsistencyReceipt(decodeReceipt(inclusion), log.roots[3]!, verify)).rejects.toThrow(
    'receipt: must have a consistency proof',
  );
});

test('a receipt cannot be written with an empty path, which RFC 9942 does not allow', () => {
  expect(() => inclusionReceipt(signed, { size: 1, index: 0, path: [] })).toThrow('path: must not be empty');
});

test('a receipt may contain the root that it proves, and no other one', async () => {
  const attached = (root: Uint8Array): Uint8Array =>
    changedReceipt(([header, proofs, , signature]) => [header, proofs, root, signature]);
  expect(await verifyInclusionReceipt(decodeReceipt(attached(log.roots[7]!)), log.leaf(4), verify)).toEqual(
    log.roots[7],
  );
  await expect(verifyInclusionReceipt(decodeReceipt(attached(log.roots[6]!)), log.leaf(4), verify)).rejects.toThrow(
    'receipt: the payload is not the root of the proof',
  );
});

test.each<[name: string, receipt: () => Uint8Array, message: string]>([
  ['nothing', () => new Uint8Array(0), 'receipt: must be CBOR'],
  ['without the tag', () => encode([]), 'receipt: must be a tagged COSE_Sign1'],
  ['followed by a byte', () => Uint8Array.of(...inclusion, 0), 'receipt: must be CBOR'],
  ['of another length', () => changedReceipt((parts) => [...parts, 0]), 'receipt: must have protected header'],
  ['with a number as payload', () => changedReceipt(([a, b, , d]) => [a, b, 1, d]), 'payload: must be nil or bytes'],
  ['without proofs', () => changedReceipt(([a, , c, d]) => [a, new Map(), c, d]), 'proofs: must be a map'],
  [
    'with both proofs',
    () =>
      withProofs([
        [-1, proofs(7, 4)],
        [-2, proofs(3, 7)],
      ]),
    'proofs: must have either',
  ],
  ['with two inclusion proofs', () => withProofs([[-1, [...proofs(7, 4), ...proofs(7, 4)]]]), 'must have one proof'],
  ['with an empty path', () => withProofs([[-1, [encode([1, 0, []])]]]), 'path: must be a list of hashes'],
  ['with a short hash', () => withProofs([[-1, [encode([2, 0, [new Uint8Array(31)]])]]]), 'path: must be a list'],
  ['with a negative index', () => withProofs([[-1, proofs(7, -1)]]), 'proof: must be two integers'],
  ['with an index above 2^53', () => withProofs([[-1, proofs(7, 2n ** 60n)]]), 'proof: must be two integers'],
  [
    'of another tree algorithm',
    () =>
      withHeader([
        [1, -7],
        [395, 2],
      ]),
    'must be RFC9162_SHA256',
  ],
  ['without an algorithm', () => withHeader([[395, 1]]), 'must have an algorithm'],
  [
    'with critical labels',
    () =>
      withHeader([
        [1, -7],
        [2, [99]],
        [395, 1],
      ]),
    'critical labels (2) are not supported',
  ],
  [
    'with a text as key id',
    () =>
      withHeader([
        [1, -7],
        [4, 'k'],
        [395, 1],
      ]),
    'the key id (4) must be bytes',
  ],
  [
    'with a number as issuer',
    () =>
      withHeader([
        [1, -7],
        [15, new Map([[1, 1]])],
        [395, 1],
      ]),
    'claims: issuer (1)',
  ],
])('a receipt is refused %s', (_, receipt, message) => {
  expect(() => decodeReceipt(receipt())).toThrow(message);
});

const proofs = (size: number, index: number | bigint): Uint8Array[] => [encode([size, index, [new Uint8Array(32)]])];
const withProofs = (list: [number, Uint8Array[]][]): Uint8Array =>
  changedReceipt(([a, , c, d]) => [a, new Map([[396, new Map(list)]]), c, d]);
const withHeader = (list: [number, unknown][]): Uint8Array =>
  changedReceipt(([, b, c, d]) => [encode(new Map(list)), b, c, d]);

/** The inclusion receipt with other parts. */
function changedReceipt(change: (parts: unknown[]) => unknown[]): Uint8Array {
  const { value } = decode(inclusion, { useMaps: true, tags: Tagged.preserve(18) }) as { value: unknown[] };
  return encode(new Tagged(18, change(value)));
}
