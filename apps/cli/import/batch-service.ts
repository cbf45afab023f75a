import { setTimeout as sleep } from 'node:timers/promises';
import { parseForeignJson } from '../../../src/lib/json.ts';
import { boundedBody } from '../../../src/lib/remote.ts';
import { causeOf } from '../cause.ts';
import { storeResults, type ItemResult } from '../../../src/formats/import/batch-results.ts';
import { Refused, ServiceFailure, Stopped } from './service-failure.ts';

type Answer = { status: number; retryAfter: string | null; requestId: string; body: any };

/** A service, and who imports: an application, or the holder of an access token, which cannot be renewed. */
export type ImportAccount = {
  /** Base address, without a slash at its end. */
  url: string;
  /** The application, or the caller of the token: idempotency keys belong to it. */
  clientId: string;
} & ({ clientSecret: string } | { token: string });

export type BatchServiceOptions = ImportAccount & {
  /** Attempts that follow each other without any item being accepted or refused, before the import fails. */
  attempts?: number;
  /** Called before a pause, with its reason. */
  onPause?: (reason: string, seconds: number) => void;
  /** Aborted to stop the import: a pause ends at once. A request is still completed. */
  signal?: AbortSignal;
  /** Waits; replaced in tests. */
  pause?: (ms: number) => Promise<unknown>;
};

/** A request other than a batch. A body is made again for each attempt. */
export type BatchCall = {
  method: 'GET' | 'POST';
  path: string;
  body?: { type?: string; content: () => Promise<string | FormData> };
};

const ATTEMPTS = 10;
/** Attempts before the import fails if nothing has ever responded: the address may be wrong. */
const FIRST_ATTEMPTS = 3;
/** In milliseconds: the longest backoff, the longest pause between two requests, and the time limit of one. */
const BACKOFF_MAX = 30_000;
const PAUSE_MAX = 60_000;
const REQUEST_MAX = 300_000;
/** The maximum bytes of a response, and the longest wait in seconds that a service can ask for. */
const RESPONSE_MAX = 2 ** 26;
const ASKED_MAX = 86_400;

/** Sends batches. Repeats what fails temporarily: the items have idempotency keys, so nothing is added twice. */
export class BatchService {
  readonly #options: BatchServiceOptions;
  #token: string | undefined;
  #mayHaveStored = false;
  /** Whether the service, or a proxy of it, has responded to any request. */
  #hasResponded = false;

  constructor(options: BatchServiceOptions) {
    this.#options = options;
  }

  /** Whether the service may have stored a record: false while it has refused each request. */
  get mayHaveStored(): boolean {
    return this.#mayHaveStored;
  }

