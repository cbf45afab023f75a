import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { auditComplete, type Rows } from './support/audit.ts';

let service: Service;
let client: Client;
let tenants: Tenant[];
const read: Rows = async (sql) => (await service.db.prepare(sql).all<Record<string, unknown>>()).results;

beforeAll(async () => {
  service = await startService();
  client = await openClient(service);
  tenants = await Promise.all(['one', 'two', 'three'].map((name) => newTenant(service, name)));
});
afterAll(() => service.close());

const EVENT = { ...RECORD, event_attributes: { n: '1' } };
const create = async ({ token }: Tenant, more: object = {}): Promise<string> =>
  (await client.call(token, 'POST', '/v2/assets', { body: { attributes: {}, ...more } })).body.identity;
const append = (owner: Tenant, asset: string) =>
  client.call(owner.token, 'POST', `/v2/${asset}/events`, { body: EVENT });

test('all events of all tenancies get into their logs, and public ones into the public log', async () => {
  const assets = await Promise.all(
    tenants.flatMap((tenant) =>
      [false, true].map(async (isPublic) => ({ tenant, asset: await create(tenant, { public: isPublic }) })),
    ),
  );
  await Promise.all(Array.from({ length: 300 }, (_, i) => append(assets[i % 6]!.tenant, assets[i % 6]!.asset)));
  await expect
    .poll(() => auditComplete(read).then((logs) => [...logs.values()].map(({ size }) => size).toSorted()))
    .toEqual([103, 103, 103, 154]);
});
