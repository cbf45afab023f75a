import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { workerdsOf } from '../../apps/server/processes.ts';
import { hasEnded, launch, within } from '../../test/support/launcher.ts';
import { PATIENCE } from '../../test/support/patience.ts';

export { PROJECT, within } from '../../test/support/launcher.ts';

export type CrashService = Awaited<ReturnType<typeof startReal>>;

/** Starts the service like `npm start`. Resolves when it responds. Throws with its output if it does not. */
export async function startReal(state: string, port: number) {
  const { child, base, token } = await launch(state, { port, detached: true });
  return {
    base,
    /** A new access token of the tenant's administrator. */
    token,
    /**
     * Kills every process group of the service with SIGKILL, that of workerd first. Throws if a process remains or the
     * port still accepts connections. Returns the pids of the killed workerd processes.
     */
    crash: async (): Promise<number[]> => {
      const workerds = workerdsOf(state);
      killGroups(state, child);
      await within(PATIENCE, `workerd of ${state} is still running`, () => workerdsOf(state).length === 0);
      await within(PATIENCE, 'the command is still running', () => hasEnded(child));
      await within(PATIENCE, `port ${port} still accepts connections`, async () => !(await answers(port)));
      return workerds;
    },
    /** Kills all processes. Never throws. */
    end: () => killGroups(state, child),
  };
}

function killGroups(state: string, child: ChildProcess): void {
  const groups = new Set([...workerdsOf(state).map(groupOf), hasEnded(child) ? undefined : child.pid]);
  for (const group of groups) {
    try {
      if (group) process.kill(-group, 'SIGKILL');
    } catch {
      // The process has ended.
    }
  }
}

/** Returns the process group of a process (proc_pid_stat(5)); undefined if it has ended. */
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
