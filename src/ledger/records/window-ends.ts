import { sql, type SQL } from 'drizzle-orm';

/** The end of the last window of anchors of a scope: no event is accepted before it. */
export const lastEnd = (scope: SQL): SQL => sql`coalesce((SELECT max(end_us) FROM anchors WHERE scope = ${scope}), 0)`;

/** `value` of the window `w` of anchors of a scope that contains a time; NULL if none does. */
export const windowOf = (scope: SQL, at: SQL, value: SQL): SQL =>
  sql`(SELECT CASE WHEN w.start_us <= ${at} THEN ${value} END FROM anchors w INDEXED BY anchors_by_end
    WHERE w.scope = ${scope} AND w.end_us > ${at} ORDER BY w.end_us LIMIT 1)`;

/** Condition: the event `x` was accepted in the window `w`. */
export const inWindow: SQL = sql.raw('x.accepted_us >= w.start_us AND x.accepted_us < w.end_us');
