import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WrongChain } from '../../../src/anchoring/chain/outbox/chain-node.ts';
import { ChainUnreachable, RpcError } from '../../../src/formats/ethereum/transport.ts';
import { startAnvil, type Anvil } from './support/anvil.ts';
import { inputOf, intent, intents, outboxOn, drain, SETTINGS, type Bench } from './support/outbox.ts';
import { removeDirectory } from '../../support/directory.ts';

let node: Anvil;
beforeEach(async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  node = await startAnvil();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await node.stop();
});

const inputs = (count: number): string[] => Array.from({ length: count }, (_, i) => inputOf(i));

/** Expects that each intent is on the chain exactly once, and reported. */
async function allOnce(bench: Bench, on: Anvil, count: number): Promise<void> {
  await drain(bench, on);
  expect((await on.inputs()).toSorted()).toEqual(inputs(count));
  expect([...bench.reported.keys()].toSorted()).toEqual(
    intents(count)
      .map((each) => each.intent)
      .toSorted(),
  );
  for (const { hash, intent: name } of bench.reported.values()) {
    const { input } = await on.rpc('eth_getTransactionByHash', hash);
    expect(input).toBe(inputOf(Number(name.slice('intent '.length))));
  }
}

it('sends the same bytes again after the node dropped them', async () => {
  const bench = outboxOn(node);
  bench.submit(...intents(3));
  await bench.tick();
  const hashes = bench.rows().map(({ signed }) => signed[0]!.hash);
  await node.rpc('anvil_dropTransaction', hashes[1]);
  await node.mine();
  expect(await node.inputs()).toEqual([inputOf(0)]);
  bench.wait(SETTINGS.resendMs);
  await bench.tick();
  await allOnce(bench, node, 3);
  expect((await node.sent()).map(({ hash }) => hash)).toEqual(hashes);
});

it('fills the nonce gap that lost transactions leave', async () => {
  const bench = outboxOn(node);
  // The first three are lost silently.
  let refused = 3;
  bench.fault = async (method, _, ask) => (method === 'eth_sendRawTransaction' && refused-- > 0 ? '0x00' : await ask());
  bench.submit(...intents(8));
  await bench.tick();
  await node.mine(3);
  expect(await node.inputs()).toEqual([]);
  await allOnce(bench, node, 8);
});

describe('a node that is unreachable', () => {
  it('stops the outbox from signing until it is back', async () => {
    const bench = outboxOn(node);
    bench.submit(...intents(2));
    await bench.tick();
    bench.fault = async () => {
      throw new ChainUnreachable('away');
    };
    bench.submit(...intents(4, 2));
    for (let i = 0; i < 5; i++) await expect(bench.tick()).rejects.toThrow(ChainUnreachable);
    expect(bench.states()).toEqual(['sent', 'sent', 'waiting', 'waiting', 'waiting', 'waiting']);
    bench.fault = undefined;
    await allOnce(bench, node, 6);
  });

  it('may come back with a longer chain and an empty pool', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'outbox-'));
    const state = join(folder, 'state.json');
    const first = await startAnvil({ state });
    const bench = outboxOn(first);
    bench.submit(...intents(4));
    await bench.tick();
    await first.mine();
    await bench.tick();
    bench.submit(...intents(4, 4));
    await bench.tick();
    await first.stop();
    await expect(bench.tick()).rejects.toThrow(ChainUnreachable);
    const second = await startAnvil({ load: state, port: first.port });
    try {
      await second.mine(20);
      await allOnce(bench, second, 8);
      expect(bench.reported.get('intent 0')!.blockNumber).toBe(1);
      expect(bench.reported.get('intent 7')!.blockNumber).toBeGreaterThan(20);
    } finally {
      await second.stop();
      removeDirectory(folder);
    }
  });

  it.each(['seen', 'unseen'])('is rejected when it comes back with another chain (%s)', async (how) => {
    const first = await startAnvil();
    const bench = outboxOn(first);
    bench.submit(intent(0));
    await bench.tick();
    // The outbox notices that the node was away, or that the transaction count has decreased.
    if (how === 'unseen') await first.mine();
    await bench.tick();
    await first.stop();
    if (how === 'seen') await expect(bench.tick()).rejects.toThrow(ChainUnreachable);
    const second = await startAnvil({ port: first.port, more: ['--timestamp', '1700000000'] });
    try {
      bench.submit(intent(1));
      await expect(bench.tick()).rejects.toThrow(WrongChain);
      await second.mine(5);
      expect(await second.inputs()).toEqual([]);
    } finally {
      await second.stop();
    }
  });
});

it('sends nothing to a node with another chain id', async () => {
  const bench = outboxOn(node);
  bench.fault = async (method, _, ask) => (method === 'eth_chainId' ? '0x1093' : await ask());
  bench.submit(intent(0));
  await expect(bench.tick()).rejects.toThrow('the node serves chain 4243, not 4242');
  expect(bench.states()).toEqual(['waiting']);
});

