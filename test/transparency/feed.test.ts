import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Database } from '../../src/platform/database/database.ts';
import { LogFeed, type FeedPosition } from '../../src/transparency/sequencer/feed.ts';
import { tenantRow } from '../access/support/write.ts';
import { openD1, type LocalD1 } from '../ledger/support/d1.ts';
import { bulk } from '../support/bulk.ts';
import { ENGINE } from '../support/size.ts';

const EVENTS = 2100;
const tenant = randomUUID();
let d1: LocalD1;
beforeAll(async () => {
  d1 = await openD1(ENGINE);
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  await d1.rows(tenantRow(tenant), ...bulk({ tenant, public: false, assets: [0, 1], events: EVENTS }));
});
afterAll(() => d1.close());

/** A feed that has just started, a log that takes what it gives when it is woken, and the events that the log has. */
function startedFeed(stored?: FeedPosition) {
  const taken: number[] = [];
  let progress = stored;
  const takeAll = async (): Promise<void> => {
    for (;;) {
      const { rows, epoch } = await feed.take(tenant, taken.at(-1) ?? 0);
      expect(epoch).not.toBe('');
      if (rows.length === 0) return;
      taken.push(...rows.map(({ number }) => number));
    }
  };
  let running: Promise<void> | undefined;
  const take = (): Promise<void> => (running ??= takeAll().finally(() => (running = undefined)));
  const keeper = { expectation: () => () => true };
  const store = { get: () => progress, put: (next: FeedPosition) => void (progress = next) };
  const feed = new LogFeed(new Database(d1.d1()), keeper as never, store, take, (run) => void setTimeout(run, 1));
  return { feed, take, taken };
}
const all = Array.from({ length: EVENTS }, (_, n) => n + 1);

test('gives a log that starts again all events, if a restarted feed has not read any', async () => {
  const { feed, take, taken } = startedFeed();
  feed.restart(tenant);
  await take();
  await expect.poll(() => taken).toEqual(all);
});

test('gives all events to a log that asks a restarted feed before its first read', async () => {
  const { take, taken } = startedFeed();
  await take();
  await expect.poll(() => taken).toEqual(all);
});
