import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { copyOfDatabase, logsComplete } from '../support/database.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, SECRETS, startService, tokenOf, type Service, type Tenant } from '../support/service.ts';
import { done } from '../support/sharing.ts';

let service: Service;
let client: Client;
let owner: Tenant;
beforeAll(async () => {
  service = await startService();
  client = await openClient(service);
  owner = await newTenant(service, 'Owner');
});
afterAll(() => service?.close());

/** Assets, of which nobody writes to most. */
const MANY = 30;
/** Assets, and appends to each at once. */
const EACH = 10;
/** The service compares the database only once in a while. */
const POLLED = { interval: 250 };
const LACKS = 'the database lacks acknowledged changes: it was restored to an earlier state';
/** Copies the database when no log waits for events. */
async function copy(): Promise<() => Promise<void>> {
  await logsComplete(service);
  return copyOfDatabase(service.db);
}
/** Returns the identity of a new asset; undefined if the service refuses to create it. */
const create = async (key?: string): Promise<string> =>
  (
    await client.call(owner.token, 'POST', '/v2/assets', {
      body: {},
      headers: key === undefined ? {} : { 'idempotency-key': key },
    })
  ).body.identity;
const append = (asset: string): Promise<Answer> =>
  client.call(owner.token, 'POST', `/v2/${asset}/events`, {
    body: RECORD,
  });
const countOf = async (asset: string): Promise<number> =>
  (await done(client, owner.token, 'GET', `/v2/${asset}/events`)).events.length;
const alarms = async (): Promise<any[]> =>
  (await service.logged())
    .filter((line) => line.includes('"alarm"') && line.includes('acknowledged changes'))
    .map((line) => JSON.parse(line.slice(line.indexOf('{'))));
const minute = () => service.cron('* * * * *');
const operator = (path: string, body?: object): Promise<Answer> =>
  client.call(SECRETS.OPERATOR_SECRET, 'POST', `/operator/v1/${path}`, body ? { body } : {});
const findings = async (): Promise<any[]> => (await operator('fsck', {})).body.findings;
const health = async () => {
  const response = await fetch(`${service.at}/healthz`);
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
};
/** The state of the database: the number of its changes, and its epoch. */
const stateOf = async () =>
  (await service.db.prepare('SELECT counter, epoch FROM database_state').first<{ counter: number; epoch: string }>())!;

/** Expects that the service commits nothing, reports it everywhere, and still serves reads. */
async function refusesWrites(asset: string): Promise<void> {
  await expect.poll(async () => (await health()).status, POLLED).toBe(503);
  const before = await stateOf();
  expect((await health()).headers.get('retry-after')).toBe('3600');
  for (const answer of [
    await append(asset),
    await client.call(owner.token, 'POST', '/v2/assets', { body: {} }),
    await client.call(owner.token, 'POST', '/v2/assets', { body: {}, headers: { 'idempotency-key': 'refused' } }),
  ]) {
    expect([answer.status, answer.headers.get('retry-after')], answer.text).toEqual([503, '3600']);
    expect(answer.body.message).toContain('the database was restored to an earlier state');
  }
  const read = await client.call(owner.token, 'GET', `/v2/${asset}`);
  expect([read.status, read.headers.get('archivist-database-state')]).toEqual([200, 'restored']);
  expect(await stateOf()).toEqual(before);
  expect(await findings()).toContainEqual({
    identity: 'database',
    sequence: 0,
    problem: expect.stringMatching(/^it was restored to change \d+, and change \d+ was acknowledged$/),
  });
}

/** Expects that the service works, and reports nothing. */
async function works(asset: string): Promise<void> {
  // Logs that are appended to, or replaced in a new epoch, change the database meanwhile.
  await expect
    .poll(async () => {
      const { counter, epoch } = await stateOf();
      const { version, ...body } = (await health()).body;
      expect(version).toMatch(/^\d+\.\d+\.\d+/);
      return { body, state: { status: 'ok', epoch, changes: counter } };
    }, POLLED)
    .toSatisfy(({ body, state }) => isDeepStrictEqual(body, state));
  const events = await countOf(asset);
  const answer = await append(asset);
  expect([answer.status, answer.headers.get('archivist-database-state')], answer.text).toEqual([200, null]);
  expect(await countOf(asset)).toBe(events + 1);
  expect(await findings()).toEqual([]);
  const before = (await alarms()).length;
  await minute();
  expect((await alarms()).slice(before)).toEqual([]);
}

describe('a database that has all acknowledged changes', () => {
  it('is reported as healthy by GET /healthz, with the number of its changes and its epoch', async () => {
    const asset = await create();
    await works(asset);
    await service.evictWriter();
    await works(asset);
  });
});

