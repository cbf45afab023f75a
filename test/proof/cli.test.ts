import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ANCHOR_ADDRESS } from '../../src/proof/calldata.ts';
import { encodeHeader, validatorOf } from '../../src/formats/ethereum/header.ts';
import { bytesOf, hexOf } from '../../src/formats/ethereum/hex.ts';
import { hashOf, parseTransaction, senderOf } from '../../src/formats/ethereum/transaction.ts';
import { listProof } from '../../src/formats/ethereum/trie.ts';
import { keyOf, NOON, openChain, signed, sqlite } from '../chain/support/chain.ts';
import { changed, digit } from './support/change.ts';
import { verifyCommand } from './support/command.ts';
import { nodeServer } from './support/node.ts';
import { external, grownWith, khipuProof, simpleProof } from './support/proofs.ts';

const { run, here, fileOf } = verifyCommand();

/** The answers of a proof without known values. */
const THREE_ANSWERS = ['– Who ', '– Since when ', '– Complete '].map((start) => expect.stringMatching(`^${start}`));

const simple = simpleProof('public');
const khipu = khipuProof();
const { genesis_hash: genesis, validator_address: validator } = khipu.chain;
const signer = senderOf(parseTransaction(bytesOf(khipu.chain.transaction, 'transaction')));

test.each([
  ['SIMPLE_HASH', simple, 12],
  ['KHIPU', khipu, 11],
  ['an external chain', simpleProof('tenant', external), 12],
] as const)(
  'npm run verify of %s prints every step, uses no network, and exits with 3: the chain is not verified',
  async (_name, proof, steps) => {
    const { code, out, err } = await (proof === simple ? run : here)([fileOf(proof)]);
    expect([code, err]).toEqual([3, '']);
    const lines = out.trimEnd().split('\n');
    expect(lines).toHaveLength(steps + 4);
    expect(lines.slice(0, steps).every((line) => /^(?:ok {2}|- {3}) [a-z]+ +\S/.test(line))).toBe(true);
    expect(lines.slice(steps, -1)).toEqual(THREE_ANSWERS);
    expect(lines.at(-1)).toMatch(/^The proof is consistent, but its chain is not verified: .+\.$/);
    expect(out).not.toContain('operator');
  },
);

test('npm run verify of a valid proof reads it from stdin', async () => {
  expect(await run(['-'], { input: JSON.stringify(khipu, undefined, 2) })).toMatchObject({ code: 3, err: '' });
});

test('npm run verify of a chain that anyone has made exits with 3, and with 1 if a value is pinned', async () => {
  const forger = keyOf(9);
  const own = simpleProof('tenant', (data) => {
    const chain = openChain(sqlite(), { validatorKey: forger });
    const raw = signed(0, { to: ANCHOR_ADDRESS, data, gas: 500_000n }, 9);
    chain.accept(raw);
    const { header, hash } = chain.seal(NOON)!;
    return {
      chain: {
        ...simple.chain,
        genesis_hash: chain.store.blockByNumber(0)!.hash,
        transaction: hexOf(raw),
        transaction_index: 0,
        inclusion: listProof([raw], 0).map(hexOf),
        block_header: hexOf(encodeHeader(header)),
        block_hash: hash,
        validator_address: validatorOf(header),
      },
      event: (event) => ({ ...event, transaction_id: hashOf(raw), block_number: 1, transaction_index: 0 }),
    };
  });
  const file = fileOf(own);
  expect(await here([file])).toMatchObject({ code: 3, err: '', out: expect.not.stringContaining('operator') });
  expect(await here([file, '--genesis', genesis])).toMatchObject({ code: 1 });
  expect(await here([file, '--validator', validator])).toMatchObject({ code: 1 });
});

