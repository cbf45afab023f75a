import { beforeAll, describe, expect, test } from 'vitest';
import { genuine, keyRows, openKey, seconds, signToken } from '../security/support.ts';
import { openClient, type Client } from '../support/client.ts';
import { EventStream, FEED } from '../support/event-stream.ts';
import { readAll } from '../support/feed.ts';
import { newTenant, SECRETS, type Service, sharedService } from '../support/service.ts';
import { openTenancy, type Tenancy } from '../support/tenancy.ts';

/** Streams of the event feed. */

/** The most streams of a tenancy. */
const STREAMS = 32;

let service: Service;
let client: Client;
beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
});

async function opened(
  name: string,
): Promise<{ ours: Tenancy; pump: string; add: (...all: string[]) => Promise<void> }> {
  const ours = await openTenancy(service, client, name);
  const pump = await ours.asset({ kind: 'pump' });
  const add = async (...all: string[]): Promise<void> => {
    for (const n of all) await ours.append(pump, { event_attributes: { n } });
  };
  return { ours, pump, add };
}
const numbers = (events: any[]): string[] => events.map(({ event_attributes }) => event_attributes.n ?? 'new');

describe('a stream', () => {
  test('has the past and then each new event once, with the cursor after it as id', async () => {
    const { ours, add } = await opened('Streams');
    await add('1', '2');
    const stream = await EventStream.open(service, ours.token);
    expect([stream.status, stream.headers.get('content-type'), stream.headers.get('cache-control')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      'no-store',
    ]);
    expect(numbers(await stream.take(3))).toEqual(['new', '1', '2']);
    await add('3');
    const [third] = await stream.take(1);
    expect(third).toEqual((await readAll(ours)).events.at(-1));
    expect(stream.last).toBe((await readAll(ours)).cursor);
    await add('4', '5');
    expect(numbers(await stream.take(2))).toEqual(['4', '5']);
    stream.close();
  });

  test('starts behind the cursor, or behind Last-Event-ID if both are given', async () => {
    const { ours, add } = await opened('Resumed');
    await add('1', '2', '3');
    const first = await EventStream.open(service, ours.token);
    await first.take(2);
    const { last } = first;
    first.close();
    const byCursor = await EventStream.open(service, ours.token, { cursor: last });
    expect(numbers(await byCursor.take(2))).toEqual(['2', '3']);
    const byId = await EventStream.open(service, ours.token, { cursor: last }, byCursor.last);
    await add('4');
    expect(numbers(await byId.take(1))).toEqual(['4']);
    for (const stream of [byCursor, byId]) stream.close();
  });

  test('has only the events that its filters match, and those that the policies of its caller permit', async () => {
    const { ours, add } = await opened('Filtered');
    const member = await ours.member({ role: 'reader' });
    await ours.policy(['attributes.kind=pump'], [`subject=${member.id}`], {
      asset_attributes_read: [],
      event_arc_display_type_read: ['*'],
    } as never);
    const valve = await ours.asset({ kind: 'valve' });
    const all = await EventStream.open(service, ours.token);
    const filtered = await EventStream.open(service, ours.token, { 'event_attributes.n': '2' });
    const restricted = await EventStream.open(service, member.token);
    await add('1', '2');
    await ours.append(valve, { event_attributes: { n: 'hidden' } });
    await add('3');
    expect(numbers(await all.take(6))).toEqual(['new', 'new', '1', '2', 'hidden', '3']);
    expect(numbers(await filtered.take(1))).toEqual(['2']);
    const seen = await restricted.take(4);
    expect(numbers(seen)).toEqual(['new', '1', '2', '3']);
    expect(seen.map(({ asset_attributes }) => asset_attributes)).toEqual([{}, {}, {}, {}]);
    for (const stream of [all, filtered, restricted]) stream.close();
  });

  test('has nothing that a policy no longer permits', async () => {
    const { ours, add } = await opened('Withdrawn');
    const member = await ours.member({ role: 'reader' });
    const policy = await ours.policy(['attributes.kind=pump'], [`subject=${member.id}`], {
      event_arc_display_type_read: ['*'],
      asset_attributes_read: ['*'],
    } as never);
    const stream = await EventStream.open(service, member.token);
    await add('1');
    expect(numbers(await stream.take(2))).toEqual(['new', '1']);
    await ours.done('DELETE', `/iam/v1/${policy}`);
    await add('2');
    await readAll(ours, { cursor: stream.last, wait: '0' });
    const again = await ours.policy(['attributes.kind=pump'], [`subject=${member.id}`], {
      event_arc_display_type_read: ['*'],
      asset_attributes_read: ['*'],
    } as never);
    expect(again).not.toBe(policy);
    await expect.poll(async () => numbers((await readAll(ours)).events)).toContain('2');
    await add('3');
    const [next] = await stream.take(1);
    expect(['2', '3']).toContain(next.event_attributes.n);
    stream.close();
  });

  test('ends when its token expires', async () => {
    const tenant = await newTenant(service, 'Expiring');
    const row = (await keyRows(service))[0]!;
    const base = genuine(row.kid, tenant);
    const key = await openKey(row);
    const open = (lifetime: number): Promise<EventStream> =>
      EventStream.open(service, signToken({ ...base, claims: { ...base.claims, exp: seconds() + lifetime } }, key));
    let stream = await open(1);
    // A busy machine may not have opened the stream by then.
    for (let lifetime = 2; stream.status === 401; lifetime *= 2) stream = await open(lifetime);
    expect(stream.status).toBe(200);
    const [end, ...rest] = await stream.rest();
    expect(end).toMatchObject({ event: 'end', data: { code: 16, message: 'the token has expired' } });
    expect(rest).toEqual([]);
  });

  test('ends when its application is deleted, with the next event at the latest, which it does not have', async () => {
    const { ours, add } = await opened('Deleted');
    const member = await ours.member();
    await ours.administrators(member);
    const stream = await EventStream.open(service, member.token);
    await stream.take(1);
    await ours.administrators();
    await ours.done('DELETE', `/iam/v1/applications/${member.id}`);
    await add('secret');
    const rest = await stream.rest();
    expect(rest.at(-1)).toMatchObject({ event: 'end', data: { code: 16 } });
    expect(JSON.stringify(rest)).not.toContain('secret');
  });

  test('ends when another log replaces that of its cursor', async () => {
    const { ours, add } = await opened('Replaced');
    const stream = await EventStream.open(service, ours.token);
    await stream.take(1);
    const log = stream.last.split('.')[0];
    const path = `/operator/v1/logs/${log}:end`;
    expect((await client.call(SECRETS.OPERATOR_SECRET, 'POST', path, { body: { reason: 'a test' } })).status).toBe(200);
    await add('1');
    expect((await stream.rest()).at(-1)).toMatchObject({ event: 'end', data: { code: 5 } });
    const refused = await EventStream.open(service, ours.token, {}, stream.last);
    expect(refused.status).toBe(410);
    expect((await refused.error()).details[1].reason).toBe('LOG_REPLACED');
  });

  test('is refused with an error of its own before it begins', async () => {
    const { ours } = await opened('Refused');
    const refused = async (token: string, query: Record<string, string>, last?: string) => {
      const stream = await EventStream.open(service, token, query, last);
      return [stream.status, (await stream.error()).message];
    };
    expect(await refused('x', {})).toEqual([401, 'the token is not valid']);
    expect((await refused(ours.token, {}, 'x'))[1]).toBe('last-event-id: must be the id of an event of this feed');
    expect((await refused(ours.token, { cursor: 'x' }))[0]).toBe(400);
    expect((await refused(ours.token, { 'event_attributes.': 'x' }))[0]).toBe(400);
  });
});

