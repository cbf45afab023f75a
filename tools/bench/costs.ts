import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { untilAnchored } from './anchoring.ts';
import { uploadForm, UPLOAD_TYPE } from './blobs.ts';
import { costRow, costTable, dearestStatements, type Cost } from './cost-table.ts';
import { between, dividedBy, type Counts } from './counting/counts.ts';
import { expectOk, send, transfer, type Reply } from './load.ts';
import { batchOf, createAssets, EVENT, subjectOf, type Subject } from './operations.ts';
import { PRICES_READ } from './prices.ts';
import { profile } from './profile.ts';
import type { Bench } from './report.ts';
import type { Server } from './server.ts';

type Request = (subject: Subject, i: number) => Promise<Reply>;

/** An operation. `run` executes it several times, and resolves to how often. */
type Costed = { name: string; run: (subject: Subject) => Promise<number> };

/** Requests that are sent one after another, and of each connection if several connections send at once. */
const ALONE = 100;
const EACH = 30;
/** Events of one batch, and the number of batches. */
const BATCH = 1000;
const BATCHES = 3;
const CONNECTIONS = 32;
/** Long enough to append the events of the measured window before it closes. */
const WINDOW_SECONDS = 20;
/** Milliseconds until the chain has nothing more to do after the last event has its transaction. */
const FINAL = 10_000;
/** Milliseconds without any use after which background work counts as finished. */
const QUIET = 1500;

const alone =
  <S>(request: (subject: S, i: number) => Promise<Reply>) =>
  async (subject: S): Promise<number> => {
    for (let i = 0; i < ALONE; i++) expectOk(await request(subject, i));
    return ALONE;
  };

const atOnce =
  <S>(request: (subject: S, i: number) => Promise<Reply>) =>
  async (subject: S): Promise<number> => {
    const connection = async (_: unknown, first: number): Promise<void> => {
      for (let i = 0; i < EACH; i++) expectOk(await request(subject, i * CONNECTIONS + first));
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, connection));
    return CONNECTIONS * EACH;
  };

const CONTENT = uploadForm(Buffer.alloc(100_000, 'evidence'));
const append: Request = ({ account, many }, i) => account.call('POST', `/v2/${many[i % many.length]}/events`, EVENT);
const appendWithKey: Request = ({ account: { server, token }, many }, i) =>
  send(
    { url: server.url, token, headers: { 'idempotency-key': randomUUID() } },
    'POST',
    `/archivist/v2/${many[i % many.length]}/events`,
    JSON.stringify(EVENT),
  );
const create: Request = ({ account }, i) =>
  account.call('POST', '/v2/assets', { attributes: { arc_display_name: `new ${i}`, state: 'good' } });

const COSTED: Costed[] = [
  { name: 'token', run: alone(({ account }) => account.askToken()) },
  { name: 'get asset', run: alone(({ account, one: asset }) => account.call('GET', `/v2/${asset}`)) },
  { name: 'get event', run: alone(({ account, event }) => account.call('GET', `/v2/${event}`)) },
  {
    name: 'list 50 events',
    run: alone(({ account, many }) => account.call('GET', `/v2/${many[0]}/events?page_size=50`)),
  },
  { name: 'list 50 assets', run: alone(({ account }) => account.call('GET', '/v2/assets?page_size=50')) },
  {
    name: 'public get',
    run: alone(({ account, one: asset }) => send({ url: account.server.url }, 'GET', `/archivist/public${asset}`)),
  },
  { name: 'append', run: alone(append) },
  { name: 'append, 32 at once', run: atOnce(append) },
  { name: 'append with a key', run: alone(appendWithKey) },
  { name: 'append with a key, 32 at once', run: atOnce(appendWithKey) },
  { name: 'create asset', run: alone(create) },
  { name: 'create asset, 32 at once', run: atOnce(create) },
  {
    name: `event of a batch of ${BATCH}`,
    run: async ({ account, many }) => {
      const { path, body } = batchOf(many, BATCH);
      for (let i = 0; i < BATCHES; i++) expectOk(await account.call('POST', path, body));
      return BATCHES * BATCH;
    },
  },
  {
    name: 'upload 100 kB',
    run: alone(({ account: { server, token } }) =>
      transfer({ url: server.url, token }, 'POST', '/archivist/v1/blobs', CONTENT, UPLOAD_TYPE),
    ),
  },
  {
    name: 'verification of an event',
    run: async ({ account: { server } }) => {
      await server.cron('23 * * * *');
      return server.query<{ events: number }>('SELECT count(*) AS events FROM events')[0]!.events;
    },
  },
  {
    name: 'jobs of a minute, idle',
    run: async ({ account: { server } }) => {
      await server.cron('* * * * *');
      return 1;
    },
  },
];

