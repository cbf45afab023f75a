import type { Population } from '../../test/support/bulk.ts';
import { writeHistory } from './history.ts';
import { expectOk, measure, middle, send, type Measured, type Reply } from './load.ts';
import { median, print, verdict, type Bench } from './report.ts';

const ASSETS = 1_000_000;
/** The median of a search, as a multiple of that of a read of one row by its key. */
const GOAL = 3;
/** A measurement is divided into this many. */
const PARTS = 4;

/**
 * Words of the assets: each has `asset`, `kind`, `1`, its number and that of one of 100 kinds. `at`: the number of
 * an asset in the middle.
 */
const searches = (at: number): [name: string, q: string][] => [
  ['a rare word', `${at}`],
  ['a word of every asset', 'asset'],
  ['a prefix of about 100 assets', `${at}`.slice(0, -2)],
  ['a prefix of every asset', 'as'],
  ['a rare and a common word', `asset ${at}`],
  ['two words of every asset', 'asset kind'],
  ['a word of one asset in 100', 'kind 42'],
];
/**
 * Requests of the mix, of 20 records each, of 20 searches: mostly for one asset by a number or by its beginning. The
 * shares are assumed, because there are no recordings of users.
 */
const MIX: Record<string, number> = {
  'a rare word': 7,
  'a prefix of about 100 assets': 5,
  'a rare and a common word': 3,
  'a word of every asset': 2,
  'a prefix of every asset': 1,
  'two words of every asset': 1,
  'a word of one asset in 100': 1,
};
/** Records of a page. */
const SIZES = [1, 20];

/**
 * Measures searches of a tenant with a million assets, each alternately with a Worker that reads one row by its key.
 */
export async function measureSearch(bench: Bench, scale: number): Promise<void> {
  const started = performance.now();
  const account = await bench.open('search');
  const { server, principal, call } = account;
  const count = Math.max(1000, Math.round(ASSETS * scale));
  const population: Population = { tenant: principal.tenant, public: false, assets: [0, count], events: 1 };
  await writeHistory(account, [population]);
  console.log(`${count} assets, in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  const floor = await bench.openFloor();
  const read = (): Promise<Reply> => send(floor, 'GET', '/read');
  const ask = (q: string, more: string): Promise<Reply> =>
    call('GET', `/v2/assets:search?q=${encodeURIComponent(q)}${more}`);
  const all = searches(Math.floor(count * 0.777));
  // The kinds take turns, so that each part of a measurement has all of them.
  const mix = all
    .flatMap(([name, q]) => Array.from({ length: MIX[name]! }, (_, i) => ({ q, at: (i + 0.5) / MIX[name]! })))
    .toSorted((x, y) => x.at - y.at);
  let sent = 0;
  await compare('the mix, 20 records', () => ask(mix[sent++ % mix.length]!.q, '&page_size=20'), read, bench);
  for (const [name, q] of all) {
    const search = (more: string): Promise<Reply> => ask(q, more);
    for (const size of SIZES) {
      const first = await search(`&page_size=${size}`);
      expectOk(first);
      const { next_page_token: token } = JSON.parse(first.text) as { next_page_token: string };
      await compare(`${name}, ${size} records`, () => search(`&page_size=${size}`), read, bench);
      if (token !== '' && size > 1)
        await compare(
          `${name}, second page`,
          () => call('GET', `/v2/assets:search?page_size=${size}&page_token=${encodeURIComponent(token)}`),
          read,
          bench,
        );
    }
  }
  await bench.inspect(server, () => measure(() => call('GET', '/v2/assets:search?q=asset'), 3000, 1));
}

async function compare(
  name: string,
  search: () => Promise<Reply>,
  read: () => Promise<Reply>,
  { milliseconds, rounds, report }: Bench,
): Promise<void> {
  await measure(read, 300, 1);
  await measure(search, 300, 1);
  const runs: [Measured, Measured][] = [];
  for (let round = 0; round < rounds * PARTS; round++)
    runs.push([await measure(read, milliseconds / PARTS, 1), await measure(search, milliseconds / PARTS, 1)]);
  const ratio = median(runs.map(([of, own]) => own.median / of.median));
  const own = middle(runs.map(([, measured]) => measured));
  const of = middle(runs.map(([measured]) => measured)).median.toFixed(2);
  print(`search: ${name}`, own, `search : read (${of} ms) ${ratio.toFixed(2)}  ${verdict(ratio <= GOAL, GOAL)}`);
  report.push({ name: `search: ${name}`, ...own, ratio, goal: GOAL });
}
