import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { copyOfDatabase } from '../support/database.ts';
import { newTenant, SECRETS, startService, type Service, type Tenant } from '../support/service.ts';
import { done, idOf } from '../support/sharing.ts';

let service: Service;
let client: Client;
let owner: Tenant;
beforeAll(async () => {
  service = await startService();
  client = await openClient(service);
  owner = await newTenant(service, 'Owner');
});
afterAll(() => service?.close());

const create = (): Promise<any> => done(client, owner.token, 'POST', '/v2/assets', {});
const append = (asset: string) =>
  client.call(owner.token, 'POST', `/v2/${asset}/events`, {
    body: { operation: 'Record', behaviour: 'RecordEvidence' },
  });
const operator = (path: string, body: object = {}) =>
  client.call(SECRETS.OPERATOR_SECRET, 'POST', `/operator/v1/${path}`, { body });

describe('fsck after the database was restored to an earlier moment', () => {
  let assets: string[];

  it('reports every ledger whose acknowledged events are lost', async () => {
    assets = await Promise.all(Array.from({ length: 40 }, async () => (await create()).identity as string));
    await append(assets[0]!);
    const restore = await copyOfDatabase(service.db);
    expect((await operator('fsck')).body.findings).toEqual([]);
    for (const asset of assets.slice(0, 20)) expect((await append(asset)).status).toBe(200);
    await restore();
    for (const asset of assets) await service.evict(idOf(asset));
    const { status, body } = await operator('fsck');
    expect(status).toBe(200);
    const lost = assets.slice(0, 20).map((identity, i) => ({
      identity,
      sequence: i === 0 ? 3 : 2,
      problem: 'acknowledged event lost',
    }));
    const byIdentity = (a: { identity: string }, b: { identity: string }) => (a.identity < b.identity ? -1 : 1);
    expect(body.findings.toSorted(byIdentity)).toEqual(lost.toSorted(byIdentity));
  });

  it('reports an acknowledged event in whose place the database holds another', async () => {
    const asset = assets[39]!;
    const restore = await copyOfDatabase(service.db);
    expect((await append(asset)).status).toBe(200);
    const another = await copyOfDatabase(service.db);
    await restore();
    await service.evict(idOf(asset));
    await operator(`assets/${idOf(asset)}:accept-loss`);
    expect((await append(asset)).status).toBe(200);
    await another();
    expect((await operator('fsck')).body.findings).toContainEqual({
      identity: asset,
      sequence: 2,
      problem: 'acknowledged event replaced',
    });
  });
});
