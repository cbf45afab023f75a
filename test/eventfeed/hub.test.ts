import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ServiceError } from '../../src/lib/errors.ts';
import { JsonText } from '../../src/lib/json-text.ts';
import { ambient } from '../../src/lib/time.ts';
import { HEARTBEAT, Hub, MAX_STREAMS, type FeedAudience, type Sink } from '../../src/transparency/feed/hub.ts';
import { parseCursor, type Position } from '../../src/transparency/feed/position.ts';
import type { FeedPage } from '../../src/transparency/feed/reading.ts';
import { sized } from '../support/size.ts';

const LOG = '7b0e6d1c-52a4-4f3b-8c9d-0e1f2a3b4c5d';
const OTHER = 'c4d5e6f7-0819-4a2b-9c3d-4e5f60718293';
/** Entries that one read looks at. */
const RANGE = 4;

/** An audience sees the entries that are multiples of `every`, until its rights are withdrawn. */
type Viewer = FeedAudience & { every: number };

/** A log, a clock and the reads of it. Nothing happens by itself: timers run when the clock is moved. */
class World {
  size = 1;
  log = LOG;
  now = 1_000_000;
  reads: number[] = [];
  withdrawn = new Set<string>();
  failing = false;
  #timers = new Set<{ at: number; call: () => void }>();
  #waiting = new Set<{ from: Position; end: (grown: boolean) => void }>();

