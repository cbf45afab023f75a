import { describe, expect, test } from 'vitest';
import { EvidenceError } from '../../apps/client/src/index.ts';
import { problem, scripted, type Scripted } from './support/scripted.ts';

const ASSET = 'assets/00000000-0000-4000-8000-000000000001';
const event = (n: number) => ({ identity: `${ASSET}/events/${n}` });

describe('lists', () => {
  const paged = () =>
    scripted(({ url }) => {
      const page = Number(url.searchParams.get('page_token') ?? '0');
      return {
        body: { events: [event(page * 2), event(page * 2 + 1)], next_page_token: page < 2 ? String(page + 1) : '' },
      };
    });

  test('an iteration reads all pages, each with the filters', async () => {
    const { client, received } = paged();
    const found: string[] = [];
    const filters = { attribute_filters: { 'event_attributes.a': 'x & y' }, operation: 'Record', page_size: 2 };
    for await (const { identity } of client.events.list('-', filters)) found.push(identity);
    expect(found).toEqual([0, 1, 2, 3, 4, 5].map((n) => event(n).identity));
    expect(received.map(({ url }) => url.search)).toEqual(
      ['', '&page_token=1', '&page_token=2'].map(
        (token) => `?event_attributes.a=x+%26+y&operation=Record&page_size=2${token}`,
      ),
    );
  });

  test('pages are read only as far as they are needed', async () => {
    const { client, received } = paged();
    expect(await client.events.list(ASSET).take(3)).toHaveLength(3);
    expect(received).toHaveLength(2);
    for await (const { items, next } of client.events.list(ASSET).pages()) {
      expect([items.length, next]).toEqual([2, '1']);
      break;
    }
    expect(received).toHaveLength(3);
    expect(await client.events.list(ASSET).take(0)).toEqual([]);
    expect(received).toHaveLength(3);
  });

  test('a list can be iterated again', async () => {
    const { client } = paged();
    const list = client.events.list(ASSET);
    expect((await list.take(100)).length).toBe(6);
    expect((await list.take(100)).length).toBe(6);
  });

  test('a service that repeats a page token is not asked forever', async () => {
    const { client } = scripted(() => ({ body: { assets: [{}], next_page_token: 'same' } }));
    await expect(client.assets.list().take(100)).rejects.toThrow('without a new next_page_token');
  });

  test('attributes of a list of assets are filters', async () => {
    const { client, received } = scripted(() => ({ body: { assets: [], next_page_token: '' } }));
    await client.assets.list({ attributes: { arc_display_type: 'Pump' }, tracked: 'ANY' }).take(1);
    expect(received[0]!.url.search).toBe('?tracked=ANY&attributes.arc_display_type=Pump');
  });

  test('a search sends its text', async () => {
    const { client, received } = scripted(() => ({ body: { assets: [{ identity: ASSET }], next_page_token: '' } }));
    expect(await client.search.assets('pump 7').take(10)).toEqual([{ identity: ASSET }]);
    expect(received[0]!.url.pathname + received[0]!.url.search).toBe('/archivist/v2/assets:search?q=pump+7');
  });
});

