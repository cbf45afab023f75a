import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { FEED } from '../support/event-stream.ts';
import { PUBLIC_FEED, readAll, readUntil } from '../support/feed.ts';
import { LogReader } from '../support/logs.ts';
import { SECRETS, startService, type Service } from '../support/service.ts';
import { identities, openTenancy, violationsOf, type Actor, type Tenancy } from '../support/tenancy.ts';

/** Pages of the event feed, and requests that wait. */

let service: Service;
let client: Client;
let ours: Tenancy;
/** A private asset and a public one, and all events of the tenancy in the order of their commits. */
let pump: string;
let statue: string;
let recorded: string[];

beforeAll(async () => {
  service = await startService({ vars: { PAGE_SIZE_MAX: '100', PAGE_SIZE_DEFAULT: '20' } });
  client = await openClient(service);
  ours = await openTenancy(service, client, 'Feeds');
  pump = await ours.asset({ kind: 'pump', serial: 'P-7' });
  statue = await ours.asset({ kind: 'statue' }, { public: true });
  for (let n = 0; n < 60; n++) {
    const answer = await ours.append(n % 3 === 0 ? statue : pump, {
      event_attributes: { n: String(n), arc_display_type: n % 5 === 0 ? 'Inspection' : 'Repair' },
      asset_attributes: n % 7 === 0 ? { serial: `P-${n}` } : {},
    });
    if (answer.status !== 200) throw new Error(answer.text);
  }
  recorded = (await readUntil(ours, 62)).map(({ identity }) => identity);
});
afterAll(() => service.close());

const anonymous: Pick<Actor, 'call'> = {
  call: (method, path, options) => client.call(undefined, method, path, options),
};
const append = (asset: string, n: string) => ours.append(asset, { event_attributes: { n } });

