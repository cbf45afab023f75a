import type { PublicScope } from '../../access/public.ts';
import { proofOf } from '../../anchoring/proof.ts';
import { textsFor } from '../../http/negotiate.ts';
import { operation } from '../../http/operation.ts';
import { clientAddress } from '../../http/rate-limit.ts';
import { publicHead } from '../../ledger/lists/public-head.ts';
import { eventJsonWithEntry } from '../../ledger/records/event.ts';
import { readAsset, readEvent } from '../../ledger/lists/history.ts';
import { readTlogProof } from '../../transparency/reads/checkpoint-inclusion.ts';
import { readReceipt } from '../../transparency/reads/inclusion.ts';
import { receiptOf, tlogProofOf } from '../../transparency/reads/notes.ts';
import { Receipt, TlogProof } from '../logs/model.ts';
import { EVENT_CURSOR, PUBLIC_ASSET, PUBLIC_EVENT } from '../assets/examples.ts';
import { Asset, Event, EventList, PublicUrl } from '../assets/model.ts';
import { logProofOf } from '../assets/log-proof.ts';
import { feedPage } from '../assets/feed.ts';
import { EventPage, FEED_QUERY } from '../assets/feed-query.ts';
import { AssetHistory, HISTORY_QUERY, historyText } from '../assets/history.ts';
import { asksForStamps, EventProof, PROOF_QUERY } from '../assets/proof.ts';
import { EVENT_FILTERS, EVENT_QUERY, eventPage } from '../assets/event-queries.ts';
import { AT_TIME, assetView } from '../assets/queries.ts';
import { AT_FIELD } from '../../http/pages/asset.ts';
import { assetHtml, eventHtml, timelineHtml } from './pages.ts';

const publicassets = { name: 'publicAssets', path: '/v2/publicassets', title: 'Public assets' };
const common = {
  group: publicassets,
  auth: 'public',
  permission: 'none',
  rate: 'public',
  method: 'get',
  cacheable: (scope: PublicScope, params: Record<string, string>) =>
    publicHead(scope, params['asset_uuid'] ?? params['uuid']),
} as const;

const eventList = {
  query: EVENT_QUERY,
  repeatable: ['filters'],
  filters: EVENT_FILTERS,
  strictQuery: true,
  list: 'events',
  response: EventList,
  example: { events: [PUBLIC_EVENT], next_page_token: '' },
  rate: 'public_list' as const,
};

/** The log of an event changes without the public records, and must not be older than in an earlier response. */
const inLog = { cacheable: true, primary: true, statuses: [200, 404] } as const;

