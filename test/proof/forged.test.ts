import { describe, expect, test } from 'vitest';
import { ANCHOR_ADDRESS, simpleCalldata } from '../../src/proof/calldata.ts';
import { validatorAddress } from '../../src/formats/ethereum/genesis.ts';
import { encodeHeader, headerHash, sealed, validatorOf, decodeHeader } from '../../src/formats/ethereum/header.ts';
import { bytesOf, hexOf, type Hex } from '../../src/formats/ethereum/hex.ts';
import { addressOf, publicKeyOf } from '../../src/formats/ethereum/signature.ts';
import { hashOf, parseTransaction } from '../../src/formats/ethereum/transaction.ts';
import { listProof, listRoot } from '../../src/formats/ethereum/trie.ts';
import { parseTimestamp } from '../../src/lib/time.ts';
import type { SimpleProof } from '../../src/proof/document.ts';
import { embeddedGenesis } from '../../src/proof/genesis.ts';
import { verifyProof } from '../../src/proof/verify.ts';
import { CHAIN_ID, signed, VALIDATOR_KEY } from '../chain/support/chain.ts';
import { changed } from './support/change.ts';
import { embedded, external, simpleHash, simpleProof } from './support/proofs.ts';

const genuine = simpleProof('tenant');
const validator = validatorAddress({ chainId: CHAIN_ID, validatorKey: VALIDATOR_KEY });
const { genesis_hash: genesis } = genuine.chain;
const FORGER = new Uint8Array(32).fill(0x66);
/** The signer of the genuine transaction, and another one. */
const [SERVICE, OTHER] = [1, 2];

type Stage = [what: string, work: (draft: SimpleProof) => void, step: string];

/** Forges an event and then, stage by stage, everything that depends on it. `step` is the one that fails. */
const STAGES: Stage[] = [
  ['the event', ({ event }) => (event.operation = 'Attach'), 'window'],
  [
    'the window',
    ({ event, events }) => (events.find((e) => e.identity === event.identity)!.operation = 'Attach'),
    'hash',
  ],
  ['the hash', ({ events, anchor }) => (anchor.anchor_hash = simpleHash(events)), 'calldata'],
  ['the transaction', (draft) => resigned(draft, OTHER), 'transaction'],
  ['the position in the block', (draft) => renamed(draft), 'inclusion'],
  ['the block', (draft) => rebuilt(draft), 'header'],
  ['the hash of the block', ({ chain }) => (chain.block_hash = headerHash(headerOf(chain.block_header))), 'seal'],
  ['the seal of the block', ({ chain }) => resealed(chain), 'seal'],
  ['the validator', ({ chain }) => (chain.validator_address = validatorOf(headerOf(chain.block_header))), 'genesis'],
  ['the genesis', ({ chain }) => (chain.genesis_hash = embeddedGenesis(CHAIN_ID, chain.validator_address as Hex)), ''],
];

const headerOf = (rlp: string) => decodeHeader(bytesOf(rlp, 'header'));

function resigned({ anchor, chain }: SimpleProof, signer: number): void {
  const [startUs, endUs] = [anchor.start_time, anchor.end_time].map((time) => parseTimestamp(time)!.us) as [
    number,
    number,
  ];
  const data = simpleCalldata({
    scope: anchor.tenant,
    startUs,
    endUs,
    hash: anchor.anchor_hash,
    count: anchor.event_count,
  });
  chain.transaction = hexOf(signed(0, { to: ANCHOR_ADDRESS, data, gas: 500_000n }, signer));
}

function renamed({ event, events, chain }: SimpleProof): void {
  for (const each of [event, ...events]) {
    each.transaction_id = hashOf(bytesOf(chain.transaction, 'transaction'));
    each.transaction_index = 0;
  }
  chain.transaction_index = 0;
}

function rebuilt({ chain }: SimpleProof): void {
  const raws = [bytesOf(chain.transaction, 'transaction')];
  chain.inclusion = listProof(raws, 0).map(hexOf);
  chain.block_header = hexOf(encodeHeader({ ...headerOf(chain.block_header), transactionsRoot: listRoot(raws) }));
}

