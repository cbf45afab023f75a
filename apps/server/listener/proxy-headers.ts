import { BlockList, isIP } from 'node:net';
import { LINE_HEADER } from '../../worker/line-header.ts';

/** Headers in which proxies and the platform describe a client, and those that the runtime interprets. */
const FORWARDING =
  /^(?:cf-|x-forwarded-|mf-)|^(?:forwarded|x-real-ip|true-client-ip|x-client-ip|x-cluster-client-ip)$/i;

/** Hop-by-hop headers (RFC 9110 section 7.6.1), which a proxy does not forward. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The proxies whose `X-Forwarded-For` is trusted. */
export class TrustedProxies {
  readonly #list = new BlockList();

  /** `blocks` are IPv4 or IPv6 addresses or CIDR blocks. Throws for anything else. */
  constructor(blocks: readonly string[]) {
    for (const block of blocks) {
      const [address = '', prefix, ...more] = block.split('/');
      const family = familyOf(address);
      const bits = family === 'ipv4' ? 32 : 128;
      const length = Number(prefix ?? bits);
      const isLength = prefix === undefined || /^\d{1,3}$/.test(prefix);
      if (family === undefined || more.length > 0 || !isLength || length > bits)
        throw new Error(`--trust-proxy: must be an IP address or a CIDR block such as 10.0.0.0/8, not "${block}"`);
      this.#list.addSubnet(address, length, family);
    }
  }

  has(address: string): boolean {
    const family = familyOf(address);
    return family !== undefined && this.#list.check(address, family);
  }

  /**
   * Returns the address of the client: the address of the peer or, if the peer is a trusted proxy, the last address of
   * `X-Forwarded-For` that is not a trusted proxy.
   */
  clientOf(peer: string, forwardedFor: string | undefined): string {
    let client = plain(peer);
    if (!this.has(client)) return client;
    const hops = (forwardedFor ?? '').split(',').map((hop) => plain(hop.trim()));
    while (this.has(client) && hops.length > 0) {
      const hop = hops.pop()!;
      if (isIP(hop) === 0) break;
      client = hop;
    }
    return client;
  }
}

/**
 * Returns the request headers for the Worker, as a flat list of names and values: without hop-by-hop headers and
 * without headers that describe a client, except `cf-connecting-ip`, which is `client`, or that ask for a log line.
 * `host` is the only Host header. A body without a length is sent chunked, with any method: otherwise its bytes would
 * be read as the next request.
 */
export function forwardedHeaders(raw: readonly string[], { client, host }: { client: string; host: string }): string[] {
  const headers = withoutHopByHop(
    raw,
    (name) => name === 'host' || name === 'expect' || name === LINE_HEADER || FORWARDING.test(name),
  );
  headers.push('host', host, 'cf-connecting-ip', client);
  if (has(raw, 'transfer-encoding')) headers.push('transfer-encoding', 'chunked');
  return headers;
}

/**
 * Returns a flat list of headers without hop-by-hop headers and without the names that `drop` matches. `content-length`
 * is kept even if `Connection` names it, because the body is forwarded too.
 */
export function withoutHopByHop(raw: readonly string[], drop?: (name: string) => boolean): string[] {
  const named = new Set<string>();
  for (let i = 0; i < raw.length; i += 2)
    if (raw[i]!.toLowerCase() === 'connection')
      for (const name of raw[i + 1]!.split(',')) named.add(name.trim().toLowerCase());
  named.delete('content-length');
  const kept: string[] = [];
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i]!.toLowerCase();
    if (!HOP_BY_HOP.has(name) && !named.has(name) && !drop?.(name)) kept.push(raw[i]!, raw[i + 1]!);
  }
  return kept;
}

function has(raw: readonly string[], name: string): boolean {
  return raw.some((each, i) => i % 2 === 0 && each.toLowerCase() === name);
}

/** Converts an IPv4-mapped IPv6 address to IPv4. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const family = isIP(address);
  if (family === 0) return undefined;
  return family === 4 ? 'ipv4' : 'ipv6';
}
