import { expect, it } from 'vitest';
import { clientAddress } from '../../src/http/rate-limit.ts';

it.each([
  ['198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
  ['2001:0DB8:0000:0001:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
  ['2001:db8::5', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('counts the client %s as %s, so that one network of IPv6 has one limit', (address, counted) => {
  const request = new Request('https://evidence.example/', { headers: { 'cf-connecting-ip': address } });
  expect(clientAddress(request)).toBe(counted);
});

it('counts requests without a known address together', () => {
  expect(clientAddress(new Request('https://evidence.example/'))).toBe('unknown');
});
