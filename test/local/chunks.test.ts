import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { boundConnections } from '../../src/local/connections.ts';
import { Rounds } from '../../src/local/rounds.ts';
import { fakeWorker, type FakeWorker } from './support/fakeworker.ts';
import { dial, exchange, receives, untilClosed } from './support/socket.ts';

/** The number of small chunks up to which a body is accepted. */
const MAX_SMALL = 65_536;
const CLOSE = 'connection: close\r\n';

const head = (path: string, more = ''): string =>
  `POST ${path} HTTP/1.1\r\nhost: a\r\n${more}transfer-encoding: chunked\r\n\r\n`;
const small = (count: number): string => '1\r\na\r\n'.repeat(count);
const END = '0\r\n\r\n';
/** Too large to be read before it is sent to the Worker. */
const LARGE = `${(300_000).toString(16)}\r\n${'b'.repeat(300_000)}\r\n`;

/** Sends requests on 50 connections of one address, then on one of another; sets `sent` to 1, and ends when all are closed. */
const SENDS = `
const { connect } = require('node:net');
const { port, body, sent } = require('node:worker_threads').workerData;
const send = (localAddress, then) =>
  connect({ port, host: '127.0.0.1', localAddress })
    .resume()
    .write('POST / HTTP/1.1\\r\\nhost: a\\r\\nconnection: close\\r\\ntransfer-encoding: chunked\\r\\n\\r\\n' + body, then);
let left = 50;
for (let i = 0; i < 50; i++)
  send('127.0.0.3', () => {
    left -= 1;
    if (left > 0) return;
    send('127.0.0.1', () => {
      Atomics.store(sent, 0, 1);
      Atomics.notify(sent, 0);
    });
  });
`;

let worker: FakeWorker;
let port: number;

beforeAll(async () => {
  worker = await fakeWorker();
  ({ port } = await worker.listening());
});

beforeEach(() => worker.reset());

afterAll(() => worker.close());

describe('a body in small chunks', () => {
  it('is forwarded unchanged, up to a limit, together with large chunks', async () => {
    const large = 'b'.repeat(5000);
    const mixed = `${small(3)}1388\r\n${large}\r\n${small(2)}`;
    expect(await exchange({ port }, head('/mixed', CLOSE) + mixed + END)).toMatch(/^HTTP\/1\.1 200 .*ours/s);
    expect(await exchange({ port }, head('/most', CLOSE) + small(MAX_SMALL) + END)).toMatch(/^HTTP\/1\.1 200 .*ours/s);
    expect(worker.seen.map(({ body }) => body)).toEqual([`aaa${large}aa`, 'a'.repeat(MAX_SMALL)]);
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

  it('is rejected with 413 above the limit, and its connection closed', async () => {
    const answer = await exchange({ port }, head('/many') + small(MAX_SMALL + 1));
    expect(answer).toMatch(
      /^HTTP\/1\.1 413 .*"the body: has more than 65,536 small chunks; send chunks of at least 64 bytes"/s,
    );
    expect(worker.seen).toEqual([]);
  });

  it('is rejected above the limit also when the Worker has received a part of it, but not its end', async () => {
    let hasEnded = false;
    worker.handler = () => void (hasEnded = true);
    const socket = await dial({ port });
    const answer = untilClosed(socket);
    socket.write(head('/many') + LARGE);
    await expect.poll(() => worker.seen.length).toBe(1);
    socket.write(small(MAX_SMALL + 1) + END);
    expect(await answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(hasEnded).toBe(false);
  });

  it('may be long if its chunks are not small', async () => {
    const chunk = `40\r\n${'c'.repeat(64)}\r\n`;
    const count = MAX_SMALL + 10_000;
    expect(await exchange({ port }, head('/long', CLOSE) + chunk.repeat(count) + END)).toMatch(/^HTTP\/1\.1 200 /);
    expect(worker.seen[0]!.body).toHaveLength(64 * count);
  });

  it('delays other clients only by one read of one connection', async () => {
    const flood = await Promise.all(Array.from({ length: 20 }, () => dial({ port, from: '127.0.0.3' })));
    const done = flood.map((socket) => receives(socket, 'ours'));
    const mine = dial({ port }).then((socket) => {
      const answer = untilClosed(socket);
      socket.write(`GET /mine HTTP/1.1\r\nhost: a\r\n${CLOSE}\r\n`);
      return answer;
    });
    for (const socket of flood) socket.write(head('/flood') + small(30_000) + END);
    expect(await mine).toMatch(/^HTTP\/1\.1 200 /);
    await Promise.all(done);
    expect(worker.seen.findIndex(({ line }) => line.endsWith('/mine'))).toBeLessThan(5);
    for (const socket of flood) socket.destroy();
  });
});

describe('new connections', () => {
  it('of one address that send much at once do not delay those of others', async () => {
    const addresses: (string | undefined)[] = [];
    const server = createServer(({ socket }, response) => {
      addresses.push(socket.remoteAddress);
      response.end();
    });
    boundConnections(
      server,
      new Rounds(),
      () => false,
      () => undefined,
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // Another thread sends all requests before this one accepts a connection.
    const sent = new Int32Array(new SharedArrayBuffer(4));
    const { port } = server.address() as AddressInfo;
    const clients = new Worker(SENDS, { eval: true, workerData: { port, sent, body: small(10_000) + END } });
    Atomics.wait(sent, 0, 0);
    await once(clients, 'exit');
    server.close();
    expect(addresses).toHaveLength(51);
    expect(addresses.indexOf('127.0.0.1')).toBeLessThan(3);
  });
});