export default [
  operation(
    {
      ...common,
      id: 'getPublicAsset',
      path: '/v2/publicassets/{uuid}',
      aliases: { Unversioned: '/publicassets/{uuid}' },
      summary: 'Read a public asset',
      description:
        'Returns the asset with its current attributes, or with those at `at_time`. Responds to browsers with a page.',
      statuses: [200, 404],
      query: AT_TIME,
      response: Asset,
      example: PUBLIC_ASSET,
    },
    async ({ scope, params, query }) => ({ json: await assetView(scope, params['uuid']!, query.at_time) }),
    ({ scope, params, query, request, config }) =>
      assetHtml(
        { scope, texts: textsFor(request), hasMaps: config.completenessSeconds > 0 },
        params['uuid']!,
        query.at_time,
        new URL(request.url).searchParams.get(AT_FIELD),
      ),
  ),
  operation(
    {
      ...common,
      id: 'getPublicAssetPublicUrl',
      path: '/v2/publicassets/{uuid}:publicurl',
      aliases: { Unversioned: '/publicassets/{uuid}:publicurl' },
      summary: 'Read the public address of a public asset',
      description: 'Accepts the UUID of the identity in public responses.',
      statuses: [200, 404],
      response: PublicUrl,
    },
    async ({ scope, params, config }) => {
      const { id } = await readAsset(scope, params['uuid']!);
      return { json: { publicurl: `${config.baseUrl}/publicassets/${id}` } };
    },
  ),
  operation(
    {
      group: publicassets,
      auth: 'public',
      permission: 'none',
      rate: 'public_list',
      method: 'get',
      primary: true,
      id: 'getPublicAssetHistory',
      path: '/v2/publicassets/{uuid}:history',
      aliases: { Unversioned: '/publicassets/{uuid}:history' },
      summary: 'Read the complete history of a public asset',
      description:
        'Proves which events the asset has in the log of all public events, and that none is left out. Principals ' +
        'are blank, and erased events are leaf hashes. Responds with 404 until a map of the log covers an event.',
      statuses: [200, 404],
      query: HISTORY_QUERY,
      strictQuery: true,
      response: AssetHistory,
    },
    async ({ scope, params, query, request }) => ({
      pieces: await historyText(scope, params['uuid']!, query, `address ${clientAddress(request)}`),
    }),
  ),
  operation(
    {
      ...common,
      ...eventList,
      id: 'listAllPublicEvents',
      path: '/v2/publicassets/-/events',
      aliases: { Unversioned: '/publicassets/-/events' },
      summary: 'List events of all public assets',
      description:
        'Newest first, or in the order of `order_by`; principals are blank. Responds with 206 if there are ' +
        'more results than the server limit and the query has no `page_size`.',
      statuses: [200, 206],
    },
    async ({ scope, query, filters, page }) => eventPage(scope, undefined, query, filters, page),
  ),
  operation(
    {
      group: publicassets,
      auth: 'public',
      permission: 'none',
      rate: 'public_list',
      method: 'get',
      primary: true,
      id: 'getPublicEventFeed',
      path: '/v2/publicassets/-/events:feed',
      aliases: { Unversioned: '/publicassets/-/events:feed' },
      summary: 'Follow the events of all public assets',
      description:
        'Returns the events of all public assets in the order of the log of public events, and a cursor to ' +
        'continue: no event is missed or repeated. Principals are blank. An event is in the feed when it ' +
        'is in the log, normally within a second. With `wait`, the request waits for an event. There are ' +
        'no streams. Responds with 410 if another log replaces that of the cursor: start again without a ' +
        'cursor. Responds with 429 for more than 4 waiting requests of an address, or more than 64 of all ' +
        'callers.',
      statuses: [200, 410, 429],
      query: FEED_QUERY,
      repeatable: ['filters'],
      filters: EVENT_FILTERS,
      strictQuery: true,
      response: EventPage,
      example: { events: [PUBLIC_EVENT], next_cursor: EVENT_CURSOR },
    },
    async ({ scope, env, config, request, query, filters }) =>
      feedPage({ scope, env, config, request, query, filters, holder: `address ${clientAddress(request)}` }),
  ),
  operation(
    {
      ...common,
      ...eventList,
      id: 'listPublicEvents',
      path: '/v2/publicassets/{uuid}/events',
      aliases: { Unversioned: '/publicassets/{uuid}/events' },
      summary: 'List the events of a public asset',
      description:
        'Newest first, or in the order of `order_by`; principals are blank. Responds to browsers with a ' +
        'page, and with 206 if there are more results than the server limit and the query has no ' +
        '`page_size`.',
      statuses: [200, 206],
    },
    async ({ scope, params, query, filters, page }) => eventPage(scope, params['uuid'], query, filters, page),
    ({ scope, params, query, filters, page, request, tokenOf }) => {
      const list = (order_by: typeof query.order_by) =>
        eventPage(scope, params['uuid'], { ...query, order_by: order_by ?? query.order_by }, filters, page);
      return timelineHtml(
        { scope, texts: textsFor(request) },
        params['uuid']!,
        { page, filters, query },
        list,
        tokenOf,
      );
    },
  ),
  operation(
    {
      ...common,
      id: 'getPublicEvent',
      path: '/v2/publicassets/{asset_uuid}/events/{uuid}',
      aliases: { Unversioned: '/publicassets/{asset_uuid}/events/{uuid}' },
      summary: 'Read an event of a public asset',
      description: 'Principals are blank. Responds to browsers with a page.',
      statuses: [200, 404],
      response: Event,
      example: PUBLIC_EVENT,
    },
    async ({ scope, params }) => ({
      json: eventJsonWithEntry(await readEvent(scope, params['asset_uuid']!, params['uuid']!), 'publicassets'),
    }),
    ({ scope, params, request }) =>
      eventHtml({ scope, texts: textsFor(request) }, params['asset_uuid']!, params['uuid']!),
  ),
  operation(
    {
      ...common,
      id: 'getPublicEventPublicUrl',
      path: '/v2/publicassets/{asset_uuid}/events/{uuid}:publicurl',
      aliases: { Unversioned: '/publicassets/{asset_uuid}/events/{uuid}:publicurl' },
      summary: 'Read the public address of an event of a public asset',
      description: 'Accepts the UUIDs of the identity in public responses.',
      statuses: [200, 404],
      response: PublicUrl,
    },
    async ({ scope, params, config }) => {
      const { asset, id } = await readEvent(scope, params['asset_uuid']!, params['uuid']!);
      return { json: { publicurl: `${config.baseUrl}/publicassets/${asset}/events/${id}` } };
    },
  ),
  operation(
    {
      ...common,
      id: 'getPublicEventProof',
      path: '/v2/publicassets/{asset_uuid}/events/{uuid}:proof',
      aliases: { Unversioned: '/publicassets/{asset_uuid}/events/{uuid}:proof' },
      summary: 'Read the proof of an event of a public asset',
      description:
        'The document contains everything that is needed to verify the event without the service: in the ' +
        'form `log`, its entry in the log of all public events; in the form `window`, the anchor of all ' +
        'public events of its window. KHIPU proofs of the form `window` name people, so they are not ' +
        'public: 403. Responds with 404 until the event is in the log, or its window on the blockchain.',
      ...inLog,
      statuses: [200, 403, 404],
      query: PROOF_QUERY,
      response: EventProof,
    },
    async ({ scope, env, config, params, query }) => {
      const [asset, event] = [params['asset_uuid']!, params['uuid']!];
      const withStamps = asksForStamps(query);
      return {
        json:
          query.form === 'log'
            ? await logProofOf(env, config, scope, [asset, event], withStamps)
            : await proofOf(env, config, scope, asset, event, () => false),
      };
    },
  ),
  operation(
    {
      ...common,
      ...inLog,
      strictQuery: true,
      id: 'getPublicEventReceipt',
      path: '/v2/publicassets/{asset_uuid}/events/{uuid}:receipt',
      aliases: { Unversioned: '/publicassets/{asset_uuid}/events/{uuid}:receipt' },
      summary: 'Read the receipt of an event of a public asset',
      description:
        'Proves that the event is in the log of all public events. `GET /v1/logs/public/keys` has the key. ' +
        'Responds with 404 until the event is in the log, which takes less than a second unless the log is ' +
        'being rebuilt.',
      response: Receipt,
    },
    async ({ scope, params }) => ({
      raw: receiptOf(await readReceipt(scope, params['asset_uuid']!, params['uuid']!)),
    }),
  ),
  operation(
    {
      ...common,
      ...inLog,
      strictQuery: true,
      id: 'getPublicEventTlogProof',
      path: '/v2/publicassets/{asset_uuid}/events/{uuid}:tlogproof',
      aliases: { Unversioned: '/publicassets/{asset_uuid}/events/{uuid}:tlogproof' },
      summary: 'Read the tlog-proof of an event of a public asset',
      description:
        'The same proof as the receipt as text, with a checkpoint of the log, which also proves the size: ' +
        'the one with the most cosignatures of witnesses that includes the event, or without such a one ' +
        'the latest. Responds with 404 until the event is in the log.',
      response: TlogProof,
    },
    async ({ scope, params }) => ({
      raw: tlogProofOf(await readTlogProof(scope, params['asset_uuid']!, params['uuid']!)),
    }),
  ),
];
