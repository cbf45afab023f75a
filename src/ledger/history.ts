import { sql, type SQL } from 'drizzle-orm';
import type { Scope, Scoped, Seen, TenantScope } from '../access/scope.ts';
import type { Alias, Grants } from '../access/visibility.ts';
import { Walk } from '../access/walk.ts';
import type { Attributes } from '../core/attributes.ts';
import { matchKey } from '../core/attributes.ts';
import { notFound } from '../core/errors.ts';
import type { AttributeFilter } from '../core/filters.ts';
import type { Micros } from '../core/time.ts';
import type { RawStatement } from '../store/database.ts';
import { holdsInJson } from '../store/json.ts';
import { apply, type AssetRecord, type AssetState } from './asset.ts';
import type { EventRecord } from './event.ts';
import {
  assetColumns,
  eventColumns,
  seenAsset,
  seenEvent,
  type AssetRow,
  type EventRow,
  type Redacted,
} from './rows.ts';

export type Order = 'DEFAULT' | 'SIMPLEHASH';

/** One page of a list: at most `limit` rows after a position, and the count of all, no further than `countTo`. */
export type Window = { limit: number; after: (string | number)[] | undefined; countTo: number | undefined };

/** Conditions on a list: attribute filters (all of them; each a list of alternatives) and SQL over the row's alias. */
export type Conditions = { filters: AttributeFilter[][]; where: SQL[]; order: Order };

/** The asset as it is, with the attributes that the audience may read. Throws 404 when they may not see it. */
export async function readAsset(scope: Scope, id: string): Promise<AssetRecord> {
  const [rows] = await scope.read(
    scope.query<AssetRow & Redacted>(
      'whole',
      (seen) =>
        sql`SELECT ${assetColumns('a')}, ${seen.redaction} FROM assets a${seen.standing('a')} WHERE a.id = ${id} AND ${seen.sees('a')}`,
    ),
  );
  if (!rows[0]) throw notFound(`assets/${id}`);
  return seenAsset(rows[0]);
}

type PastRow = AssetRow & Redacted & { versions: string; builtins: string; committedUs: Micros | null };

/**
 * The asset as it was at a moment: the events accepted up to it have acted. Costs one seek for each
 * attribute, whatever the history holds. Throws 404 before its creation.
 */
export async function readAssetAt(scope: Scope, id: string, at: Micros): Promise<AssetRecord> {
  const [rows] = await scope.read(
    scope.query<PastRow>(
      'whole',
      (seen) => sql`SELECT ${assetColumns('a')}, ${seen.redaction},
      (SELECT json_group_array(json_array(k.key, (SELECT v.value FROM asset_attributes v
          WHERE v.asset = a.id AND v.path = k.key AND v.from_us <= ${at} ORDER BY v.from_us DESC LIMIT 1)))
        FROM json_each(a.attributes) k) AS versions,
      (SELECT json_group_array(json_array(b.operation, b.event_attributes)) FROM (SELECT operation, event_attributes FROM events
          WHERE asset = a.id AND behaviour = 'Builtin' AND accepted_us <= ${at} ORDER BY seq) b) AS builtins,
      (SELECT committed_us FROM events WHERE asset = a.id AND seq = 1) AS committedUs
      FROM assets a${seen.standing('a')} WHERE a.id = ${id} AND a.created_us <= ${at} AND ${seen.sees('a')}`,
    ),
  );
  const row = rows[0];
  if (!row) throw notFound(`assets/${id} at that time`);
  const asset = seenAsset(row);
  const versions = (JSON.parse(row.versions) as [string, string | null][]).filter(
    ([name, value]) => value !== null && Object.hasOwn(asset.attributes, name),
  );
  const attributes = Object.fromEntries(
    versions.map(([name, value]) => [name, JSON.parse(value!) as Attributes[string]]),
  );
  const builtins = JSON.parse(row.builtins) as [string, string][];
  const initial: AssetState = {
    behaviours: JSON.parse(row.initialBehaviours) as string[],
    attributes: {},
    tracked: true,
  };
  const state = builtins.reduce<AssetState>(
    (s, [operation, eventAttributes]) =>
      apply(s, {
        operation,
        behaviour: 'Builtin',
        eventAttributes: JSON.parse(eventAttributes) as Attributes,
        assetAttributes: {},
      }),
    initial,
  );
  const committed = row.committedUs !== null && row.committedUs <= at;
  return {
    ...asset,
    attributes,
    behaviours: state.behaviours,
    tracked: state.tracked,
    confirmation: committed ? asset.confirmation : 'PENDING',
  };
}

