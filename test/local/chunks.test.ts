import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SmallChunks } from '../../apps/server/listener/chunks.ts';
import { boundConnections, inTurn } from '../../apps/server/listener/connections.ts';
import { MOST_CONNECTIONS } from '../../apps/server/listener/open-files.ts';
import { fakeWorker, type FakeWorker } from './support/fake-worker.ts';
import { dial, exchange, untilClosed } from './support/socket.ts';

/** The number of small chunks that one client may send in a second, and of each body that do not count. */
const PER_SECOND = 65_536;
const FREE = 64;
const CLOSE = 'connection: close\r\n';

const head = (path: string, more = '', method = 'POST'): string =>
  `${method} ${path} HTTP/1.1\r\nhost: a\r\n${more}transfer-encoding: chunked\r\n\r\n`;
const small = (count: number): string => '1\r\na\r\n'.repeat(count);
const END = '0\r\n\r\n';
/** Too large to be read before it is sent to the Worker. */
const LARGE = `${(300_000).toString(16)}\r\n${'b'.repeat(300_000)}\r\n`;
const REFUSED = new RegExp(
  String.raw`^HTTP/1\.1 429 .*retry-after: 1\r\n.*connection: close\r\n.*` +
    '"bodies: more than 65,536 chunks of less than 64 bytes in a second; send larger ones"',
  'is',
);

let worker: FakeWorker;
let port: number;
const clock = { ms: 0 };

beforeAll(async () => {
  worker = await fakeWorker();
  ({ port } = await worker.listening({ now: () => clock.ms }));
});

beforeEach(() => {
  worker.reset();
  clock.ms += 1000;
});

afterAll(() => worker.close());

