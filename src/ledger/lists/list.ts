import { sql, type SQL } from 'drizzle-orm';
import type { Alias, KeyedAlias } from '../../access/policy-match.ts';
import type { Portion, Scope } from '../../access/scope.ts';
import type { Scoped, Seen, Write } from '../../access/queries.ts';
import type { Grants } from '../../access/visibility.ts';
import { Walk } from '../../access/walk.ts';
import { columns } from '../../platform/database/columns.ts';
import type { RawStatement } from '../../platform/database/database.ts';
import { all } from './conditions.ts';
import {
  inRange,
  keyColumns,
  orderBy,
  ROWS_SCANNED,
  type Ends,
  type KeyRow,
  type Keys,
  type Span,
  type StopRow,
} from './keys.ts';
import { costOf, countStatement, firstStop, keyedPage, spentAt, stopUnlessFew, type Crossing } from './statements.ts';

/*
 * A list is data: which source gives its records (FROM and WHERE with an index), by which keys they are ordered, which
 * filters the index does not meet, and for which audience they are read. `partOf` writes the statements; page.ts sends
 * them. A list can have several parts, which are disjoint: a caller's own records and those that others share, or the
 * records of two indexes.
 */

/** A condition on a record, as its audience may read it. */
export type Filter = (seen: Seen) => SQL;

/** Records in the order of `keys`. */
export type ListSource = {
  of: Alias;
  keys: Keys;
  /**
   * FROM and WHERE: an index has the records in the order of the keys. `join` follows the records in FROM; `ends`: the
   * range of the list that is given beside.
   */
  from: (join: SQL, ends: Ends) => SQL;
  /** Follows the records in FROM, after their rights. */
  join?: ((seen: Seen) => SQL) | undefined;
  /** The conditions of the list that the index does not meet. */
  filters: Filter[];
  /** FROM and WHERE of the rows of the index alone, one for each record. */
  index?: { alias: KeyedAlias; rows: SQL } | undefined;
  /** The same records from another source, which are sorted if at most `most` rows meet `size` (FROM and WHERE). */
  few?: (Partial<Pick<ListSource, 'keys' | 'from' | 'join' | 'filters'>> & { size: SQL; most: number }) | undefined;
  /** The same records from an index that has one of their values, if few records have it: see `grantedPart`. */
  byValue?: ListSource | undefined;
  crossing?: Crossing | undefined;
  /** What it costs to look at a record of others, in rows; undefined: a row. */
  cost?: ((seen: Pick<Seen, 'shownCost'>) => SQL) | undefined;
  /** Whether a range has records of this source; undefined: it always may. */
  reaches?: ((span: Span) => boolean) | undefined;
};

/**
 * Who reads a source. `own`: of a tenancy its administrators, of public records anonymous callers. `one`: whoever may
 * see the asset that the source names. Of what policies grant, `few`: the assets of the table `few` (`Walk.parted`);
 * `many`: the tenancies of the table `many`, whose policies lead to more; `each`: all tenancies, for conditions that
 * few records meet.
 */
export type ListAudience = 'own' | 'one' | 'few' | 'many' | 'each';

/** A count, up to the limit that it was asked for; of a range of a `bounded` part, with where it ends. */
export type Counted = { n: number } & Partial<StopRow>;

/**
 * The statements of one part of a list. `Row`: a row of the statement that reads records. A part with `stop` is scanned
 * range by range; without, an index gives its records directly.
 */
export type Part<Row> = {
  /** Finds where a range ends. Gives no row where the part does not exist for the caller. */
  stop?: (span: Span) => Scoped<RawStatement<StopRow>>;
  /**
   * What the other statements give when they are sent together with `stop`, before the end of the range is known.
   * `unscanned`: everything, where `stop` gives no row because an index meets all conditions that apply to the
   * caller; else nothing. `bounded`: the range, whose end they find themselves.
   */
  early?: 'unscanned' | 'bounded';
  rows: (span: Span, limit: number) => Scoped<RawStatement<Row>>;
  /** `limit` -1: counts all. */
  count: (span: Span, limit: number) => Scoped<RawStatement<Counted>>;
};

/** The assets that policies grant, for lists with conditions: see `Walk.parted`. */
export const parted = (grants: Grants): Walk => Walk.of(grants).parted();

