import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { endAll, launch, within, type Launched } from '../support/launcher.ts';
import { append, create } from './support/evidence.ts';
import { PATIENCE } from '../support/patience.ts';
import { removeDirectory } from '../support/directory.ts';

const temporary = mkdtempSync(join(tmpdir(), 'openfiles-'));
afterAll(async () => {
  await endAll();
  removeDirectory(temporary);
});

const health = async ({ at }: Launched): Promise<number> => (await fetch(`${at}/healthz`)).status;

/**
 * Opens idle connections from addresses of the loopback network, a few at a time, until at most `accepted` remain
 * open.
 */
async function idle({ port }: Launched, addresses: number, each: number, accepted: number): Promise<Socket[]> {
  const open = new Set<Socket>();
  for (let n = 0; n < addresses * each; n++) {
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${2 + (n % addresses)}` });
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    open.add(socket);
    if (n % 50 === 49) await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  }
  await within(
    PATIENCE,
    () => `${open.size} connections are open`,
    () => open.size <= accepted,
  );
  return [...open];
}

describe.skipIf(process.platform !== 'linux')('npm start with a low limit of open files', () => {
  it.each([
    { limit: 1024, addresses: 1, each: 1000, accepted: 104, args: [] },
    { limit: 1024, addresses: 5, each: 200, accepted: 416, args: [] },
    { limit: 1024, addresses: 1, each: 1000, accepted: 416, args: ['--trust-proxy', '127.0.0.0/8'] },
    { limit: 4096, addresses: 5, each: 900, accepted: 3072, args: [] },
  ])(
    'accepts $accepted of $addresses x $each idle connections with $limit files, and serves further clients ($args)',
    async ({ limit, addresses, each, accepted, args }) => {
      const state = mkdtempSync(join(temporary, 'state-'));
      const service = await launch(state, { openFiles: limit, args });
      await expect
        .poll(() => service.output.stdout)
        .toContain(`warning: the limit of open files is ${limit}, so that at most `);
      const ready = service.log().find(({ message }) => message === 'the service is ready');
      expect(ready).toMatchObject({ open_files: limit });
      const pid = service.workerdPid();
      const sockets = await idle(service, addresses, each, accepted);
      // The launcher has used its own port to create the first tenant.
      expect(sockets.length).toBeGreaterThanOrEqual(accepted - 4);
      // All places are taken where the connections of other addresses count as well.
      if (accepted === ready!['connections']) for (const socket of sockets.splice(0, 4)) socket.destroy();
      await within(
        PATIENCE,
        'a further client is not served',
        async () => (await health(service).catch(() => 0)) === 200,
      );
      for (const socket of sockets) socket.destroy();
      const access = { base: service.base, token: await service.token() };
      await append(access, await create(access));
      expect([service.hasEnded(), service.workerdPid()]).toEqual([false, pid]);
      expect(await service.stop()).toBe(0);
    },
  );

  it('continues while no file can be opened, and serves clients when files can be opened again', async () => {
    const service = await launch(join(temporary, 'exhausted'), { openFiles: 1024 });
    const { pid } = service.child;
    const runtime = service.workerdPid();
    const limit = (files: number): void =>
      void execFileSync('prlimit', ['--pid', String(pid), `--nofile=${files}:1024`], { stdio: 'pipe' });
    const socketsOf = (): number =>
      readdirSync(`/proc/${pid}/fd`).filter((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith('socket:')).length;
    limit(20);
    const before = socketsOf();
    const refused = Array.from({ length: 5 }, () => connect({ port: service.port, host: '127.0.0.1' }));
    await Promise.all(refused.map((socket) => once(socket, 'connect')));
    // Longer than all checks of the launcher except that of the marks, whose failure is a line of the log.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(socketsOf()).toBeLessThanOrEqual(before);
    limit(1024);
    await within(PATIENCE, 'clients are not served', async () => (await health(service).catch(() => 0)) === 200);
    for (const socket of refused) socket.destroy();
    expect([service.hasEnded(), service.workerdPid()]).toEqual([false, runtime]);
    expect(await service.stop()).toBe(0);
  });
});
