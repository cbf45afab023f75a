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
 * Reads a small body completely. Resolves to the body, to `stream` if it is large or of unknown length, or to `full` if
 * it exceeds the limit of this client or of all clients. Never resolves if the client disconnects first. The body
 * counts against the limits until `response` closes.
 */
export function smallBody(
  request: IncomingMessage,
  response: ServerResponse,
  client: string,
): Promise<Buffer | 'stream' | 'full'> {
  if (request.headers['transfer-encoding'] !== undefined) return Promise.resolve('stream');
  const length = Number(request.headers['content-length'] ?? 0);
  if (length === 0) return Promise.resolve(Buffer.alloc(0));
  if (length > BUFFERED) return Promise.resolve('stream');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const take = (chunk: Buffer): void => {
      if (hasRoom(client, chunk.length)) {
        bytes += chunk.length;
        hold(client, chunk.length);
        chunks.push(chunk);
      } else {
        request.off('data', take);
        chunks.length = 0;
        resolve('full');
      }
    };
    request.on('data', take);
    request.once('end', () => resolve(Buffer.concat(chunks)));
    response.once('close', () => hold(client, -bytes));
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
