import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { workerdsOf } from '../../../apps/server/processes.ts';
import type { StatePaths } from '../../../apps/server/state/directory.ts';
import { endAll, launch, within, type Launched } from '../../support/launcher.ts';
import { dial, receives } from './socket.ts';
import { PATIENCE } from '../../support/patience.ts';
import { removeDirectory } from '../../support/directory.ts';

const temporary = mkdtempSync(join(tmpdir(), 'shutdown-'));
afterAll(async () => {
  await endAll();
  removeDirectory(temporary);
});

/** Runs a service with a separate directory for temporary files, in its own process group. */
export async function started(name: string): Promise<Launched & { tmpdir: string }> {
  const TMPDIR = join(temporary, `${name}-tmp`);
  mkdirSync(TMPDIR);
  return { ...(await launch(join(temporary, name), { env: { TMPDIR }, detached: true })), tmpdir: TMPDIR };
}

/** Starts an upload of `size` bytes and sends a part of it; `finish` sends the rest. */
export async function uploading(service: Launched, size: number): Promise<{ socket: Socket; finish: () => void }> {
  const form = new Response(
    (() => {
      const data = new FormData();
      data.append('file', new Blob([randomBytes(size)]), 'evidence.bin');
      return data;
    })(),
  );
  const body = Buffer.from(await form.arrayBuffer());
  const socket = await dial(service);
  const head = [
    'POST /archivist/v1/blobs HTTP/1.1',
    'host: a',
    `authorization: Bearer ${await service.token()}`,
    `content-type: ${form.headers.get('content-type')}`,
    `content-length: ${body.length}`,
    'expect: 100-continue',
  ];
  // The 100 response shows that the service has begun the request.
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await receives(socket, '100 Continue\r\n\r\n');
  const sent = Math.floor(size / 2);
  socket.write(body.subarray(0, sent));
  return { socket, finish: () => void socket.write(body.subarray(sent)) };
}

export async function refusesConnections(service: Launched): Promise<boolean> {
  try {
    (await dial(service)).destroy();
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
  }
}

/** Throws unless all processes and temporary files of a service are gone. */
export async function expectNothingLeft({
  paths,
  tmpdir: directory,
}: {
  paths: StatePaths;
  tmpdir: string;
}): Promise<void> {
  await within(PATIENCE, 'workerd still runs', () => workerdsOf(paths.dir).length === 0);
  await within(
    PATIENCE,
    () => `${directory} still has ${readdirSync(directory).join(', ')}`,
    () => readdirSync(directory).length === 0,
  );
}
