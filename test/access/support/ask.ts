import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../../../src/access/principal.ts';
import { TenantScope, type RequiredRole, type Scope } from '../../../src/access/scope.ts';
import { Lanes } from '../../../src/platform/pacing/budget.ts';
import type { Attributes } from '../../../src/formats/records/attributes.ts';
import { ServiceError } from '../../../src/lib/errors.ts';
import { parseTerm, type AttributeFilter, type FilterScope } from '../../../src/formats/records/filters.ts';
import type { AssetRecord } from '../../../src/ledger/records/asset.ts';
import { listAssets } from '../../../src/ledger/lists/asset-lists.ts';
import { listEvents } from '../../../src/ledger/lists/event-lists.ts';
import { readAsset, readAssetAt, readEvent } from '../../../src/ledger/lists/history.ts';
import type { ListPage, Window } from '../../../src/ledger/lists/page.ts';
import type { Order } from '../../../src/ledger/lists/conditions.ts';
import type { EventConditions, TimeRange } from '../../../src/ledger/lists/event-conditions.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import {
  assetMeets,
  eventMeets,
  readable,
  revealsNothing,
  type ModelAsset,
  type SeenAsset,
  type SeenEvent,
} from './model.ts';
import type { Asking } from './world.ts';

/** A difference between the service and the model. */
export class Disagreement extends Error {}

/** Compares a result of the service with the model. */
export function agree(what: string, said: unknown, wanted: unknown): void {
  if (isDeepStrictEqual(said, wanted)) return;
  throw new Disagreement(`${what}\n  the service: ${JSON.stringify(said)}\n  the model:   ${JSON.stringify(wanted)}`);
}

export const scopeOf = (db: Database, caller: Caller, permission: RequiredRole = 'member'): TenantScope =>
  new TenantScope(db, caller, permission, 'test');

const ASSET_SCOPES: FilterScope[] = ['attributes'];
const EVENT_SCOPES: FilterScope[] = ['event_attributes', 'asset_attributes', 'asset.attributes'];
/** Filters as the parser of requests returns them. */
export const parsed = (scopes: FilterScope[], groups: string[][]): AttributeFilter[][] =>
  groups.map((or) => or.map((text) => parseTerm(scopes, text) as AttributeFilter));

/** Concurrent queries are sent in one batch (door.ts), so that no search waits for another. */
export const lanes = new Lanes('searches', Infinity, 0);

/** How a list is read. `short`: the search covers many policies, so pages before the last may be short. `exact`:
 * every page counts all records. */
export type Paging = Pick<Asking, 'size' | 'cap'> & { short?: boolean; exact?: boolean };

/** Maximum number of rows that one statement reads: low, so that searches stop in the middle of lists. */
const scanOf = (size: number): number => Math.max(6, Math.ceil(size / 2));

/**
 * Reads all pages of a list: the first counts all records, the others up to `cap`. Every page but the last is full
 * unless a search stops early; in a quarter of the lists, searches stop after a few rows.
 */
export async function pages<T>(
  what: string,
  { size, cap, short, exact }: Paging,
  page: (window: Window) => Promise<ListPage<T>>,
): Promise<{ items: T[]; total: number }> {
  const items: T[] = [];
  // Pages of up to two records are 503 if they would be short.
  const few = size > 2 && cap % 4 === 0 ? { scan: scanOf(size) } : {};
  let total: number | undefined;
  let read = 0;
  for (let after: Window['after'], last = false; !last;) {
    const answer = await page({ size, after, countTo: total === undefined ? undefined : cap, lanes, ...few });
    if (total !== undefined && !Number.isNaN(total)) {
      const counted = exact ? total : Math.min(total, cap);
      agree(`${what}: total counted to ${cap}`, answer.total, answer.truncated ? cap : counted);
    }
    // A search in small steps may stop counting.
    total ??= few.scan && answer.truncated ? NaN : answer.total;
    items.push(...answer.rows);
    if (answer.next) agree(`${what}: a page that goes on`, isDeepStrictEqual(answer.next, after), false);
    after = answer.next;
    last = after === undefined;
    if (!few.scan && !short)
      agree(`${what}: a page that is full or the last`, last || answer.rows.length === size, true);
    if (items.length > 100_000 || ++read > 10_000) throw new Disagreement(`${what}: the pages do not end`);
  }
  return { items, total: Number.isNaN(total!) ? items.length : total! };
}

export const ascending = (x: string, y: string): number => Number(x > y) - Number(x < y);

/** Compares a list's assets, their order and its total with the model. */
export function agreeOnAssets(
  what: string,
  { items, total }: { items: AssetRecord[]; total: number },
  wanted: SeenAsset[],
): void {
  agree(
    what,
    items.map(({ id, attributes }) => ({ id, attributes })),
    wanted.map(({ asset, attributes }) => ({ id: asset.id, attributes })),
  );
  agree(
    `${what}: times of last events that reveal something unseen`,
    items.filter(({ headUs }, i) => !revealsNothing(wanted[i]!, headUs)).map(({ id, headUs }) => ({ id, headUs })),
    [],
  );
  agree(`${what}: total`, total, wanted.length);
}