/** Prints what each operation uses of Cloudflare's products, and its price. */
export async function measureCosts(bench: Bench): Promise<void> {
  // No window closes while operations are measured.
  const settings = { ANCHOR_WINDOW_SECONDS: '2592000', ANCHOR_MAX_EVENTS: '20000' };
  const counted = await subjectOf(await bench.openPlain('counted', { counted: true, settings }));
  const inspected = await subjectOf(await bench.openPlain('inspected', { inspected: true, settings }));
  const costs: Cost[] = [];
  for (const { name, run } of COSTED) {
    await run(counted);
    const counts = await usedBy(counted.account.server, () => run(counted));
    await run(inspected);
    await wait(QUIET);
    costs.push({ name, counts, cpuMs: await cpuOf(inspected.account.server, () => run(inspected)) });
    progress(costs.at(-1)!, bench);
  }
  costs.push(await costOfWindow(bench));
  progress(costs.at(-1)!, bench);
  bench.report.push(...costs.map(costRow));
  console.log(`\n${costTable(costs)}\n\nList prices of ${PRICES_READ}, without included usage.`);
}

function progress({ name, counts, cpuMs }: Cost, { inspected }: Bench): void {
  console.log(`${name}: ${counts.d1.rowsWritten.toFixed(2)} rows written, ${cpuMs.toFixed(2)} ms`);
  if (inspected) console.log(dearestStatements(counts).join('\n'));
}

/** Returns the average use per operation, with the background work that the operations cause. */
async function usedBy(server: Server, run: () => Promise<number>): Promise<Counts> {
  const before = await quiet(server);
  const operations = await run();
  return dividedBy(between(before, await quiet(server)), operations);
}

/** Resolves to the counts when they have not changed for some time. */
export async function quiet(server: Server): Promise<Counts> {
  for (let last = await server.counts(); ;) {
    await wait(QUIET);
    const now = await server.counts();
    if (JSON.stringify(now) === JSON.stringify(last)) return now;
    last = now;
  }
}

/** Returns the CPU milliseconds per operation: the time in which the isolate is not idle, in a profile. */
async function cpuOf(server: Server, run: () => Promise<number>): Promise<number> {
  let operations = 0;
  const { busyMs } = await profile(server.inspector(), async () => {
    operations = await run();
    await wait(QUIET);
  });
  return busyMs / operations;
}

/** Measures closing, hashing and anchoring one window. The costs of its events are not included. */
async function costOfWindow(bench: Bench): Promise<Cost> {
  let events = 0;
  const open = async (options: { counted?: boolean; inspected?: boolean }): Promise<Server> => {
    const settings = { ANCHOR_WINDOW_SECONDS: String(WINDOW_SECONDS) };
    const { server, call } = await bench.openPlain(`window-${Object.keys(options)[0]}`, { ...options, settings });
    const assets = await createAssets(call, CONNECTIONS);
    events =
      CONNECTIONS + (await atOnce((_, i) => call('POST', `/v2/${assets[i % CONNECTIONS]}/events`, EVENT))(undefined));
    return server;
  };
  const anchored = async (server: Server): Promise<number> => {
    await untilAnchored(server, events);
    await wait(FINAL);
    return 1;
  };
  const counted = await open({ counted: true });
  const counts = await usedBy(counted, () => anchored(counted));
  const inspected = await open({ inspected: true });
  const cpuMs = await cpuOf(inspected, () => anchored(inspected));
  return { name: `window of ${events} events`, counts, cpuMs };
}
