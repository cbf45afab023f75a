import type { Author, TenantScope } from '../../access/scope.ts';
import { attachmentErrors, type AttributesField } from '../../features/blobs/attached.ts';
import type { Config, Env } from '../../settings/config.ts';
import { invalid, ServiceError } from '../../lib/errors.ts';
import { mapInSlices } from '../../platform/pacing/slices.ts';
import { runBatch, type Result } from '../../http/batch.ts';
import { operation } from '../../http/operation.ts';
import { assetJson } from '../../ledger/records/asset.ts';
import type { Command, Outcome } from '../../ledger/append/commands.ts';
import { eventJson } from '../../ledger/records/event.ts';
import { submitAll } from '../../ledger/append/batch-client.ts';
import { addition, creation } from '../../ledger/append/ledger-client.ts';
import {
  AssetBatch,
  assetIdOf,
  AssetResults,
  BatchAsset,
  BatchEvent,
  EventBatch,
  EventResults,
} from './batch-model.ts';
import { NEW_ASSET, NEW_EVENT, REFUSED } from './examples.ts';
import { assets } from './group.ts';
import { assetPlaces, chainError, eventPlaces, khipuError, newAssetOf, newEventOf } from './inputs.ts';
import { READ_ONLY } from './requests.ts';

const common = {
  group: assets,
  auth: 'bearer',
  permission: 'member',
  rate: 'api',
  method: 'post',
  idempotent: true,
  bodyType: 'batch',
  unknownFields: 'ignored',
} as const;

const STATUSES = [200, 401, 403, 429];

const ABOUT =
  'At most 1,000 items and 4 MiB, in JSON or JSON Lines. The response has one result for each item, in ' +
  'their order: a refused item does not affect the others. The header `retry-after` is present if items ' +
  'failed temporarily (429 or 503); send these again. Each item counts against the rate limit like a ' +
  'request. With an `Idempotency-Key` for the batch or for its items, a repeated batch adds nothing.';

/** A valid item: its key, its command, and its attributes that may name attachments. Or its error. */
type Prepared =
  | {
      key: string | undefined;
      commandOf: (author: Author, wrongFiles: ServiceError | undefined) => Command;
      places: AttributesField[];
    }
  | { error: ServiceError };

const NOT_IN_BATCHES = invalid([
  { field: 'author_statement', description: 'is not accepted in a batch: send signed events one by one' },
]);

/** Checks the attachments of all items, then carries out the commands. Returns one result for each item. */
async function carryOut(env: Env, config: Config, scope: TenantScope, items: readonly Prepared[]): Promise<Result[]> {
  const wrong = await attachmentErrors(
    scope,
    items.map((item) => ('places' in item ? item.places : [])),
  );
  const checked = items.map((item, i) => {
    if ('error' in item) return item;
    const error = wrong[i];
    // An item with a key may repeat another one.
    if (error && item.key === undefined) return { error };
    return { commandOf: (author: Author) => item.commandOf(author, error) };
  });
  const author = scope.delegate(config.issuer);
  // Fingerprints of keys are hashes.
  const commands = await mapInSlices(checked, (item) => ('error' in item ? [] : [item.commandOf(author)]));
  const outcomes = (await submitAll(env, scope, commands.flat())).values();
  return mapInSlices(checked, (item) => ('error' in item ? item : resultOf(outcomes.next().value!)));
}

function resultOf(outcome: Outcome): Result {
  if ('error' in outcome) return { error: ServiceError.fromData(outcome.error) };
  return { json: 'asset' in outcome ? assetJson(outcome.asset) : eventJson(outcome.event) };
}

export default [
  operation(
    {
      ...common,
      id: 'createAssetBatch',
      path: '/v2/assets:batch',
      summary: 'Create up to 1,000 assets',
      description: `Creates each asset with its first event, \`NewAsset\`. ${ABOUT}`,
      statuses: STATUSES,
      body: AssetBatch,
      response: AssetResults,
      example: { results: [{ asset: NEW_ASSET }, { error: REFUSED.asset }] },
    },
    async (context) => {
      const { scope, env, config } = context;
      const of = { items: 'assets', record: 'asset', schema: BatchAsset, ignored: READ_ONLY.asset };
      return runBatch(context, of, async (items) => {
        const inputs = items.map(({ body }) => newAssetOf(body, config));
        const khipu = inputs.some(({ proofMechanism }) => proofMechanism === 'KHIPU')
          ? await khipuError(scope, config)
          : undefined;
        const prepared = items.map(({ body, key }, i): Prepared => {
          const input = inputs[i]!;
          const error = chainError(body, config) ?? (input.proofMechanism === 'KHIPU' ? khipu : undefined);
          if (error) return { error };
          return {
            key,
            commandOf: (author, wrongFiles) => creation(author, input, { key, wrongFiles }),
            places: assetPlaces(input),
          };
        });
        return carryOut(env, config, scope, prepared);
      });
    },
  ),
  operation(
    {
      ...common,
      id: 'createEventBatch',
      path: '/v2/assets/-/events:batch',
      summary: 'Create up to 1,000 events of any assets',
      description:
        'Appends events to the histories of assets that the caller may write to; those of one asset keep ' +
        `their order. ${ABOUT}`,
      statuses: STATUSES,
      body: EventBatch,
      response: EventResults,
      example: { results: [{ event: NEW_EVENT }, { error: REFUSED.event }] },
    },
    async (context) => {
      const { scope, env, config } = context;
      const of = { items: 'events', record: 'event', schema: BatchEvent, ignored: READ_ONLY.event };
      return runBatch(context, of, async (items) => {
        const prepared = items.map(({ body, key }): Prepared => {
          const input = newEventOf(body);
          const asset = assetIdOf(body.asset_identity)!;
          if (body.author_statement) return { error: NOT_IN_BATCHES };
          return {
            key,
            commandOf: (author, wrongFiles) => addition(author, asset, input, { key, wrongFiles }),
            places: eventPlaces(input),
          };
        });
        return carryOut(env, config, scope, prepared);
      });
    },
  ),
];
