import { sql } from 'drizzle-orm';
import type { PublicScope } from '../../access/public.ts';
import { correctionsByEvent } from '../../formats/records/corrections.ts';
import { readAttached } from '../../features/blobs/attached.ts';
import { BASE_PATH } from '../../settings/config.ts';
import { ServiceError } from '../../lib/errors.ts';
import { nowMicros, parseTimestamp, pastMoment } from '../../lib/time.ts';
import type { Pairs } from '../../http/input.ts';
import type { ListResult, PageRequest } from '../../http/paging.ts';
import { assetJson } from '../../ledger/records/asset.ts';
import { eventJson, eventJsonWithEntry } from '../../ledger/records/event.ts';
import type { EventConditions } from '../../ledger/lists/event-conditions.ts';
import { listEvents } from '../../ledger/lists/event-lists.ts';
import { readAsset, readAssetAndNow, readEventOf } from '../../ledger/lists/history.ts';
import { assetPage, nameOf, type TimeProblem } from '../../http/pages/asset.ts';
import type { Corrections } from '../../http/pages/corrections.ts';
import { eventPage } from '../../http/pages/event.ts';
import { blobsIn } from '../../http/pages/files.ts';
import type { KnownFile, Organization, ShownEvent } from '../../http/pages/model.ts';
import type { PageTexts } from '../../http/pages/texts/en.ts';
import { timelinePage, TYPE_FILTER } from '../../http/pages/timeline.ts';

/** For whom a page is: the public, in a language. */
export type PageReader = { scope: PublicScope; texts: PageTexts };
/** `hasMaps`: logs have maps, and so assets complete histories. */
type AssetReader = PageReader & { hasMaps: boolean };

/** The number of events on the page of an asset. */
const NEWEST = 20;

/** The newest events of an asset that are searched for corrections: one read with an index, however many there are. */
const SEARCHED = 100;

/** The order of events on pages. */
const ORDER = 'timestamp_declared';

/** The moment that a form without scripts asks for: a date and time in UTC without its zone. */
const IN_FORM = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?$/;

/** The events of an asset, newest first by acceptance. */
const ALL: EventConditions = { filters: [], where: [], order: 'DEFAULT', accepted: {}, declared: {}, committed: {} };

/** Clocks of readers and of the service differ, by less than these microseconds. */
const CLOCKS = 60_000_000;

/** The maximum length of an invalid moment that the form shows again. */
const SHOWN = 64;

/**
 * The page of an asset. `atTime`: the moment in the query of the API; `inForm`: that of the form. A moment that the
 * form cannot have, or that has not come yet, leads to the page of the asset as it is, with the problem; one at which
 * the asset did not exist, to a page without its state.
 */
export async function assetHtml(by: AssetReader, id: string, atTime: string | undefined, inForm: string | null) {
  const { scope } = by;
  const text = atTime ?? (inForm === null || inForm === '' ? undefined : utcOf(inForm));
  const asked = text === undefined ? undefined : parseTimestamp(text);
  // Nothing is known about a moment that is not over: the page shows the asset as it is.
  const at = pastMoment(asked, nowMicros()) === undefined ? undefined : asked;
  const read = (moment: typeof at) => whole(readAssetAndNow(scope, id, moment?.lastUs), eventsOf(scope, id, moment));
  if (text !== undefined && !asked) {
    const problem = { value: inForm!.slice(0, SHOWN).toWellFormed(), kind: 'invalid' } as const;
    return assetOn(by, id, undefined, await read(undefined), problem);
  }
  if (asked && asked.us > nowMicros() + CLOCKS)
    return assetOn(by, id, undefined, await read(undefined), { value: asked.text, kind: 'future' });
  try {
    return await assetOn(by, id, at, await read(at));
  } catch (error) {
    if (!at || !(error instanceof ServiceError && error.kind === 'not_found')) throw error;
    return assetOn(by, id, undefined, await read(undefined), { value: at.text, kind: 'before-creation' });
  }
}

/**
 * The value of the form as an RFC 3339 time; without seconds, the beginning of the minute. Other texts are unchanged.
 */
const utcOf = (value: string): string =>
  IN_FORM.test(value) ? `${value}${/T\d\d:\d\d$/.test(value) ? ':00' : ''}Z` : value;

type At = ReturnType<typeof parseTimestamp>;

/**
 * Waits for all reads, also if one of them fails: a list that still runs when the response is sent would be dropped
 * with the request, without leaving its lane.
 */
async function whole<T extends unknown[]>(...reads: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
  await Promise.allSettled(reads);
  return (await Promise.all(reads)) as T;
}

