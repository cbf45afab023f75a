import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyProof } from '../../src/proof/verify.ts';
import { openClient, type Client } from '../support/client.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, SECRETS, startService, type Service, type Tenant } from '../support/service.ts';
import { done, idOf } from '../support/sharing.ts';
import { anchored, PUBLIC, verifyAnchor, windowsOf as windowsIn, withoutTrigger, type WindowRow } from './support.ts';

const SECOND = 1_000_000;
const HOUR = 3600 * SECOND;
const nowUs = (): number => Date.now() * 1000;
const text = (us: number): string => `${new Date(us / 1000).toISOString().slice(0, 19)}Z`;

let service: Service;
let client: Client;
beforeAll(async () => {
  service = await startService({ vars: { ANCHOR_WINDOW_SECONDS: '1' } });
  client = await openClient(service);
});
afterAll(() => service?.close());

const windowsOf = (scope: string): Promise<WindowRow[]> => windowsIn(service, scope);
const create = (tenant: Tenant, more: object = {}): Promise<any> =>
  done(client, tenant.token, 'POST', '/v2/assets', more);
const append = (tenant: Tenant, asset: string) =>
  client.call(tenant.token, 'POST', `/v2/${asset}/events`, {
    body: RECORD,
  });
const appended = async (tenant: Tenant, asset: string): Promise<any> => {
  const { status, body } = await append(tenant, asset);
  expect(status).toBe(200);
  return body;
};
const reopen = (scope: string, authorization = `Bearer ${SECRETS.OPERATOR_SECRET}`) =>
  client.call(undefined, 'POST', '/operator/v1/windows:reopen', { body: { scope }, headers: { authorization } });
const alarms = async (): Promise<any[]> =>
  (await service.logged())
    .filter((line) => line.includes('"alarm"'))
    .map((line) => JSON.parse(line.slice(line.indexOf('{'))));

/** Moves the end of the last window of a scope to `endUs`. */
const stretch = (scope: string, endUs: number): Promise<void> =>
  withoutTrigger(
    service,
    'anchors_fixed',
    `UPDATE anchors SET end_us = ?1 WHERE scope = ?2 AND start_us = (SELECT max(start_us) FROM anchors
    WHERE scope = ?2)`,
    endUs,
    scope,
  );

it('a window ends at the whole second after its newest event, even if it closes much later', async () => {
  const owner = await newTenant(service, 'Second');
  const asset = await create(owner);
  const event = await appended(owner, asset.identity);
  await anchored(client, owner.token, `/v2/${event.identity}`);
  const windows = await windowsOf(idOf(owner.tenant_identity));
  const accepted = Date.parse(event.timestamp_accepted) * 1000;
  expect(windows.at(-1)!.end_us).toBe(Math.floor(accepted / SECOND) * SECOND + SECOND);
});

it('a window excludes events with a future time, which do not block appends and are anchored later', async () => {
  const owner = await newTenant(service, 'Fast');
  const scope = idOf(owner.tenant_identity);
  const [asset, other] = [await create(owner), await create(owner)];
  const [{ identity }] = (await done(client, owner.token, 'GET', `/v2/${other.identity}/events`)).events;
  // The timestamp of an event from a ledger whose clock is fast by some seconds.
  const stamp = (Math.floor(nowUs() / SECOND) + 12) * SECOND + 345_678;
  await withoutTrigger(
    service,
    'events_immutable',
    'UPDATE events SET accepted_us = ? WHERE asset = (SELECT number FROM assets WHERE id = ?)',
    stamp,
    idOf(other.identity),
  );
  const first = await appended(owner, asset.identity);
  await anchored(client, owner.token, `/v2/${first.identity}`);
  const accepted = Date.parse(first.timestamp_accepted) * 1000;
  const window = (await windowsOf(scope)).find(({ start_us, end_us }) => start_us <= accepted && accepted < end_us);
  expect(window!.end_us).toBeLessThan(stamp - SECOND);
  // The window ends in the past, so appends are accepted.
  await appended(owner, asset.identity);
  const late = await anchored(client, owner.token, `/v2/${identity}`);
  expect(Date.parse(late.timestamp_accepted)).toBe(Math.floor(stamp / 1000));
  const proof = await done(client, owner.token, 'GET', `/v2/${identity}:proof?form=window`);
  expect(verifyProof(proof).steps.filter(({ ok }) => !ok)).toEqual([]);
  const windows = await windowsOf(scope);
  windows.slice(1).forEach((each, i) => expect(each.start_us).toBe(windows[i]!.end_us));
});

