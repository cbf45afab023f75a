import { afterAll, beforeAll, expect, test } from 'vitest';
import { bytesOf, listedAs, upload } from '../support/blobs.ts';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';

let service: Service;
let client: Client;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService();
  client = await openClient(service);
  tenant = await newTenant(service, 'Verification');
});
afterAll(() => service.close());

type State = { asset: string; events: string[] };
type Alarm = { level: string; asset: string; seq: number; problem: string };

const sql = (text: string, ...values: unknown[]): D1PreparedStatement => service.db.prepare(text).bind(...values);
const append = async (asset: string, body: object = {}): Promise<Answer> => {
  const answer = await client.call(tenant.token, 'POST', `/v2/assets/${asset}/events`, {
    body: { ...RECORD, ...body },
  });
  expect(answer.status, answer.text).toBe(200);
  return answer;
};
/** An asset with events of every kind that changes it, seq 1 to 6. */
async function newAsset(body: object = {}): Promise<string> {
  const created = await client.call(tenant.token, 'POST', '/v2/assets', {
    body: { attributes: { 'ключ "1"': 'é✓😀', a: '1' }, ...body },
  });
  const asset = (created.body.identity as string).slice(7);
  await append(asset, { event_attributes: { n: '2' }, asset_attributes: { a: '2', map: { b: 'x', a: 'y' } } });
  await append(asset, {
    operation: 'Attach',
    behaviour: 'Attachments',
    event_attributes: { arc_append_attachments: [listedAs(await upload(client, tenant.token, bytesOf(10)))] },
  });
  await append(asset, { operation: 'Add', behaviour: 'Builtin', event_attributes: { arc_behaviour_name: 'Firmware' } });
  await append(asset, {
    operation: 'StopTracking',
    behaviour: 'Builtin',
    timestamp_declared: '2019-11-27T14:44:19+01:00',
  });
  await append(asset, { asset_attributes: { a: '' }, principal_declared: { email: 'bob@job' } });
  return asset;
}
/** Statuses of an asset and of its events from seq 1, as the API shows them. */
async function statesOf(asset: string): Promise<State> {
  const shown = await client.call(tenant.token, 'GET', `/v2/assets/${asset}`);
  const { events } = (await client.call(tenant.token, 'GET', `/v2/assets/${asset}/events`)).body;
  return {
    asset: shown.body.confirmation_status as string,
    events: (events as { confirmation_status: string }[]).map((event) => event.confirmation_status).toReversed(),
  };
}
const GOOD: State = { asset: 'CONFIRMED', events: Array.from({ length: 6 }, () => 'CONFIRMED') };
/** Confirmation by the chain takes longer. */
const confirmed = (asset: string): Promise<void> => expect.poll(() => statesOf(asset)).toEqual(GOOD);

/** Fires the verification cron and waits until every asset is verified. */
async function verify(): Promise<Alarm[]> {
  const seen = (await service.logged()).length;
  await sql('UPDATE assets SET verified_us = 0').run();
  await service.cron('23 * * * *');
  await expect.poll(() => sql('SELECT count(*) AS n FROM assets WHERE verified_us = 0').first('n')).toBe(0);
  return (await service.logged())
    .slice(seen)
    .filter((line) => line.includes('"level":"alarm"'))
    .map((line) => JSON.parse(line.slice(line.indexOf('{'))) as Alarm);
}

test('undamaged chains of every kind verify, over several jobs, and stay unchanged', async () => {
  const assets = await Promise.all([newAsset(), newAsset({ public: true }), newAsset({ proof_mechanism: 'KHIPU' })]);
  await Promise.all(Array.from({ length: 30 }, () => client.call(tenant.token, 'POST', '/v2/assets', { body: {} })));
  for (const asset of assets) await confirmed(asset);
  expect(await verify()).toEqual([]);
  for (const asset of assets) expect(await statesOf(asset)).toEqual(GOOD);
  const verified = await sql('SELECT min(verified_us) AS first, max(verified_us) AS last FROM assets').first<{
    first: number;
    last: number;
  }>();
  expect(verified!.first).toBeGreaterThan((Date.now() - 60_000) * 1000);
  expect(verified!.last).toBeLessThanOrEqual(Date.now() * 1000);
});

test('the database refuses to change or delete an event', async () => {
  const asset = await newAsset();
  for (const column of [
    'number',
    'asset',
    'seq',
    'id',
    'tenant',
    'public',
    'proof_mechanism',
    'operation',
    'behaviour',
    'event_attributes',
    'asset_attributes',
    'declared',
    'declared_us',
    'accepted_us',
    'principal_declared',
    'principal',
    'from_wallet',
    'hash',
    'seed',
  ]) {
    await expect(
      sql(
        `UPDATE events SET ${column} = '0' WHERE asset = (SELECT number FROM assets WHERE id = ?) AND seq = 2`,
        asset,
      ).run(),
      column,
    ).rejects.toThrow('immutable');
  }
  await expect(
    sql('DELETE FROM events WHERE asset = (SELECT number FROM assets WHERE id = ?)', asset).run(),
  ).rejects.toThrow('never deleted');
});

