import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSecrets } from '../../apps/server/state/secrets.ts';
import { endAll, launch, within, type Launched } from '../support/launcher.ts';
import { call, create, type Access } from './support/evidence.ts';
import { parseMail } from './support/eml.ts';
import { familyOf } from './support/listening.ts';
import { exchange } from './support/socket.ts';
import { PATIENCE } from '../support/patience.ts';
import { removeDirectory } from '../support/directory.ts';

const MAILS = 3;

const temporary = mkdtempSync(join(tmpdir(), 'statefiles-'));
const state = join(temporary, 'state');
let service: Launched;
let access: Access;

beforeAll(async () => {
  service = await launch(state, { args: ['--var', `MAIL_FILES=${MAILS}`] });
  access = { base: service.base, token: await service.token() };
});
afterAll(async () => {
  await endAll();
  removeDirectory(temporary);
});

/** A unique text. */
const marker = (): string => `mark${randomBytes(12).toString('hex')}`;

/** The files below the state directory that contain a text. */
function filesWith(text: string): string[] {
  return readdirSync(state, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path, 'latin1').includes(text))
    .map((path) => relative(state, path))
    .toSorted();
}

/** Waits until all earlier requests are in the log, by sending one more and waiting for its line. */
async function logged(): Promise<void> {
  const id = (await fetch(`${service.at}/last`)).headers.get('x-request-id');
  await within(PATIENCE, 'the log is not written', () => service.log().some((line) => line['request_id'] === id));
}

/** The command line of a process; empty if it has just ended. */
const commandLineOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
};

describe('the files of a state directory', () => {
  it('contain nothing of the query, headers and body of a request except the records that it creates', async () => {
    const [query, header, body, kept] = [marker(), marker(), marker(), marker()];
    const headers = [
      `cookie: session=${header}`,
      `user-agent: ${header}`,
      `referer: http://a/?${header}`,
      `x-own: ${header}`,
      `x-forwarded-for: ${header}`,
      `x-request-id: ${header}`,
    ];
    const ways = [
      `authorization: Bearer ${access.token}`,
      `authorization: Bearer ${header}`,
      `authorization: Basic ${header}`,
    ];
    const bodies = [
      `{"unknown":"${body}"}`,
      `{"behaviours":["${body}"]}`,
      `{"attributes":{"${body}":{"${body}":1}}}`,
      `{"attributes":{"note":"${body}`,
      body,
    ];
    const targets = [
      '/archivist/v2/assets',
      '/archivist/v2/assets/-/events',
      '/archivist/v1/blobs',
      '/archivist/v1/invites',
      '/archivist/iam/v1/appidp/token',
      '/archivist/iam/v1/applications',
      '/archivist/operator/v1/tenants',
      '/archivist/publicassets/00000000-0000-4000-8000-000000000000',
      '/console/',
      '/nothing',
    ];
    for (const target of targets)
      for (const way of ways) {
        const head = ['host: a', ...headers, way, 'connection: close'];
        await exchange(service, `GET ${target}?page_size=1&${query}=${query} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
        for (const text of bodies)
          for (const type of [
            'application/json',
            'application/x-www-form-urlencoded',
            'multipart/form-data; boundary=x',
          ]) {
            const more = [...head, `content-type: ${type}`, `content-length: ${text.length}`];
            await exchange(service, `POST ${target}?${query} HTTP/1.1\r\n${more.join('\r\n')}\r\n\r\n${text}`);
          }
      }
    // Requests that do not reach the Worker, or are aborted there.
    for (const line of [
      `GET http://a/?${query} HTTP/1.1`,
      `M-SEARCH /?${query} HTTP/1.1`,
      `CONNECT ${query}:1 HTTP/1.1`,
      `X ${query}`,
    ])
      await exchange(service, `${line}\r\nhost: a\r\nx-own: ${header}\r\nconnection: close\r\n\r\n${body}`);
    const lost = fetch(`${service.base}/v1/blobs?${query}`, { method: 'POST', body, headers: { cookie: header } });
    process.kill(service.workerdPid(), 'SIGKILL');
    await lost.catch(() => undefined);
    for (let n = 0; n < 20; n++)
      await fetch(`${service.base}/v2/assets?${query}`, { method: 'POST', body, headers: { cookie: header } }).catch(
        () => undefined,
      );
    await within(PATIENCE, 'workerd is not restarted', async () => (await fetch(`${service.at}/`)).status === 404);
    await create(access, { attributes: { arc_display_name: kept } });
    await logged();
    expect({ query: filesWith(query), header: filesWith(header), body: filesWith(body) }).toEqual({
      query: [],
      header: [],
      body: [],
    });
    // Records are stored only in the data directory.
    expect(filesWith(kept)).not.toEqual([]);
    expect(filesWith(kept).filter((path) => !/^data\/.+\.sqlite(-wal)?$/.test(path))).toEqual([]);
    expect(service.output.stderr).toBe('');
  });

  it('contain no token, and secrets only in the files for them', async () => {
    const tokens = [access.token, await service.token()];
    await fetch(`${service.base}/v2/assets`, { headers: { authorization: `Bearer ${tokens[1]}` } });
    await logged();
    for (const token of tokens) {
      expect(filesWith(token)).toEqual([]);
      expect(filesWith(token.split('.').at(-1)!)).toEqual([]);
    }
    expect(filesWith(service.credentials.client_secret)).toEqual(['admin.json']);
    const secrets = readSecrets(service.paths);
    for (const [name, value] of Object.entries(secrets)) {
      const text = name === 'KEY_ENCRYPTION_KEYS' ? value.split(':')[1]! : value;
      expect([name, filesWith(text)]).toEqual([name, ['secrets.env']]);
      const lines = familyOf(service.child.pid!).map(commandLineOf);
      expect(lines.filter((line) => line.includes(text))).toEqual([]);
    }
  });

  it('can be read only by their owner', async () => {
    const modes = Object.fromEntries(
      readdirSync(state).map((name) => [name, (statSync(join(state, name)).mode & 0o777).toString(8)]),
    );
    for (const name of ['admin.json', 'secrets.env', 'service.log', 'service.json', 'crons.json', 'marks.json'])
      expect([name, modes[name]]).toEqual([name, '600']);
    expect((statSync(state).mode & 0o777).toString(8)).toBe('700');
  });
});

