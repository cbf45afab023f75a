import { sql, type SQL } from 'drizzle-orm';
import type { Seen } from '../../access/queries.ts';
import type { Alias } from '../../access/policy-match.ts';
import { PUBLIC_SCOPE } from '../../lib/identifiers.ts';
import { PAGE_BYTES, type Cursor } from '../../lib/paging.ts';
import type { Micros } from '../../lib/time.ts';
import { BuiltFragments, built } from '../../platform/database/database.ts';
import { rangeEnd, sizeUpTo } from '../../platform/database/scan-ranges.ts';
import {
  assetColumns,
  assetParents,
  eventColumns,
  eventParents,
  TENANT_SCOPE,
  type AssetRow,
  type EventRow,
  type Redacted,
} from '../records/rows.ts';
import type { Crossing, Ends, Keys, Span } from './parts.ts';

/*
 * The statements of lists, whole. Each part of a list (parts.ts) is read by three of them. They differ by their
 * `source`, the FROM and WHERE that give the part's records: the index that has them in the order of the list, the
 * caller's rights, the range and the filters. asset-lists.ts, event-lists.ts and granted-events.ts write the sources.
 *
 *   page    WITH granted AS MATERIALIZED (…), …                   the caller's permissions (View.tables)
 *           SELECT asset.id, …, readable, page.size
 *           FROM (SELECT asset.number AS row, <bytes> AS size
 *                 FROM <source> ORDER BY <keys> LIMIT <limit>) page  cut where the sizes exceed a page
 *           CROSS JOIN assets asset ON asset.number = page.row
 *           <View.join> WHERE <View.sees>
 *
 *   count   WITH … SELECT count(*) AS n FROM (SELECT 1 FROM <source> LIMIT <limit>)
 *           Of a `bounded` part also the columns of `stop` for its range.
 *
 *   stop    WITH … SELECT k0, k1, k2, looked                         the keys of the row at which `scan` rows
 *           FROM <source without filters> ORDER BY <keys>            have been looked at
 */

/** A row of a page. `size`: bytes of the record in its JSON form. */
export type AssetListRow = AssetRow & Redacted & { size: number };
export type EventListRow = EventRow & Redacted & { size: number; declaredUs: Micros | null };

/** Bytes that are read to look at a record. */
const READ: Record<Alias, SQL> = {
  asset: sql.raw('octet_length(asset.attributes) + 1024'),
  event: sql.raw(`octet_length(event.event_attributes) + octet_length(event.asset_attributes)
    + octet_length(coalesce(event.principal_declared, '')) + 1024`),
};
const PRINCIPAL = sql.raw(
  'coalesce((SELECT octet_length(caller.info) FROM principals caller WHERE caller.number = event.principal), 0)',
);
/** Bytes of a record in its JSON form. */
const BYTES: Record<Alias, SQL> = {
  asset: READ.asset,
  event: built(sql`${READ.event} + ${PRINCIPAL} * (1 + (event.principal_declared IS NULL))`),
};
/** Where attributes are redacted, each name is looked up: their bytes count as this many. */
export const REDACTED = 8;
const BYTES_REDACTED: Record<Alias, SQL> = {
  asset: built(sql`${BYTES.asset} + ${sql.raw(`${REDACTED - 1}`)} * octet_length(asset.attributes)`),
  event: built(sql`${BYTES.event} + ${sql.raw(`${REDACTED - 1}`)} * octet_length(event.asset_attributes)`),
};
const TABLES: Record<Alias, SQL> = { asset: sql.raw('assets asset'), event: sql.raw('events event') };
const PARENTS = { asset: assetParents('asset'), event: eventParents('event') };
/** The columns of `AssetListRow` and `EventListRow` without `readable` and `size`. */
const columnsOf = (of: Alias, seen: Pick<Seen, 'anonymous'>): SQL =>
  COLUMNS.get(`${of} ${seen.anonymous}`, () => {
    const scope = seen.anonymous ? sql.raw(`'${PUBLIC_SCOPE}'`) : TENANT_SCOPE;
    if (of === 'asset') return assetColumns(of, scope);
    return sql`${eventColumns(of, scope)}, event.declared_us AS declaredUs`;
  });
const COLUMNS = new BuiltFragments();

