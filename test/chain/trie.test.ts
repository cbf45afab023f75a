import { createMPT, createMerkleProof, verifyMPTWithMerkleProof, MerklePatriciaTrie } from '@ethereumjs/mpt';
import { encodeRlp, getBytes, keccak256, toBeArray } from 'ethers';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  EMPTY_ROOT,
  listProof,
  listRoot,
  listTrie,
  ProofError,
  proven,
  stateRoot,
} from '../../src/formats/ethereum/trie.ts';
import { hexOf } from '../../src/formats/ethereum/hex.ts';
import { signed } from './support/chain.ts';

const SIZES = [0, 1, 2, 15, 16, 17, 127, 128, 129, 255, 256, 300];

const keyOf = (index: number): Uint8Array => getBytes(encodeRlp(toBeArray(index)));

/** The trie of the same list in an independent library. */
async function judgeOf(values: Uint8Array[]): Promise<MerklePatriciaTrie> {
  const trie = await createMPT();
  for (const [i, value] of values.entries()) await trie.put(keyOf(i), value);
  return trie;
}

/** Values of 1 to 60 bytes. Short ones produce nodes that are embedded in their parents. */
const someValues = fc.array(fc.uint8Array({ minLength: 1, maxLength: 60 }), { minLength: 1, maxLength: 140 });

describe('the trie of a list', () => {
  test('has the well-known root when it is empty', () => {
    expect(hexOf(EMPTY_ROOT)).toBe('0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421');
    expect(listRoot([])).toEqual(EMPTY_ROOT);
    expect(() => listProof([], 0)).toThrow(RangeError);
  });

  const transactions = Array.from({ length: 300 }, (_, i) => signed(i));

  test.each(SIZES)('has the root and the proofs of an independent trie for %i transactions', async (size) => {
    const values = transactions.slice(0, size);
    const judge = await judgeOf(values);
    expect(hexOf(listRoot(values))).toBe(hexOf(judge.root()));
    const trie = listTrie(values);
    for (const [index, value] of values.entries()) {
      const proof = trie.proof(index);
      expect(proof.map(hexOf)).toEqual((await createMerkleProof(judge, keyOf(index))).map(hexOf));
      expect(proven(trie.root, index, proof)).toEqual(value);
    }
  });

  test('has the root and the proofs of an independent trie for any values', async () => {
    await fc.assert(
      fc.asyncProperty(someValues, fc.nat(), async (values, n) => {
        const index = n % values.length;
        const judge = await judgeOf(values);
        expect(hexOf(listRoot(values))).toBe(hexOf(judge.root()));
        const proof = listProof(values, index);
        expect(proven(listRoot(values), index, proof)).toEqual(values[index]);
        expect(await verifyMPTWithMerkleProof(judge, judge.root(), keyOf(index), proof)).toEqual(values[index]);
      }),
      { seed: 20_261_201, numRuns: 40 },
    );
  });
});

describe('an inclusion proof', () => {
  const values = Array.from({ length: 130 }, (_, i) => signed(i));
  const root = listRoot(values);

  test.each([0, 1, 127, 128, 129])('an inclusion proof of index %i fails if any byte of it is changed', (index) => {
    const proof = listProof(values, index);
    for (const [n, node] of proof.entries())
      for (let at = 0; at < node.length; at++) {
        const changed = node.slice();
        changed[at]! ^= 1 << (at % 8);
        expect(() => proven(root, index, proof.with(n, changed))).toThrow(ProofError);
      }
  });

  test('an inclusion proof fails for another root or index, and if nodes are missing, added or reordered', () => {
    const proof = listProof(values, 5);
    expect(() =>
      proven(
        root.map((byte) => byte ^ 1),
        5,
        proof,
      ),
    ).toThrow('node 0 has another hash');
    for (const index of [0, 4, 6, 127, 128, 130, 1000]) expect(() => proven(root, index, proof)).toThrow(ProofError);
    for (const index of [-1, 0.5, Number.NaN]) expect(() => proven(root, index, proof)).toThrow('whole number');
    expect(() => proven(root, 5, [])).toThrow('ends before its node 0');
    expect(() => proven(root, 5, proof.slice(0, -1))).toThrow('ends before its node');
    expect(() => proven(root, 5, [...proof, proof[0]!])).toThrow('has nodes after');
    expect(() => proven(root, 5, proof.toReversed())).toThrow('another hash');
    expect(() => proven(root.slice(1), 5, proof)).toThrow('32 bytes');
    expect(() => proven(EMPTY_ROOT, 0, [Uint8Array.of(0x80)])).toThrow('not a node of a trie');
  });

  test('an inclusion proof of any list fails for any change of a byte', () => {
    fc.assert(
      fc.property(someValues, fc.nat(), fc.nat(), fc.nat(), fc.integer({ min: 1, max: 255 }), (list, a, b, c, flip) => {
        const index = a % list.length;
        const proof = listProof(list, index);
        const n = b % proof.length;
        const changed = proof[n]!.slice();
        changed[c % changed.length]! ^= flip;
        expect(() => proven(listRoot(list), index, proof.with(n, changed))).toThrow(ProofError);
        expect(() => proven(listRoot(list), list.length, proof)).toThrow(ProofError);
      }),
      { seed: 20_261_201 },
    );
  });
});

test('the state root equals that of an independent trie', async () => {
  const accounts = Array.from({ length: 40 }, (_, i) => ({
    address: getBytes(`0x${(i * 7919 + 1).toString(16).padStart(40, '0')}`),
    nonce: BigInt(i * i * 97),
  }));
  for (const count of [0, 1, 2, 40]) {
    const trie = await createMPT({ useKeyHashing: true });
    for (const { address, nonce } of accounts.slice(0, count))
      await trie.put(address, getBytes(encodeRlp([toBeArray(nonce), '0x', hexOf(EMPTY_ROOT), keccak256('0x')])));
    expect(hexOf(stateRoot(accounts.slice(0, count)))).toBe(hexOf(trie.root()));
  }
});
