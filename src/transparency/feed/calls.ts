import type { Caller } from '../../access/principal.ts';
import type { Env } from '../../settings/config.ts';
import { ServiceError, type ErrorData } from '../../lib/errors.ts';
import { ambient } from '../../lib/time.ts';
import type { Position } from './position.ts';
import { nameInCell } from '../../platform/cells/cells.ts';

/** A stream of the events of a tenancy. `query`, `filters`: as the request gives them, validated. */
export type StreamRequest = {
  caller: Caller;
  query: object;
  filters: [name: string, value: string][];
  from: Position;
  /** Milliseconds: the time at which the token expires. */
  expires: number;
  requestId: string;
};

/** Waits until the log of a scope has entries after a position. `holder`: who waits. */
export type WaitRequest = { from: Position; milliseconds: number; holder: string };
/** `id`: by which `stop` ends the wait. */
export type Waiting = WaitRequest & { id: string };

/** The object with the streams of a scope. They are calls over HTTP, because these tell when the client disconnects. */
const call = async (env: Env, scope: string, path: string, body: object, signal?: AbortSignal): Promise<Response> => {
  const stub = env.EVENT_FEED.get(env.EVENT_FEED.idFromName(nameInCell(env, scope)));
  const url = `http://feed/${path}?scope=${scope}`;
  const response = await stub.fetch(url, { method: 'POST', body: JSON.stringify(body), ...(signal ? { signal } : {}) });
  if (response.status !== 200) throw ServiceError.fromData((await response.json()) as ErrorData);
  return response;
};

/** Opens a stream of Server-Sent Events. `signal`: aborts when the client disconnects. Throws 429 for too many. */
export async function openStream(
  env: Env,
  request: StreamRequest,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const response = await call(env, request.caller.tenant, 'stream', request, signal);
  return response.body!;
}

/**
 * Returns whether the log of a scope has entries after a position, at the latest after the time, or when the client
 * disconnects. Throws 429 for too many.
 */
export async function awaitGrowth(
  env: Env,
  scope: string,
  request: WaitRequest,
  signal: AbortSignal,
): Promise<boolean> {
  if (signal.aborted) return false;
  const id = ambient.uuid();
  const stop = (): void => void call(env, scope, 'stop', { id }).catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const response = await call(env, scope, 'wait', { ...request, id });
    return ((await response.json()) as { hasGrown: boolean }).hasGrown;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
