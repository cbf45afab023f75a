import type { Database } from '../../platform/database/database.ts';

/** What a run may read: rows, and statements that it may send to D1. */
export type Bounds = { rows: number; statements: number };

/**
 * What a run may still read. One run of a Worker may send 1,000 statements to D1, so longer work needs several runs.
 */
export class Allowance {
  /** Rows that are left. */
  rows: number;
  readonly #db: Database;
  readonly #end: number;

  constructor(db: Database, { rows, statements }: Bounds = { rows: Infinity, statements: Infinity }) {
    this.rows = rows;
    this.#db = db;
    this.#end = db.sent + statements;
  }

  get isSpent(): boolean {
    return this.rows <= 0 || this.#db.sent >= this.#end;
  }
}
