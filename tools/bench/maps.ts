import { setTimeout as wait } from 'node:timers/promises';
import { MAP_SALT_BYTES } from '../../src/formats/completeness/asset-history.ts';
import type { History } from '../../src/proof/history-format.ts';
import { verifyHistory } from '../../src/proof/history.ts';
import { assetId } from '../../test/support/bulk.ts';
import type { Account } from './account.ts';
import { dearestStatements } from './cost-table.ts';
import { quiet } from './costs.ts';
import { between, dividedBy, type Counts } from './counting/counts.ts';
import { writeHistory } from './history.ts';
import { expectOk, measure, middle, type Measured } from './load.ts';
import { batchOf, createAssets, EVENT } from './operations.ts';
import { pricePerMillion } from './prices.ts';
import { median, print, verdict, type Bench } from './report.ts';
import { seededMap } from './seeded-map.ts';

/** Assets of the map, and those of them that get events: they are at random places of it. */
const [ASSETS, USED] = [1_000_000, 20_000];
/** Events between two maps, each of a random asset. */
const EVENTS = [1, 60, 1200];
const BATCH = 1000;
/** The maxima for each event: rows written, bytes of the database, and dollars per million events. */
const GOALS = { rows: 1, bytes: 150, dollars: 1 };
/** The maximum of the bytes of the path from an asset to the root of the map, and how many assets are asked for. */
const [PATH_GOAL, SIZED] = [2048, 20];
/** The minimum ratio of appends with maps to appends without. */
const RATIO_GOAL = 0.95;
/** Seconds between the maps of the comparison: every measurement has one. */
const COMPARED_SECONDS = 2;
/** No window closes while maps are measured. */
const SETTINGS = { ANCHOR_WINDOW_SECONDS: '2592000', ANCHOR_MAX_EVENTS: '20000' };

/**
 * Measures the maps of a log with a million assets, one each minute: what a map costs for each event since the one
 * before, and the bytes of a proof. Then the rate of appends with maps and without.
 */
export async function measureMaps(bench: Bench, scale: number): Promise<void> {
  const settings = { ...SETTINGS, COMPLETENESS_SECONDS: '60' };
  const account = await bench.openPlain('maps', { counted: true, settings });
  const { tenant } = account.principal;
  const [assets, used] = [Math.round(ASSETS * scale), Math.round(USED * scale)];
  await writeHistory(account, [{ tenant, public: false, assets: [0, used], events: 1 }]);
  const ids = Array.from({ length: used }, (_, n) => assetId(n));
  const salt = crypto.getRandomValues(new Uint8Array(MAP_SALT_BYTES));
  await account.server.offline(async ({ execute }) => execute(seededMap(tenant, salt, ids, assets)));
  await append(account, ids, 1);
  await untilMapped(account);
  for (const events of EVENTS.map((of) => Math.max(1, Math.round(of * scale))))
    await measureCost(bench, account, ids, events);
  await measurePath(bench, account, assets);
  await compareAppends(bench);
}

/** Appends events of random assets. Resolves when the log has them. */
async function append(account: Account, ids: readonly string[], events: number): Promise<void> {
  const { size } = stateOf(account);
  for (let left = events; left > 0; left -= BATCH) {
    const assets = Array.from(
      { length: Math.min(left, BATCH) },
      () => `assets/${ids[Math.floor(Math.random() * ids.length)]}`,
    );
    const { path, body } = batchOf(assets, assets.length);
    expectOk(await account.call('POST', path, body));
  }
  await untilLogged(account, size + events);
}

type LogState = { size: number; covered: number; isMapped: number };

/** The log of the tenancy: its size, the entries that its map covers, and whether its last entry is of a map. */
const stateOf = ({ server, principal: { tenant } }: Account): LogState =>
  server.query<LogState>(
    `SELECT l.size, (SELECT m.size FROM log_maps m WHERE m.log = l.number) AS covered,
      (SELECT x.event IS NULL AND instr(x.entry, CAST('6:schema8:LOGMAPV1' AS BLOB)) > 0
        FROM log_leaves x WHERE x.log = l.number AND x."index" = l.size - 1) AS isMapped
      FROM logs l WHERE l.scope = '${tenant}' AND l.ended = 0`,
  )[0]!;

/** Bytes of the pages of the maps of all logs, and of their entries. */
const bytesOf = ({ server }: Account): number =>
  server.query<{ bytes: number }>(
    `SELECT (SELECT sum(length(assets) + coalesce(length(old_assets), 0)) FROM log_map_pages)
      + (SELECT sum(length(entry) + length(hash)) FROM log_leaves WHERE event IS NULL) AS bytes`,
  )[0]!.bytes;

