import { importTexts } from './texts.ts';
import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { otherFormatOf, wideEncoding } from '../../../src/formats/import/encoding.ts';
import { columnsOf, CSV_OPTIONS, lineCounter, rowOf, SEPARATORS } from '../../../src/formats/import/rows.ts';
import { sha256Hex } from '../../../src/lib/digest.ts';
import { freeName } from '../lib/free-name.ts';
import { FILE_LIMITS } from './limits.ts';

/** A column: the key of its values, which no other column has, and the text of the first row, which may be empty. */
export type FileColumn = { key: string; title: string; sample: string };
/**
 * A row with values: those by the key of their column, or what is wrong with it. `line`: of its first line, from 1.
 * `record`: its values as they are in the file.
 */
export type FileRow = { line: number; record: string[] } & ({ fields: Record<string, string> } | { problem: string });

/** A CSV file. `digest`: its SHA-256; `blank`: rows without values. */
export type CsvFile = { digest: string; separator: string; columns: FileColumn[]; rows: FileRow[]; blank: number };

/** A line that Excel takes for an instruction: the separator of the file. */
const EXCEL = /^sep=(.)\r?\n/i;

type Parsed = { record: string[]; info: { empty_lines: number } };

/**
 * Reads a CSV file, with any of the usual separators. Throws an Error with a text for people for a file that is too
 * large, is not a CSV file in UTF-8, or has no rows.
 */
export function readCsv(bytes: Uint8Array): CsvFile {
  const say = importTexts();
  if (bytes.length > FILE_LIMITS.bytes) throw new Error(say.tooLarge(FILE_LIMITS.bytes / 1_000_000));
  const other = otherFormatOf(bytes) ?? (wideEncoding(bytes) && say.notUtf8(wideEncoding(bytes)!));
  if (other !== undefined) throw new Error(say.thisFileIs(other));
  const text = decoded(bytes);
  const [instruction = '', first] = EXCEL.exec(text) ?? [];
  const content = text.slice(instruction.length);
  const separator = first ?? separatorOf(content.slice(0, FILE_LIMITS.row));
  const records = parsed(content, separator, FILE_LIMITS.rows + 2);
  if (records.length === 0) throw new Error(say.noColumns);
  const lineOf = lineCounter();
  const before = first === undefined ? 0 : 1;
  const lines = records.map(({ record, info }) => before + lineOf(record, info));
  const columns = namedColumns(records.map(({ record }) => record));
  const keys = columns.map(({ key }) => key);
  let blank = 0;
  const rows = records.slice(1).flatMap(({ record }, i): FileRow[] => {
    const row = rowOf(keys, record);
    if (!('blank' in row)) return [{ line: lines[i + 1]!, record, ...row }];
    blank += 1;
    return [];
  });
  if (records.length > FILE_LIMITS.rows + 1) throw new Error(say.tooManyRows(FILE_LIMITS.rows));
  if (rows.length === 0) throw new Error(say.noRows);
  return { digest: sha256Hex(bytes), separator, columns, rows, blank };
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error(importTexts().thisFileIs(importTexts().notUtf8('')));
  }
}

/** The separator that makes the most columns of the first line. */
function separatorOf(head: string): string {
  const counts = SEPARATORS.map((separator) => {
    try {
      return parsed(head, separator, 1)[0]?.record.length ?? 0;
    } catch {
      return 0;
    }
  });
  return SEPARATORS[counts.indexOf(Math.max(...counts))]!;
}

/** The first `to` records of a text. */
function parsed(text: string, delimiter: string, to: number): Parsed[] {
  try {
    const options = { ...CSV_OPTIONS, delimiter, to, max_record_size: FILE_LIMITS.row };
    return parse(text, options) as unknown as Parsed[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Error(reasonOf(error as { code: string; lines?: number }), { cause: error });
  }
}

function reasonOf({ code, lines = 0 }: { code: string; lines?: number }): string {
  const say = importTexts();
  if (code === 'CSV_MAX_RECORD_SIZE') return say.longRow(lines, FILE_LIMITS.row);
  return code === 'CSV_QUOTE_NOT_CLOSED' ? say.openQuotation : say.oddQuotation(lines);
}

/** The columns, each with a key of its own: names can occur twice, or be empty. */
function namedColumns([names = [], sample = []]: string[][]): FileColumn[] {
  if (names.length > FILE_LIMITS.columns)
    throw new Error(importTexts().tooManyColumns(names.length, FILE_LIMITS.columns));
  const taken = new Set<string>();
  return columnsOf(names).map((name, i) => {
    const key = freeName(name.slice(0, FILE_LIMITS.name) || importTexts().column(i + 1), taken);
    taken.add(key);
    return { key, title: name, sample: (sample[i] ?? '').slice(0, FILE_LIMITS.name) };
  });
}
