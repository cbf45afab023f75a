import { ServiceError } from '../core/errors.ts';

/** Bytes of the events that a proof may hold, in their JSON form: with the rest of it a response stays below 2 MB. */
export const WINDOW_BYTES = 1_800_000;
/** No event is shorter than this. */
const LEAST_EVENT = 600;

/**
 * The events of a window for a proof, which needs all of them: `count` as the window was closed. Throws 413 where they
 * are too large together, without reading more of them than it takes to know.
 */
export async function windowPart<E>(events: AsyncIterable<E>, count: number): Promise<E[]> {
  const kept: E[] = [];
  let bytes = 0;
  if (count * LEAST_EVENT > WINDOW_BYTES) throw tooLarge(count);
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
    `a proof of this event would hold the ${count} events of its window, which is more than ${WINDOW_BYTES} bytes; list them by the api_query of the window (GET /v1alpha2/blockchain/assets/…) and compare their simple hash with the anchor's`,
  );
