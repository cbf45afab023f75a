import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyProof } from '../../src/proof/verify.ts';
import { openClient, type Client } from '../support/client.ts';
import { copyOfDatabase, logsComplete } from '../support/database.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, SECRETS, startService, type Service, type Tenant } from '../support/service.ts';
import { done, idOf } from '../support/sharing.ts';
import { anchored, verifyAnchor, windowsOf as windowsIn, type WindowRow } from './support.ts';

const SECOND = 1_000_000;

let service: Service;
let client: Client;
beforeAll(async () => {
  service = await startService({ vars: { ANCHOR_WINDOW_SECONDS: '5' } });
  client = await openClient(service);
});
afterAll(() => service?.close());

const windowsOf = (tenant: Tenant): Promise<WindowRow[]> => windowsIn(service, idOf(tenant.tenant_identity));
const create = async (tenant: Tenant): Promise<string> =>
  (await done(client, tenant.token, 'POST', '/v2/assets', {})).identity;
const append = (tenant: Tenant, asset: string): Promise<any> =>
  done(client, tenant.token, 'POST', `/v2/${asset}/events`, RECORD);
const proofOf = (tenant: Tenant, event: string): Promise<any> =>
  done(client, tenant.token, 'GET', `/v2/${event}:proof?form=window`);
const failing = (proof: any) => verifyProof(proof).steps.filter(({ ok }) => !ok);
const alarms = async (message: string): Promise<any[]> =>
  (await service.logged())
    .filter((line) => line.includes('"alarm"') && line.includes(message))
    .map((line) => JSON.parse(line.slice(line.indexOf('{'))));
const confirmed = (tenant: Tenant, event: string) =>
  expect
    .poll(async () => (await done(client, tenant.token, 'GET', `/v2/${event}`)).confirmation_status, { interval: 50 })
    .toBe('CONFIRMED');

/** Restores a copy of the database. The Durable Objects keep their state. */
async function goBack(restore: () => Promise<void>, assets: string[]): Promise<void> {
  await restore();
  for (const asset of assets) await service.evict(idOf(asset));
}

/** Accepts that the database has lost events. */
async function acceptLoss(): Promise<void> {
  const headers = { authorization: `Bearer ${SECRETS.OPERATOR_SECRET}` };
  const { body } = await client.call(undefined, 'POST', '/operator/v1/database:accept-loss', { headers });
  expect(body).toMatchObject({ accepted: true });
}

/** The windows of a tenant that are on the chain. */
const onChain = async (tenant: Tenant): Promise<string[][]> =>
  (
    await service.db
      .prepare("SELECT intent FROM chain_transactions WHERE intent LIKE ? || '|%' ORDER BY intent")
      .bind(idOf(tenant.tenant_identity))
      .all<{ intent: string }>()
  ).results.map(({ intent }) => intent.split('|').slice(1));

describe('a database that was restored to a time before a transaction was final', () => {
  it.each([
    ['waits to be submitted', 0],
    ['was submitted to the outbox', 1],
  ])('confirms a KHIPU event again that %s at that time', async (_, submitted) => {
    const owner = await newTenant(service, 'Khipu');
    const { identity: asset } = await done(client, owner.token, 'POST', '/v2/assets', { proof_mechanism: 'KHIPU' });
    const event = await append(owner, asset);
    await logsComplete(service);
    const restore = await copyOfDatabase(service.db);
    const before = await anchored(client, owner.token, `/v2/${event.identity}`);
    const proof = await proofOf(owner, event.identity);
    await goBack(restore, [asset]);
    // The transaction may have been final already when the copy was made.
    await service.db.batch([
      service.db
        .prepare('UPDATE khipu_events SET submitted = ?2 WHERE asset = (SELECT number FROM assets WHERE id = ?1)')
        .bind(idOf(asset), submitted),
      service.db
        .prepare(
          `UPDATE events SET confirmation = 'PENDING', committed_us = NULL, transaction_id = '', block_number = 0,
          transaction_index = 0 WHERE asset = (SELECT number FROM assets WHERE id = ?)`,
        )
        .bind(idOf(asset)),
      service.db.prepare("UPDATE assets SET confirmation = 'PENDING' WHERE id = ?").bind(idOf(asset)),
      service.db.prepare("DELETE FROM chain_transactions WHERE intent LIKE 'assets/' || ? || '/%'").bind(idOf(asset)),
    ]);
    expect(await done(client, owner.token, 'GET', `/v2/${event.identity}`)).toMatchObject({
      confirmation_status: 'PENDING',
      transaction_id: '',
    });
    await service.cron('* * * * *');
    expect(await done(client, owner.token, 'GET', `/v2/${event.identity}`)).toEqual(before);
    expect((await done(client, owner.token, 'GET', `/v2/${asset}`)).confirmation_status).toBe('CONFIRMED');
    if (submitted === 1) return;
    // The waiting event is hashed with the next one, and its proof is unchanged.
    await append(owner, asset);
    await expect.poll(async () => (await proofOf(owner, event.identity)).khipu.event_hash).not.toBe('');
    expect(await proofOf(owner, event.identity)).toEqual(proof);
  });
});

