import { sql, type SQL } from 'drizzle-orm';
import type { Seen } from '../../access/queries.ts';
import type { Scope } from '../../access/scope.ts';
import { notFound } from '../../lib/errors.ts';
import { PUBLIC_SCOPE } from '../../lib/identifiers.ts';
import { PUBLIC_LEAVES, tenantNumber } from '../../platform/database/numbers.ts';
import type { AttributeFilter } from '../../formats/records/filters.ts';
import { inAnotherOrder, isEmpty, withinTimes, withoutOwnTime } from './declared-order.ts';
import {
  acceptedIn,
  BY_DECLARED,
  BY_COMMIT,
  BY_IDENTITY,
  committedIn,
  CONFIRMED_ROW,
  COMMON_BEHAVIOUR,
  declaredIn,
  newestAmongParts,
  NEWEST_FIRST,
  NEWEST_LEAF_FIRST,
  OWN_TIME,
  type EventConditions,
} from './event-conditions.ts';
import { conditionsOf, stopUnlessFew, timesAnd, type EventSource } from './event-source.ts';
import { eventsOfOne } from './events-of-one.ts';
import { grantedEvents } from './granted-events.ts';
import type { EventRecord } from '../records/event.ts';
import { seenEvent } from '../records/rows.ts';
import { readPage, type ListPage, type Window } from './page.ts';
import { all, fileOf, keyOf, logScope, SETS, termsOf } from './conditions.ts';
import type { Ends, Part, Span } from './parts.ts';
import { partsByStatus, SORTED_UNLOGGED, unloggedEvents } from './unlogged.ts';
import { countStatement, inRange, orderBy, pageStatement, spentAt, type EventListRow } from './statements.ts';

