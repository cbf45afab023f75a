import { sql } from 'drizzle-orm';
import { configOf, type Env } from '../../settings/config.ts';
import { describe } from '../../lib/describe.ts';
import { joinBytes } from '../../lib/bytes.ts';
import { fromHex, toHex } from '../../lib/text.ts';
import { ambient, nowMicros, type Micros } from '../../lib/time.ts';
import type { TimestampAuthority } from '../../formats/timestamp/authority.ts';
import { TimestampError } from '../../formats/timestamp/error.ts';
import { SALT_BYTES, stampLeaf, stampTree } from '../../formats/timestamp/stamp-tree.ts';
import { isRestored } from '../../ledger/append/writer-client.ts';
import { raise } from '../../platform/alarms.ts';
import { columns } from '../../platform/database/columns.ts';
import type { Database } from '../../platform/database/database.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { requestStamp } from './client.ts';
import { isLast, stampStatements, type NewStamp } from './stored.ts';
import { MAX_LOGS } from './tables.ts';

/** An authority without a valid stamp is asked again after this time. */
const PAUSE: Micros = 600_000_000;

/** Until when this isolate does not ask an authority, by its name. */
const pauses = new Map<string, Micros>();

/** A tree of a log. `root`: hexadecimal digits. */
type TreeRow = { log: number; origin: string; size: number; root: string };

/**
 * Has the current trees of all logs that have grown stamped by each authority, at most once in TIMESTAMP_SECONDS. An
 * authority that does not stamp them raises an alarm, and affects nothing else. Idempotent, also under concurrency.
 */
export async function stampLogs(env: Env): Promise<void> {
  const { authorities, seconds } = configOf(env).timestamps;
  if (authorities.length === 0 || isRestored()) return;
  const db = openDatabase(env);
  const results = await Promise.allSettled(authorities.map((each) => stampWith(db, each, seconds * 1_000_000)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

async function stampWith(db: Database, authority: TimestampAuthority, interval: Micros): Promise<void> {
  const { name, url } = authority;
  const now = nowMicros();
  if (now < (pauses.get(name) ?? 0)) return;
  if (!(await isDue(db, name, now - interval))) return;
  const trees = await grownTrees(db, name, now - interval);
  if (trees.length === 0) return;
  try {
    await stampTrees(db, authority, trees);
  } catch (error) {
    const isRefused = error instanceof TimestampError;
    if (isRefused) pauses.set(name, now + PAUSE);
    const reason = isRefused ? error.message : describe(error);
    raise('timestamp-failed', { authority: name, host: new URL(url).host, logs: trees.length, error: reason });
  }
}

/** Whether an authority's last stamp is not after a time, or had the maximum number of logs. */
async function isDue(db: Database, authority: string, us: Micros): Promise<boolean> {
  const [[last]] = await db.batch([
    db.sql<{ due: number }>(sql`SELECT at_us <= ${us} OR logs >= ${MAX_LOGS} AS due FROM stamps
      WHERE authority = ${authority} AND logs > 0 ORDER BY number DESC LIMIT 1`),
  ]);
  return last?.due !== 0;
}

/**
 * The trees that an authority has not stamped, of logs that it has not stamped after a time: the ones that have waited
 * longest first.
 */
async function grownTrees(db: Database, authority: string, us: Micros): Promise<TreeRow[]> {
  const [rows] = await db.batch([
    db.sql<TreeRow>(sql`SELECT l.number AS log, l.origin, l.size, hex(l.root) AS root
      FROM logs l LEFT JOIN log_stamps s ON s.log = l.number AND s.authority = ${authority}
        AND s.size = (SELECT max(x.size) FROM log_stamps x WHERE x.log = l.number AND x.authority = ${authority})
      WHERE l.size > coalesce(s.size, 0)
        AND coalesce((SELECT t.at_us FROM stamps t WHERE t.number = s.stamp), 0) <= ${us}
      ORDER BY coalesce(s.stamp, 0), l.number LIMIT ${MAX_LOGS}`),
  ]);
  return rows;
}

async function stampTrees(db: Database, authority: TimestampAuthority, trees: readonly TreeRow[]): Promise<void> {
  const salts = trees.map(() => ambient.bytes(SALT_BYTES));
  const leaves = trees.map(({ origin, size, root }, n) => stampLeaf({ origin, size, root: fromHex(root) }, salts[n]!));
  const { root, places } = stampTree(leaves, ambient.bytes);
  const accepted = await requestStamp(fetch, authority, root);
  const rows = trees.map(({ log, size, root: treeRoot }, n) => ({
    log,
    size,
    root: treeRoot,
    salt: toHex(salts[n]!),
    index: places[n]!.index,
    path: toHex(joinBytes(places[n]!.path)),
  }));
  await store(db, rows, { authority: authority.name, logs: rows.length, root, accepted });
}

const ROW = columns('log', 'size', 'root', 'salt', 'index', 'path');

/** Bytes are hexadecimal digits. */
type StampRow = { log: number; size: number; root: string; salt: string; index: number; path: string };

/**
 * Stores a stamp and its trees in one transaction; nothing if another run has stamped one of them with this authority.
 */
async function store(db: Database, rows: readonly StampRow[], stamp: NewStamp): Promise<void> {
  const { authority, root } = stamp;
  const row = ROW.sqlOf('r.value');
  const trees = JSON.stringify(rows.map((each) => ROW.row(each)));
  const isStamped = sql`SELECT 1 FROM json_each(${trees}) r CROSS JOIN log_stamps s ON s.log = ${row.log}
    AND s.authority = ${authority} AND s.size = ${row.size}`;
  await db.batch([
    ...stampStatements(db, stamp, isStamped),
    db.sql(sql`INSERT INTO log_stamps (log, authority, size, root, stamp, salt, "index", path)
      SELECT ${row.log}, ${authority}, ${row.size}, unhex(${row.root}), s.number, unhex(${row.salt}), ${row.index},
        unhex(${row.path})
      FROM stamps s CROSS JOIN json_each(${trees}) r WHERE ${isLast('s', root)}`),
  ]);
}
