// `npm run quickstart-test`: the commands of README.md's Quickstart, on a fresh clone.
//
// Every ```sh block under "## Quickstart" is run as it stands. The first one starts the service and
// keeps running; the others follow in order in one shell, as they would in the second terminal. One
// thing is changed when port 8787 is taken: `npm start` becomes `npm start -- --port N`.
//
// QUICKSTART_REPO names another repository to clone than the one this file is in (its HEAD).
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const DEFAULT_PORT = 8787;
const INSTALL_AND_START_WITHIN = 300_000;
const END_WITHIN = 60_000;

const source = process.env['QUICKSTART_REPO'] ?? fileURLToPath(new URL('../..', import.meta.url));
const temporary = mkdtempSync(join(tmpdir(), 'quickstart-'));
const clone = join(temporary, 'clone');
try {
  execFileSync('git', ['clone', '--quiet', source, clone], { stdio: 'inherit' });
  const [start, ...steps] = quickstartBlocks(readFileSync(join(clone, 'README.md'), 'utf8'));
  assert(start && steps.length > 0, 'README.md has no ```sh blocks under Quickstart');
  await withService(start, async () => {
    say('the service answers; now the other blocks');
    const output = run(steps.join('\n'));
    process.stdout.write(`${output}\n`);
    assert.match(output, /"identity": *"assets\/[0-9a-f-]{36}\/events\/[0-9a-f-]{36}"/);
    assert.match(output, /"operation": *"Record"/);
  });
  say("passed: an event was recorded by the README's own commands");
} finally {
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
}

function quickstartBlocks(readme: string): string[] {
  const section = /^## Quickstart$(.*?)^## /ms.exec(readme)?.[1] ?? '';
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map((match) => match[1]!);
}

/** Runs the first block in the background, the steps once admin.json is there, and ends it all. */
async function withService(block: string, steps: () => Promise<void>): Promise<void> {
  const port = await freePort();
  const command = port === DEFAULT_PORT ? block : block.replace('npm start', `$& -- --port ${port}`);
  say(command.trim());
  const service = spawn('sh', ['-c', command], {
    cwd: clone,
    env: terminalEnvironment(),
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => service.once('exit', () => resolve()));
  try {
    const end = Date.now() + INSTALL_AND_START_WITHIN;
    while (!existsSync(join(clone, '.state', 'admin.json'))) {
      assert(service.exitCode === null, `the first block ended with ${service.exitCode}`);
      assert(Date.now() < end, 'the service did not become ready in time');
      await sleep(200);
    }
    await steps();
  } finally {
    // As Ctrl-C does: to every process of the terminal's foreground group.
    signalGroup(service.pid!, 'SIGINT');
    const overdue = sleep(END_WITHIN, 'overdue', { ref: false });
    if ((await Promise.race([ended, overdue])) === 'overdue') {
      signalGroup(service.pid!, 'SIGKILL');
      process.exitCode = 1;
      say(`failed: the service did not end within ${END_WITHIN} ms of Ctrl-C`);
    }
  }
  assert(await isFree(port), `something still listens on port ${port} after Ctrl-C`);
}

function run(script: string): string {
  return execFileSync('sh', ['-eu', '-c', script], {
    cwd: clone,
    env: terminalEnvironment(),
    encoding: 'utf8',
    timeout: 60_000,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** The environment of a new terminal: nothing of the npm that runs this script. */
function terminalEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD)/.test(name));
  const path = (process.env['PATH'] ?? '').split(delimiter);
  const ours = join('node_modules', '.bin');
  return {
    ...Object.fromEntries(entries),
    PATH: path.filter((entry) => !entry.includes(`${sep}${ours}`)).join(delimiter),
  };
}

async function freePort(): Promise<number> {
  if (await isFree(DEFAULT_PORT)) return DEFAULT_PORT;
  return await new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

function signalGroup(leader: number, name: NodeJS.Signals): void {
  try {
    process.kill(-leader, name);
  } catch {
    // It has ended.
  }
}

function say(line: string): void {
  process.stdout.write(`quickstart: ${line}\n`);
}
