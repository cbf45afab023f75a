import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ensureSecrets } from '../../apps/server/state/secrets.ts';
import { statePaths } from '../../apps/server/state/directory.ts';
import { ALARMS } from '../../src/platform/alarms.ts';
import { seeAlarm } from '../support/alarms.ts';
import { endAll, launch } from '../support/launcher.ts';
import { call } from './support/evidence.ts';
import { startSmtpServer } from './support/smtp.ts';
import { removeDirectory } from '../support/directory.ts';

const temporary = mkdtempSync(join(tmpdir(), 'smtp-'));
afterAll(async () => {
  await endAll();
  removeDirectory(temporary);
});

type Invite = { identity: string; mail_status: string; mail_error: string };

it('sends invitations, and raises an alarm when the server refuses', async () => {
  const state = join(temporary, 'state');
  const server = await startSmtpServer({ secure: false, password: 'password-4711' });
  mkdirSync(state);
  ensureSecrets(statePaths(state));
  appendFileSync(join(state, 'secrets.env'), 'SMTP_PASSWORD=password-4711\n');
  const settings = ['MAIL_FROM=evidence@example.com', 'SMTP_HOST=127.0.0.1', `SMTP_PORT=${server.port}`];
  writeFileSync(join(state, 'settings.env'), [...settings, 'SMTP_TLS=none', 'SMTP_USER=evidence', ''].join('\n'));
  const service = await launch(state);
  expect(service.output.stdout).toContain(`sent by 127.0.0.1:${server.port}`);
  const access = { base: service.base, token: await service.token() };
  const invite = (email: string) => call<Invite>(access, 'POST', '/v1/invites', { email });
  const read = ({ identity }: Invite) => call<Invite>(access, 'GET', `/v1/${identity}`);

  const first = await invite('ana@example.com');
  await expect.poll(() => read(first)).toMatchObject({ mail_status: 'SENT', mail_error: '' });
  expect(server.mails.map(({ to, user }) => [to, user])).toEqual([[['ana@example.com'], 'evidence']]);

  server.changePassword('another');
  const second = await invite('bob@example.com');
  await expect
    .poll(() => read(second))
    .toMatchObject({ mail_status: 'QUEUED', mail_error: 'the SMTP server refused SMTP_USER or SMTP_PASSWORD' });
  const alarms = service.log().filter(({ message }) => message === ALARMS['mail-refused']);
  expect(alarms).toHaveLength(1);
  expect(alarms[0]).toMatchObject({ level: 'alarm', reason: expect.stringContaining('refused SMTP_USER') });
  seeAlarm('mail-refused');
  await service.stop();
  await server.close();

  const files = readdirSync(state, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const withPassword = files
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file, 'latin1').includes('password-4711'));
  expect(withPassword).toEqual([join(state, 'secrets.env')]);
});
