import { setTimeout as wait } from 'node:timers/promises';
import { bulk } from '../../test/support/bulk.ts';
import { createAccount, type Account } from './account.ts';
import { expectOk, measure, middle, type Measured, type Reply } from './load.ts';
import { createAssets, EVENT } from './operations.ts';
import { measureReceipts } from './receipts.ts';
import { median, print, verdict, type Bench } from './report.ts';

/** Milliseconds from the response of an append until the receipt of its event exists: the 99th percentile. */
const RECEIPT_GOAL = 1000;
/** The minimum ratio of appends with logs to appends without. */
const COST_GOAL = 0.85;
const ASSETS = 64;
const TENANCIES = 1000;
/** Events that no log has yet, of which the rate of leaves is measured. */
const WAITING = 50_000;
/** One append of this number asks for its receipt; milliseconds between two requests. */
const SAMPLED = 10;
const ASKED_EVERY = 20;
/** How long appends arrive at a steady rate, as a multiple of the time of one measurement. */
const STEADY = 5;

/**
 * Measures the logs: what they cost appends, how fast an event is in its log, in one tenancy and in a thousand, how
 * many leaves one log takes per second, and receipts of a large log.
 */
export async function measureLogs(bench: Bench, scale: number): Promise<void> {
  await compareAppends(bench);
  const one = await bench.open('log');
  const assets = await createAssets(one.call, ASSETS);
  await measureDelay(bench, 'log: event to receipt', (i) => append(one, assets[i % ASSETS]!));
  await measureMany(bench, Math.round(TENANCIES * scale));
  await measureLeaves(bench, Math.round(WAITING * scale));
  await measureReceipts(bench, scale);
}

/** An event, and what asks for its receipt. */
type Appended = { reply: Reply; receipt: () => Promise<Reply> };

async function append({ call }: Account, asset: string): Promise<Appended> {
  const reply = await call('POST', `/v2/${asset}/events`, EVENT);
  expectOk(reply);
  const { identity } = JSON.parse(reply.text) as { identity: string };
  return { reply, receipt: () => call('GET', `/v2/${identity}:receipt`) };
}

/** Appends with logs, alternating with appends to the same service without anything that appends to logs. */
async function compareAppends({ open, milliseconds, rounds, report }: Bench): Promise<void> {
  const accounts = [await open('without-logs', {}, true), await open('with-logs')];
  const subjects = await Promise.all(accounts.map(async (of) => ({ of, assets: await createAssets(of.call, ASSETS) })));
  const runs: [without: Measured, with_: Measured][] = [];
  for (let round = -1; round < 2 * rounds; round++) {
    const measured: Measured[] = [];
    for (const { of, assets } of subjects)
      measured.push(await measure(async (i) => (await append(of, assets[i % ASSETS]!)).reply, milliseconds));
    if (round >= 0) runs.push(measured as [Measured, Measured]);
  }
  const own = middle(runs.map(([, of]) => of));
  const without = middle(runs.map(([of]) => of)).perSecond;
  const ratio = median(runs.map(([of, with_]) => with_.perSecond / of.perSecond));
  const name = 'log: append, 64 assets';
  print(
    name,
    own,
    `ratio ${ratio.toFixed(2)} to appends without logs ` +
      `(${without.toFixed(0)}/s)  ${verdict(ratio >= COST_GOAL, COST_GOAL)}`,
  );
  report.push({ name, ...own, withoutPerSecond: without, ratio, goal: COST_GOAL });
}

