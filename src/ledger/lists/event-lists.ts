import { sql, type SQL } from 'drizzle-orm';
import type { Scope } from '../../access/scope.ts';
import type { AttributeFilter } from '../../formats/records/filters.ts';
import { notFound } from '../../lib/errors.ts';
import { PUBLIC_LEAVES } from '../../platform/database/numbers.ts';
import type { EventRecord } from '../records/event.ts';
import { seenEvent } from '../records/rows.ts';
import {
  all,
  fileOf,
  keyOf,
  logScope,
  mostSorted,
  ownerOf,
  partsByStatus,
  SETS,
  SHARER,
  termsOf,
  unloggedEvents,
  type Owner,
} from './conditions.ts';
import {
  acceptedIn,
  BY_COMMIT,
  BY_DECLARED,
  BY_IDENTITY,
  committedIn,
  COMMON_BEHAVIOUR,
  CONFIRMED_ROW,
  declaredIn,
  eventFilters,
  inAnotherOrder,
  isEmpty,
  newestAmongParts,
  NEWEST_FIRST,
  NEWEST_LEAF_FIRST,
  OWN_TIME,
  timedFilters,
  withinTimes,
  withoutOwnTime,
  type EventConditions,
} from './event-conditions.ts';
import { eventsOfOne } from './events-of-one.ts';
import { grantedPart, parted, partOf, type Filter, type ListSource, type Part } from './list.ts';
import { mergedScan } from './merged-events.ts';
import { readPage, type ListPage, type Window } from './page.ts';
import type { ListedEvent } from './statements.ts';

/**
 * Reads a page of events, of one asset or of all: newest first, by declared time, or by identity. Throws 404 for an
 * asset that the audience may not see.
 */
