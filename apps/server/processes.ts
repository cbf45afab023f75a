import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The environment variable that identifies the processes of a state directory. Its value is `stateId`. */
export const STATE_MARK = 'ASSET_EVIDENCE_STATE';

/**
 * Identifies a directory, also after it was moved. Its path would not: in another mount namespace, such as that of a
 * container, another directory may have the same path. Undefined if it does not exist.
 */
export function stateId(stateDir: string): string | undefined {
  const stat = statSync(stateDir, { bigint: true, throwIfNoEntry: false });
  return stat && `${stat.dev}:${stat.ino}`;
}

/**
 * A running process. `command` is its command line, and `text` the command line and the environment. In both, every
 * item ends with NUL.
 */
interface Process {
  pid: number;
  parent: number;
  command: string;
  text: string;
}

/** Returns the pids of the workerd processes that serve this state directory. */
export function workerdsOf(stateDir: string): number[] {
  const mark = `\0${STATE_MARK}=${stateId(stateDir)}\0`;
  return processes()
    .filter(({ command, text }) => /workerd[^\0]*\0serve\0/.test(command) && text.includes(mark))
    .map((process) => process.pid);
}

/** Kills processes and resolves when they have ended. */
export async function endProcesses(pids: number[]): Promise<void> {
  for (const pid of pids) signal(pid, 'SIGKILL');
  await gone(() => pids.some(isRunning), 5_000);
}

/** Sends a signal to a process; ignores a process that has ended. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended.
  }
}

/** A zombie counts as ended: if process 1 does not reap orphans, zombies remain forever. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (!existsSync(LINUX)) return true;
  return linuxPids().some((each) => {
    const stat = statOf(each);
    return stat?.state !== 'Z' && (stat?.pid === pid || stat?.group === -pid);
  });
}

/**
 * Calls back once when the npm process that runs this process has ended: a killed npm does not forward a signal. Does
 * nothing without npm, because a service that was started directly may outlive its shell.
 */
export function onNpmEnd(callback: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const [npm, above] = [process.ppid, parentOf(process.ppid)];
  const timer = setInterval(() => {
    // What cannot be read now, for example because too many files are open, has not ended.
    if (process.ppid === npm && (statOf(npm) === undefined || parentOf(npm) === above)) return;
    clearInterval(timer);
    callback();
  }, 500);
  timer.unref();
}

// npm runs scripts through a shell, which some systems keep as a process between npm and the script.
function parentOf(pid: number): number | undefined {
  const stat = statOf(pid);
  return stat && /^(sh|dash|bash|ash|zsh|busybox)$/.test(stat.name) ? stat.parent : undefined;
}

const LINUX = '/proc/self/environ';

function processes(): Process[] {
  return existsSync(LINUX) ? processesOfLinux() : processesOfPs();
}

function linuxPids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function processesOfLinux(): Process[] {
  return linuxPids().flatMap((pid) => {
    const stat = statOf(pid);
    const command = contentOf(`/proc/${pid}/cmdline`);
    if (!stat || command === '') return [];
    const text = command + contentOf(`/proc/${pid}/environ`);
    return [{ pid, parent: stat.parent, command, text }];
  });
}

/** Returns the needed fields of /proc/PID/stat (proc_pid_stat(5)). */
function statOf(pid: number) {
  const match = /^\d+ \((.*)\) (\S) (\d+) (\d+) /s.exec(contentOf(`/proc/${pid}/stat`));
  if (!match) return undefined;
  const [, name, state, parent, group] = match;
  return { pid, name: name!, state: state!, parent: Number(parent), group: Number(group) };
}

/** Returns the content of a file of /proc; empty for a process that has ended or belongs to another user. */
function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function processesOfPs(): Process[] {
  try {
    const lines = execFileSync('ps', ['-axwwEo', 'pid=,ppid=,command='], { encoding: 'utf8' });
    return lines.split('\n').flatMap((line) => {
      const match = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line);
      if (!match) return [];
      const text = `${match[3]!.replaceAll(' ', '\0')}\0`;
      return [{ pid: Number(match[1]), parent: Number(match[2]), command: text, text }];
    });
  } catch {
    return [];
  }
}

async function gone(alive: () => boolean, milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  while (alive() && performance.now() < end) await sleep(50);
}