/** The time until a receipt exists, while events arrive at half of the rate at which they can be appended. */
async function measureDelay(
  { milliseconds, report }: Bench,
  name: string,
  request: (i: number) => Promise<Appended>,
): Promise<void> {
  const { perSecond } = await measure(async (i) => (await request(i)).reply, milliseconds);
  const rate = perSecond / 2;
  const delays: number[] = [];
  await atRate(rate, STEADY * milliseconds, async (i) => {
    const { receipt } = await request(i);
    if (i % SAMPLED !== 0) return;
    const since = performance.now();
    while ((await receipt()).status !== 200) await wait(ASKED_EVERY);
    delays.push(performance.now() - since);
  });
  delays.sort((a, b) => a - b);
  const at = (q: number): number => delays[Math.floor((delays.length - 1) * q)]!;
  const [half, most] = [at(0.5), at(0.99)];
  console.log(
    `${name.padEnd(30)}median ${half.toFixed(0)} ms  p99 ${most.toFixed(0)} ms at ${rate.toFixed(0)} appends per ` +
      `second, ${delays.length} receipts  ${verdict(most <= RECEIPT_GOAL, RECEIPT_GOAL)}`,
  );
  report.push({ name, median: half, p99: most, perSecond: rate, receipts: delays.length, goal: RECEIPT_GOAL });
}

/** Sends requests at a steady rate per second, without waiting for the responses. */
async function atRate(rate: number, milliseconds: number, call: (i: number) => Promise<void>): Promise<void> {
  const started = performance.now();
  const sent: Promise<void>[] = [];
  for (let i = 0; i < (rate * milliseconds) / 1000; i++) {
    const early = started + (i * 1000) / rate - performance.now();
    if (early > 1) await wait(early);
    sent.push(call(i));
  }
  await Promise.all(sent);
}

/** The same for many tenancies, which append in turn. */
async function measureMany(bench: Bench, tenancies: number): Promise<void> {
  const { server } = await bench.open('tenancies');
  const subjects: [Account, string][] = [];
  while (subjects.length < tenancies) {
    const next = async (): Promise<[Account, string]> => {
      const account = await createAccount(server);
      return [account, (await createAssets(account.call, 1))[0]!];
    };
    subjects.push(...(await Promise.all(Array.from({ length: 8 }, next))));
  }
  // The logs of all tenancies have started.
  await until(() => server.query(WITHOUT_LEAF).length === 0);
  await measureDelay(bench, `log: ${subjects.length} tenancies`, (i) => append(...subjects[i % subjects.length]!));
}

const WITHOUT_LEAF = `SELECT 1 FROM events e JOIN tenants t ON t.number = e.tenant LEFT JOIN logs l ON l.scope = t.id
  WHERE NOT EXISTS (SELECT 1 FROM log_leaves x WHERE x.log = l.number AND x.event = e.number) LIMIT 1`;

type Progress = { cursor: number; last: number };

/** The leaves that one log takes per second, from events that no log has yet. */
async function measureLeaves({ open, report }: Bench, events: number): Promise<void> {
  const { server, call, principal } = await open('leaves');
  await createAssets(call, 1);
  const { tenant } = principal;
  const progress = (): Progress =>
    server.query<Progress>(
      `SELECT coalesce((SELECT cursor FROM logs WHERE scope = '${tenant}' AND ended = 0), 0) AS cursor,
        (SELECT max(number) FROM events) AS last`,
    )[0]!;
  await until(() => progress().cursor === progress().last);
  await server.offline(async ({ execute }) =>
    execute([
      ['DROP TRIGGER events_in_open_windows'],
      ...bulk({ tenant, public: false, assets: [0, 10], events: Math.round(events / 10) }),
    ]),
  );
  const [from, { last }] = [progress().cursor, progress()];
  // A commit of an event tells the logs what they lack.
  await createAssets(call, 1);
  await until(() => progress().cursor > from);
  const [started, first] = [performance.now(), progress().cursor];
  await until(() => progress().cursor >= last);
  const perSecond = ((last - first) / (performance.now() - started)) * 1000;
  console.log(`${'log: leaves'.padEnd(30)}${perSecond.toFixed(0)}/s in one log, ${last - first} leaves`);
  report.push({ name: 'log: leaves', perSecond, leaves: last - first });
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await wait(50);
}
