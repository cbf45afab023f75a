import { sql, type SQL } from 'drizzle-orm';
import { HAS_ENTRY, isMapEntry } from './proven-map.ts';

/**
 * SELECT id, scope, us: the logs with an event that no map covers, and when their map was due (`seconds` after the
 * first such event). Reads three rows of every log whose map covers all events.
 */
export const dueMaps = (seconds: number): SQL => sql`SELECT id, scope, us FROM (SELECT l.id, l.scope,
    ${seconds * 1_000_000} + (SELECT leaf.appended_us FROM log_leaves leaf WHERE leaf.log = l.number
      AND leaf.event IS NOT NULL AND leaf."index" > coalesce(iif(${HAS_ENTRY}, m.size, m.covered), 0)
      ORDER BY leaf."index" LIMIT 1) AS us
    FROM logs l LEFT JOIN log_maps m ON m.log = l.number
    WHERE ${seconds} > 0 AND l.ended = 0 AND NOT EXISTS (SELECT 1 FROM log_leaves leaf
      WHERE leaf.log = l.number AND leaf."index" = l.size - 1 AND ${isMapEntry('leaf')})) WHERE us IS NOT NULL`;
