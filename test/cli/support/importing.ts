import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { commandInProcess } from '../../support/in-process.ts';
import { PROJECT } from '../../support/launcher.ts';

export type Ended = { code: number | null; signal: string | null; stdout: string; stderr: string };

/** Runs `npm run import` with these arguments. `started` gets the process. */
export async function runImport(
  args: readonly string[],
  { env = {}, started }: { env?: Record<string, string>; started?: (child: ChildProcess) => void } = {},
): Promise<Ended> {
  const { CLIENT_ID: _id, CLIENT_SECRET: _secret, ...own } = process.env;
  const child = spawn(process.execPath, [join(PROJECT, 'apps/cli/launch.mjs'), 'import', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...own, ...env },
  });
  started?.(child);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk: Buffer) => (output[name] += String(chunk)));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { code, signal, ...output };
}

/** Runs `npm run import` in this process, which takes less CPU time, for imports that neither wait nor are stopped. */
export function importHere(args: readonly string[], { env = {} }: { env?: Record<string, string> } = {}) {
  const { CLIENT_ID: _id, CLIENT_SECRET: _secret, ...own } = process.env;
  return commandInProcess('import', args, { ...own, ...env });
}

/** When a proxy calls its listener: before it forwards a batch, or when the service has responded to it. */
export type Moment = 'before' | 'after';

/**
 * A proxy of a service at `base` that counts the batches. When `listener` returns true, the client gets no response.
 * Tests kill the client at this moment.
 */
export async function batchProxy(base: string, listener: (when: Moment, batch: number) => boolean | Promise<boolean>) {
  let batches = 0;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const batch = request.url!.endsWith(':batch') ? ++batches : 0;
    if (batch > 0 && (await listener('before', batch))) return void request.socket.destroy();
    const { 'content-type': type = '', authorization = '' } = request.headers;
    const answer = await fetch(`${new URL(base).origin}${request.url}`, {
      method: request.method!,
      headers: { 'content-type': type, authorization },
      body: Buffer.concat(parts),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    if (batch > 0 && (await listener('after', batch))) return void request.socket.destroy();
    const wait = answer.headers.get('retry-after');
    response.writeHead(answer.status, { 'content-type': 'application/json', ...(wait ? { 'retry-after': wait } : {}) });
    response.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/archivist`,
    batches: (): number => batches,
    close: (): void => {
      server.close();
      server.closeAllConnections();
    },
  };
}
