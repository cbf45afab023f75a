import { sql, type SQL } from 'drizzle-orm';
import type { Seen } from '../../access/queries.ts';
import type { Scope } from '../../access/scope.ts';
import { TYPE_PATHS } from '../records/leaves.ts';
import { all, keyOf, logScope } from './conditions.ts';
import {
  acceptedIn,
  BY_DECLARED_OF_ONE,
  BY_IDENTITY_OF_ONE,
  CONFIRMED_ROW,
  declaredIn,
  lastBefore,
  lastLogged,
  newestOfOne,
  newestOfOneAmongParts,
  OWN_TIME,
  type EventConditions,
} from './event-conditions.ts';
import { conditionsOf, stopUnlessFew, timesAnd, type Search } from './event-search.ts';
import type { Ends, Keys, Part, Span } from './parts.ts';
import { countStatement, inRange, orderBy, pageStatement, spentAt, type EventListRow } from './statements.ts';

/** A list of one asset starts from a filter's value if at most this many events of the tenancy have it. */
const SORTED_LEAVES = 1000;

/** The events of one asset. The audience's rights on the asset are read once, not per event. */
export function eventsOfOne(scope: Scope, asset: string, conditions: EventConditions): Part<EventListRow> {
  const { keys, from, residual, few } = searchOfOne(conditions, logScope(scope, 'asset'));
  const found = (seen: Seen, span: Span): SQL => {
    const source = span.sorted && few ? few : { from: from(span), residual };
    const conditions = [
      sql`asset.id = ${asset}`,
      seen.sees('event'),
      ...inRange(keys, span),
      ...source.residual.map((one) => one(seen)),
    ];
    return sql`assets asset${seen.join('asset')} CROSS JOIN ${source.from} AND ${all(conditions)}`;
  };
  const searched = (seen: Seen): boolean => seen.partial || residual.length > 0;
  const stopAt = (seen: Seen, span: Span): SQL => {
    seen.sees('event');
    const own = sql`assets asset CROSS JOIN ${from(span)} AND ${all([sql`asset.id = ${asset}`, ...inRange(keys, span)])}`;
    return stopUnlessFew(
      spentAt('event', keys, own, { ...span, seen }, conditions.crossing),
      few && { ...few, size: sql`assets asset CROSS JOIN ${few.size} AND asset.id = ${asset}` },
      { ...span, seen },
    );
  };
  return {
    stop: (span) => scope.query('whole', (seen) => (searched(seen) ? stopAt(seen, span) : undefined)),
    early: 'unsearched',
    rows: (span, limit) =>
      scope.query('whole', (seen) =>
        span.early && searched(seen)
          ? undefined
          : pageStatement('event', seen, found(seen, span), orderBy(keys, span.sorted ? '+' : ''), limit),
      ),
    count: (span, limit) =>
      scope.query('whole', (seen) =>
        span.early && searched(seen) ? undefined : countStatement(found(seen, span), limit),
      ),
  };
}

/** `scope`: that of the log that the audience is shown of `asset`. */
function searchOfOne(conditions: EventConditions, scope: SQL): Search {
  const { order, status, unlogged, accepted, filters, crossing } = conditions;
  if (order === 'SIMPLEHASH')
    return {
      keys: BY_IDENTITY_OF_ONE,
      from: () => sql`events event INDEXED BY events_by_id WHERE event.asset = asset.number`,
      residual: timesAnd(conditions),
    };
  if (order === 'DECLARED')
    return {
      keys: BY_DECLARED_OF_ONE,
      from: (of) =>
        sql`events event INDEXED BY events_declared_of_asset WHERE ${all([sql`event.asset = asset.number`, OWN_TIME, ...declaredIn(conditions, of)])}`,
      residual: timesAnd(conditions),
    };
  const since = (at: number): SQL => lastBefore(sql`asset.number`, sql`asset.seq`, sql`${at}`);
  /**
   * `acceptedIn` as a range of sequence numbers; also the ends of a range, where a cursor may be of the other part of a list.
   * `behind`: a further sequence number before the range.
   */
  const range = (alias: 'event' | 'type', { after, stop }: Ends, behind?: SQL): SQL[] => {
    const lower = stop ? crossing && Number(stop[0]) : accepted?.since;
    const from = lower === undefined ? behind : behind ? sql`max(${behind}, ${since(lower)})` : since(lower);
    const upper = after ? crossing && Number(after[0]) + 1 : accepted?.before;
    return [
      ...(from ? [sql`${sql.raw(alias)}.seq > ${from}`] : []),
      ...(upper === undefined ? [] : [sql`${sql.raw(alias)}.seq <= ${since(upper)}`]),
    ];
  };
  const keysBy = (alias: 'event' | 'type'): Keys => (crossing ? newestOfOneAmongParts(alias) : newestOfOne(alias));
  const own = sql`events event WHERE event.asset = asset.number`;
  if (unlogged)
    return {
      keys: keysBy('event'),
      from: (of) => {
        const logged = lastLogged(sql`asset.number`, sql`asset.seq`, scope);
        return all([own, sql`asset.proof_mechanism = 'MERKLE_LOG'`, ...range('event', of, logged)]);
      },
      residual: [() => CONFIRMED_ROW, ...conditionsOf({ ...conditions, unlogged: undefined })],
    };
  if (status)
    return {
      keys: keysBy('event'),
      from: (of) =>
        all([
          sql`events event INDEXED BY events_unconfirmed_of_asset WHERE event.asset = asset.number AND event.confirmation <> 'CONFIRMED'`,
          ...range('event', of),
        ]),
      residual: conditionsOf(conditions),
    };
  const driver = filters.find(
    (or) => or.length === 1 && or[0]!.op === 'equal' && or[0]!.scope === 'event_attributes',
  )?.[0];
  if (!driver || !TYPE_PATHS.includes(driver.path)) {
    const residual = conditionsOf(conditions);
    const leaves =
      driver &&
      sql`leaf.tenant = asset.tenant AND leaf.sets = 0 AND leaf.path = ${driver.path} AND leaf.key = ${keyOf(driver)}`;
    return {
      keys: keysBy('event'),
      from: (of) => all([own, ...range('event', of)]),
      residual,
      few: leaves && {
        size: sql`event_leaves leaf WHERE ${leaves}`,
        from: sql`event_leaves leaf CROSS JOIN events event ON event.number = leaf.event WHERE ${all([leaves, sql`event.asset = asset.number`, ...acceptedIn(conditions, sql`event.accepted_us`)])}`,
        most: SORTED_LEAVES,
        residual: conditionsOf(conditions, driver),
      },
    };
  }
  const types = sql`event_types type CROSS JOIN events event ON event.asset = type.asset AND event.seq = type.seq
    WHERE type.asset = asset.number AND type.path = ${driver.path} AND type.key = ${keyOf(driver)}`;
  return {
    keys: keysBy('type'),
    from: (of) => all([types, ...range('type', of)]),
    residual: conditionsOf(conditions, driver),
  };
}
