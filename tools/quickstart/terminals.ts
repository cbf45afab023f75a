import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds within which the processes of a terminal must end after Ctrl-C. */
const END_WITHIN = 60_000;

/** The processes of a terminal and their output, including `\r` and colors. */
class Running {
  readonly #process: ChildProcess;
  readonly #ended: Promise<unknown>;
  #output = '';

  constructor(process: ChildProcess) {
    this.#process = process;
    this.#ended = once(process, 'exit');
    for (const stream of [process.stdout!, process.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text;
        globalThis.process.stdout.write(text);
      });
    }
  }

  get output(): string {
    return this.#output;
  }

  get hasEnded(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  /** Resolves when a check of the output succeeds. Rejects if the process ends before, or after `milliseconds`. */
  async until(holds: (output: string) => boolean, milliseconds: number): Promise<void> {
    for (const end = Date.now() + milliseconds; !holds(this.#output); await sleep(50)) {
      assert(!this.hasEnded, 'the commands ended with an error');
      assert(Date.now() < end, `the expected output did not appear within ${milliseconds / 1000} s`);
    }
  }

  /** Stops it like Ctrl-C: sends a signal to all processes of the foreground group of the terminal. */
  async stop(): Promise<void> {
    this.#signal('SIGINT');
    const overdue = sleep(END_WITHIN, 'overdue', { ref: false });
    if ((await Promise.race([this.#ended, overdue])) !== 'overdue') return;
    this.#signal('SIGKILL');
    throw new Error(`a process did not end within ${END_WITHIN / 1000} s of Ctrl-C`);
  }

  #signal(name: NodeJS.Signals): void {
    if (this.hasEnded) return;
    try {
      process.kill(-this.#process.pid!, name);
    } catch {
      // The process has ended.
    }
  }
}

/** Starts commands in a new terminal, in a directory. */
export function inTerminal(directory: string, script: string): Running {
  return new Running(start(directory, ['-c', script], 'ignore'));
}

/** A terminal whose shell keeps its variables and functions between blocks. */
export class Shell {
  readonly #process: ChildProcess;
  readonly #running: Running;
  readonly #file: string;
  #blocks = 0;

  /** `file` holds the commands of the running block. */
  constructor(directory: string, file: string) {
    this.#file = file;
    this.#process = start(directory, ['-eu'], 'pipe');
    this.#running = new Running(this.#process);
  }

  /**
   * Runs a block and resolves to its output. Rejects if one of its commands fails. With `apart`, runs it in a subshell,
   * which may fail.
   */
  async run(script: string, { apart, within }: { apart: boolean; within: number }): Promise<string> {
    writeFileSync(this.#file, script);
    const end = `end of block ${++this.#blocks}`;
    const from = this.#running.output.length;
    const command = `. '${this.#file}'`;
    const line = apart ? `(${command}) < /dev/null || true` : `${command} < /dev/null`;
    this.#process.stdin!.write(`${line}\necho; echo '${end}'\n`);
    await this.#running.until((output) => output.includes(`\n${end}\n`, from), within);
    return this.#running.output.slice(from, this.#running.output.lastIndexOf(`\n${end}\n`));
  }

  async stop(): Promise<void> {
    this.#process.stdin!.end();
    await this.#running.stop();
  }
}

function start(directory: string, options: string[], stdin: 'ignore' | 'pipe'): ChildProcess {
  return spawn('sh', options, { cwd: directory, env: environment(), stdio: [stdin, 'pipe', 'pipe'], detached: true });
}

/** The environment of a new terminal, without the variables of the npm that runs this program. */
function environment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD)/.test(name));
  const path = (process.env['PATH'] ?? '').split(delimiter);
  const ours = join('node_modules', '.bin');
  return {
    ...Object.fromEntries(entries),
    PATH: path.filter((entry) => !entry.includes(`${sep}${ours}`)).join(delimiter),
  };
}
