import { sql, type SQL } from 'drizzle-orm';
import type { Seen } from '../../access/queries.ts';
import type { Scope } from '../../access/scope.ts';
import type { Grants } from '../../access/visibility.ts';
import { shareOf, Walk } from '../../access/walk.ts';
import {
  acceptedIn,
  BY_IDENTITY,
  BY_IDENTITY_OF_ONE,
  fixed,
  lastBefore,
  newestFirst,
  newestOfOne,
  type EventConditions,
  type EventRows,
} from './eventconditions.ts';
import { all, anyOf, parted } from './conditions.ts';
import type { Ends, Keys, Part, Span } from './parts.ts';
import { countStatement, firstStop, inRange, orderBy, pageStatement, stopRow } from './statements.ts';

/** The events that policies grant. */
export function grantedEvents(scope: Scope, conditions: EventConditions): Part<EventRows>[] {
  if (scope.tenant === undefined) return [];
  if (conditions.status && conditions.order === 'DEFAULT')
    return [eventsOfMany(scope, conditions, (grants) => Walk.of(grants).tenancies())];
  return [eventsOfFew(scope, conditions), eventsOfMany(scope, conditions, parted)];
}

const keysOf = ({ order }: EventConditions): Keys => (order === 'SIMPLEHASH' ? BY_IDENTITY : newestFirst('event'));

const meets = (conditions: EventConditions, seen: Seen): SQL[] => [
  ...fixed(conditions),
  ...conditions.filters.map((or) => anyOf(or, 'event', seen)),
  seen.sees('event'),
];

/** The events granted by tenancies whose policies lead to few assets: each asset's events are searched, a share of the rows each. */
function eventsOfFew(scope: Scope, conditions: EventConditions): Part<EventRows> {
  const byIdentity = conditions.order === 'SIMPLEHASH';
  const { accepted } = conditions;
  const ofOne = byIdentity ? BY_IDENTITY_OF_ONE : newestOfOne('event');
  const share = (scan: number): SQL => shareOf(scan, sql`few`);
  const last = (at: SQL): SQL => lastBefore(sql`asset.id`, sql`asset.seq`, at);
  /** FROM and WHERE of the events of one asset behind a cursor, by the asset's index. */
  const each = ({ after }: Span): SQL => {
    const from = sql`events event${sql.raw(byIdentity ? ' INDEXED BY events_by_id' : '')} WHERE event.asset = asset.id`;
    // The planner uses only one of two bounds on a column, so only the nearer is given.
    const before = Math.min(after ? Number(after[0]) + 1 : Infinity, accepted?.before ?? Infinity);
    const start = byIdentity
      ? after
        ? [sql`asset.id >= ${after[0]} AND event.id > CASE asset.id WHEN ${after[0]} THEN ${after[1]} ELSE '' END`]
        : []
      : Number.isFinite(before)
        ? [sql`event.seq <= ${last(sql`${before}`)}`]
        : [];
    return all([from, ...start]);
  };
  const found = (seen: Seen, span: Span): SQL => {
    seen.walk(parted);
    const seqs = sql`(SELECT json_group_array(seq) FROM (SELECT event.seq FROM ${each(span)} ORDER BY ${orderBy(ofOne)} LIMIT ${share(span.scan)}))`;
    return sql`few CROSS JOIN assets asset ON asset.id = few.id CROSS JOIN json_each(${seqs}) found CROSS JOIN events event ON event.asset = asset.id AND event.seq = found.value${seen.join('event')}
      WHERE ${all([...inRange(keysOf(conditions), span), ...acceptedIn(conditions, sql`event.accepted_us`), ...meets(conditions, seen)])}`;
  };
  return {
    stop: (span) =>
      scope.query('granted', (seen) => {
        seen.walk(parted);
        const keys = { ...ofOne, columns: keysOf(conditions).columns };
        const stop = firstStop(
          keys,
          sql`few CROSS JOIN assets asset ON asset.id = few.id`,
          each(span),
          share(span.scan),
        );
        return sql`${stopRow(stop)} WHERE EXISTS (SELECT 1 FROM few)`;
      }),
    rows: (span, limit) =>
      scope.query('granted', (seen) =>
        pageStatement('event', seen, found(seen, span), orderBy(keysOf(conditions), '+'), limit),
      ),
    count: (span, limit) => scope.query('granted', (seen) => countStatement(found(seen, span), limit)),
  };
}

/** The events granted by tenancies whose policies lead to many assets: the tenancy's events are searched, and each match is checked for rights. */
function eventsOfMany(scope: Scope, conditions: EventConditions, walk: (grants: Grants) => Walk): Part<EventRows> {
  const keys = keysOf(conditions);
  const byIdentity = conditions.order === 'SIMPLEHASH';
  const rare = conditions.status !== undefined && !byIdentity;
  const index = byIdentity ? 'events_simplehash' : rare ? 'events_unconfirmed' : 'events_accepted';
  const inTime = (of: Ends): SQL[] => acceptedIn(conditions, sql`event.accepted_us`, byIdentity ? {} : of);
  const each = (join: SQL, extra: SQL[]): SQL =>
    sql`events event INDEXED BY ${sql.raw(index)}${join} WHERE ${all([sql`event.tenant = many.tenant`, ...(rare ? [sql`event.confirmation <> 'CONFIRMED'`] : []), ...extra])}`;
  const found = (seen: Seen, span: Span): SQL =>
    each(seen.join('event'), [...inRange(keys, span), ...inTime(span), ...meets(conditions, seen)]);
  return {
    stop: (span) =>
      scope.query('granted', (seen) => {
        seen.walk(walk);
        const share = shareOf(span.scan, sql`many`);
        const from = each(sql``, [...inRange(keys, span), ...(byIdentity ? [] : inTime(span))]);
        return sql`${stopRow(firstStop(keys, sql`many`, from, share))} WHERE EXISTS (SELECT 1 FROM many)`;
      }),
    rows: (span, limit) =>
      scope.query('granted', (seen) => {
        seen.walk(walk);
        const first = sql`(SELECT json_group_array(json_array(asset, seq)) FROM (SELECT event.asset, event.seq FROM ${found(seen, span)} ORDER BY ${orderBy(keys)} LIMIT ${limit}))`;
        const from = sql`many CROSS JOIN json_each(${first}) found CROSS JOIN events event ON event.asset = found.value ->> 0 AND event.seq = found.value ->> 1`;
        return pageStatement('event', seen, from, orderBy(keys, '+'), limit);
      }),
    count: (span, limit) =>
      scope.query('granted', (seen) => {
        seen.walk(walk);
        return countStatement(sql`many CROSS JOIN ${found(seen, span)}`, limit);
      }),
  };
}
