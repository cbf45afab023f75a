import type { PublicScope } from '../../access/public.ts';
import { readAttached } from '../../blobs/attached.ts';
import { BASE_PATH } from '../../config.ts';
import { parseTimestamp } from '../../core/time.ts';
import type { Pairs } from '../../http/input.ts';
import type { JsonText } from '../../core/jsontext.ts';
import type { ListResult, Page } from '../../http/paging.ts';
import { assetJson } from '../../ledger/asset.ts';
import { eventJsonWithEntry, type EventRecord } from '../../ledger/event.ts';
import { readAsset, readEventOf, readStory } from '../../ledger/read/history.ts';
import { assetPage, nameOf } from '../../pages/asset.ts';
import { eventPage } from '../../pages/event.ts';
import { blobsIn } from '../../pages/files.ts';
import type { KnownFile, ShownEvent } from '../../pages/model.ts';
import { timelinePage, TYPE_FILTER } from '../../pages/timeline.ts';

/** The number of events on the page of an asset. */
const NEWEST = 20;

type Shown = (event: EventRecord) => ShownEvent;

/** The page of an asset. Reads the asset and its events in one batch, then files with one query. */
export async function assetHtml(scope: PublicScope, id: string, atTime: string | undefined, shown: Shown) {
  const at = atTime === undefined ? undefined : parseTimestamp(atTime)!;
  const { asset, now, events } = await readStory(scope, id, at?.lastUs, NEWEST + 1);
  const files = await filesOf(scope, id, blobsIn(asset.attributes));
  return assetPage({
    base: BASE_PATH,
    asset: assetJson(asset, at?.text, 'publicassets'),
    at: at?.text,
    downloadable: blobsIn(now),
    files,
    events: events.slice(0, NEWEST).map(shown),
    more: events.length > NEWEST,
  });
}

/** The page of an event. */
export async function eventHtml(scope: PublicScope, asset: string, id: string) {
  const found = await readEventOf(scope, asset, id);
  const { eventAttributes, assetAttributes } = found.event;
  const files = await filesOf(scope, asset, blobsIn(eventAttributes, assetAttributes));
  const event = eventJsonWithEntry(found.event, 'publicassets');
  return eventPage({ base: BASE_PATH, asset: assetJson(found.asset, undefined, 'publicassets'), event, files });
}

/** One page of the timeline of an asset. `list` returns the events of the query. */
export async function timelineHtml(
  scope: PublicScope,
  id: string,
  request: { page: Page; filters: Pairs; query: object },
  list: () => Promise<{ list: ListResult<JsonText> }>,
  tokenOf: (next: ListResult<JsonText>['next']) => Promise<string>,
) {
  const [asset, { list: found }] = await Promise.all([readAsset(scope, id), list()]);
  const terms = request.filters.length + Object.values(request.query).filter((value) => value !== undefined).length;
  const shown = assetJson(asset, undefined, 'publicassets');
  return timelinePage({
    base: BASE_PATH,
    asset: { identity: shown.identity, name: nameOf(shown) },
    events: found.items.map((item) => item.parse() as ShownEvent),
    size: request.page.size,
    next: await tokenOf(found.next),
    later: request.page.after !== undefined,
    type: request.filters.find(([key]) => key === TYPE_FILTER)?.[1],
    filtered: terms > 0,
  });
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
