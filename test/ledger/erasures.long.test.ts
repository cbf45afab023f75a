import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Monitoring } from '../cli/support/monitoring.ts';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { copyOfDatabase } from '../support/database.ts';
import { erase, erased, tablesWith } from '../support/erasure.ts';
import { found, LogReader, treeOf, verifyReceipt } from '../support/logs.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, SECRETS, startService, type Service, type Tenant } from '../support/service.ts';
import { done, idOf, importSubject } from '../support/sharing.ts';
import { violationsOf } from '../support/tenancy.ts';

const BLANK = { issuer: '', subject: '', display_name: '', email: '' };

let service: Service;
let client: Client;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService({ vars: { ANCHOR_WINDOW_SECONDS: '1' } });
  client = await openClient(service);
  tenant = await newTenant(service, 'Erasing');
});
afterAll(() => service?.close());

const create = (body: object = {}): Promise<any> => done(client, tenant.token, 'POST', '/v2/assets', body);
const append = (asset: string, body: object = {}): Promise<any> =>
  done(client, tenant.token, 'POST', `/v2/${asset}/events`, { ...RECORD, ...body });
const read = (path: string, token: string | undefined = tenant.token): Promise<any> =>
  client.call(token as string, 'GET', `/v2/${path}`).then(({ body }) => body);
const operator = (path: string, body: object): Promise<Answer> =>
  client.call(SECRETS.OPERATOR_SECRET, 'POST', `/operator/v1/${path}`, { body });

async function fsck(more: object = {}): Promise<any[]> {
  const findings: any[] = [];
  let after = '';
  do {
    const answer = await operator('fsck', { ...more, ...(after ? { after } : {}) });
    expect(answer.status, answer.text).toBe(200);
    findings.push(...answer.body.findings);
    after = answer.body.next;
  } while (after);
  return findings;
}

/** An event that can be erased: it is anchored. */
async function anchoredEvent(body: object = { event_attributes: { a: 'content' } }, asset?: any) {
  const of = asset ?? (await create());
  const event = await append(of.identity, body);
  await expect.poll(async () => (await read(event.identity)).transaction_id, { interval: 200 }).not.toBe('');
  await expect
    .poll(
      async () =>
        (await service.db
          .prepare(
            `SELECT count(*) AS n FROM log_leaves f JOIN events e ON e.number = f.event JOIN log_anchors a
            ON a.log = f.log AND a.size > f."index" AND a.final = 1
                WHERE e.id = ?`,
          )
          .bind(idOf(event.identity))
          .first<{ n: number }>())!.n,
      { interval: 200 },
    )
    .toBeGreaterThan(0);
  return { asset: of, event };
}

const sqlWithoutTriggers = async (table: string, statements: [string, ...unknown[]][]): Promise<void> => {
  const { results } = await service.db
    .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ?")
    .bind(table)
    .all<{ name: string; sql: string }>();
  await service.db.batch([
    ...results.map(({ name }) => service.db.prepare(`DROP TRIGGER ${name}`)),
    ...statements.map(([sql, ...params]) => service.db.prepare(sql).bind(...params)),
    ...results.map(({ sql }) => service.db.prepare(sql)),
  ]);
};
const registered = async (): Promise<string[]> =>
  (await service.blobs.list({ prefix: 'erasures/' })).objects.map(({ key }) => key);
const erasuresOf = async (asset: string): Promise<any[]> =>
  (await read(`${asset}/events?event_attributes.arc_display_type=Erasure`)).events;
const changed = (event: string, set: string): Promise<void> =>
  sqlWithoutTriggers('events', [[`UPDATE events SET ${set} WHERE id = ?`, idOf(event)]]);

/** Copies the content of an event. The returned function stores it again. */
async function contentOf(event: string): Promise<() => Promise<void>> {
  const row = (await service.db
    .prepare('SELECT event_attributes AS own, principal, hex(seed) AS seed FROM events WHERE id = ?')
    .bind(idOf(event))
    .first<{ own: string; principal: number; seed: string }>())!;
  const text = 'UPDATE events SET event_attributes = ?, principal = ?, seed = unhex(?) WHERE id = ?';
  return () => sqlWithoutTriggers('events', [[text, row.own, row.principal, row.seed, idOf(event)]]);
}

