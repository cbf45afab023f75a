import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { copyOfDatabase, logsComplete } from '../support/database.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, SECRETS, startService, type Service, type Tenant } from '../support/service.ts';
import { done } from '../support/sharing.ts';

const RESTORED =
  'the database was restored to an earlier state and lacks acknowledged changes: nothing is committed until an ' +
  'operator restores them or accepts the loss';

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));

let service: Service;
let client: Client;
let owner: Tenant;
beforeAll(async () => {
  service = await startService();
  client = await openClient(service);
  owner = await newTenant(service, 'Health');
});
afterAll(() => service?.close());

type Health = { status: number; state: string | null; headers: Headers; body: any };
/** The response to a request to the origin. `state` is its header about the database. */
async function request(path: string, init: RequestInit = {}): Promise<Health> {
  const response = await fetch(`${service.at}${path}`, init);
  const { status, headers } = response;
  return { status, headers, state: headers.get('archivist-database-state'), body: await response.json() };
}
const health = (): Promise<Health> => request('/healthz');
const post = (path: string, body: object, token = owner.token): Promise<Health> =>
  request(`/archivist${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const read = (path: string): Promise<Health> =>
  request(`/archivist${path}`, { headers: { authorization: `Bearer ${owner.token}` } });
const acceptLoss = (): Promise<Health> => post('/operator/v1/database:accept-loss', {}, SECRETS.OPERATOR_SECRET);
/** Copies the database when no log waits for events. */
async function copyOf(of: Service): Promise<() => Promise<void>> {
  await logsComplete(of);
  return copyOfDatabase(of.db);
}
const alarms = async (message: string): Promise<number> =>
  (await service.logged()).filter((line) => line.includes('"alarm"') && line.includes(message)).length;

describe('GET /healthz', () => {
  it('responds 200 without a token, with epoch, number of changes, and version of package.json', async () => {
    const { status, state, body } = await health();
    expect([status, state]).toEqual([200, null]);
    expect(body).toEqual({
      status: 'ok',
      epoch: expect.stringMatching(/^[0-9a-f]{32}$/),
      changes: expect.any(Number),
      version: manifest.version,
    });
  });

  it('shows a later change after an event, and after a change that decides rights', async () => {
    const changes = async (): Promise<number> => (await health()).body.changes;
    const before = await changes();
    const { identity } = await done(client, owner.token, 'POST', '/v2/assets', {});
    await expect.poll(changes).toBeGreaterThan(before);
    const created = await changes();
    await done(client, owner.token, 'POST', `/v2/${identity}/events`, RECORD);
    await expect.poll(changes).toBeGreaterThan(created);
    const appended = await changes();
    await done(client, owner.token, 'POST', '/iam/v1/access_policies', { display_name: 'Read' });
    await expect.poll(changes).toBeGreaterThan(appended);
  });
});

describe('a database that was restored to an earlier state', () => {
  const CHANGES: [string, () => Promise<unknown>][] = [
    ['an event', () => done(client, owner.token, 'POST', '/v2/assets', {})],
    [
      'a change that decides rights',
      () => done(client, owner.token, 'POST', '/iam/v1/access_policies', { display_name: 'Lost' }),
    ],
  ];

  it.each(CHANGES)(
    'a database restored without %s is reported by /healthz, a header of every response and an alarm',
    async (_, change) => {
      const asset = (await done(client, owner.token, 'POST', '/v2/assets', {})).identity;
      const { epoch } = (await health()).body;
      const restore = await copyOf(service);
      await change();
      const forward = await copyOf(service);
      await restore();
      const raised = await alarms('the database lacks acknowledged changes');
      await expect.poll(async () => (await health()).status).toBe(503);
      const { state, headers, body } = await health();
      expect(state).toBe('restored');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(body).toMatchObject({ code: 14, message: RESTORED });
      expect(await alarms('the database lacks acknowledged changes')).toBeGreaterThanOrEqual(Math.max(raised, 1));
      // Reads continue, and nothing is written.
      expect(await read(`/v2/${asset}`)).toMatchObject({ status: 200, state: 'restored' });
      for (const path of ['/v2/assets', `/v2/${asset}/events`])
        expect(await post(path, path === '/v2/assets' ? {} : RECORD)).toMatchObject({
          status: 503,
          state: 'restored',
          body: { message: RESTORED },
        });
      // Everything works again when the newer state is back.
      await forward();
      await expect.poll(async () => (await health()).status).toBe(200);
      expect(await post(`/v2/${asset}/events`, RECORD)).toMatchObject({ status: 200, state: null });
      expect((await health()).body.epoch).toBe(epoch);
    },
  );

  it.each(CHANGES)(
    'a database restored without %s continues in a new epoch when the operator accepts the loss',
    async (_, change) => {
      const asset = (await done(client, owner.token, 'POST', '/v2/assets', {})).identity;
      const { epoch } = (await health()).body;
      const restore = await copyOf(service);
      const found = (await service.db.prepare('SELECT counter FROM database_state').first())!['counter'];
      await change();
      await logsComplete(service);
      const acknowledged = (await service.db.prepare('SELECT counter FROM database_state').first())![
        'counter'
      ] as number;
      await restore();
      await service.cron('* * * * *');
      const accepted = await acceptLoss();
      expect(accepted).toMatchObject({ status: 200, body: { acknowledged, found, accepted: true } });
      expect(accepted.body.epoch).not.toBe(epoch);
      await expect.poll(health).toMatchObject({ status: 200, state: null, body: { epoch: accepted.body.epoch } });
      expect((await health()).body.changes).toBeGreaterThan(acknowledged);
      expect(await alarms('an operator accepted that the database lacks acknowledged changes')).toBeGreaterThan(0);
      expect(await post(`/v2/${asset}/events`, RECORD)).toMatchObject({ status: 200, state: null });
      expect(await acceptLoss()).toMatchObject({
        status: 200,
        body: { epoch: accepted.body.epoch, accepted: false },
      });
    },
  );

  it('is not hidden by changes of rights, which respond 503 from the first one on', async () => {
    const restore = await copyOf(service);
    for (let i = 0; i < 3; i++) await done(client, owner.token, 'POST', '/v2/assets', {});
    await restore();
    for (let i = 0; i < 6; i++)
      expect(await post('/iam/v1/access_policies', { display_name: 'Hides' })).toMatchObject({
        status: 503,
        body: { message: RESTORED },
      });
    await service.cron('* * * * *');
    expect((await health()).status).toBe(503);
    expect(await acceptLoss()).toMatchObject({ body: { accepted: true } });
    expect(await post('/iam/v1/access_policies', { display_name: 'Works' })).toMatchObject({ status: 200 });
  });

  it('stays reported if the database moves on without the lost changes', async () => {
    const restore = await copyOf(service);
    await done(client, owner.token, 'POST', '/v2/assets', {});
    await restore();
    // Compares the database, unlike /healthz, which shares a comparison for a second.
    await service.cron('* * * * *');
    await service.db.prepare("UPDATE database_state SET counter = counter + 100, tag = 'another'").run();
    expect(await post('/v2/assets', {})).toMatchObject({ status: 503, body: { message: RESTORED } });
    expect(await acceptLoss()).toMatchObject({ body: { accepted: true } });
    expect(await post('/v2/assets', {})).toMatchObject({ status: 200 });
  });

  it('raises an alarm in the check of every minute, without a request', async () => {
    const other = await startService();
    try {
      const { token } = await newTenant(other, 'Alarm');
      const create = async () => done(await openClient(other), token, 'POST', '/v2/assets', {});
      await create();
      const restore = await copyOf(other);
      await create();
      await other.cron('* * * * *');
      expect((await other.logged()).filter((line) => line.includes('"alarm"'))).toEqual([]);
      await restore();
      await other.cron('* * * * *');
      const raised = (await other.logged()).filter((line) => line.includes('"alarm"'));
      expect(raised.map((line) => JSON.parse(line.slice(line.indexOf('{'))))).toEqual([
        {
          level: 'alarm',
          message: 'the database lacks acknowledged changes: it was restored to an earlier state',
          acknowledged: expect.any(Number),
          found: expect.any(Number),
          epoch: expect.any(String),
        },
      ]);
    } finally {
      await other.close();
    }
  });
});
