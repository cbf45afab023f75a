import type { IncomingMessage, ServerResponse } from 'node:http';

/** Bodies up to this many bytes are read before the Worker is asked, so that a slow one holds nothing but itself. */
const BUFFERED = 256 * 1024;
/** Bytes of such bodies that have come and are held at once: of all clients together, and of one. */
const MAX_HELD = 64 * 2 ** 20;
const MAX_HELD_PER_CLIENT = MAX_HELD / 4;

let held = 0;
const heldByClient = new Map<string, number>();

/** Why a body is not read: too much is held already. */
export const HELD = 'too many request bodies are arriving at once';

/**
 * Reads a small body whole: resolves to it, to `stream` for one that is large or of unknown length, to `full` when too
 * much is held already, of this client or of all, and never when the client goes away first. The body counts as held
 * until `response` closes.
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
