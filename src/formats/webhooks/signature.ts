import { fromBase64, toBase64, utf8 } from '../../lib/text.ts';
import { ambient } from '../../lib/time.ts';

/*
 * Standard Webhooks, https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md:
 * symmetric signatures (HMAC-SHA256) over `<id>.<timestamp>.<body>`.
 */

const PREFIX = 'whsec_';
/** Bytes of a secret: the specification asks for 24 to 64. */
const SECRET_BYTES = 32;

/** Makes a secret: `whsec_` and the base64 of 256 random bits. */
export const newWebhookSecret = (): string => `${PREFIX}${toBase64(ambient.bytes(SECRET_BYTES))}`;

/**
 * The headers of a delivery. `id`: the same for all attempts. `seconds`: the time of the attempt since the epoch. The
 * header of signatures has one for each secret, in their order, separated by blanks.
 */
export async function signedHeaders(
  secrets: readonly string[],
  { id, seconds, body }: { id: string; seconds: number; body: string },
): Promise<Record<string, string>> {
  const signed = utf8(`${id}.${seconds}.${body}`) as BufferSource;
  const signatures = await Promise.all(
    secrets.map(async (secret) => {
      const bytes = fromBase64(secret.slice(PREFIX.length))! as BufferSource;
      const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
      return `v1,${toBase64(new Uint8Array(await crypto.subtle.sign('HMAC', key, signed)))}`;
    }),
  );
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') };
}
