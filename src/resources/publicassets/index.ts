import { BLANK_PRINCIPAL } from '../../core/identity.ts';
import { operation } from '../../http/operation.ts';
import { eventJson, type EventRecord } from '../../ledger/event.ts';
import { readEvent } from '../../ledger/history.ts';
import { AT_TIME } from '../assets/index.ts';
import { Asset, Event, EventList } from '../assets/model.ts';
import { assetView, EVENT_FILTERS, EVENT_QUERY, eventPage } from '../assets/queries.ts';

const publicassets = { name: 'publicassets', path: '/v2/publicassets', title: 'Public assets' };
const common = {
  group: publicassets,
  auth: 'public',
  permission: 'none',
  rate: 'public',
  method: 'get',
  cacheable: true,
} as const;

/** The event as everybody sees it: without the people behind it. */
const publicEventJson = (event: EventRecord) =>
  eventJson({ ...event, principalDeclared: BLANK_PRINCIPAL, principalAccepted: BLANK_PRINCIPAL });

const eventList = {
  query: EVENT_QUERY,
  repeatable: ['filters'],
  filters: EVENT_FILTERS,
  strictQuery: true,
  list: 'events',
  response: EventList,
};

export default [
  operation(
    {
      ...common,
      id: 'getPublicAsset',
      path: '/v2/publicassets/{uuid}',
      aliases: ['/publicassets/{uuid}'],
      summary: 'Read a public asset, as it is or as it was',
      statuses: [200, 404],
      query: AT_TIME,
      response: Asset,
    },
    async ({ scope, params, query }) => ({ json: await assetView(scope, params['uuid']!, query.at_time) }),
  ),
  operation(
    {
      ...common,
      ...eventList,
      id: 'listAllPublicEvents',
      path: '/v2/publicassets/-/events',
      aliases: ['/publicassets/-/events'],
      summary: 'List the events of all public assets, newest first',
      statuses: [200, 206],
    },
    async ({ scope, query, filters, page }) => eventPage(scope, undefined, query, filters, page, publicEventJson),
  ),
  operation(
    {
      ...common,
      ...eventList,
      id: 'listPublicEvents',
      path: '/v2/publicassets/{uuid}/events',
      aliases: ['/publicassets/{uuid}/events'],
      summary: 'List the events of a public asset, newest first',
      statuses: [200, 206],
    },
    async ({ scope, params, query, filters, page }) =>
      eventPage(scope, params['uuid'], query, filters, page, publicEventJson),
  ),
  operation(
    {
      ...common,
      id: 'getPublicEvent',
      path: '/v2/publicassets/{asset_uuid}/events/{uuid}',
      aliases: ['/publicassets/{asset_uuid}/events/{uuid}'],
      summary: 'Read an event of a public asset',
      statuses: [200, 404],
      response: Event,
    },
    async ({ scope, params }) => ({
      json: publicEventJson(await readEvent(scope, params['asset_uuid']!, params['uuid']!)),
    }),
  ),
];