test('npm run verify of a valid proof exits with 0 only if a known value verifies the chain', async () => {
  const file = fileOf(khipu);
  for (const pins of [
    ['--genesis', genesis],
    ['--validator', validator],
    ['--genesis', genesis, '--validator', validator, '--signer', signer],
  ]) {
    const pinned = await here([file, ...pins]);
    expect(pinned.code).toBe(0);
    expect(pinned.out).toContain(
      `The proof is valid: sealed by the validator ${validator}, whose key the operator of the service holds.`,
    );
  }
  expect((await here([file, '--signer', signer])).code).toBe(3);
  expect(await here([file, '--genesis', digit(genesis)])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/the step genesis failed$/m),
  });
  expect(await here([file, '--validator', digit(validator)])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/the step seal failed$/m),
  });
  expect(await here([file, '--signer', validator])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/the step transaction failed$/m),
  });
});

describe('npm run verify of a proof that is not valid', () => {
  test.each<[string, object | string, string]>([
    ['a changed event', changed(khipu, ({ event }) => (event.behaviour = '')), 'preimage'],
    ['a changed hash', changed(simple, ({ anchor }) => (anchor.anchor_hash = digit(anchor.anchor_hash))), 'hash'],
    ['text that is not JSON', '{', 'format'],
    ['an empty file', '', 'format'],
    ['a duplicate name', JSON.stringify(khipu).replace('{', '{"event":{},'), 'format'],
    [
      'bytes that are not UTF-8',
      Buffer.from(JSON.stringify(khipu).replace('Inspection', '\u00ff'), 'latin1'),
      'format',
    ],
  ])('names the first step that fails: %s', async (_name, content, step) => {
    const { code, out, err } = await here([fileOf(content)]);
    expect(code).toBe(1);
    expect(out.trimEnd().split('\n').slice(-2)).toEqual([
      expect.stringMatching(`^FAIL ${step} `),
      expect.stringMatching(/^✕ Since when /),
    ]);
    expect(err).toBe(`error: the proof is not valid: the step ${step} failed\n`);
  });
});

test.each<[string, string[]]>([
  ['no file', []],
  ['two files', ['a.json', 'b.json']],
  ['a file that does not exist', [join(tmpdir(), 'none.json')]],
  ['an unknown option', ['-', '--trust']],
  ['a genesis hash that is too short', ['-', '--genesis', '0x12']],
  ['a validator without 0x', ['-', '--validator', 'ab'.repeat(21)]],
  ['a node without a URL', ['-', '--rpc', 'localhost:8545']],
  ['zero confirmations', ['-', '--rpc', 'http://127.0.0.1:1', '--confirmations', '0']],
  ['confirmations without a node', ['-', '--confirmations', '3']],
])('npm run verify exits with 2 and one line on stderr for %s', async (_name, args) => {
  const { code, out, err } = await here(args);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/^error: [^\n]+\n$/);
});

describe('npm run verify with a node', () => {
  const { data } = parseTransaction(bytesOf(khipu.chain.transaction, 'transaction'));
  let node: Awaited<ReturnType<typeof nodeServer>>;
  beforeAll(async () => {
    node = await nodeServer(grownWith(data).chain);
  });
  afterAll(() => node.close());

  test('exits with 0 if the node has the block', async () => {
    const { code, out } = await here([fileOf(khipu), '--rpc', node.url], { network: true });
    expect(code).toBe(0);
    expect(out).toMatch(/^The proof is valid: /m);
    expect(out).toMatch(/^ok {3}node {8}the node has the block and the transaction/m);
    expect(out).toContain(`the node at ${new URL(node.url).host} has the block, and it is final.`);
  });

  test('names the step if the node does not have the block', async () => {
    const ran = await here([fileOf(simple), '--rpc', node.url], { network: true });
    expect(ran).toMatchObject({ code: 1, err: expect.stringMatching(/the step node failed$/m) });
  });

  test('names the step if the node does not respond', async () => {
    const ran = await here([fileOf(khipu), '--rpc', 'http://127.0.0.1:9'], { network: true });
    expect(ran).toMatchObject({ code: 1, err: expect.stringMatching(/the step node failed$/m) });
  });

  test('does not query the node if an earlier step fails', async () => {
    const bad = changed(khipu, ({ event }) => (event.behaviour = ''));
    expect(await here([fileOf(bad), '--rpc', node.url])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/the step preimage failed$/m),
    });
  });
});
