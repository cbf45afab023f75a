import { sql } from 'drizzle-orm';
import type { Scope } from '../../access/scope.ts';
import { notFound } from '../../lib/errors.ts';
import type { EventRecord } from '../records/event.ts';
import { seenEvent } from '../records/rows.ts';
import { logScope, ownerOf, partsByStatus, SHARER, termsOf } from './conditions.ts';
import { inAnotherOrder, isEmpty, withinTimes, withoutOwnTime } from './declared-order.ts';
import { committedIn, declaredIn, type EventConditions } from './event-conditions.ts';
import { eventSource } from './event-source.ts';
import { eventsOfOne } from './events-of-one.ts';
import { grantedPart, parted, partOf, type Part } from './list.ts';
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