describe('the streams of a tenancy', () => {
  test('are at most 32: further ones get 429, and those that disconnect are counted down', async () => {
    const { ours, add } = await opened('Many');
    for (let round = 0; round < 3; round++) {
      const streams: EventStream[] = [];
      while (streams.length < STREAMS) {
        const stream = await EventStream.open(service, ours.token);
        // Those of the round before are released when their disconnection is noticed.
        if (stream.status === 200) streams.push(stream);
        else expect(stream.status).toBe(429);
      }
      const refused = await EventStream.open(service, ours.token);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
      expect((await refused.error()).message).toBe(
        'the tenancy has 32 open streams of events, the most that are allowed; close one, or read pages',
      );
      const other = await openTenancy(service, client, 'Other');
      const theirs = await EventStream.open(service, other.token);
      expect(theirs.status).toBe(200);
      theirs.close();
      await add(`${round}`);
      for (const stream of streams) expect(numbers(await stream.take(2 + round)).at(-1)).toBe(`${round}`);
      for (const stream of streams) stream.close();
    }
  });

  test('leave HEAD without a stream', async () => {
    const { ours } = await opened('Head');
    const headers = { authorization: `Bearer ${ours.token}`, accept: 'text/event-stream' };
    for (let n = 0; n <= STREAMS; n++)
      expect((await fetch(service.base + FEED, { method: 'HEAD', headers })).status).toBe(200);
    const stream = await EventStream.open(service, ours.token);
    expect(stream.status).toBe(200);
    stream.close();
  });
});
