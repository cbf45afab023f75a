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
  shown,
  type EventConditions,
  type EventRows,
} from './eventrows.ts';
import { all, anyOf, parted } from './lists.ts';
import { counted, firstStop, ordered, stopRow, within, type Ends, type Keys, type Part, type Span } from './slices.ts';

/** The events that policies give. */
export function grantedEvents(scope: Scope, conditions: EventConditions): Part<EventRows>[] {
  if (scope.tenant === undefined) return [];
  if (conditions.status && conditions.order === 'DEFAULT')
    return [eventsOfMany(scope, conditions, (grants) => Walk.of(grants).tenancies())];
  return [eventsOfFew(scope, conditions), eventsOfMany(scope, conditions, parted)];
}

const keysOf = ({ order }: EventConditions): Keys => (order === 'SIMPLEHASH' ? BY_IDENTITY : newestFirst('e'));

const meets = (conditions: EventConditions, seen: Seen): SQL[] => [
  ...fixed(conditions),
  ...conditions.filters.map((or) => anyOf(or, 'e', seen)),
  seen.sees('e'),
];

/** Of tenancies that give few assets: found from these, a share of each. */
function eventsOfFew(scope: Scope, conditions: EventConditions): Part<EventRows> {
  const byIdentity = conditions.order === 'SIMPLEHASH';
  const { accepted } = conditions;
  const ofOne = byIdentity ? BY_IDENTITY_OF_ONE : newestOfOne('e');
  const share = (scan: number): SQL => shareOf(scan, sql`few`);
  const last = (at: SQL): SQL => lastBefore(sql`a.id`, sql`a.seq`, at);
  /** FROM and WHERE of the events of one asset from a position on, by its index. */
  const each = ({ after }: Span): SQL => {
    const from = sql`events e${sql.raw(byIdentity ? ' INDEXED BY events_by_id' : '')} WHERE e.asset = a.id`;
    // Of two bounds on one column the planner takes one: the nearer is given alone.
    const before = Math.min(after ? Number(after[0]) + 1 : Infinity, accepted?.before ?? Infinity);
    const start = byIdentity
      ? after
        ? [sql`a.id >= ${after[0]} AND e.id > CASE a.id WHEN ${after[0]} THEN ${after[1]} ELSE '' END`]
        : []
      : Number.isFinite(before)
        ? [sql`e.seq <= ${last(sql`${before}`)}`]
        : [];
    return all([from, ...start]);
  };
  const found = (seen: Seen, span: Span): SQL => {
    seen.walk(parted);
    const seqs = sql`(SELECT json_group_array(seq) FROM (SELECT e.seq FROM ${each(span)} ORDER BY ${ordered(ofOne)} LIMIT ${share(span.scan)}))`;
    return sql`few c CROSS JOIN assets a ON a.id = c.id CROSS JOIN json_each(${seqs}) j CROSS JOIN events e ON e.asset = a.id AND e.seq = j.value${seen.join('e')}
      WHERE ${all([...within(keysOf(conditions), span), ...acceptedIn(conditions, sql`e.accepted_us`), ...meets(conditions, seen)])}`;
  };
  return {
    stop: (span) =>
      scope.query('granted', (seen) => {
        seen.walk(parted);
        const keys = { ...ofOne, columns: keysOf(conditions).columns };
        const stop = firstStop(keys, sql`few c CROSS JOIN assets a ON a.id = c.id`, each(span), share(span.scan));
        return sql`${stopRow(stop)} WHERE EXISTS (SELECT 1 FROM few)`;
      }),
    rows: (span, limit) =>
      scope.query('granted', (seen) => shown(seen, found(seen, span), ordered(keysOf(conditions), '+'), limit)),
    count: (span, limit) => scope.query('granted', (seen) => counted(found(seen, span), limit)),
  };
}

/** Of tenancies that give many: their events are searched, and each that is found is looked at. */
function eventsOfMany(scope: Scope, conditions: EventConditions, walk: (grants: Grants) => Walk): Part<EventRows> {
  const keys = keysOf(conditions);
  const byIdentity = conditions.order === 'SIMPLEHASH';
  const rare = conditions.status !== undefined && !byIdentity;
  const index = byIdentity ? 'events_simplehash' : rare ? 'events_unconfirmed' : 'events_accepted';
  const inTime = (of: Ends): SQL[] => acceptedIn(conditions, sql`e.accepted_us`, byIdentity ? {} : of);
  const each = (join: SQL, extra: SQL[]): SQL =>
    sql`events e INDEXED BY ${sql.raw(index)}${join} WHERE ${all([sql`e.tenant = t.tenant`, ...(rare ? [sql`e.confirmation <> 'CONFIRMED'`] : []), ...extra])}`;
  const found = (seen: Seen, span: Span): SQL =>
    each(seen.join('e'), [...within(keys, span), ...inTime(span), ...meets(conditions, seen)]);
  return {
    stop: (span) =>
      scope.query('granted', (seen) => {
        seen.walk(walk);
        const share = shareOf(span.scan, sql`many`);
        const from = each(sql``, [...within(keys, span), ...(byIdentity ? [] : inTime(span))]);
        return sql`${stopRow(firstStop(keys, sql`many t`, from, share))} WHERE EXISTS (SELECT 1 FROM many)`;
      }),
    rows: (span, limit) =>
      scope.query('granted', (seen) => {
        seen.walk(walk);
        const first = sql`(SELECT json_group_array(json_array(asset, seq)) FROM (SELECT e.asset, e.seq FROM ${found(seen, span)} ORDER BY ${ordered(keys)} LIMIT ${limit}))`;
        const from = sql`many t CROSS JOIN json_each(${first}) j CROSS JOIN events e ON e.asset = j.value ->> 0 AND e.seq = j.value ->> 1`;
        return shown(seen, from, ordered(keys, '+'), limit);
      }),
    count: (span, limit) =>
      scope.query('granted', (seen) => {
        seen.walk(walk);
        return counted(sql`many t CROSS JOIN ${found(seen, span)}`, limit);
      }),
  };
}
