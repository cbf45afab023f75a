import { expect, it } from 'vitest';
import { isLoopback } from '../../src/lib/loopback.ts';

it.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.255.255.254', true],
  ['::1', true],
  ['[::1]', true],
  [new URL('http://[::ffff:127.0.0.1]').hostname, true],
  ['', false],
  ['localhost.example.com', false],
  ['127.0.0.1.example.com', false],
  ['127.0.0.256', false],
  ['127.0.0.1:80', false],
  ['127.1', false],
  ['128.0.0.1', false],
  ['1127.0.0.1', false],
  ['0.0.0.0', false],
  ['10.0.0.1', false],
  ['::', false],
  ['[::2]', false],
  ['[2001:db8::1]', false],
  [new URL('http://[::ffff:10.0.0.1]').hostname, false],
  ['evil@127.0.0.1', false],
  ['127.0.0.1\n', false],
])('decides whether %j is this machine: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});
