import { beforeAll, expect, test } from 'vitest';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, sharedService, type Service, type Tenant } from '../support/service.ts';

let service: Service;
let client: Client;
let owner: Tenant;
/** A private and a public asset with the same events, each with `n`, in this order. */
let assets: [string, string];
const DECLARED: Record<string, string | undefined> = {
  a: '2021-05-01T00:00:00Z',
  b: undefined,
  c: '2019-03-01T12:00:00Z',
  d: '2021-05-01T02:00:00+02:00',
  e: '2100-01-01T00:00:00Z',
  f: '2019-03-01T11:59:59.999999Z',
};

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
  owner = await newTenant(service, 'Declared');
  const made: string[] = [];
  for (const open of [false, true]) {
    const call = { body: { public: open, attributes: {} } };
    made.push((await client.call(owner.token, 'POST', '/v2/assets', call)).body.identity as string);
    for (const [n, declared] of Object.entries(DECLARED)) {
      const body = {
        ...RECORD,
        event_attributes: { n },
        ...(declared === undefined ? {} : { timestamp_declared: declared }),
      };
      const { status } = await client.call(owner.token, 'POST', `/v2/${made.at(-1)}/events`, { body });
      if (status !== 200) throw new Error(`the event was refused with ${status}`);
    }
  }
  assets = made as [string, string];
});

type Query = Record<string, string>;
const ORDER: Query = { order_by: 'timestamp_declared' };
const names = ({ body }: Answer): string =>
  (body.events as { event_attributes: { n?: string } }[])
    .map(({ event_attributes }) => event_attributes.n ?? 'new')
    .join(' ');

test('events are listed by declared time, newest first, whatever the order of their acceptance', async () => {
  const open = `/v2/publicassets/${assets[1].slice('assets/'.length)}/events`;
  for (const [token, path] of [
    [owner.token, `/v2/${assets[0]}/events`],
    [owner.token, `/v2/${assets[1]}/events`],
    [undefined, open],
  ] as const) {
    const list = (query: Query): Promise<Answer> => client.call(token, 'GET', path, { query });
    // Of equal times, the event that was accepted later is first.
    expect(names(await list(ORDER))).toBe('e b new d a c f');
    expect((await list(ORDER)).headers.get('x-total-count')).toBe('7');
    expect(names(await list({}))).toBe('f e d c b a new');
    const range = {
      timestamp_declared_since: '2019-03-01T12:00:00Z',
      timestamp_declared_before: '2021-05-01T00:00:00Z',
    };
    expect(names(await list({ ...ORDER, ...range }))).toBe('c');
    expect(names(await list(range))).toBe('c');
    expect(names(await list({ ...ORDER, timestamp_declared_since: range.timestamp_declared_before }))).toBe(
      'e b new d a',
    );
    expect(names(await list({ ...ORDER, 'event_attributes.n': 'b' }))).toBe('b');
  }
  const all = await client.call(owner.token, 'GET', '/v2/assets/-/events', { query: ORDER });
  expect(names(all).replaceAll(/\b(b|new)\b/g, '-')).toBe('e e - - - - d a d a c c f f');
  const every = await client.call(undefined, 'GET', '/v2/publicassets/-/events', {
    query: { ...ORDER, timestamp_declared_since: '2100-01-01T00:00:00Z', 'event_attributes.n': 'e' },
  });
  expect(names(every)).toContain('e');
});

test('a time range includes its start and excludes its end, for the accepted and for the declared time', async () => {
  const path = `/v2/${assets[0]}/events`;
  const events = (await client.call(owner.token, 'GET', path)).body.events as Record<string, string>[];
  for (const order of [{}, ORDER, { order_by: 'SIMPLEHASHV2' }])
    for (const which of ['timestamp_accepted', 'timestamp_declared'])
      for (const event of events) {
        const at = event[which]!;
        const counts: number[] = [];
        for (const query of [{ [`${which}_since`]: at }, { [`${which}_before`]: at }]) {
          const { body } = await client.call(owner.token, 'GET', path, { query: { ...order, ...query } });
          counts.push((body.events as unknown[]).length);
        }
        const us = (text: string): string => text.replace('Z', text.includes('.') ? '' : '.000000').padEnd(26, '0');
        const later = events.filter((one) => us(one[which]!) >= us(at)).length;
        expect([event['identity'], which, ...counts]).toEqual([event['identity'], which, later, 7 - later]);
      }
});

test('bounds on the accepted time hold on every page of a list by declared time', async () => {
  const created = await client.call(owner.token, 'POST', '/v2/assets', { body: { attributes: {} } });
  const path = `/v2/${created.body.identity as string}/events`;
  const accepted: string[] = [];
  for (const declared of ['2100-01-01T00:00:00Z', '2090-01-01T00:00:00Z', undefined, undefined]) {
    const body = {
      ...RECORD,
      event_attributes: { n: String(accepted.length) },
      ...(declared === undefined ? {} : { timestamp_declared: declared }),
    };
    accepted.push((await client.call(owner.token, 'POST', path, { body })).body.timestamp_accepted as string);
  }
  for (const [query, wanted] of [
    [{ timestamp_accepted_before: accepted[2]! }, '0 1 new'],
    [{ timestamp_accepted_before: accepted[3]! }, '0 1 2 new'],
    [{ timestamp_accepted_since: accepted[1]!, timestamp_accepted_before: accepted[3]! }, '1 2'],
  ] as const)
    for (const size of ['1', '2', '10']) {
      const found: string[] = [];
      for (let token = '', last = false; !last;) {
        const page = { ...ORDER, ...query, page_size: size, ...(token ? { page_token: token } : {}) };
        const answer = await client.call(owner.token, 'GET', path, { query: page });
        found.push(...names(answer).split(' ').filter(Boolean));
        expect(answer.headers.get('x-total-count')).toBe(String(wanted.split(' ').length));
        token = answer.body.next_page_token as string;
        last = token === '';
      }
      expect([query, size, found.join(' ')]).toEqual([query, size, wanted]);
    }
});

test('a bound with nanoseconds is between the microseconds, in every order', async () => {
  const created = await client.call(owner.token, 'POST', '/v2/assets', { body: { attributes: {} } });
  const path = `/v2/${created.body.identity as string}/events`;
  const append = (at: string) =>
    client.call(owner.token, 'POST', path, {
      body: { ...RECORD, event_attributes: { n: at }, timestamp_declared: at },
    });
  const [first, second] = ['2001-01-01T00:00:00.123456Z', '2001-01-01T00:00:00.123457Z'];
  for (const at of [first, second]) expect((await append(at)).status).toBe(200);
  const until = { timestamp_declared_before: '2002-01-01T00:00:00Z' };
  for (const order of [{}, ORDER, { order_by: 'SIMPLEHASHV2' }])
    for (const between of ['2001-01-01T00:00:00.1234561Z', '2001-01-01T01:00:00.123456999+01:00']) {
      const listed = async (query: Query): Promise<string> =>
        names(await client.call(owner.token, 'GET', path, { query: { ...order, ...query } }));
      expect(await listed({ timestamp_declared_before: between })).toBe(first);
      expect(await listed({ ...until, timestamp_declared_since: between })).toBe(second);
    }
});

test('an unknown order is refused with the accepted ones, and asset lists have no order by declared time', async () => {
  const answer = await client.call(owner.token, 'GET', '/v2/assets/-/events', { query: { order_by: 'declared' } });
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringContaining('timestamp_declared')]);
  expect((await client.call(owner.token, 'GET', '/v2/assets', { query: ORDER })).status).toBe(400);
});
