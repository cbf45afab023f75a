/** What one statement of D1 has cost in total. */
export type StatementCounts = { executions: number; rowsRead: number; rowsWritten: number };

/** What a Worker has used since it started, in the units that Cloudflare bills. */
export type Counts = {
  /** HTTP requests, and batches that the queue consumer received. */
  requests: number;
  crons: number;
  d1: {
    /** Calls: a batch is one. */
    calls: number;
    statements: number;
    rowsRead: number;
    rowsWritten: number;
    /** Batches that were rolled back. D1 reports no rows for them. */
    failed: number;
  };
  /** By the text of the statement. */
  statements: Record<string, StatementCounts>;
  objects: {
    /** Calls of methods and of alarms. */
    requests: number;
    alarms: number;
    /** The time in which an object had a call in progress, in milliseconds. */
    activeMs: number;
    /** Rows of the storage of objects. Setting an alarm writes one. */
    rowsRead: number;
    rowsWritten: number;
    alarmsSet: number;
  };
  r2: { classA: number; classB: number };
  /** Operations: each message is written, read and deleted, and each 64 kB of it counts. */
  queue: number;
  log: { lines: number; bytes: number };
};

export const noCounts = (): Counts => ({
  requests: 0,
  crons: 0,
  d1: { calls: 0, statements: 0, rowsRead: 0, rowsWritten: 0, failed: 0 },
  statements: {},
  objects: { requests: 0, alarms: 0, activeMs: 0, rowsRead: 0, rowsWritten: 0, alarmsSet: 0 },
  r2: { classA: 0, classB: 0 },
  queue: 0,
  log: { lines: 0, bytes: 0 },
});

/** Applies a function to each number of two counts. */
function combine<T>(a: T, b: T, by: (a: number, b: number) => number): T {
  if (typeof a === 'number' || typeof b === 'number') return by((a as number) ?? 0, (b as number) ?? 0) as T;
  const keys = new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})]) as Set<keyof T>;
  return Object.fromEntries([...keys].map((key) => [key, combine(a?.[key] ?? 0, b?.[key] ?? 0, by)])) as T;
}

/** Returns what was used between two readings. */
export const between = (before: Counts, after: Counts): Counts => combine(after, before, (a, b) => a - b);

/** Returns the average per operation. */
export const dividedBy = (counts: Counts, operations: number): Counts =>
  combine(counts, counts, (total) => total / operations);
