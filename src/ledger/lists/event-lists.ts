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
import { conditionsOf, stopUnlessFew, timesAnd, type Search } from './event-search.ts';
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

/** Reads a page of events, of one asset or of all: newest first, by declared time, or by identity. Throws 404 for an asset that the audience may not see. */
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

/** The events of the audience's own assets: of a tenancy for its administrators, of all public assets for anonymous callers. */
function ownEvents(scope: Scope, conditions: EventConditions): Part<EventListRow> {
  const { keys, from, leaves, residual, few } = searchOfOwn(scope, conditions);
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
function windowOf(scope: Scope, conditions: EventConditions): Search['few'] {
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

function searchOfOwn(scope: Scope, conditions: EventConditions): Search {
  const { order, status, behaviour, filters } = conditions;
  const tenant = tenantNumber(scope.tenant ?? '');
  const inTime = (of: Ends): SQL[] => acceptedIn(conditions, sql`event.accepted_us`, of);
  if (order === 'SIMPLEHASH') {
    const assets =
      scope.tenant === undefined
        ? sql`assets asset INDEXED BY assets_public_by_identity`
        : sql`assets asset INDEXED BY assets_by_identity`;
    const mine = scope.tenant === undefined ? sql`asset.public = 1` : sql`asset.tenant = ${tenant}`;
    return {
      keys: BY_IDENTITY,
      from: () =>
        sql`${assets} CROSS JOIN events event INDEXED BY events_by_id ON event.asset = asset.number WHERE ${mine}`,
      residual: timesAnd(conditions),
      few: windowOf(scope, conditions),
    };
  }
  if (order === 'DECLARED') {
    const [index, mine] = ofAudience(scope, 'event', 'events_declared', tenant);
    return {
      keys: BY_DECLARED,
      from: (of) => sql`events event INDEXED BY ${index} WHERE ${all([mine, OWN_TIME, ...declaredIn(conditions, of)])}`,
      residual: timesAnd(conditions),
    };
  }
  const newestFirst = conditions.crossing ? newestAmongParts('event') : NEWEST_FIRST;
  if (conditions.unlogged) {
    const logged = { ...conditions, unlogged: undefined };
    const events =
      scope.tenant === undefined
        ? unloggedEvents(undefined, sql`${PUBLIC_SCOPE}`)
        : unloggedEvents(tenant, sql`${scope.tenant}`);
    const residual = [() => CONFIRMED_ROW, ...timesAnd(logged)];
    if (conditions.byCommit) return { keys: BY_COMMIT, from: () => events, residual };
    const [index, mine] = ofAudience(scope, 'event', 'events_accepted', tenant);
    return {
      keys: newestFirst,
      from: (of) => sql`events event INDEXED BY ${index} WHERE ${all([mine, ...inTime(of)])}`,
      residual: conditionsOf(conditions),
      few: { size: events, from: events, most: SORTED_UNLOGGED, residual },
    };
  }
  if (status) {
    const [index, mine] = ofAudience(scope, 'event', 'events_unconfirmed', tenant);
    return {
      keys: newestFirst,
      from: (of) =>
        sql`events event INDEXED BY ${index} WHERE ${all([mine, sql`event.confirmation <> 'CONFIRMED'`, ...inTime(of)])}`,
      residual: conditionsOf(conditions),
    };
  }
  const driver = fileOf(conditions) ?? filters.find((or) => or.length === 1 && drives(or[0]!, scope))?.[0];
  if (driver) {
    const mine = scope.tenant === undefined ? sql.raw(String(PUBLIC_LEAVES)) : tenant;
    const sets = sql.raw(String(SETS[driver.scope as keyof typeof SETS]));
    const has = (of: Ends): SQL =>
      all([
        sql`leaf.tenant = ${mine} AND leaf.sets = ${sets} AND leaf.path = ${driver.path} AND leaf.key = ${keyOf(driver)}`,
        ...acceptedIn(conditions, sql`leaf.accepted_us`, of),
      ]);
    return {
      keys: conditions.crossing ? newestAmongParts('leaf') : NEWEST_LEAF_FIRST,
      from: (of) => sql`event_leaves leaf CROSS JOIN events event ON event.number = leaf.event WHERE ${has(of)}`,
      leaves: sql`event_leaves leaf WHERE ${has({})}`,
      residual: conditionsOf(conditions, driver),
    };
  }
  const rare = behaviour !== undefined && behaviour !== COMMON_BEHAVIOUR;
  const [index, mine] = ofAudience(scope, 'event', rare ? 'events_behaviour' : 'events_accepted', tenant);
  const only = rare
    ? [sql`event.behaviour <> ${sql.raw(`'${COMMON_BEHAVIOUR}'`)} AND event.behaviour = ${behaviour}`]
    : [];
  return {
    keys: newestFirst,
    from: (of) => sql`events event INDEXED BY ${index} WHERE ${all([mine, ...only, ...inTime(of)])}`,
    residual: conditionsOf(rare ? { ...conditions, behaviour: undefined } : conditions),
  };
}

/** Whether an index gives this filter's events in the order of the list, so that the search can start from it. */
const drives = (filter: AttributeFilter, scope: Scope): boolean =>
  filter.op === 'equal' &&
  (filter.scope === 'event_attributes' || (filter.scope === 'asset_attributes' && scope.tenant !== undefined));
