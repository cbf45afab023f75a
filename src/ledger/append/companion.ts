import type { Database, RawStatement } from '../../platform/database/database.ts';

/** Statements that are committed with proposals. They test their own conditions, and fail none of the proposals. */
export type Accompanying = {
  statements: RawStatement<unknown>[];
  /** Gets the rows of the statements; undefined if they were not committed, or it is not known. Only its first call counts. */
  settle: (results: unknown[][] | undefined) => void;
};

/** Something that is committed beside the proposals, in the same batches. */
export interface Companion {
  readonly isWaiting: boolean;
  /** Removes and returns what the next commit stores. Called if something is waiting. */
  take(db: Database): Accompanying;
}
