import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROJECT } from '../support/launcher.ts';
import { newTenant, startService, type Service } from '../support/service.ts';
import { removeDirectory } from '../support/directory.ts';

const run = promisify(execFile);
const directory = mkdtempSync(join(tmpdir(), 'examples-'));
const credentials = join(directory, 'credentials.json');

let service: Service;

beforeAll(async () => {
  service = await startService({ vars: { ANCHOR_WINDOW_SECONDS: '1' } });
  const { client_id, client_secret } = await newTenant(service, 'Examples');
  writeFileSync(credentials, JSON.stringify({ base_url: service.base, client_id, client_secret }, null, 2));
});
afterAll(async () => {
  await service.close();
  removeDirectory(directory);
});

test.each([
  ['curl.sh', 'sh', 'curl'],
  ['typed.ts', process.execPath, process.execPath],
  ['sdk.py', 'python3', 'python3'],
])(
  'an example creates an asset, records an event, reads it and verifies its proof: %s',
  async (example, command, needed) => {
    await expect(run(needed, ['--version']), `${needed} must be installed`).resolves.toBeDefined();
    const { stdout } = await run(command, [join(PROJECT, 'examples', example), credentials], { cwd: PROJECT });
    expect(stdout).toMatch(/^asset: +assets\/[-0-9a-f]{36}$/m);
    expect(stdout).toMatch(/^event: +assets\/[-0-9a-f]{36}\/events\/[-0-9a-f]{36}$/m);
    expect(stdout).toMatch(/^asset: +condition is good$/m);
    expect(stdout).toMatch(/^event: +inspector is Ada$/m);
    expect(stdout).toMatch(/^ok {3}event/m);
    expect(stdout).not.toContain('FAIL');
    expect(stdout).toContain('The proof is valid');
  },
);
