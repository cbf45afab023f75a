import { expect } from 'vitest';
import { sharedTest } from '../support/fixtures.ts';
import { readAll } from '../support/feed.ts';
import { FIVE_READERS, follow, type Stored } from '../support/feed-follower.ts';
import { sized } from '../support/size.ts';

const WRITERS = 20;
/** Events of each writer. */
const EVENTS = sized({ quick: 10, long: 100, full: 1000 });
/** Milliseconds after which the readers disconnect, each time. */
const DISCONNECTS_AFTER = sized({ quick: 250, long: 1000, full: 1000 });
const test = sharedTest();

test('all kinds of readers that disconnect again and again see each event of 20 writers once, in order', async ({
  service,
  tenancy: ours,
}) => {
  const all = WRITERS * (1 + EVENTS);
  const isDone = ({ events }: Stored): boolean => events.length >= all;
  const source = { base: service.base, token: ours.token };
  const reading = Promise.all(FIVE_READERS.map((read) => follow(source, DISCONNECTS_AFTER, isDone, read)));
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
