import { sql, type SQL } from 'drizzle-orm';
import type { Seen } from '../../access/queries.ts';
import type { Alias } from '../../access/policy-match.ts';
import { PUBLIC_SCOPE } from '../../lib/identifiers.ts';
import { PAGE_BYTES } from '../../lib/paging.ts';
import { columns } from '../../platform/database/columns.ts';
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
import { keyColumns, orderBy, ROWS_SCANNED, type KeyRow, type Keys, type Span } from './keys.ts';

/*
 * The statements of lists, whole. Each part of a list (list.ts) is read by three of them. They differ by their
 * `source`, the FROM and WHERE that give the part's records: the index that has them in the order of the list, the
 * caller's rights, the range and the filters.
 *
 *   page    WITH granted AS MATERIALIZED (…), …                   the caller's permissions (View.tables)
 *           SELECT asset.id, …, readable, page.size, page.k0, …   the keys are the cursor of the record
 *           FROM (SELECT asset.number AS row, <keys>, <bytes> AS size
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

/**
 * Rows that a scan crosses without evaluating its other conditions: `rate` of them cost as much as one that it
 * evaluates.
 */
export type Crossing = { where: SQL; rate: number };

/** A record as a statement gives it. `size`: bytes of the record in its JSON form. */
export type AssetListRow = AssetRow & Redacted & { size: number };
export type EventListRow = EventRow & Redacted & { size: number };
/** The same with the keys of the list. */
export type ListedAsset = AssetListRow & KeyRow;
export type ListedEvent = EventListRow & KeyRow;

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
    return of === 'asset' ? assetColumns(of, scope) : eventColumns(of, scope);
  });
const COLUMNS = new BuiltFragments();

/** SELECT the first records of `source`, redacted for the audience, that fit into `bytes`, and the next one. */
export const pageStatement = (
  of: Alias,
  seen: Seen,
  source: SQL,
  order: SQL | undefined,
  limit: number,
  bytes = PAGE_BYTES,
): SQL => recordsOf(of, seen, fittingPage(of, seen, source, order, limit, sql``, bytes), { keyed: false });

/** As `pageStatement`, with the keys of each record. With `sign` '+', see `orderBy`; undefined: in order already. */
export const keyedPage = (
  of: Alias,
  seen: Seen,
  source: SQL,
  keys: Keys,
  sign: '' | '+' | undefined,
  limit: number,
): SQL =>
  recordsOf(
    of,
    seen,
    fittingPage(
      of,
      seen,
      source,
      sign === undefined ? undefined : orderBy(keys, sign),
      limit,
      sql`, ${keyColumns(keys)}`,
    ),
  );

/**
 * SELECT the records whose `row` and `size` the statement `page` gives, redacted for the audience. `keyed`: with their
 * keys. `joined`: the rows of `page` have the column that the join of the view would add, under this alias.
 */
export function recordsOf(
  of: Alias,
  seen: Seen,
  page: SQL,
  { keyed = true, joined }: { keyed?: boolean; joined?: 'user_layer' | undefined } = {},
): SQL {
  const alias = sql.raw(joined ?? 'page');
  const from = sql`(${page}) ${alias}
    CROSS JOIN ${TABLES[of]} ON ${sql.raw(of)}.number = ${alias}.row${joined ? sql`` : seen.join(of)}${PARENTS[of]}
    WHERE ${seen.sees(of)}`;
  const keys = sql`, ${alias}.k0, ${alias}.k1, ${alias}.k2`;
  return sql`SELECT ${columnsOf(of, seen)}, ${seen.redaction(of)}, ${alias}.size${keyed ? keys : sql``} FROM ${from}`;
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

const STOP = columns('k0', 'k1', 'k2', 'looked');
const STOP_ARRAY = sql.raw(STOP.array({ k0: 'stops.k0', k1: 'stops.k1', k2: 'stops.k2', looked: 'stops.looked' }));
const STOP_LIST = sql.raw(STOP.list('stop.value'));

/**
 * The same for a scan that ends at `end`, unless at most `most` rows meet `size`, its FROM and WHERE: then the range is
 * `sorted`, and extends to the end of the list, or ends at `few.end`.
 */
export function stopUnlessFew(
  end: SQL,
  few: { size: SQL; most: number; end?: SQL } | undefined,
  { seen, scan }: { seen: Seen; scan: number },
): SQL {
  if (!few) return stopRow(end);
  const most = seen.affordable(Math.floor((few.most * scan) / ROWS_SCANNED));
  const isFew = sql`(SELECT count(*) <= ${most} FROM (SELECT 1 FROM ${few.size} LIMIT ${most} + 1))`;
  const stopAt = (at: SQL): SQL => sql`json((SELECT ${STOP_ARRAY} FROM (${at}) stops))`;
  const stop = sql`CASE size.value WHEN 1 THEN ${few.end ? stopAt(few.end) : sql`NULL`} ELSE ${stopAt(end)} END`;
  return sql`SELECT ${STOP_LIST}, size.value AS sorted
    FROM json_each(json_array(${isFew})) size CROSS JOIN json_each(json_array(${stop})) stop`;
}

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
