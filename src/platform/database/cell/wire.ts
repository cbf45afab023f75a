/** What a `Cell` is sent, and what it returns. */

/** A value of a parameter or of a column. */
export type CellValue = string | number | null | ArrayBuffer;
/** SQL text with the values of its numbered parameters. */
export type CellQuery = readonly [text: string, ...params: CellValue[]];

/** The rows of one statement, by the order of its columns, and what it cost. */
export type CellRows = {
  columns: string[];
  rows: CellValue[][];
  rowsRead: number;
  rowsWritten: number;
  /** Milliseconds. */
  duration: number;
};

/** What a transaction returned, with the size of the database in bytes after it; or the message of SQLite. */
export type CellOutcome = { results: CellRows[]; size: number } | { error: string };
