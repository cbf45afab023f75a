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

/** The client's address as the edge saw it; of IPv6 the /64 network, which is what one client is given. */
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
