import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { workerdsOf } from '../../src/local/processes.ts';
import type { StatePaths } from '../../src/local/state.ts';
import { endAll, launch, within, type Launched } from '../support/launcher.ts';
import { upload } from './support/evidence.ts';
import { parseResponse } from './support/http.ts';
import { dial, receives, untilClosed } from './support/socket.ts';

const temporary = mkdtempSync(join(tmpdir(), 'shutdown-'));
afterAll(async () => {
  await endAll();
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
});

/** Runs a service with a separate directory for temporary files. */
async function started(name: string): Promise<Launched & { tmpdir: string }> {
  const TMPDIR = join(temporary, `${name}-tmp`);
  mkdirSync(TMPDIR);
  return { ...(await launch(join(temporary, name), { env: { TMPDIR } })), tmpdir: TMPDIR };
}

/** Starts an upload and sends a part of it; `finish` sends the rest. */
async function uploading(service: Launched): Promise<{ socket: Socket; finish: () => void }> {
  const form = new Response(
    (() => {
      const data = new FormData();
      data.append('file', new Blob([randomBytes(300_000)]), 'evidence.bin');
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
  socket.write(body.subarray(0, 200_000));
  return { socket, finish: () => void socket.write(body.subarray(200_000)) };
}

async function refusesConnections(service: Launched): Promise<boolean> {
  try {
    (await dial(service)).destroy();
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
  }
}

/** Throws unless all processes and temporary files of a service are gone. */
async function expectNothingLeft({ paths, tmpdir: directory }: { paths: StatePaths; tmpdir: string }): Promise<void> {
  await within(60_000, 'workerd still runs', () => workerdsOf(paths.dir).length === 0);
  await within(
    60_000,
    () => `${directory} still has ${readdirSync(directory).join(', ')}`,
    () => readdirSync(directory).length === 0,
  );
}

describe.concurrent('npm start', () => {
  it('finishes requests in flight on SIGTERM, refuses new ones, and exits with 0', async ({ expect }) => {
    const service = await started('finishes');
    const access = { base: service.base, token: await service.token() };
    const file = await upload(access, 6 * 2 ** 20);
    const download = await dial(service);
    download.write(
      `GET /archivist/v1/${file.identity} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${access.token}\r\n\r\n`,
    );
    // A client that does not read: the response is larger than all buffers.
    await new Promise((resolve) => download.once('readable', resolve));
    const { socket, finish } = await uploading(service);
    const answers = [untilClosed(socket), untilClosed(download)] as const;
    download.pause();
    service.child.kill('SIGTERM');
    await expect.poll(() => refusesConnections(service)).toBe(true);
    expect(service.hasEnded()).toBe(false);
    finish();
    const stored = parseResponse(await answers[0], 'POST');
    expect([stored.status, JSON.parse(stored.body)]).toEqual([200, expect.objectContaining({ size: 300_000 })]);
    expect(service.hasEnded()).toBe(false);
    download.resume();
    const { status, body } = parseResponse(await answers[1], 'GET');
    expect(status).toBe(200);
    expect(createHash('sha256').update(Buffer.from(body, 'latin1')).digest('hex')).toBe(file.sha256);
    expect(await service.ended()).toBe(0);
    expect(workerdsOf(service.paths.dir)).toEqual([]);
    expect(existsSync(service.runDir)).toBe(false);
  });

  it('closes connections after 10 seconds and exits with 0', async ({ expect }) => {
    const service = await started('cuts');
    const { socket } = await uploading(service);
    const answer = untilClosed(socket);
    expect(await service.stop('SIGTERM')).toBe(0);
    expect(await answer).toBe('');
    expect(workerdsOf(service.paths.dir)).toEqual([]);
    expect(existsSync(service.runDir)).toBe(false);
  });

  it('exits at once with 1 on a second Ctrl-C', async ({ expect }) => {
    const service = await started('second');
    const { socket } = await uploading(service);
    const answer = untilClosed(socket);
    // A signal within a second of the first is ignored.
    await expect
      .poll(() => {
        service.child.kill('SIGINT');
        return service.hasEnded();
      })
      .toBe(true);
    expect(await service.ended()).toBe(1);
    expect(await answer).toBe('');
    await expectNothingLeft(service);
  });

  it('leaves no process and no temporary file when it is killed', async ({ expect }) => {
    const service = await started('killed');
    expect(workerdsOf(service.paths.dir)).not.toEqual([]);
    await uploading(service);
    await service.kill();
    await expectNothingLeft(service);
  });
});