async function untilLogged(account: Account, size: number): Promise<void> {
  while (stateOf(account).size < size) await wait(100);
}

async function untilMapped(account: Account): Promise<void> {
  while (stateOf(account).isMapped !== 1) await wait(200);
}

/** What one map costs after these events, which are in the log before it begins. */
async function measureCost(
  { report, inspected }: Bench,
  account: Account,
  ids: string[],
  events: number,
): Promise<void> {
  const { size } = stateOf(account);
  await append(account, ids, events);
  const before = await quiet(account.server);
  const stored = bytesOf(account);
  if (stateOf(account).covered > size) throw new Error('the map was begun before all events were in the log');
  await untilMapped(account);
  const used = dividedBy(between(before, await quiet(account.server)), events);
  const bytes = (bytesOf(account) - stored) / events;
  const rows = used.d1.rowsWritten + used.objects.rowsWritten;
  const dollars = pricePerMillion(used, 0);
  const name = `maps: ${events} events a minute`;
  console.log(
    `${name.padEnd(30)}for each event ${rows.toFixed(3)} rows written  ${verdict(rows <= GOALS.rows, GOALS.rows)}, ` +
      `${rowsRead(used)} read, ${bytes.toFixed(0)} bytes  ${verdict(bytes <= GOALS.bytes, GOALS.bytes)}, ` +
      `${dollars.toFixed(2)} $ per million  ${verdict(dollars <= GOALS.dollars, GOALS.dollars)}`,
  );
  if (inspected) console.log(dearestStatements(used).join('\n'));
  report.push({ name, rows, bytes, dollarsPerMillion: dollars, counts: used, goals: GOALS });
}

const rowsRead = ({ d1, objects }: Counts): string => (d1.rowsRead + objects.rowsRead).toFixed(0);

/** The largest path of some new assets, whose histories must be valid. */
async function measurePath({ report }: Bench, account: Account, assets: number): Promise<void> {
  const { size } = stateOf(account);
  const created = await createAssets(account.call, SIZED);
  await untilLogged(account, size + SIZED);
  await untilMapped(account);
  const paths: number[] = [];
  for (const asset of created) {
    const reply = await account.call('GET', `/v2/${asset}:history`);
    expectOk(reply);
    const result = await verifyHistory([Buffer.from(reply.text)]);
    if (!result.report.ok) throw new Error(`the history of ${asset} is not valid`);
    paths.push(Buffer.from((JSON.parse(reply.text) as History).path, 'base64url').length);
  }
  const bytes = Math.max(...paths);
  const stored = bytesOf(account);
  const name = `maps: path of ${assets} assets`;
  console.log(
    `${name.padEnd(30)}at most ${bytes} bytes  ${verdict(bytes <= PATH_GOAL, PATH_GOAL)}; ` +
      `${(stored / assets).toFixed(0)} bytes stored for each asset`,
  );
  report.push({ name, bytes, goal: PATH_GOAL, storedPerAsset: stored / assets });
}

/** Appends with maps, alternating with appends to the same service without. */
async function compareAppends({ open, milliseconds, rounds, report }: Bench): Promise<void> {
  const seconds = String(COMPARED_SECONDS);
  const accounts = [
    await open('without-maps', { COMPLETENESS_SECONDS: '0' }),
    await open('with-maps', { COMPLETENESS_SECONDS: seconds }),
  ];
  const subjects = await Promise.all(accounts.map(async (of) => ({ of, assets: await createAssets(of.call, 64) })));
  const runs: [without: Measured, with_: Measured][] = [];
  for (let round = -1; round < 2 * rounds; round++) {
    const measured: Measured[] = [];
    for (const { of, assets } of round % 2 === 0 ? subjects : subjects.toReversed())
      measured.push(await measure((i) => of.call('POST', `/v2/${assets[i % 64]}/events`, EVENT), 2 * milliseconds));
    if (round >= 0) runs.push((round % 2 === 0 ? measured : measured.toReversed()) as [Measured, Measured]);
  }
  const own = middle(runs.map(([, of]) => of));
  const without = middle(runs.map(([of]) => of)).perSecond;
  const ratio = median(runs.map(([of, with_]) => with_.perSecond / of.perSecond));
  const name = 'maps: append, 64 assets';
  print(
    name,
    own,
    `ratio ${ratio.toFixed(2)} to appends without maps ` +
      `(${without.toFixed(0)}/s), one every ${seconds} s  ${verdict(ratio >= RATIO_GOAL, RATIO_GOAL)}`,
  );
  report.push({ name, ...own, withoutPerSecond: without, ratio, goal: RATIO_GOAL });
}
