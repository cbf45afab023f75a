import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { violationsOf } from '../support/tenancy.ts';
import { done, idOf, importSubject } from '../support/sharing.ts';

const PUBLIC = '00000000-0000-0000-0000-000000000000';
const EPOCH = '1970-01-01T00:00:00Z';

let service: Service;
let client: Client;
let tenant: Tenant;
beforeAll(async () => {
  service = await startService();
  client = await openClient(service);
  tenant = await newTenant(service, 'Logged');
});
afterAll(() => service.close());

const call = (method: string, path: string, body?: unknown, token: string | undefined = tenant.token) =>
  client.call(token, method, path, body === undefined ? {} : { body });
const create = async (body: object = {}, of = tenant): Promise<any> =>
  done(client, of.token, 'POST', '/v2/assets', { proof_mechanism: 'MERKLE_LOG', ...body });
const append = async (asset: string, body: object = {}): Promise<any> =>
  done(client, tenant.token, 'POST', `/v2/${asset}/events`, { ...RECORD, ...body });
const read = (identity: string, token: string | undefined = tenant.token): Promise<any> =>
  client.call(token, 'GET', `/v2/${identity}`).then(({ body }) => body);
/** Waits until a record is CONFIRMED. Returns it. */
async function confirmed(identity: string, token: string | undefined = tenant.token): Promise<any> {
  await expect.poll(async () => (await read(identity, token)).confirmation_status, { interval: 50 }).toBe('CONFIRMED');
  return read(identity, token);
}
const open = (identity: string) => client.call(undefined, 'GET', `/v2/${identity}`);

/** The number of records with a status, as existing clients count them. */
async function count(list: 'assets' | 'assets/-/events', status: string, of = tenant): Promise<number> {
  const answer = await client.call(of.token, 'GET', `/v2/${list}`, {
    query: { page_size: '1', confirmation_status: status },
    headers: { 'x-request-total-count': 'true' },
  });
  expect(answer.status).toBe(200);
  return Number(answer.headers.get('x-total-count'));
}

/**
 * Sets the cursor of the log of a scope to just before an event, as if the log did not have it yet. Returns what
 * restores it.
 */
async function holdBefore(scope: string, event: string): Promise<() => Promise<void>> {
  const set = (cursor: unknown) =>
    service.db.prepare('UPDATE logs SET cursor = ? WHERE scope = ? AND ended = 0').bind(cursor, scope).run();
  const [before] = (
    await service.db
      .prepare('SELECT cursor FROM logs WHERE scope = ? AND ended = 0')
      .bind(scope)
      .all<{ cursor: number }>()
  ).results;
  const [at] = (
    await service.db.prepare('SELECT number FROM events WHERE id = ?').bind(idOf(event)).all<{ number: number }>()
  ).results;
  await set(at!.number - 1);
  return async () => void (await set(before!.cursor));
}

