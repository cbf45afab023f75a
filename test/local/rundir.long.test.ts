import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { readService, statePaths } from '../../src/local/state/directory.ts';
import { startReal } from '../../tools/crash/service.ts';
import { freePort } from '../../tools/freeport.ts';
import { endAll, launch } from '../support/launcher.ts';

const temporary = mkdtempSync(join(tmpdir(), 'rundir-'));
afterAll(async () => {
  await endAll();
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
});

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

  it('keeps the sockets of a running service, of whose state directory it gets a copy', async ({ expect }) => {
    const running = await launch(join(temporary, 'running'));
    const copy = statePaths(join(temporary, 'copy'));
    mkdirSync(copy.dir);
    copyFileSync(running.paths.service, copy.service);
    await launch(copy.dir);
    expect((await fetch(`${running.at}/healthz`)).status).toBe(200);
    expect(existsSync(running.runDir)).toBe(true);
  });
});
