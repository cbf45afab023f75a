import { sql, type SQL } from 'drizzle-orm';
import type { Seen } from '../../access/queries.ts';
import type { Scope } from '../../access/scope.ts';
import { notFound } from '../../core/errors.ts';
import type { AttributeFilter } from '../../core/filters.ts';
import type { EventRecord } from '../event.ts';
import {
  acceptedIn,
  BY_IDENTITY,
  BY_IDENTITY_OF_ONE,
  COMMON_BEHAVIOUR,
  fixed,
  lastBefore,
  newestFirst,
  newestOfOne,
  type EventConditions,
  type EventRows,
} from './eventconditions.ts';
import { grantedEvents } from './grantedevents.ts';
import { readPage, type ListPage, type Window } from './page.ts';
import { all, anyOf, keyOf, termsOf } from './conditions.ts';
import { seenEvent } from '../rows.ts';
import { ROWS_SCANNED, type Ends, type Keys, type Part, type Span } from './parts.ts';
import { countStatement, inRange, orderBy, pageStatement, spentAt, stopRow } from './statements.ts';

/** A list by identity of a time window with at most this many events sorts the whole window. */
const SORTED = 12_000;

/** Reads a page of events, of one asset or of all: newest first, or by identity. Throws 404 for an asset that the audience may not see. */
export async function listEvents(
  scope: Scope,
  asset: string | undefined,
  conditions: EventConditions,
  window: Window,
): Promise<ListPage<EventRecord>> {
  const byIdentity = conditions.order === 'SIMPLEHASH';
  const partsOf = (of: EventConditions): Part<EventRows>[] => {
    if (of.none) return [];
    return asset === undefined ? [ownEvents(scope, of), ...grantedEvents(scope, of)] : [eventsOfOne(scope, asset, of)];
  };
  const page = await readPage<EventRows>(
    scope,
    {
      parts: partsOf(conditions),
      ...(byIdentity ? { counters: partsOf({ ...conditions, order: 'DEFAULT' }) } : {}),
      ...(asset === undefined
        ? {}
        : { named: { row: assetRow(scope, asset), missing: () => notFound(`assets/${asset}`) } }),
      countAll: conditions.status !== undefined,
      cost: 1 + conditions.where.length + termsOf(conditions.filters),
      descending: !byIdentity,
      cursor: (row) => (byIdentity ? [row.asset, row.id] : [row.acceptedUs, row.asset, row.seq]),
    },
    window,
  );
  return { ...page, rows: page.rows.map(seenEvent) };
}

const assetRow = (scope: Scope, asset: string) =>
  scope.query<{ id: string }>(
    'whole',
    (seen) =>
      sql`SELECT asset.id FROM assets asset${seen.join('asset')} WHERE asset.id = ${asset} AND ${seen.sees('asset')}`,
  );

/** How to search events: FROM and WHERE with the index that gives them in the order of the list, and the conditions that it does not meet. */
type Search = { keys: Keys; from: (of: Ends) => SQL; residual: ((seen: Seen) => SQL)[] };

const conditionsOf = (conditions: EventConditions, driver?: AttributeFilter) => [
  ...fixed(conditions).map((one) => () => one),
  ...conditions.filters.filter((or) => or[0] !== driver).map((or) => (seen: Seen) => anyOf(or, 'event', seen)),
];

/** The events of one asset. The audience's rights on the asset are read once, not per event. */
function eventsOfOne(scope: Scope, asset: string, conditions: EventConditions): Part<EventRows> {
  const { keys, from, residual } = searchOfOne(scope, asset, conditions);
  const found = (seen: Seen, span: Span): SQL => {
    const conditions = [
      sql`asset.id = ${asset}`,
      seen.sees('event'),
      ...inRange(keys, span),
      ...residual.map((one) => one(seen)),
    ];
    return sql`assets asset${seen.join('asset')} CROSS JOIN ${from(span)} AND ${all(conditions)}`;
  };
  const searched = (seen: Seen): boolean => seen.partial || residual.length > 0;
  const stopAt = (seen: Seen, span: Span): SQL => {
    seen.sees('event');
    const own = sql`assets asset CROSS JOIN ${from(span)} AND ${all([sql`asset.id = ${asset}`, ...inRange(keys, span)])}`;
    return stopRow(spentAt('event', keys, own, span.scan));
  };
  return {
    stop: (span) => scope.query('whole', (seen) => (searched(seen) ? stopAt(seen, span) : undefined)),
    early: 'unsearched',
    rows: (span, limit) =>
      scope.query('whole', (seen) =>
        span.early && searched(seen)
          ? undefined
          : pageStatement('event', seen, found(seen, span), orderBy(keys), limit),
      ),
    count: (span, limit) =>
      scope.query('whole', (seen) =>
        span.early && searched(seen) ? undefined : countStatement(found(seen, span), limit),
      ),
  };
}

