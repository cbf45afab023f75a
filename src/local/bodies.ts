import type { IncomingMessage } from 'node:http';

/** Bodies up to this many bytes are read before the Worker is asked, so that a slow one holds nothing but itself. */
const BUFFERED = 256 * 1024;
/** Bytes of such bodies that are held at once, of all requests together. */
const MAX_HELD = 64 * 2 ** 20;

let held = 0;

/** Why a body is not read: too much is held already. */
export const HELD = 'too many request bodies are arriving at once';

/**
 * Reads a small body whole: resolves to it, to `stream` for one that is large or of unknown length, to `full` when too
 * much is held already, and never when the client goes away first.
 */
export function smallBody(request: IncomingMessage): Promise<Buffer | 'stream' | 'full'> {
  if (request.headers['transfer-encoding'] !== undefined) return Promise.resolve('stream');
  const length = Number(request.headers['content-length'] ?? 0);
  if (length === 0) return Promise.resolve(Buffer.alloc(0));
  if (length > BUFFERED) return Promise.resolve('stream');
  if (held + length > MAX_HELD) return Promise.resolve('full');
  held += length;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('close', () => (held -= length));
  });
}