/** The statements that read a source for an audience. */
export function partOf<Row extends KeyRow>(scope: Scope, audience: ListAudience, source: ListSource): Part<Row> {
  if (audience === 'own' || audience === 'one')
    return directPart(scope, audience === 'own' ? audience : 'whole', source);
  const walk = (grants: Grants): Walk => {
    const walked = Walk.of(grants);
    return audience === 'each' ? walked.tenancies() : walked.parted(source.cost?.(grants));
  };
  if (audience === 'few') return fewPart(scope, walk, source);
  return grantedPart(scope, { walk, table: 'many', of: source.of, scan: scanOfEach(source), byValue: source.byValue });
}

/** What of a source a range is read from. */
const scanOf = (source: ListSource, { sorted }: Span): ListSource =>
  sorted && source.few ? { ...source, ...source.few } : source;

/** FROM and WHERE of the records of a range that the audience may see and that meet the filters. */
export const matching = (source: ListSource, seen: Seen, span: Span, join: SQL): SQL =>
  all([
    source.from(sql`${join}${source.join?.(seen)}`, span),
    ...inRange(source.keys, span),
    ...source.filters.map((one) => one(seen)),
    seen.sees(source.of),
  ]);

/** One scan, of records whose rights need no look-up for each. */
function directPart<Row>(scope: Scope, portion: Portion, source: ListSource): Part<Row> {
  const { of, keys, from, filters, few, crossing, index, reaches } = source;
  const query = <T>(write: Write): Scoped<RawStatement<T>> => scope.query<T>(portion, write);
  const isScanned = (seen: Seen): boolean => seen.partial || filters.length > 0;
  const found = (seen: Seen, span: Span): SQL => matching(scanOf(source, span), seen, span, seen.join('asset'));
  /** The rows of the index alone, where they suffice: the records may be on as many pages of the database. */
  const counted = (seen: Seen, span: Span): SQL =>
    index && filters.length === 0 ? sql`${index.rows} AND ${seen.seesRecordOf(index.alias)}` : found(seen, span);
  const stop = (seen: Seen, span: Span): SQL | undefined => {
    if (!isScanned(seen)) return undefined;
    // The rows to look at do not depend on rights.
    seen.sees(of);
    const rows = all([from(sql``, span), ...inRange(keys, span)]);
    return stopUnlessFew(spentAt(of, keys, rows, { ...span, seen }, crossing), few, { ...span, seen });
  };
  const isEmpty = (seen: Seen, span: Span): boolean =>
    (span.early === true && isScanned(seen)) || reaches?.(span) === false;
  return {
    ...(portion === 'own' && filters.length === 0 ? {} : { stop: (span) => query((seen) => stop(seen, span)) }),
    ...(portion === 'whole' ? { early: 'unscanned' } : {}),
    rows: (span, limit) =>
      query((seen) =>
        isEmpty(seen, span)
          ? undefined
          : keyedPage(of, seen, found(seen, span), scanOf(source, span).keys, span.sorted ? '+' : '', limit),
      ),
    count: (span, limit) =>
      query((seen) => (isEmpty(seen, span) ? undefined : countStatement(counted(seen, span), limit))),
  };
}

/** The few records that policies lead to: all are checked against the filters, and sorted. */
function fewPart<Row>(scope: Scope, walk: (grants: Grants) => Walk, source: ListSource): Part<Row> {
  const { of, keys } = source;
  const found = (seen: Seen, span: Span): SQL => {
    seen.walk(walk);
    return matching(source, seen, span, seen.join(of));
  };
  return {
    rows: (span, limit) => scope.query('granted', (seen) => keyedPage(of, seen, found(seen, span), keys, '+', limit)),
    count: (span, limit) => scope.query('granted', (seen) => countStatement(found(seen, span), limit)),
  };
}

/** How statements find the records of a range: where it ends, and FROM and WHERE of its records and for their count. */
export type Scan = {
  end: (seen: Seen, span: Span) => SQL;
  /** `sign`: see `orderBy`; undefined: FROM gives the records in the order of the keys. */
  records: (seen: Seen, span: Span, limit: number) => { from: SQL; keys: Keys; sign: '+' | '' | undefined } | undefined;
  counted: (seen: Seen, span: Span) => SQL;
};

const PLACE = columns('number', 'k0', 'k1', 'k2');
const PLACE_ARRAY = sql.raw(PLACE.array({ number: 'number', k0: 'k0', k1: 'k1', k2: 'k2' }));
const PLACED = PLACE.sqlOf('found.value');

