import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workerdsOf } from '../../apps/server/processes.ts';
import type { AdminCredentials } from '../../apps/server/state/directory.ts';
import { freePort } from '../../tools/free-port.ts';
import { endAll, launch, PROJECT, type Launched } from '../support/launcher.ts';
import { PATIENCE } from '../support/patience.ts';
import { removeDirectory } from '../support/directory.ts';

const START = join(PROJECT, 'apps/cli/start.mjs');

const temporary = mkdtempSync(join(tmpdir(), 'start-'));
const state = join(temporary, 'state');
/** An empty cache, so that the first start of this file builds the Worker. */
const bundles = join(temporary, 'bundles');

beforeAll(() => {
  mkdirSync(state);
  writeFileSync(join(state, 'other'), 'kept');
});

afterAll(async () => {
  await endAll();
  removeDirectory(temporary);
});

describe('npm start', () => {
  let first: AdminCredentials;
  let port: number;
  let service: Launched;
  let bundled: string[];

  it('creates secrets, a tenant and its administrator', async () => {
    port = await freePort();
    service = await start(port);
    first = credentials();
    bundled = filesIn(bundles);

    expect(first.base_url).toBe(`http://127.0.0.1:${port}/archivist`);
    expect(first.origin).toBe(`http://127.0.0.1:${port}`);
    expect(first.tenant_identity).toMatch(/^tenant\/[0-9a-f-]{36}$/);
    expect(mode('admin.json')).toBe('600');
    expect(mode('secrets.env')).toBe('600');
    expect(readFileSync(join(state, 'other'), 'utf8')).toBe('kept');
    expect(await tokenStatus(first)).toBe(200);
    for (const text of [first.base_url, first.client_id, first.client_secret]) {
      expect(service.output.stdout).toContain(text);
    }
    // The commands themselves are run by the test of the README's blocks.
    expect(service.output.stdout).toContain('README.md has the first commands');
    expect(service.output.stderr).toBe('');
    const link = /^ {2}http:\/\/127\.0\.0\.1:\d+\/console\/#\/links\/([0-9a-f]{64})$/m.exec(service.output.stdout)![1]!;
    expect(await signInBy(link)).toBe(200);
    expect(await signInBy(link)).toBe(404);
  });

  it('creates another tenant with npm run tenant, which prints only JSON', async () => {
    const args = ['run', '-s', 'tenant', '--', 'create', 'Another', '--state', state];
    const { stdout, status } = spawnSync('npm', args, { cwd: PROJECT, encoding: 'utf8' });
    expect(status).toBe(0);
    const other = JSON.parse(stdout) as AdminCredentials;
    expect(Object.keys(other)).toEqual(Object.keys(first));
    expect(other.tenant_identity).not.toBe(first.tenant_identity);
    expect(await tokenStatus(other)).toBe(200);
  });

  it('reports that the state directory or the port is in use', async () => {
    expect(refusal(await freePort(), state)).toMatch(
      new RegExp(`^error: .*${state} is in use by a running service \\(pid \\d+, port ${port}\\)`),
    );
    expect(refusal(port, join(temporary, 'elsewhere'))).toMatch(
      new RegExp(`^error: --port: port ${port} is in use: .*npm start -- --port ${port + 1}`),
    );
  });

  it('stops all processes on Ctrl-C, which npm may send twice', async () => {
    service.child.kill('SIGINT');
    expect(await service.stop('SIGINT')).toBe(0);
    expect(workerdsOf(state)).toEqual([]);
    expect(await isFree(port)).toBe(true);
  });

  it('keeps its data and credentials at a second start on another port', async () => {
    const secrets = readFileSync(join(state, 'secrets.env'), 'utf8');
    port = await freePort();
    service = await start(port);
    const origin = `http://127.0.0.1:${port}`;
    expect(credentials()).toEqual({ ...first, base_url: `${origin}/archivist`, origin });
    expect(readFileSync(join(state, 'secrets.env'), 'utf8')).toBe(secrets);
    expect(await tokenStatus(credentials())).toBe(200);
    expect(service.output.stdout).not.toContain(first.client_secret);
    expect(service.output.stdout).not.toContain('/#/links/');
  });

  it('bundles the Worker only once', () => {
    expect(bundled).toHaveLength(new Set(bundled).size);
    expect(bundled.some((file) => /\/[0-9a-f]{16}\/worker\.js /.test(file))).toBe(true);
    expect(filesIn(bundles)).toEqual(bundled);
  });

  it('leaves no process running when it is killed', async () => {
    expect(workerdsOf(state)).not.toEqual([]);
    await service.kill();
    await expect.poll(() => workerdsOf(state)).toEqual([]);
    await expect.poll(() => isFree(port)).toBe(true);
  });
});

