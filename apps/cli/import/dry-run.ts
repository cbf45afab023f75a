import { ServiceError } from '../../../src/lib/errors.ts';
import { checkItem } from '../../../src/http/batch.ts';
import { BatchAsset, BatchEvent } from '../../../src/resources/assets/batch-model.ts';
import type { ItemResult } from '../../../src/formats/import/batch-results.ts';

/** An identity that stands for an asset that a dry run does not create. */
const SOME_ASSET = 'assets/00000000-0000-4000-8000-000000000000';

/**
 * Validates the items of a batch like the service, without sending them. What depends on its records is not checked.
 */
export function validateBatch(path: string, items: readonly string[]): ItemResult[] {
  const schema = path.includes('events') ? BatchEvent : BatchAsset;
  return items.map((text) => {
    try {
      checkItem({ schema, ignored: [] }, JSON.parse(text), true);
      return { identity: SOME_ASSET };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return { error: { code: 3, message: error.message } };
    }
  });
}