it('a window that ends in the future is hashed only after its end, so that its block is not older', async () => {
  const owner = await newTenant(service, 'Waiting');
  const scope = idOf(owner.tenant_identity);
  const asset = await create(owner);
  const endUs = (Math.floor(nowUs() / SECOND) + 8) * SECOND;
  await service.db
    .prepare(
      `INSERT INTO anchors (scope, start_us, end_us, status, count, hash, intent)
      VALUES (?, 0, ?, 'closing', 0, '', '')`,
    )
    .bind(scope, endUs)
    .run();
  const [{ identity }] = (await done(client, owner.token, 'GET', `/v2/${asset.identity}/events`)).events;
  await anchored(client, owner.token, `/v2/${identity}`);
  const proof = await done(client, owner.token, 'GET', `/v2/${identity}:proof?form=window`);
  expect(proof.anchor.end_time).toBe(text(endUs));
  const { ok, steps } = verifyProof(proof);
  expect(steps.filter((step) => !step.ok)).toEqual([]);
  expect(ok).toBe(true);
});

describe('a window that ends in an hour', () => {
  let owner: Tenant;
  let scope: string;
  let asset: any;
  let early: any;
  let former: any;
  let endUs: number;

  it('makes appends respond with 503, and raises an alarm at once and every minute', async () => {
    owner = await newTenant(service, 'Stopped');
    scope = idOf(owner.tenant_identity);
    asset = await create(owner);
    early = await appended(owner, asset.identity);
    early = await anchored(client, owner.token, `/v2/${early.identity}`);
    former = await done(client, owner.token, 'GET', `/v2/${early.identity}:proof?form=window`);
    endUs = Math.floor(nowUs() / SECOND) * SECOND + HOUR;
    await stretch(scope, endUs);
    await service.evict(idOf(asset.identity));
    expect((await append(owner, asset.identity)).status).toBe(503);
    // It does not tell others that the asset exists.
    expect((await append(await newTenant(service, 'Stranger'), asset.identity)).status).toBe(404);
    expect((await append(owner, `assets/${crypto.randomUUID()}`)).status).toBe(404);
    expect(await alarms()).toContainEqual({
      level: 'alarm',
      message: 'an asset takes no events: a window of anchors ends in the future',
      asset: idOf(asset.identity),
      until: text(endUs),
    });
    await service.cron('* * * * *');
    expect(await alarms()).toContainEqual({
      level: 'alarm',
      message: 'a window of anchors ends in the future: appends are refused until then',
      scope: owner.tenant_identity,
      end: text(endUs),
    });
  });

  it('can be reopened only by the operator, with a valid scope', async () => {
    for (const authorization of ['', `Bearer ${owner.token}`, 'Bearer wrong'])
      expect((await reopen(owner.tenant_identity, authorization)).status).toBe(401);
    for (const wrong of ['', 'tenant/1', scope, `assets/${scope}`, 'Public'])
      expect((await reopen(wrong)).status, wrong).toBe(400);
    expect((await append(owner, asset.identity)).status).toBe(503);
  });

  it('accepts events again after it was reopened, which is logged', async () => {
    const { status, body } = await reopen(owner.tenant_identity);
    expect(status).toBe(200);
    expect(body.reopened.at(-1)).toEqual({
      start_time: former.anchor.start_time,
      end_time: text(endUs),
      transaction_id: early.transaction_id,
    });
    expect(await alarms()).toContainEqual({
      level: 'alarm',
      message: 'an operator reopened a window of anchors',
      scope: owner.tenant_identity,
      start: former.anchor.start_time,
      end: text(endUs),
      hash: former.anchor.anchor_hash,
      transaction: early.transaction_id,
    });
    const before = (await alarms()).length;
    const event = await appended(owner, asset.identity);
    expect(Math.abs(Date.parse(event.timestamp_accepted) - Date.now())).toBeLessThan(60_000);
    expect((await reopen(owner.tenant_identity)).body).toEqual({ reopened: [] });
    expect((await alarms()).length).toBe(before);
  });

  it('has its events anchored again, each once, and saved proofs stay valid', async () => {
    const newest = await appended(owner, asset.identity);
    await anchored(client, owner.token, `/v2/${newest.identity}`);
    // A window with the same events as before has a transaction already, which the sweep finds.
    await service.cron('* * * * *');
    const again = await anchored(client, owner.token, `/v2/${early.identity}`);
    const { transactions } = await done(client, owner.token, 'GET', `/v1alpha2/blockchain/${early.identity}`);
    expect(transactions[0].transaction.hash).toBe(again.transaction_id);
    await verifyAnchor(service, owner.token, transactions[0], scope);
    const windows = await windowsOf(scope);
    expect(windows.every(({ end_us }) => end_us < nowUs())).toBe(true);
    windows.slice(1).forEach((each, i) => expect(each.start_us).toBe(windows[i]!.end_us));
    const proof = await done(client, owner.token, 'GET', `/v2/${early.identity}:proof?form=window`);
    expect(verifyProof(proof).steps.filter(({ ok }) => !ok)).toEqual([]);
    expect(verifyProof(former).steps.filter(({ ok }) => !ok)).toEqual([]);
    await service.cron('* * * * *');
    const unsettled = 'SELECT count(*) AS n FROM chain_transactions WHERE settled = 0';
    await expect.poll(async () => (await service.db.prepare(unsettled).first<{ n: number }>())!.n).toBe(0);
  });
});