/** A page of assets: newest first, or by identity. */
export async function listAssets(
  scope: Scope,
  conditions: Conditions,
  window: Window,
): Promise<{ assets: AssetRecord[]; total: number }> {
  const { filters, where, order: by } = conditions;
  const { rows, total } =
    filters.length > 0
      ? await joined(scope, [
          ownAssets(scope, conditions, window),
          fewAssets(scope, conditions, window),
          manyAssets(scope, conditions, window),
        ])
      : await sparingly(window, (sparing) =>
          joined(scope, [ownAssets(scope, conditions, window), grantedAssets(scope, where, by, window, sparing)]),
        );
  const order = (x: AssetRecord, y: AssetRecord): number =>
    by === 'SIMPLEHASH' ? ascending(x.id, y.id) : y.createdUs - x.createdUs || ascending(y.id, x.id);
  return { assets: rows.map(seenAsset).toSorted(order).slice(0, window.limit), total };
}

/** A page of the assets that one policy of the tenancy matches, as the tenancy sees them, and their count. */
export async function listMatching(
  scope: TenantScope,
  policy: string,
  window: Window,
): Promise<{ assets: AssetRecord[]; total: number }> {
  const { rows, total } = await joined(scope, [
    grantedAssets(scope, [], 'DEFAULT', window, false, (grants) => Walk.ofPolicy(grants, policy)),
  ]);
  return { assets: rows.map(seenAsset), total };
}

type Counted = { n: number };
type AssetRows = AssetRow & Redacted & Partial<Completeness>;
/** See `Walk.page`. */
type Completeness = { complete: number; ended: number };
type EventRows = EventRow & Redacted;
/** A page of a list's part, and the part's count. Parts of one list have nothing in common. */
type ListPart<Row> = readonly [Scoped<RawStatement<Row>>, Scoped<RawStatement<Counted>>];

/** All parts, read at once: their rows in no order, and the sum of their counts. */
async function joined<Row>(scope: Scope, parts: ListPart<Row>[]): Promise<{ rows: Row[]; total: number }> {
  const results: unknown[][] = await scope.read(...parts.flat());
  return {
    rows: results.filter((_, i) => i % 2 === 0).flat() as Row[],
    total: (results.filter((_, i) => i % 2 === 1).flat() as Counted[]).reduce((sum, { n }) => sum + n, 0),
  };
}

/** Reads a page sparingly, and when that does not prove complete in full. */
async function sparingly<R extends { rows: Partial<Completeness>[] }>(
  { limit }: Window,
  read: (sparing: boolean) => Promise<R>,
): Promise<R> {
  const page = await read(true);
  const proven =
    page.rows.every(({ complete }) => complete !== 0) &&
    (page.rows.length >= limit || page.rows.every(({ ended }) => ended !== 0));
  return proven ? page : read(false);
}

/** SELECT count(*), no further than `countTo`. */
const counted = (from: SQL, countTo: number | undefined): SQL =>
  sql`SELECT count(*) AS n FROM (SELECT 1 FROM ${from} LIMIT ${countTo ?? -1})`;

/** The list of what is the audience's own: all of a tenancy for its administrators, what is public for everybody. */
function ownAssets(scope: Scope, conditions: Conditions, window: Window): ListPart<AssetRows> {
  const { order, start, body } = assetSearch(conditions, window, scope.tenant);
  return [
    scope.query(
      'own',
      (seen) =>
        sql`SELECT ${assetColumns('a')}, ${seen.redaction} FROM ${body(seen, start)} ORDER BY ${order} LIMIT ${window.limit}`,
    ),
    scope.query('own', (seen) => counted(body(seen, []), window.countTo)),
  ];
}

/**
 * The search for a list's assets among all of a tenancy (SQL, or a value), `start` being where the page
 * starts. Of filters the first equality drives it: its index gives the list's own order, so that it costs
 * what it returns.
 */
