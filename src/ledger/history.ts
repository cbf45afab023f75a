import { sql, type SQL } from 'drizzle-orm';
import type { Scope, Visible } from '../access/scope.ts';
import type { Attributes } from '../core/attributes.ts';
import { matchKey } from '../core/attributes.ts';
import { notFound } from '../core/errors.ts';
import type { AttributeFilter } from '../core/filters.ts';
import type { Micros } from '../core/time.ts';
import { apply, type AssetRecord, type AssetState } from './asset.ts';
import type { EventRecord } from './event.ts';
import { assetColumns, assetOf, eventColumns, eventOf, type AssetRow, type EventRow } from './rows.ts';

export type Order = 'DEFAULT' | 'SIMPLEHASH';

/** One page of a list: at most `limit` rows after a position, and the count of all, no further than `countTo`. */
export type Window = { limit: number; after: (string | number)[] | undefined; countTo: number | undefined };

/** Conditions on a list: attribute filters (all of them; each a list of alternatives) and SQL over the row's alias. */
export type Conditions = { filters: AttributeFilter[][]; where: SQL[]; order: Order };

/** The asset as it is. Throws 404 when the audience may not see it. */
export async function readAsset(scope: Scope, id: string): Promise<AssetRecord> {
  const [rows] = await scope.read(assetQuery(scope, id));
  if (!rows[0]) throw notFound(`assets/${id}`);
  return assetOf(rows[0]);
}

const assetQuery = (scope: Scope, id: string) =>
  scope.query<AssetRow>(
    (visible) => sql`SELECT ${assetColumns('a')} FROM assets a WHERE ${visible('a')} AND a.id = ${id}`,
  );

type PastRow = AssetRow & { versions: string; builtins: string; committedUs: Micros | null };

/**
 * The asset as it was at a moment: the events accepted up to it have acted. Costs one seek for each
 * attribute, whatever the history holds. Throws 404 before its creation.
 */
export async function readAssetAt(scope: Scope, id: string, at: Micros): Promise<AssetRecord> {
  const [rows] = await scope.read(
    scope.query<PastRow>(
      (visible) => sql`SELECT ${assetColumns('a')},
      (SELECT json_group_array(json_array(k.key, (SELECT v.value FROM asset_attributes v
          WHERE v.asset = a.id AND v.path = k.key AND v.from_us <= ${at} ORDER BY v.from_us DESC LIMIT 1)))
        FROM json_each(a.attributes) k) AS versions,
      (SELECT json_group_array(json_array(b.operation, b.event_attributes)) FROM (SELECT operation, event_attributes FROM events
          WHERE asset = a.id AND behaviour = 'Builtin' AND accepted_us <= ${at} ORDER BY seq) b) AS builtins,
      (SELECT committed_us FROM events WHERE asset = a.id AND seq = 1) AS committedUs
      FROM assets a WHERE ${visible('a')} AND a.id = ${id} AND a.created_us <= ${at}`,
    ),
  );
  const row = rows[0];
  if (!row) throw notFound(`assets/${id} at that time`);
  const asset = assetOf(row);
  const versions = (JSON.parse(row.versions) as [string, string | null][]).filter(([, value]) => value !== null);
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
  const byIdentity = conditions.order === 'SIMPLEHASH';
  const start = !window.after
    ? []
    : byIdentity
      ? [sql`a.id > ${window.after[0]}`]
      : [sql`(a.created_us, a.id) < (${window.after[0]}, ${window.after[1]})`];
  // The first equality drives the search: its index gives the list's own order, so that it costs what it returns.
  const driver = byIdentity
    ? undefined
    : conditions.filters.find((or) => or.length === 1 && or[0]!.op === 'equal')?.[0];
  const rest = conditions.filters.filter((or) => or[0] !== driver).map((or) => anyOf(or, 'a'));
  const body = (visible: Visible, extra: SQL[]): SQL => {
    const source = driver
      ? sql`asset_attributes f CROSS JOIN assets a ON a.id = f.asset AND a.created_us = f.created_us
          WHERE f.current = 1 AND f.tenant = ${scope.tenant ?? ''} AND f.path = ${driver.path} AND f.key = ${keyOf(driver)} AND `
      : sql`assets a WHERE `;
    return sql`${source}${all([visible('a'), ...conditions.where, ...rest, ...extra])}`;
  };
  const order = byIdentity
    ? sql`a.id`
    : driver
      ? sql`f.created_us DESC, f.asset DESC`
      : sql`a.created_us DESC, a.id DESC`;
  const pageStart =
    driver && window.after ? [sql`(f.created_us, f.asset) < (${window.after[0]}, ${window.after[1]})`] : start;
  const [rows, [count]] = await scope.read(
    scope.query<AssetRow>(
      (visible) =>
        sql`SELECT ${assetColumns('a')} FROM ${body(visible, pageStart)} ORDER BY ${order} LIMIT ${window.limit}`,
    ),
    countQuery(scope, (visible) => body(visible, []), window.countTo),
  );
  return { assets: rows.map(assetOf), total: count!.n };
}

