import { joinBytes } from './bytes.ts';

/** A failed request to a cloud service. */
export class RemoteFailure extends Error {
  /** Seconds until a retry; undefined: a retry is useless. */
  readonly retryAfter: number | undefined;
  constructor(message: string, retryAfter?: number) {
    super(message);
    this.name = 'RemoteFailure';
    this.retryAfter = retryAfter;
  }
}

export type Answered = { status: number; headers: Headers; text: string };

/** Seconds until a retry, if the service does not name them. */
const RETRY_SECONDS = 5;
const MAX_RETRY_SECONDS = 300;

/**
 * Sends one request to a host that a client has named. Follows no redirect, times out after `seconds`, and reads at
 * most `maxBytes`: a longer response is a failure, or with `cut` an empty text. If `maxBytes` is 0, the body is not
 * awaited. Throws RemoteFailure; `retryAfter` is set without a response, and for 429 and 5xx.
 */
export async function ask(
  url: string,
  init: RequestInit,
  { name, seconds, maxBytes, cut }: { name: string; seconds: number; maxBytes: number; cut?: boolean },
): Promise<Answered> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(seconds * 1000) });
    text = await bounded(response, maxBytes, cut ?? false);
  } catch (error) {
    if (error instanceof RemoteFailure) throw error;
    throw new RemoteFailure(`${name} does not respond`, RETRY_SECONDS);
  }
  const { status, headers } = response;
  if (status === 429 || status >= 500) {
    const wait = Number(headers.get('retry-after'));
    throw new RemoteFailure(
      `${name} responded with ${status}`,
      Number.isFinite(wait) && wait > 0 ? Math.min(MAX_RETRY_SECONDS, Math.ceil(wait)) : RETRY_SECONDS,
    );
  }
  if (status >= 300 && status < 400) throw new RemoteFailure(`${name} redirects, which is not followed`);
  return { status, headers, text };
}

async function bounded(response: Response, maxBytes: number, cut: boolean): Promise<string> {
  const body = await boundedBody(response, maxBytes);
  if (!body && !cut) throw new RemoteFailure('the answer is too long');
  return body ? new TextDecoder().decode(body) : '';
}

/**
 * The body of a response. Undefined, without reading the rest, if it has more than `maxBytes` bytes, and always for 0.
 */
export async function boundedBody(response: Response, maxBytes: number): Promise<Uint8Array | undefined> {
  if (maxBytes === 0) {
    await response.body?.cancel();
    return undefined;
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  // Streams are not iterable in every browser.
  const reader = response.body?.getReader() as ReadableStreamDefaultReader<Uint8Array> | undefined;
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    length += read.value.length;
    if (length > maxBytes) {
      await reader?.cancel().catch(() => undefined);
      return undefined;
    }
    parts.push(read.value);
  }
  return joinBytes(parts);
}
