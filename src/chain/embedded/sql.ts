/** A value of a row. Blobs come as one or the other, by the library. */
export type SqlValue = string | number | ArrayBuffer | Uint8Array | null;

/** What the chain keeps its rows in: SQLite, used synchronously. */
export interface Sql {
  all(query: string, ...bindings: (string | number | Uint8Array | null)[]): Record<string, SqlValue>[];
  /** What `work` writes happens as one, or, when it throws, not at all. */
  transaction<T>(work: () => T): T;
}
