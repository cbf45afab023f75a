import type { z } from '@hono/zod-openapi';
import type { TenantScope } from '../../access/scope.ts';
import { proofOf } from '../../anchoring/proof.ts';
import { checkAttachments } from '../../blobs/attached.ts';
import type { Config } from '../../config.ts';
import { invalid, notFound, ServiceError } from '../../core/errors.ts';
import type { PrincipalInfo } from '../../core/identity.ts';
import { parseTimestamp } from '../../core/time.ts';
import { operation } from '../../http/operation.ts';
import { assetJson } from '../../ledger/asset.ts';
import { eventJson } from '../../ledger/event.ts';
import { readAsset, readEvent } from '../../ledger/read/history.ts';
import { appendEvent, createAsset } from '../../ledger/index.ts';
import { NEW_ASSET, NEW_EVENT } from './examples.ts';
import { assets } from './group.ts';
import { EventProof } from './proof.ts';
import { Asset, AssetList, CreateAsset, CreateEvent, Event, EventList, PublicUrl, TimestampText } from './model.ts';
import { ASSET_FILTERS, ASSET_QUERY, assetPage, assetView, EVENT_FILTERS, EVENT_QUERY, eventPage } from './queries.ts';

const common = { group: assets, auth: 'bearer', permission: 'member', rate: 'api' } as const;
const READ = [200, 401, 403, 404, 429];
const LIST = [200, 206, 401, 403, 429];

/** A declared principal with all four fields; those that were not given are empty. */
const declaredPrincipal = (given: z.infer<typeof CreateEvent>['principal_declared']): PrincipalInfo | undefined =>
  given && {
    issuer: given.issuer ?? '',
    subject: given.subject ?? '',
    display_name: given.display_name ?? '',
    email: given.email ?? '',
  };

/** Throws 404 if the asset is not public. */
async function requirePublic(scope: TenantScope, id: string): Promise<void> {
  if (!(await readAsset(scope, id)).public) throw notFound(`a public address of assets/${id}`);
}

/** Throws 402 if KHIPU is not enabled for the tenancy. */
async function requireKhipu(scope: TenantScope, config: Config): Promise<void> {
  const [[tenancy]] = await scope.read(scope.ownTenancy());
  const byDefault = config.chain.rpcUrl === undefined;
  if (tenancy?.khipu === null ? !byDefault : tenancy?.khipu !== 1)
    throw new ServiceError('quota', 'proof_mechanism: KHIPU is not enabled for this tenancy; use SIMPLE_HASH');
}

export const AT_TIME = {
  at_time: TimestampText.optional().openapi({
    description:
      'Return the asset as it was at this time (RFC 3339). A time without a fraction means the end of that second.',
    format: 'date-time',
  }),
};

export default [
  operation(
    {
      ...common,
      id: 'listAssets',
      method: 'get',
      path: '/v2/assets',
      summary: 'List assets',
      description:
        'Returns the assets that the caller may read, newest first. Without `tracked`, only tracked assets. Responds with 206 if there are more results than the server limit and the query has no `page_size`.',
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
        'Creates the asset and its first event, `NewAsset`. Responds with 402 if the quota of the tenancy is reached, or for KHIPU if it is not enabled for the tenancy.',
      statuses: [200, 401, 402, 403, 429],
      idempotent: true,
      body: CreateAsset,
      unknownFields: 'ignored',
      ignored: ['identity', 'confirmation_status', 'tracked', 'owner', 'at_time', 'tenant_identity'],
      response: Asset,
      example: NEW_ASSET,
    },
    async ({ scope, env, config, key, body }) => {
      const chainId = body.chain_id === undefined || body.chain_id === '' ? config.chainId : String(body.chain_id);
      if (chainId !== config.chainId)
        throw invalid([
          { field: 'chain_id', description: `must be ${config.chainId}, the blockchain of this deployment` },
        ]);
      const implied = body.storage_integrity === 'LEDGER' ? 'KHIPU' : 'SIMPLE_HASH';
      const proofMechanism = body.proof_mechanism ?? implied;
      if (proofMechanism === 'KHIPU') await requireKhipu(scope, config);
      const behaviours = [...new Set([...(body.behaviours ?? ['RecordEvidence']), 'Builtin', 'AssetCreator'])];
      await checkAttachments(scope, [['attributes', body.attributes ?? {}]]);
      const asset = await createAsset(
        env,
        config,
        scope,
        {
          behaviours,
          attributes: body.attributes ?? {},
          proofMechanism,
          public: body.public ?? false,
          chainId,
        },
        key,
      );
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
        'Returns the asset with its current attributes, or with those at `at_time`. The caller sees the attributes that the access policies permit.',
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
        'Returns the events that the caller may read, newest first. Responds with 206 if there are more results than the server limit and the query has no `page_size`.',
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
        'Returns the events that the caller may read, newest first. Responds with 206 if there are more results than the server limit and the query has no `page_size`.',
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
        'Appends an event to the history of the asset and applies its `asset_attributes`. Events cannot be changed or deleted.',
      statuses: [200, 401, 402, 403, 404, 429],
      idempotent: true,
      body: CreateEvent,
      unknownFields: 'ignored',
      ignored: [
        'identity',
        'asset_identity',
        'timestamp_accepted',
        'timestamp_committed',
        'principal_accepted',
        'confirmation_status',
        'transaction_id',
        'block_number',
        'transaction_index',
        'from',
        'tenant_identity',
      ],
      response: Event,
      example: NEW_EVENT,
    },
    async ({ scope, env, config, key, params, body }) => {
      const declared = body.timestamp_declared === undefined ? undefined : parseTimestamp(body.timestamp_declared)!;
      await checkAttachments(scope, [
        ['event_attributes', body.event_attributes ?? {}],
        ['asset_attributes', body.asset_attributes ?? {}],
      ]);
      const event = await appendEvent(
        env,
        config,
        scope,
        params['uuid']!,
        {
          operation: body.operation,
          behaviour: body.behaviour,
          eventAttributes: body.event_attributes ?? {},
          assetAttributes: body.asset_attributes ?? {},
          declared: declared && { us: declared.us, text: declared.text },
          principalDeclared: declaredPrincipal(body.principal_declared),
        },
        key,
      );
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
    async ({ scope, params }) => ({ json: eventJson(await readEvent(scope, params['asset_uuid']!, params['uuid']!)) }),
  ),
  operation(
    {
      ...common,
      id: 'getEventProof',
      method: 'get',
      path: '/v2/assets/{asset_uuid}/events/{uuid}:proof',
      summary: 'Read the proof of an event',
      description:
        'The document contains everything that is needed to verify the event without the service. The proof of a SIMPLE_HASH event contains all events of its window, so it is for administrators of the tenancy; that of a KHIPU event is for callers who may read the whole event. Responds with 404 until the event is recorded on the blockchain.',
      statuses: READ,
      response: EventProof,
    },
    async ({ scope, env, config, params }) => {
      const { administrator } = await scope.principal();
      const administers = (tenant: string): boolean => administrator && tenant === scope.tenant;
      return { json: await proofOf(env, config, scope, params['asset_uuid']!, params['uuid']!, administers) };
    },
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
];
