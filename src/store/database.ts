import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1';
import type { SQL } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import { ServiceError, retryLater, type ErrorKind } from '../core/errors.ts';

/** One statement of a batch: a drizzle query, or SQL text with typed rows (`Database.sql`). */
export type Statement<Row = unknown> = BatchItem<'sqlite'> & { readonly _row?: Row };

type RowsOf<S> = S extends { readonly _row?: infer Row } & { readonly _raw: true }
  ? Row[]
  : S extends BatchItem<'sqlite'>
    ? S['_']['result']
    : never;
export type Results<S extends readonly Statement[]> = { -readonly [K in keyof S]: RowsOf<S[K]> };

export type RawStatement<Row> = Statement<Row> & { readonly _raw: true };

/** Time spent in the database, for the request's log line. */
export type Meter = { databaseMs: number };

/** A condition of a batch did not hold; nothing of the batch happened. `what` is the name it was given. */
export class AssertionFailed extends Error {
  readonly what: string;
  constructor(what: string) {
    super(`assertion failed: ${what}`);
    this.what = what;
  }
}

/** Where reads go: always the primary (rights, ledger heads), or any replica (public pages only). */
export type Consistency = 'primary' | 'replica';

const dialect = new SQLiteSyncDialect();

/**
 * The one door to D1. `batch` is the only way to run anything: it is a transaction, in order, all or
 * nothing. Built for one request, queue message or flush.
 */
export class Database {
  readonly meter: Meter;
  readonly #client: D1Database | D1DatabaseSession;
  readonly #drizzle: DrizzleD1Database;

  constructor(d1: D1Database, consistency: Consistency = 'primary', meter: Meter = { databaseMs: 0 }) {
    // Outside a session every statement goes to the primary; a session may move on to a replica after its first.
    this.#client = consistency === 'primary' ? d1 : d1.withSession('first-unconstrained');
    this.meter = meter;
    this.#drizzle = drizzle(this.#client as D1Database);
  }

  /** Drizzle's builder, for queries over whole tables. */
  get build(): Pick<DrizzleD1Database, 'select' | 'insert' | 'update' | 'delete'> {
    return this.#drizzle;
  }

  /** SQL text as a statement of a batch; rows are plain objects keyed by the columns as selected. */
  sql<Row = Record<string, unknown>>(query: SQL): RawStatement<Row> {
    const built = numbered(dialect.sqlToQuery(query));
    const prepared = {
      getQuery: () => built,
      stmt: this.#client.prepare(built.sql),
      mapResult: (result: D1Result) => result.results,
    };
    return { _prepare: () => prepared, _raw: true } as unknown as RawStatement<Row>;
  }

  /**
   * Runs the statements as one transaction and returns their rows in order. Throws AssertionFailed
   * when a condition (see `assert` in store/conditions.ts) does not hold, 503 when the database refuses work.
   */
  async batch<const S extends readonly Statement[]>(statements: S): Promise<Results<S>> {
    const started = Date.now();
    try {
      const [first, ...rest] = statements;
      if (!first) return [] as unknown as Results<S>;
      return (await this.#drizzle.batch([first, ...rest])) as unknown as Results<S>;
    } catch (error) {
      throw translate(error);
    } finally {
      this.meter.databaseMs += Date.now() - started;
    }
  }
}

/** Equal parameters as one: D1 takes 100 of them in a statement, and predicates repeat theirs. */
function numbered<Q extends { sql: string; params: unknown[] }>(query: Q): Q {
  const params = [...new Set(query.params)];
  const place = new Map(params.map((param, i) => [param, i + 1]));
  let n = 0;
  return { ...query, sql: query.sql.replaceAll('?', () => `?${place.get(query.params[n++])}`), params };
}

function translate(error: unknown): unknown {
  const text =
    error instanceof Error
      ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`
      : String(error);
  const failed = /assertion failed: (\w+)/.exec(text);
  if (failed) return new AssertionFailed(failed[1]!);
  if (/overloaded|too many requests|queued for too long|SQLITE_BUSY/i.test(text)) {
    return retryLater('unavailable', 'the database is overloaded', 1);
  }
  return error;
}

/** Turns a failed condition into the error named by `kinds`; anything else is thrown on as it is. */
export function onAssertion(error: unknown, kinds: Record<string, ErrorKind | ServiceError>): never {
  if (error instanceof AssertionFailed) {
    const kind = kinds[error.what];
    if (kind instanceof ServiceError) throw kind;
    if (kind) throw new ServiceError(kind, error.message);
  }
  throw error;
}
