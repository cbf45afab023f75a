import type { IncomingMessage } from 'node:http';

/** Bytes below which a chunk is small. */
const SMALL = 64;
/** Small chunks of one body that do not count. */
const FREE = 64;
/** Small chunks that one client may send in a second. They take about an eighth of the time of a core. */
const MAX_PER_SECOND = 65_536;
/** Bytes of the buffer in which chunks are joined. */
const JOINED = 4096;

/** The message of the error for a client that sends too many small chunks. */
export const TOO_MANY_CHUNKS =
  `bodies: more than ${MAX_PER_SECOND.toLocaleString('en')} chunks of less than ` +
  `${SMALL} bytes in a second; send larger ones`;

/** Whether a body is sent without its length (`transfer-encoding: chunked`, RFC 9112 section 7.1). */
export const isChunked = ({ headers }: IncomingMessage): boolean => headers['transfer-encoding'] !== undefined;

export const hasBody = (request: IncomingMessage): boolean =>
  isChunked(request) || Number(request.headers['content-length'] ?? 0) > 0;

/** Counts the small chunks of each client in each second, because each takes CPU time, however few bytes it has. */
export class SmallChunks {
  readonly #now: () => number;
  readonly #counts = new Map<string, number>();
  #second = 0;

  /** `now` returns milliseconds of a clock that never goes back. */
  constructor(now = (): number => performance.now()) {
    this.#now = now;
  }

  /** Counts one, and returns whether the client may send it. */
  take(client: string): boolean {
    const second = Math.floor(this.#now() / 1000);
    if (second !== this.#second) this.#counts.clear();
    this.#second = second;
    const count = (this.#counts.get(client) ?? 0) + 1;
    if (count > MAX_PER_SECOND) return false;
    this.#counts.set(client, count);
    return true;
  }
}

/**
 * Bounds the work for a body that is sent in chunks: joins those that arrive together, because each part of a body
 * takes memory while it waits. Calls `mayTake` for each small chunk beyond the free ones. If it returns false, calls
 * `onTooMany` once and drops the rest of the body.
 */
export function boundChunks(request: IncomingMessage, mayTake: () => boolean, onTooMany: () => void): void {
  const push = request.push.bind(request);
  const joined = new Joined(push);
  let small = 0;
  let isDropped = false;
  // Node calls it for each chunk, and with null at the end, and stops reading from the socket when it returns false.
  request.push = (chunk: Buffer | null) => {
    // Also not the end: the Worker would take what it has received for the complete body.
    if (isDropped) return false;
    if (chunk === null) {
      joined.flush();
      return push(null);
    }
    if (chunk.length < SMALL) small += 1;
    if (chunk.length < SMALL && small > FREE && !mayTake()) {
      isDropped = true;
      joined.drop();
      onTooMany();
      return false;
    }
    joined.add(chunk);
    return request.readableLength + joined.size < request.readableHighWaterMark;
  };
  // Node drops the body of a refused request that nobody has read with it, and does not call push any more.
  Object.assign(request, { _dump: () => void request.resume() });
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

  /** Forgets the bytes that are not passed on yet. */
  drop(): void {
    this.size = 0;
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
