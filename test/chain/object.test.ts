import { join } from 'node:path';
import { build } from 'esbuild';
import { computeAddress, Transaction } from 'ethers';
import { Miniflare } from 'miniflare';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeHeader, headerHash, headerOfRecord, validatorOf } from '../../src/formats/ethereum/header.ts';
import { hexOf, type Hex } from '../../src/formats/ethereum/hex.ts';
import { encodeRlp, decodeRlp } from '../../src/formats/ethereum/rlp.ts';
import { hashOf, parseTransaction, senderOf } from '../../src/formats/ethereum/transaction.ts';
import { readWorkerConfig } from '../../apps/server/workerd/worker-config.ts';
import { ORIGIN, SECRETS } from '../support/service.ts';
import { CHAIN_ID, signed } from './support/chain.ts';

/** The object in the real runtime, behind a Worker that forwards calls to it. */
async function startChain() {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'support/worker.ts')],
    bundle: true,
    format: 'esm',
    target: 'es2024',
    external: ['cloudflare:*', 'node:*'],
    write: false,
  });
  const [name, exportName] = ['embedded-chain', 'EmbeddedChain'];
  const text = (value: string) => ({ type: 'text', value }) as const;
  const miniflare = new Miniflare({
    cf: false,
    enableDevRegistry: false,
    workers: [
      {
        config: {
          name,
          compatibilityDate: readWorkerConfig().compatibility_date,
          manifest: {
            mainModule: 'worker.js',
            modulesRoot: '/',
            modules: { 'worker.js': { type: 'esm', contents: outputFiles[0]!.text } },
          },
          env: {
            EMBEDDED_CHAIN: { type: 'durable-object', worker: name, exportName },
            ORIGIN: text(ORIGIN),
            CHAIN_ID: text(String(CHAIN_ID)),
            KEY_ENCRYPTION_KEYS: text(SECRETS.KEY_ENCRYPTION_KEYS),
            WALLET_SEED: text(SECRETS.WALLET_SEED),
          },
          exports: { [exportName]: { type: 'durable-object', storage: 'sqlite' } },
        },
      },
    ],
  });
  const url = await miniflare.ready;
  const post = async (body: unknown): Promise<any> =>
    (await fetch(url, { method: 'POST', body: JSON.stringify(body) })).json();
  return {
    request: (method: string, ...params: unknown[]) => post({ method, params }),
    call: async (method: string, ...params: unknown[]) => (await post({ method, params })).result,
    batch: (calls: { method: string; params: unknown[] }[]) => post(calls),
    evict: () => miniflare.unsafeEvictDurableObject(name, exportName, { name: String(CHAIN_ID) }),
    close: () => miniflare.dispose(),
  };
}

let chain: Awaited<ReturnType<typeof startChain>>;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain.close());

const mined = (hash: Hex) => expect.poll(() => chain.call('eth_getTransactionReceipt', hash)).not.toBeNull();

const send = (raw: Uint8Array): Promise<Hex> => chain.call('eth_sendRawTransaction', hexOf(raw));

describe('the embedded chain in the runtime', () => {
  test('starts with a genesis and returns the key of its validator', async () => {
    expect(await chain.call('eth_blockNumber')).toBe('0x0');
    expect(await chain.call('eth_chainId')).toBe(`0x${CHAIN_ID.toString(16)}`);
    const genesis = await chain.call('eth_getBlockByNumber', 'earliest', false);
    const validator = computeAddress(await chain.call('embedded_validator'));
    expect(genesis.extraData).toContain(validator.slice(2).toLowerCase());
  });

  test('seals transactions automatically, those of one second in one block', async () => {
    const validator = computeAddress(await chain.call('embedded_validator')).toLowerCase();
    const raws = Array.from({ length: 40 }, (_, nonce) => signed(nonce));
    await mined(await send(raws[0]!));
    const hashes: Hex[] = await Promise.all(raws.slice(1).map(send));
    expect(hashes).toEqual(raws.slice(1).map(hashOf));
    await mined(hashes.at(-1)!);
    const head = await chain.call('eth_getBlockByNumber', 'finalized', true);
    const blocks: any[] = [];
    for (let number = 0; number <= Number(head.number); number++)
      blocks.push(await chain.call('eth_getBlockByNumber', `0x${number.toString(16)}`, true));
    expect(blocks.length).toBeLessThan(6);
    expect(blocks.flatMap((block) => block.transactions.map((one: any) => one.hash))).toEqual(raws.map(hashOf));
    for (const [i, block] of blocks.slice(1).entries()) {
      expect(headerHash(headerOfRecord({ ...block, mixHash: undefined }))).toBe(block.hash);
      expect(validatorOf(headerOfRecord(block))).toBe(validator);
      expect(block.parentHash).toBe(blocks[i].hash);
      expect(Number(block.timestamp)).toBeGreaterThan(Number(blocks[i].timestamp));
      expect(Math.abs(Number(block.timestamp) * 1000 - Date.now())).toBeLessThan(60_000);
    }
  });

  test('runs a batch of calls, each independently of the others', async () => {
    const [raw, next] = [signed(40), signed(41)];
    const answers = await chain.batch([
      { method: 'eth_sendRawTransaction', params: [hexOf(next)] },
      { method: 'eth_sendRawTransaction', params: [hexOf(signed(3, { data: '0x01' }))] },
      { method: 'eth_sendRawTransaction', params: [hexOf(raw)] },
      { method: 'eth_mine', params: [] },
      { method: 'eth_sendRawTransaction', params: [hexOf(raw)] },
    ]);
    expect(answers.map((one: any) => one.result ?? one.error.code)).toEqual([
      hashOf(next),
      -32_000,
      hashOf(raw),
      -32_601,
      hashOf(raw),
    ]);
    await mined(hashOf(next));
    expect(await chain.request('eth_mine')).toMatchObject({ error: { code: -32_601 } });
  });

  test('resumes after an eviction, with the waiting transactions', async () => {
    const sender = senderOf(parseTransaction(signed(0)));
    // Two in a row, so that at least one waits for the next second while the object is evicted.
    await send(signed(42));
    const hash = await send(signed(43));
    const head = await chain.call('eth_getBlockByNumber', 'latest', false);
    await chain.evict();
    await mined(hash);
    expect(await chain.call('eth_getTransactionCount', sender, 'latest')).toBe('0x2c');
    expect((await chain.call('eth_getBlockByNumber', head.number, false)).hash).toBe(head.hash);
  });

  test('returns blocks in the form that other nodes import', async () => {
    const head = await chain.call('eth_getBlockByNumber', 'latest', true);
    const raw = Buffer.from((await chain.call('debug_getRawBlock', 'latest')).slice(2), 'hex');
    const [header, transactions, uncles] = decodeRlp(raw) as Uint8Array[][];
    expect(headerHash(decodeHeader(encodeRlp(header!)))).toBe(head.hash);
    expect(uncles).toEqual([]);
    const hashes = transactions!.map((one) => Transaction.from(hexOf(encodeRlp(one))).hash);
    expect(hashes).toEqual(head.transactions.map((one: any) => one.hash));
  });
});
