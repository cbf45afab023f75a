import { sql, type SQL } from 'drizzle-orm';
import type { Seen } from '../../access/queries.ts';
import type { Scope } from '../../access/scope.ts';
import { isCurrent, type Alias } from '../../access/policy-match.ts';
import { matchKey } from '../../formats/records/attributes.ts';
import type { AttributeFilter } from '../../formats/records/filters.ts';
import { PUBLIC_SCOPE } from '../../lib/identifiers.ts';
import { foundInJson, holdsInJson } from '../../platform/database/json.ts';
import { tenantId, tenantNumber } from '../../platform/database/numbers.ts';
import { isPending, loggedUpTo } from '../records/confirmation.ts';
import { TENANT_SCOPE } from '../records/rows.ts';

export type Order = 'DEFAULT' | 'SIMPLEHASH';

/**
 * Conditions on a list: attribute filters (ANDed; each is a list of ORed alternatives), and SQL over `asset` or
 * `event`.
 */
export type Conditions = {
  filters: AttributeFilter[][];
  where: SQL[];
  order: Order;
  /** The status of the row, for which there is an index. */
  status?: RareStatus | undefined;
  /**
   * Only records that are shown as PENDING because the log of this scope does not have them (`isUnlogged`); no
   * `status`.
   */
  unlogged?: SQL | undefined;
  /** With `unlogged`: in the order of commits, to count them. */
  byCommit?: boolean;
  /** No record meets the conditions, whatever the database holds. */
  none?: boolean | undefined;
};

/** A confirmation status that few records have. */
export type RareStatus = 'PENDING' | 'FAILED';

/**
 * The conditions of the parts of a list by status. `scope`: of the log that the audience is shown of a record, `kind`.
 * Only the default order has an index for both parts.
 */
export function partsByStatus<C extends Omit<Conditions, 'order'> & { order: string }>(
  conditions: C,
  kind: Alias,
  scope: SQL,
): C[] {
  const { order, where, status } = conditions;
  if (status !== 'PENDING') return [conditions];
  return order === 'DEFAULT'
    ? [conditions, { ...conditions, status: undefined, unlogged: scope }]
    : [{ ...conditions, status: undefined, where: [...where, isPending(kind, scope)] }];
}

/**
 * Whose records a source has. `tenant`: the number of a tenancy; undefined: all public records. `log`: the scope of
 * their log. `whole`: the source is for readers of all of it, from whom no attribute is hidden.
 */
export type Owner = { tenant: SQL | undefined; log: SQL; whole: boolean };

/** The records that an audience reads without policies: of a tenancy, or the public ones. */
export const ownerOf = ({ tenant }: Pick<Scope, 'tenant'>): Owner =>
  tenant === undefined
    ? { tenant, log: sql`${PUBLIC_SCOPE}`, whole: true }
    : { tenant: tenantNumber(tenant), log: sql`${tenant}`, whole: true };

/** The records of the tenancies of the table `many` (`Walk.parted`). */
export const SHARER: Owner = {
  tenant: sql.raw('many.tenant'),
  log: tenantId(sql.raw('many.tenant')),
  whole: false,
};

/** The scope of the anchors and of the log that an audience is shown, for `assetColumns` and `eventColumns`. */
export const scopeSeen = ({ anonymous }: Pick<Seen, 'anonymous'>): SQL =>
  anonymous ? sql`${PUBLIC_SCOPE}` : TENANT_SCOPE;

/** The same for conditions on `asset` or `event`, without other tables. */
export const logScope = ({ tenant }: Pick<Scope, 'tenant'>, of: Alias): SQL =>
  tenant === undefined ? sql`${PUBLIC_SCOPE}` : tenantId(sql.raw(`${of}.tenant`));

export const all = (conditions: SQL[]): SQL => sql.join(conditions, sql` AND `);
/** Condition: one of the alternatives holds. */
export const anyOf = (alternatives: AttributeFilter[], alias: Alias, seen: Seen): SQL =>
  sql`(${sql.join(
    alternatives.map((filter) => filterSql(filter, alias, seen)),
    sql` OR `,
  )})`;
