import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { environment, freshClone, setUp } from './support/dev.ts';

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
