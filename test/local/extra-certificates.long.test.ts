import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSecrets } from '../../apps/server/state/secrets.ts';
import { endAll, launch, within } from '../support/launcher.ts';
import { removeDirectory } from '../support/directory.ts';

const directory = mkdtempSync(join(tmpdir(), 'certificates-'));
const fileOf = (name: string): string => join(directory, name);

/** Bodies that the server received. */
const received: string[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += String(chunk)));
  request.on('end', () => {
    received.push(body);
    response.end();
  });
});
beforeAll(async () => {
  const issue = (name: string, ...options: string[]): void => {
    const key = [
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-keyout',
      fileOf(`${name}.key`),
    ];
    const out = ['-subj', `/CN=${name}`, '-days', '2', '-out', fileOf(`${name}.pem`)];
    execFileSync('openssl', ['req', '-x509', ...key, ...out, ...options], { stdio: 'pipe' });
  };
  issue('authority');
  const by = ['-CA', fileOf('authority.pem'), '-CAkey', fileOf('authority.key')];
  issue('localhost', ...by, '-addext', 'subjectAltName=DNS:localhost', '-addext', 'basicConstraints=critical,CA:FALSE');
  server.setSecureContext({ key: readFileSync(fileOf('localhost.key')), cert: readFileSync(fileOf('localhost.pem')) });
  await new Promise<void>((resolve) => server.listen(0, resolve));
});
afterAll(async () => {
  server.close();
  await endAll();
  removeDirectory(directory);
});

it('the Worker trusts the certificates of NODE_EXTRA_CA_CERTS and those of the system', async () => {
  const state = fileOf('state');
  const before = await launch(state);
  await before.stop();
  const { port } = server.address() as AddressInfo;
  appendFileSync(before.paths.secrets, `ALARM_WEBHOOK_URL=https://localhost:${port}/alarms\n`);
  const service = await launch(state, { env: { NODE_EXTRA_CA_CERTS: fileOf('authority.pem') } });
  const headers = { authorization: `Bearer ${readSecrets(service.paths).OPERATOR_SECRET}` };
  const response = await fetch(`${service.base}/operator/v1/alarms:test`, { method: 'POST', headers });
  expect(await response.json()).toEqual({ alarm: 'test-alarm', channels: ['webhook'] });
  await within(30_000, 'the alarm did not arrive', () => received.length > 0);
  expect(JSON.parse(received[0]!)).toMatchObject({ alarm: 'test-alarm' });
  const trusted = readFileSync(join(service.runDir, 'certificates.pem'), 'utf8');
  for (const certificate of getCACertificates('system')) expect(trusted).toContain(certificate);
});
