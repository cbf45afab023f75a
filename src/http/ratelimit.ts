import { retryLater } from '../core/errors.ts';
import type { Env } from '../config.ts';
import type { RateClass } from './operation.ts';

/** Seconds of a rate window, as in wrangler.toml. */
const PERIOD = 10;

/** Counts one request against a class under a key. Throws 429 with both headers that say when to come again. */
export async function countRequest(env: Env, rate: RateClass, key: string): Promise<void> {
  const binding = {
    api: env.RATE_API,
    token: env.RATE_TOKEN,
    public: env.RATE_PUBLIC,
    public_list: env.RATE_PUBLIC_LIST,
  }[rate];
  const { success } = await binding.limit({ key });
  if (!success) throw retryLater('rate_limited', `rate limit of the ${rate} class exceeded`, PERIOD);
}

/** The client's address as the edge saw it. */
export function clientAddress(request: Request): string {
  return request.headers.get('cf-connecting-ip') ?? 'unknown';
}
