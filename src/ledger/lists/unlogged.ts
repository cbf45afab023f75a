import { sql, type SQL } from 'drizzle-orm';
import { isPending, loggedUpTo } from '../records/confirmation.ts';
import type { RareStatus } from './conditions.ts';

/*
 * Lists of what is shown as PENDING have two parts: records whose rows say so, and MERKLE_LOG records that their log
 * does not have yet (confirmation.ts), the `unlogged` ones. An index has the MERKLE_LOG events of a tenancy in the
 * order of commits, so that these are one range of it, behind the cursor of the log. Usually they are few, and a list
 * sorts them. If a log is far behind, the list is scanned in its own order instead, whose newest records are the
 * unlogged ones; they are always counted in the order of commits.
 */

/** If more events than this are not in the log, a list does not sort them. */
export const SORTED_UNLOGGED = 12_000;
/** The same where rights are looked up for each record. */
export const SORTED_GRANTED = 1000;

/**
 * FROM and WHERE of the MERKLE_LOG events of a tenancy (its number) that the log of `scope` does not have; of no
 * tenancy: of the public ones. The index gives them in the order of commits. `joined` follows the events in FROM.
 */
export function unloggedEvents(
  tenant: SQL | undefined,
  scope: SQL,
  alias: 'event' | 'first' = 'event',
  joined: SQL = sql``,
): SQL {
  const event = sql.raw(alias);
  const [index, mine] = tenant
    ? [sql`events_merkle_log`, sql`${event}.tenant = ${tenant}`]
    : [sql`events_public_merkle_log`, sql`${event}.public = 1`];
  return sql`events ${event} INDEXED BY ${index}${joined} WHERE ${mine} AND ${event}.proof_mechanism = 'MERKLE_LOG'
    AND ${event}.number > ${loggedUpTo(scope)}`;
}

/** The same for assets, by their first events as `first`. */
export const unloggedAssets = (tenant: SQL, scope: SQL, join: SQL = sql``): SQL =>
  sql`${unloggedEvents(tenant, scope, 'first', sql` CROSS JOIN assets asset ON asset.number = first.asset${join}`)}
    AND first.seq = 1`;

type Conditions = { order: string; where: SQL[]; status?: RareStatus | undefined; unlogged?: SQL | undefined };

/**
 * The conditions of the parts of a list by status. `scope`: of the log that the audience is shown of a record, `kind`.
 * Only the default order has an index for both parts.
 */
export function partsByStatus<C extends Conditions>(conditions: C, kind: 'asset' | 'event', scope: SQL): C[] {
  const { order, where, status } = conditions;
  if (status !== 'PENDING') return [conditions];
  return order === 'DEFAULT'
    ? [conditions, { ...conditions, status: undefined, unlogged: scope }]
    : [{ ...conditions, status: undefined, where: [...where, isPending(kind, scope)] }];
}
