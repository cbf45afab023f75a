import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { describe, it } from 'vitest';
import { workerdsOf } from '../../apps/server/processes.ts';
import { upload } from './support/evidence.ts';
import { parseResponse } from './support/http.ts';
import { dial, untilClosed } from './support/socket.ts';
import { expectNothingLeft, refusesConnections, started, uploading } from './support/stopping.ts';

describe.concurrent('npm start', () => {
  it.for([
    // `timeout` sends its signal to the process group, and a terminal does so at Ctrl-C and when it is closed.
    { signal: 'SIGTERM', to: 'the launcher' },
    { signal: 'SIGTERM', to: 'its process group' },
    { signal: 'SIGINT', to: 'its process group' },
    { signal: 'SIGHUP', to: 'its process group' },
  ] as const)(
    'finishes requests in flight on $signal to $to, refuses new ones, and exits with 0',
    async ({ signal, to }, { expect }) => {
      const service = await started(`${to.slice(0, 3)}${signal}`);
      const access = { base: service.base, token: await service.token() };
      const file = await upload(access, 6 * 2 ** 20);
      const download = await dial(service);
      download.write(
        `GET /archivist/v1/${file.identity} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${access.token}\r\n\r\n`,
      );
      // A client that does not read: the response is larger than all buffers.
      await new Promise((resolve) => download.once('readable', resolve));
      // The launcher streams a large body to workerd, and reads a small one before it connects to workerd.
      const sizes = [300_000, 100_000];
      const uploads = await Promise.all(sizes.map((size) => uploading(service, size)));
      const stored = uploads.map(({ socket }) => untilClosed(socket));
      const downloaded = untilClosed(download);
      download.pause();
      process.kill(to === 'the launcher' ? service.child.pid! : -service.child.pid!, signal);
      await expect.poll(() => refusesConnections(service)).toBe(true);
      expect(service.hasEnded()).toBe(false);
      for (const { finish } of uploads) finish();
      for (const [i, size] of sizes.entries()) {
        const { status, body } = parseResponse(await stored[i]!, 'POST');
        expect([status, JSON.parse(body)]).toEqual([200, expect.objectContaining({ size })]);
      }
      expect(service.hasEnded()).toBe(false);
      download.resume();
      const { status, body } = parseResponse(await downloaded, 'GET');
      expect(status).toBe(200);
      expect(createHash('sha256').update(Buffer.from(body, 'latin1')).digest('hex')).toBe(file.sha256);
      expect(await service.ended()).toBe(0);
      expect(service.log().filter(({ level }) => level === 'error')).toEqual([]);
      expect(workerdsOf(service.paths.dir)).toEqual([]);
      expect(existsSync(service.runDir)).toBe(false);
    },
  );

  it.for(['the launcher', 'its process group'])(
    'leaves no process and no temporary file when %s is killed',
    async (killed, { expect }) => {
      const service = await started(`killed${killed.slice(0, 3)}`);
      expect(workerdsOf(service.paths.dir)).not.toEqual([]);
      await uploading(service, 300_000);
      process.kill(killed === 'the launcher' ? service.child.pid! : -service.child.pid!, 'SIGKILL');
      await service.ended();
      await expectNothingLeft(service);
    },
  );
});
