import { ServiceError } from '../lib/errors.ts';

/** The maximum size of the events of a proof, as JSON in bytes. It keeps the whole response below 2 MB. */
export const WINDOW_BYTES = 1_800_000;
/** A lower bound of the size of one event as JSON, in bytes. */
const LEAST_EVENT = 600;

/**
 * Throws 413 if the events of a window certainly exceed WINDOW_BYTES, without reading their content: `count` is their
 * number, and `attributeLength` returns the characters of their attributes as JSON.
 */
export async function limitWindow(count: number, attributeLength: () => Promise<number>): Promise<void> {
  if (count * LEAST_EVENT > WINDOW_BYTES || count * LEAST_EVENT + (await attributeLength()) > WINDOW_BYTES)
    throw tooLarge(count);
}

/**
 * Collects the `count` events of a window for a proof, which needs all of them. Throws 413 as soon as their total size
 * exceeds WINDOW_BYTES.
 */
export async function windowPart<E>(events: AsyncIterable<E>, count: number): Promise<E[]> {
  const kept: E[] = [];
  let bytes = 0;
  for await (const event of events) {
    bytes += JSON.stringify(event).length;
    if (bytes > WINDOW_BYTES) throw tooLarge(count);
    kept.push(event);
  }
  return kept;
}

const tooLarge = (count: number): ServiceError =>
  new ServiceError(
    'too_large',
    `a proof of this event would contain the ${count} events of its window, which exceed ${WINDOW_BYTES} bytes; ` +
      'list them with the api_query of the window (GET /v1alpha2/blockchain/assets/…) and compare their simple ' +
      'hash with the anchor_hash',
  );