describe('a MERKLE_LOG asset', () => {
  test('is PENDING when it is created, and CONFIRMED with its event once the log includes the event', async () => {
    const created = await create({ attributes: { a: '1' } });
    expect(created).toMatchObject({
      proof_mechanism: 'MERKLE_LOG',
      storage_integrity: 'TENANT_STORAGE',
      confirmation_status: 'PENDING',
    });
    const event = await append(created.identity, { event_attributes: { b: '2' } });
    expect(event).toMatchObject({ confirmation_status: 'PENDING', timestamp_committed: EPOCH, transaction_id: '' });
    expect(event).not.toHaveProperty('log_entry');
    const now = await confirmed(event.identity);
    expect(Date.parse(now.timestamp_committed)).toBeGreaterThanOrEqual(Date.parse(now.timestamp_accepted));
    expect(now).toEqual({
      ...event,
      confirmation_status: 'CONFIRMED',
      timestamp_committed: expect.any(String),
      log_entry: { log: expect.any(String), index: expect.any(Number), size: expect.any(Number) },
    });
    expect(await read(created.identity)).toMatchObject({
      proof_mechanism: 'MERKLE_LOG',
      confirmation_status: 'CONFIRMED',
    });
    const [listed] = (await read(`${created.identity}/events`)).events;
    const { log_entry: entry, ...rest } = now;
    expect(listed).toEqual(rest);
    const [leaf] = (
      await service.db
        .prepare(
          `SELECT l.id AS log, leaf."index", l.size, l.scope FROM log_leaves leaf JOIN logs l ON l.number = leaf.log
            JOIN events e ON e.number = leaf.event WHERE e.id = ?`,
        )
        .bind(idOf(event.identity))
        .all()
    ).results as [{ log: string; index: number; size: number; scope: string }];
    expect(leaf).toEqual({ ...entry, size: expect.any(Number), scope: idOf(tenant.tenant_identity) });
    expect(entry.size).toBeGreaterThan(entry.index);
  });

  test('has no proof and no transaction, and its clients learn so', async () => {
    const asset = await create({ public: true });
    const event = await append(asset.identity);
    await confirmed(event.identity);
    await confirmed(`public${event.identity}`, undefined);
    for (const [token, prefix] of [
      [tenant.token, ''],
      [undefined, 'public'],
    ] as const) {
      const proof = await client.call(token, 'GET', `/v2/${prefix}${event.identity}:proof?form=window`);
      expect([proof.status, proof.body.message]).toEqual([404, expect.stringContaining('MERKLE_LOG')]);
      const path = `/v1alpha2/blockchain/${prefix}${event.identity}`;
      expect((await client.call(token, 'GET', path)).body).toEqual({ transactions: [], next_page_token: '' });
    }
  });

  test('is accepted as it was returned, and contradicts only the storage integrity of KHIPU', async () => {
    const created = await create();
    const again = await call('POST', '/v2/assets', created);
    expect([again.status, again.body.proof_mechanism]).toEqual([200, 'MERKLE_LOG']);
    const wrong = await call('POST', '/v2/assets', { proof_mechanism: 'MERKLE_LOG', storage_integrity: 'LEDGER' });
    expect([wrong.status, violationsOf(wrong)]).toEqual([
      400,
      { storage_integrity: 'contradicts proof_mechanism MERKLE_LOG: it means KHIPU' },
    ]);
    const other = await newTenant(service, 'Integrity');
    for (const mechanism of ['SIMPLE_HASH', 'KHIPU', 'MERKLE_LOG']) await create({ proof_mechanism: mechanism }, other);
    const found = async (query: string): Promise<string[]> =>
      (await client.call(other.token, 'GET', '/v2/assets', { query })).body.assets.map(
        (one: any) => one.proof_mechanism,
      );
    expect(await found('storage_integrity=TENANT_STORAGE')).toEqual(['MERKLE_LOG', 'SIMPLE_HASH']);
    expect(await found('storage_integrity=LEDGER')).toEqual(['KHIPU']);
    expect(await found('proof_mechanism=MERKLE_LOG')).toEqual(['MERKLE_LOG']);
  });

  test('the events of other proof mechanisms have no entry of a log in their responses', async () => {
    const asset = await create({ proof_mechanism: 'SIMPLE_HASH' });
    const event = await append(asset.identity);
    await expect
      .poll(
        async () =>
          (await service.db
            .prepare('SELECT count(*) AS n FROM log_leaves leaf JOIN events e ON e.number = leaf.event WHERE e.id = ?')
            .bind(idOf(event.identity))
            .first<{ n: number }>())!.n,
      )
      .toBe(1);
    expect(await read(event.identity)).not.toHaveProperty('log_entry');
  });
});

test('existing clients can wait until all records are confirmed', async () => {
  const own = await newTenant(service, 'Waiting');
  await Promise.all(Array.from({ length: 12 }, () => create({}, own)));
  for (const list of ['assets', 'assets/-/events'] as const) {
    await expect
      .poll(async () => [await count(list, 'PENDING', own), await count(list, 'STORED', own)])
      .toEqual([0, 0]);
    expect([await count(list, 'FAILED', own), await count(list, 'CONFIRMED', own)]).toEqual([0, 12]);
  }
});

