import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../tools/free-port.ts';
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
  tokenOf,
} from './support/dev.ts';

describe('npx wrangler dev', () => {
  it('serves a fresh clone at the address of [dev] and keeps secrets and data across restarts', async () => {
    const clone = freshClone();
    const port = await freePort();
    const config = join(clone, 'wrangler.toml');
    writeFileSync(config, readFileSync(config, 'utf8').replace('\nport = 8787\n', `\nport = ${port}\n`));

    const first = start(clone, 'npx', ['wrangler', 'dev']);
    await ready(first, port);
    const tenant = await expectService(clone, port);
    expectLoopback(first, port);
    await expectNothingOfWrangler(clone, port);
    kill(first, 'SIGINT');
    await ended(first);
    await expect.poll(() => members(first.pid!)).toEqual([]);

    const vars = readFileSync(join(clone, '.dev.vars'), 'utf8');
    const second = start(clone, 'npx', ['wrangler', 'dev']);
    await ready(second, port);
    expect(await tokenOf(tenant)).toMatch(/^ey/);
    expect(readFileSync(join(clone, '.dev.vars'), 'utf8')).toBe(vars);
  });
});
