import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ANCHOR_ADDRESS } from '../../src/proof/calldata.ts';
import { encodeHeader, validatorOf } from '../../src/ethereum/header.ts';
import { bytesOf, hexOf } from '../../src/ethereum/hex.ts';
import { hashOf, parseTransaction, senderOf } from '../../src/ethereum/transaction.ts';
import { listProof } from '../../src/ethereum/trie.ts';
import { keyOf, NOON, openChain, signed, sqlite } from '../chain/support/chain.ts';
import { changed, digit } from './support/change.ts';
import { nodeServer } from './support/node.ts';
import { external, grownWith, khipuProof, simpleProof } from './support/proofs.ts';

const COMMAND = join(import.meta.dirname, '../../src/cli/verify.mjs');
/** Loaded before the command: whatever reaches for the network ends it. */
const NO_NETWORK = `data:text/javascript,${encodeURIComponent(`
  import net from 'node:net'; import dns from 'node:dns'; import { syncBuiltinESMExports } from 'node:module';
  const none = () => { process.stderr.write('the network was used'); process.exit(70); };
  net.Socket.prototype.connect = none; dns.lookup = none; globalThis.fetch = none; syncBuiltinESMExports();
`)}`;

const directory = mkdtempSync(join(tmpdir(), 'proof-'));
afterAll(() => rmSync(directory, { recursive: true }));

type Ran = { code: number | null; out: string; err: string };

function run(args: string[], { input = '', network = false } = {}): Promise<Ran> {
  const options = network ? [] : ['--import', NO_NETWORK];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [...options, COMMAND, ...args], (_error, out, err) =>
      resolve({ code: child.exitCode, out, err }),
    );
    child.stdin!.end(input);
  });
}

let files = 0;
function fileOf(content: object | string): string {
  const path = join(directory, `${files++}.json`);
  const raw = typeof content === 'string' || content instanceof Uint8Array;
  writeFileSync(path, raw ? content : JSON.stringify(content));
  return path;
}

const simple = simpleProof('public');
const khipu = khipuProof();
const { genesis_hash: genesis, validator_address: validator } = khipu.chain;
const signer = senderOf(parseTransaction(bytesOf(khipu.chain.transaction, 'transaction')));

describe('a proof that holds', () => {
  test.each([
    ['SIMPLE_HASH', simple, 12],
    ['KHIPU', khipu, 11],
    ['an outside chain', simpleProof('tenant', external), 12],
  ] as const)(
    'of %s: every step is printed, no network is used, and 3 says that nothing vouches for the chain',
    async (_name, proof, steps) => {
      const { code, out, err } = await run([fileOf(proof)]);
      expect([code, err]).toEqual([3, '']);
      const lines = out.trimEnd().split('\n');
      expect(lines).toHaveLength(steps + 1);
      expect(lines.slice(0, -1).every((line) => /^(?:ok {2}|- {3}) [a-z]+ +\S/.test(line))).toBe(true);
      expect(lines.at(-1)).toMatch(/^The proof is consistent in itself, but nothing vouches for its chain: .+\.$/);
      expect(out).not.toContain('operator');
    },
  );

  test('is read from the standard input', async () => {
    expect(await run(['-'], { input: JSON.stringify(khipu, undefined, 2) })).toMatchObject({ code: 3, err: '' });
  });

  test('of anybody, on a chain of their own, is not told from that of the service, and exits 3', async () => {
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
    expect(await run([file])).toMatchObject({ code: 3, err: '', out: expect.not.stringContaining('operator') });
    expect(await run([file, '--genesis', genesis])).toMatchObject({ code: 1 });
    expect(await run([file, '--validator', validator])).toMatchObject({ code: 1 });
  });

  test('exits 0 only where something known vouches for the chain, and matches', async () => {
    const file = fileOf(khipu);
    for (const pins of [
      ['--genesis', genesis],
      ['--validator', validator],
      ['--genesis', genesis, '--validator', validator, '--signer', signer],
    ]) {
      const pinned = await run([file, ...pins]);
      expect(pinned.code).toBe(0);
      expect(pinned.out).toContain(
        `The proof holds: sealed by the validator ${validator}, whose key the operator of the service holds.`,
      );
    }
    expect((await run([file, '--signer', signer])).code).toBe(3);
    expect(await run([file, '--genesis', digit(genesis)])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/fails at genesis$/m),
    });
    expect(await run([file, '--validator', digit(validator)])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/fails at seal$/m),
    });
    expect(await run([file, '--signer', validator])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/fails at transaction$/m),
    });
  });
});

