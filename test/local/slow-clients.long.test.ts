import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { sharedFakeWorker } from './support/fake-worker.ts';
import { dial, dialMany, exchange, receives, untilClosed } from './support/socket.ts';

/** Bytes of all objects and buffers of this process that are in use. */
function inMemory(): number {
  globalThis.gc!();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Requests of a client in the Worker at once, while no other client is active. */
const ALONE = 32;
const CLOSE = 'connection: close\r\n';

const { worker, port } = await sharedFakeWorker();

/**
 * Resolves once the listener has read what the connections of this process have sent, or that they are closed: it
 * begins with those of an address in their order, and answers this request without the Worker.
 */
async function allRead(): Promise<void> {
  expect(await exchange({ port }, `TRACE / HTTP/1.1\r\nhost: a\r\n${CLOSE}\r\n`)).toMatch(/^HTTP\/1\.1 405 /);
}

describe('a deliberately slow client', () => {
  it('does not block other clients with small bodies that never end', async () => {
    worker.handler = (_request, response) => void response.end('ours');
    const slow = await dialMany({ port }, 600);
    for (const socket of slow) socket.write('POST /slow HTTP/1.1\r\nhost: a\r\ncontent-length: 5000\r\n\r\nabc');
    expect(await exchange({ port }, `GET /mine HTTP/1.1\r\nhost: a\r\n${CLOSE}\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
    expect(worker.seen.map(({ line }) => line)).toEqual(['direct GET /mine']);
    for (const socket of slow) socket.destroy();
  });

  it('does not block other clients while it does not read its responses', async () => {
    const large = Buffer.alloc(8 * 2 ** 20);
    worker.handler = ({ url }, response) => void response.end(url === '/mine' ? 'ours' : large);
    // More requests than the listener has sockets to the Worker.
    const slow = await dialMany({ port }, 600);
    for (const [i, socket] of slow.entries()) socket.pause().write(`GET /large/${i} HTTP/1.1\r\nhost: a\r\n\r\n`);
    const begun = (): number[] => worker.seen.flatMap(({ line }) => /large\/(\d+)$/.exec(line)?.[1] ?? []).map(Number);
    await allRead();
    await expect.poll(() => begun().length).toBe(ALONE);
    const mine = `GET /mine HTTP/1.1\r\nhost: a\r\n${CLOSE}\r\n`;
    expect(await exchange({ port, from: '127.0.0.3' }, mine)).toMatch(/^HTTP\/1\.1 200 /);
    // Its own requests wait for each other; requests of closed connections are dropped.
    const before = begun();
    const others = [...slow.keys()].filter((i) => !before.includes(i));
    const waiting = others.splice(-10);
    for (const i of others) slow[i]!.destroy();
    await allRead();
    for (const i of waiting) slow[i]!.resume();
    for (const i of before) slow[i]!.destroy();
    await expect
      .poll(() =>
        begun()
          .slice(ALONE)
          .toSorted((a, b) => a - b),
      )
      .toEqual(waiting);
    for (const i of waiting) slow[i]!.destroy();
  });

  it('has the requests that it abandons counted until the Worker answers them', async () => {
    const { port } = await worker.listening();
    const held: ServerResponse[] = [];
    worker.handler = (_request, response) => void held.push(response);
    const abandoned = await dialMany({ port }, ALONE);
    for (const socket of abandoned) socket.write('POST /a HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\n\r\nabc');
    await expect.poll(() => held.length).toBe(ALONE);
    for (const socket of abandoned) socket.destroy();
    await Promise.all(abandoned.map(untilClosed));
    const [next, last] = ['/next', '/last'].map((path) =>
      exchange({ port }, `GET ${path} HTTP/1.1\r\nhost: a\r\n${CLOSE}\r\n`),
    );
    // The Worker answers those of others meanwhile.
    const other = exchange({ port, from: '127.0.0.3' }, `GET /other HTTP/1.1\r\nhost: a\r\n${CLOSE}\r\n`);
    await expect.poll(() => held.length).toBe(ALONE + 1);
    expect(worker.seen.at(-1)!.line).toBe('direct GET /other');
    worker.handler = (_request, response) => void response.end('ours');
    for (const response of held) response.end('ours');
    expect(await other).toMatch(/^HTTP\/1\.1 200 /);
    await expect.poll(() => worker.seen.length).toBe(ALONE + 3);
    expect(await Promise.all([next, last])).toEqual([
      expect.stringMatching(/^HTTP\/1\.1 200 /),
      expect.stringMatching(/^HTTP\/1\.1 200 /),
    ]);
  });

  it('does not use up the memory for the bodies of other clients', async () => {
    const length = 2 ** 18;
    const head = `POST /slow HTTP/1.1\r\nhost: a\r\ncontent-length: ${length}\r\n\r\n`;
    const post = `POST /mine HTTP/1.1\r\nhost: a\r\n${CLOSE}content-length: 3\r\n\r\nabc`;
    const slow = await dialMany({ port }, 300);
    // Announced bytes that have not arrived do not count against the limits.
    for (const socket of slow) socket.write(head);
    expect(await exchange({ port }, post)).toMatch(/^HTTP\/1\.1 200 /);
    const refused = slow.map((socket) => receives(socket, 'too many request bodies are arriving at once'));
    for (const socket of slow) socket.write(Buffer.alloc(length - 1));
    expect(await Promise.any(refused)).toMatch(/^HTTP\/1\.1 503 .*retry-after: 1\r\n/is);
    expect(await exchange({ port, from: '127.0.0.3' }, post)).toMatch(/^HTTP\/1\.1 200 /);
    for (const socket of slow) socket.destroy();
    // Their bodies count until the listener has noticed that they are closed.
    await expect.poll(() => exchange({ port }, post)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('does not use up the memory with bodies in very many parts', async () => {
    const head = 'POST /slow HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n';
    const parts = '1\r\na\r\n'.repeat(200_000);
    const slow = await Promise.all(Array.from({ length: 10 }, () => dial({ port })));
    const before = inMemory();
    for (const socket of slow)
      await new Promise<void>((resolve, reject) =>
        socket.write(head + parts, (error) => (error ? reject(error) : resolve())),
      );
    const post = `POST /mine HTTP/1.1\r\nhost: a\r\n${CLOSE}content-length: 3\r\n\r\nabc`;
    expect(await exchange({ port }, post)).toMatch(/^HTTP\/1\.1 200 /);
    expect(worker.seen.filter(({ line }) => line.endsWith('/slow'))).toEqual([]);
    expect(inMemory() - before).toBeLessThan(50 * 2 ** 20);
    for (const socket of slow) socket.destroy();
  });

  it('does not use up the memory with such bodies that wait for an earlier response', async () => {
    const held: ServerResponse[] = [];
    worker.handler = (_request, response) => void held.push(response);
    const parts = '1\r\na\r\n'.repeat(10_000);
    const slow = await Promise.all(Array.from({ length: 20 }, () => dial({ port })));
    const before = inMemory();
    for (const socket of slow) {
      socket.write(
        'GET /slow HTTP/1.1\r\nhost: a\r\n\r\nPOST /next HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n',
      );
      socket.write(parts);
    }
    await expect
      .poll(() => slow.every(({ bytesWritten, writableLength }) => bytesWritten > parts.length && writableLength === 0))
      .toBe(true);
    for (let i = 0; i < 100; i++) await new Promise(setImmediate);
    expect(inMemory() - before).toBeLessThan(10 * 2 ** 20);
    // Requests that are still on their way would reach the Worker in the next test.
    await expect.poll(() => held.length).toBeGreaterThanOrEqual(4);
    for (const socket of slow) socket.destroy();
    worker.handler = (_request, response) => void response.end('ours');
    await allRead();
    for (const response of held) response.end();
  });

  it('can send a limited number of bodies of unknown length, then receives 429', async () => {
    // Not the address of the requests above, of which some may still reach the Worker.
    const from = '127.0.0.5';
    const slow = await Promise.all(Array.from({ length: 33 }, () => dial({ port, from })));
    const refused = slow.map((socket) => receives(socket, '\r\n\r\n'));
    for (const socket of slow)
      socket.write('POST /unknown HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n');
    expect(await Promise.any(refused)).toMatch(/^HTTP\/1\.1 429 .*retry-after: 1\r\n/is);
    expect(worker.seen.filter(({ line }) => line.includes('/unknown'))).toEqual([]);
    for (const socket of slow) socket.destroy();
  });

  it('can stream a limited number of bodies, then receives 429', async () => {
    const upload = 'POST /large HTTP/1.1\r\nhost: a\r\ncontent-length: 5000000\r\n\r\nabc';
    // Not the address of the bodies above, which count until the listener has noticed that they are closed.
    const from = '127.0.0.4';
    const slow = await Promise.all(Array.from({ length: 32 }, () => dial({ port, from })));
    worker.handler = () => undefined;
    for (const socket of slow) socket.write(upload);
    await expect.poll(() => worker.seen.length).toBe(32);
    const one = await dial({ port, from });
    one.write(upload);
    expect(await receives(one, '\r\n\r\n')).toMatch(/^HTTP\/1\.1 429 .*retry-after: 1\r\n/is);
    for (const socket of [...slow, one]) socket.destroy();
  });

  it('receives the responses of a pipeline one after another', async () => {
    const held: ServerResponse[] = [];
    worker.handler = (_request, response) => void held.push(response);
    const socket = await dial({ port });
    const answer = untilClosed(socket);
    socket.write('GET /1 HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(5) + `GET /6 HTTP/1.1\r\nhost: a\r\n${CLOSE}\r\n`);
    for (let count = 1; count <= 6; count++) {
      await expect.poll(() => held.length).toBe(count);
      held.at(-1)!.end('ours');
    }
    expect((await answer).match(/HTTP\/1\.1 200 /g)).toHaveLength(6);
  });

  it('is disconnected if it pipelines too many requests', async () => {
    worker.handler = () => undefined;
    const socket = await dial({ port });
    const answer = untilClosed(socket);
    socket.write('GET /1 HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(9));
    await expect.poll(() => worker.seen.length).toBe(1);
    expect(socket.closed).toBe(false);
    socket.write('GET /1 HTTP/1.1\r\nhost: a\r\n\r\n');
    expect(await answer).toBe('');
    expect(worker.seen).toHaveLength(1);
  });
});