/** A list by identity of a time window with at most this many events sorts the whole window. */
const SORTED = 12_000;

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
  const partsOf = (of: EventConditions, byCommit = false): Part<EventListRow>[] => {
    if (of.none) return [];
    return partsByStatus(of, 'event', log).flatMap((part) =>
      asset === undefined
        ? [ownEvents(scope, { ...part, byCommit }), ...grantedEvents(scope, { ...part, byCommit })]
        : [eventsOfOne(scope, asset, part)],
    );
  };
  const countedByAcceptance =
    status === 'PENDING' ||
    (order !== 'DEFAULT' && (!byDeclared || status !== undefined || declaredIn(asked).length === 0));
  const others = withoutOwnTime(conditions, cost);
  const page = await readPage<EventListRow>(
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
      cursor: (row) => {
        if (order === 'SIMPLEHASH') return [row.asset, row.id];
        return byDeclared
          ? [row.declaredUs ?? row.acceptedUs, row.assetNumber, row.seq]
          : [row.acceptedUs, row.number, row.seq];
      },
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

/** An index and the condition on its rows: those of a tenancy, or the public ones. */
const ofAudience = (scope: Scope, alias: string, index: string, tenant: SQL): [index: SQL, mine: SQL] =>
  scope.tenant === undefined
    ? [sql.raw(index.replace('events_', 'events_public_')), sql`${sql.raw(alias)}.public = 1`]
    : [sql.raw(index), sql`${sql.raw(alias)}.tenant = ${tenant}`];

/**
 * The events of the audience's own assets: of a tenancy for its administrators, of all public assets for anonymous
 * callers.
 */
function ownEvents(scope: Scope, conditions: EventConditions): Part<EventListRow> {
  const { keys, from, leaves, residual, few } = sourceOfOwn(scope, conditions);
  const body = (source: SQL, seen: Seen, span: Span): SQL => all([source, seen.sees('event'), ...inRange(keys, span)]);
  const found = (seen: Seen, span: Span): SQL => {
    const source = span.sorted && few ? few : { from: from(span), residual };
    return all([body(source.from, seen, span), ...source.residual.map((one) => one(seen))]);
  };
  /** The rows of the index alone, where they suffice to count: the events may be on as many pages of the database. */
  const counted = (seen: Seen, span: Span): SQL =>
    leaves && residual.length === 0 ? sql`${leaves} AND ${seen.seesRecordOf('leaf')}` : found(seen, span);
  const stop = (seen: Seen, span: Span): SQL =>
    stopUnlessFew(spentAt('event', keys, body(from(span), seen, span), { ...span, seen }, conditions.crossing), few, {
      ...span,
      seen,
    });
  return {
    ...(residual.length === 0 ? {} : { stop: (span: Span) => scope.query('own', (seen) => stop(seen, span)) }),
    rows: (span, limit) =>
      scope.query('own', (seen) =>
        pageStatement('event', seen, found(seen, span), orderBy(keys, span.sorted ? '+' : ''), limit),
      ),
    count: (span, limit) => scope.query('own', (seen) => countStatement(counted(seen, span), limit)),
  };
}

/** The events of a time window, for a list by identity. */
function windowOf(scope: Scope, conditions: EventConditions): EventSource['few'] {
  const { accepted } = conditions;
  if (accepted?.since === undefined || accepted.before === undefined) return undefined;
  const [index, mine] = ofAudience(scope, 'event', 'events_accepted', tenantNumber(scope.tenant ?? ''));
  const where = all([mine, ...acceptedIn(conditions, sql`event.accepted_us`)]);
  return {
    size: sql`events event INDEXED BY ${index} WHERE ${where}`,
    from: sql`events event INDEXED BY ${index} CROSS JOIN assets asset ON asset.number = event.asset WHERE ${where}`,
    most: SORTED,
    residual: conditionsOf(conditions),
  };
}

function sourceOfOwn(scope: Scope, conditions: EventConditions): EventSource {
  const { order, status, behaviour, filters } = conditions;
  if (order === 'SIMPLEHASH') return sourceByIdentity(scope, conditions);
  const tenant = tenantNumber(scope.tenant ?? '');
  if (order === 'DECLARED') {
    const [index, mine] = ofAudience(scope, 'event', 'events_declared', tenant);
    return {
      keys: BY_DECLARED,
      from: (of) => sql`events event INDEXED BY ${index} WHERE ${all([mine, OWN_TIME, ...declaredIn(conditions, of)])}`,
      residual: timesAnd(conditions),
    };
  }
  if (conditions.unlogged) return sourceOfUnlogged(scope, conditions);
  if (status) {
    const only = [sql`event.confirmation <> 'CONFIRMED'`];
    return newestFrom(scope, 'events_unconfirmed', conditions, only, conditionsOf(conditions));
  }
  const driver = fileOf(conditions) ?? filters.find((or) => or.length === 1 && drives(or[0]!, scope))?.[0];
  if (driver) return sourceByLeaf(scope, conditions, driver);
  if (behaviour === undefined || behaviour === COMMON_BEHAVIOUR)
    return newestFrom(scope, 'events_accepted', conditions, [], conditionsOf(conditions));
  const only = [sql`event.behaviour <> ${sql.raw(`'${COMMON_BEHAVIOUR}'`)} AND event.behaviour = ${behaviour}`];
  return newestFrom(scope, 'events_behaviour', conditions, only, conditionsOf({ ...conditions, behaviour: undefined }));
}

/** The events of an index in the order of acceptance. `only`: what the rows of the index have in common. */
function newestFrom(
  scope: Scope,
  of: string,
  conditions: EventConditions,
  only: SQL[],
  residual: EventSource['residual'],
): EventSource {
  const [index, mine] = ofAudience(scope, 'event', of, tenantNumber(scope.tenant ?? ''));
  return {
    keys: conditions.crossing ? newestAmongParts('event') : NEWEST_FIRST,
    from: (ends) =>
      sql`events event INDEXED BY ${index}
        WHERE ${all([mine, ...only, ...acceptedIn(conditions, sql`event.accepted_us`, ends)])}`,
    residual,
  };
}

function sourceByIdentity(scope: Scope, conditions: EventConditions): EventSource {
  const [index, mine] =
    scope.tenant === undefined
      ? [sql`assets_public_by_identity`, sql`asset.public = 1`]
      : [sql`assets_by_identity`, sql`asset.tenant = ${tenantNumber(scope.tenant)}`];
  const from = sql`assets asset INDEXED BY ${index}
    CROSS JOIN events event INDEXED BY events_by_id ON event.asset = asset.number WHERE ${mine}`;
  return { keys: BY_IDENTITY, from: () => from, residual: timesAnd(conditions), few: windowOf(scope, conditions) };
}

/** The events that the log of the audience does not have: few, in the order of commits, or else in that of the list. */
function sourceOfUnlogged(scope: Scope, conditions: EventConditions): EventSource {
  const events =
    scope.tenant === undefined
      ? unloggedEvents(undefined, sql`${PUBLIC_SCOPE}`)
      : unloggedEvents(tenantNumber(scope.tenant), sql`${scope.tenant}`);
  const residual = [() => CONFIRMED_ROW, ...timesAnd({ ...conditions, unlogged: undefined })];
  if (conditions.byCommit) return { keys: BY_COMMIT, from: () => events, residual };
  return {
    ...newestFrom(scope, 'events_accepted', conditions, [], conditionsOf(conditions)),
    few: { size: events, from: events, most: SORTED_UNLOGGED, residual },
  };
}

/** The events with the value of a filter, for which there is an index. */
function sourceByLeaf(scope: Scope, conditions: EventConditions, filter: AttributeFilter): EventSource {
  const mine = scope.tenant === undefined ? sql.raw(String(PUBLIC_LEAVES)) : tenantNumber(scope.tenant);
  const sets = sql.raw(String(SETS[filter.scope as keyof typeof SETS]));
  const has = (of: Ends): SQL =>
    all([
      sql`leaf.tenant = ${mine} AND leaf.sets = ${sets} AND leaf.path = ${filter.path} AND leaf.key = ${keyOf(filter)}`,
      ...acceptedIn(conditions, sql`leaf.accepted_us`, of),
    ]);
  return {
    keys: conditions.crossing ? newestAmongParts('leaf') : NEWEST_LEAF_FIRST,
    from: (of) => sql`event_leaves leaf CROSS JOIN events event ON event.number = leaf.event WHERE ${has(of)}`,
    leaves: sql`event_leaves leaf WHERE ${has({})}`,
    residual: conditionsOf(conditions, filter),
  };
}

/** Whether an index gives this filter's events in the order of the list, so that the scan can start from it. */
const drives = (filter: AttributeFilter, scope: Scope): boolean =>
  filter.op === 'equal' &&
  (filter.scope === 'event_attributes' || (filter.scope === 'asset_attributes' && scope.tenant !== undefined));
