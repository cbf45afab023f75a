import { spawn } from 'node:child_process';
import { PROJECT } from '../../support/launcher.ts';

/** The exit code and the output of a command. */
export type Ran = { code: number | null; stdout: string; stderr: string };

export type CommandOptions = {
  /** Environment variables in addition to the path. */
  env?: Record<string, string>;
  stdin?: string | Uint8Array;
  cwd?: string;
  /** The version of Node. Default: that of this process. */
  node?: string;
  /** Ends the process when its output satisfies the condition. */
  until?: (stdout: string) => boolean;
};

/** Runs a script with Node in its own process. The first argument is the script. */
export function runCommand(
  args: readonly string[],
  { env = {}, stdin = '', cwd = PROJECT, node = process.execPath, until }: CommandOptions = {},
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const child = spawn(node, args, { cwd, env: { PATH, NODE_COMPILE_CACHE, ...env } });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += String(chunk);
      if (!child.killed && until?.(stdout)) child.kill('SIGTERM');
    });
    child.stderr.on('data', (chunk: Buffer) => (stderr += String(chunk)));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
    // A command that fails at once does not read its input.
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
  });
}

/** The lines of JSON in the output of a command that succeeded. */
export function jsonOf({ code, stdout, stderr }: Ran): any[] {
  if (code !== 0) throw new Error(`exit code ${code}: ${stderr}`);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
