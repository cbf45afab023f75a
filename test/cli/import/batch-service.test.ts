import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../../../tools/free-port.ts';
import { BatchService } from '../../../apps/cli/import/batch-service.ts';
import { Stopped } from '../../../apps/cli/import/service-failure.ts';

type Reply = { status?: number; headers?: Record<string, string>; body?: unknown; hangUp?: boolean };

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

/** A service whose batches respond with `reply`. Records the batches as lists of items, and the tokens. */
async function serve(
  reply: (items: string[], n: number) => Reply,
  token: () => Reply = () => ({}),
  options: object = {},
) {
  const seen = { batches: [] as string[][], tokens: [] as string[], pauses: [] as number[], reasons: [] as string[] };
  let tokens = 0;
  const server = createServer((request: IncomingMessage, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += String(part)));
    request.on('end', () => {
      let answer: Reply;
      if (request.url!.endsWith('/token')) answer = { body: { access_token: `t${++tokens}` }, ...token() };
      else {
        const items = text.split('\n').slice(0, -1);
        seen.batches.push(items);
        seen.tokens.push(request.headers.authorization!);
        answer = reply(items, seen.batches.length);
      }
      if (answer.hangUp) return void request.socket.destroy();
      response.writeHead(answer.status ?? 200, answer.headers ?? {});
      response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {}));
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  closing.push(() => (server.closeAllConnections(), server.close()));
  const service = new BatchService({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/archivist`,
    clientId: 'c',
    clientSecret: 's',
    pause: async (ms) => seen.pauses.push(ms),
    onPause: (reason) => seen.reasons.push(reason),
    ...options,
  });
  return { service, seen };
}
const record = (item: string) => ({ event: { identity: `e${item}` } });
const error = (code: number, message = 'm') => ({ error: { code, message, details: [] as object[] } });
/** The error of an item that can be retried. */
const later = (code: number, message = 'm') => ({
  error: { code, message, details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retry_delay: '1s' }] },
});
const identities = (items: string[]) => items.map((item) => ({ identity: `e${item}` }));
const ITEMS = ['1', '2', '3', '4'];

test('sends JSON Lines, and returns the record or the error of each item', async () => {
  const { service, seen } = await serve((items) => ({
    body: { results: items.map((item) => (item === '2' ? error(3, 'bad') : record(item))) },
  }));
  expect(await service.send('/v2/x', ITEMS)).toEqual([
    { identity: 'e1' },
    { error: { code: 3, message: 'bad', details: [] } },
    { identity: 'e3' },
    { identity: 'e4' },
  ]);
  expect(await service.send('/v2/x', [])).toEqual([]);
  expect(seen).toMatchObject({ batches: [ITEMS], tokens: ['Bearer t1'], pauses: [] });
});

test('repeats only the items that failed temporarily, in their order, after the requested time', async () => {
  const { service, seen } = await serve((items, n) =>
    n < 3
      ? {
          headers: { 'retry-after': '7' },
          body: { results: items.map((item, i) => (i < 2 ? record(item) : later(n === 1 ? 8 : 14, 'later'))) },
        }
      : { body: { results: items.map(record) } },
  );
  expect(await service.send('/v2/x', [...ITEMS, '5'])).toEqual(identities([...ITEMS, '5']));
  expect(seen.batches).toEqual([['1', '2', '3', '4', '5'], ['3', '4', '5'], ['5']]);
  expect([seen.pauses, seen.reasons]).toEqual([
    [7000, 7000],
    ['later', 'later'],
  ]);
});

test('an item that exceeds a quota is refused and not repeated with one that exceeds the rate limit', async () => {
  const { service, seen } = await serve((_items, n) =>
    n === 1
      ? { headers: { 'retry-after': '1' }, body: { results: [error(8, 'quota'), later(8)] } }
      : { body: { results: [record('2')] } },
  );
  expect(await service.send('/v2/x', ['1', '2'])).toMatchObject([{ error: { message: 'quota' } }, { identity: 'e2' }]);
  expect(seen.batches).toEqual([['1', '2'], ['2']]);
});

test.each<[string, Reply]>([
  ['429', { status: 429, headers: { 'retry-after': '3' }, body: { message: 'slow down' } }],
  ['503', { status: 503, headers: { 'retry-after': '3' }, body: { message: 'full' } }],
  ['503 with a date', { status: 503, headers: { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() } }],
  ['502 of a proxy', { status: 502, body: '<html>' }],
  ['a connection that breaks off', { hangUp: true }],
])('repeats a batch after %s', async (what, answer) => {
  const { service, seen } = await serve((items, n) => (n < 3 ? answer : { body: { results: items.map(record) } }));
  expect(await service.send('/v2/x', ITEMS)).toEqual(identities(ITEMS));
  expect(seen.batches).toEqual([ITEMS, ITEMS, ITEMS]);
  const asked = answer.headers !== undefined;
  if (what.endsWith('date')) expect(seen.pauses).toEqual([60_000, 60_000]);
  else expect(seen.pauses).toEqual(asked ? [3000, 3000] : [1000, 2000]);
});

test('gives up after ten attempts without progress', async () => {
  const { service, seen } = await serve(() => ({ status: 503, body: { message: 'the disk is full' } }));
  await expect(service.send('/v2/x', ITEMS)).rejects.toThrow(
    'the service failed 10 times: 503: the disk is full; run the command again to resume',
  );
  expect(seen.pauses).toEqual([1, 2, 4, 8, 16, 30, 30, 30, 30].map((s) => s * 1000));
});

test('tries again every minute of a longer pause, and counts only the last of these attempts', async () => {
  const { service, seen } = await serve(() => ({
    status: 503,
    headers: { 'retry-after': '150' },
    body: { message: 'restored' },
  }));
  await expect(service.send('/v2/x', ITEMS)).rejects.toThrow('the service failed 10 times: 503: restored; run');
  expect(seen.pauses).toEqual(Array.from({ length: 9 }, () => [60_000, 60_000, 30_000]).flat());
  expect(new Set(seen.reasons)).toEqual(
    new Set(['503: restored (the service asks to wait 150 s; trying again before)']),
  );
});

test('stops at once while it waits', async () => {
  const stop = new AbortController();
  const { service, seen } = await serve(
    () => ({ status: 503, headers: { 'retry-after': '3600' }, body: { message: 'later' } }),
    undefined,
    { pause: undefined, signal: stop.signal, onPause: () => setImmediate(() => stop.abort()) },
  );
  await expect(service.send('/v2/x', ITEMS)).rejects.toThrow(Stopped);
  await expect(service.send('/v2/x', ITEMS)).rejects.toThrow(Stopped);
  expect(seen.batches).toHaveLength(2);
});

test('does not give up while items are accepted', async () => {
  const { service, seen } = await serve((items) => ({
    body: { results: items.map((item, i) => (i === 0 ? record(item) : later(14))) },
  }));
  const many = Array.from({ length: 30 }, (_, n) => String(n));
  expect(await service.send('/v2/x', many)).toEqual(identities(many));
  expect(seen.batches).toHaveLength(30);
});

test('requests a new token when the service rejects the current one', async () => {
  const { service, seen } = await serve((items, n) =>
    n === 1 ? { status: 401 } : { body: { results: items.map(record) } },
  );
  expect(await service.send('/v2/x', ITEMS)).toEqual(identities(ITEMS));
  expect(seen.tokens).toEqual(['Bearer t1', 'Bearer t2']);
});

test('repeats a token request that fails temporarily, and gives up when the credentials are rejected', async () => {
  const replies: Reply[] = [
    { status: 429, headers: { 'retry-after': '2' }, body: { error_description: 'slow' } },
    {},
    {},
  ];
  const { service, seen } = await serve(
    (items) => ({ body: { results: items.map(record) } }),
    () => replies.shift()!,
  );
  expect(await service.send('/v2/x', ITEMS)).toEqual(identities(ITEMS));
  expect([seen.pauses, seen.reasons]).toEqual([[2000], ['429: slow']]);
  const other = await serve(
    () => ({}),
    () => ({ status: 401 }),
  );
  await expect(other.service.send('/v2/x', ITEMS)).rejects.toThrow(/rejected the client id and secret \(401\)$/);
});

test.each<[Reply, RegExp]>([
  [{ status: 403, body: { message: 'no rights' } }, /refused the batch \(403: no rights\)$/],
  [{ status: 404, body: '' }, /refused the batch \(404: .*\); the base address must end in \/archivist$/],
  [{ body: { results: [] } }, /responded without a result for each item: check the address$/],
])('ends at once when the service responds with %j', async (answer, message) => {
  const { service, seen } = await serve(() => answer);
  await expect(service.send('/v2/x', ITEMS)).rejects.toThrow(message);
  expect(seen.batches).toHaveLength(1);
});

test.each([
  ['refuses connections', async () => `http://127.0.0.1:${await freePort()}/archivist`],
  ['is an unknown host', async () => 'http://evidence.invalid/archivist'],
])('fails after three attempts, with its name, if the address %s', async (_what, address) => {
  const url = await address();
  const { service, seen } = await serve(() => ({}), undefined, { url });
  await expect(service.send('/v2/assets:batch', ITEMS)).rejects.toThrow(`${url} does not respond (`);
  expect(seen.pauses).toEqual([1000, 2000]);
  expect(service.mayHaveStored).toBe(false);
});

test('fails after three attempts if the first record cannot be read as the address does not respond', async () => {
  const { service, seen } = await serve(() => ({}), undefined, { url: 'http://127.0.0.1:1/archivist' });
  await expect(service.read('/v2/locations')).rejects.toThrow(
    /^http:\/\/127\.0\.0\.1:1\/archivist does not respond \(.*\): check the address, and that the service is running/,
  );
  expect(seen.pauses).toEqual([1000, 2000]);
});

test('retries ten times if a service that has responded does not respond any more', async () => {
  const { service, seen } = await serve(() => ({ hangUp: true }));
  await expect(service.send('/v2/assets:batch', ITEMS)).rejects.toThrow(/^the service failed 10 times: no response: /);
  expect(seen.batches).toHaveLength(10);
});