describe('a proof that does not hold', () => {
  test.each<[string, object | string, string]>([
    ['an event', changed(khipu, ({ event }) => (event.behaviour = '')), 'preimage'],
    ['a hash', changed(simple, ({ anchor }) => (anchor.anchor_hash = digit(anchor.anchor_hash))), 'hash'],
    ['no JSON', '{', 'format'],
    ['nothing', '', 'format'],
    ['a name twice', JSON.stringify(khipu).replace('{', '{"event":{},'), 'format'],
    ['bytes that are no UTF-8', Buffer.from(JSON.stringify(khipu).replace('Inspection', '\u00ff'), 'latin1'), 'format'],
  ])('%s: the first step that fails is named', async (_name, content, step) => {
    const { code, out, err } = await run([fileOf(content)]);
    expect(code).toBe(1);
    expect(out.trimEnd().split('\n').at(-1)).toMatch(new RegExp(`^FAIL ${step} `));
    expect(err).toBe(`error: the proof does not hold: it fails at ${step}\n`);
  });
});

test.each<[string, string[]]>([
  ['no file', []],
  ['two files', ['a.json', 'b.json']],
  ['a file that is not there', [join(directory, 'none.json')]],
  ['an unknown option', ['-', '--trust']],
  ['half a genesis', ['-', '--genesis', '0x12']],
  ['a validator without 0x', ['-', '--validator', 'ab'.repeat(21)]],
  ['a node that has no address', ['-', '--rpc', 'localhost:8545']],
  ['confirmations that are none', ['-', '--rpc', 'http://127.0.0.1:1', '--confirmations', '0']],
  ['confirmations without a node', ['-', '--confirmations', '3']],
])('%s is misuse', async (_name, args) => {
  const { code, out, err } = await run(args);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain('usage: npm run -s verify -- FILE');
});

describe('with a node', () => {
  const { data } = parseTransaction(bytesOf(khipu.chain.transaction, 'transaction'));
  let node: Awaited<ReturnType<typeof nodeServer>>;
  beforeAll(async () => {
    node = await nodeServer(grownWith(data).chain);
  });
  afterAll(() => node.close());

  test('that has the block, the proof holds by its word too', async () => {
    const { code, out } = await run([fileOf(khipu), '--rpc', node.url], { network: true });
    expect(code).toBe(0);
    expect(out).toMatch(/^The proof holds: /m);
    expect(out).toMatch(/^ok {3}node {8}the node has the block and the transaction/m);
    expect(out).toContain(`the node at ${new URL(node.url).host} has the block and holds it final.`);
  });

  test('that does not have it, the step is named', async () => {
    const ran = await run([fileOf(simple), '--rpc', node.url], { network: true });
    expect(ran).toMatchObject({ code: 1, err: expect.stringMatching(/fails at node$/m) });
  });

  test('that does not answer, the step is named', async () => {
    const ran = await run([fileOf(khipu), '--rpc', 'http://127.0.0.1:9'], { network: true });
    expect(ran).toMatchObject({ code: 1, err: expect.stringMatching(/fails at node$/m) });
  });

  test('a proof that does not hold by itself does not come to it', async () => {
    const bad = changed(khipu, ({ event }) => (event.behaviour = ''));
    expect(await run([fileOf(bad), '--rpc', node.url])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/fails at preimage$/m),
    });
  });
});
