import type { TenantScope } from '../../access/scope.ts';
import { proofOf } from '../../anchoring/proof.ts';
import { attachmentError } from '../../features/blobs/attached.ts';
import { invalid, notFound } from '../../lib/errors.ts';
import { operation } from '../../http/operation.ts';
import { assetJson } from '../../ledger/records/asset.ts';
import { eventJson, eventJsonWithEntry } from '../../ledger/records/event.ts';
import { readAsset, readEvent } from '../../ledger/lists/history.ts';
import { appendEvent, createAsset } from '../../ledger/append/ledger-client.ts';
import { readTlogProof } from '../../transparency/reads/checkpoint-inclusion.ts';
import { readReceipt } from '../../transparency/reads/inclusion.ts';
import { receiptOf, tlogProofOf } from '../../transparency/reads/notes.ts';
import { Receipt, TlogProof } from '../logs/model.ts';
import batch from './batch.ts';
import erase from './erase.ts';
import feed from './feed.ts';
import history from './history.ts';
import { NEW_ASSET, NEW_EVENT } from './examples.ts';
import { assets } from './group.ts';
import { assetPlaces, chainError, eventPlaces, khipuError, newAssetOf, newEventOf } from './inputs.ts';
import { logProofOf } from './log-proof.ts';
import { asksForStamps, EventProof, PROOF_QUERY } from './proof.ts';
import { Asset, AssetList, Event, EventList, PublicUrl } from './model.ts';
import { CreateAsset, CreateEvent, READ_ONLY } from './requests.ts';
import search from './search.ts';
import { signedStatementOf } from './statement.ts';
import { EVENT_FILTERS, EVENT_QUERY, eventPage } from './event-queries.ts';
import { ASSET_FILTERS, ASSET_QUERY, AT_TIME, assetPage, assetView } from './queries.ts';

const common = { group: assets, auth: 'bearer', permission: 'member', rate: 'api' } as const;
const READ = [200, 401, 403, 404, 429];
const LIST = [200, 206, 401, 403, 429];

/** Throws 404 if the asset is not public. */
async function requirePublic(scope: TenantScope, id: string): Promise<void> {
  if (!(await readAsset(scope, id)).public) throw notFound(`a public address of assets/${id}`);
}

