import { closeSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { otherFormatOf, wideEncoding } from '../../../src/formats/import/encoding.ts';
import { InputError, type Format } from './lines.ts';

/** Bytes at the start of a file that show its encoding. */
const HEAD = 4096;

const converted = (file: string, command: string, extension: string): string =>
  `convert it first: ${command.replace('FILE', `"${basename(file)}"`)} > converted.${extension}`;

/** Throws an InputError that says what to do with a file of another encoding or format than its name says. */
export function requireReadable(file: string, format: Format): void {
  const head = headOf(file);
  const bytes = head.toString('latin1');
  const other = otherFormatOf(head);
  if (other) throw new InputError(other);
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

function headOf(file: string): Buffer {
  const input = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(HEAD);
    return bytes.subarray(0, readSync(input, bytes, 0, HEAD, 0));
  } finally {
    closeSync(input);
  }
}
