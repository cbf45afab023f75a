import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readService, statePaths, type AdminCredentials } from '../../apps/server/state/directory.ts';
import { freePort } from '../../tools/free-port.ts';
import { PATIENCE } from './patience.ts';

/** The checkout. */
export const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

export type LaunchOptions = {
  /** Default: a free port. */
  port?: number;
  /** Further arguments. */
  args?: readonly string[];
  /** Environment variables in addition to those of this process. */
  env?: Record<string, string>;
  /** Run in a new process group. */
  detached?: boolean;
  /** The limit of open files; default: that of this process. */
  openFiles?: number;
};

export type Launched = Awaited<ReturnType<typeof launch>>;

const running = new Set<ChildProcess>();

/** Starts the command of `npm start` with a state directory, without waiting until it is ready. */
export function spawnLauncher(
  state: string,
  { port, args = [], env = {}, detached = false, openFiles }: LaunchOptions & { port: number },
) {
  const limited = openFiles === undefined ? [] : ['sh', '-c', `ulimit -n ${openFiles}; exec "$@"`, 'sh'];
  const command = [process.execPath, join(PROJECT, 'apps/cli/start.mjs'), '--port', String(port), '--state', state];
  const [program, ...rest] = [...limited, ...command, ...args] as [string, ...string[]];
  const child = spawn(
    program,
    rest,
    // As a child of npm it stops when this process ends for any reason.
    { stdio: ['ignore', 'pipe', 'pipe'], detached, env: { ...process.env, npm_lifecycle_event: 'test', ...env } },
  );
  running.add(child);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk: Buffer) => (output[name] += String(chunk)));
  return {
    child,
    /** Its output so far. */
    output,
    hasEnded: (): boolean => hasEnded(child),
    /** Resolves to the exit code when it has exited; null after a signal. */
    ended: async (): Promise<number | null> => {
      await within(
        PATIENCE,
        () => `the service does not end: ${output.stdout}${output.stderr}`,
        () => hasEnded(child),
      );
      running.delete(child);
      return child.exitCode;
    },
  };
}

/** Runs the service like `npm start`. Resolves when it is ready. Throws with its output if it exits. */
export async function launch(state: string, options: LaunchOptions = {}) {
  const port = options.port ?? (await freePort());
  const launcher = spawnLauncher(state, { ...options, port });
  const { child, output, ended } = launcher;
  const paths = statePaths(state);
  const ready = within(
    PATIENCE,
    () => `the service did not start: ${output.stdout}${output.stderr}`,
    () => {
      if (launcher.hasEnded()) throw new Error(`the service ended at its start: ${output.stdout}${output.stderr}`);
      return output.stdout.includes('Ready. Press Ctrl-C to stop.');
    },
  );
  await ready.catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  const credentials = JSON.parse(readFileSync(paths.admin, 'utf8')) as AdminCredentials;
  const runDir = dirname(readService(paths)!.control!);
  const at = `http://127.0.0.1:${port}`;
  return {
    ...launcher,
    port,
    paths,
    credentials,
    /** Its address on this machine, without and with the base path. */
    at,
    base: `${at}/archivist`,
    /** The private directory of its sockets. */
    runDir,
    workerdPid: (): number => Number(readFileSync(join(runDir, 'workerd.pid'), 'utf8')),
    /** A new access token of the tenant's administrator. */
    token: async (): Promise<string> => {
      const { client_id, client_secret } = credentials;
      const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
      const response = await fetch(`${at}/archivist/iam/v1/appidp/token`, { method: 'POST', body });
      if (response.status !== 200) throw new Error(`token: ${response.status} ${await response.text()}`);
      return ((await response.json()) as { access_token: string }).access_token;
    },
    /** The lines of its log, the oldest first. */
    log: (): LogLine[] => logOf(paths.serviceLog),
    /** Sends a signal. Resolves to the exit code. */
    stop: (signal: 'SIGTERM' | 'SIGINT' | 'SIGHUP' = 'SIGTERM'): Promise<number | null> => {
      child.kill(signal);
      return ended();
    },
    /** Kills only the command with SIGKILL. */
    kill: async (): Promise<void> => {
      child.kill('SIGKILL');
      await ended();
    },
  };
}

export type LogLine = { level: string; message: string; [field: string]: unknown };

/** The lines of a log and of its rotated files, the oldest first. */
export function logOf(file: string): LogLine[] {
  const rotated = readdirSync(dirname(file))
    .flatMap((name) => (join(dirname(file), name).startsWith(`${file}.`) ? Number(name.split('.').at(-1)) : []))
    .toSorted((a, b) => b - a);
  const files = [...rotated.map((n) => `${file}.${n}`), ...(existsSync(file) ? [file] : [])];
  return files
    .map((each) => readFileSync(each, 'utf8'))
    .join('')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as LogLine);
}

/** Stops all running launchers and their services. Resolves when they have ended. */
export async function endAll(): Promise<void> {
  for (const child of running) child.kill('SIGKILL');
  await within(PATIENCE, 'a launcher does not end', () => [...running].every(hasEnded));
}

export const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** Waits until a condition is true. Throws with `message` after `milliseconds`. */
export async function within(
  milliseconds: number,
  message: string | (() => string),
  condition: () => boolean | Promise<boolean>,
): Promise<void> {
  for (const end = Date.now() + milliseconds; !(await condition()); await sleep(25)) {
    if (Date.now() > end) throw new Error(typeof message === 'string' ? message : message());
  }
}
