import { sql, type SQL } from 'drizzle-orm';
import type { Database, RawStatement, Statement } from '../platform/database/database.ts';
import { withTables, type View } from './view.ts';
import type { Grants } from './visibility.ts';
import type { Walk } from './walk.ts';

/** A view as a query gets it, and the walk from policies to assets. */
export type Seen = View & {
  /** Some events of an asset that the audience may see may be hidden from it. */
  partial: boolean;
  walk(make: (grants: Grants) => Walk): Walk;
};

/** Writes a query for a view; undefined: this view needs no query. */
export type Write = (seen: Seen) => SQL | undefined;

declare const scoped: unique symbol;
/** A statement that a scope made, and that is therefore bound to what the scope may access. */
export type Scoped<S extends Statement> = S & { readonly [scoped]: true };

/** A query that is written when its batch is sent, for the caller's reach at that moment. */
type Late = { late: () => SQL | undefined };
export const isLate = (statement: unknown): statement is Late => typeof (statement as Late).late === 'function';

export const late = <Row>(write: () => SQL | undefined): Scoped<RawStatement<Row>> =>
  ({ late: write }) as unknown as Scoped<RawStatement<Row>>;

/** Sends a batch. Late queries are written now; those that write nothing give no rows. */
export async function run(db: Database, statements: readonly Statement[]): Promise<unknown[][]> {
  const made = statements.map((statement) => {
    if (!isLate(statement)) return statement;
    const query = statement.late();
    return query && db.sql(query);
  });
  const results = (await db.batch(made.filter((statement) => statement !== undefined))) as unknown[][];
  return made.map((statement) => (statement ? results.shift()! : []));
}

/** Writes a query with the tables that it needs. Throws when the query does not use the visibility predicate. */
export function written(view: View, walk: Seen['walk'], write: Write): SQL | undefined {
  let used: Record<string, SQL> | undefined;
  const query = write({
    join: (x) => view.join(x),
    seesAnEvent: view.seesAnEvent,
    reads: (name) => view.reads(name),
    mightRead: (x, name) => view.mightRead(x, name),
    redaction: (x) => view.redaction(x),
    shownSeq: (upTo) => view.shownSeq(upTo),
    shownCost: view.shownCost,
    affordable: (rows) => view.affordable(rows),
    spent: (rows) => view.spent(rows),
    tables: view.tables,
    anonymous: view.anonymous,
    partial: Object.keys(view.tables).length > 0,
    sees: (x) => {
      used ??= view.tables;
      return view.sees(x);
    },
    seesRecordOf: (x) => {
      used ??= view.tables;
      return view.seesRecordOf(x);
    },
    walk: (make) => {
      const made = walk(make);
      used = { ...view.tables, ...made.tables };
      return made;
    },
  });
  if (!query) return undefined;
  if (!used) throw new TypeError('a query over assets or events must use the visibility predicate');
  return sql`${withTables(used)}${query}`;
}