function assetSearch({ filters, where, order }: Conditions, { after }: Window, tenant: string | SQL | undefined) {
  const byIdentity = order === 'SIMPLEHASH';
  const driver = byIdentity ? undefined : filters.find((or) => or.length === 1 && or[0]!.op === 'equal')?.[0];
  const source = driver
    ? sql`asset_attributes f CROSS JOIN assets a ON a.id = f.asset AND a.created_us = f.created_us`
    : sql`assets a`;
  const driven = driver
    ? [sql`f.current = 1 AND f.tenant = ${tenant ?? ''} AND f.path = ${driver.path} AND f.key = ${keyOf(driver)}`]
    : [];
  const [created, id] = driver ? [sql`f.created_us`, sql`f.asset`] : [sql`a.created_us`, sql`a.id`];
  return {
    driver,
    order: byIdentity ? id : sql`${created} DESC, ${id} DESC`,
    start: !after
      ? []
      : [byIdentity ? sql`${id} > ${after[0]}` : sql`(${created}, ${id}) < (${after[0]}, ${after[1]})`],
    body: (seen: Seen, extra: SQL[]): SQL =>
      sql`${source}${seen.standing('a')} WHERE ${all([...driven, ...extra, ...where, ...filters.map((or) => anyOf(or, 'a', seen)), seen.sees('a')])}`,
  };
}

/** The list of what policies give, without filters. */
function grantedAssets(
  scope: Scope,
  where: SQL[],
  order: Order,
  { limit, after, countTo }: Window,
  sparing: boolean,
  walk: (grants: Grants) => Walk = (grants) => Walk.of(grants),
): ListPart<AssetRows> {
  const byIdentity = order === 'SIMPLEHASH';
  return [
    scope.query(
      'granted',
      (seen) => sql`SELECT ${assetColumns('a')}, ${seen.redaction}, c.complete, c.ended
        FROM (${seen.walk(walk).page({ byIdentity, after, limit }, where, sparing)}) c CROSS JOIN assets a ON a.id = c.id${seen.standing('a')}
        WHERE ${seen.sees('a')} ORDER BY ${byIdentity ? sql`a.id` : sql`a.created_us DESC, a.id DESC`}`,
    ),
    scope.query('granted', (seen) => counted(sql`(${seen.walk(walk).all(where)})`, countTo)),
  ];
}

const parted = (grants: Grants): Walk => Walk.of(grants).parted();

/** The list of what policies give, with filters, of tenancies that give few assets: each of these is looked at. */
function fewAssets(
  scope: Scope,
  { filters, where, order }: Conditions,
  { limit, after, countTo }: Window,
): ListPart<AssetRows> {
  const byIdentity = order === 'SIMPLEHASH';
  const start = !after
    ? []
    : [byIdentity ? sql`a.id > ${after[0]}` : sql`(a.created_us, a.id) < (${after[0]}, ${after[1]})`];
  const body = (seen: Seen, extra: SQL[]): SQL =>
    sql`(${seen.walk(parted).all([])}) c CROSS JOIN assets a ON a.id = c.id${seen.standing('a')}
      WHERE ${all([...extra, ...where, ...filters.map((or) => anyOf(or, 'a', seen)), seen.sees('a')])}`;
  return [
    scope.query(
      'granted',
      (seen) => sql`SELECT ${assetColumns('a')}, ${seen.redaction} FROM ${body(seen, start)}
        ORDER BY ${byIdentity ? sql`a.id` : sql`a.created_us DESC, a.id DESC`} LIMIT ${limit}`,
    ),
    scope.query('granted', (seen) => counted(body(seen, []), countTo)),
  ];
}

