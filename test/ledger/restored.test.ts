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
const alarms = async (): Promise<any[]> =>
  (await service.logged())
    .filter((line) => line.includes('"alarm"') && line.includes('restored'))
    .map((line) => JSON.parse(line.slice(line.indexOf('{'))));
const minute = () => service.cron('* * * * *');
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

  it('reports an acknowledged event that the database has replaced by another one', async () => {
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

describe('the check that runs every minute', () => {
  const LACKS = 'the database lacks acknowledged records: it was restored to an earlier state';
  let asset: string;
  let earlier: () => Promise<void>;
  let later: () => Promise<void>;

  it('raises no alarm for a database with all acknowledged events', async () => {
    await operator('fsck', { accept_loss: true });
    asset = (await create()).identity;
    const before = (await alarms()).length;
    for (let i = 0; i < 4; i++) await minute();
    expect((await alarms()).slice(before)).toEqual([]);
  });

  it('raises an alarm each minute after a restore, while reads still work', async () => {
    earlier = await copyOfDatabase(service.db);
    expect((await append(asset)).status).toBe(200);
    await newTenant(service, 'Lost');
    await minute();
    later = await copyOfDatabase(service.db);
    await earlier();
    await service.evict(idOf(asset));
    const before = (await alarms()).length;
    for (let i = 0; i < 3; i++) await minute();
    const raised = (await alarms()).slice(before);
    expect(raised).toHaveLength(3);
    for (const alarm of raised)
      expect(alarm).toEqual({
        level: 'alarm',
        message: LACKS,
        newest: ['event', 'audit record'],
        ledgers: 1,
        asset: idOf(asset),
      });
    expect((await client.call(owner.token, 'GET', `/v2/${asset}`)).status).toBe(200);
    expect((await operator('fsck')).body.findings).toEqual([
      { identity: asset, sequence: 2, problem: 'acknowledged event lost' },
      { identity: 'database', sequence: 0, problem: 'newest event lost' },
      { identity: 'database', sequence: 0, problem: 'newest audit record lost' },
    ]);
  });

  it('raises no further alarm once the database has the missing events again', async () => {
    const before = (await alarms()).length;
    await later();
    await minute();
    expect((await operator('fsck')).body.findings).toEqual([]);
    expect((await alarms()).slice(before)).toEqual([]);
  });

  it('raises no further alarm once an operator accepts the loss for all ledgers', async () => {
    await earlier();
    await service.evict(idOf(asset));
    await minute();
    expect((await append(asset)).status).toBe(503);
    const ofTenant = { accept_loss: true, tenant_identity: owner.tenant_identity };
    const accepted = [{ identity: asset, acknowledged: 2, accepted: 1 }];
    expect((await operator('fsck', ofTenant)).body).toMatchObject({ accepted, findings: [] });
    expect((await append(asset)).status).toBe(200);
    expect((await operator('fsck')).body.findings).toContainEqual(expect.objectContaining({ identity: 'database' }));
    expect((await operator('fsck', { accept_loss: true })).body).toMatchObject({ accepted: [], findings: [] });
    expect((await alarms()).at(-1)).toEqual({
      level: 'alarm',
      message: 'an operator accepted that the database was restored',
      newest: ['event', 'audit record'],
    });
    const before = (await alarms()).length;
    await minute();
    expect((await alarms()).slice(before)).toEqual([]);
    expect((await operator('fsck')).body.findings).toEqual([]);
  });

  it('finds a ledger without recent events within a few runs', async () => {
    const old = (await create()).identity as string;
    const others: string[] = [];
    for (let i = 0; i < 5; i++)
      others.push(...(await Promise.all(Array.from({ length: 10 }, async () => (await create()).identity as string))));
    // More events than each check reads.
    for (const other of others) await Promise.all(Array.from({ length: 4 }, () => append(other)));
    const restore = await copyOfDatabase(service.db);
    expect((await append(old)).status).toBe(200);
    await restore();
    await service.evict(idOf(old));
    const before = (await alarms()).length;
    for (let i = 0; i < 6; i++) await minute();
    const raised = (await alarms()).slice(before);
    expect(raised[0]).toEqual({ level: 'alarm', message: LACKS, newest: [], ledgers: 1, asset: idOf(old) });
    // Later checks ask the ledger again.
    expect((await alarms()).at(-1)).toEqual(raised[0]);
  });
});
