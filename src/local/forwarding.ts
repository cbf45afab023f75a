import { BlockList, isIP } from 'node:net';

/** Headers by which proxies and the platform tell of a client, and those that the runtime gives a meaning. */
const FORWARDING =
  /^(?:cf-|x-forwarded-|mf-)|^(?:forwarded|x-real-ip|true-client-ip|x-client-ip|x-cluster-client-ip)$/i;

/** Headers of one connection (RFC 9110 section 7.6.1), which a proxy does not pass on. */
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

/** The proxies whose `X-Forwarded-For` is believed. Throws for what is neither an address nor a CIDR block. */
export class TrustedProxies {
  readonly #list = new BlockList();

  /** `blocks` are IPv4 or IPv6 addresses or CIDR blocks. */
  constructor(blocks: readonly string[]) {
    for (const block of blocks) {
      const [address = '', prefix, ...more] = block.split('/');
      const family = familyOf(address);
      const bits = family === 'ipv4' ? 32 : 128;
      const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1;
      if (family === undefined || more.length > 0 || length < 0 || length > bits)
        throw new Error(`--trust-proxy: must be an IP address or a CIDR block such as 10.0.0.0/8, not "${block}"`);
      this.#list.addSubnet(address, length, family);
    }
  }

  has(address: string): boolean {
    const family = familyOf(address);
    return family !== undefined && this.#list.check(address, family);
  }

  /**
   * The address of the client: the peer's own, or, where the peer is a trusted proxy, the last address of
   * `X-Forwarded-For` that is not a trusted proxy itself.
   */
  clientOf(peer: string, forwardedFor: string | undefined): string {
    let client = plain(peer);
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
 * The headers of a request as the Worker gets them, as a flat list of names and values: without those of the
 * connection and without everything that tells of a client, but for `cf-connecting-ip`, which is `client`. `host` is
 * the only Host. A body without a length goes in chunks, with any method: without either, its bytes would be read as
 * the next request.
 */
export function forwardedHeaders(raw: readonly string[], { client, host }: { client: string; host: string }): string[] {
  const headers = withoutHopByHop(raw, (name) => name === 'host' || name === 'expect' || FORWARDING.test(name));
  headers.push('host', host, 'cf-connecting-ip', client);
  if (has(raw, 'transfer-encoding')) headers.push('transfer-encoding', 'chunked');
  return headers;
}

/**
 * A flat list of headers without those of one connection, and without the names that `drop` matches. The length of
 * the body stays, whatever `Connection` names: the body is passed on too.
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

/** An IPv4 address that came over an IPv6 socket is itself. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const family = isIP(address);
  return family === 0 ? undefined : family === 4 ? 'ipv4' : 'ipv6';
}