test('tampered records are marked FAILED with an alarm; all others stay unchanged', async () => {
  const names = [
    'untouched',
    'changed',
    'rehashed',
    'deleted',
    'shortened',
    'attributes',
    'behaviours',
    'tracked',
  ] as const;
  const made = await Promise.all(names.map(async (name) => [name, await newAsset()] as const));
  const asset = Object.fromEntries(made) as Record<(typeof names)[number], string>;
  for (const id of Object.values(asset)) await confirmed(id);
  await service.db.batch([
    sql('DROP TRIGGER events_immutable'),
    sql('DROP TRIGGER events_kept'),
    sql(
      `UPDATE events SET event_attributes = '{"n":"3"}' WHERE asset = (SELECT number FROM assets WHERE id = ?)
      AND seq = 2`,
      asset.changed,
    ),
    sql(
      'UPDATE events SET hash = unhex(?) WHERE asset = (SELECT number FROM assets WHERE id = ?) AND seq = 3',
      'ab'.repeat(32),
      asset.rehashed,
    ),
    sql('DELETE FROM events WHERE asset = (SELECT number FROM assets WHERE id = ?) AND seq = 3', asset.deleted),
    sql('DELETE FROM events WHERE asset = (SELECT number FROM assets WHERE id = ?) AND seq = 6', asset.shortened),
    sql(`UPDATE assets SET attributes = json_set(attributes, '$.a', 'forged') WHERE id = ?`, asset.attributes),
    sql(`UPDATE assets SET behaviours = '["RecordEvidence"]' WHERE id = ?`, asset.behaviours),
    sql('UPDATE assets SET tracked = 1 WHERE id = ?', asset.tracked),
  ]);
  const alarms = await verify();
  const failedAt = (...seqs: number[]): string[] =>
    GOOD.events.map((status, i) => (seqs.includes(i + 1) ? 'FAILED' : status));
  expect(await statesOf(asset.untouched)).toEqual(GOOD);
  expect((await statesOf(asset.changed)).events).toEqual(failedAt(2));
  // Neither the event nor the next one matches its hash.
  expect((await statesOf(asset.rehashed)).events).toEqual(failedAt(3, 4));
  // The event after the gap is reported.
  expect((await statesOf(asset.deleted)).events).toEqual(failedAt(4).slice(1));
  for (const id of [asset.shortened, asset.attributes, asset.behaviours, asset.tracked])
    expect((await statesOf(id)).asset).toBe('FAILED');
  const raised = alarms.map(({ asset: id, seq, problem }) => [names.find((name) => asset[name] === id), seq, problem]);
  expect(raised.toSorted()).toEqual(
    [
      ['changed', 2, 'hash'],
      ['rehashed', 3, 'hash'],
      ['rehashed', 4, 'hash'],
      ['deleted', 4, 'missing'],
      ['shortened', 6, 'head'],
      ['attributes', 6, 'projection'],
      // The search index has the words of the attributes that were recorded.
      ['attributes', 6, 'index'],
      ['behaviours', 6, 'projection'],
      ['tracked', 6, 'projection'],
    ].toSorted(),
  );
  // A wrong current state affects no event: each still verifies.
  expect((await statesOf(asset.attributes)).events).toEqual(GOOD.events);
});

test('a FAILED record stays FAILED after further events, and lists filter by that status', async () => {
  const asset = await newAsset();
  await confirmed(asset);
  await sql(
    'UPDATE events SET declared = ? WHERE asset = (SELECT number FROM assets WHERE id = ?) AND seq = 2',
    '2001-01-01T00:00:00Z',
    asset,
  ).run();
  await sql('UPDATE assets SET tracked = 1 WHERE id = ?', asset).run();
  await verify();
  // The object that remembers the former state is evicted: the next one continues from the database.
  await service.evict(asset);
  await append(asset);
  expect((await statesOf(asset)).events.at(-1)).toBe('CONFIRMED');
  await service.cron('* * * * *');
  expect((await statesOf(asset)).events[1]).toBe('FAILED');
  const found = await client.call(tenant.token, 'GET', `/v2/assets/${asset}/events`, {
    query: { confirmation_status: 'FAILED' },
  });
  expect(found.body.events.map((event: { event_attributes: object }) => event.event_attributes)).toEqual([{ n: '2' }]);
});
