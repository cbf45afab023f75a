/** The work of the database for a request, or for others: milliseconds, and rows as D1 bills them. */
export type Meter = { databaseMs: number; rowsRead: number; rowsWritten: number };

export const newMeter = (): Meter => ({ databaseMs: 0, rowsRead: 0, rowsWritten: 0 });

/** The work of the database in this isolate that is not for a request: commits of the ledger writer, and all other. */
export const METERS = { ledger_writer: newMeter(), background: newMeter() };