it('a database that lacks final transactions gets all of them recorded again, also old ones', async () => {
  const owner = await newTenant(service, 'Many');
  const { identity: asset } = await done(client, owner.token, 'POST', '/v2/assets', { proof_mechanism: 'KHIPU' });
  const restore = await copyOfDatabase(service.db);
  const event = { asset_identity: asset, ...RECORD };
  const { results } = await done(client, owner.token, 'POST', '/v2/assets/-/events:batch', {
    events: Array.from({ length: 250 }, () => event),
  });
  expect(results.filter((result: any) => result.event === undefined)).toEqual([]);
  const unanchored = service.db
    .prepare(
      "SELECT count(*) AS n FROM events WHERE asset = (SELECT number FROM assets WHERE id = ?) AND transaction_id = ''",
    )
    .bind(idOf(asset));
  await expect.poll(() => unanchored.first('n'), { interval: 250 }).toBe(0);
  // Without the anchors of logs, which are recorded at any time.
  const ofEvents = "intent LIKE 'assets/%'";
  const transactions = async () =>
    (await service.db.prepare(`SELECT * FROM chain_transactions WHERE ${ofEvents} ORDER BY intent`).all()).results;
  await logsComplete(service);
  const before = await transactions();
  expect(before.length).toBeGreaterThan(250);
  await goBack(restore, [asset]);
  await acceptLoss();
  await service.cron('* * * * *');
  expect(await transactions()).toEqual(before);
  await service.db
    .prepare(
      `DELETE FROM chain_transactions WHERE block_number = (SELECT DISTINCT block_number FROM chain_transactions
      WHERE ${ofEvents} ORDER BY block_number LIMIT 1 OFFSET 1)`,
    )
    .run();
  expect((await transactions()).length).toBeLessThan(before.length);
  for (let i = 0; i < 4; i++) await service.cron('* * * * *');
  expect(await transactions()).toEqual(before);
});

describe('a database that was restored to a time before a window on the chain', () => {
  it('keeps the window if it still has the same events', async () => {
    const copyBeforeWindows = async () => {
      const owner = await newTenant(service, 'Same');
      const asset = await create(owner);
      const early = await append(owner, asset);
      await confirmed(owner, early.identity);
      await logsComplete(service);
      const restore = await copyOfDatabase(service.db);
      return { owner, asset, early, restore, windows: await windowsOf(owner) };
    };
    let made = await copyBeforeWindows();
    // On a busy machine the copy may take longer than a window.
    for (let tries = 1; made.windows.length > 0 && tries < 10; tries++) made = await copyBeforeWindows();
    const { owner, asset, early, restore, windows } = made;
    expect(windows).toEqual([]);
    const before = await anchored(client, owner.token, `/v2/${early.identity}`);
    const proof = await proofOf(owner, early.identity);
    const [window] = await windowsOf(owner);
    await goBack(restore, [asset]);
    expect(await windowsOf(owner)).toEqual([]);
    const late = await append(owner, asset);
    await expect.poll(async () => (await windowsOf(owner)).length).toBeGreaterThanOrEqual(2);
    expect((await windowsOf(owner))[0]).toMatchObject({
      start_us: window!.start_us,
      end_us: window!.end_us,
      hash: window!.hash,
      count: window!.count,
    });
    await anchored(client, owner.token, `/v2/${late.identity}`);
    expect(failing(await proofOf(owner, late.identity))).toEqual([]);
    await service.cron('* * * * *');
    await service.cron('* * * * *');
    expect((await anchored(client, owner.token, `/v2/${early.identity}`)).transaction_id).toBe(before.transaction_id);
    expect(await proofOf(owner, early.identity)).toEqual(proof);
  });

  /** Copies the database between two events of two assets, and waits until both are anchored. */
  async function copyBetweenTwo() {
    const owner = await newTenant(service, 'Others');
    const [asset, other] = [await create(owner), await create(owner)];
    const early = await append(owner, asset);
    await confirmed(owner, early.identity);
    await logsComplete(service);
    const restore = await copyOfDatabase(service.db);
    const lost = await append(owner, other);
    await anchored(client, owner.token, `/v2/${lost.identity}`);
    return { owner, asset, other, early, restore, lost, windows: await windowsOf(owner) };
  }

  it('never anchors other events of that time, and raises an alarm', async () => {
    let made = await copyBetweenTwo();
    // On a busy machine the copy may take longer than a window.
    for (let tries = 1; made.windows.length > 1 && tries < 10; tries++) made = await copyBetweenTwo();
    const { owner, asset, other, early, restore, lost } = made;
    const [window, ...more] = made.windows;
    expect(more).toEqual([]);
    const saved = [await proofOf(owner, early.identity), await proofOf(owner, lost.identity)];
    await goBack(restore, [asset, other]);
    await acceptLoss();
    const late = await append(owner, asset);
    await anchored(client, owner.token, `/v2/${late.identity}`);
    const windows = await windowsOf(owner);
    expect(windows[0]).toMatchObject({
      start_us: window!.start_us,
      end_us: window!.end_us,
      hash: window!.hash,
      status: 'lost',
    });
    windows.slice(1).forEach((each, i) => expect(each.start_us).toBe(windows[i]!.end_us));
    expect(Date.parse(late.timestamp_accepted) * 1000).toBeGreaterThan(window!.end_us);
    expect(await alarms('an anchor of events that the database lacks')).toContainEqual(
      expect.objectContaining({ scope: owner.tenant_identity, hash: window!.hash }),
    );
    // The chain has at most one anchor for any time.
    const recorded = await onChain(owner);
    expect(new Set(recorded.map(([start]) => start)).size).toBe(recorded.length);
    for (const proof of saved) expect(failing(proof)).toEqual([]);
    expect((await client.call(owner.token, 'GET', `/v2/${early.identity}:proof?form=window`)).status).toBe(404);
    const { transactions } = await done(client, owner.token, 'GET', `/v1alpha2/blockchain/${late.identity}`);
    const shown = await verifyAnchor(service, owner.token, transactions[0], idOf(owner.tenant_identity));
    expect(shown.map(({ identity }) => identity)).toEqual([late.identity]);
    expect(Number(recorded.at(-1)![1]) * SECOND).toBe(windows.at(-1)!.end_us);
  });
});
