import { sql, type SQL } from 'drizzle-orm';
import { loggedUpTo } from '../records/confirmation.ts';
import type { Owner } from './conditions.ts';

/*
 * Lists of what is shown as PENDING have two parts: records whose rows say so, and MERKLE_LOG records that their log
 * does not have yet (confirmation.ts), the `unlogged` ones. An index has the MERKLE_LOG events of a tenancy in the
 * order of commits, so that these are one range of it, behind the cursor of the log. Usually they are few, and a list
 * sorts them. If a log is far behind, the list is scanned in its own order instead, whose newest records are the
 * unlogged ones; they are always counted in the order of commits.
 */

/** If more events than this are not in the log, a list does not sort them; rights on each may have to be looked up. */
export const mostSorted = ({ whole }: Owner): number => (whole ? 12_000 : 1000);

/**
 * FROM and WHERE of the MERKLE_LOG events that the log of their owner does not have. The index gives them in the order
 * of commits. `joined` follows the events in FROM.
 */
export function unloggedEvents({ tenant, log }: Owner, joined: SQL = sql``, alias: 'event' | 'first' = 'event'): SQL {
  const event = sql.raw(alias);
  const [index, mine] = tenant
    ? [sql`events_merkle_log`, sql`${event}.tenant = ${tenant}`]
    : [sql`events_public_merkle_log`, sql`${event}.public = 1`];
  return sql`events ${event} INDEXED BY ${index}${joined} WHERE ${mine} AND ${event}.proof_mechanism = 'MERKLE_LOG'
    AND ${event}.number > ${loggedUpTo(log)}`;
}

/** The same for assets, by their first events as `first`. */
export const unloggedAssets = (owner: Owner, join: SQL = sql``): SQL =>
  sql`${unloggedEvents(owner, sql` CROSS JOIN assets asset ON asset.number = first.asset${join}`, 'first')}
    AND first.seq = 1`;