describe('a damaged state', () => {
  const damages: [string, string, string][] = [
    ['secrets.env', 'KEY_ENCRYPTION_KEYS=k1:short\n', 'KEY_ENCRYPTION_KEYS is not valid'],
    ['admin.json', '{"base_url":', 'it is not valid JSON'],
    ['admin.json', '{}', 'base_url is missing'],
    [
      'admin.json',
      '{"base_url":"evidence","origin":"x","tenant_identity":"x","client_id":"x","client_secret":"x"}',
      'base_url is not a URL',
    ],
    ['bootstrap.json', '{"tenant_identity":"x"}', 'tenant_identity is not valid'],
  ];
  it.each(damages)('is reported in one line: %s with %s', async (file, content, reason) => {
    const dir = mkdtempSync(join(temporary, 'damaged-'));
    writeFileSync(join(dir, file), content);
    const line = refusal(await freePort(), dir);
    expect(line).toContain(`error: damaged state: ${join(dir, file)}: ${reason}: `);
  });

  it('is reported in one line: missing secrets', async () => {
    const dir = mkdtempSync(join(temporary, 'damaged-'));
    mkdirSync(join(dir, 'data'));
    expect(refusal(await freePort(), dir)).toContain('it is missing, but the database exists');
  });
});

describe('the arguments', () => {
  const refusals: [code: number, args: string[], message: string][] = [
    [2, ['--port', '70000'], '--port: must be a whole number from 1 to 65535, not "70000"'],
    [2, ['--prot', '1'], "unknown option '--prot'"],
    [2, ['--var', 'LOG_FILES=0x10'], '--var LOG_FILES: must be a whole number'],
    [1, ['--state', START], `${START}: cannot be used as state directory`],
  ];
  it.each(refusals)('are rejected in one line with exit code %i: %j', (code, args, message) => {
    expect(refused(args, code)).toContain(`error: ${message}`);
  });
});

const start = (port: number): Promise<Launched> => launch(state, { port, env: { ASSET_EVIDENCE_BUNDLES: bundles } });

/** Lists every file below a directory with its inode and modification time, which change if it is rewritten. */
function filesIn(directory: string): string[] {
  return (
    readdirSync(directory, { recursive: true, withFileTypes: true })
      // The compiled code of the launcher is in the same directory.
      .filter((entry) => entry.isFile() && !entry.parentPath.startsWith(join(directory, 'compiled')))
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        const { ino, mtimeMs } = statSync(path);
        return `${path} ${ino} ${mtimeMs}`;
      })
  );
}

/** Starts a service that cannot start. Returns its single line on stderr. */
function refusal(port: number, dir: string): string {
  return refused(['--port', String(port), '--state', dir]);
}

function refused(args: string[], code = 1): string {
  const options = { encoding: 'utf8', timeout: PATIENCE } as const;
  const { status, stderr } = spawnSync(process.execPath, [START, ...args], options);
  expect(status).toBe(code);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  return stderr;
}

function credentials(): AdminCredentials {
  return JSON.parse(readFileSync(join(state, 'admin.json'), 'utf8')) as AdminCredentials;
}

function mode(file: string): string {
  return (statSync(join(state, file)).mode & 0o777).toString(8);
}

async function tokenStatus({ base_url, client_id, client_secret }: AdminCredentials): Promise<number> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id,
    client_secret,
  });
  const response = await fetch(`${base_url}/iam/v1/appidp/token`, { method: 'POST', body });
  await response.arrayBuffer();
  return response.status;
}

/** The status of a sign-in by the link that the first start prints, as from the name at which passkeys work. */
async function signInBy(link: string): Promise<number> {
  const { base_url, client_id } = credentials();
  const response = await fetch(`${base_url}/iam/v1/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': 'new' },
    body: JSON.stringify({ link }),
  });
  const session = (await response.json()) as { subject?: string };
  if (response.ok) expect(session.subject).toBe(client_id);
  return response.status;
}

async function isFree(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