describe('the feed', () => {
  const BATCHES: Record<string, Scripted> = {
    '': { body: { events: [event(1), event(2)], next_cursor: 'a' } },
    a: { body: { events: [], next_cursor: 'b' } },
    b: { body: { events: [event(3)], next_cursor: 'c' } },
    c: { body: { events: [], next_cursor: 'c' } },
  };
  const feeding = () => scripted(({ url }) => BATCHES[url.searchParams.get('cursor') ?? '']!);

  test('returns each batch with the cursor after it, and resumes after an empty response', async () => {
    const { client, received } = feeding();
    const found: [string[], string][] = [];
    for await (const { events, cursor } of client.events.feed()) {
      found.push([events.map(({ identity }) => identity.slice(-1)), cursor]);
      if (found.length === 2) break;
    }
    expect(found).toEqual([
      [['1', '2'], 'a'],
      [['3'], 'c'],
    ]);
    expect(received.map(({ url }) => url.pathname + url.search)).toEqual(
      ['?wait=25', '?cursor=a&wait=25', '?cursor=b&wait=25'].map(
        (search) => `/archivist/v2/assets/-/events:feed${search}`,
      ),
    );
  });

  test('resumes after a cursor, and ends at an empty response if it does not follow', async () => {
    const { client, received } = feeding();
    const cursors: string[] = [];
    for await (const { cursor } of client.events.feed({ cursor: 'b', follow: false })) cursors.push(cursor);
    expect(cursors).toEqual(['c']);
    expect(received.map(({ url }) => url.search)).toEqual(['?cursor=b&wait=0', '?cursor=c&wait=0']);
  });

  test('waits longer and longer after empty responses that the service does not delay', async () => {
    const { client, sleeps } = scripted((_, i) => ({
      body: { events: i === 6 ? [event(1)] : [], next_cursor: `c${i}` },
    }));
    for await (const { cursor } of client.events.feed({ wait: 0 })) {
      expect(cursor).toBe('c6');
      break;
    }
    expect(sleeps).toHaveLength(6);
    expect(sleeps).toEqual(sleeps.toSorted((a, b) => a - b));
    expect(sleeps[0]).toBeGreaterThan(0);
  });

  test('does not wait after a response that the service has delayed', async () => {
    const { client, sleeps, clock } = scripted((_, i) => {
      clock.time += 25_000;
      return { body: { events: i === 2 ? [event(1)] : [], next_cursor: 'x' } };
    });
    for await (const _ of client.events.feed()) break;
    expect(sleeps).toEqual([]);
  });

  test('a failure is repeated with the same cursor', async () => {
    const { client, received } = scripted((_, i) =>
      i === 1 ? { status: 503, body: problem(14, 'busy') } : { body: { events: [event(i)], next_cursor: `c${i}` } },
    );
    const cursors: string[] = [];
    for await (const { cursor } of client.events.feed()) if (cursors.push(cursor) === 2) break;
    expect(received.map(({ url }) => url.searchParams.get('cursor'))).toEqual([null, 'c0', 'c0']);
  });

  test('a response of another form is an error', async () => {
    const { client } = scripted(() => ({ body: { events: 'none' } }));
    await expect(client.events.feed().next()).rejects.toThrow('without events and next_cursor');
  });
});

describe('waiting', () => {
  const identity = `${ASSET}/events/00000000-0000-4000-8000-000000000002`;

  test('waiting for the confirmation of an event polls until it is confirmed', async () => {
    const { client, sleeps } = scripted((_, i) => ({ body: { confirmation_status: i < 3 ? 'PENDING' : 'CONFIRMED' } }));
    expect(await client.events.confirmed(identity)).toEqual({ confirmation_status: 'CONFIRMED' });
    expect(sleeps).toHaveLength(3);
  });

  test('waiting ends after the time limit', async () => {
    const { client, sleeps } = scripted(() => ({ body: { confirmation_status: 'PENDING' } }));
    await expect(client.events.confirmed(identity, { timeout: 10_000 })).rejects.toMatchObject({
      code: 'DEADLINE_EXCEEDED',
    });
    expect(sleeps.reduce((a, b) => a + b)).toBe(10_000);
  });

  test('waiting ends at an event that does not match the ledger', async () => {
    const { client } = scripted(() => ({ body: { confirmation_status: 'FAILED' } }));
    await expect(client.events.confirmed(identity)).rejects.toBeInstanceOf(EvidenceError);
  });

  test('waiting for a proof polls while it does not exist, and ends at once without the event', async () => {
    const missing: Scripted = { status: 404, body: problem(5, 'not yet') };
    const soon = scripted((_, i) => [{}, missing, missing][i] ?? { body: 'the proof' });
    expect(new TextDecoder().decode(await soon.client.proofs.wait(identity, { form: 'window' }))).toBe('the proof');
    expect(soon.received.at(-1)!.url.pathname + soon.received.at(-1)!.url.search).toBe(
      `/archivist/v2/${identity}:proof?form=window`,
    );
    const none = scripted(() => missing);
    await expect(none.client.proofs.wait(identity)).rejects.toMatchObject({ status: 404 });
    expect(none.received).toHaveLength(1);
  });
});