/** Errors of nodes. Implementations report the same condition in different ways. */
const ERRORS: [number, string][] = [
  [-32_000, 'already known'],
  [-32_000, 'nonce too low'],
  [-32_000, 'replacement transaction underpriced'],
  [-32_003, 'insufficient funds for gas * price + value'],
  [-32_602, 'invalid params'],
  [-32_603, 'Internal error'],
  [-32_005, 'limit exceeded'],
  [-39_001, 'unknown block'],
  [0, ''],
];

it.each(ERRORS)(
  'responses of the node are advisory when sending fails with %i %s although it took the transactions',
  async (code, message) => {
    const bench = outboxOn(node);
    bench.fault = async (method, _, ask) => {
      const answer = await ask();
      if (method === 'eth_sendRawTransaction') throw new RpcError(code, message);
      return answer;
    };
    bench.submit(...intents(3));
    await allOnce(bench, node, 3);
  },
);

it('responses of the node are advisory when sending succeeds although the node took nothing', async () => {
  const bench = outboxOn(node);
  bench.fault = async (method, _, ask) => (method === 'eth_sendRawTransaction' ? `0x${'00'.repeat(32)}` : await ask());
  bench.submit(...intents(3));
  await bench.tick(5);
  expect(bench.states()).toEqual(['sent', 'sent', 'sent']);
  bench.fault = undefined;
  await allOnce(bench, node, 3);
});

it('responses of the node are advisory when each method fails now and then', async () => {
  const bench = outboxOn(node);
  const methods = [
    'eth_chainId',
    'eth_getBlockByNumber',
    'eth_getTransactionCount',
    'eth_maxPriorityFeePerGas',
    'eth_sendRawTransaction',
    'eth_getTransactionReceipt',
    'eth_getBlockByHash',
  ];
  let turn = 0;
  bench.submit(...intents(30));
  for (let i = 0; i < 150 && !(i > 20 && bench.rows().length === 0); i++) {
    // Each method fails now and then, with each of the errors. A failed tick has no lasting effect.
    const refused = methods[i % methods.length];
    bench.fault = async (method, _, ask) => {
      if (method !== refused || turn++ % 3 === 0) return ask();
      const [code, message] = ERRORS[turn % ERRORS.length]!;
      throw new RpcError(code, message);
    };
    await bench.tick().catch((error: unknown) => expect(error).toBeInstanceOf(RpcError));
    if (i % 3 === 0) await node.mine();
  }
  bench.fault = undefined;
  await allOnce(bench, node, 30);
  expect(new Set([...bench.reported.values()].map(({ finality }) => finality))).toEqual(
    new Set(['finalized tag of the node']),
  );
});

const crash = new Error('crash');

it('a crash duplicates and loses no transaction between storing the bytes and sending them', async () => {
  const bench = outboxOn(node);
  bench.fault = async (method, _, ask) => {
    if (method === 'eth_sendRawTransaction') throw crash;
    return ask();
  };
  bench.submit(...intents(20));
  await expect(bench.tick()).rejects.toThrow(crash);
  expect(bench.states().filter((state) => state === 'sent')).toHaveLength(16);
  const kept = bench.rows().flatMap(({ signed }) => signed.map(({ hash }) => hash));
  bench.fault = undefined;
  bench.restart();
  await allOnce(bench, node, 20);
  expect((await node.sent()).slice(0, 16).map(({ hash }) => hash)).toEqual(kept);
});

it('a crash duplicates and loses no transaction in the middle of sending', async () => {
  const bench = outboxOn(node);
  let sent = 0;
  bench.fault = async (method, _, ask) => {
    if (method === 'eth_sendRawTransaction' && ++sent > 5) throw crash;
    return ask();
  };
  bench.submit(...intents(12));
  await expect(bench.tick()).rejects.toThrow(crash);
  bench.fault = undefined;
  bench.restart();
  await allOnce(bench, node, 12);
});

it('a crash duplicates and loses no transaction between sending and the next tick', async () => {
  const bench = outboxOn(node);
  bench.submit(...intents(4));
  await bench.tick();
  bench.restart();
  await node.mine(3);
  bench.restart();
  await allOnce(bench, node, 4);
});

it('a crash duplicates and loses no transaction after reporting, before the transaction is removed', async () => {
  const bench = outboxOn(node);
  bench.submit(...intents(2));
  await bench.tick();
  await node.mine(3);
  bench.onReport = () => {
    throw crash;
  };
  await expect(bench.tick()).rejects.toThrow(crash);
  expect(bench.states()).toEqual(['mined', 'mined']);
  // New intents are sent although the database is away.
  bench.submit(...intents(1, 2));
  await expect(bench.tick()).rejects.toThrow(crash);
  expect(bench.states()).toEqual(['mined', 'mined', 'sent']);
  bench.onReport = undefined;
  bench.restart();
  await allOnce(bench, node, 3);
});
