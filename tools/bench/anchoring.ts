import { setTimeout as wait } from 'node:timers/promises';
import type { Principal } from '../../src/access/principal.ts';
import type { Account } from './account.ts';
import { measure, middle, type Measured, type Reply } from './load.ts';
import { processTree } from './process-tree.ts';
import { median, print, verdict, type Bench } from './report.ts';
import type { Server } from './server.ts';

/** Measures windows of 100,000 events, KHIPU, and the effect of anchoring on appends. */
export async function measureAnchoring(bench: Bench): Promise<void> {
  await closeWindows(await bench.open('windows', { ANCHOR_WINDOW_SECONDS: '3600' }), bench);
  await khipu(await bench.open('khipu', { ANCHOR_WINDOW_SECONDS: '3600' }), bench);
  const [busy, idle] = [{ ANCHOR_WINDOW_SECONDS: '1' }, { ANCHOR_WINDOW_SECONDS: '2592000' }];
  await anchoringCost(await bench.open('busy', busy), await bench.open('idle', idle), bench);
}

const EVENTS = 100_000;
const ASSETS = 1000;
const AT_ONCE = 2000;
const hex = (n: number, digits: number): string => n.toString(16).padStart(digits, '0');
const record = (i: number): object => ({
  operation: 'Record',
  behaviour: 'RecordEvidence',
  event_attributes: { arc_display_type: 'Inspection', arc_description: `all is well here ${i}` },
});

/** Returns the resident memory of the workerd of a service, in MiB (Linux). */
function resident(server: Server): number {
  const workerds = processTree(server.pid()).filter(({ name }) => name === 'workerd');
  return workerds.reduce((sum, { rss }) => sum + rss, 0);
}

/** Writes the rows of 100,000 confirmed events of a tenant, in an hour that has passed. */
async function seedEvents(db: D1Database, { tenant }: Principal): Promise<void> {
  const start = (Math.floor(Date.now() / 1000) - 7200) * 1_000_000;
  await db
    .prepare(
      `INSERT INTO assets (id, tenant, public, proof_mechanism, chain_id, behaviours, attributes, tracked, confirmation,
         created_us, seq, head_us, head_hash)
       SELECT value ->> 0, (SELECT number FROM tenants WHERE id = ?1), 0, 'SIMPLE_HASH', '1', '[]', '{}', 1,
       'CONFIRMED', ?2, ?3, ?2, x'' FROM json_each(?4)`,
    )
    .bind(
      tenant,
      start,
      EVENTS / ASSETS,
      JSON.stringify(Array.from({ length: ASSETS }, (_, n) => [`${hex(n, 8)}-0000-4000-8000-000000000000`])),
    )
    .run();
  const who = JSON.stringify({
    issuer: 'https://evidence.example/appidpv1',
    subject: 'x',
    display_name: 'y',
    email: '',
  });
  await db.prepare('INSERT OR IGNORE INTO principals (info) VALUES (?)').bind(who).run();
  for (let from = 0; from < EVENTS; from += AT_ONCE) {
    const rows = Array.from({ length: AT_ONCE }, (_, i) => {
      const n = from + i;
      return [
        `${hex(n % ASSETS, 8)}-0000-4000-8000-000000000000`,
        Math.floor(n / ASSETS) + 1,
        `${hex(n, 8)}-0000-4000-8000-000000000001`,
        start + n * 36_000,
      ];
    });
    await db
      .prepare(
        `INSERT INTO events (asset, seq, id, tenant, public, proof_mechanism, operation, behaviour,
        event_attributes, asset_attributes,
           accepted_us, committed_us, principal, confirmation, transaction_id, block_number, transaction_index, hash)
         SELECT a.number, r.value ->> 1, r.value ->> 2, a.tenant, 0, 'SIMPLE_HASH', 'Record', 'RecordEvidence',
           '{"arc_display_type":"Inspection","arc_description":"all is well here"}', '{"state":"good"}',
           r.value ->> 3, r.value ->> 3, p.number, 'CONFIRMED', '', 0, 0, x''
         FROM json_each(?2) r CROSS JOIN assets a ON a.id = r.value ->> 0 CROSS JOIN principals p ON p.info = ?1`,
      )
      .bind(who, JSON.stringify(rows))
      .run();
  }
}

/**
 * Resolves when `count` events are anchored, that is when the last of them has its transaction. Calls `onProgress`
 * every 50 ms with the number of events whose windows are closed and hashed.
 */
export async function untilAnchored(
  server: Server,
  events: number,
  onProgress: (hashed: number) => void = () => undefined,
): Promise<void> {
  const started = performance.now();
  for (;;) {
    const [row] = server.query<{ hashed: number; anchored: number }>(
      `SELECT coalesce(sum(CASE WHEN status <> 'closing' THEN count END), 0) AS hashed,
         coalesce(sum(CASE WHEN status = 'anchored' THEN count END), 0) AS anchored FROM anchors`,
    );
    onProgress(row!.hashed);
    if (row!.anchored === events) return;
    if (performance.now() - started > 300_000)
      throw new Error(`not anchored after five minutes: ${JSON.stringify(row)}`);
    await wait(50);
  }
}