describe('while a log lacks an event', () => {
  /**
   * Two tenancies, and an asset of the first that it shares with the second, with events before and after the held
   * one.
   */
  async function held() {
    const [owner, partner] = [await newTenant(service, 'Owner'), await newTenant(service, 'Partner')];
    const ofPartner = await importSubject(client, { of: partner, into: owner, name: 'Partner' });
    await importSubject(client, { of: owner, into: partner, name: 'Owner' });
    await done(client, owner.token, 'POST', '/iam/v1/access_policies', {
      display_name: 'all',
      filters: [{ or: ['attributes.shared=yes'] }],
      access_permissions: [
        {
          subjects: [ofPartner.identity],
          behaviours: [],
          asset_attributes_read: ['*'],
          event_arc_display_type_read: ['*'],
        },
      ],
    });
    const first = await create({ attributes: { shared: 'yes' } }, owner);
    const add = (asset: string) => done(client, owner.token, 'POST', `/v2/${asset}/events`, RECORD);
    const events = [await add(first.identity), await add(first.identity)];
    const simple = await create({ proof_mechanism: 'SIMPLE_HASH' }, owner);
    // The last one: once it is in the log, no append is under way that would move the cursor again.
    const second = await create({ attributes: { shared: 'yes' } }, owner);
    await confirmed(second.identity, owner.token);
    const release = await holdBefore(idOf(owner.tenant_identity), events[1]!.identity);
    return { owner, partner, first, second, simple, events, release };
  }

  test('single reads, lists and counts show the later events as PENDING, to the tenancy and to partners', async () => {
    const { owner, partner, first, second, simple, events, release } = await held();
    const statuses = async (token: string, path: string, query: string): Promise<string[]> => {
      const { body } = await client.call(token, 'GET', `/v2/${path}`, { query });
      return ((body.events ?? body.assets) as any[]).map((one) => `${one.identity} ${one.confirmation_status}`);
    };
    for (const { token } of [owner, partner]) {
      expect((await read(events[0]!.identity, token)).confirmation_status).toBe('CONFIRMED');
      expect(await read(events[1]!.identity, token)).toMatchObject({ confirmation_status: 'PENDING' });
      expect((await read(first.identity, token)).confirmation_status).toBe('CONFIRMED');
      expect((await read(second.identity, token)).confirmation_status).toBe('PENDING');
      const [created] = (await read(`${second.identity}/events`, token)).events;
      const pending = [`${created.identity} PENDING`, `${events[1]!.identity} PENDING`];
      expect(await statuses(token, 'assets/-/events', 'confirmation_status=PENDING')).toEqual(pending);
      expect(await statuses(token, `${first.identity}/events`, 'confirmation_status=PENDING')).toEqual([pending[1]]);
      expect(await statuses(token, 'assets', 'confirmation_status=PENDING')).toEqual([`${second.identity} PENDING`]);
      expect(await statuses(token, 'assets', 'confirmation_status=CONFIRMED&filters=attributes.shared%3D*')).toEqual([
        `${first.identity} CONFIRMED`,
      ]);
      const trusted = await statuses(token, `${first.identity}/events`, 'minimum_trust=STORED');
      expect(trusted.map((text) => text.split(' ')[1])).toEqual(['CONFIRMED', 'CONFIRMED']);
    }
    expect([await count('assets/-/events', 'PENDING', owner), await count('assets', 'PENDING', owner)]).toEqual([2, 1]);
    expect(await count('assets/-/events', 'PENDING', partner)).toBe(2);
    expect((await read(simple.identity, owner.token)).confirmation_status).toBe('CONFIRMED');
    await release();
    expect([await count('assets/-/events', 'PENDING', owner), await count('assets', 'PENDING', partner)]).toEqual([
      0, 0,
    ]);
    expect((await read(events[1]!.identity, partner.token)).confirmation_status).toBe('CONFIRMED');
  });

  test('FAILED, which a verification has stored, is shown whether the log has the event or not', async () => {
    const { owner, events, release } = await held();
    const fail = (status: string) =>
      service.db
        .prepare('UPDATE events SET confirmation = ? WHERE id = ?')
        .bind(status, idOf(events[1]!.identity))
        .run();
    await fail('FAILED');
    for (const next of [release, async () => undefined]) {
      expect((await read(events[1]!.identity, owner.token)).confirmation_status).toBe('FAILED');
      expect(await count('assets/-/events', 'FAILED', owner)).toBe(1);
      await next();
    }
    expect(await count('assets/-/events', 'PENDING', owner)).toBe(0);
  });
});

