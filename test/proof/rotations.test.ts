import { describe, expect, test } from 'vitest';
import { validatorAddress } from '../../src/formats/ethereum/genesis.ts';
import { rotation } from '../../src/anchoring/chain/embedded/rotation.ts';
import { decodeHeader, encodeHeader, headerHash, sealed, validatorOf } from '../../src/formats/ethereum/header.ts';
import { bytesOf, hexOf, type Hex } from '../../src/formats/ethereum/hex.ts';
import type { SimpleProof } from '../../src/proof/document.ts';
import { embeddedGenesis } from '../../src/proof/genesis.ts';
import { verifyProof } from '../../src/proof/verify.ts';
import { CHAIN_ID, keyOf, VALIDATOR_KEY } from '../chain/support/chain.ts';
import { changed } from './support/change.ts';
import { embeddedAfter, simpleProof } from './support/proofs.ts';

const identity = (validatorKey: Uint8Array, chainId = CHAIN_ID) => ({ chainId, validatorKey });
const KEYS = [VALIDATOR_KEY, keyOf(1), keyOf(2)] as const;
const [FIRST, SECOND, THIRD] = KEYS.map((key) => validatorAddress(identity(key))) as [Hex, Hex, Hex];
const FORGER = keyOf(9);
const genuine = simpleProof('tenant', embeddedAfter(2));
const { genesis_hash: genesis, rotations } = genuine.chain;

const headerOf = (rlp: string) => decodeHeader(bytesOf(rlp, 'header'));
const failing = (proof: SimpleProof, trust = {}) => verifyProof(proof, trust).steps.at(-1)!;

/** Seals the block of a proof with another key. */
const resealed = (draft: SimpleProof, key: Uint8Array): void => {
  const header = sealed(headerOf(draft.chain.block_header), key);
  draft.chain.block_header = hexOf(encodeHeader(header));
  draft.chain.block_hash = headerHash(header);
  draft.chain.validator_address = validatorOf(header);
};

/** A forged record of a rotation. */
const recordOf = (from: Uint8Array, to: Uint8Array, after = 1n, chainId = CHAIN_ID): string => {
  const parent = { ...headerOf(genuine.chain.block_header), number: after };
  return hexOf(encodeHeader(rotation(identity(from, chainId), identity(to, chainId), parent, 0n).record));
};

describe('a proof after two rotations of the validator', () => {
  test('is sealed by the third validator, and valid with the genesis hash or any of the three validators', () => {
    expect(genuine.chain.validator_address).toBe(THIRD);
    expect(rotations).toHaveLength(2);
    for (const trust of [{ genesis }, { validator: FIRST }, { validator: SECOND }, { validator: THIRD }]) {
      const report = verifyProof(genuine, trust);
      expect(report.steps.filter(({ ok }) => !ok)).toEqual([]);
      expect([report.ok, report.vouched]).toEqual([true, true]);
      expect(report.word).toContain(THIRD);
    }
    expect(verifyProof(genuine).vouched).toBe(false);
    const seal = verifyProof(genuine, { validator: FIRST }).steps.find(({ name }) => name === 'seal');
    expect(seal?.detail).toBe(
      `the block is sealed by ${THIRD}, the validator after ${FIRST} and ${SECOND}; the known validator ${FIRST} ` +
        'is an earlier validator of the chain',
    );
    expect(failing(genuine, { validator: validatorAddress(identity(FORGER)) })).toMatchObject({
      name: 'seal',
      ok: false,
    });
  });

  test.each<[string, (draft: SimpleProof) => void, string]>([
    ['without its records', ({ chain }) => delete chain.rotations, 'genesis'],
    ['with an empty list of records', ({ chain }) => (chain.rotations = []), 'format'],
    ['with null as records', ({ chain }) => (chain.rotations = null as never), 'format'],
    ['with bytes that are not a header', ({ chain }) => (chain.rotations = ['0x00']), 'seal'],
    ['without the first record', ({ chain }) => chain.rotations!.shift(), 'genesis'],
    ['without the last record', ({ chain }) => chain.rotations!.pop(), 'seal'],
    ['with a duplicate record', ({ chain }) => chain.rotations!.push(chain.rotations!.at(-1)!), 'seal'],
    ['with the records in reverse order', ({ chain }) => (chain.rotations = chain.rotations!.toReversed()), 'seal'],
    ['with another block as a record', ({ chain }) => chain.rotations!.push(chain.block_header), 'seal'],
    ['sealed by the previous validator', (draft) => resealed(draft, KEYS[1]), 'seal'],
    ['sealed by the first validator', (draft) => resealed(draft, KEYS[0]), 'seal'],
    [
      'of an external chain',
      ({ chain }) => Object.assign(chain, { kind: 'external', validator_address: '' }),
      'format',
    ],
  ])('fails %s', (_what, change, step) => {
    expect(failing(changed(genuine, change))).toMatchObject({ name: step, ok: false });
  });
});

describe('a proof with a forged rotation', () => {
  const forged = (...records: string[]): SimpleProof =>
    changed(genuine, (draft) => {
      resealed(draft, FORGER);
      draft.chain.rotations = records;
    });
  const [toSecond, toThird] = rotations as [string, string];

  test.each([
    ['without the key of the validator', [toSecond, toThird, recordOf(FORGER, FORGER, 10n)]],
    ['from another chain of the same validator', [recordOf(KEYS[0], FORGER, 1n, 5n)]],
    ['in a block after the proven one', [recordOf(KEYS[0], FORGER, 1000n)]],
    ['before the rotation that it follows', [toSecond, toThird, recordOf(KEYS[2], FORGER, 0n)]],
  ])('a proof with a forged rotation fails %s', (_what, records) => {
    expect(failing(forged(...records))).toMatchObject({ name: 'seal', ok: false });
  });

  test('a proof with a forged rotation with another first validator fails with any known value', () => {
    const proof = changed(forged(recordOf(keyOf(8), FORGER)), ({ chain }) => {
      chain.genesis_hash = embeddedGenesis(CHAIN_ID, validatorAddress(identity(keyOf(8))));
    });
    expect(verifyProof(proof)).toMatchObject({ ok: true, vouched: false });
    expect(failing(proof, { genesis })).toMatchObject({ name: 'genesis', ok: false });
    for (const validator of [FIRST, SECOND, THIRD])
      expect(failing(proof, { validator })).toMatchObject({ name: 'seal', ok: false });
  });

  test('a proof with a forged rotation by a leaked former key passes with the genesis hash only', () => {
    const proof = forged(recordOf(KEYS[0], FORGER));
    expect(verifyProof(proof, { genesis })).toMatchObject({ ok: true, vouched: true });
    for (const validator of [SECOND, THIRD])
      expect(failing(proof, { validator })).toMatchObject({ name: 'seal', ok: false });
  });
});
