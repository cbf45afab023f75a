import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectControl, type ControlHandler } from '../control.ts';
import type { Freeze } from './snapshot.ts';

/** Maximum duration of a pause in milliseconds: the default, and the highest value that a client may request. */
export const PAUSE_LIMIT = { default: 10_000, most: 60_000 };
/** Milliseconds within which a signaled process must have stopped. */
const STOPS_WITHIN = 2_000;

/**
 * The handler of the control command `pause`, which suspends workerd while a client copies its files. The request may
 * set the limit: `{"command": "pause", "milliseconds": 10000}`. The handler sends `{"paused": true}` once the processes
 * are suspended. The pause ends with the next line of the client, with its connection, with this process, or at the
 * limit, whichever is first. `{"done": {"milliseconds": N}}` confirms that the pause lasted until the client ended it.
 *
 * `pids` returns the processes that write to the state directory; none while they restart.
 */
export function pauseHandler(pids: () => readonly number[]): ControlHandler {
  let busy = false;
  return async ({ request, send, finished }) => {
    const limit = limitOf(request['milliseconds']);
    if (busy) throw new Error('another backup is pausing the service: try again when it has finished');
    busy = true;
    try {
      return { milliseconds: await pauseUntil(pids, limit, finished, () => send({ paused: true })) };
    } finally {
      busy = false;
    }
  };
}

function limitOf(value: unknown): number {
  if (value === undefined) return PAUSE_LIMIT.default;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= PAUSE_LIMIT.most) return value;
  throw new Error(`milliseconds: must be a whole number from 1 to ${PAUSE_LIMIT.most}`);
}

async function pauseUntil(
  pids: () => readonly number[],
  limit: number,
  finished: Promise<void>,
  paused: () => void,
): Promise<number> {
  const stopped = [...pids()];
  if (stopped.length === 0) throw new Error('the runtime is restarting: try again in a moment');
  const resume = (): void => stopped.forEach((pid) => signaled(pid, 'SIGCONT'));
  process.once('exit', resume);
  const started = performance.now();
  try {
    if (!stopped.every((pid) => signaled(pid, 'SIGSTOP')))
      throw new Error('the runtime is restarting: try again in a moment');
    await allStopped(stopped);
    paused();
    await Promise.race([finished, sleep(limit, undefined, { ref: false })]);
    const milliseconds = Math.round(performance.now() - started);
    if (milliseconds >= limit) throw new Error(`the service was resumed after ${limit} ms, the limit of a pause`);
    const now = pids();
    if (now.length !== stopped.length || !stopped.every((pid) => now.includes(pid) && isStopped(pid)))
      throw new Error('the runtime restarted during the pause: try again');
    return milliseconds;
  } finally {
    resume();
    process.off('exit', resume);
  }
}

/** Sends a signal. Returns false if the process no longer exists. */
function signaled(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** Waits until the processes are stopped: after the signal, a thread still finishes a write in progress. */
async function allStopped(pids: readonly number[]): Promise<void> {
  for (const end = performance.now() + STOPS_WITHIN; !pids.every(isStopped); await sleep(1)) {
    if (performance.now() > end) throw new Error(`the runtime did not stop within ${STOPS_WITHIN} ms: try again`);
  }
}

/** Whether every thread of a process is stopped (state T of proc_pid_stat(5)). */
function isStopped(pid: number): boolean {
  if (!existsSync('/proc/self/stat')) return stateByPs(pid).startsWith('T');
  try {
    const tasks = readdirSync(`/proc/${pid}/task`);
    return tasks.every((task) => /^\d+ \(.*\) [Tt] /s.test(readFileSync(`/proc/${pid}/task/${task}/stat`, 'utf8')));
  } catch {
    return false;
  }
}

function stateByPs(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'state=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/** Pauses a running service through its control socket. The service resumes automatically when this process ends. */
export function remoteFreeze(control: string, limit: number = PAUSE_LIMIT.default): Freeze {
  let connection: Awaited<ReturnType<typeof connectControl>>;
  return {
    pause: async () => {
      connection = await connectControl(control);
      if (!connection) throw new Error('the service stopped during the backup: try again');
      try {
        connection.send({ command: 'pause', milliseconds: limit });
        const answer = await connection.next();
        if (answer['paused'] !== true) throw new Error('the service did not pause: restart it with this version');
      } catch (error) {
        connection.close();
        throw error;
      }
    },
    resume: async () => {
      if (!connection) throw new Error('the service was not paused');
      try {
        connection.send({ command: 'resume' });
        const { done } = (await connection.next()) as { done: { milliseconds: number } };
        return done.milliseconds;
      } finally {
        connection.close();
      }
    },
  };
}
