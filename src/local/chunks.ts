import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../core/errors.ts';
import type { Rounds } from './rounds.ts';

/** Bytes below which a chunk is small. */
const SMALL = 64;
/** The small chunks of one body. Clients that send each token of a JSON text as a chunk need some tens of thousands. */
const MAX_SMALL = 65_536;
/** Small chunks after which a body is read in rounds. */
const FEW = 256;
/** Bytes of the buffer in which chunks are joined. */
const JOINED = 4096;

/** The error for a body in too many small chunks. */
export const TOO_MANY_CHUNKS = new ServiceError(
  'too_large',
  `the body: has more than ${MAX_SMALL.toLocaleString('en')} small chunks; send chunks of at least ${SMALL} bytes`,
);

/** Whether a body is sent without its length (`transfer-encoding: chunked`, RFC 9112 section 7.1). */
export const isChunked = ({ headers }: IncomingMessage): boolean => headers['transfer-encoding'] !== undefined;

/**
 * Bounds the work for a body in small chunks, each of which takes CPU time and memory: joins those that arrive together,
 * and reads the body in rounds with others. Calls `onTooMany` once, and drops the rest of the body, if there are too many.
 */
export function boundChunks(request: IncomingMessage, rounds: Rounds, client: string, onTooMany: () => void): void {
  if (!isChunked(request)) return;
  const push = request.push.bind(request);
  const read = request._read.bind(request);
  const joined = new Joined(push);
  let small = 0;
  // Node calls it for each chunk, and with null at the end, and stops reading from the socket when it returns false.
  request.push = (chunk: Buffer | null) => {
    // Also not the end: the Worker would take what it has received for the complete body.
    if (small > MAX_SMALL) return false;
    if (chunk === null) {
      joined.flush();
      return push(null);
    }
    if (chunk.length < SMALL) small += 1;
    if (small > MAX_SMALL) {
      onTooMany();
      return false;
    }
    joined.add(chunk);
    return small <= FEW && request.readableLength + joined.size < request.readableHighWaterMark;
  };
  // Starts reading from the socket again.
  request._read = (size) => {
    if (small <= FEW) read(size);
    else rounds.add(client, () => read(size));
  };
}

/** Passes on chunks: those that arrive in one iteration of the event loop as one, up to JOINED bytes. */
class Joined {
  /** Bytes that are not passed on yet. */
  size = 0;
  #buffer = Buffer.alloc(0);
  #start = 0;
  readonly #pass: (bytes: Buffer) => void;

  constructor(pass: (bytes: Buffer) => void) {
    this.#pass = pass;
  }

  add(chunk: Buffer): void {
    if (chunk.length >= JOINED) {
      this.flush();
      return this.#pass(chunk);
    }
    if (this.#start + this.size + chunk.length > this.#buffer.length) {
      this.flush();
      this.#buffer = Buffer.allocUnsafeSlow(JOINED);
      this.#start = 0;
    }
    if (this.size === 0) setImmediate(() => this.flush());
    chunk.copy(this.#buffer, this.#start + this.size);
    this.size += chunk.length;
  }

  flush(): void {
    if (this.size === 0) return;
    const end = this.#start + this.size;
    const bytes = this.#buffer.subarray(this.#start, end);
    this.#start = end;
    this.size = 0;
    this.#pass(bytes);
  }
}