/** One event. Throws 404 when the audience may not see it. */
export async function readEvent(scope: Scope, asset: string, id: string): Promise<EventRecord> {
  const [rows] = await scope.read(
    scope.query<EventRow>(
      (visible) =>
        sql`SELECT ${eventColumns('e')} FROM events e WHERE ${visible('e')} AND e.asset = ${asset} AND e.id = ${id}`,
    ),
  );
  if (!rows[0]) throw notFound(`assets/${asset}/events/${id}`);
  return eventOf(rows[0]);
}

/** A page of events of one asset or of all: newest first, or by identity. Throws 404 for an asset that the audience may not see. */
export async function listEvents(
  scope: Scope,
  asset: string | undefined,
  conditions: Conditions & { windowed: boolean },
  window: Window,
): Promise<{ events: EventRecord[]; total: number }> {
  const byIdentity = conditions.order === 'SIMPLEHASH';
  const driver =
    asset === undefined && !byIdentity
      ? conditions.filters.find((or) => or.length === 1 && drives(or[0]!, scope))?.[0]
      : undefined;
  const rest = conditions.filters.filter((or) => or[0] !== driver).map((or) => anyOf(or, 'e'));
  const body = (visible: Visible, extra: SQL[]): SQL => {
    const mine = scope.tenant === undefined ? sql`f.public = 1` : sql`f.tenant = ${scope.tenant}`;
    const source = driver
      ? sql`${sql.identifier(driver.scope)} f CROSS JOIN events e ON e.asset = f.asset AND e.seq = f.seq
          WHERE ${mine} AND ${driver.scope === 'asset_attributes' ? sql`f.named = 1 AND ` : sql``}f.path = ${driver.path} AND f.key = ${keyOf(driver)} AND `
      : sql`events e WHERE `;
    const one = asset === undefined ? [] : [sql`e.asset = ${asset}`];
    return sql`${source}${all([visible('e'), ...one, ...conditions.where, ...rest, ...extra])}`;
  };
  const start = (): SQL[] => {
    if (!window.after) return [];
    const [first, second, third] = window.after;
    if (byIdentity) return [sql`(e.asset, e.id) > (${first}, ${second})`];
    if (asset !== undefined) return [sql`e.seq < ${third}`];
    const place = driver ? sql`f.${timeOf(driver)}, f.asset, f.seq` : sql`e.accepted_us, e.asset, e.seq`;
    return [sql`(${place}) < (${first}, ${second}, ${third})`];
  };
  const order = (): SQL => {
    // Within a time window the few rows of the window are sorted; the sign keeps the planner from walking all by identity.
    if (byIdentity) return conditions.windowed ? sql`+e.asset, +e.id` : sql`e.asset, e.id`;
    if (asset !== undefined) return sql`e.seq DESC`;
    return driver
      ? sql`f.${timeOf(driver)} DESC, f.asset DESC, f.seq DESC`
      : sql`e.accepted_us DESC, e.asset DESC, e.seq DESC`;
  };
  const [rows, [count]] = await scope.read(
    scope.query<EventRow>(
      (visible) =>
        sql`SELECT ${eventColumns('e')} FROM ${body(visible, start())} ORDER BY ${order()} LIMIT ${window.limit}`,
    ),
    countQuery(scope, (visible) => body(visible, []), window.countTo, asset),
  );
  if (!count!.found) throw notFound(`assets/${asset}`);
  return { events: rows.map(eventOf), total: count!.n };
}

