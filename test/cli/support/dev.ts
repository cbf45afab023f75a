import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect } from 'vitest';
import { listeningTcp } from '../../local/support/listening.ts';
import { PROJECT } from '../../support/launcher.ts';
import { RECORD } from '../../support/record.ts';
import { removeDirectory } from '../../support/directory.ts';

const temporary = mkdtempSync(join(tmpdir(), 'dev-'));
const started: ChildProcess[] = [];

afterAll(async () => {
  for (const child of started) kill(child, 'SIGKILL');
  await Promise.all(started.map(ended));
  removeDirectory(temporary);
});

type Tenant = { base_url: string; client_id: string; client_secret: string };

/** Creates a tenant with the operator secret of `.dev.vars` and records an event on an asset. */
export async function expectService(clone: string, port: number): Promise<Tenant> {
  const vars = join(clone, '.dev.vars');
  expect((statSync(vars).mode & 0o777).toString(8)).toBe('600');
  expect(spawnSync('git', ['check-ignore', '--quiet', '.dev.vars'], { cwd: PROJECT }).status).toBe(0);
  const secret = /^OPERATOR_SECRET=(.+)$/m.exec(readFileSync(vars, 'utf8'))![1]!;
  const base = `http://127.0.0.1:${port}/archivist`;

  const tenant = (await post(`${base}/operator/v1/tenants`, secret, { display_name: 'Development' })) as Tenant;
  expect(tenant.base_url).toBe(base);
  const token = await tokenOf(tenant);
  const { identity } = await post(`${base}/v2/assets`, token, { behaviours: ['RecordEvidence'], attributes: {} });
  const event = await post(`${base}/v2/${identity as string}/events`, token, {
    ...RECORD,
    event_attributes: {},
    asset_attributes: {},
  });
  expect(event['asset_identity']).toBe(identity);
  return tenant;
}

async function post(url: string, token: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  expect(response.status, `${url}: ${text}`).toBe(200);
  return JSON.parse(text) as Record<string, unknown>;
}

export async function tokenOf({ base_url, client_id, client_secret }: Tenant): Promise<string> {
  const response = await fetch(`${base_url}/iam/v1/appidp/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

/** Checks that the database explorer is not served and that no request is stored as a trace. */
export async function expectNothingOfWrangler(clone: string, port: number): Promise<void> {
  for (const path of ['', '/', '/api', '/api/d1/database', '/api/local/workers', '/api/r2/buckets']) {
    const response = await fetch(`http://127.0.0.1:${port}/cdn-cgi/local/explorer${path}`);
    const body = (await response.json()) as { message: string };
    expect([path, response.status, body.message]).toEqual([path, 404, 'the path does not exist']);
  }
  const probe = randomUUID();
  const response = await fetch(`http://127.0.0.1:${port}/archivist/openapi.json?probe=${probe}`);
  expect(response.status).toBe(200);
  await response.arrayBuffer();
  const state = join(clone, '.wrangler/state/v3');
  expect(readdirSync(state)).not.toContain('observability');
  for (const file of readdirSync(state, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()))
    expect(readFileSync(join(file.parentPath, file.name)).includes(probe), file.name).toBe(false);
}

export function expectLoopback(dev: ChildProcess, port: number): void {
  if (process.platform !== 'linux') return;
  const addresses = listeningTcp(members(dev.pid!)).map(({ address }) => address);
  expect(addresses).toContain(`127.0.0.1:${port}`);
  expect(addresses.filter((address) => !/^(127\.0\.0\.1|\[::1\]|\[::ffff:7f00:1\]):/.test(address))).toEqual([]);
}

/** The running processes of a process group, without zombies. */
export function members(group: number): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,pgid=,stat='], { encoding: 'utf8' }).trim().split('\n');
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, pgid, stat]) => Number(pgid) === group && !stat!.startsWith('Z'))
    .map(([pid]) => Number(pid));
}

/** Creates a directory with the files of the project except ignored ones, and the installed dependencies. */
export function freshClone(): string {
  const clone = mkdtempSync(join(temporary, 'clone-'));
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--exclude=node_modules'];
  const files = execFileSync('git', list, { cwd: PROJECT, encoding: 'utf8' }).split('\0');
  for (const file of files) {
    // The list contains files whose deletion is not committed.
    if (file !== '' && existsSync(join(PROJECT, file))) cpSync(join(PROJECT, file), join(clone, file));
  }
  symlinkSync(join(PROJECT, 'node_modules'), join(clone, 'node_modules'));
  return clone;
}

/** Starts a command in a new process group. */
export function start(cwd: string, command: string, args: string[]): ChildProcess {
  const child = spawn(command, args, {
    cwd,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  started.push(child);
  return child;
}

/** The environment of a terminal: without the variables of npm and vitest, and without node_modules in PATH. */
export function environment(): NodeJS.ProcessEnv {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|NODE_ENV$|X_LOCAL_)/i.test(name)),
  );
  const path = (env['PATH'] ?? '').split(delimiter).filter((dir) => !dir.includes(`${sep}node_modules${sep}`));
  return { ...env, PATH: path.join(delimiter), WRANGLER_SEND_METRICS: 'false' };
}

export function setUp(clone: string) {
  return spawnSync(process.execPath, [join(clone, 'apps/cli/launch.mjs'), 'dev-setup'], {
    env: environment(),
    encoding: 'utf8',
  });
}

export async function ready(dev: ChildProcess, port: number): Promise<void> {
  let output = '';
  for (const stream of [dev.stdout, dev.stderr]) stream!.on('data', (chunk: Buffer) => (output += chunk.toString()));
  for (;;) {
    if (dev.exitCode !== null) throw new Error(`it ended with ${dev.exitCode}:\n${output}`);
    const response = await fetch(`http://127.0.0.1:${port}/archivist/openapi.json`).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.status === 200) return;
    if (response) throw new Error(`it responds with ${response.status}:\n${output}`);
    await sleep(100);
  }
}

export function kill(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-child.pid!, signal);
  } catch {
    // The processes have ended.
  }
}

export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((resolve) => child.once('exit', resolve));
}
