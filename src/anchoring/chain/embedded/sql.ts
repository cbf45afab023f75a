/** A value of a row. The type of a blob depends on the library. */
export type SqlValue = string | number | ArrayBuffer | Uint8Array | null;

/** The storage of the chain: synchronous SQLite. */
export interface Sql {
  all(query: string, ...bindings: (string | number | Uint8Array | null)[]): Record<string, SqlValue>[];
  /** Runs `work` in a transaction; rolls back when it throws. */
  transaction<T>(work: () => T): T;
}
