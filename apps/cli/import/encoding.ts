import { closeSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { InputError, type Format } from './lines.ts';

/** Bytes at the start of a file that show its encoding. */
const HEAD = 4096;

const converted = (file: string, command: string, extension: string): string =>
  `convert it first: ${command.replace('FILE', `"${basename(file)}"`)} > converted.${extension}`;

/** Formats of other files, by their first bytes. */
const OTHERS: readonly (readonly [string, string])[] = [
  ['PK\x03\x04', 'a workbook or a ZIP file, not text: save the sheet as "CSV UTF-8" in the spreadsheet program'],
  ['\xd0\xcf\x11\xe0', 'an old Excel workbook, not text: save the sheet as "CSV UTF-8" in the spreadsheet program'],
  ['\x1f\x8b', 'compressed with gzip: decompress it first'],
];

/** Throws an InputError that says what to do with a file of another encoding or format than its name says. */
export function requireReadable(file: string, format: Format): void {
  const head = headOf(file);
  const bytes = head.toString('latin1');
  const other = OTHERS.find(([start]) => bytes.startsWith(start));
  if (other) throw new InputError(other[1]);
  const wide = wideEncoding(head);
  if (wide !== undefined)
    throw new InputError(`${wide}, not UTF-8: ${converted(file, `iconv -f ${wide} -t UTF-8 FILE`, format)}`);
  // A line of JSON Lines that is a list is only one wrong line.
  if (format === 'jsonl' && /^(?:\xef\xbb\xbf)?\s*\[\s*(?:\{|\n)/.test(bytes))
    throw new InputError(`a JSON array, not JSON Lines: ${converted(file, "jq -c '.[]' FILE", format)}`);
}

/** Why a file that is not UTF-8 cannot be read, and what to do. `where`: the first text that is not, if known. */
export const notUtf8 = (file: string, where: string): InputError =>
  new InputError(
    `not UTF-8${where}: save it as "CSV UTF-8" in the spreadsheet program, or if it is Windows-1252 (Western ` +
      `European), ` +
      converted(file, 'iconv -f WINDOWS-1252 -t UTF-8 FILE', 'csv'),
  );

/** UTF-16 or UTF-32 of a text by its byte order mark, or by the zero bytes of its first two characters. */
function wideEncoding(head: Buffer): string | undefined {
  const [a = 1, b = 1, c = 1, d = 1] = head;
  if ((a === 0xff && b === 0xfe && c === 0 && d === 0) || (a === 0 && b === 0 && c === 0xfe && d === 0xff))
    return 'UTF-32';
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return 'UTF-16';
  if (a !== 0 && b === 0 && c !== 0 && d === 0) return 'UTF-16LE';
  if (a === 0 && b !== 0 && c === 0 && d !== 0) return 'UTF-16BE';
  return undefined;
}

function headOf(file: string): Buffer {
  const input = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(HEAD);
    return bytes.subarray(0, readSync(input, bytes, 0, HEAD, 0));
  } finally {
    closeSync(input);
  }
}
