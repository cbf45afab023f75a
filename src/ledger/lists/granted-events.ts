import { sql, type SQL } from 'drizzle-orm';
import type { Seen } from '../../access/queries.ts';
import type { Scope } from '../../access/scope.ts';
import type { Grants } from '../../access/visibility.ts';
import { Walk } from '../../access/walk.ts';
import { tenantId } from '../../platform/database/numbers.ts';
import {
  acceptedIn,
  CONFIRMED_ROW,
  declaredIn,
  fixed,
  keysOf,
  newestAmongParts,
  NEWEST_LEAF_FIRST,
  OWN_TIME,
  type EventConditions,
} from './event-conditions.ts';
import { all, anyOf, fileOf, keyOf, parted, SETS } from './conditions.ts';
import { stopUnlessFew } from './event-source.ts';
import { mergedEvents } from './merged-events.ts';
import type { Ends, Keys, Part, Span } from './parts.ts';
import { SORTED_GRANTED, unloggedEvents } from './unlogged.ts';
import {
  costOf,
  countStatement,
  firstStop,
  inRange,
  orderBy,
  pageStatement,
  spentIn,
  stopRow,
  type EventListRow,
} from './statements.ts';

/** The events that policies grant. */
export function grantedEvents(scope: Scope, conditions: EventConditions): Part<EventListRow>[] {
  if (scope.tenant === undefined) return [];
  if (isRare(conditions) || startsFromFile(conditions))
    return [eventsOfMany(scope, conditions, (grants) => Walk.of(grants).tenancies())];
  return [eventsOfFew(scope, conditions), eventsOfMany(scope, conditions, parted)];
}

/** Whether an index has the few events of a tenancy that meet a condition, in an order of the list. */
const isRare = ({ status, unlogged, order }: EventConditions): boolean =>
  unlogged !== undefined || (status !== undefined && order === 'DEFAULT');

/** Whether the scan starts from the events of a tenancy that attach a file. */
const startsFromFile = (conditions: EventConditions): boolean =>
  conditions.order === 'DEFAULT' && !isRare(conditions) && fileOf(conditions) !== undefined;

const meets = (conditions: EventConditions, seen: Seen): SQL[] => [
  ...fixed(conditions),
  ...conditions.filters.map((or) => anyOf(or, 'event', seen)),
  seen.sees('event'),
];

/**
 * The events granted by tenancies whose policies lead to few assets: those of all of these assets are merged in the
 * order of the list, until the rows of the scan are spent. Long runs of the list may belong to one asset, as after an
 * import.
 */
function eventsOfFew(scope: Scope, conditions: EventConditions): Part<EventListRow> {
  const residual = conditions.order === 'DEFAULT' ? [] : acceptedIn(conditions, sql`event.accepted_us`);
  const found = (seen: Seen, span: Span): SQL => {
    seen.walk(parted);
    return sql`(${mergedEvents(conditions, span)}) place
      CROSS JOIN events event ON event.number = place.row${seen.join('event')}
      WHERE ${all([sql`place.crossed = 0`, ...residual, ...meets(conditions, seen)])}`;
  };
  return {
    stop: (span) =>
      scope.query('granted', (seen) => {
        seen.walk(parted);
        const limit = seen.affordable(span.scan * (conditions.crossing?.rate ?? 1));
        const stop = spentIn(mergedEvents(conditions, span, limit), limit, seen.spent(span.scan));
        return sql`${stopRow(stop)} WHERE EXISTS (SELECT 1 FROM few)`;
      }),
    // The merge gives the events in order. Sorting them again would look up the rights on events behind the page.
    rows: (span, limit) =>
      scope.query('granted', (seen) => pageStatement('event', seen, found(seen, span), undefined, limit)),
    count: (span, limit) => scope.query('granted', (seen) => countStatement(found(seen, span), limit)),
  };
}

/** How the events of one tenancy of the table `many` are found, in an order of the list. */
type GrantedSource = {
  keys: Keys;
  /** FROM and WHERE. `join`: what follows the events in FROM. */
  from: (join: SQL, conditions: SQL[]) => SQL;
  /** Bounds on the time by which the list is ordered. */
  inTime: (of: Ends) => SQL[];
  /** Conditions on another time. */
  residual: SQL[];
};

