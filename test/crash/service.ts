import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { workerdsOf } from '../../src/local/processes.ts';
import type { Credentials } from '../../src/local/state.ts';

/** The checkout. */
export const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

const READY_WITHIN = 180_000;
const GONE_WITHIN = 60_000;

export type CrashService = Awaited<ReturnType<typeof startReal>>;

/** Starts the service as `npm start` does and resolves when it answers. Throws when it does not, with its output. */
export async function startReal(state: string, port: number) {
  const child = spawn(
    process.execPath,
    [join(PROJECT, 'src/cli/start.mjs'), '--port', String(port), '--state', state],
    // As a child of npm it ends when this process does, however that goes.
    { stdio: ['ignore', 'pipe', 'pipe'], detached: true, env: { ...process.env, npm_lifecycle_event: 'crash-test' } },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
  try {
    await within(READY_WITHIN, `the service did not start: ${output}`, () => {
      if (hasEnded(child)) throw new Error(`the service ended at its start: ${output}`);
      return output.includes('Ready. Press Ctrl-C to stop.');
    });
  } catch (error) {
    killGroups(state, child);
    throw error;
  }
  const credentials = JSON.parse(readFileSync(join(state, 'admin.json'), 'utf8')) as Credentials;
  return {
    base: credentials.base_url,
    /** A new access token of the tenant's administrator. */
    token: async (): Promise<string> => {
      const { client_id, client_secret } = credentials;
      const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
      const response = await fetch(`${credentials.base_url}/iam/v1/appidp/token`, { method: 'POST', body });
      if (response.status !== 200)
        throw new Error(`the token endpoint answered ${response.status}: ${await response.text()}`);
      return ((await response.json()) as { access_token: string }).access_token;
    },
    /**
     * kill -9 of every process group of the service, that of workerd first. Throws when a process of it
     * is left or something still answers on the port. Gives the pids of workerd that it has killed.
     */
    crash: async (): Promise<number[]> => {
      const workerds = workerdsOf(state);
      killGroups(state, child);
      await within(GONE_WITHIN, `workerd of ${state} is still there`, () => workerdsOf(state).length === 0);
      await within(GONE_WITHIN, 'the command is still there', () => hasEnded(child));
      await within(GONE_WITHIN, `port ${port} still answers`, async () => !(await answers(port)));
      return workerds;
    },
    /** Ends everything at once, and never throws. */
    end: () => killGroups(state, child),
  };
}

function killGroups(state: string, child: ChildProcess): void {
  const groups = new Set([...workerdsOf(state).map(groupOf), hasEnded(child) ? undefined : child.pid]);
  for (const group of groups) {
    try {
      if (group) process.kill(-group, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** The process group of a process (proc_pid_stat(5)), undefined when it is gone. */
function groupOf(pid: number): number | undefined {
  try {
    return Number(/^\d+ \(.*\) \S \d+ (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** A port of 127.0.0.1 on which nothing listens. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Waits until a condition holds; throws with `message` after `milliseconds`. */
export async function within(
  milliseconds: number,
  message: string,
  condition: () => boolean | Promise<boolean>,
): Promise<void> {
  for (const end = Date.now() + milliseconds; !(await condition()); await sleep(25)) {
    if (Date.now() > end) throw new Error(message);
  }
}
