import { plain, plainJson } from '../../../../src/lib/text.ts';
import type { Attributes } from '../index.ts';

/** Writes the output of a command: for people, or with `json` for programs. */
export type CommandOutput = {
  json: boolean;
  /** A record: `json` as one line of JSON, otherwise the names and texts of `facts`. */
  record: (json: unknown, facts: readonly (readonly [string, string])[]) => void;
  /** Rows of a table, each with the record that it shows. With `json` one line of JSON for each record. */
  table: (columns: readonly string[], rows: readonly { json: unknown; cells: readonly string[] }[]) => void;
  /** One line for people; nothing with `json`. Text of others in it cannot control the terminal. */
  say: (text: string) => void;
};

const write = (text: string): void => void process.stdout.write(text);

/** Writes a value as one line of JSON. */
export const writeJson = (value: unknown): void => write(`${plainJson(value)}\n`);

export const outputOf = (json: boolean): CommandOutput => ({
  json,
  record: (value, facts) => {
    if (json) return writeJson(value);
    const width = Math.max(0, ...facts.map(([name]) => name.length));
    write(facts.map(([name, text]) => `${plain(name).padEnd(width)}  ${plain(String(text))}\n`).join(''));
  },
  table: (columns, rows) => {
    if (json) return rows.forEach((row) => writeJson(row.json));
    if (rows.length === 0) return void process.stderr.write('No records.\n');
    const lines = [columns, ...rows.map(({ cells }) => cells.map((cell) => plain(String(cell))))];
    const widths = columns.map((_, i) => Math.min(48, Math.max(...lines.map((line) => line[i]!.length))));
    const last = columns.length - 1;
    for (const line of lines)
      write(`${line.map((cell, i) => (i === last ? cell : fit(cell, widths[i]!))).join('  ')}\n`);
  },
  say: (text) => {
    if (!json) write(`${plain(text)}\n`);
  },
});

const fit = (text: string, width: number): string =>
  text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width);

/** Attributes as names and texts. Nested values are JSON. */
export const factsOf = (attributes: Attributes, prefix = ''): [string, string][] =>
  Object.entries(attributes).map(([name, value]) => [
    `${prefix}${name}`,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);

/** An attribute as text; empty if it is absent. */
export const textOf = (attributes: Attributes, name: string): string => {
  const { [name]: value = '' } = attributes;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const BAR = 24;

/**
 * Shows how much was done, in one line of stderr that is overwritten; nothing unless it is a terminal. `textOf`: the
 * amount as text; by default, it is bytes.
 */
export function progressBar(
  label: string,
  textOf = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MiB`,
): {
  show: (sent: number, total: number | undefined) => void;
  end: () => void;
} {
  if (!process.stderr.isTTY || process.env['TERM'] === 'dumb') return { show: () => undefined, end: () => undefined };
  let shown = '';
  return {
    show: (sent, total) => {
      const share = total ? Math.min(1, sent / total) : undefined;
      const bar =
        share === undefined ? '' : `[${'#'.repeat(Math.round(share * BAR)).padEnd(BAR)}] ${Math.floor(share * 100)}% `;
      const text = `${plain(label)} ${bar}${textOf(sent)}`.slice(0, (process.stderr.columns || 80) - 1);
      if (text === shown) return;
      process.stderr.write(`\r\u001b[K${text}`);
      shown = text;
    },
    end: () => {
      if (shown !== '') process.stderr.write('\r\u001b[K');
    },
  };
}
