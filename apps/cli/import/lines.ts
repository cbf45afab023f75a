import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { parse } from 'csv-parse';
import { columnsOf, CSV_OPTIONS, isBlank, lineCounter, rowOf, type CsvRow } from '../../../src/formats/import/rows.ts';
import { splitLines } from '../../../src/lib/lines.ts';
import { UsageError } from '../command-line.ts';

export type Format = 'csv' | 'jsonl';

/** A line of the input with a record: its fields, or why it has none; or a row of a spreadsheet without values. */
export type Line = {
  /** The number of the line, from 1. A CSV record of several lines has that of its first line. */
  line: number;
  /** Bytes of the file up to the end of the line. */
  bytes: number;
} & ({ fields: Record<string, unknown> } | { problem: string } | { blank: true });

/** The maximum size of a line in bytes: that of an item of a batch. */
const MAX_LINE = 1_048_576;

/** The input cannot be read as a whole: nothing of it can be imported. The message follows the file and `is`. */
export class InputError extends Error {}

type Options = {
  /** The separator of the fields of a CSV file. */
  delimiter: string;
  /** Lines with a record that are skipped. */
  skip?: number;
  /** Called with the bytes of the file. */
  onBytes?: (bytes: Uint8Array) => void;
  /** Called with the names of the columns of a CSV file; those without a name are empty. May throw a UsageError. */
  onHeader?: (names: readonly string[]) => void;
  /** Ignore the values of CSV columns without a name, which otherwise are an error. */
  ignoreUnnamed?: boolean;
};

/**
 * Reads the lines of a file that have a record; empty lines have none. Holds one line at a time. Throws an InputError
 * for a CSV file that does not follow RFC 4180.
 */
export function readLines(file: string, format: Format, options: Options): AsyncGenerator<Line> {
  const source = createReadStream(file, { highWaterMark: 1 << 18 });
  if (options.onBytes) source.on('data', (chunk) => options.onBytes!(chunk as Buffer));
  return format === 'csv' ? csvLines(source, options) : jsonLines(source, options.skip ?? 0);
}

async function* csvLines(
  source: NodeJS.ReadableStream,
  { delimiter, skip = 0, onHeader, ignoreUnnamed = false }: Options,
): AsyncGenerator<Line> {
  const parser = parse({ ...CSV_OPTIONS, delimiter, max_record_size: MAX_LINE });
  // The loop below throws the errors.
  pipeline(source, parser, () => undefined);
  let header: string[] | undefined;
  let read = 0;
  const lineOf = lineCounter();
  try {
    for await (const item of parser) {
      const { record, info } = item as { record: string[]; info: { empty_lines: number; bytes: number } };
      const line = lineOf(record, info);
      if (!header) {
        header = columnsOf(record);
        onHeader?.(header);
        requireUnique(header);
        continue;
      }
      if (read++ < skip) continue;
      yield { line, bytes: info.bytes, ...namedRow(header, record, ignoreUnnamed ? undefined : line) };
    }
  } catch (error) {
    if (error instanceof InputError || error instanceof UsageError) throw error;
    throw new InputError(`not a CSV file by RFC 4180: ${(error as Error).message}`, { cause: error });
  }
  if (!header) throw new InputError('empty: the first line must have the names of the columns');
}

function requireUnique(names: readonly string[]): void {
  const twice = new Set(names.filter((name, i) => name !== '' && names.indexOf(name) < i));
  if (twice.size > 0)
    throw new InputError(
      `not valid: the first line names ${twice.size === 1 ? 'the column' : 'columns'} ` +
        `${[...twice].map((name) => JSON.stringify(name)).join(', ')} more than once`,
    );
}

/** The fields of a row. Throws an InputError for a value in a column without a name if `line` is given. */
function namedRow(header: readonly string[], record: readonly string[], line: number | undefined): CsvRow {
  const row = rowOf(header, record);
  const unnamed =
    line === undefined || !('fields' in row) ? -1 : header.findIndex((name, i) => name === '' && !isBlank(record[i]!));
  if (unnamed < 0) return row;
  throw new InputError(
    `not valid: the first line does not name column ${unnamed + 1}, which has a value in line ${line}: name ` +
      `the column, or list "" as null in "columns" of a map (--map) to ignore it`,
  );
}

async function* jsonLines(source: AsyncIterable<Buffer>, skip: number): AsyncGenerator<Line> {
  let [line, read, bytes] = [0, 0, 0];
  for await (const { text, size } of splitLines(source, MAX_LINE)) {
    line += 1;
    bytes += size;
    if (text?.trim() === '' || read++ < skip) continue;
    yield { line, bytes, ...recordOf(text) };
  }
}

/** A reviver of JSON that keeps numbers as they are written: a double would change 1.50, and numbers of many digits. */
const numberAsText = (_name: string, value: unknown, { source }: { source?: string }): unknown =>
  typeof value === 'number' ? source : value;

/** The fields of a line of JSON Lines, with numbers as texts. `text` is undefined if it is too long, or not UTF-8. */
function recordOf(text: string | undefined): { fields: Record<string, unknown> } | { problem: string } {
  if (text === undefined) return { problem: `must be UTF-8 with at most ${MAX_LINE} bytes` };
  let value: unknown;
  try {
    value = JSON.parse(text, numberAsText as (name: string, value: unknown) => unknown);
  } catch {
    return { problem: 'is not valid JSON' };
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return { problem: 'must be a JSON object' };
  return { fields: value as Record<string, unknown> };
}