export default [
  operation(
    {
      ...common,
      id: 'listAssets',
      method: 'get',
      path: '/v2/assets',
      summary: 'List assets',
      description:
        'Returns the assets that the caller may read, newest first or in the order of `order_by`. Without ' +
        '`tracked`, only tracked assets. Responds with 206 if there are more results than the server limit ' +
        'and the query has no `page_size`.',
      statuses: LIST,
      query: ASSET_QUERY,
      repeatable: ['filters'],
      filters: ASSET_FILTERS,
      strictQuery: true,
      list: 'assets',
      response: AssetList,
    },
    async ({ scope, query, filters, page }) => assetPage(scope, query, filters, page),
  ),
  operation(
    {
      ...common,
      id: 'createAsset',
      method: 'post',
      path: '/v2/assets',
      summary: 'Create an asset',
      description:
        'Creates the asset and its first event, `NewAsset`. Responds with 402 if the quota of the tenancy ' +
        'is reached, or for KHIPU if it is not enabled for the tenancy.',
      statuses: [200, 401, 402, 403, 429],
      idempotent: true,
      body: CreateAsset,
      unknownFields: 'ignored',
      ignored: READ_ONLY.asset,
      response: Asset,
      example: NEW_ASSET,
    },
    async ({ scope, env, config, key, body }) => {
      const input = newAssetOf(body, config);
      const error =
        chainError(body, config) ?? (input.proofMechanism === 'KHIPU' ? await khipuError(scope, config) : undefined);
      if (error) throw error;
      const wrongFiles = await attachmentError(scope, assetPlaces(input));
      if (wrongFiles && key === undefined) throw wrongFiles;
      const asset = await createAsset(env, config, scope, input, { key, wrongFiles });
      return { json: assetJson(asset) };
    },
  ),
  operation(
    {
      ...common,
      id: 'getAsset',
      method: 'get',
      path: '/v2/assets/{uuid}',
      summary: 'Read an asset',
      description:
        'Returns the asset with its current attributes, or with those at `at_time`. The caller sees the ' +
        'attributes that the access policies permit.',
      statuses: READ,
      query: AT_TIME,
      response: Asset,
    },
    async ({ scope, params, query }) => ({ json: await assetView(scope, params['uuid']!, query.at_time) }),
  ),
  operation(
    {
      ...common,
      id: 'getAssetPublicUrl',
      method: 'get',
      path: '/v2/assets/{uuid}:publicurl',
      summary: 'Read the public address of an asset',
      description: 'Responds with 404 if the asset is not public.',
      statuses: READ,
      response: PublicUrl,
    },
    async ({ scope, params, config }) => {
      await requirePublic(scope, params['uuid']!);
      return { json: { publicurl: `${config.baseUrl}/publicassets/${params['uuid']}` } };
    },
  ),
  operation(
    {
      ...common,
      id: 'listAllEvents',
      method: 'get',
      path: '/v2/assets/-/events',
      summary: 'List events of all assets',
      description:
        'Returns the events that the caller may read, newest first. Responds with 206 if there are more ' +
        'results than the server limit and the query has no `page_size`.',
      statuses: LIST,
      query: EVENT_QUERY,
      repeatable: ['filters'],
      filters: EVENT_FILTERS,
      strictQuery: true,
      list: 'events',
      response: EventList,
    },
    async ({ scope, query, filters, page }) => eventPage(scope, undefined, query, filters, page),
  ),
  operation(
    {
      ...common,
      id: 'listEvents',
      method: 'get',
      path: '/v2/assets/{uuid}/events',
      summary: 'List the events of an asset',
      description:
        'Returns the events that the caller may read, newest first. Responds with 206 if there are more ' +
        'results than the server limit and the query has no `page_size`.',
      statuses: [...LIST, 404],
      query: EVENT_QUERY,
      repeatable: ['filters'],
      filters: EVENT_FILTERS,
      strictQuery: true,
      list: 'events',
      response: EventList,
    },
    async ({ scope, params, query, filters, page }) => eventPage(scope, params['uuid'], query, filters, page),
  ),
  operation(
    {
      ...common,
      id: 'createEvent',
      method: 'post',
      path: '/v2/assets/{uuid}/events',
      summary: 'Create an event of an asset',
      description:
        'Records an event: appends it to the history of the asset and applies its `asset_attributes`. ' +
        'Events cannot be changed; administrators can erase their content. With a `Record-Id`, a request can be ' +
        'repeated at any later time, also after days without a network.',
      statuses: [200, 401, 402, 403, 404, 429],
      idempotent: true,
      takesRecordId: true,
      body: CreateEvent,
      unknownFields: 'ignored',
      ignored: ['asset_identity', ...READ_ONLY.event],
      response: Event,
      example: NEW_EVENT,
    },
    async ({ scope, env, config, key, recordId, params, body }) => {
      const [asset, input] = [params['uuid']!, newEventOf(body)];
      const wrongFiles = await attachmentError(scope, eventPlaces(input));
      const isRepeatable = (key ?? recordId ?? body.author_statement) !== undefined;
      if (wrongFiles && !isRepeatable) throw wrongFiles;
      const statement = body.author_statement && (await signedStatementOf(scope, asset, input, body.author_statement));
      if (statement && recordId !== undefined)
        throw invalid([{ field: 'record-id', description: 'must be absent with author_statement' }]);
      const event = await appendEvent(env, config, scope, asset, input, { key, recordId, statement, wrongFiles });
      return { json: eventJson(event) };
    },
  ),
  operation(
    {
      ...common,
      id: 'getEvent',
      method: 'get',
      path: '/v2/assets/{asset_uuid}/events/{uuid}',
      summary: 'Read an event',
      description: 'Returns the event with the attributes that the access policies permit.',
      statuses: READ,
      response: Event,
    },
    async ({ scope, params }) => ({
      json: eventJsonWithEntry(await readEvent(scope, params['asset_uuid']!, params['uuid']!)),
    }),
  ),
  operation(
    {
      ...common,
      id: 'getEventProof',
      method: 'get',
      path: '/v2/assets/{asset_uuid}/events/{uuid}:proof',
      summary: 'Read the proof of an event',
      description:
        'The document contains everything that is needed to verify the event without the service. The form ' +
        '`log` is for callers who may read the event, also of other tenancies. It shows nothing of other ' +
        'events, and no hash that tests guesses of what the caller may not read. Responds with 404 until ' +
        'the event is in the log. In the form `window`, the proof of a SIMPLE_HASH event contains all ' +
        'events of its window, so it is for administrators of the tenancy; that of a KHIPU event is for ' +
        'callers who may read the whole event; MERKLE_LOG events have none. It responds with 404 until the ' +
        'event is recorded on the blockchain.',
      statuses: READ,
      query: PROOF_QUERY,
      response: EventProof,
    },
    async ({ scope, env, config, params, query }) => {
      const [asset, event] = [params['asset_uuid']!, params['uuid']!];
      const withStamps = asksForStamps(query);
      if (query.form === 'log') return { json: await logProofOf(env, config, scope, [asset, event], withStamps) };
      const { administrator, auditor } = await scope.principal();
      const administers = (tenant: string): boolean => (administrator || auditor) && tenant === scope.tenant;
      return { json: await proofOf(env, config, scope, asset, event, administers) };
    },
  ),
  operation(
    {
      ...common,
      id: 'getEventReceipt',
      method: 'get',
      strictQuery: true,
      path: '/v2/assets/{asset_uuid}/events/{uuid}:receipt',
      summary: 'Read the receipt of an event',
      description:
        'Proves that the event is in the log of the tenancy that owns it: for callers who may read the ' +
        'event, also of other tenancies. `GET /v1/logs/{log}/keys` has the key. Responds with 404 until ' +
        'the event is in the log, which takes less than a second unless the log is being rebuilt.',
      statuses: READ,
      response: Receipt,
    },
    async ({ scope, params }) => ({
      raw: receiptOf(await readReceipt(scope, params['asset_uuid']!, params['uuid']!)),
    }),
  ),
  operation(
    {
      ...common,
      id: 'getEventTlogProof',
      method: 'get',
      strictQuery: true,
      path: '/v2/assets/{asset_uuid}/events/{uuid}:tlogproof',
      summary: 'Read the tlog-proof of an event',
      description:
        'The same proof as the receipt as text, with a checkpoint of the log, which also proves the size: ' +
        'the one with the most cosignatures of witnesses that includes the event, or without such a one ' +
        'the latest. Responds with 404 until the event is in the log.',
      statuses: READ,
      response: TlogProof,
    },
    async ({ scope, params }) => ({
      raw: tlogProofOf(await readTlogProof(scope, params['asset_uuid']!, params['uuid']!)),
    }),
  ),
  operation(
    {
      ...common,
      id: 'getEventPublicUrl',
      method: 'get',
      path: '/v2/assets/{asset_uuid}/events/{uuid}:publicurl',
      summary: 'Read the public address of an event',
      description: 'Responds with 404 if the asset is not public.',
      statuses: READ,
      response: PublicUrl,
    },
    async ({ scope, params, config }) => {
      const event = await readEvent(scope, params['asset_uuid']!, params['uuid']!);
      if (!event.public) throw notFound(`a public address of assets/${event.asset}/events/${event.id}`);
      return { json: { publicurl: `${config.baseUrl}/publicassets/${event.asset}/events/${event.id}` } };
    },
  ),
  ...search,
  ...erase,
  ...feed,
  ...history,
  ...batch,
];
