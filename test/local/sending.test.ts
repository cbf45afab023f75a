import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeWorker, type FakeWorker } from './support/fake-worker.ts';
import { dial, receives } from './support/socket.ts';

const REFUSAL = 'HTTP/1.1 401 Unauthorized\r\ncontent-length: 6\r\n\r\nno one';
const BYTES = 50_000_000;

const run = mkdtempSync(join(tmpdir(), 'sending-'));
let worker: FakeWorker;
let server: Server;
let port: number;

beforeAll(async () => {
  worker = await fakeWorker();
  server = createServer().listen(join(run, 'direct'));
  await once(server, 'listening');
  const sockets = { direct: join(run, 'direct'), assets: join(run, 'none'), control: join(run, 'none') };
  ({ port } = await worker.listening({ sockets: () => sockets }));
});

afterAll(async () => {
  await worker.close();
  server.close();
  rmSync(run, { recursive: true });
});

/** Starts an upload and waits until the Worker has received its first bytes. */
async function uploading(): Promise<{ client: Socket; upstream: Socket }> {
  const client = await dial({ port });
  client.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${BYTES}\r\n\r\nfirst bytes`);
  const [upstream] = (await once(server, 'connection')) as [Socket];
  await receives(upstream, 'first bytes');
  return { client, upstream };
}

/** Responds and closes the connection, like workerd if the rest of a body is not read. */
function refuse(upstream: Socket): void {
  upstream.write(REFUSAL);
  upstream.destroy();
}

describe('a Worker that responds before the end of a body', () => {
  it('has its response forwarded although more of the body arrives at the same time', async () => {
    const { client, upstream } = await uploading();
    const answer = receives(client, 'no one');
    client.write(Buffer.alloc(1000));
    refuse(upstream);
    expect(await answer).toMatch(/^HTTP\/1\.1 401 /);
    client.destroy();
  });

  it('has its response forwarded although a part of the body is still unsent', async () => {
    const { client, upstream } = await uploading();
    const answer = receives(client, 'no one');
    upstream.pause();
    client.write(Buffer.alloc(BYTES / 2));
    // All buffers are full: the listener waits for the Worker, and the client waits for the listener.
    let left: number;
    do {
      left = client.writableLength;
      for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
    } while (left !== client.writableLength);
    refuse(upstream);
    expect(await answer).toMatch(/^HTTP\/1\.1 401 /);
    client.destroy();
  });

  it('receives no more of the body, and its connection is not reused', async () => {
    const { client, upstream } = await uploading();
    const answer = receives(client, 'no one');
    upstream.write(REFUSAL);
    await answer;
    const more: Buffer[] = [];
    upstream.on('data', (chunk: Buffer) => more.push(chunk));
    client.write(Buffer.alloc(100_000));
    await once(upstream, 'close');
    expect(Buffer.concat(more)).toHaveLength(0);
    client.destroy();
  });
});
