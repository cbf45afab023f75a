import type { Terminal } from '../terminal.ts';
import type { ImportProgress } from './state.ts';

/** Milliseconds between two lines of progress: on a terminal, where they replace each other, and otherwise. */
const EVERY = { terminal: 200, plain: 5000 };
const WIDTH = 20;

/** Shows the progress of an import of `total` lines that has `before` from earlier runs. */
export function progressOn(
  terminal: Terminal,
  total: number,
  before: ImportProgress,
  { now = Date.now } = {},
): { update: (progress: ImportProgress) => void; pause: (reason: string, seconds: number) => void } {
  const { interactive } = terminal;
  const started = now();
  let last = -Infinity;
  const number = (n: number): string => n.toLocaleString('en');
  return {
    update: ({ lines, rejected }) => {
      const time = now();
      if (time - last < (interactive ? EVERY.terminal : EVERY.plain)) return;
      last = time;
      const share = total === 0 ? 1 : lines / total;
      const bar = '#'.repeat(Math.floor(share * WIDTH)).padEnd(WIDTH, '-');
      const rate = Math.round((lines - before.lines) / Math.max(0.001, (time - started) / 1000));
      terminal.progress(
        `${interactive ? `[${bar}] ` : ''}${Math.floor(share * 100)} %, ${number(lines)} of ${number(total)} lines, ` +
          `${number(rate)} per second, ${number(rejected)} rejected`,
      );
    },
    pause: (reason, seconds) => terminal.progress(`Waiting ${seconds} s: ${reason}`),
  };
}