/** Reads a list of assets page by page in an order, and compares it with the model. */
export async function checkAssets(
  db: Database,
  caller: Caller,
  seen: SeenAsset[],
  order: Order,
  groups: string[][],
  asking: Paging,
): Promise<void> {
  const what = `assets, ${order}, pages of ${asking.size}, filters ${JSON.stringify(groups)}`;
  const conditions = { filters: parsed(ASSET_SCOPES, groups), where: [], order };
  const { items, total } = await pages(what, asking, (window) => listAssets(scopeOf(db, caller), conditions, window));
  const wanted = seen
    .filter((of) => assetMeets(groups, of))
    .sort(({ asset: x }, { asset: y }) =>
      order === 'DEFAULT' ? y.createdUs - x.createdUs || y.written - x.written : ascending(x.id, y.id),
    );
  agreeOnAssets(what, { items, total }, wanted);
}

/** The fields of an event that are compared. */
const shownEvent = ({
  id,
  asset,
  eventAttributes,
  assetAttributes,
}: Pick<SeenEvent, 'id' | 'asset' | 'eventAttributes' | 'assetAttributes'>) => ({
  id,
  asset,
  eventAttributes,
  assetAttributes,
});

/** The orders of lists of events in the model. `written`: `ModelAsset.written` by asset. */
export const eventOrder = (
  order: EventConditions['order'],
  written: ReadonlyMap<string, number>,
): ((x: SeenEvent, y: SeenEvent) => number) => {
  const later = (x: SeenEvent, y: SeenEvent): number => written.get(y.asset)! - written.get(x.asset)! || y.seq - x.seq;
  return {
    DEFAULT: (x: SeenEvent, y: SeenEvent) => y.acceptedUs - x.acceptedUs || later(x, y),
    SIMPLEHASH: (x: SeenEvent, y: SeenEvent) => ascending(x.asset, y.asset) || ascending(x.id, y.id),
    DECLARED: (x: SeenEvent, y: SeenEvent) => y.declaredUs - x.declaredUs || later(x, y),
  }[order];
};
/** The times of a list of events. */
type Times = { accepted?: TimeRange; declared?: TimeRange; committed?: TimeRange };
export const during = ({ since = -Infinity, before = Infinity }: TimeRange = {}, us: number): boolean =>
  us >= since && us < before;

/** Reads a list of events (of one asset or of all) page by page in an order, and compares it with the model. */
export const checkEvents = (
  db: Database,
  caller: Caller,
  seen: SeenAsset[],
  asset: string | undefined,
  order: EventConditions['order'],
  groups: string[][],
  asking: Paging,
  times?: Times,
): Promise<void> => checkEventsOf(() => scopeOf(db, caller), seen, asset, order, groups, asking, times);

/** The same for any audience. */
export async function checkEventsOf(
  scope: () => Scope,
  seen: SeenAsset[],
  asset: string | undefined,
  order: EventConditions['order'],
  groups: string[][],
  asking: Paging,
  times: Times = {},
): Promise<void> {
  const what =
    `events of ${asset ?? 'all'}, ${order}, pages of ${asking.size}, filters ` +
    `${JSON.stringify(groups)}, times ${JSON.stringify(times)}`;
  const conditions = { filters: parsed(EVENT_SCOPES, groups), where: [], order, ...times };
  const list = pages(what, asking, (window) => listEvents(scope(), asset, conditions, window));
  const of = asset === undefined ? seen : seen.filter((one) => one.asset.id === asset);
  if (asset !== undefined && of.length === 0) {
    agree(what, await absent(list), 'not found');
    return;
  }
  const { items, total } = await list;
  const wanted = of
    .flatMap((one) => one.events.filter((event) => eventMeets(groups, event, one)))
    .filter((event) => during(times.accepted, event.acceptedUs) && during(times.declared, event.declaredUs))
    .filter((event) => during(times.committed, event.committedUs))
    .sort(eventOrder(order, new Map(of.map((one) => [one.asset.id, one.asset.written]))));
  agree(what, items.map(shownEvent), wanted.map(shownEvent));
  agree(`${what}: total`, total, wanted.length);
}

/** The record, or 'not found' for a 404. */
async function absent<T>(reading: Promise<T>): Promise<T | 'not found'> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'not_found') return 'not found';
    throw error;
  }
}

/** Reads one asset, currently or at a time, and compares it with the model. */
export async function checkAsset(
  db: Database,
  caller: Caller,
  seen: SeenAsset[],
  asset: ModelAsset,
  at?: { us: number; attributes: Attributes },
): Promise<void> {
  const mine = seen.find((of) => of.asset.id === asset.id);
  const scope = scopeOf(db, caller);
  const read = await absent(at ? readAssetAt(scope, asset.id, at.us) : readAsset(scope, asset.id));
  agree(
    `read assets/${asset.id}${at ? ` at ${at.us - asset.createdUs} us` : ''}`,
    read === 'not found' ? read : { id: read.id, attributes: read.attributes },
    mine ? { id: asset.id, attributes: readable(mine.layers, (at ?? asset).attributes) } : 'not found',
  );
  if (read !== 'not found' && mine && !at)
    agree(
      `read assets/${asset.id}: its last event tells no more (${read.headUs})`,
      revealsNothing(mine, read.headUs),
      true,
    );
}

/** Reads one event and compares it with the model. */
export async function checkEvent(
  db: Database,
  caller: Caller,
  seen: SeenAsset[],
  asset: string,
  event: string,
): Promise<void> {
  const mine = seen.find((of) => of.asset.id === asset)?.events.find(({ id }) => id === event);
  const read = await absent(readEvent(scopeOf(db, caller), asset, event));
  agree(
    `read assets/${asset}/events/${event}`,
    read === 'not found' ? read : shownEvent(read),
    mine ? shownEvent(mine) : 'not found',
  );
}
