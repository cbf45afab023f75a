import { sql, type SQL } from 'drizzle-orm';
import { PUBLIC_SCOPE } from '../lib/identifiers.ts';
import { administers, readsWholeLog, type Caller } from './principal.ts';
import { withTables } from './view.ts';
import { Grants, type Reach } from './visibility.ts';
import { Walk } from './walk.ts';

/**
 * By which right an audience reads a log. `whole`: all of it, with tiles and entries, as administrator or auditor of
 * its tenancy; everyone has this right on the public log. `event`: only the head, because it may read an event of the
 * log, of its own tenancy or of another one. The head is size, root, signatures, keys and proofs. `feed`: only
 * positions, for every caller of the tenancy, and on the public log for everyone: a feed counts entries also while its
 * reader may see no event.
 */
export type LogRight = 'whole' | 'event' | 'feed';

/**
 * Writes a query over a log. `granted` is a table for FROM that has one row if the audience has the right, and
 * otherwise none.
 */
export type LogWrite = (granted: SQL) => SQL;

/**
 * How many rows the search for assets that a caller may read looks at, and in how many of these it looks for an event.
 */
const SEARCHED = { rows: 1000, assets: 200 };
/** The length of the longest display type that can be looked up (`matchKey`). */
const LONGEST_KEY = 64;

const grantedIf = (condition: SQL): SQL => sql`(SELECT 1 WHERE ${condition}) granted`;

/**
 * A query of anonymous callers. `owner`: SQL that gives the scope of the log. Undefined: they never have this right.
 */
export const publicLogQuery = (owner: SQL, right: LogRight, write: LogWrite): SQL | undefined =>
  right === 'event' ? undefined : write(grantedIf(sql`${owner} = ${PUBLIC_SCOPE}`));

/** A query of a caller of a tenancy, as `publicLogQuery`. */
export function tenantLogQuery(
  owner: SQL,
  right: LogRight,
  caller: Caller,
  reach: Reach,
  write: LogWrite,
): SQL | undefined {
  if (right === 'feed') return write(grantedIf(sql`${owner} = ${PUBLIC_SCOPE} OR ${owner} = ${caller.tenant}`));
  if (right === 'whole') {
    const isOwn = sql`${owner} = ${caller.tenant} AND (${administers(caller)} OR ${readsWholeLog(caller)})`;
    return write(grantedIf(sql`${owner} = ${PUBLIC_SCOPE} OR ${isOwn}`));
  }
  // Administrators have the right `whole` on the log of their tenancy.
  if (reach.oversees && !reach.shared) return undefined;
  const grants = new Grants(caller, reach);
  const walk = Walk.inTenancy(grants, owner).within({ scan: SEARCHED.rows });
  const readable = sql`(SELECT 1 FROM (${walk.page(grants.affordable(SEARCHED.assets), { where: [] })}) found
    CROSS JOIN ${eventsOf(grants, sql`found.number`)} AND ${grants.sees('event')} LIMIT 1) granted`;
  return sql`${withTables({ ...grants.tables, ...walk.tables })}${write(readable)}`;
}

/**
 * FROM and WHERE of an event of an asset for each display type that a permission names, and the newest event for all
 * others: whether the caller may see an event depends on its type.
 */
function eventsOf(grants: Grants, number: SQL): SQL {
  const types = sql`(SELECT DISTINCT reading.name FROM granted CROSS JOIN readable_names reading
    ON reading.policy = granted.policy AND reading.kind = 'event_type' AND reading.items & granted.items)`;
  const newest = sql`SELECT max(type.seq) FROM event_types type
    WHERE type.asset = asset.number AND type.path = 'arc_display_type' AND type.key = named.name`;
  return sql`assets asset ON asset.number = ${number}${grants.join('asset')} CROSS JOIN ${types} named
    CROSS JOIN events event
    WHERE event.asset = asset.number
      AND event.seq = CASE WHEN named.name = '*' OR length(named.name) > ${LONGEST_KEY} THEN asset.seq ELSE (${newest})
      END`;
}
