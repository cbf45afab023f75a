/** Formats of other files, by their first bytes. */
const OTHERS: readonly (readonly [string, string])[] = [
  ['PK\x03\x04', 'a workbook or a ZIP file, not text: save the sheet as "CSV UTF-8" in the spreadsheet program'],
  ['\xd0\xcf\x11\xe0', 'an old Excel workbook, not text: save the sheet as "CSV UTF-8" in the spreadsheet program'],
  ['\x1f\x8b', 'compressed with gzip: decompress it first'],
];

/** What a file is instead of text, by the bytes at its start, and what to do; undefined for text. */
export const otherFormatOf = (head: Uint8Array): string | undefined =>
  OTHERS.find(([start]) => [...start].every((character, i) => head[i] === character.charCodeAt(0)))?.[1];

/** UTF-16 or UTF-32 of a text by its byte order mark, or by the zero bytes of its first two characters. */
export function wideEncoding(head: Uint8Array): string | undefined {
  const [a = 1, b = 1, c = 1, d = 1] = head;
  if ((a === 0xff && b === 0xfe && c === 0 && d === 0) || (a === 0 && b === 0 && c === 0xfe && d === 0xff))
    return 'UTF-32';
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return 'UTF-16';
  if (a !== 0 && b === 0 && c !== 0 && d === 0) return 'UTF-16LE';
  if (a === 0 && b !== 0 && c === 0 && d !== 0) return 'UTF-16BE';
  return undefined;
}
