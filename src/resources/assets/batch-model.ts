import { z } from '@hono/zod-openapi';
import { uuidOf } from '../../lib/identifiers.ts';
import { MAX_ITEMS } from '../../http/batch.ts';
import { isKey, KEY_RULE } from '../../http/input.ts';
import { Problem } from '../../http/problem.ts';
import { exampleOf } from '../examples.ts';
import { INSPECTION, NEW_PUMP } from './examples.ts';
import { Asset, Event } from './model.ts';
import { CreateAsset, CreateEvent } from './requests.ts';

const ItemKey = z
  .string()
  .refine(isKey, KEY_RULE)
  .optional()
  .openapi({
    description:
      'The `Idempotency-Key` of this item alone: up to 255 printable ASCII characters, without spaces at its ' +
      'ends. Default: follows from the header and the index of the item',
  });

/** The UUID of an asset by its identity, in lower case like the UUIDs of paths. Undefined for other texts. */
export const assetIdOf = (identity: string): string | undefined =>
  uuidOf(
    'assets',
    identity.replace(/[0-9A-Fa-f-]{36}$/, (uuid) => uuid.toLowerCase()),
  );

export const BatchAsset = CreateAsset.safeExtend({ idempotency_key: ItemKey }).openapi('BatchAsset', {
  description: 'An asset to create, as in the request for one asset',
  example: NEW_PUMP,
});

export const BatchEvent = CreateEvent.safeExtend({
  asset_identity: z
    .string()
    .refine((text) => assetIdOf(text) !== undefined, 'must be the identity of an asset: assets/<uuid>')
    .openapi({ description: 'Identity of the asset: `assets/<uuid>`', example: exampleOf('assets') }),
  idempotency_key: ItemKey,
}).openapi('BatchEvent', {
  description: 'An event to append, as in the request for one event, with the asset that it belongs to',
  example: { asset_identity: exampleOf('assets'), ...INSPECTION },
});

const ERROR = Problem.optional().openapi({
  description: 'The error that a request with this item alone would have had, if the item is refused',
});

export const AssetBatch = z
  .strictObject({
    assets: z.array(BatchAsset).min(1).max(MAX_ITEMS).openapi({ description: 'The assets to create' }),
  })
  .openapi('AssetBatch', { example: { assets: [NEW_PUMP] } });

export const EventBatch = z
  .strictObject({
    events: z
      .array(BatchEvent)
      .min(1)
      .max(MAX_ITEMS)
      .openapi({ description: 'The events to append; those of one asset are appended in this order' }),
  })
  .openapi('EventBatch', { example: { events: [{ asset_identity: exampleOf('assets'), ...INSPECTION }] } });

const resultsOf = <T extends z.ZodType>(name: string, result: T) =>
  z
    .object({
      results: z
        .array(result)
        .openapi({ description: 'One result for each item, in the order of the request: a record or an error' }),
    })
    .openapi(name);

export const AssetResults = resultsOf(
  'AssetResults',
  z
    .object({ asset: Asset.optional().openapi({ description: 'The asset, if it was created' }), error: ERROR })
    .openapi('AssetResult'),
);
export const EventResults = resultsOf(
  'EventResults',
  z
    .object({ event: Event.optional().openapi({ description: 'The event, if it was appended' }), error: ERROR })
    .openapi('EventResult'),
);
