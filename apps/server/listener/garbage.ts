import type { Readable } from 'node:stream';

/** Bytes of forwarded bodies, together, after which their buffers are freed. */
const FORWARDED = 2 * 2 ** 20;
let forwarded = 0;

/**
 * Frees the buffers of a body while it is forwarded. Each read from a socket allocates one outside the heap of V8,
 * which would collect the whole heap because of their size; these are new objects, which a collection of new objects
 * usually frees in less than a millisecond. Does nothing without `--expose-gc` (the `start` script has it).
 */
export function freeBuffersOf(body: Readable): void {
  body.on('data', ({ length }: Buffer) => {
    forwarded += length;
    if (forwarded < FORWARDED) return;
    forwarded = 0;
    globalThis.gc?.({ type: 'minor' });
  });
}