function resealed(chain: SimpleProof['chain']): void {
  const header = sealed(headerOf(chain.block_header), FORGER);
  chain.block_header = hexOf(encodeHeader(header));
  chain.block_hash = headerHash(header);
}

/** The proof after the first `stages` stages. */
const forged = (stages: number): SimpleProof =>
  changed(genuine, (draft) => STAGES.slice(0, stages).forEach(([, work]) => work(draft)));

describe('a forgery of everything up to', () => {
  test.each(STAGES.map(([what, , step], i) => [what, step, i + 1] as const))(
    '%s, fails at the step "%s"',
    (_what, step, stages) => {
      const report = verifyProof(forged(stages));
      expect(report.ok ? '' : report.steps.at(-1)!.name).toBe(step);
    },
  );

  test('the genesis is consistent, and only known values detect it', () => {
    const proof = forged(STAGES.length);
    const open = verifyProof(proof);
    expect([open.ok, open.vouched]).toEqual([true, false]);
    expect(open.word).toContain('(--genesis or --validator)');
    expect(open.word).not.toContain('operator');
    const failing = (trust: Parameters<typeof verifyProof>[1]) => verifyProof(proof, trust).steps.at(-1);
    expect(failing({ validator })).toMatchObject({ name: 'seal', ok: false });
    expect(failing({ genesis })).toMatchObject({ name: 'genesis', ok: false });
  });

  test('the validator, with the genuine genesis_hash, fails at the genesis step', () => {
    const proof = changed(forged(STAGES.length), ({ chain }) => (chain.genesis_hash = genesis));
    expect(verifyProof(proof, { genesis }).steps.at(-1)).toMatchObject({ name: 'genesis', ok: false });
  });

  test('the chain, declared as an external one, is detected by a known validator or signer', () => {
    const proof = changed(forged(STAGES.length), ({ chain }) => {
      chain.kind = 'external';
      chain.validator_address = '';
      chain.genesis_hash = genesis;
    });
    expect(verifyProof(proof, { genesis }).steps.at(-1)).toMatchObject({ name: 'genesis', ok: false });
    const { ok, word } = verifyProof(proof, { genesis, node: true });
    expect([ok, word]).toEqual([true, expect.stringContaining('query a node')]);
    expect(verifyProof(proof, { genesis, validator }).steps.at(-1)).toMatchObject({ name: 'seal', ok: false });
    const signer = addressOf(publicKeyOf(new Uint8Array(32).fill(SERVICE)));
    expect(verifyProof(proof, { genesis, signer }).steps.at(-1)).toMatchObject({ name: 'transaction', ok: false });
  });
});

describe('the signer of the transaction', () => {
  const sender = addressOf(publicKeyOf(new Uint8Array(32).fill(7)));
  const proof = simpleProof('tenant', external);

  test('is reported, and compared only if it is pinned', () => {
    const open = verifyProof(proof);
    expect(open.steps.find(({ name }) => name === 'transaction')?.detail).toContain(
      `signed by ${sender}; the sender was not compared`,
    );
    expect(verifyProof(proof, { signer: sender.toUpperCase().replace('0X', '0x') }).ok).toBe(true);
    expect(verifyProof(proof, { signer: validator }).steps.at(-1)).toMatchObject({ name: 'transaction', ok: false });
  });
});

test('a transaction to another receiver is not an anchor', () => {
  const proof = simpleProof('tenant', (data) => {
    const { chain, event } = embedded(data);
    chain.transaction = hexOf(signed(6, { data, gas: 500_000n }));
    const { hash } = parseTransaction(bytesOf(chain.transaction, 'transaction'));
    return { chain, event: (each) => ({ ...event(each), transaction_id: hash }) };
  });
  expect(verifyProof(proof).steps.at(-1)).toMatchObject({ name: 'transaction', ok: false });
});
