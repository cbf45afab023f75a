import { sql, type SQL } from 'drizzle-orm';
import type { Seen } from '../access/queries.ts';
import type { Scope } from '../access/scope.ts';
import { notFound } from '../core/errors.ts';
import type { AttributeFilter } from '../core/filters.ts';
import type { EventRecord } from './event.ts';
import {
  all,
  anyOf,
  ascending,
  counted,
  joined,
  keyOf,
  parted,
  type Conditions,
  type Counted,
  type ListPart,
  type Window,
} from './lists.ts';
import { eventColumns, seenEvent, type EventRow, type Redacted } from './rows.ts';

type EventRows = EventRow & Redacted;

/** A page of events of one asset or of all: newest first, or by identity. Throws 404 for an asset that the audience may not see. */
export async function listEvents(
  scope: Scope,
  asset: string | undefined,
  conditions: Conditions & { windowed: boolean },
  window: Window,
): Promise<{ events: EventRecord[]; total: number }> {
  if (asset !== undefined) return eventsOfOne(scope, asset, conditions, window);
  const { rows, total } = await joined(scope, window, [
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
      (seen) => sql`SELECT ${eventColumns('e')}, ${seen.redaction('e')} FROM ${body(seen, start)}
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
        sql`SELECT ${eventColumns('e')}, ${seen.redaction('e')} FROM ${body(seen, start)} ORDER BY ${order} LIMIT ${limit}`,
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
      return sql`SELECT ${eventColumns('e')}, ${seen.redaction('e')} FROM (${found}) d CROSS JOIN events e ON e.asset = d.asset AND e.seq = d.seq${seen.standing('e')}
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
      return sql`SELECT ${eventColumns('e')}, ${seen.redaction('e')} FROM many t CROSS JOIN json_each(${first}) j
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