  readonly hub = new Hub<Viewer>({
    read: async (viewers, from) => {
      this.reads.push(viewers.length);
      await tick();
      if (this.failing) throw new Error('D1 is down');
      return viewers.map((viewer) => this.#page(viewer, from));
    },
    grown: (from, milliseconds) =>
      new Promise((end) => {
        if (this.log !== from.log || this.size > from.index) return end(true);
        const waiting = { from, end: (grown: boolean) => (this.#waiting.delete(waiting), cancel(), end(grown)) };
        const cancel = this.#later(milliseconds, () => waiting.end(false));
        this.#waiting.add(waiting);
      }),
    later: (milliseconds, call) => this.#later(milliseconds, call),
  });

  append(count: number): void {
    this.size += count;
    for (const { end } of this.#waiting) end(true);
  }

  replace(): void {
    [this.log, this.size] = [OTHER, 1];
    for (const { end } of this.#waiting) end(true);
  }

  /** Lets all work run that does not wait for a timer. */
  async settle(): Promise<void> {
    for (let n = 0; n < 200; n++) await tick();
  }

  async pass(milliseconds: number): Promise<void> {
    const until = this.now + milliseconds;
    for (;;) {
      await this.settle();
      const [next] = [...this.#timers].filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at);
      if (!next) break;
      this.#timers.delete(next);
      this.now = Math.max(this.now, next.at);
      next.call();
    }
    this.now = until;
    await this.settle();
  }

  #later(milliseconds: number, call: () => void): () => void {
    const timer = { at: this.now + milliseconds, call };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  #page({ key, every }: Viewer, from: Position): FeedPage | ServiceError {
    if (this.withdrawn.has(key)) return new ServiceError('forbidden', 'the caller is not a member of this tenancy');
    if (from.log !== '' && from.log !== this.log) return new ServiceError('gone', 'the log has ended');
    const end = Math.min(this.size, from.index + RANGE);
    const items = [];
    for (let index = from.index; index < end; index++)
      if (index > 0 && index % every === 0) items.push({ index, identity: '', json: new JsonText(String(index)) });
    return { items, next: { log: this.log, index: end }, size: this.size };
  }
}

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** What a client receives. A slow one has no room. */
class Client implements Sink {
  text = '';
  isClosed = false;
  isSlow = false;
  #waiting: (() => void)[] = [];

  send(text: string): boolean {
    this.text += text;
    return !this.isSlow;
  }

  async ready(): Promise<void> {
    if (this.isSlow) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  close(): void {
    this.isClosed = true;
  }

  resume(): void {
    this.isSlow = false;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  get events(): number[] {
    return [...this.text.matchAll(/^data: (\d+)$/gm)].map(([, index]) => Number(index));
  }

  /** The position that the client would reconnect with. */
  get last(): Position {
    const id = [...this.text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? '';
    return parseCursor(id)!;
  }
}

const multiples = (every: number, from: number, size: number): number[] =>
  Array.from({ length: size }, (_, index) => index).filter(
    (index) => index >= from && index > 0 && index % every === 0,
  );

let world: World;
const { now } = ambient;
beforeEach(() => {
  world = new World();
  ambient.now = () => world.now;
});
afterEach(() => {
  ambient.now = now;
});

async function open(every: number, from: Position = { log: '', index: 0 }, until = 1e12, key = `${every}`) {
  const client = new Client();
  const error = new ServiceError('unauthenticated', 'the token has expired');
  const release = await world.hub.open(
    { audience: { key, every }, from, until: { at: until, error }, requestId: 'r' },
    client,
  );
  return { client, release };
}

describe('streams at the end of the log', () => {
  test('are fed by one read for each append, whatever their number, and share what they read', async () => {
    const streams = await Promise.all(Array.from({ length: MAX_STREAMS }, (_, n) => open(1 + (n % 2))));
    await world.settle();
    world.reads = [];
    for (let n = 0; n < 10; n++) {
      world.append(1);
      await world.settle();
    }
    // One read for each append, of the two different audiences.
    expect(world.reads).toEqual(Array.from({ length: 10 }, () => 2));
    for (const [n, { client }] of streams.entries()) expect(client.events).toEqual(multiples(1 + (n % 2), 0, 11));
  });

  test('read the rights every 15 seconds without events, and tell the client its cursor', async () => {
    const { client } = await open(3);
    await world.settle();
    world.append(2);
    await world.settle();
    world.reads = [];
    await world.pass(HEARTBEAT * 3);
    expect(world.reads).toEqual([1, 1, 1]);
    expect(client.last).toEqual({ log: LOG, index: 3 });
    world.withdrawn.add('3');
    await world.pass(HEARTBEAT);
    expect(client.text).toContain('event: end\ndata: {"code":7');
    expect([client.isClosed, world.hub.size]).toEqual([true, 0]);
  });

  test('end at their time, on withdrawn rights or an unreadable log, and the others continue', async () => {
    const expiring = await open(1, undefined, world.now + 5000);
    const withdrawn = await open(2);
    const { client } = await open(3);
    await world.pass(4999);
    expect(expiring.client.isClosed).toBe(false);
    await world.pass(1);
    expect([expiring.client.isClosed, world.hub.size]).toEqual([true, 2]);
    world.withdrawn.add('2');
    world.append(3);
    await world.settle();
    expect([withdrawn.client.isClosed, withdrawn.client.events, client.events]).toEqual([true, [], [3]]);
    world.failing = true;
    world.append(3);
    await world.settle();
    expect(client.text).toContain('event: end\ndata: {"code":14');
    expect([client.isClosed, world.hub.size]).toEqual([true, 0]);
  });

  test('end when another log replaces that of their position', async () => {
    world.append(2);
    const { client } = await open(1);
    await world.settle();
    world.replace();
    await world.settle();
    expect(client.text).toContain('event: end\ndata: {"code":5');
  });

  test('do nothing when all have disconnected', async () => {
    const { release } = await open(1);
    await world.settle();
    release();
    await world.pass(HEARTBEAT);
    world.reads = [];
    world.append(1);
    await world.pass(HEARTBEAT * 10);
    expect([world.reads, world.hub.size]).toEqual([[], 0]);
  });
});

test('a stream whose client does not read for 30 seconds ends, and does not delay the others', async () => {
  const [slow, fast] = [await open(1), await open(1)];
  await world.settle();
  slow.client.isSlow = true;
  world.append(1);
  await world.settle();
  world.append(1);
  await world.pass(29_000);
  expect([fast.client.events, slow.client.events, slow.client.isClosed]).toEqual([[1, 2], [1], false]);
  await world.pass(1000);
  expect([slow.client.isClosed, world.hub.size]).toEqual([true, 1]);
});

test('a stream above the limit is refused with 429, unless a write shows that clients have disconnected', async () => {
  const streams = await Promise.all(Array.from({ length: MAX_STREAMS }, () => open(1)));
  await world.settle();
  const refused = open(1).catch((error: ServiceError) => error.kind);
  await world.pass(1000);
  expect(await refused).toBe('rate_limited');
  const { client, release } = streams[0]!;
  client.send = () => (release(), false);
  const accepted = open(1);
  await world.pass(1000);
  await accepted;
  expect(world.hub.size).toBe(MAX_STREAMS);
});

test('readers that disconnect, reconnect and fall behind at any moment see each event once and in order', async () => {
  const reader = fc.record({ every: fc.integer({ min: 1, max: 4 }), slow: fc.boolean() });
  const step = fc.oneof(
    fc.record({ do: fc.constant('append' as const), count: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ do: fc.constant('reconnect' as const), reader: fc.nat({ max: 4 }) }),
    fc.record({ do: fc.constant('slow' as const), reader: fc.nat({ max: 4 }) }),
    fc.record({ do: fc.constant('resume' as const), reader: fc.nat({ max: 4 }) }),
    fc.record({ do: fc.constant('ticks' as const), count: fc.integer({ min: 1, max: 12 }) }),
    fc.record({ do: fc.constant('pass' as const), milliseconds: fc.integer({ min: 1, max: 20_000 }) }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(reader, { minLength: 1, maxLength: 5 }),
      fc.array(step, { maxLength: 40 }),
      async (readers, steps) => {
        world = new World();
        const seen = readers.map(() => [] as number[]);
        const now = await Promise.all(readers.map(({ every }) => open(every)));
        const reconnect = async (n: number): Promise<void> => {
          const { client, release } = now[n]!;
          release();
          client.resume();
          seen[n]!.push(...client.events);
          const { last } = client;
          // A client that has no id yet starts where it started before.
          now[n] = await open(readers[n]!.every, last.log === '' ? starts[n]! : last);
          starts[n] = last.log === '' ? starts[n]! : last;
        };
        const starts: Position[] = readers.map(() => ({ log: '', index: 0 }));
        for (const each of steps) {
          if (each.do === 'append') world.append(each.count);
          else if (each.do === 'pass') await world.pass(each.milliseconds);
          else if (each.do === 'ticks') for (let n = 0; n < each.count; n++) await tick();
          else if (each.reader < readers.length) {
            if (each.do === 'reconnect') await reconnect(each.reader);
            else if (each.do === 'slow') now[each.reader]!.client.isSlow = true;
            else now[each.reader]!.client.resume();
          }
        }
        for (const [n] of readers.entries()) await reconnect(n);
        await world.settle();
        for (const [n, { every }] of readers.entries()) {
          seen[n]!.push(...now[n]!.client.events);
          expect(seen[n]).toEqual(multiples(every, 0, world.size));
        }
      },
    ),
    { seed: 20_261_201, numRuns: sized({ quick: 60, long: 500, full: 3000 }) },
  );
});