function grantedSource(conditions: EventConditions): GrantedSource {
  const { order, crossing, unlogged, byCommit } = conditions;
  const accepted = (of: Ends): SQL[] => acceptedIn(conditions, sql`event.accepted_us`, of);
  const ofIndex =
    (index: string, only: SQL[] = []) =>
    (join: SQL, more: SQL[]) =>
      sql`events event INDEXED BY ${sql.raw(index)}${join}
      WHERE ${all([sql`event.tenant = many.tenant`, ...only, ...more])}`;
  const keys = keysOf(conditions);
  if (unlogged && byCommit)
    return {
      keys,
      from: (join, more) => all([unloggedOfMany(join), ...more]),
      inTime: () => [],
      residual: accepted({}),
    };
  if (order === 'SIMPLEHASH') {
    const from = (join: SQL, more: SQL[]): SQL => sql`assets asset INDEXED BY assets_by_identity
      CROSS JOIN events event INDEXED BY events_by_id ON event.asset = asset.number${join}
      WHERE ${all([sql`asset.tenant = many.tenant`, ...more])}`;
    return { keys, from, inTime: () => [], residual: accepted({}) };
  }
  if (order === 'DECLARED') {
    const inTime = (of: Ends): SQL[] => declaredIn(conditions, of);
    return { keys, from: ofIndex('events_declared', [OWN_TIME]), inTime, residual: accepted({}) };
  }
  const file = startsFromFile(conditions) ? fileOf(conditions) : undefined;
  if (file) {
    const has = sql`leaf.tenant = many.tenant AND leaf.sets = ${sql.raw(String(SETS.files))}
      AND leaf.path = ${file.path} AND leaf.key = ${keyOf(file)}`;
    return {
      keys: crossing ? newestAmongParts('leaf') : NEWEST_LEAF_FIRST,
      from: (join, more) => sql`event_leaves leaf CROSS JOIN events event ON event.number = leaf.event${join}
        WHERE ${all([has, ...more])}`,
      inTime: (of) => acceptedIn(conditions, sql`leaf.accepted_us`, of),
      residual: [],
    };
  }
  const from =
    isRare(conditions) && !unlogged
      ? ofIndex('events_unconfirmed', [sql`event.confirmation <> 'CONFIRMED'`])
      : ofIndex('events_accepted');
  return { keys, from, inTime: accepted, residual: [] };
}

/** FROM and WHERE of the events of a tenancy of the table `many` that its log does not have. */
const unloggedOfMany = (join = sql``): SQL =>
  unloggedEvents(sql.raw('many.tenant'), tenantId(sql.raw('many.tenant')), 'event', join);

/**
 * The events granted by tenancies whose policies lead to many assets: the tenancy's events are scanned, and each match
 * is checked for rights.
 */
function eventsOfMany(scope: Scope, conditions: EventConditions, walk: (grants: Grants) => Walk): Part<EventListRow> {
  const { crossing, order, unlogged, byCommit } = conditions;
  const { keys, from, inTime, residual } = grantedSource(conditions);
  const found = (seen: Seen, span: Span): SQL => {
    if (!span.sorted)
      return from(seen.join('event'), [
        ...inRange(keys, span),
        ...inTime(span),
        ...residual,
        ...meets(conditions, seen),
      ]);
    const times = [...inRange(keys, span), ...acceptedIn(conditions, sql`event.accepted_us`), CONFIRMED_ROW];
    return all([unloggedOfMany(seen.join('event')), ...times, ...meets({ ...conditions, unlogged: undefined }, seen)]);
  };
  const few =
    unlogged && !byCommit ? { size: sql`many CROSS JOIN ${unloggedOfMany()}`, most: SORTED_GRANTED } : undefined;
  return {
    stop: (span) =>
      scope.query('granted', (seen) => {
        seen.walk(walk);
        const each = from(sql``, [...inRange(keys, span), ...inTime(span)]);
        const cost = crossing && { row: costOf('event', crossing), rate: crossing.rate };
        const stop = firstStop(keys, { starts: sql`many`, each, seen }, span, cost);
        return sql`${stopUnlessFew(stop, few, { ...span, seen })} WHERE EXISTS (SELECT 1 FROM many)`;
      }),
    rows: (span, limit) =>
      scope.query('granted', (seen) => {
        seen.walk(walk);
        const first = sql`(SELECT json_group_array(number) FROM (SELECT event.number FROM ${found(seen, span)}
          ORDER BY ${orderBy(keys, span.sorted ? '+' : '')} LIMIT ${limit}))`;
        const asset = order === 'SIMPLEHASH' ? sql` CROSS JOIN assets asset ON asset.number = event.asset` : sql``;
        const events = sql`many CROSS JOIN json_each(${first}) found
          CROSS JOIN events event ON event.number = found.value${asset}`;
        return pageStatement('event', seen, events, orderBy(keysOf(conditions), '+'), limit);
      }),
    count: (span, limit) =>
      scope.query('granted', (seen) => {
        seen.walk(walk);
        return countStatement(sql`many CROSS JOIN ${found(seen, span)}`, limit);
      }),
  };
}
