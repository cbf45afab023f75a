import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort, PROJECT } from '../support/launcher.ts';
import {
  ended,
  environment,
  expectLoopback,
  expectNothingOfWrangler,
  expectService,
  freshClone,
  kill,
  members,
  ready,
  setUp,
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
    const { status, stderr } = spawnSync(process.execPath, [join(PROJECT, 'src/cli/dev.mjs'), ...args], {
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 2, stderr: `error: ${message}\n` });
  });
});

describe('the build command of wrangler.toml', () => {
  it('creates neither secrets nor a database for a deployment command', () => {
    const clone = freshClone();
    const bin = join(clone, 'node_modules/wrangler/bin/wrangler.js');
    execFileSync(process.execPath, [bin, 'deploy', '--dry-run'], { cwd: clone, env: environment(), stdio: 'ignore' });
    expect(existsSync(join(clone, '.build/site'))).toBe(true);
    expect(existsSync(join(clone, '.dev.vars'))).toBe(false);
    expect(existsSync(join(clone, '.wrangler/state'))).toBe(false);
  });

  it('keeps an existing .dev.vars and refuses to replace lost secrets', () => {
    const clone = freshClone();
    const vars = join(clone, '.dev.vars');
    writeFileSync(vars, 'ORIGIN=http://127.0.0.1:1\n');
    expect(setUp(clone).status).toBe(0);
    expect(readFileSync(vars, 'utf8')).toBe('ORIGIN=http://127.0.0.1:1\n');
    rmSync(vars);
    const { status, stderr } = setUp(clone);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        'error: .dev.vars is missing, and .wrangler/state cannot be read without its secrets: ' +
        'restore .dev.vars, or remove .wrangler/state to start with an empty database\n',
    });
    expect(existsSync(vars)).toBe(false);
  });
});