describe('pages', () => {
  test('have all events once, in the order of commits, at every page size', async () => {
    const listed = await identities(ours, '/v2/assets/-/events');
    expect(recorded.toSorted()).toEqual(listed.toSorted());
    // Appends of one client, one after the other: the list by time has the opposite order.
    expect(recorded).toEqual(listed.toReversed());
    for (const page_size of ['1', '7', '100', '1000', '0']) {
      const { events, pages } = await readAll(ours, { page_size });
      expect(events.map(({ identity }) => identity)).toEqual(recorded);
      expect(pages).toBeGreaterThanOrEqual(Math.ceil(62 / { 1: 1, 7: 7, 100: 100, 1000: 100, 0: 20 }[page_size]!));
    }
  });

  test('have events as lists show them', async () => {
    const { events } = await readAll(ours);
    const { body } = await ours.call('GET', '/v2/assets/-/events', { query: { page_size: '50' } });
    expect(events.toReversed().slice(0, 50)).toEqual(body.events);
  });

  test('continue from every cursor, which is the log and an index in it', async () => {
    const log = await new LogReader(client, ours.token, ours.identity.slice('tenant/'.length)).describe();
    const { body: first } = await ours.call('GET', FEED, { query: { page_size: '5' } });
    // The genesis is the first entry.
    expect(first.next_cursor).toBe(`${log.log}.6`);
    const { events, cursor } = await readAll(ours, { cursor: `${log.log}.40` });
    expect(events.map(({ identity }) => identity)).toEqual(recorded.slice(39));
    expect(cursor).toBe(`${log.log}.${log.size}`);
    expect((await readAll(ours, { cursor })).events).toEqual([]);
  });

  test('are empty for a tenancy without events, with an empty cursor that continues', async () => {
    const fresh = await openTenancy(service, client, 'Fresh');
    const empty = await fresh.call('GET', FEED);
    expect(empty.body).toEqual({ events: [], next_cursor: '' });
    await fresh.asset({ kind: 'first' });
    const { body } = await fresh.call('GET', FEED, { query: { cursor: '', wait: '20' } });
    expect(body.events.map(({ asset_attributes }: any) => asset_attributes)).toEqual([{ kind: 'first' }]);
  });

  const FILTERS = [
    'event_attributes.arc_display_type=Inspection',
    'event_attributes.arc_display_type!=Inspection',
    'asset_attributes.serial=*',
    'asset.attributes.kind=statue',
    'filters=event_attributes.n=3 OR event_attributes.n=8',
    'operation=NewAsset',
    'behaviour=AssetCreator',
    'proof_mechanism=KHIPU',
    'confirmation_status=CONFIRMED',
    'confirmation_status=PENDING',
    'timestamp_accepted_since=2020-01-01T00:00:00Z',
    'timestamp_declared_before=2020-01-01T00:00:00Z',
    'timestamp_committed_since=2020-01-01T00:00:00Z',
    'mmr_index=1',
    'minimum_trust=CONFIRMED',
    'principal_declared.display_name=Administrator',
  ];
  test.each(FILTERS)(
    'have the events of the list with the filter %s, and continue to the end of the log',
    async (text) => {
      const query = Object.fromEntries(new URLSearchParams(text.replace(/^filters=/, 'filters=')));
      const listed = await identities(ours, '/v2/assets/-/events', query);
      const end = (await readAll(ours, { page_size: '100' })).cursor;
      for (const page_size of ['3', '50']) {
        const { events, cursor } = await readAll(ours, { ...query, page_size });
        expect(events.map(({ identity }) => identity)).toEqual(listed.toReversed());
        expect(end).toBe(cursor);
      }
    },
  );

  test('show members what the policies permit at the time of reading', async () => {
    const member = await ours.member({ role: 'reader' });
    expect((await readAll(member)).events).toEqual([]);
    const policy = await ours.policy(['attributes.kind=pump'], [['subject=' + member.id]].flat(), {
      asset_attributes_read: ['serial'],
      event_arc_display_type_read: ['Inspection'],
    } as never);
    const { events, cursor } = await readAll(member);
    const listed = await identities(member, '/v2/assets/-/events');
    expect(listed.length).toBeGreaterThan(3);
    expect(events.map(({ identity }) => identity)).toEqual(listed.toReversed());
    expect(events.flatMap(({ asset_attributes }) => Object.keys(asset_attributes))).toContain('serial');
    expect((await readAll(ours)).cursor).toBe(cursor);
    await ours.done('DELETE', `/iam/v1/${policy}`);
    expect((await readAll(member)).events).toEqual([]);
  });

  test('do not have events that another tenancy shares', async () => {
    const theirs = await openTenancy(service, client, 'Theirs');
    const [subject] = await Promise.all([ours.knows(theirs), theirs.knows(ours)]);
    await ours.done('POST', '/iam/v1/access_policies', {
      body: {
        display_name: 'share',
        filters: [{ or: ['attributes.kind=pump'] }],
        access_permissions: [{ subjects: [subject], asset_attributes_read: ['*'], event_arc_display_type_read: ['*'] }],
      },
    });
    const own = await theirs.asset({ kind: 'pump' });
    const events = await readUntil(theirs, 1);
    expect(events.map(({ asset_identity }) => asset_identity)).toEqual([own]);
    expect((await identities(theirs, '/v2/assets/-/events')).length).toBeGreaterThan(1);
    expect((await readAll(theirs)).events).toEqual(events);
  });
});