/** The same of tenancies that give many: their assets are searched, and each that is found is looked at. */
function manyAssets(scope: Scope, conditions: Conditions, window: Window): ListPart<AssetRows> {
  const { order, start, body, driver } = assetSearch(conditions, window, sql`t.tenant`);
  const ofTenant = driver ? [] : [sql`a.tenant = t.tenant`];
  const byIdentity = conditions.order === 'SIMPLEHASH';
  return [
    scope.query('granted', (seen) => {
      seen.walk(parted);
      const first = sql`(SELECT json_group_array(i) FROM (SELECT a.id AS i FROM ${body(seen, [...ofTenant, ...start])} ORDER BY ${order} LIMIT ${window.limit}))`;
      return sql`SELECT ${assetColumns('a')}, ${seen.redaction} FROM many t CROSS JOIN json_each(${first}) j CROSS JOIN assets a ON a.id = j.value${seen.standing('a')}
        WHERE ${seen.sees('a')} ORDER BY ${byIdentity ? sql`a.id` : sql`a.created_us DESC, a.id DESC`} LIMIT ${window.limit}`;
    }),
    scope.query('granted', (seen) => {
      seen.walk(parted);
      return counted(sql`many t CROSS JOIN ${body(seen, ofTenant)}`, window.countTo);
    }),
  ];
}

/** One event. Throws 404 when the audience may not see it. */
export async function readEvent(scope: Scope, asset: string, id: string): Promise<EventRecord> {
  const [rows] = await scope.read(
    scope.query<EventRows>(
      'whole',
      (seen) =>
        sql`SELECT ${eventColumns('e')}, ${seen.redaction} FROM events e${seen.standing('e')} WHERE e.asset = ${asset} AND e.id = ${id} AND ${seen.sees('e')}`,
    ),
  );
  if (!rows[0]) throw notFound(`assets/${asset}/events/${id}`);
  return seenEvent(rows[0]);
}

/** A page of events of one asset or of all: newest first, or by identity. Throws 404 for an asset that the audience may not see. */
export async function listEvents(
  scope: Scope,
  asset: string | undefined,
  conditions: Conditions & { windowed: boolean },
  window: Window,
): Promise<{ events: EventRecord[]; total: number }> {
  if (asset !== undefined) return eventsOfOne(scope, asset, conditions, window);
  const { rows, total } = await joined(scope, [
    ownEvents(scope, conditions, window),
    eventsOfFew(scope, conditions, window),
    eventsOfMany(scope, conditions, window),
  ]);
  const order = (x: EventRecord, y: EventRecord): number =>
    conditions.order === 'SIMPLEHASH'
      ? ascending(x.asset, y.asset) || ascending(x.id, y.id)
      : y.acceptedUs - x.acceptedUs || ascending(y.asset, x.asset) || y.seq - x.seq;
  return { events: rows.map(seenEvent).toSorted(order).slice(0, window.limit), total };
}

/** The events of one asset. What the audience may see of it is looked up once. */
async function eventsOfOne(
  scope: Scope,
  asset: string,
  { filters, where, order }: Conditions,
  { limit, after, countTo }: Window,
): Promise<{ events: EventRecord[]; total: number }> {
  const byIdentity = order === 'SIMPLEHASH';
  const body = (seen: Seen, extra: SQL[]): SQL =>
    sql`assets a${seen.standing('a')} CROSS JOIN events e ON e.asset = a.id
      WHERE a.id = ${asset} AND ${all([seen.sees('e'), ...where, ...filters.map((or) => anyOf(or, 'e', seen)), ...extra])}`;
  const start = !after ? [] : [byIdentity ? sql`e.id > ${after[1]}` : sql`e.seq < ${after[2]}`];
  const [rows, [count], [found]] = await scope.read(
    scope.query<EventRows>(
      'whole',
      (seen) => sql`SELECT ${eventColumns('e')}, ${seen.redaction} FROM ${body(seen, start)}
        ORDER BY ${byIdentity ? sql`e.id` : sql`e.seq DESC`} LIMIT ${limit}`,
    ),
    scope.query<Counted>('whole', (seen) => counted(body(seen, []), countTo)),
    scope.query<{ id: string }>(
      'whole',
      (seen) => sql`SELECT a.id FROM assets a${seen.standing('a')} WHERE a.id = ${asset} AND ${seen.sees('a')}`,
    ),
  );
  if (!found) throw notFound(`assets/${asset}`);
  return { events: rows.map(seenEvent), total: count!.n };
}

type EventConditions = Conditions & { windowed: boolean };

