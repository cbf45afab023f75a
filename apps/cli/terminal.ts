import { stripVTControlCharacters, styleText } from 'node:util';
import { plain } from '../../src/lib/text.ts';
import type { Answer } from '../../src/proof/answers.ts';

/** Where a command writes: `process.stdout` or `process.stderr`. */
export interface Output {
  isTTY?: boolean;
  /** Characters in a line of the terminal. */
  columns?: number;
  write: (text: string) => unknown;
}

/**
 * The output of a command. On a terminal, progress is one line that is overwritten, and text has colors unless the
 * environment sets NO_COLOR. Otherwise every text is a plain line. Lines may have text of others, which cannot control
 * the terminal; `print` must not.
 */
export interface Terminal {
  /** Whether progress is one line that is overwritten. */
  interactive: boolean;
  /** Shows the current step until the next output. */
  progress: (text: string) => void;
  /** Removes the progress line, before something else writes to the terminal. */
  clear: () => void;
  /** A line that reports success. */
  done: (text: string) => void;
  /** A line that starts with `warning:`. */
  warn: (text: string) => void;
  /** A line that starts with `error:`. */
  error: (text: string) => void;
  /** Text of any number of lines, unchanged. */
  print: (text: string) => void;
  bold: (text: string) => string;
  dim: (text: string) => string;
}

const CLEAR_LINE = '\r\u001b[K';

export function terminalOn(output: Output, env: Record<string, string | undefined> = process.env): Terminal {
  const interactive = output.isTTY === true && env['TERM'] !== 'dumb';
  const colors = interactive && !env['NO_COLOR'];
  const styled = (style: Parameters<typeof styleText>[0], text: string): string =>
    colors ? styleText(style, text, { validateStream: false }) : text;
  let pending = false;
  const write = (text: string): void => {
    output.write(pending ? CLEAR_LINE + text : text);
    pending = false;
  };
  const line = (text: string): void => write(`${text}\n`);
  return {
    interactive,
    progress: (text) => {
      if (!interactive) return line(`${plain(text)} ...`);
      // A longer line would wrap, and only its last row would be cleared.
      const shown = `${plain(text)} ...`.slice(0, Math.max(1, (output.columns || 80) - 1));
      write(styled('dim', shown));
      pending = true;
    },
    clear: () => {
      if (pending) write('');
    },
    done: (text) => line(`${styled('green', interactive ? '✓ ' : '')}${plain(text)}`),
    warn: (text) => line(`${styled('yellow', 'warning:')} ${plain(text)}`),
    error: (text) => line(`${styled('red', 'error:')} ${plain(text)}`),
    print: (text) => write(interactive ? text : stripVTControlCharacters(text)),
    bold: (text) => styled('bold', text),
    dim: (text) => styled('dim', text),
  };
}

type Step = { name: string; ok: boolean; skipped?: boolean | undefined; detail: string };

/** A step of a verification in one line. */
export const stepText = ({ name, ok, skipped, detail }: Step): string =>
  plain(`${stepResult(ok, skipped)} ${name.padEnd(11)} ${detail}`);

function stepResult(ok: boolean, skipped = false): string {
  if (!ok) return 'FAIL';
  return skipped ? '-   ' : 'ok  ';
}

/** Writes a step of a verification: a failed one in bold, a skipped one dim. */
export function writeStep({ print, bold, dim }: Terminal, step: Step): void {
  const text = stepText(step);
  if (!step.ok) print(`${bold(text)}\n`);
  else print(`${step.skipped ? dim(text) : text}\n`);
}

/** The question and the sign of an answer. */
const QUESTIONS = { who: 'Who', since: 'Since when', complete: 'Complete' } as const;
const SIGNS = { checked: '✓', unchecked: '–', failed: '✕' } as const;

/** Writes the answer that a verification gives: one that was not checked dim, one that failed in bold. */
export function writeAnswer({ print, bold, dim }: Terminal, answer: Answer): void {
  const text = plain(`${SIGNS[answer.mark]} ${QUESTIONS[answer.question].padEnd(11)} ${answer.text}`);
  const style = { checked: String, unchecked: dim, failed: bold }[answer.mark];
  print(`${style(text)}\n`);
}
