import { sql, type SQL } from 'drizzle-orm';
import { columns } from './columns.ts';

/*
 * Several scans in one statement, each in the order of the list: by the values of policies, or by tenancies. Together
 * they may look at a number of rows, `scan`, of which each has a share. The range of the list that the statement reads
 * ends where the first of them has used its share, because the others may have records behind that.
 */

/** Rows that each scan may look at, even when there are many scans. */
const LEAST_SHARE = 16;

/**
 * SELECT share, least, whole: how many of `scan` rows the scan for each row of `starts` may look at, at least, and
 * `scan`.
 */
const shares = (scan: SQL, starts: SQL): SQL =>
  sql`SELECT max(least, whole / max(scans, 1)) AS share, least, whole
    FROM (SELECT whole, max(1, min(${sql.raw(String(LEAST_SHARE))}, whole / ${sql.raw(String(LEAST_SHARE))})) AS least
    FROM (SELECT CAST(${scan} AS INTEGER) AS whole))
    CROSS JOIN (SELECT count(*) AS scans FROM ${starts})`;

/** How many of `scan` rows the scan for each row of the table `starts` may look at. */
export const shareOf = (scan: SQL, starts: SQL): SQL => sql`(SELECT share FROM (${shares(scan, starts)}))`;

/**
 * As `shares`, but scans with fewer rows than their share leave the rest to the others. `size`: the rows of the scan
 * for one row of `starts`, up to a limit.
 */
function sharedOut(scan: SQL, starts: SQL, size: (limit: SQL) => SQL): SQL {
  // A single scan has all rows, and its size is not determined.
  const sizes = sql`SELECT share, least, whole, CASE WHEN share >= whole THEN whole
    ELSE ${size(sql`(SELECT share FROM equal)`)} END AS size FROM ${starts} CROSS JOIN equal`;
  return sql`WITH equal AS MATERIALIZED (${shares(scan, starts)})
    SELECT max(max(least), coalesce((max(whole) - sum(iif(size < share, size, 0))) / nullif(sum(size >= share), 0),
    max(whole))) AS share, max(whole) AS whole FROM (${sizes})`;
}

/**
 * A range of a list: how many rows a statement may look at, how many it then takes from what a request may look at, and
 * whether a request scans no range before it.
 */
type Range = { rows: SQL; spent: SQL; first?: boolean | undefined };

/** Several scans: `starts` is what FROM loops over; the functions give SQL for the scan for one of its rows. */
export type Scans = {
  starts: SQL;
  /** JSON list that contains the list of the keys of the last of `share` rows; NULL where the scan has fewer. */
  last: (share: SQL) => SQL;
  /** The number of rows, up to a limit. */
  size: (limit: SQL) => SQL;
  /**
   * The number of rows of all scans that are in a range that ends at the keys `upto.k0`, …; of each scan up to its
   * share. Undefined: not determined.
   */
  looked: ((share: SQL) => SQL) | undefined;
};

/** The keys of a row that `Scans.last` gives. */
const KEYS = sql.raw(columns('k0', 'k1', 'k2').list('nth.value'));

/**
 * The tables by which a statement finds where its range ends. `range_share`: `share`, the rows that each scan may look
 * at, and `whole`, those of all of them. Shares are equal in the first range; in the others, scans with fewer rows
 * leave the rest to the others. Most lists need only the
 * first range, so its SQL is short. `range_end`: the keys k0, k1, k2 at which the first scan has looked at its share,
 * and `looked`, the rows that all of them look at up to these: NULL where that is not determined, 0 in the first range
 * of several scans; no row where that is the end of the list.
 */
export function rangeEnd(
  { rows, spent, first }: Range,
  descending: boolean,
  { starts, last, size, looked }: Scans,
): Record<'range_share' | 'range_end', SQL> {
  const share = sql`(SELECT share FROM range_share)`;
  const sum = (): SQL => (first ? sql`0` : looked!(share));
  const order = sql.raw(descending ? 'k0 DESC, k1 DESC, k2 DESC' : 'k0, k1, k2');
  return {
    range_share: first ? shares(rows, starts) : sharedOut(rows, starts, size),
    range_end: sql`SELECT upto.k0, upto.k1, upto.k2,
      ${looked ? sql`iif(shared.share >= shared.whole, ${spent}, ${sum()} * ${spent} / shared.whole)` : spent} AS looked
      FROM (SELECT ${KEYS}
        FROM ${starts} CROSS JOIN json_each(${last(share)}) nth ORDER BY ${order}
        LIMIT 1) upto${looked ? sql` CROSS JOIN range_share shared` : sql``}`,
  };
}

/** SELECT how many rows `from` (FROM and WHERE) gives, at most `limit`. */
export const sizeUpTo = (limit: SQL, from: SQL): SQL =>
  sql`(SELECT count(*) FROM (SELECT 1 FROM ${from} LIMIT ${limit}))`;
