import type { PublicScope } from '../../access/public.ts';
import type { TenantScope } from '../../access/scope.ts';
import type { Config, Env } from '../../settings/config.ts';
import { PUBLIC_SCOPE } from '../../lib/identifiers.ts';
import { JsonText, objectJson } from '../../lib/json-text.ts';
import { ambient } from '../../lib/time.ts';
import { awaitGrowth, openStream } from '../../transparency/feed/calls.ts';
import { formatCursor, parseCursor, type Position } from '../../transparency/feed/position.ts';
import { readFeed, readStart, type FeedPage } from '../../transparency/feed/reading.ts';
import type { Pairs } from '../../http/input.ts';
import { prefersEventStream } from '../../http/negotiate.ts';
import { operation } from '../../http/operation.ts';
import { invalid } from '../../lib/errors.ts';
import { tokenExpiry } from '../../access/identity/authenticate.ts';
import { EVENT_CURSOR, EVENT_STREAM } from './examples.ts';
import { EventPage, FEED_QUERY, feedConditions, type FeedQuery } from './feed-query.ts';
import { assets } from './group.ts';
import { EVENT_FILTERS } from './event-queries.ts';

/** Milliseconds between two reads of a log that has not grown. */
const PAUSE = 250;

/** A request for a page of a feed. */
export type FeedRequest = {
  scope: TenantScope | PublicScope;
  env: Env;
  config: Config;
  request: Request;
  query: FeedQuery;
  filters: Pairs;
  /** Who takes turns with other readers. */
  holder: string;
};

/** A page of a feed, which waits for events if the query asks for it. */
export async function feedPage({ scope, env, config, request, query, filters, holder }: FeedRequest) {
  const size = Number(query.page_size ?? 0);
  const events = size > 0 ? Math.min(size, config.pageSize.max) : config.pageSize.default;
  const deadline = ambient.now() + (request.method === 'HEAD' ? 0 : Number(query.wait ?? 0)) * 1000;
  const conditions = feedConditions(scope, query, filters);
  let from = parseCursor(query.cursor ?? '')!;
  for (let woken = false; ; woken = true) {
    const page = await readFeed(scope, { from, conditions, events }, holder);
    const left = deadline - ambient.now();
    const isAtEnd = page.items.length === 0 && page.next.index >= page.size;
    if (!isAtEnd || left <= 0) return { json: pageJson(page) };
    // Limits the reads of a log that is said to have grown, and has not, as while it is being replaced.
    if (woken && page.next.index === from.index) await scheduler.wait(PAUSE);
    from = page.next;
    const waiting = { from, milliseconds: left, holder };
    if (!(await awaitGrowth(env, scope.tenant ?? PUBLIC_SCOPE, waiting, request.signal)))
      return { json: pageJson(page) };
  }
}

const pageJson = ({ items, next }: FeedPage) =>
  new JsonText(objectJson({ events: items.map(({ json }) => json), next_cursor: formatCursor(next) }));

/** Where a stream begins: after the last event that the client has, or at the cursor. */
function streamStart(request: Request, query: FeedQuery): Position {
  const last = request.headers.get('last-event-id') ?? '';
  if (last === '') return parseCursor(query.cursor ?? '')!;
  const position = parseCursor(last);
  if (!position) throw invalid([{ field: 'last-event-id', description: 'must be the id of an event of this feed' }]);
  return position;
}

export default [
  operation(
    {
      group: assets,
      auth: 'bearer',
      permission: 'member',
      rate: 'api',
      id: 'getEventFeed',
      method: 'get',
      path: '/v2/assets/-/events:feed',
      summary: 'Follow the events of the tenancy',
      description:
        'Returns the events of the tenancy that the caller may read, in the order of its log, and a cursor ' +
        'to continue: no event is missed or repeated. An event is in the feed when it is in the log, ' +
        'normally within a second. With `wait`, the request waits for an event. With `Accept: ' +
        'text/event-stream`, the response is a stream of Server-Sent Events, whose ids are cursors; it ' +
        'continues after `Last-Event-ID`. Each event is redacted by the policies at the time of reading. A ' +
        'stream ends with the event `end` when its token expires or the caller loses its rights, and after ' +
        'one hour. Events that other tenancies share are not in the feed. Responds with 410 if another log ' +
        'replaces that of the cursor: start again without a cursor. Responds with 429 for more than 32 ' +
        'streams, or more than 64 waiting requests, of a tenancy.',
      statuses: [200, 401, 403, 410, 429],
      query: FEED_QUERY,
      repeatable: ['filters'],
      filters: EVENT_FILTERS,
      strictQuery: true,
      streams: {
        about: 'A stream of Server-Sent Events; `data` is an event as JSON, `id` the cursor after it',
        example: EVENT_STREAM,
        from: 'The id of the last event that a client has received: the stream continues after it, instead of `cursor`',
        cursor: EVENT_CURSOR,
      },
      response: EventPage,
    },
    async ({ scope, env, config, request, requestId, query, filters }) => {
      if (!prefersEventStream(request))
        return feedPage({ scope, env, config, request, query, filters, holder: scope.tenant });
      feedConditions(scope, query, filters);
      const from = await readStart(scope, streamStart(request, query));
      if (request.method === 'HEAD') return { stream: new ReadableStream({ start: (body) => body.close() }) };
      const { cursor: _cursor, wait: _wait, page_size: _size, ...given } = query;
      const opening = { caller: scope.caller, query: given, filters, from, expires: tokenExpiry(request), requestId };
      return { stream: await openStream(env, opening, request.signal) };
    },
  ),
];