/** SELECT a page of records from `source`, redacted for the audience. See `fittingPage`. */
export const pageStatement = (
  of: Alias,
  seen: Seen,
  source: SQL,
  order: SQL | undefined,
  limit: number,
  bytes = PAGE_BYTES,
): SQL => recordsOf(of, seen, fittingPage(of, seen, source, order, limit, sql``, bytes));

/**
 * SELECT the records whose `row` and `size` the statement `page` gives, redacted for the audience. With `joined`, the
 * rows of `page` have the column that the join of the view would add, under this alias. `more`: further columns of
 * `page`.
 */
export function recordsOf(of: Alias, seen: Seen, page: SQL, joined?: 'user_layer', more: SQL = sql``): SQL {
  const alias = sql.raw(joined ?? 'page');
  const from = sql`(${page}) ${alias}
    CROSS JOIN ${TABLES[of]} ON ${sql.raw(of)}.number = ${alias}.row${joined ? sql`` : seen.join(of)}${PARENTS[of]}
    WHERE ${seen.sees(of)}`;
  return sql`SELECT ${columnsOf(of, seen)}, ${seen.redaction(of)}, ${alias}.size${more} FROM ${from}`;
}

/**
 * SELECT row, size and upTo (and `more`) of the first records of `source` that fit into `bytes`, and of the next one.
 * `order`: see `orderBy`; undefined: `source` gives its records in the order of the list. `upTo`: the sizes up to the
 * record together. Without the condition on `size`, SQLite determines each size twice.
 */
export const fittingPage = (
  of: Alias,
  { partial }: Pick<Seen, 'partial'>,
  source: SQL,
  order: SQL | undefined,
  limit: number,
  more: SQL = sql``,
  bytes = PAGE_BYTES,
): SQL =>
  sql`SELECT * FROM (SELECT *, sum(size) OVER (ROWS UNBOUNDED PRECEDING) AS upTo
    FROM (SELECT ${sql.raw(of)}.number AS row${more}, ${(partial ? BYTES_REDACTED : BYTES)[of]} AS size
    FROM ${source}${order ? sql` ORDER BY ${order}` : sql``} LIMIT ${limit}) WHERE size > 0)
    WHERE upTo - size <= ${bytes}`;

/** SELECT count(*) AS n, at most `limit`. */
export const countStatement = (source: SQL, limit: number): SQL =>
  sql`SELECT count(*) AS n FROM (SELECT 1 FROM ${source} LIMIT ${limit})`;

/** As `countStatement`, with the columns of `stopRow` for `end`. */
export const countWithStop = (source: SQL, limit: number, end: SQL): SQL =>
  sql`SELECT counted.n, stops.* FROM (${countStatement(source, limit)}) counted LEFT JOIN (${end}) stops`;

/** SELECT the columns that `found` gives as a row that always exists, with NULL where `found` gives none. */
export const stopRow = (found: SQL): SQL => sql`SELECT stops.* FROM (SELECT 1) LEFT JOIN (${found}) stops`;

/**
 * SELECT the keys of the row of `source` at which `scan` is spent, as for `stopRow`: a row costs one, and more where it
 * has many bytes, because they are read. No row where `source` ends before.
 */
export function spentAt(
  of: Alias,
  keys: Keys,
  source: SQL,
  { seen, scan }: { seen: Seen; scan: number },
  crossing?: Crossing,
): SQL {
  const limit = seen.affordable(scan * (crossing?.rate ?? 1));
  return spentIn(
    sql`SELECT ${keyColumns(keys)}, ${costOf(of, crossing)} AS cost FROM ${source} ORDER BY ${orderBy(keys)}
      LIMIT ${limit}`,
    limit,
    seen.spent(scan),
  );
}

/**
 * SELECT the keys of the first row of `rows` (k0, k1, k2, cost) up to which the costs are `limit`, as for `stopRow`.
 */
export const spentIn = (rows: SQL, limit: SQL, looked = sql`NULL`): SQL =>
  sql`SELECT k0, k1, k2, ${looked} AS looked
    FROM (SELECT k0, k1, k2, sum(cost) OVER (ROWS UNBOUNDED PRECEDING) AS spent FROM (${rows})) WHERE spent >= ${limit}
    LIMIT 1`;

/** What it costs to look at a row, in units of which a row has `rate`. */
export type Cost = { row: SQL; rate: number };

