import { sql, type SQL } from 'drizzle-orm';
import type { Seen } from '../../access/queries.ts';
import type { Scope } from '../../access/scope.ts';
import type { AttributeFilter } from '../../formats/records/filters.ts';
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
import { conditionsOf, stopUnlessFew, timesAnd, type EventSource } from './event-source.ts';
import type { Ends, Keys, Part, Span } from './parts.ts';
import { countStatement, inRange, orderBy, pageStatement, spentAt, type EventListRow } from './statements.ts';

/** A list of one asset starts from a filter's value if at most this many events of the tenancy have it. */
const SORTED_LEAVES = 1000;

/** The events of one asset. The audience's rights on the asset are read once, not per event. */
export function eventsOfOne(scope: Scope, asset: string, conditions: EventConditions): Part<EventListRow> {
  const { keys, from, residual, few } = sourceOfOne(conditions, logScope(scope, 'asset'));
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
  const scanned = (seen: Seen): boolean => seen.partial || residual.length > 0;
  const stopAt = (seen: Seen, span: Span): SQL => {
    seen.sees('event');
    const own = sql`assets asset CROSS JOIN ${from(span)}
      AND ${all([sql`asset.id = ${asset}`, ...inRange(keys, span)])}`;
    return stopUnlessFew(
      spentAt('event', keys, own, { ...span, seen }, conditions.crossing),
      few && { ...few, size: sql`assets asset CROSS JOIN ${few.size} AND asset.id = ${asset}` },
      { ...span, seen },
    );
  };
  return {
    stop: (span) => scope.query('whole', (seen) => (scanned(seen) ? stopAt(seen, span) : undefined)),
    early: 'unscanned',
    rows: (span, limit) =>
      scope.query('whole', (seen) =>
        span.early && scanned(seen)
          ? undefined
          : pageStatement('event', seen, found(seen, span), orderBy(keys, span.sorted ? '+' : ''), limit),
      ),
    count: (span, limit) =>
      scope.query('whole', (seen) =>
        span.early && scanned(seen) ? undefined : countStatement(found(seen, span), limit),
      ),
  };
}

/** `scope`: that of the log that the audience is shown of `asset`. */
function sourceOfOne(conditions: EventConditions, scope: SQL): EventSource {
  const { order, status, unlogged, filters } = conditions;
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
        sql`events event INDEXED BY events_declared_of_asset
          WHERE ${all([sql`event.asset = asset.number`, OWN_TIME, ...declaredIn(conditions, of)])}`,
      residual: timesAnd(conditions),
    };
  if (unlogged) return unloggedOfOne(conditions, scope);
  if (status)
    return {
      keys: keysBySeq(conditions, 'event'),
      from: (of) =>
        all([
          sql`events event INDEXED BY events_unconfirmed_of_asset WHERE event.asset = asset.number
            AND event.confirmation <> 'CONFIRMED'`,
          ...seqIn(conditions, 'event', of),
        ]),
      residual: conditionsOf(conditions),
    };
  const driver = filters.find(
    (or) => or.length === 1 && or[0]!.op === 'equal' && or[0]!.scope === 'event_attributes',
  )?.[0];
  if (!driver || !TYPE_PATHS.includes(driver.path))
    return {
      keys: keysBySeq(conditions, 'event'),
      from: (of) => all([EVENTS_OF_ASSET, ...seqIn(conditions, 'event', of)]),
      residual: conditionsOf(conditions),
      few: driver && withLeaf(conditions, driver),
    };
  const types = sql`event_types type CROSS JOIN events event ON event.asset = type.asset AND event.seq = type.seq
    WHERE type.asset = asset.number AND type.path = ${driver.path} AND type.key = ${keyOf(driver)}`;
  return {
    keys: keysBySeq(conditions, 'type'),
    from: (of) => all([types, ...seqIn(conditions, 'type', of)]),
    residual: conditionsOf(conditions, driver),
  };
}

const EVENTS_OF_ASSET = sql`events event WHERE event.asset = asset.number`;

const keysBySeq = ({ crossing }: EventConditions, alias: 'event' | 'type'): Keys =>
  crossing ? newestOfOneAmongParts(alias) : newestOfOne(alias);

/**
 * `acceptedIn` as a range of sequence numbers; also the ends of a range, where a cursor may be of the other part of a
 * list. `behind`: a further sequence number before the range.
 */
function seqIn(
  { crossing, accepted }: EventConditions,
  alias: 'event' | 'type',
  { after, stop }: Ends,
  behind?: SQL,
): SQL[] {
  const since = (at: number): SQL => lastBefore(sql`asset.number`, sql`asset.seq`, sql`${at}`);
  const lower = stop ? crossing && Number(stop[0]) : accepted?.since;
  const upper = after ? crossing && Number(after[0]) + 1 : accepted?.before;
  const lowerSeq = lower === undefined ? undefined : since(lower);
  const from = behind && lowerSeq ? sql`max(${behind}, ${lowerSeq})` : (behind ?? lowerSeq);
  return [
    ...(from ? [sql`${sql.raw(alias)}.seq > ${from}`] : []),
    ...(upper === undefined ? [] : [sql`${sql.raw(alias)}.seq <= ${since(upper)}`]),
  ];
}

/** The events of an asset that its log does not have. */
function unloggedOfOne(conditions: EventConditions, scope: SQL): EventSource {
  const logged = lastLogged(sql`asset.number`, sql`asset.seq`, scope);
  return {
    keys: keysBySeq(conditions, 'event'),
    from: (of) =>
      all([EVENTS_OF_ASSET, sql`asset.proof_mechanism = 'MERKLE_LOG'`, ...seqIn(conditions, 'event', of, logged)]),
    residual: [() => CONFIRMED_ROW, ...conditionsOf({ ...conditions, unlogged: undefined })],
  };
}

/** The events of an asset with the value of a filter, among those of the tenancy with this value. */
function withLeaf(conditions: EventConditions, filter: AttributeFilter): EventSource['few'] {
  const leaves = sql`leaf.tenant = asset.tenant AND leaf.sets = 0 AND leaf.path = ${filter.path}
    AND leaf.key = ${keyOf(filter)}`;
  const ofAsset = [sql`event.asset = asset.number`, ...acceptedIn(conditions, sql`event.accepted_us`)];
  return {
    size: sql`event_leaves leaf WHERE ${leaves}`,
    from: sql`event_leaves leaf CROSS JOIN events event ON event.number = leaf.event
      WHERE ${all([leaves, ...ofAsset])}`,
    most: SORTED_LEAVES,
    residual: conditionsOf(conditions, filter),
  };
}
