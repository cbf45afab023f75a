import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds within which what a terminal runs must have ended after Ctrl-C. */
const END_WITHIN = 60_000;

/** What runs in a terminal, with what it has printed so far; `\r` and colours are as they come. */
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

  /** Resolves when a check of the output holds. Rejects when the process ends before, or after so many milliseconds. */
  async until(holds: (output: string) => boolean, milliseconds: number): Promise<void> {
    for (const end = Date.now() + milliseconds; !holds(this.#output); await sleep(50)) {
      assert(!this.hasEnded, 'the commands ended with an error');
      assert(Date.now() < end, `the expected output did not come within ${milliseconds / 1000} s`);
    }
  }

  /** Ends it as Ctrl-C does: a signal to every process of the terminal's foreground group. */
  async stop(): Promise<void> {
    this.#signal('SIGINT');
    const overdue = sleep(END_WITHIN, 'overdue', { ref: false });
    if ((await Promise.race([this.#ended, overdue])) !== 'overdue') return;
    this.#signal('SIGKILL');
    throw new Error(`something did not end within ${END_WITHIN / 1000} s of Ctrl-C`);
  }

  #signal(name: NodeJS.Signals): void {
    if (this.hasEnded) return;
    try {
      process.kill(-this.#process.pid!, name);
    } catch {
      // It has ended.
    }
  }
}

/** Starts commands in a terminal of their own, in a directory. */
export function inTerminal(directory: string, script: string): Running {
  return new Running(start(directory, ['-c', script], 'ignore'));
}

/** A terminal whose shell keeps its variables and functions from one block to the next. */
export class Shell {
  readonly #process: ChildProcess;
  readonly #running: Running;
  readonly #file: string;
  #blocks = 0;

  /** `file` is where the commands of a block are kept while it runs. */
  constructor(directory: string, file: string) {
    this.#file = file;
    this.#process = start(directory, ['-eu'], 'pipe');
    this.#running = new Running(this.#process);
  }

  /**
   * Runs a block and resolves to what it prints. Rejects when one of its commands fails. `apart` runs it in a copy of
   * the shell, which may fail.
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

/** The environment of a new terminal: nothing of the npm that runs this program. */
function environment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD)/.test(name));
  const path = (process.env['PATH'] ?? '').split(delimiter);
  const ours = join('node_modules', '.bin');
  return {
    ...Object.fromEntries(entries),
    PATH: path.filter((entry) => !entry.includes(`${sep}${ours}`)).join(delimiter),
  };
}