/** Measures closing the windows of 100,000 events, from the sweep until the last event has its transaction. */
async function closeWindows({ server, principal }: Account, { report }: Bench): Promise<void> {
  await server.offline(({ db }) => seedEvents(db, principal));
  const before = resident(server);
  let most = before;
  const started = performance.now();
  const seconds = (): number => (performance.now() - started) / 1000;
  let hashed = 0;
  await server.cron('* * * * *');
  await untilAnchored(server, EVENTS, (count) => {
    most = Math.max(most, resident(server));
    if (hashed === 0 && count === EVENTS) hashed = seconds();
  });
  const [all, rise] = [seconds(), most - before];
  console.log(
    `windows of ${EVENTS} events`.padEnd(30) +
      `${(EVENTS / hashed).toFixed(0).padStart(6)}/s closed and hashed, ${(EVENTS / all).toFixed(0)}/s anchored; ` +
      `memory +${rise.toFixed(0)} MiB`,
  );
  report.push({ name: 'windows', hashedPerSecond: EVENTS / hashed, anchoredPerSecond: EVENTS / all, memoryMiB: rise });
}

/** Measures KHIPU: the time until an event is CONFIRMED at 100 events per second, and the maximum throughput. */
async function khipu({ server, call }: Account, { report }: Bench): Promise<void> {
  const assets: string[] = [];
  for (let i = 0; i < 50; i++) {
    const { text } = await call('POST', '/v2/assets', { proof_mechanism: 'KHIPU' });
    assets.push((JSON.parse(text) as { identity: string }).identity);
  }
  const confirmed = (): string[] =>
    server
      .query<{ id: string }>(
        `SELECT 'assets/' || a.id || '/events/' || e.id AS id FROM events e JOIN assets a ON a.number = e.asset
        WHERE e.proof_mechanism = 'KHIPU' AND e.confirmation = 'CONFIRMED' AND e.seq > 1`,
      )
      .map(({ id }) => id);
  const rounds: [string, number, number][] = [
    ['KHIPU at 100/s', 1000, 10],
    ['KHIPU, all at once', 2000, 0],
  ];
  for (const [name, count, apart] of rounds) {
    const sent = new Map<string, number>();
    const took = new Map<string, number>();
    const started = performance.now();
    const append = async (i: number): Promise<void> => {
      await wait(Math.max(0, started + i * apart - performance.now()));
      const at = performance.now();
      const { text } = await call('POST', `/v2/${assets[i % assets.length]}/events`, record(i));
      sent.set((JSON.parse(text) as { identity: string }).identity, at);
    };
    const all = Promise.all(Array.from({ length: count }, (_, i) => append(i)));
    while (took.size < count) {
      for (const id of confirmed()) if (sent.has(id) && !took.has(id)) took.set(id, performance.now() - sent.get(id)!);
      if (performance.now() - started > 180_000) throw new Error(`only ${took.size} of ${count} events are confirmed`);
      await wait(50);
    }
    await all;
    const seconds = (performance.now() - started) / 1000;
    const times = [...took.values()].toSorted((a, b) => a - b);
    const [half, last] = [times[Math.floor(count / 2)]!, times[Math.floor(count * 0.99)]!];
    console.log(
      name.padEnd(30) +
        `${(count / seconds).toFixed(0).padStart(6)}/s  to CONFIRMED median ${half.toFixed(0)} ms  p99 ` +
        `${last.toFixed(0)} ms`,
    );
    report.push({ name, perSecond: count / seconds, median: half, p99: last });
  }
}

/** Measures the effect of closing windows on appends: windows of one second compared with windows that never close. */
async function anchoringCost(busy: Account, idle: Account, { milliseconds, rounds, report }: Bench): Promise<void> {
  const appenders = await Promise.all(
    [busy, idle].map(async ({ call }) => {
      const assets: string[] = [];
      for (let i = 0; i < 64; i++)
        assets.push((JSON.parse((await call('POST', '/v2/assets', {})).text) as { identity: string }).identity);
      return (i: number): Promise<Reply> => call('POST', `/v2/${assets[i % 64]}/events`, record(i));
    }),
  );
  const [own, base] = appenders as [(i: number) => Promise<Reply>, (i: number) => Promise<Reply>];
  await measure(base, 500);
  await measure(own, 500);
  const pairs: [Measured, Measured][] = [];
  for (let round = 0; round < rounds; round++)
    pairs.push([await measure(base, 2 * milliseconds), await measure(own, 2 * milliseconds)]);
  const ratio = median(pairs.map(([b, o]) => o.perSecond / b.perSecond));
  print(
    'append, windows of 1 s',
    middle(pairs.map(([, o]) => o)),
    `of the rate without ${ratio.toFixed(2)}  ${verdict(ratio >= 0.75, 0.75)}`,
  );
  report.push({ name: 'append, windows of 1 s', ratio, goal: 0.75 });
}