describe('a database that was restored to an earlier moment', () => {
  it('is detected by the next commit, which is refused, until the missing changes are back', async () => {
    const asset = await create();
    const earlier = await copy();
    expect((await append(asset)).status).toBe(200);
    const later = await copy();
    await earlier();
    expect((await append(asset)).status).toBe(503);
    await refusesWrites(asset);
    await service.evictWriter();
    await refusesWrites(asset);
    await later();
    await expect.poll(async () => (await append(asset)).status, POLLED).toBe(200);
    expect(await countOf(asset)).toBe(3);
    await works(asset);
  });

  it('is detected within a minute when nobody writes, also for assets that nobody writes to', async () => {
    const assets = await Promise.all(Array.from({ length: MANY }, () => create()));
    const earlier = await copy();
    expect((await append(assets[7]!)).status).toBe(200);
    const later = await copy();
    const { counter, epoch } = await stateOf();
    await earlier();
    await service.evictWriter();
    const before = (await alarms()).length;
    await minute();
    const { counter: found } = await stateOf();
    // A log may be about to be appended to, which raises an alarm of its own.
    const raised = (await alarms()).slice(before).filter(({ log }) => log === undefined);
    expect(raised).toEqual([{ level: 'alarm', message: LACKS, acknowledged: counter, found, epoch }]);
    await refusesWrites(assets[3]!);
    await later();
    await works(assets[7]!);
  });

  it('shows the header archivist-database-state soon, until the check of every minute finds the changes', async () => {
    const asset = await create();
    const earlier = await copy();
    expect((await append(asset)).status).toBe(200);
    const later = await copy();
    await earlier();
    const header = async () =>
      (await client.call(owner.token, 'GET', `/v2/${asset}`)).headers.get('archivist-database-state');
    await expect.poll(header, { interval: 500 }).toBe('restored');
    await later();
    await minute();
    expect(await header()).toBeNull();
    await earlier();
    await minute();
    expect(await header()).toBe('restored');
    await later();
    await minute();
    await works(asset);
  });

  it('refuses changes of rights and secrets, and still gives tokens', async () => {
    const asset = await create();
    const earlier = await copy();
    expect((await append(asset)).status).toBe(200);
    const later = await copy();
    await earlier();
    await minute();
    const applications = () => done(client, owner.token, 'GET', '/iam/v1/applications');
    const before = [await stateOf(), await applications()];
    for (const answer of [
      await client.call(owner.token, 'POST', '/iam/v1/applications', { body: { display_name: 'Refused' } }),
      await operator('tenants', { display_name: 'Refused' }),
    ]) {
      expect([answer.status, answer.headers.get('retry-after')], answer.text).toEqual([503, '3600']);
      expect(answer.body.message).toContain('the database was restored to an earlier state');
    }
    expect([await stateOf(), await applications()]).toEqual(before);
    expect(await tokenOf(service, owner.client_id, owner.client_secret)).toBeTruthy();
    await later();
    await minute();
    await done(client, owner.token, 'POST', '/iam/v1/applications', { display_name: 'Accepted' });
    await works(asset);
  });

  it('acknowledges nothing under load from its detection on, and continues without gaps in the new epoch', async () => {
    const assets = await Promise.all(Array.from({ length: EACH }, () => create()));
    const load = async (): Promise<number[]> => {
      const answers = Array.from({ length: EACH }, () => assets.map(append)).flat();
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    const earlier = await copy();
    expect(new Set(await load())).toEqual(new Set([200]));
    const loading = load();
    await earlier();
    for (const status of await loading) expect([200, 503]).toContain(status);
    await refusesWrites(assets[0]!);
    expect(new Set(await load())).toEqual(new Set([503]));
    expect(await Promise.all(assets.map(countOf))).toEqual(assets.map(() => 1));
    expect((await operator('database:accept-loss')).body.accepted).toBe(true);
    expect(new Set(await load())).toEqual(new Set([200]));
    expect(await Promise.all(assets.map(countOf))).toEqual(assets.map(() => EACH + 1));
    await works(assets[0]!);
  });

  it('is detected when the restore undoes only a revocation', async () => {
    const asset = await create();
    const made = await done(client, owner.token, 'POST', '/iam/v1/applications', { display_name: 'Revoked' });
    const earlier = await copy();
    const revoked = await client.call(owner.token, 'DELETE', `/iam/v1/${made.identity}`);
    expect(revoked.status, revoked.text).toBe(200);
    const later = await copy();
    await earlier();
    await minute();
    await refusesWrites(asset);
    await later();
    await works(asset);
  });
});

describe('POST /operator/v1/database:accept-loss', () => {
  it('does nothing if no acknowledged change is missing', async () => {
    await logsComplete(service);
    const before = await stateOf();
    const { status, body } = await operator('database:accept-loss');
    expect(status).toBe(200);
    expect(body).toEqual({
      epoch: before.epoch,
      acknowledged: before.counter,
      found: before.counter,
      accepted: false,
    });
    expect(await stateOf()).toEqual(before);
  });

  it('starts a new epoch with a counter above both histories, and an older copy is detected again', async () => {
    const asset = await create();
    const earlier = await copy();
    const found = await stateOf();
    for (let i = 0; i < 3; i++) expect((await append(asset)).status).toBe(200);
    const later = await copy();
    const acknowledged = await stateOf();
    await earlier();
    await refusesWrites(asset);
    const { body } = await operator('database:accept-loss');
    expect(body).toEqual({
      epoch: expect.stringMatching(/^[0-9a-f]{32}$/),
      acknowledged: acknowledged.counter,
      found: found.counter,
      accepted: true,
    });
    expect(body.epoch).not.toBe(found.epoch);
    // The logs that replace the lost ones are further changes of the new epoch.
    const now = await stateOf();
    expect(now.counter).toBeGreaterThan(acknowledged.counter);
    expect(now.epoch).toBe(body.epoch);
    expect(await countOf(asset)).toBe(1);
    await works(asset);
    expect((await alarms()).at(-1)).toMatchObject({
      message: 'an operator accepted that the database lacks acknowledged changes',
      epoch: body.epoch,
    });
    const accepted = await copy();
    // Neither the older copy nor the one with the lost changes belongs to the new epoch.
    for (const restore of [earlier, later]) {
      await restore();
      await minute();
      await refusesWrites(asset);
    }
    await accepted();
    await works(asset);
  });

  it('lets a client that repeats a lost creation with its key create the asset again', async () => {
    const earlier = await copy();
    const lost = await create('lost');
    await earlier();
    expect(await create()).toBeUndefined();
    expect((await operator('database:accept-loss')).body.accepted).toBe(true);
    expect(await create('lost')).toBe(lost);
    expect(await countOf(lost)).toBe(1);
    await works(lost);
  });
});
