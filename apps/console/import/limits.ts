/**
 * Bounds of a file that the console imports. `row`: UTF-16 code units of a row. `name`: those of a name of a column.
 */
export const FILE_LIMITS = { bytes: 10_000_000, rows: 20_000, columns: 100, row: 250_000, name: 200 } as const;

/** Items and bytes of one request: fewer than the service accepts, so that a person sees the progress. */
export const BATCH_LIMITS = { items: 200, bytes: 1_000_000 } as const;