function searchOfOne(scope: Scope, asset: string, conditions: EventConditions): Search {
  const { order, status, accepted, filters } = conditions;
  if (order === 'SIMPLEHASH')
    return {
      keys: BY_IDENTITY_OF_ONE,
      from: () => sql`events event INDEXED BY events_by_id WHERE event.asset = asset.id`,
      residual: [
        ...conditionsOf(conditions),
        ...acceptedIn(conditions, sql`event.accepted_us`).map((one) => () => one),
      ],
    };
  if (status) {
    const [index, mine] = ofAudience(scope, 'event', 'events_unconfirmed', sql`asset.tenant`);
    return {
      keys: newestFirst('event'),
      from: (of) =>
        sql`events event INDEXED BY ${index} WHERE ${all([mine, sql`event.confirmation <> 'CONFIRMED'`, sql`event.asset = asset.id`, ...acceptedIn(conditions, sql`event.accepted_us`, of)])}`,
      residual: conditionsOf(conditions),
    };
  }
  const driver = filters.find(
    (or) => or.length === 1 && or[0]!.op === 'equal' && or[0]!.scope === 'event_attributes',
  )?.[0];
  const alias = driver ? 'attribute' : 'event';
  const since = (at: number): SQL => lastBefore(sql`${asset}`, sql`asset.seq`, sql`${at}`);
  /** `acceptedIn` as a range of sequence numbers. */
  const range = (of: Ends): SQL[] => [
    ...(accepted?.since === undefined || of.stop ? [] : [sql`${sql.raw(alias)}.seq > ${since(accepted.since)}`]),
    ...(accepted?.before === undefined || of.after ? [] : [sql`${sql.raw(alias)}.seq <= ${since(accepted.before)}`]),
  ];
  const source = driver
    ? sql`event_attributes attribute CROSS JOIN events event ON event.asset = attribute.asset AND event.seq = attribute.seq WHERE attribute.asset = asset.id AND attribute.path = ${driver.path} AND attribute.key = ${keyOf(driver)}`
    : sql`events event WHERE event.asset = asset.id`;
  return {
    keys: newestOfOne(alias),
    from: (of) => all([source, ...range(of)]),
    residual: conditionsOf(conditions, driver),
  };
}

/** An index and the condition on its rows: those of a tenancy, or the public ones. */
const ofAudience = (scope: Scope, alias: string, index: string, tenant: SQL): [index: SQL, mine: SQL] =>
  scope.tenant === undefined
    ? [sql.raw(index.replace('events_', 'events_public_')), sql`${sql.raw(alias)}.public = 1`]
    : [sql.raw(index), sql`${sql.raw(alias)}.tenant = ${tenant}`];

/** The events of the audience's own assets: of a tenancy for its administrators, of all public assets for anonymous callers. */
function ownEvents(scope: Scope, conditions: EventConditions): Part<EventRows> {
  const search = searchOfOwn(scope, conditions);
  const { keys, from, residual } = search;
  const body = (seen: Seen, span: Span): SQL => all([from(span), seen.sees('event'), ...inRange(keys, span)]);
  const window = windowOf(scope, conditions);
  const found = (seen: Seen, span: Span): SQL => {
    if (!span.sorted || !window) return all([body(seen, span), ...residual.map((one) => one(seen))]);
    return all([
      window,
      seen.sees('event'),
      ...inRange(keys, span),
      ...conditionsOf(conditions).map((one) => one(seen)),
    ]);
  };
  const stop = (seen: Seen, span: Span): SQL => {
    const end = spentAt('event', keys, body(seen, span), span.scan);
    if (!window) return stopRow(end);
    const most = Math.floor((SORTED * span.scan) / ROWS_SCANNED);
    const few = sql`(SELECT count(*) <= ${most} FROM (SELECT 1 FROM ${window} LIMIT ${most + 1}))`;
    return sql`WITH size AS MATERIALIZED (SELECT ${few} AS few)
      ${stopRow(sql`SELECT * FROM (${end}) WHERE (SELECT few FROM size) = 0`, sql`, (SELECT few FROM size) AS sorted`)}`;
  };
  return {
    ...(residual.length === 0 ? {} : { stop: (span: Span) => scope.query('own', (seen) => stop(seen, span)) }),
    rows: (span, limit) =>
      scope.query('own', (seen) =>
        pageStatement('event', seen, found(seen, span), orderBy(keys, span.sorted ? '+' : ''), limit),
      ),
    count: (span, limit) => scope.query('own', (seen) => countStatement(found(seen, span), limit)),
  };
}

