import type { Account } from './account.ts';
import { untilAnchored } from './anchoring.ts';
import { measure, middle, type Measured, type Reply } from './load.ts';
import { EVENT } from './operations.ts';
import { median, print, verdict, type Bench } from './report.ts';
import { LARGE, seed, SINGLE, SMALL, type Seeded, type Size } from './seed.ts';

const GOAL = 1.3;

/** The records of a history that the requests use. */
export type History = { asset: string; event: string; atTime: string; assetFilter: string; eventFilter: string };
type HistoryRequest = [name: string, request: (account: Account, of: History) => Promise<Reply>];

/** The requests whose times are compared between histories. */
export const REQUESTS: readonly HistoryRequest[] = [
  ['get asset', (a, of) => a.call('GET', `/v2/${of.asset}`)],
  ['get event', (a, of) => a.call('GET', `/v2/${of.event}`)],
  ['list 50 events of one', (a, of) => a.call('GET', `/v2/${of.asset}/events?page_size=50`)],
  ['list 50 events of all', (a) => a.call('GET', '/v2/assets/-/events?page_size=50')],
  ['list 50 assets', (a) => a.call('GET', '/v2/assets?page_size=50')],
  ['filter assets', (a, of) => a.call('GET', `/v2/assets?page_size=50&${of.assetFilter}`)],
  ['filter events', (a, of) => a.call('GET', `/v2/assets/-/events?page_size=50&${of.eventFilter}`)],
  ['at_time', (a, of) => a.call('GET', `/v2/${of.asset}?at_time=${of.atTime}`)],
  ['append', (a, of) => a.call('POST', `/v2/${of.asset}/events`, EVENT)],
];

/** Measures the same reads and appends alternately on a small and on a large history. */
export async function compareSizes(bench: Bench): Promise<void> {
  const { milliseconds, rounds, report } = bench;
  const seeded = async (name: string, size: Size): Promise<[Account, Seeded & History]> => {
    const account = await bench.open(name);
    const written = await account.server.offline(({ db }) => seed(db, account.principal, size));
    // Otherwise this work would slow the first measurements.
    await untilAnchored(account.server, written.events);
    return [account, { ...written, assetFilter: 'attributes.lot=seven', eventFilter: 'event_attributes.batch=three' }];
  };
  const [little, big] = [await seeded('small', SMALL), await seeded('large', LARGE)];
  console.log(
    `seeded ${LARGE.assets} assets with ${LARGE.each} events and one with ${LARGE.big}: ` +
      `${big[1].bytesPerEvent.toFixed(0)} bytes per event at rest`,
  );
  report.push({ name: 'bytes per event at rest', value: big[1].bytesPerEvent });
  const single = await bench.open('single');
  const { bytesPerEvent } = await single.server.offline(({ db }) => seed(db, single.principal, SINGLE));
  console.log(`an asset with one event: ${bytesPerEvent.toFixed(0)} bytes at rest`);
  report.push({ name: 'bytes per asset with one event at rest', value: bytesPerEvent });
  for (const [name, of] of REQUESTS) {
    const [small, large] = [() => of(...little), () => of(...big)];
    await measure(small, 300);
    await measure(large, 300);
    const runs: [Measured, Measured][] = [];
    for (let round = 0; round < rounds; round++)
      runs.push([await measure(small, milliseconds), await measure(large, milliseconds)]);
    const ratio = median(runs.map(([s, l]) => l.median / s.median));
    const own = middle(runs.map(([, l]) => l));
    print(`large: ${name}`, own, `large : small ${ratio.toFixed(2)}  ${verdict(ratio <= GOAL, GOAL)}`);
    report.push({ name: `large: ${name}`, ...own, ratio, goal: GOAL });
  }
}