test('receipts of an event verify before and after its erasure, and the monitor sees the same log', async () => {
  const asset = await create({ public: true });
  const { event } = await anchoredEvent({ event_attributes: { a: 'content' } }, asset);
  const logs = [
    { prefix: '', token: tenant.token, log: new LogReader(client, tenant.token, idOf(tenant.tenant_identity)) },
    { prefix: 'public', token: undefined, log: new LogReader(client, undefined, 'public') },
  ];
  const monitoring = new Monitoring();
  const watch = async () => {
    const vkey = await logs[1]!.log.vkey();
    const { code, err } = await monitoring.run(`${service.base}`, ['--log', 'public', '--vkey', vkey, '--entries']);
    expect([code, err]).toEqual([0, '']);
  };
  await watch();
  const before = await Promise.all(
    logs.map(async ({ prefix, token, log }) => {
      const { size } = treeOf(await log.note());
      const receipt = (await found(client, token, `/v2/${prefix}${event.identity}:receipt`)).bytes!;
      return { receipt, leaves: await log.leaves(size), entries: await log.entries(size) };
    }),
  );
  const answer = await erased(client, tenant.token, event.identity);
  expect(answer.status, answer.text).toBe(200);
  for (const [i, { prefix, token, log }] of logs.entries()) {
    const { leaves, entries, receipt } = before[i]!;
    expect((await log.entries(treeOf(await log.note()).size)).slice(0, entries.length)).toEqual(entries);
    const now = (await found(client, token, `/v2/${prefix}${event.identity}:receipt`)).bytes!;
    const index = entries.findIndex((entry) => Buffer.from(entry).includes(idOf(event.identity)));
    for (const one of [receipt, now]) await verifyReceipt(one, leaves[index]!, await log.jwk());
  }
  await watch();
  const open = await read(`public${event.identity}`, undefined);
  expect(open).toMatchObject({
    event_attributes: {},
    erased: {
      principal: BLANK,
      reason: 'asked for',
      event_identity: expect.stringMatching(`^public${asset.identity}/events/`),
    },
  });
  expect((await read(`public${asset.identity}/events`, undefined)).events).toContainEqual(open);
  expect(await fsck()).toEqual([]);
});

test('partners who may read all events see the erased form; those of one type no longer see the event', async () => {
  const [all, one] = [await newTenant(service, 'All'), await newTenant(service, 'One')];
  const grant = async (partner: Tenant, types: string[]) => {
    const subject = await importSubject(client, { of: partner, into: tenant, name: 'partner' });
    await importSubject(client, { of: tenant, into: partner, name: 'owner' });
    const permission = {
      subjects: [subject.identity],
      behaviours: [],
      asset_attributes_read: ['shared'],
      event_arc_display_type_read: types,
    };
    const filters = [{ or: ['attributes.shared=yes'] }];
    await done(client, tenant.token, 'POST', '/iam/v1/access_policies', {
      display_name: 'shared',
      filters,
      access_permissions: [permission],
    });
  };
  await grant(all, ['*']);
  await grant(one, ['Visit']);
  const asset = await create({ attributes: { shared: 'yes', hidden: '1' } });
  const event = await append(asset.identity, {
    event_attributes: { arc_display_type: 'Visit' },
    asset_attributes: { hidden: '2' },
  });
  await append(asset.identity, { asset_attributes: { hidden: '3' } });
  for (const { token } of [all, one]) {
    expect((await read(event.identity, token)).event_attributes).toEqual({ arc_display_type: 'Visit' });
    expect((await erase(client, token, event.identity)).status).toBe(403);
  }
  expect((await erased(client, tenant.token, event.identity)).status).toBe(200);
  expect(await read(event.identity, all.token)).toEqual(await read(event.identity));
  expect((await client.call(one.token, 'GET', `/v2/${event.identity}`)).status).toBe(404);
});