describe('requests that are refused', () => {
  test.each(['x', '999999999999'])('name wait once for the value %s', async (wait) => {
    const { status, body } = await ours.call('GET', FEED, { query: { wait } });
    expect([status, body.message]).toEqual([400, 'wait: must be an integer from 0 to 25']);
  });

  test.each([
    ['cursor', 'x'],
    ['cursor', '7b0e6d1c-52a4-4f3b-8c9d-0e1f2a3b4c5d.1'],
    ['cursor', '7b0e6d1c-52a4-4f3b-8c9d-0e1f2a3b4c5d'],
    ['wait', '26'],
    ['wait', '-1'],
    ['wait', '1.5'],
    ['page_size', 'all'],
    ['page_token', 'x'],
    ['order_by', 'SIMPLEHASHV1'],
    ['confirmation_status', 'MAYBE'],
    ['operations', 'Record'],
  ])('respond with 400 that names %s for the value %s', async (field, value) => {
    for (const [who, path] of [
      [ours, FEED],
      [anonymous, PUBLIC_FEED],
    ] as const) {
      const answer = await who.call('GET', path, { query: { [field]: value } });
      expect([answer.status, Object.keys(violationsOf(answer))]).toEqual([400, [field]]);
    }
  });

  test("respond with 400 to the cursor of another tenancy's log or another feed, as to an unknown one", async () => {
    const theirs = await openTenancy(service, client, 'Others');
    const [own, open] = [(await readAll(ours)).cursor, (await readAll(anonymous, {}, PUBLIC_FEED)).cursor];
    const unknown = own.replace(/^[0-9a-f]{8}/, '00000000');
    const refusals: [Pick<Actor, 'call'>, string, string][] = [
      [theirs, FEED, own],
      [ours, FEED, open],
      [anonymous, PUBLIC_FEED, own],
      [ours, FEED, unknown],
    ];
    const messages = new Set<string>();
    for (const [who, path, cursor] of refusals) {
      const answer = await who.call('GET', path, { query: { cursor, wait: '5' } });
      expect(answer.status).toBe(400);
      messages.add(answer.body.message);
    }
    expect(messages.size).toBe(1);
  });

  test('respond with 503 to a cursor after the end of the log: the database may lack entries', async () => {
    const { cursor } = await readAll(ours);
    const after = cursor.replace(/\d+$/, (size) => String(Number(size) + 1));
    expect((await ours.call('GET', FEED, { query: { cursor: after } })).status).toBe(503);
  });

  test('respond with 401 without a token, and with 403 to a person who is not a member', async () => {
    expect((await client.call(undefined, 'GET', FEED)).status).toBe(401);
  });
});

