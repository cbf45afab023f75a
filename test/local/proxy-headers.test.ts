import { describe, expect, it } from 'vitest';
import { forwardedHeaders, TrustedProxies, withoutHopByHop } from '../../apps/server/listener/proxy-headers.ts';

const PEER = '203.0.113.9';

describe('TrustedProxies', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1', true],
    ['127.0.0.1', '127.0.0.2', false],
    ['10.0.0.0/8', '10.255.255.255', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['0.0.0.0/0', '198.51.100.1', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['10.0.0.0/8', '::ffff:10.1.2.3', true],
    ['10.0.0.0/8', '::ffff:a01:203', true],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['2001:db8::1', '2001:0DB8:0:0:0:0:0:1', true],
    ['::1', '127.0.0.1', false],
    ['::/0', '2001:db8::1', true],
    ['fe80::/10', 'fe80::1%eth0', true],
    ['10.0.0.0/8', '', false],
    ['10.0.0.0/8', 'unix:', false],
    ['10.0.0.0/8', '10.0.0.1:80', false],
    ['10.0.0.0/8', '010.0.0.1', false],
    ['10.0.0.0/8', '167772161', false],
  ])('%s contains %s: %s', (block, address, held) => {
    expect(new TrustedProxies([block]).has(address)).toBe(held);
  });

  it.each([
    '',
    ' ',
    '10',
    '10.0.0.0/',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0.0/x',
    '::/129',
    'a.example',
  ])('rejects the block "%s"', (block) => {
    const message = `--trust-proxy: must be an IP address or a CIDR block such as 10.0.0.0/8, not "${block}"`;
    expect(() => new TrustedProxies([block])).toThrow(message);
  });

  const proxies = new TrustedProxies(['127.0.0.1', '10.0.0.0/8', '2001:db8:1::/48']);

  it.each<[what: string, peer: string, forwardedFor: string | undefined, client: string]>([
    ['an untrusted peer is the client', PEER, undefined, PEER],
    ['an untrusted peer cannot name another', PEER, '198.51.100.1', PEER],
    ['an untrusted peer cannot name a proxy', PEER, '198.51.100.1, 127.0.0.1', PEER],
    ['an untrusted IPv6 peer is the client', '2001:db8:2::1', '198.51.100.1', '2001:db8:2::1'],
    ['an IPv4 peer of an IPv6 socket is the client, in IPv4 form', `::ffff:${PEER}`, '198.51.100.1', PEER],
    ['a proxy without the header is the client', '127.0.0.1', undefined, '127.0.0.1'],
    ['a proxy with an empty header is the client', '127.0.0.1', '', '127.0.0.1'],
    ['a proxy names the client', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['a proxy of an IPv6 socket names the client', '::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['a proxy names an IPv6 client', '127.0.0.1', '2001:db8:2::9', '2001:db8:2::9'],
    ['a proxy names a mapped client', '127.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    ['a header of the client itself is ignored', '127.0.0.1', '192.0.2.1, 192.0.2.2,198.51.100.1', '198.51.100.1'],
    ['two proxies in a row', '127.0.0.1', '192.0.2.1, 198.51.100.1, 10.2.3.4', '198.51.100.1'],
    ['an IPv6 proxy in a row', '2001:db8:1::1', '192.0.2.1, 198.51.100.1, 2001:db8:1:2::3', '198.51.100.1'],
    ['a forged proxy before the client', '127.0.0.1', '192.0.2.1, 10.0.0.1, 198.51.100.1', '198.51.100.1'],
    ['only trusted proxies: the first is the client', '127.0.0.1', '10.0.0.1, 10.0.0.2', '10.0.0.1'],
    ['a value that is not an address is ignored', '127.0.0.1', 'unknown', '127.0.0.1'],
    ['an invalid hop before a proxy ends the search', '127.0.0.1', '198.51.100.1, nonsense, 10.0.0.1', '10.0.0.1'],
    ['an obfuscated identifier', '127.0.0.1', '198.51.100.1, _hidden', '127.0.0.1'],
    ['an address with a port', '127.0.0.1', '198.51.100.1:4711', '127.0.0.1'],
    ['only commas', '127.0.0.1', ',,,', '127.0.0.1'],
    ['a link-local client', '127.0.0.1', 'fe80::1%eth0', 'fe80::1%eth0'],
    ['no peer', '', '198.51.100.1', ''],
    ['ten thousand hops', '127.0.0.1', `192.0.2.1, 198.51.100.1${', 10.0.0.1'.repeat(10_000)}`, '198.51.100.1'],
  ])('the client is found behind trusted proxies: %s', (_what, peer, forwardedFor, client) => {
    expect(proxies.clientOf(peer, forwardedFor)).toBe(client);
  });
});

describe('forwardedHeaders', () => {
  const to = { client: PEER, host: 'evidence.example' };
  const own = ['host', 'evidence.example', 'cf-connecting-ip', PEER];

  it('keeps the order and duplicates of headers', () => {
    const raw = ['Accept', 'a/b', 'X-One', '1', 'accept', 'c/d', 'Authorization', 'Bearer t', 'Content-Length', '3'];
    expect(forwardedHeaders(raw, to)).toEqual([...raw, ...own]);
  });

  it.each([
    'cf-connecting-ip',
    'CF-Connecting-IP',
    'cf-ray',
    'cf-anything',
    'x-forwarded-for',
    'X-Forwarded-Host',
    'x-forwarded-anything',
    'forwarded',
    'Forwarded',
    'x-real-ip',
    'true-client-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'mf-cf-blob',
    'MF-Original-URL',
    'mf-anything',
    'host',
    'expect',
  ])('removes %s of a client', (name) => {
    expect(forwardedHeaders([name, '198.51.100.1', name, '198.51.100.2'], to)).toEqual(own);
  });

  it.each(['x-forwarded', 'cf', 'mf', 'my-forwarded', 'x-mf-blob', 'cfx-a', 'x-request-id'])('keeps %s', (name) => {
    expect(forwardedHeaders([name, 'v'], to)).toEqual([name, 'v', ...own]);
  });

  it('removes hop-by-hop headers and those that Connection names', () => {
    const raw = ['Connection', 'close, X-Own', 'x-own', '1', 'TE', 'trailers', 'Upgrade', 'h2c', 'Keep-Alive', '5'];
    expect(forwardedHeaders([...raw, 'connection', 'x-two', 'X-Two', '2', 'x-three', '3'], to)).toEqual([
      'x-three',
      '3',
      ...own,
    ]);
  });

  it('keeps content-length even if Connection names it', () => {
    const raw = ['connection', 'content-length, host, cf-connecting-ip', 'content-length', '3'];
    expect(forwardedHeaders(raw, to)).toEqual(['content-length', '3', ...own]);
  });

  it('forwards a chunked body as chunked', () => {
    expect(forwardedHeaders(['Transfer-Encoding', 'chunked'], to)).toEqual([...own, 'transfer-encoding', 'chunked']);
  });
});

describe('withoutHopByHop', () => {
  it('keeps the end-to-end headers of a response', () => {
    const raw = ['Content-Type', 'a/b', 'Connection', 'keep-alive', 'Transfer-Encoding', 'chunked', 'Vary', 'accept'];
    expect(withoutHopByHop(raw)).toEqual(['Content-Type', 'a/b', 'Vary', 'accept']);
  });
});
