import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseCheckpoint } from '../../src/formats/log/checkpoint.ts';
import { parseNote } from '../../src/formats/log/note.ts';
import { PROJECT } from './service.ts';
import { PATIENCE } from '../../test/support/patience.ts';

/** Seconds between two checks of the log. */
const INTERVAL = '1';

/**
 * `npm run monitor`, which follows a log while the service is killed and started again. It must never raise an alarm.
 */
export class MonitorBeside {
  readonly #token: string;
  readonly #state: string;
  readonly #child: ChildProcess;
  #output = '';

  /** `base`: the `base_url` of the service; `log`: the tenancy whose log it follows. */
  constructor(state: string, base: string, log: string, token: string) {
    this.#token = join(state, 'monitor.token');
    this.#state = join(state, 'monitor.json');
    this.renew(token);
    const options = ['--log', log, '--state', this.#state, '--token-file', this.#token, '--interval', INTERVAL];
    this.#child = spawn(
      process.execPath,
      [join(PROJECT, 'apps/cli/launch.mjs'), 'monitor', base, '--entries', ...options],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    for (const stream of [this.#child.stdout!, this.#child.stderr!])
      stream.on('data', (chunk: Buffer) => (this.#output = `${this.#output}${String(chunk)}`.slice(-2000)));
  }

  /** Replaces its access token, which expires. */
  renew(token: string): void {
    writeFileSync(this.#token, token);
  }

  /** Throws with its output if it has ended: it does so on an alarm. */
  check(): void {
    const { exitCode, signalCode } = this.#child;
    if (exitCode !== null || signalCode !== null)
      throw new Error(`the monitor has ended with ${exitCode ?? signalCode}: ${this.#output}`);
  }

  /** Waits until it has checked a tree of at least this size, and ends it. Throws if it does not. */
  async finish(size: number): Promise<void> {
    for (const started = Date.now(); this.#checkedSize() < size;) {
      this.check();
      if (Date.now() - started > PATIENCE)
        throw new Error(`the monitor has checked ${this.#checkedSize()} of ${size} leaves: ${this.#output}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const ended = new Promise<number | null>((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGTERM');
    const code = await ended;
    if (code !== 0) throw new Error(`the monitor has ended with ${code}: ${this.#output}`);
  }

  /** Kills it. Never throws. */
  end(): void {
    this.#child.kill('SIGKILL');
  }

  #checkedSize(): number {
    try {
      const { checkpoint } = JSON.parse(readFileSync(this.#state, 'utf8')) as { checkpoint: string };
      return parseCheckpoint(parseNote(checkpoint).text).size;
    } catch {
      return 0;
    }
  }
}
