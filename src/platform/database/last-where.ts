import { sql, type SQL } from 'drizzle-orm';

/**
 * SELECT the sequence number of an asset's last event for which `isEarlier`, a condition on `probe`, holds; a binary
 * search. The condition must hold for all events before one for which it holds. `asset`: its number; `seq`: the
 * sequence number of its last event.
 */
export function lastWhere(asset: SQL, seq: SQL, isEarlier: SQL): SQL {
  const middle = sql.raw('(lo + hi + 1) / 2');
  const earlier = sql`coalesce((SELECT ${isEarlier} FROM events probe WHERE probe.asset = ${asset}
    AND probe.seq = ${middle}), 0)`;
  return sql`(WITH RECURSIVE half(lo, hi) AS (SELECT 0, ${seq} UNION ALL
    SELECT iif(${earlier}, ${middle}, lo), iif(${earlier}, hi, ${middle} - 1) FROM half WHERE lo < hi)
    SELECT max(lo) FROM half)`;
}
