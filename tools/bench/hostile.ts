import { setTimeout as wait } from 'node:timers/promises';
import { assetId, type Population } from '../../test/support/bulk.ts';
import { writeHistory } from './history.ts';
import { EVENT } from './operations.ts';
import { processTree } from './process-tree.ts';
import { verdict, type Bench } from './report.ts';

/** Events in the database when `--scale` is 1. */
const PUBLIC_EVENTS = 200_000;
const PRIVATE_EVENTS = 1_000_000;
const AT_ONCE = 8;
const MILLISECONDS = 20_000;
/** The number of requests that are sent, and how many of them are selected by the size of their responses. */
const WORST = 20;
const LARGEST = 5;
const GOALS = { ratio: 5, memoryMiB: 200, bytes: 2_000_000 };

type Attack = { path: string; exact: boolean; anonymous: boolean };
type Answer = { status: number; bytes: number; milliseconds: number };

/** Searches for the most expensive requests and measures the appends of a tenant while these are sent. */
export async function measureHostile(bench: Bench, scale: number): Promise<void> {
  const account = await bench.open('hostile');
  const { server, principal, token, call } = account;
  const asset = JSON.parse((await call('POST', '/v2/assets', {})).text) as { identity: string };
  await writeHistory(account, populationsOf(principal.tenant, scale));

  const send = async ({ path, exact, anonymous }: Attack): Promise<Answer> => {
    const started = performance.now();
    const response = await fetch(new URL(`/archivist${path}`, server.url), {
      headers: {
        ...(exact ? { 'x-request-total-count': 'true' } : {}),
        ...(anonymous ? {} : { authorization: `Bearer ${token}` }),
      },
    });
    const { byteLength: bytes } = await response.arrayBuffer();
    return { status: response.status, bytes, milliseconds: performance.now() - started };
  };
  const append = async (): Promise<number> => {
    const started = performance.now();
    const { status, text } = await call('POST', `/v2/${asset.identity}/events`, EVENT);
    if (status !== 200) throw new Error(`${status}: ${text.slice(0, 300)}`);
    return performance.now() - started;
  };

  const found: { attack: Attack; answer: Answer }[] = [];
  for (const attack of attacks()) found.push({ attack, answer: await send(attack) });
  const largestFirst = found.toSorted((x, y) => y.answer.bytes - x.answer.bytes).slice(0, LARGEST);
  const slowestFirst = found.toSorted((x, y) => y.answer.milliseconds - x.answer.milliseconds);
  const worst = [...largestFirst, ...slowestFirst.filter((one) => !largestFirst.includes(one))].slice(0, WORST);
  console.log(`  the ${LARGEST} largest and ${WORST - LARGEST} slowest of ${found.length} requests:`);
  for (const { attack, answer } of worst) {
    const caller = attack.anonymous ? 'anonymous' : 'tenant';
    console.log(
      `  ${answer.milliseconds.toFixed(0).padStart(6)} ms ${String(answer.bytes).padStart(8)} bytes ${answer.status} ` +
        `${caller}${attack.exact ? ', total asked for' : ''}: ${attack.path.slice(0, 110)}`,
    );
  }

  const appended = async (milliseconds: number): Promise<number> => {
    const times: number[] = [];
    for (const until = performance.now() + milliseconds; performance.now() < until;) times.push(await append());
    return times.toSorted((x, y) => x - y)[Math.floor(times.length * 0.99)]!;
  };
  const rss = (): number => processTree(server.pid()).reduce((sum, one) => sum + one.rss, 0);
  await appended(2000);
  const alone = await appended(MILLISECONDS);
  const before = rss();
  let [most, largest, sent] = [before, 0, 0];
  const ended = new AbortController();
  const statuses: Record<string, number> = {};
  const attackers = Array.from({ length: AT_ONCE }, async (_, first) => {
    for (let i = first; !ended.signal.aborted; i++) {
      const answer = await send(worst[i % worst.length]!.attack);
      largest = Math.max(largest, answer.bytes);
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      sent += 1;
      if (answer.status === 503) await wait(100);
    }
  });
  const watched = (async () => {
    for (; !ended.signal.aborted; await wait(250)) most = Math.max(most, rss());
  })();
  const beside = await appended(MILLISECONDS);
  ended.abort();
  await Promise.all([...attackers, watched]);

  const ratio = beside / alone;
  const memoryMiB = most - before;
  console.log(
    `hostile: append p99 ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside ${sent} requests ` +
      `(${JSON.stringify(statuses)}): ${ratio.toFixed(2)} times  ${verdict(ratio <= GOALS.ratio, GOALS.ratio)}`,
  );
  console.log(
    `hostile: memory grows by ${memoryMiB.toFixed(0)} ` +
      `MiB  ${verdict(memoryMiB <= GOALS.memoryMiB, GOALS.memoryMiB)}, largest response ${largest} ` +
      `bytes  ${verdict(largest <= GOALS.bytes, GOALS.bytes)}`,
  );
  bench.report.push({
    name: 'hostile',
    scale,
    alone,
    beside,
    ratio,
    memoryMiB,
    largest,
    worst: worst.map(({ attack }) => attack),
  });
}