/** How many attribute filters are evaluated per row. */
export const termsOf = (filters: AttributeFilter[][]): number => filters.reduce((n, or) => n + or.length, 0);

/** The number of each kind of leaves in `event_leaves`. */
export const SETS = { event_attributes: 0, asset_attributes: 1, files: 2 } as const;

/** The filter for a file: an index has the few events that attach one. */
export const fileOf = ({ filters }: Pick<Conditions, 'filters'>): AttributeFilter | undefined =>
  filters.find((or) => or.length === 1 && or[0]!.scope === 'files')?.[0];

export const keyOf = (filter: AttributeFilter): string => ('value' in filter ? matchKey(filter.value) : '');

/**
 * Condition: `event` has a leaf with this path and key: of its own attributes, of the asset attributes that it names,
 * or of the files that either of them names.
 */
const hasLeaf = (of: keyof typeof SETS, { path, value }: { path: string; value: string }): SQL =>
  sql`EXISTS (SELECT 1 FROM event_leaves leaf WHERE leaf.tenant = event.tenant
    AND leaf.sets = ${sql.raw(String(SETS[of]))}
    AND leaf.path = ${path} AND leaf.key = ${matchKey(value)} AND leaf.accepted_us = event.accepted_us
    AND leaf.event = event.number)`;

/** Condition: an attribute, a row of json_each as `held`, names the file with this SHA-256 (core/attachments.ts). */
const namesFile = (sha256: string): SQL =>
  sql`CASE held.type WHEN 'object' THEN held.value ->> 'arc_attribute_type' = 'arc_attachment'
    AND lower(held.value ->> 'arc_blob_hash_value') = ${sha256}
    WHEN 'array' THEN held.key IN ('arc_attachments', 'arc_append_attachments')
      AND EXISTS (SELECT 1 FROM json_each(held.value) item WHERE lower(item.value ->> 'arc_hash_value') = ${sha256})
      ELSE 0 END`;

/**
 * Condition: `event` attaches a file by an attribute that the audience may read. Its own attributes are never hidden.
 */
function attachesFile(filter: { path: string; value: string }, seen: Seen): SQL {
  if (!seen.partial) return hasLeaf('files', filter);
  const named = (attributes: string, where: SQL = sql`1`): SQL =>
    sql`EXISTS (SELECT 1 FROM json_each(${sql.raw(`event.${attributes}`)}) held WHERE ${namesFile(filter.value)}
      AND ${where})`;
  return sql`(${hasLeaf('files', filter)}
    AND (${named('event_attributes')} OR ${named('asset_attributes', seen.reads(sql`held.key`))}))`;
}

/** One attribute filter over `asset` or `event`. An attribute that the audience may not read counts as absent. */
function filterSql(filter: AttributeFilter, alias: Alias, seen: Seen): SQL {
  const { scope, name, path } = filter;
  if (scope === 'files') return attachesFile(filter as { path: string; value: string }, seen);
  if (scope === 'event_attributes' && !('value' in filter)) return holdsInJson(sql`event.event_attributes`, filter);
  const found = (): SQL => {
    if (scope === 'event_attributes') return hasLeaf('event_attributes', filter as { path: string; value: string });
    const readable = (has: SQL): SQL =>
      sql`(${seen.mightRead(alias, name)} AND ${has} AND ${seen.reads(sql`${name}`)})`;
    if (scope === 'asset_attributes')
      return readable(
        'value' in filter ? hasLeaf('asset_attributes', filter) : foundInJson(sql`event.asset_attributes`, filter),
      );
    const key = 'value' in filter ? sql`attribute.key = ${matchKey(filter.value)}` : sql`attribute.present = 1`;
    const own = sql.raw(alias === 'asset' ? 'asset.number' : 'event.asset');
    return readable(sql`EXISTS (SELECT 1 FROM asset_attributes attribute
      WHERE ${isCurrent(own, sql`${name}`)} AND attribute.path = ${path.slice(name.length)} AND ${key})`);
  };
  const negated = filter.op === 'unequal' || filter.op === 'absent';
  return negated ? sql`NOT ${found()}` : found();
}

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
