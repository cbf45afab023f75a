/** A request to a cloud service that came to nothing. */
export class RemoteFailure extends Error {
  /** Seconds after which it is worth trying again; undefined: it is not. */
  readonly retryAfter: number | undefined;
  constructor(message: string, retryAfter?: number) {
    super(message);
    this.name = 'RemoteFailure';
    this.retryAfter = retryAfter;
  }
}

export type Answered = { status: number; headers: Headers; text: string };

/** How long to wait where a service does not say. */
const AGAIN = 5;
const MOST = 300;

/**
 * One request to a host that a client has named: no redirect is followed, it ends after `seconds`, and no more
 * than `maxBytes` are read; what is longer is a failure, or with `cut` nothing. Throws RemoteFailure, with a time
 * for what is worth another try: no answer, 429, 5xx.
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
    throw new RemoteFailure(`${name} does not answer`, AGAIN);
  }
  const { status, headers } = response;
  if (status === 429 || status >= 500) {
    const wait = Number(headers.get('retry-after'));
    throw new RemoteFailure(
      `${name} answers ${status}`,
      Number.isFinite(wait) && wait > 0 ? Math.min(MOST, Math.ceil(wait)) : AGAIN,
    );
  }
  if (status >= 300 && status < 400) throw new RemoteFailure(`${name} redirects, which is not followed`);
  return { status, headers, text };
}

async function bounded(response: Response, maxBytes: number, cut: boolean): Promise<string> {
  const decoder = new TextDecoder();
  let [text, length] = ['', 0];
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes && cut) return '';
    if (length > maxBytes) throw new RemoteFailure('the answer is too long');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