describe('an event with an unsalted chain hash', () => {
  test('is erased only if the request accepts it', async () => {
    const { event } = await anchoredEvent();
    const [seed] = (
      await service.db
        .prepare('SELECT hex(seed) AS seed FROM events WHERE id = ?')
        .bind(idOf(event.identity))
        .all<{ seed: string }>()
    ).results;
    await changed(event.identity, 'seed = NULL');
    const refused = await erased(client, tenant.token, event.identity);
    expect([refused.status, Object.keys(violationsOf(refused))]).toEqual([400, ['accept_unsalted_chain_hash']]);
    const accepted = await erased(client, tenant.token, event.identity, {
      reason: 'x',
      accept_unsalted_chain_hash: true,
    });
    expect(accepted.status, accepted.text).toBe(200);
    expect(seed!.seed).toHaveLength(64);
  });
});

describe('fsck', () => {
  test('finds an event without content whose erasure is not recorded', async () => {
    const { asset, event } = await anchoredEvent();
    const restore = await contentOf(event.identity);
    await changed(event.identity, "event_attributes = '{}', principal = NULL, seed = NULL");
    expect(await fsck()).toContainEqual({ identity: asset.identity, sequence: 2, problem: 'hash' });
    await restore();
    expect(await fsck()).toEqual([]);
  });

  test('finds an erased event that has content again', async () => {
    const { asset, event } = await anchoredEvent();
    const restore = await contentOf(event.identity);
    expect((await erased(client, tenant.token, event.identity)).status).toBe(200);
    await restore();
    expect(await fsck()).toContainEqual({ identity: asset.identity, sequence: 3, problem: 'erasure' });
    await changed(event.identity, "event_attributes = '{}', principal = NULL, seed = NULL");
    expect(await fsck()).toEqual([]);
  });

  test('finds an erased event that the register lacks, and adds it if the operator says so', async () => {
    const { asset, event } = await anchoredEvent();
    expect((await erased(client, tenant.token, event.identity)).status).toBe(200);
    const key = `erasures/${idOf(asset.identity)}/${idOf(event.identity)}`;
    expect(await registered()).toContain(key);
    const content = await (await service.blobs.get(key))!.text();
    await service.blobs.delete(key);
    expect(await fsck()).toEqual([
      {
        identity: asset.identity,
        sequence: 2,
        problem: `the event ${idOf(event.identity)} is erased, but not in the erasure register`,
      },
    ]);
    expect(await fsck({ register_erasures: true })).toEqual([]);
    expect(JSON.parse(await (await service.blobs.get(key))!.text())).toEqual({
      ...JSON.parse(content),
      accepts_unsalted_chain_hash: true,
    });
    expect(await fsck()).toEqual([]);
  });

  test('finds a damaged entry of the register, and replaces it if told to and the event is erased', async () => {
    const { asset, event } = await anchoredEvent();
    expect((await erased(client, tenant.token, event.identity)).status).toBe(200);
    const key = `erasures/${idOf(asset.identity)}/${idOf(event.identity)}`;
    const content = await (await service.blobs.get(key))!.text();
    const other = content.replace(idOf(event.identity), crypto.randomUUID());
    const finding = (problem: string) => ({
      identity: asset.identity,
      sequence: 2,
      problem: `the entry of the event ${idOf(event.identity)} in the erasure register is damaged: ${problem}`,
    });
    for (const [damaged, problem] of [
      [content.slice(0, -1), 'it is not valid JSON'],
      ['null', 'it is not an entry of the erasure register'],
      ['{"format":"erasure/1"}', 'it is not an entry of the erasure register'],
      [other, `it is the entry erasures/${JSON.parse(other).asset}/${JSON.parse(other).event}`],
    ] as const) {
      await service.blobs.put(key, damaged);
      expect(await fsck()).toEqual([finding(problem)]);
      expect(await fsck({ tenant_identity: tenant.tenant_identity })).toEqual([finding(problem)]);
      const alarms = (await service.logged()).filter((line) => line.includes('"level":"alarm"'));
      expect(JSON.parse(alarms.at(-1)!)).toMatchObject({
        message: 'an erased event is not in the erasure register',
        ...finding(problem),
      });
      expect(await fsck({ register_erasures: true })).toEqual([]);
      expect(await fsck()).toEqual([]);
    }
    expect(JSON.parse(await (await service.blobs.get(key))!.text())).toEqual({
      ...JSON.parse(content),
      accepts_unsalted_chain_hash: true,
    });
    // The event has content: the entry may be wrong.
    const { event: another } = await anchoredEvent();
    const path = another.identity.replace('/events', '').replace('assets/', 'erasures/');
    await service.blobs.put(path, '{');
    for (const options of [{}, { register_erasures: true }])
      expect(await fsck(options)).toMatchObject([{ problem: expect.stringContaining('it is not valid JSON') }]);
    await service.blobs.delete(path);
    expect(await fsck()).toEqual([]);
  });

  test('completes an erasure that the register has and the commit of which was lost', async () => {
    const { asset, event } = await anchoredEvent({ event_attributes: { a: 'zLost1' } });
    const entry = {
      format: 'erasure/1',
      tenant: idOf(tenant.tenant_identity),
      asset: idOf(asset.identity),
      event: idOf(event.identity),
      erasure: crypto.randomUUID(),
      reason: 'asked for',
      by: event.principal_accepted,
      accepts_unsalted_chain_hash: false,
    };
    await service.blobs.put(`erasures/${entry.asset}/${entry.event}`, JSON.stringify(entry));
    await expect.poll(() => fsck(), { interval: 500 }).toEqual([]);
    const now = await read(event.identity);
    expect(now.erased).toEqual({
      timestamp: expect.any(String),
      principal: event.principal_accepted,
      reason: 'asked for',
      event_identity: `${asset.identity}/events/${entry.erasure}`,
    });
    expect((await read(now.erased.event_identity)).principal_accepted).toMatchObject({ subject: 'erasure-register' });
    expect(await tablesWith(service.db, 'zLost1')).toEqual([]);
    const alarms = (await service.logged()).filter((line) => line.includes('it is erased again'));
    expect(alarms.filter((line) => line.includes(entry.event))).not.toEqual([]);
    expect(await fsck()).toEqual([]);
    expect(await erasuresOf(asset.identity)).toHaveLength(1);
  });

  test('reports an erasure that it cannot repeat', async () => {
    const asset = await create();
    const { event } = await anchoredEvent({ asset_attributes: { current: '1' } }, asset);
    const key = `erasures/${idOf(asset.identity)}/${idOf(event.identity)}`;
    const entry = {
      format: 'erasure/1',
      tenant: idOf(tenant.tenant_identity),
      asset: idOf(asset.identity),
      event: idOf(event.identity),
      erasure: crypto.randomUUID(),
      reason: 'asked for',
      by: event.principal_accepted,
      accepts_unsalted_chain_hash: false,
    };
    await service.blobs.put(key, JSON.stringify(entry));
    expect(await fsck()).toEqual([
      {
        identity: asset.identity,
        sequence: 2,
        problem: expect.stringMatching(/is erased in the register, but not in the database: asset_attributes\.current/),
      },
    ]);
    await append(asset.identity, { asset_attributes: { current: '2' } });
    expect(await fsck()).toEqual([]);
    expect((await read(event.identity)).erased.event_identity).toContain(entry.erasure);
  });
});

