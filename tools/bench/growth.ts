import { formatMicros } from '../../src/lib/time.ts';
import { acceptedUs, assetId, type Population } from '../../test/support/bulk.ts';
import type { Account } from './account.ts';
import { writeHistory } from './history.ts';
import { measure, middle, type Measured } from './load.ts';
import { median, print, verdict, type Bench } from './report.ts';
import { REQUESTS, type History } from './sizes.ts';

const GOAL = 1.2;
/** A measurement is divided into this many. */
const PARTS = 4;
/** Events of the asset whose events are listed: in a small history, and in one with many events. */
const FEW = 60;
const MANY = 100_000;

/** Sizes of histories: one asset with `big` events, and `assets` assets with `each` events. */
const SMALL = { big: FEW, assets: 600, each: 10 };
const EVENTS = { big: MANY, assets: 9000, each: 100 };
const ASSETS = { big: FEW, assets: 1_000_000, each: 1 };

/**
 * Measures the same requests alternately on a small history, on one with a million events of one tenant, and on one
 * with a million assets with one event each. In all of them, lists have a full page and more results than are
 * counted.
 */
export async function measureGrowth(bench: Bench, scale: number): Promise<void> {
  const scaled = (of: typeof SMALL): typeof SMALL => ({
    big: Math.max(FEW, Math.round(of.big * scale)),
    assets: Math.max(SMALL.assets, Math.round(of.assets * scale)),
    each: of.each,
  });
  const small = await written('growth-small', SMALL, bench);
  for (const [name, size] of [
    ['events', scaled(EVENTS)],
    ['assets', scaled(ASSETS)],
  ] as const) {
    const started = performance.now();
    const large = await written(`growth-${name}`, size, bench);
    const [row] = large[0].server.query<{ events: number; assets: number }>(
      'SELECT (SELECT count(*) FROM events) AS events, (SELECT count(*) FROM assets) AS assets',
    );
    console.log(
      `${row!.assets} assets, ${row!.events} events, in ${((performance.now() - started) / 1000).toFixed(0)} s`,
    );
    await compare(name, small, large, bench);
    await large[0].server.close();
  }
}

async function written(name: string, { big, assets, each }: typeof SMALL, bench: Bench): Promise<[Account, History]> {
  const account = await bench.open(name);
  const { tenant } = account.principal;
  const one: Population = { tenant, public: false, assets: [0, 1], events: big };
  const others: Population = { tenant, public: false, assets: [1, 1 + assets], events: each };
  await writeHistory(account, [one, others]);
  const asset = `assets/${assetId(0)}`;
  const reply = await account.call('GET', `/v2/${asset}/events?page_size=1`);
  const { events } = JSON.parse(reply.text) as { events: [{ identity: string }] };
  return [
    account,
    {
      asset,
      event: events[0].identity,
      atTime: formatMicros(acceptedUs(one, 0, big / 2)),
      assetFilter: 'attributes.state=1',
      eventFilter: 'event_attributes.arc_display_type=type%201',
    },
  ];
}

async function compare(
  name: string,
  small: [Account, History],
  large: [Account, History],
  { milliseconds, rounds, report }: Bench,
): Promise<void> {
  for (const [title, request] of REQUESTS) {
    const [onSmall, onLarge] = [() => request(...small), () => request(...large)];
    await measure(onSmall, 300);
    await measure(onLarge, 300);
    const runs: [Measured, Measured][] = [];
    // Short measurements in changing order, so that a pause of the machine or of the collector affects few of them.
    for (let round = 0; round < rounds * PARTS; round++) {
      const first = await measure(round % 2 === 0 ? onSmall : onLarge, milliseconds / PARTS);
      const second = await measure(round % 2 === 0 ? onLarge : onSmall, milliseconds / PARTS);
      runs.push(round % 2 === 0 ? [first, second] : [second, first]);
    }
    const ratio = median(runs.map(([s, l]) => l.median / s.median));
    const own = middle(runs.map(([, l]) => l));
    print(`${name}: ${title}`, own, `large : small ${ratio.toFixed(2)}  ${verdict(ratio <= GOAL, GOAL)}`);
    report.push({ name: `growth, ${name}: ${title}`, ...own, ratio, goal: GOAL });
  }
}
