import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { EventStream, FEED } from '../support/eventstream.ts';
import { readAll } from '../support/feed.ts';
import { startService, type Service } from '../support/service.ts';
import { sized } from '../support/size.ts';
import { openTenancy, type Tenancy } from '../support/tenancy.ts';

const WRITERS = 20;
/** Events of each writer. */
const EVENTS = sized({ quick: 25, long: 200, full: 1000 });
/** Milliseconds after which the readers disconnect, each time. */
const DISCONNECTS_AFTER = sized({ quick: 250, long: 1000, full: 1000 });

let service: Service;
let client: Client;
let ours: Tenancy;
beforeAll(async () => {
  service = await startService();
  client = await openClient(service);
  ours = await openTenancy(service, client, 'Readers');
});
afterAll(() => service.close());

/** What a reader has stored: its events and the cursor after them. */
type Stored = { events: string[]; cursor: string };

/** Reads until `isDone`, and continues after each disconnection from what is stored. */
async function follow(
  isDone: (stored: Stored) => boolean,
  read: (stored: Stored, signal: AbortSignal) => Promise<void>,
): Promise<{ stored: Stored; disconnects: number }> {
  const stored: Stored = { events: [], cursor: '' };
  for (let disconnects = 0; ; disconnects++) {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), DISCONNECTS_AFTER);
    try {
      while (!stop.signal.aborted && !isDone(stored)) await read(stored, stop.signal);
    } catch (error) {
      if (!stop.signal.aborted) throw error;
    }
    clearTimeout(timer);
    if (isDone(stored)) return { stored, disconnects };
  }
}

async function readPage(query: Record<string, string>, stored: Stored, signal: AbortSignal): Promise<void> {
  const url = `${service.base}${FEED}?${new URLSearchParams({ ...query, cursor: stored.cursor })}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${ours.token}` }, signal });
  const body: any = await response.json();
  if (response.status !== 200) throw new Error(JSON.stringify(body));
  stored.events.push(...body.events.map(({ identity }: any) => identity));
  stored.cursor = body.next_cursor;
}

async function readStream(stored: Stored, signal: AbortSignal): Promise<void> {
  const stream = await EventStream.open(service, ours.token, {}, stored.cursor);
  signal.addEventListener('abort', () => stream.close());
  if (signal.aborted) return stream.close();
  // Its predecessors are released when their disconnection is noticed.
  if (stream.status === 429) return void (await sleep(50));
  expect(stream.status).toBe(200);
  for (let next = await stream.next(); next; next = await stream.next()) {
    if (next.data) stored.events.push(next.data.identity);
    if (next.id !== undefined) stored.cursor = next.id;
    if (stored.events.length >= WRITERS * (1 + EVENTS)) return stream.close();
  }
}

test('readers of pages, waiting requests and streams that disconnect again and again see each event of 20 writers once and in order', async () => {
  const all = WRITERS * (1 + EVENTS);
  const isDone = ({ events }: Stored): boolean => events.length >= all;
  const reading = Promise.all([
    follow(isDone, async (stored, signal) => {
      await readPage({ page_size: '7' }, stored, signal);
    }),
    follow(isDone, (stored, signal) => readPage({ wait: '20' }, stored, signal)),
    follow(isDone, (stored, signal) => readPage({ wait: '20', page_size: '3' }, stored, signal)),
    follow(isDone, readStream),
    follow(isDone, readStream),
  ]);
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      const asset = await ours.asset({ writer: String(writer) });
      for (let n = 0; n < EVENTS; n++) {
        const { status, text } = await ours.append(asset, { event_attributes: { n: `${writer} ${n}` } });
        expect(status, text).toBe(200);
      }
    }),
  );
  const readers = await reading;
  const { events, cursor } = await readAll(ours);
  const expected = events.map(({ identity }) => identity);
  expect(new Set(expected).size).toBe(all);
  // The events of each asset are in the order in which its writer sent them.
  for (let writer = 0; writer < WRITERS; writer++) {
    const own = events.flatMap(({ event_attributes: { n } }) => (n?.startsWith(`${writer} `) ? [n.split(' ')[1]] : []));
    expect(own).toEqual(Array.from({ length: EVENTS }, (_, n) => String(n)));
  }
  for (const { stored, disconnects } of readers) {
    expect(stored.events).toEqual(expected);
    expect(stored.cursor).toBe(cursor);
    expect(disconnects).toBeGreaterThan(0);
  }
});
