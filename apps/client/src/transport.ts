import { parseForeignJson } from '../../../src/lib/json.ts';
import { boundedBody } from '../../../src/lib/remote.ts';
import { backoff, cancelled, type Clock } from './ambient.ts';
import { errorOf, EvidenceError } from './errors.ts';
import type { Tokens } from './tokens.ts';

export type FetchFunction = (input: string, init: RequestInit) => Promise<Response>;

/** Bounds of the repetitions of a request. */
export type RetryBounds = {
  /** Attempts, including the first one. */
  attempts: number;
  /** Milliseconds of the first wait; it doubles with each further one. */
  base: number;
  /** Longest wait in milliseconds. A response whose Retry-After is longer is an error at once. */
  maxWait: number;
  /**
   * Attempts, including the first one, while nothing listens at the address (ECONNREFUSED) and no request has had a
   * response yet. Default: `attempts`.
   */
  refused?: number;
};

/** A request that failed for now, and is sent again after `wait` milliseconds. */
export type Repetition = { error: EvidenceError; wait: number; attempt: number; attempts: number };

export type TransportOptions = {
  fetch: FetchFunction;
  clock: Clock;
  /** A number from 0 to 1, for the jitter of waits. */
  random: () => number;
  retry: RetryBounds;
  /** Milliseconds for one attempt. */
  timeout: number;
  /** Called before the wait that precedes a repetition. */
  onRepetition?: ((repetition: Repetition) => void) | undefined;
};

/** Whether a request may be repeated after every temporary failure, or only after a response that it had no effect. */
type Repeatable = 'always' | 'if refused';

export type TransportCall = {
  method: string;
  /** The whole address. */
  address: string;
  headers?: Record<string, string>;
  /** Makes the body of an attempt. */
  body?: () => BodyInit;
  /** The body can be made only once, so the call is never repeated. */
  once?: boolean;
  repeatable: Repeatable;
  tokens: Tokens;
  signal?: AbortSignal | undefined;
  timeout?: number | undefined;
};

/** Statuses of a service that did not do what the request asks for, or may not have done it. */
const TEMPORARY = new Set([429, 502, 503, 504]);

/** Sends requests: with a token, a limit of time, and repetitions. Rejects with EvidenceError. */
export class Transport {
  readonly options: TransportOptions;
  /** Whether a request has had a response. */
  #isReached = false;

  constructor(options: TransportOptions) {
    this.options = options;
  }

  /** The same transport with another `fetch`. */
  with(fetch: FetchFunction): Transport {
    return new Transport({ ...this.options, fetch });
  }

  /** Sends a call until it succeeds, and reads the response with `read`, within the time of the attempt. */
  async send<T>(call: TransportCall, read: (response: Response) => Promise<T>): Promise<T> {
    const { retry, clock } = this.options;
    let renewed = false;
    for (let attempt = 0; ;) {
      const token = await call.tokens.token();
      try {
        return await this.#attempt(call, token, read);
      } catch (error) {
        if (!(error instanceof EvidenceError)) throw error;
        if (error.status === 401 && token !== undefined && !renewed && !call.once && call.tokens.reject(token)) {
          renewed = true;
          continue;
        }
        const wait = this.#waitAfter(error, call, attempt);
        const attempts = isRefused(error) && !this.#isReached ? (retry.refused ?? retry.attempts) : retry.attempts;
        if (wait === undefined || ++attempt >= attempts) throw error;
        this.options.onRepetition?.({ error, wait, attempt, attempts });
        await clock.sleep(wait, call.signal);
      }
    }
  }

