import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { statePaths } from '../../../apps/server/state/directory.ts';
import { freePort } from '../../../tools/free-port.ts';
import { startReal, type CrashService } from '../../../tools/crash/service.ts';
import { statedInLog } from '../../anchoring/log-support.ts';
import { RECORD } from '../../support/record.ts';
import { SECRETS } from '../../support/service.ts';
import { CHAIN_ID, KEY, startAnvil, type Anvil } from './support/anvil.ts';
import { proxyTo, type Stop } from './support/proxy.ts';
import { removeDirectory } from '../../support/directory.ts';

let node: Anvil;
let proxy: Awaited<ReturnType<typeof proxyTo>>;
let service: CrashService;
let token: string;
const state = mkdtempSync(join(tmpdir(), 'outbox-crash-'));
const port = await freePort();

beforeAll(async () => {
  node = await startAnvil({ blockTime: 1 });
  proxy = await proxyTo(node.url);
  const settings = {
    ...SECRETS,
    CHAIN_RPC_URL: proxy.url,
    CHAIN_ID: String(CHAIN_ID),
    CHAIN_SIGNER_KEY: KEY,
    CHAIN_POLL_SECONDS: '1',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(statePaths(state).secrets, lines.join(''), { mode: 0o600 });
  service = await startReal(state, port);
  token = await service.token();
  const { tenant_identity } = JSON.parse(readFileSync(statePaths(state).admin, 'utf8')) as { tenant_identity: string };
  const tenant = tenant_identity.replace('tenant/', '');
  await call('PATCH', `/operator/v1/tenants/${tenant}`, { khipu: 'on' }, SECRETS.OPERATOR_SECRET);
});
afterAll(async () => {
  service.end();
  proxy.close();
  await node.stop();
  removeDirectory(state);
});

const call = async (method: string, path: string, body?: unknown, secret = token): Promise<any> => {
  const response = await fetch(`${service.base}${path}`, {
    method,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer: any = await response.json();
  if (response.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer;
};

const EVENTS = 6;

const STOPS: [string, Stop][] = [
  ['between storing the bytes and sending them', { method: 'eth_sendRawTransaction', nth: 1, when: 'before' }],
  ['when the node has received some of them', { method: 'eth_sendRawTransaction', nth: 4, when: 'after' }],
  ['when the outbox queries their receipts', { method: 'eth_getTransactionReceipt', nth: 2, when: 'after' }],
  ['when the outbox builds the proofs of final transactions', { method: 'eth_getBlockByHash', nth: 1, when: 'after' }],
];

it.each(STOPS)('kill -9 of all processes %s loses no transaction and duplicates none', async (_, stop) => {
  const before = (await node.inputs()).length;
  const stopped = proxy.until(stop);
  const asset = await call('POST', '/v2/assets', { attributes: {}, proof_mechanism: 'KHIPU' });
  for (let i = 1; i < EVENTS; i++)
    await call('POST', `/v2/${asset.identity}/events`, { ...RECORD, event_attributes: { number: String(i) } });
  await stopped;
  expect((await service.crash()).length).toBeGreaterThan(0);
  proxy.resume();
  service = await startReal(state, port);
  token = await service.token();
  // Without further requests, the outbox resumes the pending transactions.
  const events = async (): Promise<any[]> => (await call('GET', `/v2/${asset.identity}/events`)).events;
  await expect
    .poll(async () => (await events()).map(({ confirmation_status }) => confirmation_status))
    .toEqual(Array.from({ length: EVENTS }, () => 'CONFIRMED'));
  const sent = (await node.sent()).slice(before);
  expect(new Set(sent.map(({ input }) => input)).size).toBe(sent.length);
  // One per event, and one for the creation of the asset. The log of the tenancy has anchors of its own.
  expect(sent.filter(({ input }) => !statedInLog(input))).toHaveLength(EVENTS + 1);
  const nonces = (await node.sent()).map(({ nonce }) => Number(nonce));
  expect(nonces).toEqual(nonces.map((__, i) => i));
  for (const event of await events()) {
    const { blockNumber } = sent.find(({ hash }) => hash === event.transaction_id)!;
    expect(event.block_number).toBe(Number(blockNumber));
  }
});