describe('an invite', () => {
  const mails = (): string[] =>
    existsSync(service.paths.mail)
      ? readdirSync(service.paths.mail)
          .filter((name) => name.endsWith('.eml'))
          .toSorted()
      : [];
  const invite = (email: string, message: string) =>
    call<{ identity: string }>(access, 'POST', '/v1/invites', { email, message });

  it('is written as a mail that only the owner can read', async () => {
    const { identity } = await invite('ana@example.com', 'Žofie says: come in.');
    await within(PATIENCE, 'no mail is written', () => mails().length === 1);
    const file = join(service.paths.mail, mails()[0]!);
    expect(file).toMatch(/\/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[0-9a-f]{8}\.eml$/);
    expect([service.paths.mail, file].map((path) => (statSync(path).mode & 0o777).toString(8))).toEqual(['700', '600']);
    const { headers, parts } = parseMail(readFileSync(file, 'utf8'));
    expect(headers).toMatchObject({ from: 'evidence@example.com', to: 'ana@example.com' });
    for (const part of parts) {
      expect(part.content).toContain(`${service.at}/console/#/${identity}`);
      expect(part.content).toContain('Žofie says: come in.');
    }
  });

  it('does not exceed the configured number of mails', async () => {
    const all = ['b', 'c', 'd', 'e', 'f'].map((name) => `${name}@example.com`);
    for (const email of all) {
      const before = mails().at(-1);
      await invite(email, '');
      await within(PATIENCE, 'no mail is written', () => mails().at(-1) !== before);
    }
    // A mail is written before the oldest is deleted.
    await within(PATIENCE, 'too many mails are kept', () => mails().length <= MAILS);
    const kept = mails().map((name) => parseMail(readFileSync(join(service.paths.mail, name), 'utf8')).headers['to']);
    expect(kept).toEqual(all.slice(-MAILS));
  });
});
