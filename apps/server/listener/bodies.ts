import type { IncomingMessage, ServerResponse } from 'node:http';

/** Bodies up to this size are read before the Worker is called, so that a slow upload occupies only its connection. */
const BUFFERED = 256 * 1024;
/** Bytes of such bodies in memory at once: of all clients together, and of one. */
const MAX_HELD = 64 * 2 ** 20;
const MAX_HELD_PER_CLIENT = MAX_HELD / 4;

/** Whether a body is sent without its length (`transfer-encoding: chunked`, RFC 9112 section 7.1). */
export const isChunked = ({ headers }: IncomingMessage): boolean => headers['transfer-encoding'] !== undefined;

export const hasBody = (request: IncomingMessage): boolean =>
  isChunked(request) || Number(request.headers['content-length'] ?? 0) > 0;

let held = 0;
const heldByClient = new Map<string, number>();

/** The message of the error for a body that does not fit. */
export const HELD = 'too many request bodies are arriving at once';

/**
 * Reads a small body completely. Resolves to the body, to `stream` if it is large, or to `full` if it exceeds the limit
 * of this client or of all clients. A body of unknown length is large when more than the size of a small one has
 * arrived; what has been read of it is put back. Never resolves if `response` closes first. The body counts against the
 * limits until `response` closes.
 */
export function smallBody(
  request: IncomingMessage,
  response: ServerResponse,
  client: string,
): Promise<Buffer | 'stream' | 'full'> {
  const length = Number(request.headers['content-length'] ?? 0);
  if (!hasBody(request)) return Promise.resolve(Buffer.alloc(0));
  if (length > BUFFERED) return Promise.resolve('stream');
  return new Promise((resolve) => {
    // Copied together, because a body may arrive in very many parts, and each takes more memory than its bytes.
    let store = Buffer.alloc(0);
    let bytes = 0;
    const take = (chunk: Buffer): void => {
      const size = bytes + chunk.length;
      if (size > BUFFERED) {
        stop();
        request.pause();
        request.unshift(Buffer.concat([store.subarray(0, bytes), chunk]));
        store = Buffer.alloc(0);
        resolve('stream');
      } else if (hasRoom(client, chunk.length)) {
        if (size > store.length) store = grown(store, bytes, size);
        chunk.copy(store, bytes);
        hold(client, chunk.length);
        bytes = size;
      } else {
        stop();
        store = Buffer.alloc(0);
        resolve('full');
      }
    };
    const complete = (): void => resolve(store.subarray(0, bytes));
    const stop = (): void => void request.off('data', take).off('end', complete);
    request.on('data', take);
    request.once('end', complete);
    response.once('close', () => {
      // What was refused while it was read may still arrive.
      stop();
      hold(client, -bytes);
    });
  });
}

/** A buffer for `size` bytes and more, with the first `bytes` bytes of `store`. */
function grown(store: Buffer, bytes: number, size: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(Math.min(BUFFERED, Math.max(1024, size, 2 * store.length)));
  store.copy(larger, 0, 0, bytes);
  return larger;
}

const hasRoom = (client: string, bytes: number): boolean =>
  held + bytes <= MAX_HELD && (heldByClient.get(client) ?? 0) + bytes <= MAX_HELD_PER_CLIENT;

function hold(client: string, bytes: number): void {
  held += bytes;
  const now = (heldByClient.get(client) ?? 0) + bytes;
  if (now === 0) heldByClient.delete(client);
  else heldByClient.set(client, now);
}