/** Writes public and private events: one asset with many, some with large events, and many assets with few. */
function populationsOf(tenant: string, scale: number): Population[] {
  const half = (of: number): number => Math.max(10, Math.floor((of * scale) / 2));
  const wide = Math.max(10, Math.floor(500 * scale));
  const of = (open: boolean, total: number, first: number): Population[] => [
    { tenant, public: open, assets: [first, first + 1], events: half(total) },
    { tenant, public: open, assets: [first + 1, first + 1 + Math.ceil(half(total) / 10)], events: 10 },
    { tenant, public: open, assets: [first + 900_000, first + 900_001], events: wide, padding: 48_000 },
  ];
  return [...of(true, PUBLIC_EVENTS, PUBLIC), ...of(false, PRIVATE_EVENTS, PRIVATE)];
}

const [PUBLIC, PRIVATE] = [1, 2_000_000];

/** Generates the requests of an attacker: every list with every filter, order and page size. */
function* attacks(): Generator<Attack> {
  const twenty = (say: (i: number) => string): string => Array.from({ length: 20 }, (_, i) => say(i)).join(' OR ');
  const encoded = (text: string): string => `filters=${encodeURIComponent(text)}`;
  const filters = [
    '',
    'operation=zzz',
    'operation=Record',
    'behaviour=RecordEvidence',
    'from=nobody',
    'transaction_id=0x00',
    'proof_mechanism=KHIPU',
    'principal_declared.email=nobody',
    'confirmation_status=FAILED',
    'timestamp_declared_before=2020-01-01T00:00:00Z',
    'timestamp_accepted_since=2025-01-01T00:00:00Z&timestamp_accepted_before=2027-01-01T00:00:00Z',
    'event_attributes.none=*',
    'event_attributes.note!=*',
    'event_attributes.visit=7',
    'asset.attributes.none=*',
    'asset.attributes.kind!=x',
    'asset_attributes.none=*',
    encoded(twenty((i) => `asset.attributes.z${i}=*`)),
    encoded(twenty((i) => `event_attributes.z${i}=*`)),
    encoded(twenty((i) => `asset_attributes.z${i}=${i}`)),
  ];
  const lists = (family: string, first: number): string[] => [
    `${family}/-/events`,
    `${family}/${assetId(first)}/events`,
    `${family}/${assetId(first + 900_000)}/events`,
  ];
  const all: [path: string, anonymous: boolean][] = [
    ...lists('/v2/publicassets', PUBLIC).map((path): [string, boolean] => [path, true]),
    ...lists('/v2/assets', PRIVATE).map((path): [string, boolean] => [path, false]),
  ];
  const sizes = ['page_size=1', 'page_size=500', 'page_size=500&order_by=SIMPLEHASHV1'];
  for (const [path, anonymous] of all)
    for (const filter of filters)
      for (const size of sizes)
        yield {
          path: `${path}?${[size, filter].filter((text) => text !== '').join('&')}`,
          anonymous,
          exact: size !== 'page_size=500',
        };
  for (const filter of [
    '',
    'attributes.none=*',
    'attributes.kind!=x',
    'proof_mechanism=KHIPU',
    'tracked=NOT_TRACKED',
    encoded(twenty((i) => `attributes.z${i}=*`)),
  ])
    for (const size of sizes)
      yield { path: `/v2/assets?${[size, filter].join('&')}`, anonymous: false, exact: size !== 'page_size=500' };
}
