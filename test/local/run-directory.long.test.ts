import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { workerdsOf } from '../../apps/server/processes.ts';
import { readService, statePaths } from '../../apps/server/state/directory.ts';
import { startReal } from '../../tools/crash/service.ts';
import { freePort } from '../../tools/free-port.ts';
import { endAll, launch, spawnLauncher, within } from '../support/launcher.ts';
import { append, create } from './support/evidence.ts';
import { command } from './support/service.ts';
import { PATIENCE } from '../support/patience.ts';
import { removeDirectory } from '../support/directory.ts';

const temporary = mkdtempSync(join(tmpdir(), 'rundir-'));
afterAll(async () => {
  await endAll();
  removeDirectory(temporary);
});

/** Runs `npm run backup` and resolves to its output. */
async function backup(target: string, state: string): Promise<string> {
  const { code, stdout, stderr } = await command('backup', [target, '--state', state]);
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

describe.concurrent('npm start', () => {
  it('removes the sockets of its last run, all of whose processes were killed at once', async ({ expect }) => {
    const state = join(temporary, 'killed');
    const killed = await startReal(state, await freePort());
    const remains = dirname(readService(statePaths(state))!.control!);
    await killed.crash();
    expect(existsSync(remains)).toBe(true);
    const { runDir } = await launch(state);
    expect([existsSync(remains), existsSync(runDir)]).toEqual([false, true]);
  });

  it('leaves a running service alone if it gets a copy of its state directory, and backs the copy up itself', async ({
    expect,
  }) => {
    const running = await launch(join(temporary, 'running'));
    const access = { base: running.base, token: await running.token() };
    const asset = await create(access);
    const copy = join(temporary, 'copy');
    cpSync(running.paths.dir, copy, { recursive: true });
    expect(await backup(join(temporary, 'copied'), copy)).toContain('the service was not running');
    cpSync(running.paths.service, statePaths(copy).service);
    const pid = running.workerdPid();
    await launch(copy);
    await append(access, asset);
    expect([existsSync(running.runDir), running.workerdPid()]).toEqual([true, pid]);
  });

  it('ends the runtime that a killed run has left, also if the state directory was moved', async ({ expect }) => {
    const state = join(temporary, 'moving');
    const killed = await launch(state);
    const orphan = killed.workerdPid();
    // What watches the launcher would end it.
    for (const pid of workerdsOf(state)) if (pid !== orphan) process.kill(pid, 'SIGKILL');
    await killed.kill();
    const moved = join(temporary, 'moved');
    renameSync(state, moved);
    expect(workerdsOf(moved)).toEqual([orphan]);
    await launch(moved);
    expect(workerdsOf(moved)).not.toContain(orphan);
  });

  it('starts its runtime again if the directory of the sockets is removed, and can be backed up', async ({
    expect,
  }) => {
    const service = await launch(join(temporary, 'removed'));
    const access = { base: service.base, token: await service.token() };
    const asset = await create(access);
    rmSync(service.runDir, { recursive: true });
    await within(PATIENCE, 'the runtime is not started again', () =>
      service.log().some(({ message }) => message === 'workerd runs again'),
    );
    expect(service.log().some(({ message }) => message === 'the directory of the sockets was removed')).toBe(true);
    await append(access, asset);
    expect(await backup(join(temporary, 'backup'), service.paths.dir)).toContain('the service was paused');
    rmSync(join(service.runDir, 'workerd.pid'));
    expect(await backup(join(temporary, 'again'), service.paths.dir)).toContain('the service was paused');
    expect(await service.stop()).toBe(0);
    expect(existsSync(service.runDir)).toBe(false);
  });

  it('exits with 0 and without an error on Ctrl-C while it builds the Worker', async ({ expect }) => {
    const service = spawnLauncher(join(temporary, 'building'), {
      port: await freePort(),
      detached: true,
      env: { ASSET_EVIDENCE_BUNDLES: join(temporary, 'bundles') },
    });
    await within(PATIENCE, 'the build does not begin', async () => {
      const children = await readFile(`/proc/${service.child.pid}/task/${service.child.pid}/children`, 'utf8');
      return service.output.stdout.includes('Building the Worker') && children.trim() !== '';
    });
    process.kill(-service.child.pid!, 'SIGINT');
    expect(await service.ended()).toBe(0);
    expect(service.output.stderr).toBe('');
  });
});
