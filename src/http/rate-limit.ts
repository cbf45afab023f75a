import { retryLater } from '../lib/errors.ts';
import type { ServiceError } from '../lib/errors.ts';
import type { Env } from '../settings/config.ts';
import type { RateClass } from './operation.ts';

/** Seconds of the window of a rate limit; must match wrangler.toml. */
const PERIOD = 10;

/** Items that are counted at once. */
const AT_ONCE = 100;

/** Counts one request of `key` against a rate limit. Throws 429 with the headers that say when to retry. */
export async function countRequest(env: Env, rate: RateClass, key: string): Promise<void> {
  if (!(await isWithin(env, rate, key))) throw rateExceeded(rate);
}

/** The 429 error of a rate limit. */
export const rateExceeded = (rate: RateClass): ServiceError =>
  retryLater('rate_limited', `the rate limit for ${rate} requests is exceeded`, PERIOD);

/**
 * Counts items of `key` in order, each as one request. Returns how many are before the first that exceeds the limit.
 */
export async function countItems(env: Env, rate: RateClass, key: string, items: number): Promise<number> {
  for (let counted = 0; counted < items; counted += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, items - counted) }, () => isWithin(env, rate, key));
    const first = (await Promise.all(some)).indexOf(false);
    if (first >= 0) return counted + first;
  }
  return items;
}

async function isWithin(env: Env, rate: RateClass, key: string): Promise<boolean> {
  const binding = {
    api: env.RATE_API,
    token: env.RATE_TOKEN,
    public: env.RATE_PUBLIC,
    public_list: env.RATE_PUBLIC_LIST,
  }[rate];
  return (await binding.limit({ key })).success;
}

/** The client's IP address; for IPv6 its /64 network, because one client usually has a whole one. */
export function clientAddress(request: Request): string {
  const address = request.headers.get('cf-connecting-ip') ?? 'unknown';
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1]!;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const last = (tail ?? '').split(':').filter((group) => group !== '');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - last.length);
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...last];
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