  /** Milliseconds before a repetition; undefined if the call must not be repeated. */
  #waitAfter(error: EvidenceError, { repeatable, once, signal }: TransportCall, attempt: number): number | undefined {
    const { retry, random } = this.options;
    // After a lost connection or the time limit, the request can have had an effect.
    const lost = error.status === 0 && (error.code === 'UNAVAILABLE' || error.code === 'DEADLINE_EXCEEDED');
    const temporary = lost || TEMPORARY.has(error.status);
    if (!temporary || signal?.aborted || once) return undefined;
    if (repeatable === 'if refused' && error.status !== 429) return undefined;
    const wait = backoff(attempt, retry.base, retry.maxWait, random);
    const asked = (error.retryAfter ?? 0) * 1000;
    if (asked > retry.maxWait) return undefined;
    // With some jitter in addition, so that clients that were refused together do not return together.
    return asked === 0 ? wait : asked + Math.round(Math.min(wait, asked) * 0.25 * random());
  }

  async #attempt<T>(
    call: TransportCall,
    token: string | undefined,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const { fetch, clock } = this.options;
    const timeout = call.timeout ?? this.options.timeout;
    if (call.signal?.aborted) throw cancelled(call.signal);
    const stop = new AbortController();
    const forward = (): void => stop.abort();
    call.signal?.addEventListener('abort', forward, { once: true });
    const timer = Number.isFinite(timeout) ? setTimeout(forward, timeout) : undefined;
    const body = call.body?.();
    let response: Response | undefined;
    try {
      response = await fetch(call.address, {
        method: call.method,
        headers: { ...call.headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
        ...(body === undefined ? {} : { body }),
        // Streams require it, and the type does not have it.
        ...(body instanceof ReadableStream ? ({ duplex: 'half' } as object) : {}),
        // A token is never sent to another address. Workers do not have `error`.
        redirect: 'manual',
        signal: stop.signal,
      });
      this.#isReached = true;
      if (response.ok) return await read(response);
      if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400))
        throw new EvidenceError('FAILED_PRECONDITION', `${call.address}: the service responded with a redirect`, {
          status: response.status,
        });
      throw errorOf(response, await textOf(response, MAX_ERROR), clock.now());
    } catch (error) {
      if (error instanceof EvidenceError) throw error;
      if (call.signal?.aborted) throw cancelled(call.signal);
      if (stop.signal.aborted)
        throw new EvidenceError('DEADLINE_EXCEEDED', `no response within ${timeout} ms`, { cause: error });
      throw new EvidenceError('UNAVAILABLE', `the connection to the service failed: ${reasonOf(error)}`, {
        cause: error,
        requestId: response?.headers.get('x-request-id') ?? '',
      });
    } finally {
      clearTimeout(timer);
      call.signal?.removeEventListener('abort', forward);
    }
  }
}

/** Whether nothing listens at the address. */
function isRefused(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && cause.code === 'ECONNREFUSED') return true;
  return false;
}

function reasonOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (!(cause.cause instanceof Error)) return cause.message || cause.name;
  return String(error);
}

/**
 * The maximum bytes of an error and of another body that is held in memory: more than any response of the service has.
 */
const MAX_ERROR = 2 ** 20;
const MAX_BODY = 2 ** 26;

/** Reads the bytes of a body. Rejects for more than a service sends. */
export async function readBytes(response: Response, most = MAX_BODY): Promise<Uint8Array> {
  const bytes = await boundedBody(response, most);
  if (bytes) return bytes;
  throw new EvidenceError('INTERNAL', `the service responded with more than ${most} bytes`, {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? '',
  });
}

const textOf = async (response: Response, most?: number): Promise<string> =>
  new TextDecoder().decode(await readBytes(response, most));

/** Reads JSON. Rejects for a body that is not JSON; undefined for an empty one. */
export async function readJson(response: Response): Promise<unknown> {
  const text = await textOf(response);
  if (text === '') return undefined;
  try {
    return parseForeignJson(text);
  } catch (error) {
    throw new EvidenceError('INTERNAL', 'the service responded with a body that is not JSON', {
      status: response.status,
      requestId: response.headers.get('x-request-id') ?? '',
      cause: error,
    });
  }
}
