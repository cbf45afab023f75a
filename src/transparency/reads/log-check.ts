import { RUN_STATEMENTS, type Database } from '../../platform/database/database.ts';

/** A difference; `sequence` is the index of the leaf, 0 if the difference is not about one leaf. */
export type LogFinding = { identity: string; sequence: number; problem: string };

/** A log that is checked. Bytes are lower-case hexadecimal digits. */
export type CheckedLog = {
  number: number;
  id: string;
  scope: string;
  origin: string;
  size: number;
  root: string;
  key: number;
  checkpoint: string;
};

/** What a step has found; `next`: where it continues, undefined at the end of its part. */
export type PartChecked = { findings: LogFinding[]; next: number | undefined };

/** What one call may check: about this number of entries, and as many statements as a run may send. */
export class CheckBudget {
  readonly #db: Database;
  readonly #end: number;
  #entries: number;

  constructor(db: Database, entries: number) {
    this.#db = db;
    this.#end = db.sent + RUN_STATEMENTS;
    this.#entries = entries;
  }

  spend(entries: number): void {
    this.#entries -= entries;
  }

  get isSpent(): boolean {
    return this.#entries <= 0 || this.#db.sent >= this.#end;
  }
}