describe('a body in small chunks', () => {
  it('is forwarded unchanged, up to a limit, together with large chunks', async () => {
    const large = 'b'.repeat(5000);
    const mixed = `${small(3)}1388\r\n${large}\r\n${small(2)}`;
    expect(await exchange({ port }, head('/mixed', CLOSE) + mixed + END)).toMatch(/^HTTP\/1\.1 200 .*ours/s);
    const most = small(PER_SECOND + FREE);
    expect(await exchange({ port }, head('/most', CLOSE) + most + END)).toMatch(/^HTTP\/1\.1 200 .*ours/s);
    expect(worker.seen.map(({ body }) => body)).toEqual([`aaa${large}aa`, 'a'.repeat(PER_SECOND + FREE)]);
  });

  it('reaches the Worker without waiting for more of it', async () => {
    const socket = await dial({ port });
    const answer = untilClosed(socket);
    socket.write(head('/stream', CLOSE) + LARGE);
    await expect.poll(() => worker.seen[0]?.body.length).toBe(300_000);
    for (let i = 1; i <= 3; i++) {
      socket.write(small(1));
      await expect.poll(() => worker.seen[0]!.body.length).toBe(300_000 + i);
    }
    socket.write(END);
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is refused with 429 above the limit, also while it continues, and its connection is closed', async () => {
    const socket = await dial({ port });
    const answer = untilClosed(socket);
    socket.write(head('/many') + small(PER_SECOND + FREE + 1));
    const more = small(100_000);
    let sent = 0;
    for (let i = 0; i < 50; i++) socket.write(more, (error) => (sent += error ? 0 : more.length));
    expect(await answer).toMatch(REFUSED);
    expect(worker.seen).toEqual([]);
    // A connection takes a few MiB that nobody reads.
    expect(sent).toBeLessThan(25 * more.length);
  });

  it('is refused above the limit also when the Worker has received a part of it, but not its end', async () => {
    let hasEnded = false;
    worker.handler = () => void (hasEnded = true);
    const socket = await dial({ port });
    const answer = untilClosed(socket);
    const aborted = new Promise<void>((resolve) => (worker.onAbort = resolve));
    socket.write(head('/many') + LARGE);
    await expect.poll(() => worker.seen.length).toBe(1);
    socket.write(small(PER_SECOND + FREE + 1) + END);
    expect(await answer).toMatch(REFUSED);
    await aborted;
    expect(hasEnded).toBe(false);
  });

  it('leaves nothing of it in the Worker when it is refused', async () => {
    await exchange({ port }, head('/many') + small(PER_SECOND + FREE + 1));
    // Free chunks, which are joined, and one that is refused: together they exceed what is read before it is forwarded.
    const bytes = 256 * 1024 - 2000;
    const start = `${head('/most')}${bytes.toString(16)}\r\n${'b'.repeat(bytes)}\r\n`;
    const rest = `3f\r\n${'c'.repeat(63)}\r\n`.repeat(FREE + 1);
    for (let i = 0; i < 70; i++) {
      const socket = await dial({ port });
      const answer = untilClosed(socket);
      socket.write(start);
      socket.write(rest);
      expect(await answer).toMatch(REFUSED);
    }
    const length = 300_000;
    const upload = `POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${length}\r\n${CLOSE}\r\n${'b'.repeat(length)}`;
    expect(await exchange({ port }, upload)).toMatch(/^HTTP\/1\.1 200 /);
    expect(worker.seen.map(({ line }) => line)).toEqual(['direct POST /']);
  });

  it('counts with the others of its client, not with those of other clients, and for one second', async () => {
    const half = head('/half', CLOSE) + small(PER_SECOND / 2 + FREE + 1) + END;
    const few = head('/few', CLOSE) + small(FREE) + END;
    const from = '127.0.0.3';
    expect(await exchange({ port, from }, half)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await exchange({ port, from }, half)).toMatch(REFUSED);
    expect(await exchange({ port, from }, few)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await exchange({ port }, half)).toMatch(/^HTTP\/1\.1 200 /);
    clock.ms += 1000;
    expect(await exchange({ port, from }, half)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('may be long if its chunks are not small', async () => {
    const chunk = `40\r\n${'c'.repeat(64)}\r\n`;
    const count = PER_SECOND + FREE + 1;
    expect(await exchange({ port }, head('/long', CLOSE) + chunk.repeat(count) + END)).toMatch(/^HTTP\/1\.1 200 /);
    expect(worker.seen[0]!.body).toHaveLength(64 * count);
  });

  it.each([
    ['with an unknown expectation', head('/', 'expect: x\r\n')],
    ['that is refused', head('/', '', 'PURGE')],
  ])('is limited in a request %s', async (_name, request) => {
    const answer = await exchange({ port }, request + small(PER_SECOND + FREE + 1));
    expect(answer).toMatch(/^HTTP\/1\.1 \d/);
  });

  it('closes the connection if it is in a request that waits for an earlier response', async () => {
    const earlier = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';
    const refused = head('/', '', 'PURGE') + small(PER_SECOND + FREE + 1);
    // The earlier response arrives if it has ended before the connection is closed.
    expect(await exchange({ port }, earlier + refused)).toMatch(/^(?:HTTP\/1\.1 200 |$)/);
  });

  it('is forwarded whatever the request expects', async () => {
    const request = `POST / HTTP/1.1\r\nhost: a\r\n${CLOSE}expect: x\r\ncontent-length: 3\r\n\r\nabc`;
    expect(await exchange({ port }, request)).toMatch(/^HTTP\/1\.1 200 /);
    expect(worker.seen.map(({ body, headers }) => [body, headers['expect']])).toEqual([['abc', undefined]]);
  });
});

describe('small chunks', () => {
  it('are counted for each client and second', () => {
    const clock = { ms: 5 };
    const chunks = new SmallChunks(() => clock.ms);
    for (let i = 0; i < PER_SECOND; i++) expect(chunks.take('a')).toBe(true);
    expect([chunks.take('a'), chunks.take('a'), chunks.take('b')]).toEqual([false, false, true]);
    clock.ms = 999;
    expect(chunks.take('a')).toBe(false);
    clock.ms = 1000;
    expect(chunks.take('a')).toBe(true);
  });
});

/**
 * Sends `many` on each of 50 connections of one address, then `one` on a connection of another; sets `sent` to 1, and
 * ends when all are closed.
 */
const SENDS = `
const { connect } = require('node:net');
const { port, many, one, sent } = require('node:worker_threads').workerData;
const send = (localAddress, text, then) => {
  const socket = connect({ port, host: '127.0.0.1', localAddress }).resume().on('error', () => undefined);
  socket.write(text, then);
};
let left = 50;
for (let i = 0; i < 50; i++)
  send('127.0.0.3', many, () => {
    left -= 1;
    if (left > 0) return;
    send('127.0.0.1', one, () => {
      Atomics.store(sent, 0, 1);
      Atomics.notify(sent, 0);
    });
  });
`;

/** Sends as SENDS before the server accepts a connection. Returns the addresses of the requests, in their order. */
async function requestsOf(many: string, handle: RequestListener): Promise<(string | undefined)[]> {
  const addresses: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    addresses.push(request.socket.remoteAddress);
    handle(request, response);
  });
  boundConnections(
    server,
    MOST_CONNECTIONS,
    () => false,
    () => undefined,
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sent = new Int32Array(new SharedArrayBuffer(4));
  const one = `GET / HTTP/1.1\r\nhost: a\r\n${CLOSE}\r\n`;
  const workerData = { port: (server.address() as AddressInfo).port, many, one, sent };
  const clients = new Worker(SENDS, { eval: true, workerData });
  expect(Atomics.wait(sent, 0, 0, 30_000)).toBe('ok');
  await once(clients, 'exit');
  server.close();
  return addresses;
}

describe('new connections', () => {
  it('new connections of one address that send much at once do not delay those of others', async () => {
    const many = head('/', CLOSE) + small(10_000) + END;
    const addresses = await requestsOf(many, (_request, response) => void response.end());
    expect(addresses).toHaveLength(51);
    expect(addresses.indexOf('127.0.0.1')).toBeLessThan(3);
  });

  it('new connections with very many requests are closed without reading all of them', async () => {
    const many = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(1000);
    const addresses = await requestsOf(many, (request, response) => {
      const isLast = request.socket.remoteAddress === '127.0.0.1';
      inTurn(request, response, () => void (isLast && response.end()));
    });
    // Nine of each connection, and the one that closes it.
    expect(addresses).toHaveLength(50 * 10 + 1);
    expect(addresses.indexOf('127.0.0.1')).toBeLessThan(30);
  });

  it.each([
    ['without a body', 'PURGE / HTTP/1.1\r\nhost: a\r\n\r\n'],
    ['with a body', 'PURGE / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\n\r\na'],
    ['without a host', 'GET / HTTP/1.1\r\n\r\n'],
  ])('are closed if they send very many requests that are refused immediately (%s)', async (_name, request) => {
    const answers = await exchange({ port }, request.repeat(1000));
    expect(answers.match(/^HTTP\/1\.1 40[05] /gm)?.length ?? 0).toBeLessThan(10);
  });
});
