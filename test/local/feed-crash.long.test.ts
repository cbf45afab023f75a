import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../tools/free-port.ts';
import { startReal, type CrashService } from '../../tools/crash/service.ts';
import { FIVE_READERS, follow, Refused, type Source, type Stored } from '../support/feed-follower.ts';
import { FEED } from '../support/event-stream.ts';
import { RECORD } from '../support/record.ts';
import { sized } from '../support/size.ts';
import { removeDirectory } from '../support/directory.ts';

const WRITERS = 20;
/** The service is killed this number of times, each time KILLED_AFTER milliseconds after it is ready. */
const KILLS = sized({ long: 6, full: 30 });
const KILLED_AFTER = 10_000;
const DISCONNECTS_AFTER = 1_000;
/** Milliseconds between the events of a writer, so that the service is not full. */
const PAUSE = 100;

const state = mkdtempSync(join(tmpdir(), 'feedcrash-'));
let port: number;
let service: CrashService;
let source: Source;
/** Resolves when the service is ready. */
let ready: Promise<unknown> = Promise.resolve();

beforeAll(async () => {
  port = await freePort();
  service = await startReal(state, port);
  source = { base: service.base, token: await service.token() };
});
afterAll(async () => {
  await service.crash();
  removeDirectory(state);
});

async function restart(): Promise<void> {
  await service.crash();
  service = await startReal(state, port);
}

/**
 * Whether an error is one that a client repeats: no connection, or a service that starts or stops. Waits until it is
 * ready.
 */
async function isTemporary(problem: unknown): Promise<boolean> {
  // fetch rejects with a TypeError when the connection fails or ends.
  const isLost = problem instanceof TypeError || (problem instanceof Error && problem.name === 'AbortError');
  if (!isLost && !(problem instanceof Refused && [429, 502, 503].includes(problem.status))) return false;
  await Promise.all([ready, sleep(20)]);
  return true;
}

/** Sends a write with its key until it is acknowledged. Returns the identity of the record. */
async function write(path: string, key: string, body: object): Promise<string> {
  const headers = {
    authorization: `Bearer ${source.token}`,
    'content-type': 'application/json',
    'idempotency-key': key,
  };
  for (;;) {
    try {
      const response = await fetch(`${source.base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      const text = await response.text();
      if (response.status !== 200) throw new Refused(response.status, text);
      return (JSON.parse(text) as { identity: string }).identity;
    } catch (error) {
      if (!(await isTemporary(error))) throw error;
    }
  }
}

/** All events of the feed from its start, in pages. */
async function readWhole(): Promise<{ identity: string; event_attributes: { n?: string } }[]> {
  const events = [];
  for (let cursor = ''; ;) {
    const response = await fetch(`${source.base}${FEED}?${new URLSearchParams({ cursor })}`, {
      headers: { authorization: `Bearer ${source.token}` },
    });
    expect(response.status).toBe(200);
    const body = (await response.json()) as { events: any[]; next_cursor: string };
    events.push(...body.events);
    if (body.next_cursor === cursor) return events;
    cursor = body.next_cursor;
  }
}

test('readers of a feed see each event of 20 writers once and in order, despite repeated kills', async () => {
  const stop = new AbortController();
  /** The number of events when all writers have ended. */
  let all: number | undefined;
  const isDone = ({ events }: Stored): boolean => all !== undefined && events.length >= all;
  const reading = Promise.all(FIVE_READERS.map((read) => follow(source, DISCONNECTS_AFTER, isDone, read, isTemporary)));
  // An error of a reader is thrown where the promise is awaited.
  reading.catch(() => undefined);
  const writing = Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      const asset = await write('/v2/assets', `${writer}`, { attributes: {} });
      const written: string[] = [];
      for (let n = 0; !stop.signal.aborted; n++) {
        const body = { ...RECORD, event_attributes: { n: `${writer} ${n}` } };
        written.push(await write(`/v2/${asset}/events`, `${writer} ${n}`, body));
        await sleep(PAUSE);
      }
      return written;
    }),
  );
  writing.catch(() => undefined);
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(KILLED_AFTER);
    ready = restart();
    await ready;
  }
  await sleep(KILLED_AFTER / 3);
  stop.abort();
  const written = await writing;
  all = written.flat().length + WRITERS;
  const readers = await reading;
  const events = await readWhole();
  const expected = events.map(({ identity }) => identity);
  expect(new Set(expected).size).toBe(all);
  expect(expected.length).toBe(all);
  for (const [writer, own] of written.entries()) {
    expect(own.length).toBeGreaterThan(KILLS);
    // No acknowledged event is missing, and the feed has them in the order in which they were sent.
    const listed = events.filter(({ event_attributes: { n } }) => n?.startsWith(`${writer} `));
    expect(listed.map(({ identity }) => identity)).toEqual(own);
  }
  for (const { stored, disconnects } of readers) {
    expect(stored.events).toEqual(expected);
    expect(disconnects).toBeGreaterThan(KILLS);
  }
});
