import type { BatchAnswer } from '../import/send.ts';
import { BASE, errorOf, signedIn } from './api.ts';

/** Statuses of a service that can accept the same request later. */
const BUSY = new Set([429, 500, 502, 503, 504]);

/**
 * Sends assets to create (JSON texts) in one batch. The answer says when to send again what the service could not
 * accept now. Throws ApiError if there is no response, or if the whole batch was refused.
 */
export async function postAssets(items: readonly string[]): Promise<BatchAnswer> {
  const response = await signedIn((headers) =>
    fetch(`${BASE}/v2/assets:batch`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/jsonl' },
      body: items.join('\n'),
    }),
  );
  const body: unknown = await response.json().catch(() => undefined);
  const wait = Number(response.headers.get('retry-after') ?? 0) || 0;
  if (response.ok) return { body, wait };
  const error = errorOf(response.status, body, response.headers.get('x-request-id') ?? '');
  if (BUSY.has(response.status)) return { busy: error.message, wait };
  throw error;
}
