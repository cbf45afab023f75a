import { retryLater } from '../core/errors.ts';
import type { Env } from '../config.ts';
import type { RateClass } from './operation.ts';

/** Seconds of the window of a rate limit; must match wrangler.toml. */
const PERIOD = 10;

/** Counts one request of `key` against a rate limit. Throws 429 with the headers that say when to retry. */
export async function countRequest(env: Env, rate: RateClass, key: string): Promise<void> {
  const binding = {
    api: env.RATE_API,
    token: env.RATE_TOKEN,
    public: env.RATE_PUBLIC,
    public_list: env.RATE_PUBLIC_LIST,
  }[rate];
  const { success } = await binding.limit({ key });
  if (!success) throw retryLater('rate_limited', `the rate limit for ${rate} requests is exceeded`, PERIOD);
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
