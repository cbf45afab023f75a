import { sql, type SQL } from 'drizzle-orm';

/** The end of the last window of anchors of a scope: no event is accepted before it. */
export const lastEnd = (scope: SQL): SQL => sql`coalesce((SELECT max(end_us) FROM anchors WHERE scope = ${scope}), 0)`;