  /**
   * Sends the items (JSON texts) of one batch. Returns the result of each, after repeating those that failed
   * temporarily. Throws a ServiceFailure if the service refuses the batch, or if the attempts are used up, and Stopped
   * if the import is stopped while it would have to wait. When the service asks for a long pause, it is asked again
   * every minute; only the attempts after that pause count. An address that has never responded has fewer attempts.
   */
  async send(path: string, items: readonly string[]): Promise<ItemResult[]> {
    const results: ItemResult[] = [];
    let open = items.map((_, index) => index);
    let [attempt, left] = [1, 0];
    while (open.length > 0) {
      const lines = open.map((index) => `${items[index]}\n`).join('');
      const answer = await this.#request({
        method: 'POST',
        path,
        body: { type: 'application/jsonl', content: async () => lines },
      });
      const { passing, reason } =
        answer.status === 200 ? stored(answer.body, open, results) : { passing: open, reason: '' };
      if (passing.length < open.length) [attempt, left] = [1, 0];
      open = passing;
      if (open.length === 0) break;
      const why = answer.status === 200 ? reason : this.#passing(answer);
      const asked = secondsOf(answer.retryAfter) * 1000;
      if (left <= 0) {
        this.#requireAttempts(attempt, why);
        left = asked > 0 ? asked : Math.min(BACKOFF_MAX, 500 * 2 ** attempt);
        attempt += 1;
      }
      const pause = Math.min(left, PAUSE_MAX);
      const note = asked > PAUSE_MAX ? ` (the service asks to wait ${asked / 1000} s; trying again before)` : '';
      await this.#wait(pause, `${why}${note}`);
      left -= pause;
    }
    return results;
  }

  /**
   * Reads a record, or creates it if `find` does not find it. After a failure it is looked up again, because it may
   * have been created nevertheless. Throws Refused if the service refuses to create it, and else as `send`.
   */
  async ensure<T>(find: () => Promise<T | undefined>, create: BatchCall): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const found = await find();
      if (found !== undefined) return found;
      const answer = await this.#request(create);
      if (isOk(answer)) return answer.body as T;
      await this.#afterFailure(answer, attempt);
    }
  }

  /** Reads records. Throws as `ensure`. */
  async read<T>(path: string): Promise<T> {
    return this.ensure<T>(async () => undefined, { method: 'GET', path });
  }

  async #afterFailure(answer: Answer, attempt: number): Promise<void> {
    if (answer.status >= 400 && answer.status < 500 && ![401, 429].includes(answer.status))
      throw new Refused(answer.status, answer.body?.message ?? 'the response is not JSON');
    const why = this.#passing(answer);
    this.#requireAttempts(attempt, why);
    const asked = secondsOf(answer.retryAfter) * 1000;
    await this.#wait(asked > 0 ? asked : Math.min(BACKOFF_MAX, 500 * 2 ** attempt), why);
  }

  /** Throws a ServiceFailure if `attempt` was the last one. */
  #requireAttempts(attempt: number, why: string): void {
    if (!this.#hasResponded && attempt >= FIRST_ATTEMPTS)
      throw new ServiceFailure(
        `${this.#options.url} does not respond (${why.replace(/^no response: /, '')}): check the address, and ` +
          'that the service is running and can be reached from this machine',
        'unavailable',
      );
    if (attempt >= (this.#options.attempts ?? ATTEMPTS))
      throw new ServiceFailure(
        `the service failed ${attempt} times: ${why}; run the command again to resume`,
        'unavailable',
      );
  }

  /** The reason of an answer to a batch that may pass. Throws a ServiceFailure for any other. */
  #passing(answer: Answer): string {
    const { status, body } = answer;
    const reason = `${status || 'no response'}: ${body?.message ?? 'the response is not JSON'}`;
    if (status === 401 && 'token' in this.#options)
      throw new ServiceFailure(
        `${this.#options.url} rejected the token (401): run the command again with a new one to resume`,
        'denied',
        answer,
      );
    if (status === 401) this.#token = undefined;
    if ([0, 401, 429, 500, 502, 503, 504].includes(status)) return reason;
    const hint = status === 404 ? `; the base address must end in /archivist` : '';
    throw new ServiceFailure(
      `${this.#options.url} refused the batch (${reason})${hint}`,
      status === 403 ? 'denied' : 'other',
      answer,
    );
  }

  async #wait(ms: number, reason: string): Promise<void> {
    const {
      signal,
      onPause,
      pause = (time: number) => sleep(time, undefined, signal ? { signal } : {}),
    } = this.#options;
    if (signal?.aborted) throw new Stopped(reason);
    onPause?.(reason, Math.ceil(ms / 1000));
    try {
      await pause(ms);
    } catch (error) {
      throw signal?.aborted ? new Stopped(reason, { cause: error }) : error;
    }
  }

  /** Sends a request. One without a response has status 0. */
  async #request({ method, path, body }: BatchCall): Promise<Answer> {
    const { signal } = this.#options;
    try {
      if (this.#token === undefined) {
        this.#token = await this.#newToken(this.#options);
        if (signal?.aborted) throw new Stopped('stopped');
      }
      const before = this.#mayHaveStored;
      this.#mayHaveStored ||= method === 'POST';
      const response = await fetch(`${this.#options.url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.#token}`,
          prefer: 'handling=strict',
          ...(body?.type ? { 'content-type': body.type } : {}),
        },
        ...(body ? { body: await body.content() } : {}),
        redirect: 'error',
        signal: AbortSignal.timeout(REQUEST_MAX),
      });
      this.#hasResponded = true;
      if (response.status >= 400 && response.status < 500) this.#mayHaveStored = before;
      return await answerOf(response);
    } catch (error) {
      if (error instanceof ServiceFailure || error instanceof Stopped) throw error;
      if (signal?.aborted && this.#token === undefined) throw new Stopped('stopped', { cause: error });
      if (error instanceof TokenError) return error.answer;
      return { status: 0, retryAfter: null, requestId: '', body: { message: causeOf(error) } };
    }
  }

  async #newToken(account: ImportAccount): Promise<string> {
    if ('token' in account) return account.token;
    const { url, clientId, clientSecret } = account;
    const { signal } = this.#options;
    const timeout = AbortSignal.timeout(REQUEST_MAX);
    const response = await fetch(`${url}/iam/v1/appidp/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    this.#hasResponded = true;
    const answer = await answerOf(response);
    const { status } = answer;
    if (response.ok && typeof answer.body?.access_token === 'string') return answer.body.access_token as string;
    if (response.ok)
      throw new ServiceFailure(
        `${url} responded to the request for a token with ${status} and without a token: check the address`,
        'other',
        answer,
      );
    if (status === 401) throw new ServiceFailure(`${url} rejected the client id and secret (401)`, 'denied', answer);
    const message = answer.body?.error_description ?? answer.body?.message;
    if (status === 403 || answer.body?.error === 'unauthorized_client')
      throw new ServiceFailure(`${url} issued no token (${status}): ${message}`, 'denied', answer);
    if (status >= 400 && status < 500 && status !== 429)
      throw new ServiceFailure(
        `${url} issued no token (${status}${message ? `: ${message}` : ''}): check the address; it must end in ` +
          `/archivist`,
        'other',
        answer,
      );
    throw new TokenError({ ...answer, body: { message } });
  }
}

/** As `storeResults`. Throws a ServiceFailure for a body without a result for each item. */
function stored(...[body, open, results]: Parameters<typeof storeResults>): { passing: number[]; reason: string } {
  const outcome = storeResults(body, open, results);
  if (outcome) return outcome;
  throw new ServiceFailure('the service responded without a result for each item: check the address');
}

const isOk = ({ status }: Answer): boolean => status >= 200 && status < 300;

/** The token endpoint did not issue a token. */
class TokenError extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super('no token');
    this.answer = answer;
  }
}

/** Throws a ServiceFailure for a response that is too long. */
async function answerOf(response: Response): Promise<Answer> {
  const bytes = await boundedBody(response, RESPONSE_MAX);
  if (!bytes) throw new ServiceFailure(`${response.url} responded with more than ${RESPONSE_MAX} bytes`);
  let body: unknown;
  try {
    body = parseForeignJson(new TextDecoder().decode(bytes));
  } catch {
    body = undefined;
  }
  const { status, headers } = response;
  return { status, retryAfter: headers.get('retry-after'), requestId: headers.get('x-request-id') ?? '', body };
}

/** The seconds of a Retry-After header, a number or a time (RFC 9110, section 10.2.3); 0 without one. */
function secondsOf(header: string | null): number {
  if (header === null) return 0;
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? 0 : Math.min(ASKED_MAX, seconds);
}
