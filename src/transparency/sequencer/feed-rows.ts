import { sql, type SQL } from 'drizzle-orm';
import { PUBLIC_SCOPE } from '../../lib/identifiers.ts';
import { toHex } from '../../lib/text.ts';
import { ambient } from '../../lib/time.ts';
import { eventParents, seededColumns, type SeededRow } from '../../ledger/records/rows.ts';
import { columns } from '../../platform/database/columns.ts';
import type { Database } from '../../platform/database/database.ts';

/** An event for logs, with the seed of its entries. */
export type FeedRow = SeededRow & { seed: string };

/** Limits of one read: events, characters of their attributes, and commit numbers that it looks at. */
const READ = { rows: 1000, characters: 4_000_000, numbers: 50_000 };
/** An event, and whether the log of its tenancy and the public log have it already. */
export type LoggedRow = SeededRow & { inOwn: number; inPublic: number };

/** The last commit number that a read from `from` has looked at. `last` is that of the database. */
export function lastLookedAt(rows: readonly LoggedRow[], from: number, last: number): number {
  const isCut = rows.length === READ.rows || charactersOf(rows) >= READ.characters;
  return isCut ? rows.at(-1)!.number : Math.min(last, from + READ.numbers);
}

const charactersOf = (rows: readonly SeededRow[]): number => rows.reduce((sum, row) => sum + sizeOfRow(row), 0);

/** The characters of what an event has of clients. */
export const sizeOfRow = ({ eventAttributes, assetAttributes, statement }: SeededRow): number =>
  eventAttributes.length + assetAttributes.length + (statement?.length ?? 0);

/**
 * The next events after a commit number that meet a condition, which can name the columns `number`, `tenant`, `public`,
 * `inOwn` and `inPublic`. At least one if there is any within the numbers that a read looks at.
 */
export function selectEvents(from: number, condition: SQL): SQL {
  return sql`WITH next AS MATERIALIZED (SELECT number, inOwn, inPublic,
      sum(chars) OVER (ORDER BY number ROWS UNBOUNDED PRECEDING) - chars AS before FROM (
        SELECT x.number, t.id AS tenant, x.public, length(x.event_attributes) + length(x.asset_attributes)
            + 2 * coalesce(length(x.statement), 0) AS chars,
          coalesce(x.number <= own.cursor, 0) AS inOwn, coalesce(x.number <= everyone.cursor, 0) AS inPublic
        FROM events x CROSS JOIN tenants t ON t.number = x.tenant
          LEFT JOIN logs own ON own.scope = t.id AND own.ended = 0
          LEFT JOIN logs everyone ON everyone.scope = ${PUBLIC_SCOPE} AND everyone.ended = 0
        WHERE x.number > ${from} AND x.number <= ${from + READ.numbers})
      WHERE ${condition} ORDER BY number LIMIT ${READ.rows})
    SELECT ${seededColumns('e')}, next.inOwn, next.inPublic
    FROM next CROSS JOIN events e ON e.number = next.number ${eventParents('e')}
    WHERE next.before < ${READ.characters} ORDER BY e.number`;
}

const LOG_SEED = columns('event', 'seed');
const logSeed = LOG_SEED.sqlOf('value');

/** The events with the seeds of their entries. Those of ASSETCHAINV1 get one that is stored. */
export async function seeded(db: Database, rows: readonly LoggedRow[]): Promise<(LoggedRow & FeedRow)[]> {
  const unseeded = rows
    .filter(({ seed }) => seed === null)
    .map(({ number }) => LOG_SEED.row({ event: number, seed: toHex(ambient.bytes(32)) }));
  const seeds = new Map<number, string>();
  if (unseeded.length > 0) {
    const list = JSON.stringify(unseeded);
    const [, stored] = await db.batch([
      db.sql(sql`INSERT INTO log_seeds (event, seed)
        SELECT ${logSeed.event}, unhex(${logSeed.seed}) FROM json_each(${list}) WHERE true ON CONFLICT DO NOTHING`),
      db.sql<{ event: number; seed: string }>(sql`SELECT event, hex(seed) AS seed FROM log_seeds
        WHERE event IN (SELECT ${logSeed.event} FROM json_each(${list}))`),
    ]);
    for (const { event, seed } of stored) seeds.set(event, seed);
  }
  return rows.map((row) => ({ ...row, seed: row.seed ?? seeds.get(row.number)! }));
}
