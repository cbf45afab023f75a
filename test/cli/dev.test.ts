import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../tools/free-port.ts';
import { PROJECT } from '../support/launcher.ts';
import {
  ended,
  expectLoopback,
  expectNothingOfWrangler,
  expectService,
  freshClone,
  kill,
  members,
  ready,
  start,
} from './support/dev.ts';

describe('npm run dev', () => {
  it('serves a fresh clone on the given port, only on loopback addresses', async () => {
    const clone = freshClone();
    const port = await freePort();
    const dev = start(clone, 'npm', ['run', 'dev', '--', '--port', String(port)]);
    await ready(dev, port);
    await expectService(clone, port);
    expectLoopback(dev, port);
    await expectNothingOfWrangler(clone, port);
    kill(dev, 'SIGTERM');
    await ended(dev);
    await expect.poll(() => members(dev.pid!)).toEqual([]);
  });

  it.each([
    [['--port', '0'], '--port: must be a whole number from 1 to 65535, not "0"'],
    [['--ip', '0.0.0.0'], '--ip: npm run dev listens on 127.0.0.1 only'],
  ])('refuses %j', (args, message) => {
    const { status, stderr } = spawnSync(process.execPath, [join(PROJECT, 'apps/cli/launch.mjs'), 'dev', ...args], {
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 2, stderr: `error: ${message}\n` });
  });
});
