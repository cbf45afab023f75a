import type { IncomingMessage } from 'node:http';
import { constants, createGzip, type Gzip } from 'node:zlib';

/** Media types that become smaller. */
const COMPRESSIBLE = /^(?:text\/|image\/svg\+xml|application\/(?:json|javascript))/;

/**
 * Compresses a static asset like the edge of Cloudflare, if the client accepts gzip. `headers` is the flat list of the
 * response's headers. Returns the headers to send and a stream for the body; undefined if the response is sent as it
 * is. Only for assets: responses that contain secrets beside what a client sent must not be compressed (BREACH).
 */
export function compressedAsset(
  { method, headers: { 'accept-encoding': accepted = '' } }: Pick<IncomingMessage, 'method' | 'headers'>,
  { statusCode, headers: own }: Pick<IncomingMessage, 'statusCode' | 'headers'>,
  headers: readonly string[],
): { headers: string[]; stream: Gzip } | undefined {
  if (method !== 'GET' || statusCode !== 200 || own['content-encoding'] !== undefined) return undefined;
  if (!COMPRESSIBLE.test(own['content-type'] ?? '') || !acceptsGzip(String(accepted))) return undefined;
  const sent: string[] = [];
  for (let i = 0; i < headers.length; i += 2) {
    const [name, value] = [headers[i]!, headers[i + 1]!];
    const lower = name.toLowerCase();
    if (lower === 'content-length') continue;
    // The bytes differ from those that a strong entity tag names (RFC 9110, section 8.8.1).
    sent.push(name, lower === 'etag' && !value.startsWith('W/') ? `W/${value}` : value);
  }
  sent.push('content-encoding', 'gzip', 'vary', 'accept-encoding');
  const stream = createGzip({ level: constants.Z_BEST_COMPRESSION });
  // The end of an asset that arrives incompletely is seen by the listener, which closes the connection.
  stream.on('error', () => undefined);
  return { headers: sent, stream };
}

/** Whether a list of encodings has gzip with a weight above 0. */
const acceptsGzip = (accepted: string): boolean =>
  accepted.split(',').some((each) => {
    const [name, ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
    return name === 'gzip' && !parameters.some((part) => /^q=0(?:\.0*)?$/.test(part));
  });
