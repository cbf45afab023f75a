import { connect } from 'node:net';
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fakeWorker, type FakeWorker } from './support/fake-worker.ts';

const MIB = 2 ** 20;
const FILE = Buffer.alloc(8 * MIB);
const TIMES = 64;

let worker: FakeWorker;
let port: number;
beforeAll(async () => {
  worker = await fakeWorker();
  ({ port } = await worker.listening());
});
afterAll(() => worker.close());

/**
 * Sends a request on a connection of its own. Resolves to the number of bytes until it is closed. Reads into one
 * buffer.
 */
function bytesOf(head: string, body = Buffer.alloc(0)): Promise<number> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    const buffer = Buffer.alloc(64 * 1024);
    const callback = (length: number): boolean => {
      bytes += length;
      return true;
    };
    const socket = connect({ port, host: '127.0.0.1', onread: { buffer, callback } });
    socket.on('error', reject).on('close', () => resolve(bytes));
    socket.write(`${head}host: a\r\nconnection: close\r\n\r\n`);
    socket.write(body);
  });
}

/** The collections of the whole heap during `work`. */
async function majorCollections(work: () => Promise<void>): Promise<number> {
  let count = 0;
  const take = (entries: PerformanceEntry[]): void => {
    for (const { detail } of entries as (PerformanceEntry & { detail: { kind: number } })[])
      if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) count += 1;
  };
  const observer = new PerformanceObserver((list) => take(list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  await work();
  await new Promise((resolve) => setImmediate(resolve));
  take(observer.takeRecords());
  observer.disconnect();
  return count;
}

it.each([
  ['downloads', 'GET /large HTTP/1.1\r\n', undefined],
  ['uploads', `POST /large HTTP/1.1\r\ncontent-length: ${FILE.length}\r\n`, FILE],
])('%s of large bodies do not make V8 collect the whole heap again and again', async (_, head, body) => {
  worker.handler = (_request, response) => void response.end(body === undefined ? FILE : 'stored');
  const count = await majorCollections(async () => {
    for (let i = 0; i < TIMES; i++)
      expect(await bytesOf(head, body)).toBeGreaterThan(body === undefined ? FILE.length : 0);
  });
  // About 20 and 15 without it.
  expect(count).toBeLessThan(7);
});
