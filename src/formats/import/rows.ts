/** Rows of CSV, as spreadsheets write them: what a command line and a browser that import have in common. */

/** Options of csv-parse for the files of an import. A byte order mark, and any line ends, also mixed, are accepted. */
export const CSV_OPTIONS = {
  bom: true,
  info: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  skip_empty_lines: true,
};

/** Separators that a file may have. */
export const SEPARATORS = [',', ';', '\t', '|'];

/** The names of the columns; a name of spaces is empty. */
export const columnsOf = (names: readonly string[]): string[] => names.map((name) => (isBlank(name) ? '' : name));

/** What a row has: values by column, without empty ones; no value; or not as many fields as there are columns. */
export type CsvRow = { fields: Record<string, string> } | { problem: string } | { blank: true };

/** The values of a row by column. A spreadsheet writes blank rows, and empty fields after the last column. */
export function rowOf(header: readonly string[], row: readonly string[]): CsvRow {
  if (row.every(isBlank)) return { blank: true };
  const end = Math.max(header.length, row.findLastIndex((value) => !isBlank(value)) + 1);
  const record = row.slice(0, end);
  if (record.length !== header.length)
    return {
      problem: `has ${record.length} ${record.length === 1 ? 'field' : 'fields'}, and the header has ${header.length}`,
    };
  const named = header.flatMap((name, i) => (name === '' || record[i] === '' ? [] : [[name, record[i]!] as const]));
  return { fields: Object.fromEntries(named) };
}

/**
 * Counts the lines before each record of csv-parse, which counts CR LF in quotes twice. Returns the number of the first
 * line of a record, from 1; called once for each record, in their order.
 */
export function lineCounter(): (record: readonly string[], info: { empty_lines: number }) => number {
  // The lines before the next record, without empty ones.
  let filled = 0;
  return (record, { empty_lines: empty }) => {
    const line = filled + empty + 1;
    filled += 1 + lineEndsIn(record);
    return line;
  };
}

export const isBlank = (text: string): boolean => text.trim() === '';

const lineEndsIn = (record: readonly string[]): number =>
  record.reduce((sum, field) => sum + (field.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
