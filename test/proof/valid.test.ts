import { createHash } from 'node:crypto';
import { verifyMPTWithMerkleProof, MerklePatriciaTrie } from '@ethereumjs/mpt';
import { createBlockHeaderFromRLP } from '@ethereumjs/block';
import { Common, Hardfork, Mainnet } from '@ethereumjs/common';
import { encodeRlp, getBytes, keccak256, toBeArray, Transaction } from 'ethers';
import { describe, expect, test } from 'vitest';
import { validatorAddress, genesisOf } from '../../src/formats/ethereum/genesis.ts';
import { headerHash } from '../../src/formats/ethereum/header.ts';
import { addressOf, publicKeyOf } from '../../src/formats/ethereum/signature.ts';
import { wordOf } from '../../src/proof/chain.ts';
import { embeddedGenesis } from '../../src/proof/genesis.ts';
import { verifyProof } from '../../src/proof/verify.ts';
import { CHAIN_ID, VALIDATOR_KEY } from '../chain/support/chain.ts';
import { khipuProof, PROOFS, simpleProof, external } from './support/proofs.ts';

const identity = { chainId: CHAIN_ID, validatorKey: VALIDATOR_KEY };
const validator = validatorAddress(identity);
const genesis = headerHash(genesisOf(identity));

const COMMON_STEPS = ['transaction', 'inclusion', 'header', 'time', 'seal', 'genesis'];
const STEPS = {
  SIMPLE_HASH: ['format', 'event', 'window', 'view', 'hash', 'calldata', ...COMMON_STEPS],
  KHIPU: ['format', 'event', 'preimage', 'hash', 'calldata', ...COMMON_STEPS],
};

describe.each(Object.entries(PROOFS))('a proof of %s', (_name, make) => {
  const proof = make();

  test('passes every step', () => {
    const report = verifyProof(JSON.parse(JSON.stringify(proof)));
    expect(report.steps.filter(({ ok }) => !ok)).toEqual([]);
    expect(report.steps.map(({ name }) => name)).toEqual(STEPS[proof.mechanism]);
    expect(report.ok).toBe(true);
  });

  test('is not modified', () => {
    const before = JSON.stringify(proof);
    verifyProof(proof);
    expect(JSON.stringify(proof)).toBe(before);
  });

  test('is valid in libraries that the verifier does not use', async () => {
    const { transaction, transaction_index, inclusion, block_header, block_hash, chain_id } = proof.chain;
    const tx = Transaction.from(transaction);
    expect([tx.hash, String(tx.chainId)]).toEqual([proof.event.transaction_id, chain_id]);
    expect(keccak256(block_header)).toBe(block_hash);
    const fields = getBytes(block_header);
    const hardfork = proof.chain.kind === 'embedded' ? Hardfork.Berlin : Hardfork.Cancun;
    const header = createBlockHeaderFromRLP(fields, {
      common: new Common({ chain: Mainnet, hardfork }),
      skipConsensusFormatValidation: true,
    });
    const found = await verifyMPTWithMerkleProof(
      new MerklePatriciaTrie({ root: header.transactionsTrie }),
      header.transactionsTrie,
      getBytes(encodeRlp(toBeArray(transaction_index))),
      inclusion.map((node) => getBytes(node)),
    );
    expect(found).toEqual(getBytes(transaction));
    if (proof.mechanism === 'KHIPU') {
      const digest = createHash('sha256').update(proof.khipu.preimage, 'base64').digest('hex');
      expect(digest).toBe(proof.khipu.event_hash);
      expect(tx.data).toContain(digest);
    } else expect(tx.data).toContain(proof.anchor.anchor_hash);
  });
});

test('timestamp_committed is accepted with and without a fraction', () => {
  const proof = khipuProof();
  proof.event.timestamp_committed = '2026-05-01T12:00:00Z';
  expect(verifyProof(proof).ok).toBe(true);
});

test('block 0 of an embedded chain depends only on its id and its validator', () => {
  for (const chainId of [1n, CHAIN_ID, 2n ** 63n - 36n]) {
    const made = embeddedGenesis(chainId, validator);
    expect(made).toBe(headerHash(genesisOf({ ...identity, chainId })));
  }
});

describe('what a valid proof relies on', () => {
  const step = (report: ReturnType<typeof verifyProof>, name: string) => report.steps.find((s) => s.name === name);

  test('a proof on the embedded chain relies on its validator, verified by a known value', () => {
    const open = verifyProof(simpleProof('tenant'));
    expect([open.ok, open.vouched]).toEqual([true, false]);
    expect(open.word).toMatch(new RegExp(`^sealed by ${validator}; to verify that .* \\(--genesis or --validator\\)$`));
    expect(open.word).not.toContain('operator');
    expect(step(open, 'seal')?.detail).toContain('not compared with a known validator');
    expect(step(open, 'genesis')).toMatchObject({ ok: true, skipped: true });
    for (const trust of [
      { validator },
      { genesis },
      { genesis: genesis.toUpperCase().replace('0X', '0x'), validator },
    ]) {
      const pinned = verifyProof(simpleProof('tenant'), trust);
      expect([pinned.ok, pinned.vouched]).toEqual([true, true]);
      expect(pinned.word).toBe(`sealed by the validator ${validator}, whose key the operator of the service holds`);
    }
  });

  test('a known signer does not verify the chain', () => {
    const signer = addressOf(publicKeyOf(new Uint8Array(32).fill(1)));
    const report = verifyProof(simpleProof('tenant'), { signer });
    expect(step(report, 'transaction')?.detail).toContain('the known signer');
    expect([report.ok, report.vouched]).toEqual([true, false]);
  });

  test('a proof on an external chain relies on a node and a known signer', () => {
    const proof = simpleProof('tenant', external);
    const pinned = { genesis: proof.chain.genesis_hash };
    expect(verifyProof(proof, pinned).steps.at(-1)).toMatchObject({ name: 'genesis', ok: false });
    const report = verifyProof(proof, { ...pinned, node: true });
    expect(step(report, 'seal')).toMatchObject({ ok: true, skipped: true });
    expect(step(report, 'genesis')?.detail).toContain('only a node can verify');
    expect(report.word).toMatch(/^mined on chain 1, final by finalized tag of the node according .*query a node/);
    expect(report.word).toContain('(--signer)');
    expect(report.vouched).toBe(false);
    const signer = addressOf(publicKeyOf(new Uint8Array(32).fill(7)));
    const vouched = [{}, { signer }].flatMap((trust) =>
      [undefined, 'node.example'].map((node) => wordOf(proof, trust, node).vouched),
    );
    expect(vouched).toEqual([false, false, false, true]);
    expect(wordOf(proof, { signer }, 'node.example').word).toBe(
      'mined on chain 1; the node at node.example has the block, and it is final',
    );
  });

  test('text of a document is printed without control characters', () => {
    const proof = simpleProof('tenant', external);
    proof.chain.finality = 'nothing\u001B[2J\n';
    expect(verifyProof(proof).word).not.toMatch(/\p{Cc}/u);
  });
});