/** Whether an index gives this filter's events in the order of the list, so that the search can start from it. */
const drives = (filter: AttributeFilter, scope: Scope): boolean =>
  filter.op === 'equal' &&
  (filter.scope === 'event_attributes' || (filter.scope === 'asset_attributes' && scope.tenant !== undefined));
const timeOf = (driver: AttributeFilter): SQL =>
  sql.raw(driver.scope === 'asset_attributes' ? 'from_us' : 'accepted_us');

/** The count of a list, no further than `countTo`; `found` says whether the asset that it is of can be seen. */
const countQuery = (scope: Scope, body: (visible: Visible) => SQL, countTo: number | undefined, asset?: string) =>
  scope.query<{ n: number; found: number }>((visible) => {
    const found =
      asset === undefined ? sql`1` : sql`EXISTS (SELECT 1 FROM assets a WHERE ${visible('a')} AND a.id = ${asset})`;
    return sql`SELECT count(*) AS n, ${found} AS found FROM (SELECT 1 FROM ${body(visible)} LIMIT ${countTo ?? -1})`;
  });

const all = (conditions: SQL[]): SQL => sql.join(conditions, sql` AND `);
const anyOf = (alternatives: AttributeFilter[], alias: 'a' | 'e'): SQL =>
  sql`(${sql.join(
    alternatives.map((filter) => filterSql(filter, alias)),
    sql` OR `,
  )})`;
const keyOf = (filter: AttributeFilter): string => ('value' in filter ? matchKey(filter.value) : '');

/** One attribute filter over the row `a` (an asset) or `e` (an event). */
function filterSql(filter: AttributeFilter, alias: 'a' | 'e'): SQL {
  const negated = filter.op === 'unequal' || filter.op === 'absent';
  const key = 'value' in filter ? sql`f.key = ${matchKey(filter.value)}` : sql`f.present = 1`;
  const exists = (): SQL => {
    switch (filter.scope) {
      case 'attributes':
      case 'asset.attributes': {
        const asset = sql.raw(alias === 'a' ? 'a.id' : 'e.asset');
        return sql`EXISTS (SELECT 1 FROM asset_attributes f WHERE f.asset = ${asset} AND f.current = 1 AND f.name = ${filter.name} AND f.path = ${filter.path} AND ${key})`;
      }
      case 'asset_attributes':
        return sql`EXISTS (SELECT 1 FROM asset_attributes f WHERE f.asset = e.asset AND f.path = ${filter.path} AND f.from_us = e.accepted_us AND f.named = 1 AND ${key})`;
      case 'event_attributes':
        if ('value' in filter)
          return sql`EXISTS (SELECT 1 FROM event_attributes f WHERE f.asset = e.asset AND f.path = ${filter.path} AND ${key} AND f.seq = e.seq)`;
        return presentInJson(filter);
    }
  };
  return negated ? sql`NOT ${exists()}` : exists();
}

/** Presence of an event's own attribute, read from the event itself: not empty text, map or list. */
function presentInJson({ name, path }: AttributeFilter): SQL {
  const filledJson = sql`CASE j.type WHEN 'text' THEN j.value <> '' ELSE j.value NOT IN ('{}', '[]') END`;
  const own = sql`FROM json_each(e.event_attributes) j WHERE j.key = ${name}`;
  if (path === name) return sql`EXISTS (SELECT 1 ${own} AND ${filledJson})`;
  const sub = path.slice(path.lastIndexOf('.') + 1);
  const filled = sql`k.key = ${sub} AND k.value <> ''`;
  if (path.startsWith(`${name}[]`)) {
    const items = sql`json_each(CASE j.type WHEN 'array' THEN j.value ELSE '[]' END) i, json_each(i.value) k`;
    return sql`EXISTS (SELECT 1 FROM json_each(e.event_attributes) j, ${items} WHERE j.key = ${name} AND ${filled})`;
  }
  const entries = sql`json_each(CASE j.type WHEN 'object' THEN j.value ELSE '{}' END) k`;
  return sql`EXISTS (SELECT 1 FROM json_each(e.event_attributes) j, ${entries} WHERE j.key = ${name} AND ${filled})`;
}
