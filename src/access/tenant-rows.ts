import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { COUNTED_WHEN_ASKED } from '../lib/paging.ts';
import { assert } from '../platform/database/conditions.ts';
import type { Database, RawStatement, Statement } from '../platform/database/database.ts';
import type { Condition } from '../platform/database/failed-condition.ts';
import { oversees, type Caller } from './principal.ts';
import type { Scoped } from './queries.ts';
import { readable } from './readers.ts';

/** A table whose rows belong to a tenant. */
export type TenantTable = SQLiteTable & { tenant: SQLiteColumn };
type RowOf<T extends TenantTable> = T['$inferSelect'];

/**
 * Who may read a tenant's records of a kind: its administrators; all its members; or its administrators and, for each
 * record, the callers that it names, who may be of another tenancy (`readers`), or the caller who created it (`author`:
 * the columns `issuer` and `subject`).
 */
export type Audience = 'administrators' | 'members' | 'readers' | 'author';

/**
 * Statements over tables whose rows belong to a tenant. Each is bound to the caller's tenant, or to what they may read.
 */
export class TenantRows {
  readonly caller: Caller;
  readonly tenant: string;
  protected readonly db: Database;

  constructor(db: Database, caller: Caller) {
    this.db = db;
    this.caller = caller;
    this.tenant = caller.tenant;
  }

  /** The rows of a table that match `where` and that the audience may read. */
  rows<T extends TenantTable>(
    table: T,
    where?: SQL,
    options: { orderBy?: SQL[]; limit?: number; audience?: Audience } = {},
  ) {
    const query = this.db.build
      .select()
      .from(table as SQLiteTable)
      .where(and(this.#bound(table, options.audience), where))
      .orderBy(...(options.orderBy ?? []))
      .limit(options.limit ?? -1);
    return query as unknown as Scoped<RawStatement<RowOf<T>>>;
  }

  /** One column of the rows that `rows` returns. */
  values<T extends TenantTable>(
    table: T,
    column: SQLiteColumn,
    where: SQL | undefined,
    options: { orderBy: SQL[]; limit: number; audience?: Audience },
  ): Scoped<RawStatement<{ value: unknown }>> {
    const order = sql.join(options.orderBy, sql`, `);
    return this.db.sql<{ value: unknown }>(sql`SELECT ${column} AS value FROM ${table}
      WHERE ${and(this.#bound(table, options.audience), where)} ORDER BY ${order} LIMIT ${options.limit}`) as Scoped<
      RawStatement<{ value: unknown }>
    >;
  }

  /** The number of rows that match, counted up to `cap`; undefined: up to `COUNTED_WHEN_ASKED` and one more. */
  count<T extends TenantTable>(
    table: T,
    where: SQL | undefined,
    cap: number | undefined,
    audience?: Audience,
  ): Scoped<RawStatement<{ n: number }>> {
    const rows = sql`SELECT 1 FROM ${table} WHERE ${and(this.#bound(table, audience), where)}
      LIMIT ${cap ?? COUNTED_WHEN_ASKED + 1}`;
    return this.db.sql<{ n: number }>(sql`SELECT count(*) AS n FROM (${rows})`) as Scoped<RawStatement<{ n: number }>>;
  }

  insert<T extends TenantTable>(table: T, values: Omit<T['$inferInsert'], 'tenant'>): Scoped<Statement> {
    return this.db.build
      .insert(table)
      .values({ ...values, tenant: this.tenant } as never) as unknown as Scoped<Statement>;
  }

  /** Inserts a row, or changes `set` of the tenant's row that has the same `key`. */
  upsert<T extends TenantTable>(
    table: T,
    values: Omit<T['$inferInsert'], 'tenant'>,
    key: SQLiteColumn,
    set: Partial<T['$inferInsert']>,
  ): Scoped<Statement> {
    return this.db.build
      .insert(table)
      .values({ ...values, tenant: this.tenant } as never)
      .onConflictDoUpdate({
        target: key,
        set: set as never,
        setWhere: eq(table.tenant, this.tenant),
      }) as unknown as Scoped<Statement>;
  }

  update<T extends TenantTable>(table: T, where: SQL, set: Partial<T['$inferInsert']>): Scoped<Statement> {
    return this.db.build
      .update(table)
      .set(set as never)
      .where(and(eq(table.tenant, this.tenant), where)) as unknown as Scoped<Statement>;
  }

  remove<T extends TenantTable>(table: T, where: SQL | undefined): Scoped<Statement> {
    return this.db.build.delete(table).where(and(eq(table.tenant, this.tenant), where)) as unknown as Scoped<Statement>;
  }

  /** The condition `name`: at least one of the tenant's rows matches `where`. */
  assertRow<T extends TenantTable>(name: Condition, table: T, where: SQL): Statement {
    return assert(
      this.db,
      name,
      sql`EXISTS (SELECT 1 FROM ${table} WHERE ${and(eq(table.tenant, this.tenant), where)})`,
    );
  }

  /** The condition for the rows of a table that the caller may read. */
  #bound(table: TenantTable, audience: Audience | undefined): SQL {
    if (audience === 'readers') return readable(this.caller, table);
    const own = eq(table.tenant, this.tenant);
    if (audience !== 'author') return own;
    const { issuer, subject } = this.caller;
    return sql`${own} AND (${oversees(this.caller)} OR issuer = ${issuer} AND subject = ${subject})`;
  }
}