describe('a public MERKLE_LOG asset', () => {
  test('is confirmed for anonymous callers by the public log, which its events name', async () => {
    const asset = await create({ public: true });
    const event = await append(asset.identity);
    const own = await confirmed(event.identity);
    const theirs = await confirmed(`public${event.identity}`, undefined);
    const [log] = (
      await service.db.prepare('SELECT id FROM logs WHERE scope = ? AND ended = 0').bind(PUBLIC).all<{ id: string }>()
    ).results;
    expect(theirs.log_entry.log).toBe(log!.id);
    expect(own.log_entry.log).not.toBe(log!.id);
    expect((await open(`public${asset.identity}`)).body.confirmation_status).toBe('CONFIRMED');

    const release = await holdBefore(PUBLIC, event.identity);
    const hidden = (await open(`public${event.identity}`)).body;
    expect(hidden).toMatchObject({ confirmation_status: 'PENDING', timestamp_committed: EPOCH });
    expect((await read(event.identity)).confirmation_status).toBe('CONFIRMED');
    for (const path of [`public${asset.identity}/events`, 'publicassets/-/events']) {
      const list = (query: string) => client.call(undefined, 'GET', `/v2/${path}`, { query });
      const { events } = (await list('confirmation_status=PENDING')).body;
      expect(events.map((one: any) => one.identity)).toEqual([`public${event.identity}`]);
      const { events: trusted } = (await list('minimum_trust=CONFIRMED')).body;
      expect(trusted.map((one: any) => one.identity)).not.toContain(`public${event.identity}`);
    }
    await release();
    expect((await open(`public${event.identity}`)).body.confirmation_status).toBe('CONFIRMED');
  });

  test('has another entity tag once its events are confirmed', async () => {
    const asset = await create({ public: true });
    const event = await append(asset.identity);
    await confirmed(`public${event.identity}`, undefined);
    const release = await holdBefore(PUBLIC, event.identity);
    const paths = [`public${asset.identity}/events`, 'publicassets/-/events'];
    const before = await Promise.all(paths.map(open));
    await release();
    for (const [i, path] of paths.entries()) {
      const headers = { 'if-none-match': before[i]!.headers.get('etag')! };
      const after = await client.call(undefined, 'GET', `/v2/${path}`, { headers });
      expect([path, after.status, after.body.events[0].confirmation_status]).toEqual([path, 200, 'CONFIRMED']);
    }
    const single = await open(`public${event.identity}`);
    await append(asset.identity);
    await expect
      .poll(async () => (await open(`public${event.identity}`)).body.log_entry.size)
      .toBeGreaterThan(single.body.log_entry.size);
    const headers = { 'if-none-match': single.headers.get('etag')! };
    expect((await client.call(undefined, 'GET', `/v2/public${event.identity}`, { headers })).status).toBe(200);
  });
});

describe('the filters of event lists', () => {
  let paths: [token: string | undefined, path: string][];
  let own: Tenant;
  beforeAll(async () => {
    own = await newTenant(service, 'Filters');
    const asset = await create({ public: true }, own);
    await create({ proof_mechanism: 'SIMPLE_HASH' }, own);
    paths = [
      [own.token, '/v2/assets/-/events'],
      [own.token, `/v2/${asset.identity}/events`],
      [undefined, '/v2/publicassets/-/events'],
      [undefined, `/v2/public${asset.identity}/events`],
      [undefined, `/publicassets/${idOf(asset.identity)}/events`],
    ];
  });
  const each = (query: string): Promise<Answer[]> =>
    Promise.all(paths.map(([token, path]) => client.call(token, 'GET', path, { query })));

  test('mmr_index is accepted and matches no event', async () => {
    for (const index of ['0', '7', '18446744073709551615'])
      for (const { status, body } of await each(`mmr_index=${index}`)) expect([status, body.events]).toEqual([200, []]);
    const missing = await client.call(own.token, 'GET', `/v2/assets/${crypto.randomUUID()}/events`, {
      query: 'mmr_index=0',
    });
    expect(missing.status).toBe(404);
  });

  test('minimum_trust selects the statuses of at least this trust', async () => {
    await expect.poll(() => count('assets/-/events', 'PENDING', own)).toBe(0);
    await confirmed(paths[3]![1].slice('/v2/'.length, -'/events'.length), undefined);
    const all = (await each('')).map(({ body }) => body.events.length as number);
    for (const [trust, expected] of Object.entries({
      CONFIRMATION_STATUS_UNSPECIFIED: all,
      PENDING: all,
      STORED: all,
      COMMITTED: all,
      CONFIRMED: all,
      UNEQUIVOCAL: all.map(() => 0),
    }))
      expect([trust, (await each(`minimum_trust=${trust}`)).map(({ body }) => body.events.length)]).toEqual([
        trust,
        expected,
      ]);
  });

  test.each([
    ['mmr_index', ['-1', '1.5', 'x', '', '0x1', '1e3', '123456789012345678901']],
    ['minimum_trust', ['FAILED', 'confirmed', '5', '']],
  ])('%s responds with 400 to other values', async (name, values) => {
    for (const value of values)
      for (const answer of await each(`${name}=${encodeURIComponent(value)}`)) {
        expect([value, answer.status]).toEqual([value, 400]);
        expect(Object.keys(violationsOf(answer))).toEqual([name]);
      }
  });
});