/** The tenancies of which a scan reads each: FROM, with the column `tenant`. */
const MANY = sql.raw('many');
/** Those that are not in the table `many`, under its name, which sources use. */
const OTHERS = sql.raw('(SELECT DISTINCT tenant FROM starts WHERE tenant NOT IN (SELECT tenant FROM many)) many');

/** A scan of each of several tenancies, whose matches are checked for rights. */
function scanOfEach(source: ListSource, tenancies = MANY): Scan {
  const { of, keys, from, few, crossing, cost, reaches } = source;
  const placed: Keys = { columns: [PLACED.k0, PLACED.k1, PLACED.k2], descending: keys.descending };
  const found = (seen: Seen, span: Span): SQL => matching(scanOf(source, span), seen, span, seen.join(of));
  return {
    end: (seen, span) => {
      const each = all([from(sql``, span), ...inRange(keys, span)]);
      const crossed = crossing && { row: costOf(of, crossing), rate: crossing.rate };
      const paid = cost ? { row: cost(seen), rate: 1 } : crossed;
      const stop = firstStop(keys, { starts: tenancies, each, seen }, span, paid);
      return few
        ? stopUnlessFew(stop, { ...few, size: sql`${tenancies} CROSS JOIN ${few.size}` }, { ...span, seen })
        : stop;
    },
    records: (seen, span, limit) => {
      if (reaches?.(span) === false) return undefined;
      const scan = scanOf(source, span);
      const first = sql`(SELECT json_group_array(${PLACE_ARRAY})
        FROM (SELECT ${sql.raw(of)}.number AS number, ${keyColumns(scan.keys)} FROM ${found(seen, span)}
        ORDER BY ${orderBy(scan.keys, span.sorted ? '+' : '')} LIMIT ${limit}))`;
      const records = sql`${tenancies} CROSS JOIN json_each(${first}) found
        CROSS JOIN ${sql.raw(`${of}s ${of}`)} ON ${sql.raw(of)}.number = ${PLACED.number}`;
      return { from: records, keys: placed, sign: '+' };
    },
    counted: (seen, span) => sql`${tenancies} CROSS JOIN ${found(seen, span)}`,
  };
}

/**
 * A list by a value starts from the index that has it if the tenancies have at most so many records with the value, as
 * many as one request counts. Where a scan of more records stops would tell the caller how many have the value, also of
 * those that the caller may not read. Another scan then reads them, which stops wherever it does for every value.
 */
const READ_BY_VALUE = 3 * ROWS_SCANNED;

/**
 * The records that policies grant: of `few` assets or of `many` tenancies (the tables of `walk`), found by `scan` or
 * `byValue`.
 */
export function grantedPart<Row>(
  scope: Scope,
  {
    walk,
    table,
    of,
    scan,
    byValue,
  }: {
    walk: (grants: Grants) => Walk;
    table: 'few' | 'many';
    of: Alias;
    scan: Scan;
    byValue: ListSource | undefined;
  },
): Part<Row> {
  const tenancies = table === 'many' ? MANY : OTHERS;
  const valued = byValue && scanOfEach(byValue, tenancies);
  const query = <T>(write: Write): Scoped<RawStatement<T>> =>
    scope.query<T>('granted', (seen) => {
      seen.walk(walk);
      return write(seen);
    });
  /** `StopRow.sorted` tells which of the scans finds a range. */
  const scanIn = (span: Span): [Scan, Span] =>
    valued && span.sorted ? [valued, { ...span, sorted: false }] : [scan, span];
  return {
    stop: (span) =>
      query((seen) => {
        const few = valued && {
          size: sql`${tenancies} CROSS JOIN ${byValue.index!.rows}`,
          most: READ_BY_VALUE,
          end: valued.end(seen, span),
        };
        const stop = stopUnlessFew(scan.end(seen, span), few, { ...span, seen });
        return sql`${stop} WHERE EXISTS (SELECT 1 FROM ${sql.raw(table)})`;
      }),
    rows: (span, limit) =>
      query((seen) => {
        const [found, within] = scanIn(span);
        const records = found.records(seen, within, limit);
        return records && keyedPage(of, seen, records.from, records.keys, records.sign, limit);
      }),
    count: (span, limit) =>
      query((seen) => {
        const [found, within] = scanIn(span);
        return countStatement(found.counted(seen, within), limit);
      }),
  };
}
