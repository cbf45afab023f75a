import { setTimeout as wait } from 'node:timers/promises';
import { joinBytes } from '../../src/core/bytes.ts';
import { fromHex, toHex } from '../../src/core/text.ts';
import { CompactRange } from '../../src/core/transparency/tree.ts';
import { fullTiles } from '../../src/transparency/tilewriting.ts';
import { assetId, bulk, type Bulk } from '../../test/support/bulk.ts';
import type { Account } from './account.ts';
import { measure, middle, send, type Measured, type Reply } from './load.ts';
import { EVENT } from './operations.ts';
import { median, print, verdict, type Bench } from './report.ts';

/** The minimum ratio of receipts to D1 reads of the floor. */
const GOAL = 0.7;
/** The size of the log, and the events in it: the other leaves have no event. */
const LEAVES = 1_000_000;
const [ASSETS, EVENTS] = [10, 1000];
/** Leaves of one statement. */
const AT_ONCE = 10_000;

/** Measures receipts of events at random places of a log with a million leaves, alternating with the floor. */
export async function measureReceipts(bench: Bench, scale: number): Promise<void> {
  const { milliseconds, rounds, report } = bench;
  const floor = await bench.openFloor();
  await send(floor, 'POST', '/insert', JSON.stringify(EVENT));
  const account = await bench.open('receipts');
  const events = await writeLog(account, Math.round(LEAVES * scale));
  const read = (): Promise<Reply> => send(floor, 'GET', '/read');
  const receipt = (i: number): Promise<Reply> => account.call('GET', `/v2/${events[i % events.length]}:receipt`);
  const proof = (i: number): Promise<Reply> => account.call('GET', `/v2/${events[i % events.length]}:tlogproof`);
  for (const [name, request] of [
    ['receipt', receipt],
    ['tlog-proof', proof],
  ] as const) {
    await measure(request, 500);
    const runs: [floor: Measured, own: Measured][] = [];
    for (let round = 0; round < rounds; round++)
      runs.push([await measure(read, milliseconds), await measure(request, milliseconds)]);
    const own = middle(runs.map(([, of]) => of));
    const base = middle(runs.map(([of]) => of)).perSecond;
    const ratio = median(runs.map(([of, with_]) => with_.perSecond / of.perSecond));
    print(name, own, `ratio ${ratio.toFixed(2)} to read (${base.toFixed(0)}/s)  ${verdict(ratio >= GOAL, GOAL)}`);
    report.push({ name, floorPerSecond: base, ...own, ratio, goal: GOAL });
    await bench.inspect(account.server, () => measure(request, 3000));
  }
}

type Row = { hash: string };

/** Extends the log of the tenancy to `size` leaves, and returns the identities of events that are in it, shuffled. */
async function writeLog({ server, call, principal: { tenant } }: Account, size: number): Promise<string[]> {
  await call('POST', '/v2/assets', { attributes: { arc_display_name: 'first' } });
  const log = `(SELECT number FROM logs WHERE scope = '${tenant}')`;
  const leaves = `SELECT lower(hex(hash)) AS hash FROM log_leaves WHERE log = ${log} ORDER BY "index"`;
  while (server.query<Row>(leaves).length < 2) await wait(100);
  const known = server.query<Row>(leaves).map(({ hash }) => fromHex(hash));
  const added = Array.from({ length: size - known.length }, () => crypto.getRandomValues(new Uint8Array(32)));
  const before = new CompactRange();
  for (const hash of known) before.append(hash);
  const tree = { size: before.size, root: before.root(), edge: [...before.edge], cursor: 0 };
  const tiles = await fullTiles(
    tree,
    added.map((hash) => ({ hash, event: undefined })),
    async (_level, first, end) => known.slice(first, end),
  );
  const after = new CompactRange(tree.size, tree.edge);
  for (const hash of added) after.append(hash);
  const statements = function* (): Generator<Bulk> {
    yield ['DROP TRIGGER events_in_open_windows'];
    yield* bulk({ tenant, public: false, assets: [0, ASSETS], events: EVENTS });
    for (let first = 0; first < added.length; first += AT_ONCE)
      yield [
        `INSERT INTO log_leaves (log, "index", content, chain, hash, appended_us)
          SELECT ${log}, ?1 + key, randomblob(32), randomblob(32), unhex(value), 1 FROM json_each(?2)`,
        known.length + first,
        JSON.stringify(added.slice(first, first + AT_ONCE).map(toHex)),
      ];
    for (const { level, index, root, hashes, middle: roots } of tiles)
      yield [`INSERT INTO log_tiles VALUES (${log}, ?, ?, ?, ?, ?)`, level, index, root, hashes, roots];
    yield ['DROP TRIGGER log_leaves_immutable'];
    // Events at places that are spread over the log.
    yield [
      `UPDATE log_leaves SET event = e.number FROM (SELECT number, row_number() OVER (ORDER BY number) AS n FROM events
          WHERE number NOT IN (SELECT event FROM log_leaves WHERE event IS NOT NULL)) e
        WHERE log = ${log} AND "index" = 2 + (e.n * 7919) % ?`,
      size - known.length,
    ];
    yield [
      `UPDATE logs SET size = ?, root = ?, edge = ?, cursor = (SELECT max(number) FROM events) WHERE scope = ?`,
      after.size,
      after.root(),
      joinBytes(after.edge),
      tenant,
    ];
  };
  await server.offline(async ({ execute }) => execute(statements()));
  const ids = server.query<{ id: string; asset: string }>(
    `SELECT e.id, a.id AS asset FROM events e JOIN assets a ON a.number = e.asset WHERE a.id >= '${assetId(0)}' AND a.id < '${assetId(ASSETS)}' ORDER BY e.id`,
  );
  return ids.map(({ id, asset }) => `assets/${asset}/events/${id}`);
}