/** FROM and WHERE of the events of a time window, for a list by identity. */
function windowOf(scope: Scope, conditions: EventConditions): SQL | undefined {
  const { order, accepted } = conditions;
  if (order !== 'SIMPLEHASH' || accepted?.since === undefined || accepted.before === undefined) return undefined;
  const [index, mine] = ofAudience(scope, 'event', 'events_accepted', sql`${scope.tenant}`);
  return sql`events event INDEXED BY ${index} WHERE ${all([mine, ...acceptedIn(conditions, sql`event.accepted_us`)])}`;
}

function searchOfOwn(scope: Scope, conditions: EventConditions): Search {
  const { order, status, behaviour, filters } = conditions;
  const tenant = sql`${scope.tenant}`;
  const inTime = (of: Ends): SQL[] => acceptedIn(conditions, sql`event.accepted_us`, of);
  if (order === 'SIMPLEHASH') {
    const [index, mine] = ofAudience(scope, 'event', 'events_simplehash', tenant);
    return {
      keys: BY_IDENTITY,
      from: () => sql`events event INDEXED BY ${index} WHERE ${mine}`,
      residual: [...conditionsOf(conditions), ...inTime({}).map((one) => () => one)],
    };
  }
  if (status) {
    const [index, mine] = ofAudience(scope, 'event', 'events_unconfirmed', tenant);
    return {
      keys: newestFirst('event'),
      from: (of) =>
        sql`events event INDEXED BY ${index} WHERE ${all([mine, sql`event.confirmation <> 'CONFIRMED'`, ...inTime(of)])}`,
      residual: conditionsOf(conditions),
    };
  }
  const driver = filters.find((or) => or.length === 1 && drives(or[0]!, scope))?.[0];
  if (driver) {
    const time = driver.scope === 'asset_attributes' ? 'from_us' : 'accepted_us';
    const mine = scope.tenant === undefined ? sql`attribute.public = 1` : sql`attribute.tenant = ${tenant}`;
    return {
      keys: newestFirst('attribute', time),
      from: (of) =>
        sql`${sql.identifier(driver.scope)} attribute INDEXED BY ${sql.raw(indexOf(driver, scope))} CROSS JOIN events event ON event.asset = attribute.asset AND event.seq = attribute.seq
          WHERE ${all([mine, sql`attribute.path = ${driver.path} AND attribute.key = ${keyOf(driver)}`, ...acceptedIn(conditions, sql.raw(`attribute.${time}`), of)])}`,
      residual: [
        ...(driver.scope === 'asset_attributes' ? [() => sql`attribute.named = 1`] : []),
        ...conditionsOf(conditions, driver),
      ],
    };
  }
  const rare = behaviour !== undefined && behaviour !== COMMON_BEHAVIOUR;
  const [index, mine] = ofAudience(scope, 'event', rare ? 'events_behaviour' : 'events_accepted', tenant);
  const only = rare
    ? [sql`event.behaviour <> ${sql.raw(`'${COMMON_BEHAVIOUR}'`)} AND event.behaviour = ${behaviour}`]
    : [];
  return {
    keys: newestFirst('event'),
    from: (of) => sql`events event INDEXED BY ${index} WHERE ${all([mine, ...only, ...inTime(of)])}`,
    residual: conditionsOf(rare ? { ...conditions, behaviour: undefined } : conditions),
  };
}

/** Whether an index gives this filter's events in the order of the list, so that the search can start from it. */
const drives = (filter: AttributeFilter, scope: Scope): boolean =>
  filter.op === 'equal' &&
  (filter.scope === 'event_attributes' || (filter.scope === 'asset_attributes' && scope.tenant !== undefined));
const indexOf = (driver: AttributeFilter, scope: Scope): string => {
  if (driver.scope === 'asset_attributes') return 'asset_attributes_changes';
  return scope.tenant === undefined ? 'event_attributes_public' : 'event_attributes_search';
};