/** Waits for events again and again until `signal`, also while the places are taken by others. */
async function waiting(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<void> {
  try {
    for (;;) await (await fetch(url, { headers, signal })).arrayBuffer();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/**
 * Sends requests that wait until one is refused with 429. Returns the error. One that is accepted disconnects at once;
 * a busy machine takes longer to refuse one.
 */
async function refusal(url: string, headers: Record<string, string>): Promise<any> {
  for (let within = 300; ; within *= 2) {
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(within) }).catch(() => undefined);
    if (answer?.status === 429) return answer.json();
  }
}

describe('a request that waits', () => {
  test('responds when an event is in the log, and not before', async () => {
    const { cursor } = await readAll(ours);
    const waiting = ours.call('GET', FEED, { query: { cursor, wait: '25' } });
    await append(pump, 'awaited');
    const { body } = await waiting;
    expect(body.events.map(({ event_attributes }: any) => event_attributes.n)).toEqual(['awaited']);
    expect((await readAll(ours, { cursor })).events).toEqual(body.events);
  });

  test('keeps waiting while the events do not match its filters', async () => {
    const { cursor } = await readAll(ours);
    const query = { cursor, wait: '25', 'event_attributes.n': 'second' };
    const waiting = ours.call('GET', FEED, { query });
    await append(pump, 'first');
    await ours.call('GET', FEED, { query: { cursor, wait: '25' } });
    await append(pump, 'second');
    const { body } = await waiting;
    expect(body.events.map(({ event_attributes }: any) => event_attributes.n)).toEqual(['second']);
  });

  test('responds without events after the time, with a cursor past those that do not match', async () => {
    const { cursor } = await readAll(ours);
    await append(pump, 'unmatched');
    await ours.call('GET', FEED, { query: { cursor, wait: '25' } });
    const query = { cursor, wait: '1', 'event_attributes.n': 'nothing' };
    const { body } = await ours.call('GET', FEED, { query });
    expect(body).toEqual({ events: [], next_cursor: (await readAll(ours)).cursor });
    expect(body.next_cursor).not.toBe(cursor);
  });

  test('does not wait for HEAD', async () => {
    const { cursor } = await readAll(ours);
    expect((await ours.call('HEAD', FEED, { query: { cursor, wait: '25' } })).status).toBe(200);
  });

  test('is one of at most 64 of a tenancy; further ones get 429, and pages are still served', async () => {
    const { cursor } = await readAll(ours);
    const stop = new AbortController();
    const url = `${service.base}${FEED}?${new URLSearchParams({ cursor, wait: '25' })}`;
    const headers = { authorization: `Bearer ${ours.token}` };
    const open = Array.from({ length: 64 }, () => waiting(url, headers, stop.signal));
    expect(await refusal(url, headers)).toMatchObject({
      code: 8,
      message: 'the tenancy has 64 requests that wait for events, the most that are allowed; try again',
    });
    expect((await ours.call('GET', FEED, { query: { cursor } })).status).toBe(200);
    stop.abort();
    await Promise.all(open);
    expect((await service.logged()).filter((line) => /"status":500/.test(line))).toEqual([]);
  });
});

describe('the feed of public events', () => {
  test('has the events of all public assets as their list shows them, with pages and waiting requests', async () => {
    const { events, cursor } = await readAll(anonymous, { page_size: '7' }, PUBLIC_FEED);
    const { body } = await client.call(undefined, 'GET', '/v2/publicassets/-/events', { query: { page_size: '50' } });
    expect(events.toReversed()).toEqual(body.events);
    expect(events.length).toBe(21);
    const waiting = client.call(undefined, 'GET', PUBLIC_FEED, { query: { cursor, wait: '25' } });
    await append(pump, 'private');
    await append(statue, 'public');
    const answer = await waiting;
    expect(answer.body.events.map(({ event_attributes }: any) => event_attributes.n)).toEqual(['public']);
    expect(answer.body.events[0].principal_accepted.subject).toBe('');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('is at the older path as well, and has no streams', async () => {
    const headers = { accept: 'text/event-stream' };
    const answer = await client.call(undefined, 'GET', '/publicassets/-/events:feed', { headers });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.body.events.length).toBe(20);
  });

  test('lets an address wait with 4 requests at once', async () => {
    const { cursor } = await readAll(anonymous, {}, PUBLIC_FEED);
    const stop = new AbortController();
    const url = `${service.base}${PUBLIC_FEED}?${new URLSearchParams({ cursor, wait: '25' })}`;
    const from = (address: string) => ({ 'cf-connecting-ip': address });
    const open = Array.from({ length: 4 }, () => waiting(url, from('192.0.2.1'), stop.signal));
    expect(await refusal(url, from('192.0.2.1'))).toMatchObject({ code: 8 });
    const other = await fetch(url.replace('wait=25', 'wait=1'), { headers: from('192.0.2.2') });
    expect(other.status).toBe(200);
    stop.abort();
    await Promise.all(open);
  });
});

test('cursors of a log that was replaced respond with 410 and the next log, which has all events again', async () => {
  const { events, cursor } = await readAll(ours);
  const [log] = cursor.split('.');
  const operator = await client.call(SECRETS.OPERATOR_SECRET, 'POST', `/operator/v1/logs/${log}:end`, {
    body: { reason: 'a test' },
  });
  expect(operator.status).toBe(200);
  const waiting = ours.call('GET', FEED, { query: { cursor, wait: '25' } });
  await append(pump, 'after');
  const after = await readUntil(ours, events.length + 1);
  await expect.poll(async () => (await ours.call('GET', FEED, { query: { cursor } })).status).toBe(410);
  const answer = await ours.call('GET', FEED, { query: { cursor } });
  const now = (await readAll(ours)).cursor;
  expect(answer.body.details).toContainEqual({
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: 'LOG_REPLACED',
    metadata: { log: now.split('.')[0] },
  });
  expect([200, 410]).toContain((await waiting).status);
  expect(after.slice(0, events.length).map(({ identity }) => identity)).toEqual(events.map(({ identity }) => identity));
});
