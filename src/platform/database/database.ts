import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1';
import { sql, type SQL } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { DatabaseState } from './state.ts';
import { isStorageAborted, retryLater, storageDamaged } from '../../lib/errors.ts';
import { exposed } from '../hidden-cause.ts';
import { METERS, type Meter } from '../metrics/meter.ts';
import { pacing } from '../pacing/pacing.ts';
import { compiled } from './compile.ts';
import { conditionFailed, failedCondition } from './failed-condition.ts';
import { isReadOnly } from './read-only.ts';
import { DatabaseRestored } from './restored.ts';

/** One statement of a batch: a drizzle query, or SQL text with typed rows (`Database.sql`). */
export type Statement<Row = unknown> = BatchItem<'sqlite'> & { readonly _row?: Row };

type RowsOf<S> = S extends { readonly _row?: infer Row } & { readonly _raw: true }
  ? Row[]
  : S extends BatchItem<'sqlite'>
    ? S['_']['result']
    : never;
export type Results<S extends readonly Statement[]> = { -readonly [K in keyof S]: RowsOf<S[K]> };

export type RawStatement<Row> = Statement<Row> & { readonly _raw: true };

export type { Meter };

/** Where reads go: to the primary (rights, ledger heads), or to any replica (public pages only). */
export type Consistency = 'primary' | 'replica';

/** Times that reads are sent again if D1 aborts them, as often as D1 itself repeats them on Cloudflare. */
const READ_RETRIES = 2;

const STATE = 'SELECT counter, tag, writer_tag AS writerTag, epoch FROM database_state';
/** The condition `state`: the database is not known to lack acknowledged changes. */
const IS_COMPLETE = `INSERT INTO assertions (what, ok) SELECT 'state', epoch <> '' FROM database_state`;

/**
 * Stores outside of the database that it had reached this state (see ledger/write/writer.ts). Throws DatabaseRestored
 * if it lacks acknowledged changes.
 */
export type Acknowledge = (state: DatabaseState) => Promise<void>;

/** The text of a query without parameters, for `Database.text`. Throws a TypeError if it has any. */
export function textOf(query: SQL): string {
  const { sql: text, params } = compiled(query);
  if (params.length > 0) throw new TypeError(`a text cannot have parameters: ${text.slice(0, 200)}`);
  return text;
}

/** A fragment without parameters, built once: each part of a fragment costs time whenever a query is built. */
export const built = (fragment: SQL): SQL => sql.raw(textOf(fragment));

/** Fragments without parameters, each built once for its key. There must be few keys. */
export class BuiltFragments {
  readonly #known = new Map<string, SQL>();

  get(key: string, make: () => SQL): SQL {
    let fragment = this.#known.get(key);
    if (!fragment) {
      fragment = built(make());
      this.#known.set(key, fragment);
    }
    return fragment;
  }
}

/**
 * Milliseconds that a read may take without a rest. After a longer one, its caller leaves the database, which runs one
 * batch at a time, to others for as long as it took: they wait for one statement of a caller, and not for all that
 * follow.
 */
const LONG_READ = 5;
/** Milliseconds of the longest rest. */
const LONGEST_REST = 250;

/** Statements after which work that can be continued goes on in another run of the Worker: one run may send 1,000. */
export const RUN_STATEMENTS = 400;

/**
 * The only access to D1. Statements run only in `batch`, which is a transaction. Create one for each request, queue
 * message or flush.
 */
export class Database {
  readonly meter: Meter;
  /** Statements that it has sent. */
  sent = 0;
  readonly #client: D1Database | D1DatabaseSession;
  readonly #drizzle: DrizzleD1Database;
  readonly #acknowledge: Acknowledge | undefined;

  /** `acknowledge` is needed for `batchAcknowledged` and `commitAudited`. */
  constructor(
    d1: D1Database,
    consistency: Consistency = 'primary',
    meter: Meter = METERS.background,
    acknowledge?: Acknowledge,
  ) {
    // Without a session every statement goes to the primary; a session may use replicas.
    this.#client = consistency === 'primary' ? d1 : d1.withSession('first-unconstrained');
    this.meter = meter;
    this.#acknowledge = acknowledge;
    this.#drizzle = drizzleOf(this.#client);
  }

  /** Drizzle's builder, for queries over whole tables. */
  get build(): Pick<DrizzleD1Database, 'select' | 'insert' | 'update' | 'delete'> {
    return this.#drizzle;
  }

  /** SQL text as a statement of a batch; rows are plain objects keyed by the columns as selected. */
  sql<Row = Record<string, unknown>>(source: SQL): RawStatement<Row> {
    const { sql: text, params } = compiled(source);
    return this.text<Row>(text, params);
  }

  /** SQL text with numbered parameters as a statement of a batch. */
  text<Row = Record<string, unknown>>(text: string, params: readonly unknown[]): RawStatement<Row> {
    const prepared = {
      getQuery: () => ({ sql: text, params }),
      stmt: this.#client.prepare(text),
      mapResult: (result: D1Result) => result.results,
    };
    return { _prepare: () => prepared, _raw: true } as unknown as RawStatement<Row>;
  }

