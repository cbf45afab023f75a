import { plain, plainJson } from '../../../../src/lib/text.ts';
import type { Attributes } from '../index.ts';
import { toned, type Tone } from './colors.ts';

/** A cell of a table, or the text of a fact: with a tone, it has a color on a terminal. */
export type TableCell = string | { text: string; tone: Tone | undefined };

/** Whether a cell has a tone. A value of a service that does not keep to its schema is shown as text. */
const isToned = (cell: TableCell): cell is Exclude<TableCell, string> =>
  typeof cell === 'object' && cell !== null && 'tone' in cell;

const plainCell = (cell: TableCell): string => plain(String(isToned(cell) ? cell.text : cell));

/** `padded` is the text of the cell as it is shown. */
const colored = (cell: TableCell, padded: string): string => (isToned(cell) ? toned(padded, cell.tone) : padded);

/** Writes the output of a command: for people, or with `json` for programs. */
export type CommandOutput = {
  json: boolean;
  /** A record: `json` as one line of JSON, otherwise the names and texts of `facts`. */
  record: (json: unknown, facts: readonly (readonly [string, TableCell])[]) => void;
  /** Rows of a table, each with the record that it shows. With `json` one line of JSON for each record. */
  table: (columns: readonly string[], rows: readonly { json: unknown; cells: readonly TableCell[] }[]) => void;
  /** One line for people; nothing with `json`. Text of others in it cannot control the terminal. */
  say: (text: string) => void;
  /** As `say`, with cells in a line. */
  line: (cells: readonly TableCell[]) => void;
};

const write = (text: string): void => void process.stdout.write(text);

/** Writes a value as one line of JSON. */
export const writeJson = (value: unknown): void => write(`${plainJson(value)}\n`);

export const outputOf = (json: boolean): CommandOutput => ({
  json,
  record: (value, facts) => {
    if (json) return writeJson(value);
    const width = Math.max(0, ...facts.map(([name]) => name.length));
    const lineOf = (name: string, cell: TableCell): string =>
      `${plain(name).padEnd(width)}  ${colored(cell, plainCell(cell))}\n`;
    write(facts.map(([name, cell]) => lineOf(name, cell)).join(''));
  },
  table: (columns, rows) => {
    if (json) return rows.forEach((row) => writeJson(row.json));
    if (rows.length === 0) return void process.stderr.write('No records.\n');
    const lines = [columns, ...rows.map(({ cells }) => cells)];
    const widths = columns.map((_, i) => Math.min(48, Math.max(...lines.map((line) => plainCell(line[i]!).length))));
    const last = columns.length - 1;
    const shown = (cell: TableCell, i: number): string =>
      colored(cell, i === last ? plainCell(cell) : fit(plainCell(cell), widths[i]!));
    for (const line of lines) write(`${line.map(shown).join('  ')}\n`);
  },
  say: (text) => {
    if (!json) write(`${plain(text)}\n`);
  },
  line: (cells) => {
    if (!json) write(`${cells.map((cell) => colored(cell, plainCell(cell))).join('  ')}\n`);
  },
});

const fit = (text: string, width: number): string =>
  text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width);

type Names = ReadonlyMap<string, string>;
type Value = Attributes[string];

/** Attributes as names and texts: attachments by the name of their file, locations by theirs; others are JSON. */
export const factsOf = (attributes: Attributes, prefix = '', locations: Names = new Map()): [string, string][] =>
  Object.entries(attributes).map(([name, value]) => [`${prefix}${name}`, valueText(value, locations)]);

function valueText(value: Value, locations: Names): string {
  if (typeof value === 'string') {
    const name = locations.get(value);
    return name === undefined ? value : `${name} (${value})`;
  }
  if (!Array.isArray(value)) return fileText(value) ?? JSON.stringify(value);
  const files = value.map((item) => fileText(item));
  return files.length > 0 && files.every((text) => text !== undefined) ? files.join(', ') : JSON.stringify(value);
}

/** An attachment: the name of the file, its identity and its hash; undefined for another map. */
function fileText(value: Value): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const identity = value['arc_blob_identity'] ?? value['arc_attachment_identity'];
  if (identity === undefined) return undefined;
  const name = value['arc_file_name'] || value['arc_display_name'] || 'file';
  const hash = value['arc_blob_hash_value'] ?? value['arc_hash_value'];
  const alg = value['arc_blob_hash_alg'] ?? value['arc_hash_alg'] ?? 'SHA256';
  return `${name} (${identity}${hash === undefined ? '' : `, ${alg} ${hash}`})`;
}

/** The tone of a confirmation status: what is confirmed needs no attention. */
export const statusCell = (status: string): TableCell => {
  if (status === 'CONFIRMED') return status;
  return { text: status, tone: status === 'FAILED' ? 'bad' : 'pending' };
};

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
