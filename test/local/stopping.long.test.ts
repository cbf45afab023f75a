import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { describe, it } from 'vitest';
import { workerdsOf } from '../../src/local/processes.ts';
import { upload } from './support/evidence.ts';
import { parseResponse } from './support/http.ts';
import { dial, untilClosed } from './support/socket.ts';
import { expectNothingLeft, refusesConnections, started, uploading } from './support/stopping.ts';

describe.concurrent('npm start', () => {
  it.for([
    // A service manager may send its signal to all processes, and a terminal does so at Ctrl-C and when it is closed.
    { signal: 'SIGTERM', to: 'the launcher' },
    { signal: 'SIGTERM', to: 'all processes' },
    { signal: 'SIGINT', to: 'all processes' },
    { signal: 'SIGHUP', to: 'all processes' },
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
      const { socket, finish } = await uploading(service);
      const answers = [untilClosed(socket), untilClosed(download)] as const;
      download.pause();
      process.kill(to === 'the launcher' ? service.child.pid! : -service.child.pid!, signal);
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
      expect(service.log().filter(({ level }) => level === 'error')).toEqual([]);
      expect(workerdsOf(service.paths.dir)).toEqual([]);
      expect(existsSync(service.runDir)).toBe(false);
    },
  );

  it('leaves no process and no temporary file when it is killed', async ({ expect }) => {
    const service = await started('killed');
    expect(workerdsOf(service.paths.dir)).not.toEqual([]);
    await uploading(service);
    await service.kill();
    await expectNothingLeft(service);
  });
});
