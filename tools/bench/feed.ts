import { EventStream } from '../../test/support/event-stream.ts';
import { expectOk } from './load.ts';
import { createAssets, EVENT } from './operations.ts';
import { verdict, type Bench } from './report.ts';

/** Milliseconds from the response of an append until a stream has the event: the 99th percentile. */
const GOAL = 1500;
const WRITERS = 20;
const READERS = 5;
/** Milliseconds between two appends of a writer: a steady rate, below what the machine can append. */
const PAUSE = 100;
/** How long appends arrive, as a multiple of the time of one measurement. */
const STEADY = 5;

/** Measures how long after the response to its append an event arrives at each of several streams, with 20 writers. */
export async function measureFeed({ open, milliseconds, report }: Bench): Promise<void> {
  const { server, token, call } = await open('feed');
  const assets = await createAssets(call, WRITERS);
  const streams = await Promise.all(
    Array.from({ length: READERS }, () => EventStream.open({ base: `${server.url.origin}/archivist` }, token)),
  );
  const appended = new Map<string, number>();
  const arrived: [identity: string, at: number][] = [];
  const reading = streams.map(async (stream) => {
    // A stream that is closed ends with an error.
    for (let next = await stream.next(); next; next = await stream.next().catch(() => undefined))
      if (next.data) arrived.push([next.data.identity, performance.now()]);
  });
  const until = performance.now() + milliseconds * STEADY;
  await Promise.all(
    assets.map(async (asset) => {
      while (performance.now() < until) {
        const reply = await call('POST', `/v2/${asset}/events`, EVENT);
        expectOk(reply);
        appended.set((JSON.parse(reply.text) as { identity: string }).identity, performance.now());
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    }),
  );
  const all = READERS * (WRITERS + appended.size);
  const deadline = performance.now() + 30_000;
  while (arrived.length < all && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50));
  for (const stream of streams) stream.close();
  await Promise.all(reading);
  if (arrived.length !== all) throw new Error(`${arrived.length} events have arrived, not ${all}`);
  const times = arrived
    .flatMap(([identity, at]) => (appended.has(identity) ? [at - appended.get(identity)!] : []))
    .toSorted((a, b) => a - b);
  const at = (q: number): number => times[Math.floor((times.length - 1) * q)]!;
  const [median, p99, most] = [at(0.5), at(0.99), at(1)];
  const perSecond = appended.size / ((milliseconds * STEADY) / 1000);
  console.log(
    `${'feed: append to stream'.padEnd(30)}${perSecond.toFixed(0).padStart(6)}/s  median ${median.toFixed(0)} ` +
      `ms  p99 ${p99.toFixed(0)} ms  max ${most.toFixed(0)} ms  ${verdict(p99 <= GOAL, GOAL)}`,
  );
  report.push({ name: 'feed: append to stream', perSecond, median, p99, max: most, streams: READERS });
}
