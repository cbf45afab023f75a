import { cpSync, mkdtempSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withoutTrigger } from '../anchoring/support.ts';
import { openClient, type Client } from '../support/client.ts';
import { RECORD } from '../support/record.ts';
import { startRuntime, type Runtime } from '../support/runtime.ts';
import { newTenant, ORIGIN, SECRETS, startService, type Service, type Tenant } from '../support/service.ts';
import { done } from '../support/sharing.ts';
import { removeDirectory } from '../support/directory.ts';

let service: Service;
let client: Client;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService();
  client = await openClient(service);
  tenant = await newTenant(service, 'Damage');
});
afterAll(() => service?.close());

const alarms = async (): Promise<any[]> =>
  (await service.logged())
    .filter((line) => line.includes('"level":"alarm"'))
    .map((line) => JSON.parse(line.slice(line.indexOf('{'))));

test('an asset whose stored data cannot be read is marked FAILED', async () => {
  const asset = await done(client, tenant.token, 'POST', '/v2/assets', {});
  const { identity } = await done(client, tenant.token, 'POST', `/v2/${asset.identity}/events`, RECORD);
  const event = identity.split('/').at(-1);
  await withoutTrigger(service, 'events_immutable', `UPDATE events SET event_attributes = '{"a' WHERE id = ?`, event);
  await service.cron('23 * * * *');
  const id = asset.identity.slice('assets/'.length);
  await expect
    .poll(async () => (await alarms()).map((alarm) => [alarm.message, alarm.asset]))
    .toEqual([['an asset could not be verified', id]]);
  const state = 'SELECT confirmation AS state FROM assets WHERE id = ?';
  await expect.poll(() => service.db.prepare(state).bind(id).first('state')).toBe('FAILED');
});

test('keys whose key-encryption key is gone are reported every minute', async () => {
  const asset = await done(client, tenant.token, 'POST', '/v2/assets', {});
  await done(client, tenant.token, 'POST', `/v2/${asset.identity}/events`, RECORD);
  const keys = (table: string) => service.db.prepare(`SELECT count(*) AS n FROM ${table}`).first('n');
  await expect.poll(() => keys('log_keys')).toBe(1);
  for (const table of ['log_keys', 'signing_keys'])
    await service.db.prepare(`UPDATE ${table} SET private_sealed = 'gone' || substr(private_sealed, 3)`).run();
  const before = (await alarms()).length;
  for (const runs of [1, 2]) {
    await service.cron('* * * * *');
    const raised = (await alarms()).slice(before).map(({ message }) => message.split(' cannot be opened')[0]);
    expect(raised.toSorted()).toEqual([
      ...Array.from({ length: runs }, () => 'a signing key'),
      ...Array.from({ length: runs }, () => 'the keys of logs'),
    ]);
  }
  for (const table of ['log_keys', 'signing_keys'])
    await service.db.prepare(`UPDATE ${table} SET private_sealed = 'k1' || substr(private_sealed, 5)`).run();
});

test('the embedded chain refuses another validator key that does not hand over', async () => {
  const persist = mkdtempSync(join(tmpdir(), 'validator-'));
  cpSync(process.env['TEST_DATABASE']!, persist, { recursive: true });
  const lines: string[] = [];
  const start = (key: string): Promise<Runtime> =>
    startRuntime({
      persist,
      env: { ORIGIN, ...SECRETS, CHAIN_VALIDATOR_KEY: `0x${key.repeat(32)}` },
      onLog: (line) => lines.push(line),
    });
  /** Reads the head of the chain as an administrator. */
  const head = async (on: Runtime): Promise<number> => {
    const base = `${on.direct}/archivist`;
    const { token } = await newTenant({ base } as Service);
    return (await fetch(`${base}/v1/node/block`, { headers: { authorization: `Bearer ${token}` } })).status;
  };
  try {
    const first = await start('11');
    expect(await head(first)).toBe(200);
    await first.miniflare.dispose();
    const second = await start('22');
    expect(await head(second)).toBeGreaterThanOrEqual(500);
    await expect.poll(() => lines.filter((line) => line.includes('has another validator key'))).not.toEqual([]);
    await second.miniflare.dispose();
  } finally {
    removeDirectory(persist);
  }
});

test('a node that serves another chain is reported, and nothing is sent', async () => {
  const methods = new Set<string>();
  const node: Server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const calls = [JSON.parse(text)].flat() as { id: number; method: string }[];
      for (const { method } of calls) methods.add(method);
      const answers = calls.map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x2a' }));
      response.end(JSON.stringify(text.startsWith('[') ? answers : answers[0]));
    });
  });
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
  const other = await startService({
    vars: {
      CHAIN_RPC_URL: `http://127.0.0.1:${(node.address() as AddressInfo).port}`,
      CHAIN_ID: '31337',
      CHAIN_SIGNER_KEY: `0x${'33'.repeat(32)}`,
      ANCHOR_WINDOW_SECONDS: '1',
    },
  });
  try {
    const { token } = await newTenant(other);
    await done(await openClient(other), token, 'POST', '/v2/assets', {});
    const wrong = (): string[] => other.logs().filter((line) => line.includes('the node serves chain 42, not 31337'));
    await expect.poll(() => wrong().some((line) => line.includes('"level":"alarm"'))).toBe(true);
    expect(methods).not.toContain('eth_sendRawTransaction');
  } finally {
    await other.close();
    node.close();
  }
});