/** The newest events by declared time that were accepted up to a moment, and whether there are more. */
async function eventsOf(scope: PublicScope, id: string, at: At): Promise<{ events: ShownEvent[]; more: boolean }> {
  const accepted = at ? { before: at.lastUs + 1 } : {};
  const conditions: EventConditions = { ...ALL, order: 'DECLARED', accepted };
  const { rows, next } = await listEvents(scope, id, conditions, { size: NEWEST, after: undefined, countTo: 1 });
  return { events: rows.map((event) => eventJson(event, 'publicassets')), more: next !== undefined };
}

/**
 * The corrections among the newest events of an asset, also among those that were accepted after the moment that a
 * page shows, and whether there are older events.
 */
async function correctionsOf(scope: PublicScope, id: string): Promise<Corrections> {
  const { rows, next } = await listEvents(scope, id, ALL, { size: SEARCHED, after: undefined, countTo: 1 });
  const events = rows.map((event) => eventJson(event, 'publicassets'));
  return { of: correctionsByEvent(`assets/${id}`, events), more: next !== undefined };
}

async function assetOn(
  { scope, texts, hasMaps }: AssetReader,
  id: string,
  at: At,
  [{ asset, now }, shown]: [Awaited<ReturnType<typeof readAssetAndNow>>, Awaited<ReturnType<typeof eventsOf>>],
  problem?: TimeProblem,
): Promise<string> {
  const [files, organization, corrections] = await whole(
    filesOf(scope, id, blobsIn(asset.attributes)),
    organizationOf(scope, asset),
    correctionsOf(scope, id),
  );
  return assetPage({
    texts,
    base: BASE_PATH,
    organization,
    asset: assetJson(asset, at?.text, 'publicassets'),
    at: at?.text,
    problem,
    downloadable: blobsIn(now),
    files,
    corrections,
    hasMaps,
    ...shown,
  });
}

/** The page of an event. */
export async function eventHtml({ scope, texts }: PageReader, asset: string, id: string) {
  const found = await readEventOf(scope, asset, id);
  const { eventAttributes, assetAttributes } = found.event;
  const [files, organization, corrections] = await whole(
    filesOf(scope, asset, blobsIn(eventAttributes, assetAttributes)),
    organizationOf(scope, found.asset),
    correctionsOf(scope, found.asset.id),
  );
  const event = eventJsonWithEntry(found.event, 'publicassets');
  const shown = assetJson(found.asset, undefined, 'publicassets');
  return eventPage({ texts, base: BASE_PATH, organization, asset: shown, event, corrections, files });
}

/**
 * One page of the timeline of an asset: by declared time, unless the query has another order, or is the token of a list
 * in another order. `list` returns the events in this order.
 */
export async function timelineHtml(
  { scope, texts }: PageReader,
  id: string,
  request: { page: PageRequest; filters: Pairs; query: { order_by?: string | undefined } },
  list: (order: typeof ORDER | undefined) => Promise<{ list: ListResult<ShownEvent> }>,
  tokenOf: (next: ListResult<ShownEvent>['next'], also: Pairs) => Promise<string>,
) {
  const { page, filters, query } = request;
  const order = query.order_by === undefined && !page.after ? ORDER : undefined;
  const [asset, { list: found }, corrections] = await whole(
    readAsset(scope, id),
    list(order),
    correctionsOf(scope, id),
  );
  const { order_by: asked = order, ...conditions } = query;
  const terms = filters.length + Object.values(conditions).filter((value) => value !== undefined).length;
  const shown = assetJson(asset, undefined, 'publicassets');
  return timelinePage({
    texts,
    base: BASE_PATH,
    asset: { identity: shown.identity, name: nameOf(texts, shown) },
    events: found.items,
    corrections,
    size: page.size,
    next: await tokenOf(found.next, order ? [['order_by', order]] : []),
    later: page.after !== undefined,
    byDeclared: asked === ORDER,
    type: filters.find(([key]) => key === TYPE_FILTER)?.[1],
    filtered: terms > 0,
  });
}

/**
 * The organization that owns an asset. Only pages name it: public responses of the API have the identity of its
 * tenancy.
 */
async function organizationOf(scope: PublicScope, { tenant }: { tenant: string }): Promise<Organization> {
  const [[found]] = await scope.published((db) =>
    db.batch([
      db.sql<Organization>(
        sql`SELECT display_name AS name, verified_domain AS domain FROM tenants WHERE id = ${tenant}`,
      ),
    ]),
  );
  return found!;
}

async function filesOf(scope: PublicScope, asset: string, blobs: string[]): Promise<KnownFile[]> {
  const found = await readAttached(scope, asset, blobs);
  return found.map(({ id, sha256, size, mimeType, scannedStatus }) => ({
    blob: id,
    sha256,
    size,
    type: mimeType,
    scan: scannedStatus,
  }));
}