/** The events of all assets that are the audience's own. */
function ownEvents(scope: Scope, conditions: EventConditions, { limit, after, countTo }: Window): ListPart<EventRows> {
  const byIdentity = conditions.order === 'SIMPLEHASH';
  const driver = byIdentity
    ? undefined
    : conditions.filters.find((or) => or.length === 1 && drives(or[0]!, scope))?.[0];
  const body = (seen: Seen, extra: SQL[]): SQL => {
    const rest = conditions.filters.filter((or) => or[0] !== driver).map((or) => anyOf(or, 'e', seen));
    const mine = scope.tenant === undefined ? sql`f.public = 1` : sql`f.tenant = ${scope.tenant}`;
    const source = driver
      ? sql`${sql.identifier(driver.scope)} f CROSS JOIN events e ON e.asset = f.asset AND e.seq = f.seq
          WHERE ${mine} AND ${driver.scope === 'asset_attributes' ? sql`f.named = 1 AND ` : sql``}f.path = ${driver.path} AND f.key = ${keyOf(driver)} AND `
      : sql`events e WHERE `;
    return sql`${source}${all([seen.sees('e'), ...conditions.where, ...rest, ...extra])}`;
  };
  const start =
    driver && after
      ? [sql`(f.${timeOf(driver)}, f.asset, f.seq) < (${after[0]}, ${after[1]}, ${after[2]})`]
      : eventStart(byIdentity, after);
  const order = driver
    ? sql`f.${timeOf(driver)} DESC, f.asset DESC, f.seq DESC`
    : eventOrder(byIdentity, conditions.windowed);
  return [
    scope.query(
      'own',
      (seen) =>
        sql`SELECT ${eventColumns('e')}, ${seen.redaction} FROM ${body(seen, start)} ORDER BY ${order} LIMIT ${limit}`,
    ),
    scope.query('own', (seen) => counted(body(seen, []), countTo)),
  ];
}

/** The events that policies give, of tenancies that give few assets: found from these, the first of each. */
function eventsOfFew(
  scope: Scope,
  { filters, where, order }: EventConditions,
  { limit, after, countTo }: Window,
): ListPart<EventRows> {
  const byIdentity = order === 'SIMPLEHASH';
  const assets = (seen: Seen): SQL =>
    sql`(${seen.walk(parted).all([])}) c CROSS JOIN assets a ON a.id = c.id${seen.standing('a')}`;
  const events = (seen: Seen, extra: SQL[]): SQL =>
    sql`events e WHERE e.asset = a.id AND ${all([...extra, ...where, seen.sees('e'), ...filters.map((or) => anyOf(or, 'e', seen))])}`;
  return [
    scope.query('granted', (seen) => {
      const first = sql`(SELECT json_group_array(json_array(t, s, i)) FROM (SELECT e.accepted_us AS t, e.seq AS s, e.id AS i
        FROM ${events(seen, eventStart(byIdentity, after))} ORDER BY ${byIdentity ? sql`e.id` : sql`e.seq DESC`} LIMIT ${limit}))`;
      const found = sql`SELECT a.id AS asset, j.value ->> 0 AS accepted_us, j.value ->> 1 AS seq, j.value ->> 2 AS id
        FROM ${assets(seen)} CROSS JOIN json_each(${first}) j
        ORDER BY ${byIdentity ? sql`asset, id` : sql`accepted_us DESC, asset DESC, seq DESC`} LIMIT ${limit}`;
      return sql`SELECT ${eventColumns('e')}, ${seen.redaction} FROM (${found}) d CROSS JOIN events e ON e.asset = d.asset AND e.seq = d.seq${seen.standing('e')}
        WHERE ${seen.sees('e')} ORDER BY ${eventOrder(byIdentity, true)}`;
    }),
    scope.query('granted', (seen) => counted(sql`${assets(seen)} CROSS JOIN ${events(seen, [])}`, countTo)),
  ];
}

