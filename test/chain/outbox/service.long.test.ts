import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { headerOfRecord } from '../../../src/formats/ethereum/header.ts';
import { verifyProof } from '../../../src/proof/verify.ts';
import { askNode } from '../../../src/proof/node.ts';
import type { Proof } from '../../../src/proof/format.ts';
import { HttpTransport } from '../../../src/formats/ethereum/transport.ts';
import { openClient, type Client } from '../../support/client.ts';
import { RECORD } from '../../support/record.ts';
import { newTenant, SECRETS, startService, type Service, type Tenant } from '../../support/service.ts';
import { anchoredLog, leavesOf, statedInLog, verifyLogAnchor } from '../../anchoring/log-support.ts';
import { PUBLIC } from '../../anchoring/support.ts';
import { CHAIN_ID, KEY, SIGNER, startAnvil, type Anvil } from './support/anvil.ts';
import { removeDirectory } from '../../support/directory.ts';

const folder = mkdtempSync(join(tmpdir(), 'outbox-service-'));
/** The file in which the node stores its chain while it is stopped. */
const state = join(folder, 'state.json');

let node: Anvil;
let service: Service;
let tenant: Tenant;
let client: Client;
beforeAll(async () => {
  node = await startAnvil({ blockTime: 1, state });
  service = await startService({
    vars: {
      CHAIN_RPC_URL: node.url,
      CHAIN_ID: String(CHAIN_ID),
      CHAIN_SIGNER_KEY: KEY,
      CHAIN_CONFIRMATIONS: '2',
      CHAIN_POLL_SECONDS: '1',
      ANCHOR_WINDOW_SECONDS: '1',
    },
  });
  tenant = await newTenant(service);
  client = await openClient(service);
});
afterAll(async () => {
  await service.close();
  await node.stop();
  removeDirectory(folder);
});

const get = async (path: string): Promise<any> => {
  const { status, body } = await client.call(tenant.token, 'GET', path);
  expect(status, path).toBe(200);
  return body;
};
const post = async (path: string, body: unknown): Promise<any> =>
  (await client.call(tenant.token, 'POST', path, { body })).body;

/** Creates an event and waits until it is anchored. */
async function anchored(proof_mechanism: string): Promise<any> {
  const asset = await post('/v2/assets', { attributes: { kind: 'ä' }, proof_mechanism, public: true });
  const { identity } = await post(`/v2/${asset.identity}/events`, { ...RECORD, event_attributes: { note: 'x' } });
  await expect.poll(async () => (await get(`/v2/${identity}`)).transaction_id, { interval: 200 }).not.toBe('');
  return get(`/v2/${identity}`);
}

/** Expects that the proof is valid offline, and that the node confirms it. */
async function proven(path: string, token: string | undefined): Promise<Proof> {
  const { status, body } = await client.call<Proof>(token, 'GET', path);
  expect(status).toBe(200);
  const { hash: genesis } = await node.rpc('eth_getBlockByNumber', '0x0', false);
  const { ok, steps, word } = verifyProof(body, { genesis, signer: SIGNER, node: true });
  expect(steps.filter((step) => !step.ok)).toEqual([]);
  expect(ok).toBe(true);
  expect(word).toMatch(`mined on chain ${CHAIN_ID}, final by finalized tag of the node`);
  expect(await askNode(body, new HttpTransport(node.url), 2)).toMatchObject({ ok: true });
  return body;
}

async function onChain(event: any, entries: any[]): Promise<void> {
  for (const { transaction } of entries) {
    const seen = await node.rpc('eth_getTransactionByHash', transaction.hash);
    expect(transaction).toMatchObject({
      from: SIGNER,
      blockhash: seen.blockHash,
      block_number: String(Number(seen.blockNumber)),
      transaction_index: Number(seen.transactionIndex),
      nonce: String(Number(seen.nonce)),
      input: seen.input,
      value: '0',
    });
    expect([BigInt(transaction.r), BigInt(transaction.s)]).toEqual([BigInt(seen.r), BigInt(seen.s)]);
  }
  const last = entries.at(-1).transaction;
  expect(event).toMatchObject({
    confirmation_status: 'CONFIRMED',
    transaction_id: last.hash,
    block_number: Number(last.block_number),
    transaction_index: last.transaction_index,
  });
}

it('anchors a SIMPLE_HASH event on the node, for its tenancy and for the public', async () => {
  const event = await anchored('SIMPLE_HASH');
  const { transactions } = await get(`/v1alpha2/blockchain/${event.identity}`);
  expect(transactions.map(({ kind }: { kind: string }) => kind)).toEqual(['SIMPLE_HASH']);
  await onChain(event, transactions);
  const proof = await proven(`/v2/${event.identity}:proof?form=window`, tenant.token);
  expect(proof.chain).toMatchObject({ kind: 'external', chain_id: String(CHAIN_ID), validator_address: '' });
  const open = event.identity.replace('assets/', 'publicassets/');
  await expect
    .poll(async () => (await client.call(undefined, 'GET', `/v2/${open}:proof?form=window`)).status)
    .toBe(200);
  expect(await proven(`/v2/${open}:proof?form=window`, undefined)).toMatchObject({ view: 'public' });
});

