import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openDoorway } from '../pages/support/localhost.ts';
import { openClient } from '../support/client.ts';
import { PROJECT } from '../support/launcher.ts';
import { newTenant, startService } from '../support/service.ts';
import { done } from '../support/sharing.ts';
import { removeDirectory } from '../support/directory.ts';

const run = promisify(execFile);
const isInstalled = await run('python3', ['-c', 'import cryptography']).then(
  () => true,
  () => false,
);

test.skipIf(!isInstalled)('the example of a device enrols a key, and records a signed event once', async () => {
  const doorway = await openDoorway();
  const service = await startService({ vars: { ORIGIN: doorway.origin } });
  const directory = mkdtempSync(join(tmpdir(), 'device-'));
  try {
    doorway.leadTo(service.at);
    const { client_id, client_secret, token } = await newTenant(service, 'Devices');
    const client = await openClient(service);
    await done(client, token, 'PATCH', '/v1/tenancies/self', { require_signature: ['Tank'] });
    const credentials = join(directory, 'credentials.json');
    writeFileSync(credentials, JSON.stringify({ base_url: `${doorway.origin}/archivist`, client_id, client_secret }));
    const { stdout } = await run('python3', [join(PROJECT, 'examples/device.py'), credentials], {
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
    });
    const [, thumbprint, asset, event, again] =
      /^key: +(\S+)\nasset: +(\S+)\nevent: +(\S+)\nagain: +(\S+)\n$/.exec(stdout) ?? [];
    expect(again).toBe(event);
    const { events } = await done(client, token, 'GET', `/v2/${asset}/events`);
    expect(events.map(({ identity }: any) => identity)).toEqual([event, expect.anything()]);
    expect(events[0].asset_attributes).toEqual({ level: '7.5' });
    const { signing_keys } = await done(client, token, 'GET', '/v1/signing_keys');
    expect(signing_keys.map((key: any) => key.thumbprint)).toEqual([thumbprint]);
  } finally {
    removeDirectory(directory);
    await service.close();
    await doorway.close();
  }
});
