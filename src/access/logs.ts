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
    CROSS JOIN assets asset ON asset.number = found.number${grants.join('asset')}
    WHERE ${grants.seesAnEvent} LIMIT 1) granted`;
  return sql`${withTables({ ...grants.tables, ...walk.tables })}${write(readable)}`;
}