/** The same of tenancies that give many: their events are searched, and each that is found is looked at. */
function eventsOfMany(
  scope: Scope,
  { filters, where, order, windowed }: EventConditions,
  { limit, after, countTo }: Window,
): ListPart<EventRows> {
  const byIdentity = order === 'SIMPLEHASH';
  const body = (seen: Seen, extra: SQL[]): SQL =>
    sql`events e${seen.standing('e')} WHERE e.tenant = t.tenant AND ${all([...extra, ...where, ...filters.map((or) => anyOf(or, 'e', seen)), seen.sees('e')])}`;
  return [
    scope.query('granted', (seen) => {
      seen.walk(parted);
      const first = sql`(SELECT json_group_array(json_array(asset, seq)) FROM (SELECT e.asset, e.seq
        FROM ${body(seen, eventStart(byIdentity, after))} ORDER BY ${eventOrder(byIdentity, windowed)} LIMIT ${limit}))`;
      return sql`SELECT ${eventColumns('e')}, ${seen.redaction} FROM many t CROSS JOIN json_each(${first}) j
        CROSS JOIN events e ON e.asset = j.value ->> 0 AND e.seq = j.value ->> 1${seen.standing('e')}
        WHERE ${seen.sees('e')} ORDER BY ${eventOrder(byIdentity, true)} LIMIT ${limit}`;
    }),
    scope.query('granted', (seen) => {
      seen.walk(parted);
      return counted(sql`many t CROSS JOIN ${body(seen, [])}`, countTo);
    }),
  ];
}

/** The order of event lists. Where few rows are sorted, the sign keeps the planner from walking all by an index instead. */
const eventOrder = (byIdentity: boolean, few: boolean): SQL => {
  if (byIdentity) return few ? sql`+e.asset, +e.id` : sql`e.asset, e.id`;
  return sql`e.accepted_us DESC, e.asset DESC, e.seq DESC`;
};
const eventStart = (byIdentity: boolean, after: (string | number)[] | undefined): SQL[] => {
  if (!after) return [];
  return byIdentity
    ? [sql`(e.asset, e.id) > (${after[0]}, ${after[1]})`]
    : [sql`(e.accepted_us, e.asset, e.seq) < (${after[0]}, ${after[1]}, ${after[2]})`];
};

/** Whether an index gives this filter's events in the order of the list, so that the search can start from it. */
const drives = (filter: AttributeFilter, scope: Scope): boolean =>
  filter.op === 'equal' &&
  (filter.scope === 'event_attributes' || (filter.scope === 'asset_attributes' && scope.tenant !== undefined));
const timeOf = (driver: AttributeFilter): SQL =>
  sql.raw(driver.scope === 'asset_attributes' ? 'from_us' : 'accepted_us');

const ascending = (x: string, y: string): number => (x < y ? -1 : x > y ? 1 : 0);

const all = (conditions: SQL[]): SQL => sql.join(conditions, sql` AND `);
/** Any of the alternatives holds. What no right could read is left out before any row is looked at. */
const anyOf = (alternatives: AttributeFilter[], alias: Alias, seen: Seen): SQL =>
  sql`(${sql.join(
    alternatives.map((filter) => filterSql(filter, alias, seen)),
    sql` OR `,
  )})`;
const keyOf = (filter: AttributeFilter): string => ('value' in filter ? matchKey(filter.value) : '');

/** One attribute filter over the row `a` (an asset) or `e` (an event). What may not be read is as if it were not there. */
function filterSql(filter: AttributeFilter, alias: Alias, seen: Seen): SQL {
  if (filter.scope === 'event_attributes' && !('value' in filter)) return holdsInJson(sql`e.event_attributes`, filter);
  const key = 'value' in filter ? sql`f.key = ${matchKey(filter.value)}` : sql`f.present = 1`;
  const found = (): SQL => {
    if (filter.scope === 'event_attributes')
      return sql`EXISTS (SELECT 1 FROM event_attributes f WHERE f.asset = e.asset AND f.path = ${filter.path} AND ${key} AND f.seq = e.seq)`;
    const own = sql.raw(alias === 'a' ? 'a.id' : 'e.asset');
    const row =
      filter.scope === 'asset_attributes'
        ? sql`f.asset = e.asset AND f.path = ${filter.path} AND f.from_us = e.accepted_us AND f.named = 1`
        : sql`f.asset = ${own} AND f.current = 1 AND f.name = ${filter.name} AND f.path = ${filter.path}`;
    return sql`(${seen.mightRead(alias, filter.name)} AND EXISTS (SELECT 1 FROM asset_attributes f WHERE ${row} AND ${key}) AND ${seen.reads(sql`${filter.name}`)})`;
  };
  const negated = filter.op === 'unequal' || filter.op === 'absent';
  return negated ? sql`NOT ${found()}` : found();
}
