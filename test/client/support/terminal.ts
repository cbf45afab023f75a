import { spawn } from 'node:child_process';
import { PROJECT } from '../../support/launcher.ts';

/** Runs a command whose input and output are a terminal. The exit code of the command is that of Python. */
const PTY = `
import os, pty, sys
sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))
`;

/**
 * Runs a script with Node in a terminal. After its output contains `prompt`, it gets the text `answer`, as if someone
 * typed it. `output` is everything that the terminal showed.
 */
export function runInTerminal(
  args: readonly string[],
  env: Record<string, string>,
  { prompt, answer }: { prompt?: string; answer?: string } = {},
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const child = spawn('python3', ['-c', PTY, process.execPath, ...args], {
      cwd: PROJECT,
      env: { PATH, NODE_COMPILE_CACHE, TERM: 'xterm', ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let output = '';
    let answered = false;
    child.stdout.on('data', (chunk: Buffer) => {
      output += String(chunk);
      if (answered || prompt === undefined || !output.includes(prompt)) return;
      answered = true;
      child.stdin.write(answer ?? '');
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
