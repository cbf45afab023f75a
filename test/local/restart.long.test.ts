import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectControl } from '../../apps/server/control.ts';
import { readService } from '../../apps/server/state/directory.ts';
import { keysOf, retry } from '../../tools/crash/check.ts';
import { creation } from '../../tools/crash/load.ts';
import { endAll, launch, within, type Launched } from '../support/launcher.ts';
import type { Access } from './support/evidence.ts';
import { failures, pressOn } from './support/pressure.ts';
import { PATIENCE } from '../support/patience.ts';
import { removeDirectory } from '../support/directory.ts';

const temporary = mkdtempSync(join(tmpdir(), 'restart-'));
let service: Launched;
let access: Access;
let assets: string[];

beforeAll(async () => {
  service = await launch(join(temporary, 'state'));
  access = { base: service.base, token: await service.token() };
  const first = Array.from({ length: 3 }, () => creation(0));
  await retry(access, first);
  assets = first.map(({ acknowledged }) => acknowledged!.identity);
});
afterAll(async () => {
  await endAll();
  removeDirectory(temporary);
});

/** Kills workerd and waits for the restart. Resolves to the new process id. */
async function killWorkerd(): Promise<number> {
  const killed = service.workerdPid();
  process.kill(killed, 'SIGKILL');
  await within(PATIENCE, 'workerd is not restarted', () => service.workerdPid() !== killed);
  return service.workerdPid();
}

const answers = async (): Promise<boolean> => (await fetch(`${service.at}/archivist/openapi.json`)).status === 200;
const logged = (message: string): number => service.log().filter((line) => line.message === message).length;
const delay = (): number => Number(readFileSync(join(service.runDir, 'delay'), 'utf8'));

describe('kill -9 of workerd', () => {
  it('kill -9 of workerd under load causes 503 or closed connections and a restart, and loses no write', async () => {
    const load = pressOn(access, assets, 6);
    await within(PATIENCE, 'nothing is written', () => load.count(200) > 20);
    const { length } = load.outcomes;
    await killWorkerd();
    await within(PATIENCE, 'the service does not recover', () => load.count(200, length) > 20);
    await load.stop();
    const seen = new Set(load.outcomes.map(({ status }) => status));
    expect([...seen].filter((status) => ![200, 503, 'closed'].includes(status))).toEqual([]);
    expect(load.count(200)).toBeLessThan(load.outcomes.length);
    for (const [status, message] of failures(load.outcomes))
      if (status === 503)
        expect(message).toMatch(
          /^the (service is restarting|ledger of this asset could not be reached)($|; the outcome)/,
        );
    const keys = await keysOf(access);
    expect(load.outcomes.filter(({ write }) => write.acknowledged && !keys.has(write.key))).toEqual([]);
    await retry(
      access,
      load.outcomes.map(({ write }) => write),
    );
  });

  it('is logged, and so is the restart', async () => {
    await expect.poll(() => logged('workerd runs again')).toBe(1);
    const [crashed, runs] = service.log().filter(({ message }) => message.startsWith('workerd '));
    expect(crashed).toMatchObject({ level: 'error', message: 'workerd crashed; it is being restarted' });
    expect(runs).toMatchObject({ level: 'warn', message: 'workerd runs again', restarts: 1 });
  });

  it('kill -9 of workerd during a start is followed by a restart too, and delays the next restart', async () => {
    await expect.poll(delay).toBe(1);
    await killWorkerd();
    // Kills the process that has just started and does not listen yet.
    await killWorkerd();
    await within(PATIENCE, 'the service does not respond', answers);
    await expect.poll(() => logged('workerd runs again')).toBeGreaterThanOrEqual(2);
    await expect.poll(delay).toBeGreaterThanOrEqual(2);
    await expect.poll(() => logged('workerd crashed; it is being restarted') - logged('workerd runs again')).toBe(0);
    expect(service.output.stderr).toBe('');
  });

  it('does not affect the control socket of the launcher', async () => {
    const connection = await connectControl(readService(service.paths)!.control!);
    connection!.send({ command: 'none' });
    await expect(connection!.next()).rejects.toThrow('command: must be one of pause');
    connection!.close();
  });

  it('leaves a service that stops normally', async () => {
    expect(await service.stop()).toBe(0);
  });
});
