import { sql, type SQL } from 'drizzle-orm';

/** The columns of one kind of row, by name. */
export type RowColumns<Name extends string> = {
  readonly names: readonly Name[];
  /** A row as the array that SQL reads: `JSON.stringify(rows.map(POSTING.row))`. */
  row(values: Readonly<Record<Name, unknown>>): unknown[];
  /** The values of an array that SQL has made with `array`. The caller knows their types. */
  values<Row extends Record<Name, unknown>>(array: readonly unknown[]): Row;
  /** For each column, the SQL text of its value in a row: `r.value ->> 0`. `json` is the SQL text of the row. */
  of(json: string): Readonly<Record<Name, string>>;
  /** As `of`, as fragments of a query. */
  sqlOf(json: string): Readonly<Record<Name, SQL>>;
  /** As `of`, for values that are lists or objects, as JSON: `r.value -> 0`. */
  jsonOf(json: string): Readonly<Record<Name, string>>;
  /** For each column, its path in a row, for functions as `json_each(r.value, '$[0]')`. */
  readonly path: Readonly<Record<Name, string>>;
  /** The select list that gives all columns their names: `r.value ->> 0 AS term, r.value ->> 1 AS weight`. */
  list(json: string): string;
  /** The SQL text that makes a row from the texts of its values: `json_array(p.term, p.weight)`. */
  array(expressions: Readonly<Record<Name, string>>): string;
};

/**
 * Names the columns of rows that pass between TypeScript and SQL as JSON. Each row is an array, because names would
 * take several times its characters and SQLite finds them more slowly; both sides use the names, and only this file
 * knows the positions:
 *
 *     const POSTING = columns('term', 'weight');
 *     const posting = POSTING.of('r.value');
 *     const ADDED = `INSERT INTO postings (term, weight)
 *       SELECT ${posting.term}, ${posting.weight} FROM json_each(?1) r`;
 *     db.text(ADDED, [JSON.stringify(found.map(POSTING.row))]);
 *
 * `sqlOf` returns fragments for the `sql` templates of drizzle. Rows from SQL to TypeScript are made with `array` and
 * read with `values`.
 */
export function columns<const Name extends string>(...names: readonly Name[]): RowColumns<Name> {
  const each = <Value>(value: (name: Name, position: number) => Value): Record<Name, Value> =>
    Object.fromEntries(names.map((name, position) => [name, value(name, position)])) as Record<Name, Value>;
  return {
    names,
    row: (values) => names.map((name) => values[name]),
    values: <Row extends Record<Name, unknown>>(array: readonly unknown[]) => each((_, at) => array[at]) as Row,
    of: (json) => each((_, at) => `${json} ->> ${at}`),
    sqlOf: (json) => each((_, at) => sql.raw(`${json} ->> ${at}`)),
    jsonOf: (json) => each((_, at) => `${json} -> ${at}`),
    path: each((_, at) => `'$[${at}]'`),
    list: (json) => names.map((name, at) => `${json} ->> ${at} AS ${name}`).join(', '),
    array: (expressions) => `json_array(${names.map((name) => expressions[name]).join(', ')})`,
  };
}
