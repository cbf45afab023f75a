import { sql, type SQL } from 'drizzle-orm';
import type { AttributeFilter } from '../../formats/records/filters.ts';
import { TYPE_PATHS } from '../records/leaves.ts';
import { all, keyOf } from './conditions.ts';
import {
  acceptedIn,
  BY_DECLARED_OF_ONE,
  BY_IDENTITY_OF_ONE,
  CONFIRMED_ROW,
  declaredIn,
  timedFilters,
  eventFilters,
  lastBefore,
  lastLogged,
  newestOfOne,
  newestOfOneAmongParts,
  OWN_TIME,
  type EventConditions,
} from './event-conditions.ts';
import type { Ends, Keys } from './keys.ts';
import type { Filter, ListSource } from './list.ts';

/** A list of one asset starts from a filter's value if at most this many events of the tenancy have it. */
const SORTED_LEAVES = 1000;

/**
 * The events of one asset. The audience's rights on the asset are read once, not per event. `log`: the scope of the log
 * that the audience is shown of `asset`.
 */
export function eventsOfOne(asset: string, conditions: EventConditions, log: SQL): ListSource {
  const { keys, from, filters, few } = scanOf(conditions, log);
  /** FROM and WHERE of the asset and its events. */
  const joined = (join: SQL, events: SQL): SQL => sql`assets asset${join} CROSS JOIN ${events} AND asset.id = ${asset}`;
  return {
    of: 'event',
    keys,
    from: (join, ends) => joined(join, from(ends)),
    filters,
    few: few && {
      size: joined(sql``, few.size),
      from: (join) => joined(join, few.from),
      filters: few.filters,
      most: SORTED_LEAVES,
    },
    crossing: conditions.crossing,
  };
}

/** FROM and WHERE of the events of `asset`, which comes before in FROM, and what they do not meet. */
type Scan = {
  keys: Keys;
  from: (ends: Ends) => SQL;
  filters: Filter[];
  few?: { size: SQL; from: SQL; filters: Filter[] } | undefined;
};

function scanOf(conditions: EventConditions, log: SQL): Scan {
  const { order, status, unlogged, filters } = conditions;
  if (order === 'SIMPLEHASH')
    return {
      keys: BY_IDENTITY_OF_ONE,
      from: () => sql`events event INDEXED BY events_by_id WHERE event.asset = asset.number`,
      filters: timedFilters(conditions),
    };
  if (order === 'DECLARED') {
    const declared = (ends: Ends): SQL =>
      all([sql`event.asset = asset.number`, OWN_TIME, ...declaredIn(conditions, ends)]);
    return {
      keys: BY_DECLARED_OF_ONE,
      from: (ends) => sql`events event INDEXED BY events_declared_of_asset WHERE ${declared(ends)}`,
      filters: timedFilters(conditions),
    };
  }
  if (unlogged) return unloggedOfOne(conditions, log);
  const keys = keysBySeq(conditions, 'event');
  if (status) {
    const unconfirmed = sql`events event INDEXED BY events_unconfirmed_of_asset WHERE event.asset = asset.number
      AND event.confirmation <> 'CONFIRMED'`;
    const from = (ends: Ends): SQL => all([unconfirmed, ...seqIn(conditions, 'event', ends)]);
    return { keys, from, filters: eventFilters(conditions) };
  }
  const driver = filters.find(
    (or) => or.length === 1 && or[0]!.op === 'equal' && or[0]!.scope === 'event_attributes',
  )?.[0];
  if (!driver || !TYPE_PATHS.includes(driver.path)) {
    const from = (ends: Ends): SQL => all([EVENTS_OF_ASSET, ...seqIn(conditions, 'event', ends)]);
    return { keys, from, filters: eventFilters(conditions), few: driver && withLeaf(conditions, driver) };
  }
  const types = sql`event_types type CROSS JOIN events event ON event.asset = type.asset AND event.seq = type.seq
    WHERE type.asset = asset.number AND type.path = ${driver.path} AND type.key = ${keyOf(driver)}`;
  return {
    keys: keysBySeq(conditions, 'type'),
    from: (ends) => all([types, ...seqIn(conditions, 'type', ends)]),
    filters: eventFilters(conditions, driver),
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
function unloggedOfOne(conditions: EventConditions, log: SQL): Scan {
  const logged = lastLogged(sql`asset.number`, sql`asset.seq`, log);
  return {
    keys: keysBySeq(conditions, 'event'),
    from: (ends) =>
      all([EVENTS_OF_ASSET, sql`asset.proof_mechanism = 'MERKLE_LOG'`, ...seqIn(conditions, 'event', ends, logged)]),
    filters: [() => CONFIRMED_ROW, ...eventFilters({ ...conditions, unlogged: undefined })],
  };
}

/** The events of an asset with the value of a filter, among those of the tenancy with this value. */
function withLeaf(conditions: EventConditions, filter: AttributeFilter): Scan['few'] {
  const leaves = sql`leaf.tenant = asset.tenant AND leaf.sets = 0 AND leaf.path = ${filter.path}
    AND leaf.key = ${keyOf(filter)}`;
  const ofAsset = [sql`event.asset = asset.number`, ...acceptedIn(conditions, sql`event.accepted_us`)];
  return {
    size: sql`event_leaves leaf WHERE ${leaves}`,
    from: sql`event_leaves leaf CROSS JOIN events event ON event.number = leaf.event
      WHERE ${all([leaves, ...ofAsset])}`,
    filters: eventFilters(conditions, filter),
  };
}
