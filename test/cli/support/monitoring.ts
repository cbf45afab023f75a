import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { command as monitor } from '../../../apps/cli/commands/monitor.ts';
import { runMonitor } from '../../../apps/cli/monitor/run.ts';
import { tokensFor } from '../../../apps/cli/monitor/token.ts';
import { terminalOn } from '../../../apps/cli/terminal.ts';
import { optionsOf } from './options.ts';

export const START = Date.parse('2026-11-23T00:00:00Z');

export type Run = { code: number; out: string; err: string; checks: number };

/** A state file of a test, in a directory of its own, and runs of the monitor with a clock that the test moves. */
export class Monitoring {
  readonly #directory = mkdtempSync(join(tmpdir(), 'monitor-'));
  readonly file = join(this.#directory, 'state.json');
  /** Milliseconds since the epoch. A pause of the monitor moves it. */
  now = START;

  /**
   * Runs the monitor. `steps` are called in the pauses after the first, second, … check; the monitor is stopped in
   * the pause after the last one. Without steps, it checks the log once.
   */
  async run(
    base: string,
    args: readonly string[] = [],
    steps?: readonly (() => unknown)[],
    env: Record<string, string> = {},
  ): Promise<Run> {
    const written = { out: '', err: '' };
    const terminal = (name: 'out' | 'err') => terminalOn({ write: (text) => (written[name] += text) }, {});
    let [checks, isStopped] = [1, false];
    const given = optionsOf(monitor, [base, '--state', this.file, ...(steps ? [] : ['--once']), ...args]);
    const code = await runMonitor(given, {
      fetch,
      tokens: tokensFor(given, env, fetch),
      now: () => new Date(this.now),
      pause: async (milliseconds) => {
        this.now += milliseconds;
        const step = steps?.[checks - 1];
        if (steps && !step) isStopped = true;
        else {
          checks += 1;
          await step?.();
        }
      },
      isStopped: () => isStopped,
      out: terminal('out'),
      err: terminal('err'),
    });
    return { code, checks, ...written };
  }

  /** The content of the state file, undefined if it does not exist. */
  get state(): any {
    return existsSync(this.file) ? JSON.parse(readFileSync(this.file, 'utf8')) : undefined;
  }

  /** The evidence of all alarms, the oldest first. */
  get alarms(): any[] {
    return readdirSync(dirname(this.file))
      .filter((name) => name.startsWith(`${basename(this.file)}.alarm-`))
      .toSorted()
      .map((name) => JSON.parse(readFileSync(join(dirname(this.file), name), 'utf8')));
  }

  remove(): void {
    rmSync(this.#directory, { recursive: true });
  }
}
