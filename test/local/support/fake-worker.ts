import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach } from 'vitest';
import { TrustedProxies } from '../../../apps/server/listener/proxy-headers.ts';
import { listen, type Listener, type ListenerOptions } from '../../../apps/server/listener/listener.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
type Seen = { line: string; headers: IncomingMessage['headersDistinct']; body: string; parts: number };

export type FakeWorker = {
  /** The requests that its sockets have received, in order: `direct GET /path`, `assets GET /path`. */
  seen: Seen[];
  /** Responds to a request that has arrived completely. */
  handler: Handler;
  /** Called when a connection closes before its request has arrived completely. */
  onAbort: () => void;
  /** Clears `seen`, and responds `ours` again. */
  reset: () => void;
  /** A listener in front of it, which trusts 127.0.0.2 as a proxy. */
  listening: (options?: Partial<ListenerOptions>) => Promise<Listener>;
  /** Closes it and its listeners. */
  close: () => Promise<void>;
};

/** Replaces workerd behind the listener. */
export async function fakeWorker(): Promise<FakeWorker> {
  const run = mkdtempSync(join(tmpdir(), 'listener-'));
  const sockets = { direct: join(run, 'direct'), assets: join(run, 'assets'), control: join(run, 'control') };
  const listeners: Listener[] = [];
  const fake: FakeWorker = {
    seen: [],
    handler: ours,
    onAbort: () => undefined,
    reset: () => {
      fake.seen = [];
      fake.handler = ours;
      fake.onAbort = () => undefined;
    },
    listening: async (options = {}) => {
      const listener = await listen({
        host: '127.0.0.1',
        port: 0,
        sockets: () => sockets,
        isAsset: (segment) => segment === 'console',
        proxies: new TrustedProxies(['127.0.0.2']),
        writeRefusal: () => undefined,
        onLine: () => undefined,
        onFailure: () => undefined,
        onDrop: () => undefined,
        ...options,
      });
      listeners.push(listener);
      return listener;
    },
    close: async () => {
      for (const listener of listeners) await listener.drain(0);
      for (const server of servers) server.close();
      rmSync(run, { recursive: true });
    },
  };
  const servers = (['direct', 'assets'] as const).map((name) =>
    createServer((request, response) => {
      const entry = {
        line: `${name} ${request.method} ${request.url}`,
        headers: request.headersDistinct,
        body: '',
        parts: 0,
      };
      fake.seen.push(entry);
      request.on('data', (chunk: Buffer) => {
        entry.body += String(chunk);
        entry.parts += 1;
      });
      request.on('close', () => {
        if (!request.complete) fake.onAbort();
      });
      request.on('end', () => fake.handler(request, response));
    }).listen(sockets[name]),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.once('listening', resolve))));
  return fake;
}

/** A fake Worker and the port of a listener in front of it, for all tests of a file. */
export async function sharedFakeWorker(): Promise<{ worker: FakeWorker; port: number }> {
  const worker = await fakeWorker();
  afterAll(() => worker.close());
  beforeEach(() => worker.reset());
  return { worker, port: (await worker.listening()).port };
}

const ours: Handler = (_request, response) => void response.end('ours');