  /**
   * As `batch`, and returns only once it is stored outside of the database as well that it had reached the state of
   * this transaction: a restore that undoes what it has read or written is then detected. Throws DatabaseRestored.
   */
  async batchAcknowledged<const S extends readonly Statement[]>(statements: S): Promise<Results<S>> {
    if (!this.#acknowledge) throw new TypeError('a database for acknowledged changes needs `acknowledge`');
    const results: unknown[] = await this.batch([...statements, this.text<DatabaseState>(STATE, [])]);
    const [state] = results.at(-1) as DatabaseState[];
    await this.#acknowledge(state!);
    return results.slice(0, -1) as unknown as Results<S>;
  }

  /**
   * As `batchAcknowledged`, for a change that writes an audit row: such a change decides rights or secrets. Throws
   * DatabaseRestored if the database lacks acknowledged changes; if this was not known before, the change is stored.
   */
  async commitAudited<const S extends readonly Statement[]>(statements: S): Promise<Results<S>> {
    const results: unknown[] = await this.batchAcknowledged([this.text(IS_COMPLETE, []), ...statements]).catch(
      (error: unknown) => {
        throw failedCondition(error) === 'state' ? new DatabaseRestored() : error;
      },
    );
    return results.slice(1) as unknown as Results<S>;
  }

  /**
   * Runs the statements as one transaction and returns their rows in order. Throws an error that `failedCondition`
   * recognizes if a condition (`assert` in conditions.ts) does not hold, 503 if the database is overloaded, and 500 if
   * it is damaged.
   */
  async batch<const S extends readonly Statement[]>(statements: S): Promise<Results<S>> {
    if (statements.length === 0) return [] as unknown as Results<S>;
    const prepared = statements.map((statement) => (statement as unknown as Preparable)._prepare());
    const isRead = prepared.every((each) => isReadOnly(each.getQuery().sql));
    const results = await this.#send(
      prepared.map((each) => this.#bound(each)),
      isRead ? READ_RETRIES : 0,
    );
    const took = results.reduce((sum, { meta }) => sum + meta.duration, 0);
    // Not before the statements, so that batches are sent in the order of the calls.
    if (isRead && took > LONG_READ) await pacing.rest(Math.min(took, LONGEST_REST));
    else await pacing.turn('request');
    return results.map((result, i) => prepared[i]!.mapResult(result, true)) as Results<S>;
  }

  async #send(statements: D1PreparedStatement[], retries: number): Promise<D1Result[]> {
    const started = Date.now();
    this.sent += statements.length;
    try {
      const results = await repeated(retries, () => this.#client.batch(statements));
      for (const { meta } of results) {
        this.meter.rowsRead += meta.rows_read;
        this.meter.rowsWritten += meta.rows_written;
      }
      return results;
    } catch (error) {
      throw translate(await exposed(error));
    } finally {
      this.meter.databaseMs += Date.now() - started;
    }
  }

  /** As `batch`, with names instead of an order. A statement that is undefined has no rows. */
  async batchByName<const S extends Record<string, Statement | undefined>>(
    statements: S,
  ): Promise<{ [K in keyof S]: RowsOf<NonNullable<S[K]>> }> {
    const names = Object.keys(statements).filter((name) => statements[name] !== undefined);
    const results: readonly unknown[] = await this.batch(names.map((name) => statements[name]!));
    const rowsOf = (name: string): unknown => results[names.indexOf(name)] ?? [];
    return Object.fromEntries(Object.keys(statements).map((name) => [name, rowsOf(name)])) as never;
  }

  /** The size of the database in bytes. */
  async size(): Promise<number> {
    const [result] = await this.#client.batch([this.#client.prepare('SELECT 1')]);
    return result!.meta.size_after;
  }

  /** As drizzle's batch, which does not return how many rows were read and written. */
  #bound(prepared: Prepared): D1PreparedStatement {
    const { sql: text, params } = prepared.getQuery();
    return params.length > 0 ? prepared.stmt.bind(...params) : this.#client.prepare(text).bind();
  }
}

/** The parts of a drizzle statement that a batch uses. */
type Preparable = { _prepare(): Prepared };
type Prepared = {
  getQuery(): { sql: string; params: unknown[] };
  stmt: D1PreparedStatement;
  mapResult(result: D1Result, isFromBatch: boolean): unknown;
};

const drizzles = new WeakMap<object, DrizzleD1Database>();

/** Drizzle for a client; making it takes as long as making a query. */
function drizzleOf(client: D1Database | D1DatabaseSession): DrizzleD1Database {
  let made = drizzles.get(client);
  if (!made) {
    made = drizzle(client as D1Database);
    drizzles.set(client, made);
  }
  return made;
}

/**
 * Calls again if the storage aborts the call, at most `retries` times: a write that fails, for example because the disk
 * is full, aborts the reads beside it.
 */
function repeated<T>(retries: number, call: () => Promise<T>): Promise<T> {
  return call().catch((error: unknown) => {
    if (retries === 0 || !isStorageAborted(error)) throw error;
    return repeated(retries - 1, call);
  });
}

function translate(error: unknown): unknown {
  const text =
    error instanceof Error
      ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`
      : String(error);
  const failed = conditionFailed(text);
  if (failed) return failed;
  const damaged = storageDamaged(error);
  if (damaged) return damaged;
  if (/overloaded|too many (api |sub)?requests|queued for too long|SQLITE_BUSY/i.test(text)) {
    return retryLater('unavailable', 'the database is overloaded', 1);
  }
  return error;
}