it('a public window in the future blocks public appends of all tenancies, and is reopened by its name', async () => {
  const owner = await newTenant(service, 'Public');
  const asset = await create(owner, { public: true });
  const [{ identity }] = (await done(client, owner.token, 'GET', `/v2/${asset.identity}/events`)).events;
  await anchored(client, undefined, `/v2/public${identity}`);
  const endUs = Math.floor(nowUs() / SECOND) * SECOND + HOUR;
  await stretch(PUBLIC, endUs);
  await service.evict(idOf(asset.identity));
  expect((await append(owner, asset.identity)).status).toBe(503);
  await service.cron('* * * * *');
  expect(await alarms()).toContainEqual(expect.objectContaining({ scope: 'public', end: text(endUs) }));
  const tagOf = async (headers = {}) => client.call(undefined, 'GET', `/v2/public${identity}`, { headers });
  const etag = (await tagOf()).headers.get('etag')!;
  expect((await tagOf({ 'if-none-match': etag })).status).toBe(304);
  const { body } = await reopen('public');
  expect((await tagOf({ 'if-none-match': etag })).status).toBe(200);
  expect(body.reopened.map(({ end_time }: any) => end_time)).toContain(text(endUs));
  const event = await appended(owner, asset.identity);
  await anchored(client, undefined, `/v2/public${event.identity}`);
  const shown = await anchored(client, undefined, `/v2/public${identity}`);
  const path = `/v1alpha2/blockchain/public${identity}`;
  const { transactions } = await done(client, undefined as never, 'GET', path);
  expect(transactions[0].transaction.hash).toBe(shown.transaction_id);
  await verifyAnchor(service, undefined, transactions[0], PUBLIC);
});
