import type { Cell } from './cell.ts';
import type { CellQuery, CellRows, CellValue } from './wire.ts';

/** The database in a `Cell`, with the interface, the types and the errors of D1. It has no replicas. */
export class CellDatabase {
  readonly #stub: () => DurableObjectStub<Cell>;

  constructor(cells: DurableObjectNamespace<Cell>, name: string) {
    // A stub is of no further use after an error of the object.
    this.#stub = () => cells.getByName(name);
  }

  prepare(text: string): CellStatement {
    return new CellStatement(this, [text]);
  }

  withSession(): this {
    return this;
  }

  /** Runs the statements as one transaction. Throws an error with the text of SQLite, `D1_ERROR: …`. */
  async batch<Row>(statements: readonly CellStatement[]): Promise<D1Result<Row>[]> {
    const outcome = await this.#stub().transaction(statements.map(({ query }) => query));
    if ('error' in outcome) throw new Error(`D1_ERROR: ${outcome.error}`, { cause: new Error(outcome.error) });
    return outcome.results.map((result) => resultOf<Row>(result, outcome.size));
  }
}

/** A statement with the values of its parameters. */
class CellStatement {
  readonly #database: CellDatabase;
  readonly query: CellQuery;

  constructor(database: CellDatabase, query: CellQuery) {
    this.#database = database;
    this.query = query;
  }

  bind(...params: unknown[]): CellStatement {
    return new CellStatement(this.#database, [this.query[0], ...params.map(valueOf)]);
  }

  async all<Row>(): Promise<D1Result<Row>> {
    return (await this.#database.batch<Row>([this]))[0]!;
  }

  run = this.all;
}

/** Returns the value of a parameter as D1 stores it. Throws for types that D1 refuses. */
function valueOf(param: unknown): CellValue {
  if (typeof param === 'string' || param === null) return param;
  // JSON, in which D1 sends parameters, has no other numbers.
  if (typeof param === 'number') return Number.isFinite(param) ? param : null;
  if (typeof param === 'boolean') return Number(param);
  if (param instanceof ArrayBuffer) return param;
  if (ArrayBuffer.isView(param) || isBytes(param)) return Uint8Array.from(param as Uint8Array).buffer;
  throw new Error(`D1_TYPE_ERROR: Type '${typeof param}' not supported for value '${String(param)}'`);
}

const isBytes = (param: unknown): param is number[] =>
  Array.isArray(param) && param.every((byte) => typeof byte === 'number' && byte >= 0 && byte < 256);

/** Returns the rows as objects, with BLOBs as lists of bytes. */
function resultOf<Row>({ columns, rows, ...cost }: CellRows, size: number): D1Result<Row> {
  const results = rows.map((row) => {
    const named: Record<string, unknown> = {};
    for (let i = 0; i < columns.length; i += 1) {
      const value = row[i]!;
      named[columns[i]!] = value instanceof ArrayBuffer ? Array.from(new Uint8Array(value)) : value;
    }
    return named as Row;
  });
  const { rowsRead: rows_read, rowsWritten: rows_written, duration } = cost;
  return { success: true, results, meta: { duration, rows_read, rows_written, size_after: size } } as never;
}
