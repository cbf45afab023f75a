import { setTimeout as wait } from 'node:timers/promises';
import { joinBytes } from '../../src/lib/bytes.ts';
import { fromHex, toHex } from '../../src/lib/text.ts';
import { CompactRange } from '../../src/formats/log/tree.ts';
import { fullTiles } from '../../src/transparency/sequencer/tile-writing.ts';
import type { LogProof } from '../../src/proof/log-format.ts';
import { overheadOf } from '../../test/proof/support/log-sizes.ts';
import { assetId, bulk, type Bulk } from '../../test/support/bulk.ts';
import type { Account } from './account.ts';
import { measure, middle, send, type Measured, type Reply } from './load.ts';
import { EVENT } from './operations.ts';
import { median, print, verdict, type Bench } from './report.ts';

/** The minimum ratio of receipts to D1 reads of the floor. */
const GOAL = 0.7;
/** The maximum of the bytes of a proof beyond the event and the evidence of the chain. */
const PROOF_GOAL = 2048;
/** The size of the log, and of the one with which the sizes of receipts and proofs are compared. */
const [LEAVES, FEW_LEAVES] = [1_000_000, 1000];
/** The assets with events in the log, and the maximum of their events each: the other leaves have no event. */
const [ASSETS, EVENTS] = [10, 1000];
/** Receipts and proofs of which the largest is printed. */
const SIZED = 50;
/** Leaves of one statement. */
const AT_ONCE = 10_000;

/** Measures receipts of events at random places of a log with a million leaves, alternating with the floor. */
export async function measureReceipts(bench: Bench, scale: number): Promise<void> {
  const { milliseconds, rounds, report } = bench;
  const floor = await bench.openFloor();
  await send(floor, 'POST', '/insert', JSON.stringify(EVENT));
  const few = await bench.open('few-receipts');
  await measureBytes(bench, few, await writeLog(few, FEW_LEAVES), FEW_LEAVES);
  const account = await bench.open('receipts');
  const events = await writeLog(account, Math.round(LEAVES * scale));
  await measureBytes(bench, account, events, Math.round(LEAVES * scale));
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

/** Prints the bytes of the largest of some receipts and proofs. */
async function measureBytes({ report }: Bench, { call }: Account, events: string[], leaves: number): Promise<void> {
  const largest = async (suffix: string, bytesOf: (reply: Reply) => number): Promise<number> => {
    const replies = await Promise.all(events.slice(0, SIZED).map((event) => call('GET', `/v2/${event}:${suffix}`)));
    const failed = replies.find(({ status }) => status !== 200);
    if (failed) throw new Error(`:${suffix} responded with ${failed.status}: ${failed.text}`);
    return Math.max(...replies.map(bytesOf));
  };
  const receipt = await largest('receipt', ({ bytes }) => bytes);
  const tlogproof = await largest('tlogproof', ({ bytes }) => bytes);
  const proof = await largest('proof', ({ text }) => overheadOf(JSON.parse(text) as LogProof));
  console.log(
    `${`bytes, ${leaves} leaves`.padEnd(30)}receipt ${receipt}  tlog-proof ${tlogproof}  proof ${proof} beyond ` +
      `event and chain  ${verdict(proof <= PROOF_GOAL, PROOF_GOAL)}`,
  );
  report.push({ name: 'log: bytes', leaves, receipt, tlogproof, proof, goal: PROOF_GOAL });
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
    yield* bulk({
      tenant,
      public: false,
      assets: [0, ASSETS],
      events: Math.min(EVENTS, Math.floor((size - known.length) / ASSETS)),
    });
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
    `SELECT e.id, a.id AS asset FROM events e JOIN assets a ON a.number = e.asset WHERE a.id >= '${assetId(0)}'
    AND a.id < '${assetId(ASSETS)}' ORDER BY e.id`,
  );
  return ids.map(({ id, asset }) => `assets/${asset}/events/${id}`);
}