describe('a database that was restored to a state before an erasure', () => {
  test('loses the content again, once', async () => {
    const { asset, event } = await anchoredEvent({
      event_attributes: { a: 'zRestored9' },
      asset_attributes: { b: 'zRestored9' },
    });
    await append(asset.identity, { asset_attributes: { b: 'next' } });
    const restore = await copyOfDatabase(service.db);
    const answer = await erased(client, tenant.token, event.identity);
    expect(answer.status, answer.text).toBe(200);
    await restore();
    expect((await read(event.identity)).event_attributes).toEqual({ a: 'zRestored9' });
    expect((await operator('database:accept-loss', {})).body.accepted).toBe(true);
    // The cron repeats what the restore has undone of the anchors.
    const repaired = async () => {
      await service.cron('* * * * *');
      return fsck();
    };
    await expect.poll(repaired, { interval: 1000 }).toEqual([]);
    const now = await read(event.identity);
    expect(now.erased.event_identity).toBe(answer.body.erased.event_identity);
    expect(await tablesWith(service.db, 'zRestored9')).toEqual([]);
    expect(await fsck()).toEqual([]);
    expect(await erasuresOf(asset.identity)).toHaveLength(1);
    expect((await erase(client, tenant.token, event.identity)).body).toEqual(now);
  });
});
