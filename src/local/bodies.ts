import type { IncomingMessage, ServerResponse } from 'node:http';

/** Bodies up to this size are read before the Worker is called, so that a slow upload occupies only its connection. */
const BUFFERED = 256 * 1024;
/** Bytes of such bodies in memory at once: of all clients together, and of one. */
const MAX_HELD = 64 * 2 ** 20;
const MAX_HELD_PER_CLIENT = MAX_HELD / 4;

let held = 0;
const heldByClient = new Map<string, number>();

/** The message of the error for a body that does not fit. */
export const HELD = 'too many request bodies are arriving at once';

/**
 * Reads a small body completely. Resolves to the body, to `stream` if it is large, or to `full` if it exceeds the limit of
 * this client or of all clients. A body of unknown length is large when more than the size of a small one has arrived; what
 * has been read of it is put back. Never resolves if the client disconnects first. The body counts against the limits until
 * `response` closes.
 */
export function smallBody(
  request: IncomingMessage,
  response: ServerResponse,
  client: string,
): Promise<Buffer | 'stream' | 'full'> {
  const isChunked = request.headers['transfer-encoding'] !== undefined;
  const length = Number(request.headers['content-length'] ?? 0);
  if (length === 0 && !isChunked) return Promise.resolve(Buffer.alloc(0));
  if (length > BUFFERED) return Promise.resolve('stream');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const release = (): void => {
      hold(client, -bytes);
      bytes = 0;
    };
    const take = (chunk: Buffer): void => {
      if (bytes + chunk.length > BUFFERED) {
        stop();
        request.pause();
        request.unshift(Buffer.concat([...chunks, chunk]));
        release();
        resolve('stream');
      } else if (hasRoom(client, chunk.length)) {
        bytes += chunk.length;
        hold(client, chunk.length);
        chunks.push(chunk);
      } else {
        stop();
        chunks.length = 0;
        resolve('full');
      }
    };
    const complete = (): void => resolve(Buffer.concat(chunks));
    const stop = (): void => void request.off('data', take).off('end', complete);
    request.on('data', take);
    request.once('end', complete);
    response.once('close', release);
  });
}

const hasRoom = (client: string, bytes: number): boolean =>
  held + bytes <= MAX_HELD && (heldByClient.get(client) ?? 0) + bytes <= MAX_HELD_PER_CLIENT;

function hold(client: string, bytes: number): void {
  held += bytes;
  const now = (heldByClient.get(client) ?? 0) + bytes;
  if (now === 0) heldByClient.delete(client);
  else heldByClient.set(client, now);
}