/** What it costs to look at a row; with `crossing`, in units of a row that is crossed. */
export function costOf(of: Alias, crossing?: Crossing): SQL {
  const pages = sql`(${READ[of]}) / 4096`;
  if (!crossing) return sql`1 + ${pages}`;
  const rate = sql.raw(`${crossing.rate}`);
  return sql`iif(${crossing.where}, 1, ${rate}) + ${rate} * (${pages})`;
}

/**
 * SELECT the keys at which the first of several scans has looked at its share of the rows, and `looked` (`StopRow`).
 * `starts`: what FROM loops over; `each`: FROM and WHERE of the scan for one of them.
 */
export function firstStop(
  keys: Keys,
  { starts, each, seen }: { starts: SQL; each: SQL; seen: Seen },
  span: Span,
  cost?: Cost,
): SQL {
  const last = (share: SQL): SQL =>
    sql`SELECT json_array(json_array(${sql.join(keys.columns, sql`, `)})) FROM ${each} ORDER BY ${orderBy(keys)}
      LIMIT 1 OFFSET ${share} - 1`;
  const spent = (share: SQL, { row, rate }: Cost): SQL => {
    const limit = sql`${share} * ${sql.raw(`${rate}`)}`;
    const rows = sql`SELECT ${keyColumns(keys)}, ${row} AS cost FROM ${each} ORDER BY ${orderBy(keys)} LIMIT ${limit}`;
    return sql`SELECT json_array(json_array(k0, k1, k2)) FROM (${spentIn(rows, limit)})`;
  };
  const { range_share, range_end } = rangeEnd(
    { ...span, rows: seen.affordable(span.scan), spent: seen.spent(span.scan) },
    keys.descending,
    {
      starts,
      last: (share) => sql`(${cost ? spent(share, cost) : last(share)})`,
      size: (limit) => sizeUpTo(limit, each),
      looked: cost ? undefined : (share) => sql`(SELECT sum(${sizeInRange(keys, each, share)}) FROM ${starts})`,
    },
  );
  return sql`WITH range_share AS MATERIALIZED (${range_share}) ${range_end}`;
}

/** SELECT how many of the first `share` rows of a scan are in a range that ends at `upto`. */
function sizeInRange(keys: Keys, each: SQL, share: SQL): SQL {
  const names = keys.columns.map((_, i) => `k${i}`);
  const row = (of: string): SQL => sql.raw(`(${names.map((name) => `${of}.${name}`).join(', ')})`);
  return sql`(SELECT count(*) FROM (SELECT ${keyColumns(keys)} FROM ${each} ORDER BY ${orderBy(keys)}
    LIMIT ${share}) looked
    WHERE ${row('looked')} ${sql.raw(keys.descending ? '>=' : '<=')} ${row('upto')})`;
}

/** Conditions for a range of a list. */
export function inRange(keys: Keys, { after, stop }: Ends): SQL[] {
  const { descending, ranges } = keys;
  if (ranges) return [...(after ? ranges.after(after) : []), ...(stop ? ranges.stop(stop) : [])];
  const { columns, elements } = keys.lookup?.elements
    ? { columns: keys.lookup.columns, elements: keys.lookup.elements }
    : { columns: keys.columns, elements: [0, 1, 2] };
  const compared = (operator: string, to: Cursor): SQL =>
    sql`(${sql.join(columns, sql`, `)}) ${sql.raw(operator)} (${sql.join(
      columns.map((_, i) => sql`${to[elements[i]!]!}`),
      sql`, `,
    )})`;
  return [
    ...(after ? [compared(descending ? '<' : '>', after)] : []),
    ...(stop ? [compared(descending ? '>=' : '<=', stop)] : []),
  ];
}

/** ORDER BY a list's keys. With `sign` '+', the planner sorts instead of walking an index in this order. */
export const orderBy = ({ columns, descending, lookup }: Keys, sign: '' | '+' = ''): SQL =>
  sql.join(
    (lookup?.columns ?? columns).map((column) => sql`${sql.raw(sign)}${column}${sql.raw(descending ? ' DESC' : '')}`),
    sql`, `,
  );

/** The keys as the columns k0, k1, k2. */
export const keyColumns = ({ columns }: Keys): SQL =>
  sql.join(
    [0, 1, 2].map((i) => sql`${columns[i] ?? sql`NULL`} AS ${sql.raw(`k${i}`)}`),
    sql`, `,
  );
