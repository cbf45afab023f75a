import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { ClientConnection } from '../../apps/server/listener/client-connection.ts';
import { boundConnections } from '../../apps/server/listener/connections.ts';
import { MOST_CONNECTIONS } from '../../apps/server/listener/open-files.ts';
import { sharedFakeWorker } from './support/fake-worker.ts';
import { dial, exchange, untilClosed } from './support/socket.ts';

const CLOSE = 'connection: close\r\n';

const head = (path: string, more = '', method = 'POST'): string =>
  `${method} ${path} HTTP/1.1\r\nhost: a\r\n${more}transfer-encoding: chunked\r\n\r\n`;
const small = (count: number): string => '1\r\na\r\n'.repeat(count);
const END = '0\r\n\r\n';
/** Too large to be read before it is sent to the Worker. */
const LARGE = `${(300_000).toString(16)}\r\n${'b'.repeat(300_000)}\r\n`;
const { worker, port } = await sharedFakeWorker();

describe('a body in small chunks', () => {
  it('is forwarded unchanged, together with large chunks', async () => {
    const large = 'b'.repeat(5000);
    const mixed = `${small(3)}1388\r\n${large}\r\n${small(2)}`;
    expect(await exchange({ port }, head('/mixed', CLOSE) + mixed + END)).toMatch(/^HTTP\/1\.1 200 .*ours/s);
    expect(await exchange({ port }, head('/many', CLOSE) + small(100_000) + END)).toMatch(/^HTTP\/1\.1 200 .*ours/s);
    expect(worker.seen.map(({ body }) => body)).toEqual([`aaa${large}aa`, 'a'.repeat(100_000)]);
  });

  it('reaches the Worker in few parts', async () => {
    expect(await exchange({ port }, head('/many', CLOSE) + LARGE + small(50_000) + END)).toMatch(/^HTTP\/1\.1 200 /);
    expect(worker.seen[0]!.body).toHaveLength(350_000);
    expect(worker.seen[0]!.parts).toBeLessThan(500);
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

  it('is aborted in the Worker, not ended, when it becomes invalid', async () => {
    let hasEnded = false;
    worker.handler = () => void (hasEnded = true);
    const socket = await dial({ port });
    const answer = untilClosed(socket);
    const aborted = new Promise<void>((resolve) => (worker.onAbort = resolve));
    socket.write(head('/invalid') + LARGE);
    await expect.poll(() => worker.seen.length).toBe(1);
    socket.write(`${small(100)}zz\r\n${END}`);
    expect(await answer).toMatch(/^HTTP\/1\.1 400 /);
    await aborted;
    expect(hasEnded).toBe(false);
  });

  it('is forwarded whatever the request expects', async () => {
    const request = `POST / HTTP/1.1\r\nhost: a\r\n${CLOSE}expect: x\r\ncontent-length: 3\r\n\r\nabc`;
    expect(await exchange({ port }, request)).toMatch(/^HTTP\/1\.1 200 /);
    expect(worker.seen.map(({ body, headers }) => [body, headers['expect']])).toEqual([['abc', undefined]]);
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
      const connection = ClientConnection.of(request);
      if (connection.isClosing) return;
      connection.inTurn(request, response, () => void (isLast && response.end()));
    });
    // Those of one slice of each connection.
    expect(addresses.length).toBeLessThan(50 * 80);
    expect(addresses.indexOf('127.0.0.1')).toBeLessThan(160);
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
