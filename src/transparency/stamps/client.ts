import { boundedBody } from '../../lib/remote.ts';
import { ambient, nowMicros } from '../../lib/time.ts';
import { CLOCK_SKEW, type TimestampAuthority } from '../../formats/timestamp/authority.ts';
import { TimestampError } from '../../formats/timestamp/error.ts';
import { encodeQuery, tokenIn } from '../../formats/timestamp/request.ts';
import { MAX_TOKEN_BYTES } from '../../formats/timestamp/token.ts';
import { acceptToken } from '../../formats/timestamp/verify.ts';

/** As the global `fetch`. */
type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const NONCE_BYTES = 16;
/** A token, and the status with its texts. */
const MAX_RESPONSE_BYTES = MAX_TOKEN_BYTES + 4096;

/**
 * Asks an authority for a time stamp of a SHA-256 hash (RFC 3161, section 3.4: over HTTP), and verifies it. Sends one
 * request, which ends after `milliseconds`, follows no redirect, and reads at most 37 kB. Rejects with TimestampError
 * without a valid stamp.
 */
export async function requestStamp(
  fetch: Fetch,
  { url, policy, trusted }: TimestampAuthority,
  hash: Uint8Array,
  milliseconds = 10_000,
): ReturnType<typeof acceptToken> {
  const nonce = ambient.bytes(NONCE_BYTES);
  const body = await post(fetch, url, encodeQuery({ hash, nonce, policy }), milliseconds);
  try {
    return await acceptToken(tokenIn(body), { hash, nonce, policy, now: nowMicros(), skew: CLOCK_SKEW }, trusted);
  } catch (error) {
    if (error instanceof TimestampError) throw error;
    throw new TimestampError(`the response cannot be read: ${(error as Error).message}`);
  }
}

async function post(fetch: Fetch, url: string, body: Uint8Array<ArrayBuffer>, ms: number): Promise<Uint8Array> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ms),
    });
    const { status, headers } = response;
    const type = headers.get('content-type')?.split(';')[0]!.trim().toLowerCase();
    const isReply = status === 200 && type === 'application/timestamp-reply';
    const bytes = await boundedBody(response, isReply ? MAX_RESPONSE_BYTES : 0);
    if (status !== 200) throw new TimestampError(`the authority responded with ${status}`);
    if (!isReply) throw new TimestampError('the content type of the response must be application/timestamp-reply');
    if (!bytes) throw new TimestampError(`the response has more than ${MAX_RESPONSE_BYTES} bytes`);
    return bytes;
  } catch (error) {
    if (error instanceof TimestampError) throw error;
    throw new TimestampError(`the authority does not respond: ${(error as Error).message}`);
  }
}