it('confirms a KHIPU event when its block is final, if the operator has enabled KHIPU', async () => {
  const asset = { attributes: {}, proof_mechanism: 'KHIPU' };
  expect((await client.call(tenant.token, 'POST', '/v2/assets', { body: asset })).status).toBe(402);
  const on = await fetch(`${service.base}/operator/v1/tenants/${tenant.tenant_identity.replace('tenant/', '')}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${SECRETS.OPERATOR_SECRET}`, 'content-type': 'application/json' },
    body: JSON.stringify({ khipu: 'on' }),
  });
  expect(on.status).toBe(200);
  const event = await anchored('KHIPU');
  const { transactions } = await get(`/v1alpha2/blockchain/${event.identity}`);
  await onChain(event, transactions);
  const block = await node.rpc('eth_getBlockByNumber', `0x${event.block_number.toString(16)}`, false);
  expect(Date.parse(event.timestamp_committed)).toBe(Number(block.timestamp) * 1000);
  const finalized = await node.rpc('eth_getBlockByNumber', 'finalized', false);
  expect(event.block_number).toBeLessThanOrEqual(Number(finalized.number));
  await proven(`/v2/${event.identity}:proof?form=window`, tenant.token);
  const [asset_identity] = event.identity.split('/events/');
  const first = (await get(`/v2/${asset_identity}/events`)).events.find(
    (each: { operation: string }) => each.operation === 'NewAsset',
  );
  const created = await get(`/v1alpha2/blockchain/${first.identity}`);
  expect(created.transactions).toHaveLength(2);
  await onChain(first, created.transactions);
});

it('anchors the logs on the node, each in transactions of its own', async () => {
  await anchored('KHIPU');
  for (const scope of [tenant.tenant_identity.replace('tenant/', ''), PUBLIC]) {
    const anchors = await anchoredLog(service, scope);
    const stated = (await node.sent()).flatMap(({ hash, input }) => {
      const tree = statedInLog(input);
      return tree?.scope === scope ? [{ hash, ...tree }] : [];
    });
    expect(stated).toEqual(
      anchors.map(({ hash, log, size, root, epoch }) => ({ hash, log, scope, size, root, epoch })),
    );
    for (const anchor of anchors) verifyLogAnchor(anchor, await leavesOf(service, anchor.log));
  }
});

it('sends each intent exactly once', async () => {
  const inputs = await node.inputs();
  expect(new Set(inputs).size).toBe(inputs.length);
  // The anchors of at least two scopes and of their logs, the creation of the KHIPU asset and its two events.
  expect(inputs.length).toBeGreaterThanOrEqual(7);
});

it('returns the status of the node and its blocks', async () => {
  const genesis = await node.rpc('eth_getBlockByNumber', '0x0', false);
  const before = await node.height();
  const { identity, blockchain_nodes } = await get('/v1/node');
  expect(identity).toMatch(/^anvil/);
  expect(blockchain_nodes).toMatchObject([
    {
      connection_status: 'REACHABLE',
      genesis_hash: genesis.hash,
      state_root: genesis.stateRoot,
      syncing: null,
      peers: [],
      validator_pubkey: { kty: 'EC', crv: 'P-256K', x: '', y: '' },
    },
  ]);
  const height = Number(blockchain_nodes[0].block_height);
  expect(height).toBeGreaterThan(before - 3);
  expect(height).toBeLessThanOrEqual(await node.height());
  const { timestamp } = await node.rpc('eth_getBlockByNumber', `0x${height.toString(16)}`, false);
  expect(Date.parse(blockchain_nodes[0].timestamp_committed)).toBe(Number(timestamp) * 1000);
  expect(Date.parse(blockchain_nodes[0].timestamp_created)).toBe(Number(genesis.timestamp) * 1000);

  const wanted = await node.rpc('eth_getBlockByNumber', '0x3', false);
  for (const query of ['number=3', 'number=0x3', `hash=${wanted.hash}`])
    expect(await get(`/v1/node/block?${query}`)).toMatchObject({
      hash: wanted.hash,
      number: '0x3',
      transactionRoot: wanted.transactionsRoot,
    });
  expect(headerOfRecord(await get('/v1/node/block?number=3'))).toMatchObject({ number: 3n });
  expect(Number((await get('/v1/node/block?number=latest')).number)).toBeGreaterThanOrEqual(height);
  for (const query of ['number=99999999', `hash=0x${'00'.repeat(32)}`])
    expect((await client.call(tenant.token, 'GET', `/v1/node/block?${query}`)).status).toBe(404);
});

it('reports an unreachable node as UNREACHABLE, and resumes when it is back', async () => {
  const { port } = node;
  await node.stop();
  expect((await get('/v1/node')).blockchain_nodes).toMatchObject([
    {
      connection_status: 'UNREACHABLE',
      block_height: '0',
      timestamp_committed: '1970-01-01T00:00:00Z',
      timestamp_created: '1970-01-01T00:00:00Z',
    },
  ]);
  expect((await client.call(tenant.token, 'GET', '/v1/node/block')).status).toBe(503);
  // Events that are recorded in the meantime wait.
  const event = anchored('SIMPLE_HASH');
  const failed = () => service.logs().filter((line) => line.includes('the chain could not be read'));
  await expect.poll(() => failed().length).toBeGreaterThan(0);
  node = await startAnvil({ blockTime: 1, port, load: state });
  expect((await get('/v1/node')).blockchain_nodes).toMatchObject([{ connection_status: 'REACHABLE' }]);
  const { identity } = await event;
  await proven(`/v2/${identity}:proof?form=window`, tenant.token);
  const inputs = await node.inputs();
  expect(new Set(inputs).size).toBe(inputs.length);
  expect(service.logs().join('')).not.toContain(KEY);
});
