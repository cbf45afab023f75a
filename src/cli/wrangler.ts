import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { appendFileSync, createWriteStream } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { PROJECT_DIR } from './arguments.ts';
import { endGroup, signal, STATE_MARK } from './processes.ts';
import type { StatePaths } from '../local/state.ts';
import { damaged } from '../local/state.ts';

/** Milliseconds that wrangler and workerd get to end by themselves. */
const GRACE = 5_000;

/** A running `wrangler dev`. */
export interface DevServer {
  /** Resolves with a description when wrangler ends. */
  ended: Promise<string>;
  /** Ends wrangler and everything it started. */
  stop: () => Promise<void>;
}

/** Applies the migrations to the database of the state directory; throws when it cannot. */
export async function applyMigrations(paths: StatePaths): Promise<void> {
  const local = ['--local', '--persist-to', paths.data];
  const child = runWrangler(paths, ['d1', 'migrations', 'apply', 'DB', ...local]);
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  appendFileSync(paths.wranglerLog, output);
  if (code === 0) return;
  const damage = /file is not a database|malformed|SQLITE_CORRUPT|SQLITE_NOTADB/i.exec(output);
  if (damage) {
    const remedy = 'restore the directory from a backup, or start with another --state';
    throw damaged(paths.data, `the database is unreadable (${damage[0]})`, remedy);
  }
  const reason = /ERROR\S*\s*(.+)/.exec(plain(output))?.[1] ?? `wrangler ended with ${String(code)}`;
  throw new Error(`the migrations could not be applied: ${reason} (see ${paths.wranglerLog})`);
}

/**
 * Starts `wrangler dev` on 127.0.0.1:port over the state directory. Its own output goes to
 * wrangler.log, the service's log lines (one JSON object each) to service.log.
 */
export function startDevServer(paths: StatePaths, port: number): DevServer {
  const address = ['--ip', '127.0.0.1', '--port', String(port), '--inspector-port', '0'];
  const state = ['--env-file', paths.secrets, '--persist-to', paths.data];
  // Who tries it out shall not wait an hour for the first anchor; mail is kept by the runtime instead of sent.
  const settings = [
    `ORIGIN:http://127.0.0.1:${port}`,
    'ANCHOR_WINDOW_SECONDS:10',
    'MAIL_FROM:evidence@example.com',
  ].flatMap((setting) => ['--var', setting]);
  const quiet = ['--show-interactive-dev-session=false'];
  const child = runWrangler(paths, ['dev', ...address, ...state, ...settings, ...quiet]);
  const wranglerLog = createWriteStream(paths.wranglerLog, { flags: 'a', mode: 0o600 });
  const serviceLog = createWriteStream(paths.serviceLog, { flags: 'a', mode: 0o600 });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream! }).on('line', (line) => {
      (line.startsWith('{') ? serviceLog : wranglerLog).write(`${line}\n`);
    });
  }
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, name) => resolve(name ?? `exit code ${code}`));
  });
  return { ended, stop: () => endGroup(child.pid!, GRACE) };
}

/** Ends at once every process group that this process has started. */
export async function endAllGroups(): Promise<void> {
  await Promise.all([...groups].map((leader) => endGroup(leader, GRACE)));
}

const groups = new Set<number>();

process.once('exit', () => {
  for (const leader of groups) signal(-leader, 'SIGKILL');
});

function runWrangler(paths: StatePaths, args: string[]): ChildProcess {
  const manifest = createRequire(import.meta.url).resolve('wrangler/package.json');
  const bin = join(dirname(manifest), 'bin', 'wrangler.js');
  const watchdog = fileURLToPath(new URL('watchdog.mjs', import.meta.url));
  // Detached: a process group of its own, which a Ctrl-C in the terminal does not reach and which
  // can be ended as a whole.
  const child = spawn(process.execPath, ['--import', watchdog, bin, ...args], {
    cwd: PROJECT_DIR,
    env: wranglerEnvironment(paths),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const leader = child.pid;
  if (leader === undefined) throw new Error(`cannot run ${bin}`);
  groups.add(leader);
  child.once('exit', () => {
    // Whatever it may have left: a workerd that outlives wrangler keeps the port.
    signal(-leader, 'SIGKILL');
    groups.delete(leader);
  });
  return child;
}

/**
 * No prompts, no colours, no request to any other machine, and nothing of the caller's environment
 * among the service's settings.
 */
function wranglerEnvironment(paths: StatePaths): NodeJS.ProcessEnv {
  return {
    ...process.env,
    CI: '1',
    CLOUDFLARE_ENV: '',
    CLOUDFLARE_INCLUDE_PROCESS_ENV: 'false',
    NO_COLOR: '1',
    FORCE_COLOR: '0',
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    WRANGLER_HIDE_BANNER: 'true',
    WRANGLER_SEND_METRICS: 'false',
    WRANGLER_SEND_ERROR_REPORTS: 'false',
    WRANGLER_NO_SKILLS_UPDATE_PROMPTS: 'true',
    WRANGLER_WRITE_LOGS: 'false',
    WRANGLER_LOG: 'log',
    WRANGLER_REGISTRY_PATH: join(paths.dir, 'registry'),
    [STATE_MARK]: paths.dir,
  };
}

function plain(text: string): string {
  // oxlint-disable-next-line no-control-regex -- the escape sequences of colours
  return text.replace(/\u001b\[[\d;]*m/g, '');
}
