import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The environment variable by which the processes of a state directory are known as its own. */
export const STATE_MARK = 'ASSET_EVIDENCE_STATE';

/**
 * A running process: `command` is its command line, `text` that and its environment; in both, every
 * item ends with a NUL.
 */
interface Process {
  pid: number;
  parent: number;
  command: string;
  text: string;
}

/** The pids of the workerd processes that serve this state directory. */
export function workerdsOf(stateDir: string): number[] {
  const mark = `\0${STATE_MARK}=${stateDir}\0`;
  return processes()
    .filter(({ command, text }) => /workerd[^\0]*\0serve\0/.test(command) && text.includes(mark))
    .map((process) => process.pid);
}

/** Ends processes at once and resolves when they are gone. */
export async function endProcesses(pids: number[]): Promise<void> {
  for (const pid of pids) signal(pid, 'SIGKILL');
  await gone(() => pids.some(isRunning), 5_000);
}

/** Sends a signal to a process; one that is gone already is no error. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

/** A zombie counts as ended: where process 1 reaps no orphans, they stay for ever. */
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
 * Calls back once when the npm that ran this process has ended, which a `kill -9` of npm leaves
 * unsaid. Without npm, nothing is watched: a service started by hand may outlive its shell.
 */
export function onNpmEnd(callback: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const ancestry = () => [process.ppid, parentOf(process.ppid)].join();
  const before = ancestry();
  const timer = setInterval(() => {
    if (ancestry() === before) return;
    clearInterval(timer);
    callback();
  }, 500);
  timer.unref();
}

// npm runs scripts through a shell, which some systems keep between npm and the script.
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

/** The fields of /proc/PID/stat (proc_pid_stat(5)) that are of use here. */
function statOf(pid: number) {
  const match = /^\d+ \((.*)\) (\S) (\d+) (\d+) /s.exec(contentOf(`/proc/${pid}/stat`));
  if (!match) return undefined;
  const [, name, state, parent, group] = match;
  return { pid, name: name!, state: state!, parent: Number(parent), group: Number(group) };
}

/** Empty for a process that is gone or another user's. */
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
  const end = Date.now() + milliseconds;
  while (alive() && Date.now() < end) await sleep(50);
}