export async function listEvents(
  scope: Scope,
  asset: string | undefined,
  given: EventConditions,
  window: Window,
): Promise<ListPage<EventRecord>> {
  const log = logScope(scope, 'event');
  const asked = {
    ...given,
    where: [...given.where, ...committedIn(given, log)],
    none: given.none === true || [given.accepted, given.declared, given.committed].some(isEmpty),
  };
  const { order, status } = asked;
  const byDeclared = order === 'DECLARED';
  const conditions = byDeclared ? asked : inAnotherOrder(asked);
  const cost = 1 + conditions.where.length + termsOf(conditions.filters) + Number(status === 'PENDING');
  const partsOf = (of: EventConditions, byCommit = false): Part<ListedEvent>[] => {
    if (of.none) return [];
    return partsByStatus(of, 'event', log).flatMap((part) =>
      asset === undefined
        ? eventParts(scope, { ...part, byCommit })
        : [partOf(scope, 'one', eventsOfOne(asset, part, logScope(scope, 'asset')))],
    );
  };
  const countedByAcceptance =
    status === 'PENDING' ||
    (order !== 'DEFAULT' && (!byDeclared || status !== undefined || declaredIn(asked).length === 0));
  const others = withoutOwnTime(conditions, cost);
  const page = await readPage<ListedEvent>(
    scope,
    {
      parts: [
        ...partsOf(conditions),
        ...(byDeclared ? partsOf(others).map((part) => withinTimes(others.accepted ?? {}, part)) : []),
      ],
      ...(countedByAcceptance ? { counters: partsOf({ ...inAnotherOrder(conditions), order: 'DEFAULT' }, true) } : {}),
      ...(asset === undefined
        ? {}
        : { named: { row: assetRow(scope, asset), missing: () => notFound(`assets/${asset}`) } }),
      countAll: conditions.status !== undefined,
      cost,
      descending: order !== 'SIMPLEHASH',
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

/** The parts of a list of events of all assets. */
function eventParts(scope: Scope, conditions: EventConditions): Part<ListedEvent>[] {
  const own: Part<ListedEvent> = partOf(scope, 'own', eventSource(conditions, ownerOf(scope)));
  if (scope.tenant === undefined) return [own];
  const shared = eventSource(conditions, SHARER);
  if (isRare(conditions)) return [own, partOf(scope, 'each', shared)];
  const merged = { walk: parted, of: 'event', scan: mergedScan(conditions), byValue: shared.byValue } as const;
  return [own, grantedPart(scope, { ...merged, table: 'few' }), partOf(scope, 'many', shared)];
}

/** Whether an index has the few events of a tenancy that meet a condition, in an order of the list. */
const isRare = (conditions: EventConditions): boolean =>
  conditions.unlogged !== undefined || (conditions.order === 'DEFAULT' && conditions.status !== undefined);

/** A list by identity of a time window with at most this many events sorts the whole window. */
const SORTED = 12_000;

/** An index and the condition on its rows: those of a tenancy, or the public ones. */
const ofOwner = ({ tenant }: Owner, index: string): [index: SQL, mine: SQL] =>
  tenant === undefined
    ? [sql.raw(index.replace('events_', 'events_public_')), sql`event.public = 1`]
    : [sql.raw(index), sql`event.tenant = ${tenant}`];

/** The events of an owner, of all assets. */
function eventSource(conditions: EventConditions, owner: Owner): ListSource {
  const { order, status, behaviour, filters, crossing } = conditions;
  if (order === 'SIMPLEHASH') return sourceByIdentity(conditions, owner);
  if (order === 'DECLARED') {
    const [index, mine] = ofOwner(owner, 'events_declared');
    return {
      of: 'event',
      keys: BY_DECLARED,
      from: (join, ends) =>
        sql`events event INDEXED BY ${index}${join} WHERE ${all([mine, OWN_TIME, ...declaredIn(conditions, ends)])}`,
      filters: timedFilters(conditions),
      crossing,
    };
  }
  if (conditions.unlogged) return sourceOfUnlogged(conditions, owner);
  if (status) return newestFrom(owner, 'events_unconfirmed', conditions, [sql`event.confirmation <> 'CONFIRMED'`]);
  const driver = fileOf(conditions) ?? filters.find((or) => or.length === 1 && drives(or[0]!, owner))?.[0];
  if (driver) {
    const byValue = sourceByLeaf(conditions, owner, driver);
    return owner.whole ? byValue : { ...newestFrom(owner, 'events_accepted', conditions), byValue };
  }
  if (behaviour === undefined || behaviour === COMMON_BEHAVIOUR || !owner.whole)
    return newestFrom(owner, 'events_accepted', conditions);
  const only = [sql`event.behaviour <> ${sql.raw(`'${COMMON_BEHAVIOUR}'`)} AND event.behaviour = ${behaviour}`];
  return newestFrom(owner, 'events_behaviour', conditions, only, eventFilters({ ...conditions, behaviour: undefined }));
}

/** The events of an index in the order of acceptance. `only`: what the rows of the index have in common. */
function newestFrom(
  owner: Owner,
  of: string,
  conditions: EventConditions,
  only: SQL[] = [],
  filters: Filter[] = eventFilters(conditions),
): ListSource {
  const [index, mine] = ofOwner(owner, of);
  const { crossing } = conditions;
  return {
    of: 'event',
    keys: crossing ? newestAmongParts('event') : NEWEST_FIRST,
    from: (join, ends) =>
      sql`events event INDEXED BY ${index}${join}
        WHERE ${all([mine, ...only, ...acceptedIn(conditions, sql`event.accepted_us`, ends)])}`,
    filters,
    crossing,
  };
}

function sourceByIdentity(conditions: EventConditions, owner: Owner): ListSource {
  const [index, mine] =
    owner.tenant === undefined
      ? [sql`assets_public_by_identity`, sql`asset.public = 1`]
      : [sql`assets_by_identity`, sql`asset.tenant = ${owner.tenant}`];
  return {
    of: 'event',
    keys: BY_IDENTITY,
    from: (join) => sql`assets asset INDEXED BY ${index}
      CROSS JOIN events event INDEXED BY events_by_id ON event.asset = asset.number${join} WHERE ${mine}`,
    filters: timedFilters(conditions),
    few: owner.whole ? windowOf(conditions, owner) : undefined,
    crossing: conditions.crossing,
  };
}

/** The events of a time window, for a list by identity. */
function windowOf(conditions: EventConditions, owner: Owner): ListSource['few'] {
  const { accepted } = conditions;
  if (accepted?.since === undefined || accepted.before === undefined) return undefined;
  const [index, mine] = ofOwner(owner, 'events_accepted');
  const where = all([mine, ...acceptedIn(conditions, sql`event.accepted_us`)]);
  return {
    size: sql`events event INDEXED BY ${index} WHERE ${where}`,
    from: () =>
      sql`events event INDEXED BY ${index} CROSS JOIN assets asset ON asset.number = event.asset WHERE ${where}`,
    most: SORTED,
    filters: eventFilters(conditions),
  };
}

/** The events that the log does not have: few, in the order of commits, or else in that of the list. */
function sourceOfUnlogged(conditions: EventConditions, owner: Owner): ListSource {
  const few = {
    from: (join: SQL): SQL => unloggedEvents(owner, join),
    filters: [() => CONFIRMED_ROW, ...timedFilters({ ...conditions, unlogged: undefined })],
  };
  if (conditions.byCommit) return { of: 'event', keys: BY_COMMIT, ...few };
  return {
    ...newestFrom(owner, 'events_accepted', conditions),
    few: { ...few, size: unloggedEvents(owner), most: mostSorted(owner) },
  };
}

/** The events with the value of a filter, for which there is an index. */
function sourceByLeaf(conditions: EventConditions, owner: Owner, filter: AttributeFilter): ListSource {
  const tenant = owner.tenant ?? sql.raw(String(PUBLIC_LEAVES));
  const sets = sql.raw(String(SETS[filter.scope as keyof typeof SETS]));
  const has = (ends: Parameters<ListSource['from']>[1]): SQL =>
    all([
      sql`leaf.tenant = ${tenant} AND leaf.sets = ${sets} AND leaf.path = ${filter.path}
        AND leaf.key = ${keyOf(filter)}`,
      ...acceptedIn(conditions, sql`leaf.accepted_us`, ends),
    ]);
  return {
    of: 'event',
    keys: conditions.crossing ? newestAmongParts('leaf') : NEWEST_LEAF_FIRST,
    from: (join, ends) =>
      sql`event_leaves leaf CROSS JOIN events event ON event.number = leaf.event${join} WHERE ${has(ends)}`,
    index: { alias: 'leaf', rows: sql`event_leaves leaf WHERE ${has({})}` },
    // Of an attribute that a reader may not read, an index has the values all the same.
    filters: eventFilters(conditions, owner.whole ? filter : undefined),
    crossing: conditions.crossing,
  };
}

/** Whether an index gives this filter's events in the order of the list, so that the scan can start from it. */
const drives = (filter: AttributeFilter, { tenant, whole }: Owner): boolean =>
  whole &&
  filter.op === 'equal' &&
  (filter.scope === 'event_attributes' || (filter.scope === 'asset_attributes' && tenant !== undefined));
