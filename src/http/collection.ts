import { z } from '@hono/zod-openapi';
import { and, asc, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Permission, Scoped, TenantScope, TenantTable } from '../access/scope.ts';
import type { Config } from '../config.ts';
import { invalid, notFound, type ServiceError } from '../core/errors.ts';
import { ambient, nowMicros, type Micros } from '../core/time.ts';
import { assertQuota, quotaReached, retryUnchanged, type Quota } from '../store/conditions.ts';
import { onAssertion, type Statement } from '../store/database.ts';
import { operation, type Group, type Operation } from './operation.ts';
import { cut, type Page } from './paging.ts';

/** A table that the engine can serve: an id, an owner, a name to sort by, a creation time, a revision. */
export type CollectionTable = TenantTable & Record<'id' | 'displayName' | 'createdUs' | 'revision', SQLiteColumn>;
type Row<T extends CollectionTable> = T['$inferSelect'] & {
  id: string;
  displayName: string;
  createdUs: Micros;
  revision: number;
};
type Values<T extends CollectionTable> = Omit<T['$inferInsert'], 'id' | 'tenant' | 'createdUs' | 'revision'>;

export type Collection<T extends CollectionTable, C extends z.ZodType, P extends z.ZodType, R extends z.ZodType> = {
  /** Singular, in capitals, for operation ids: `Application`. */
  singular: string;
  /** Plural: the identity's prefix, the key of lists, the name of the quota. */
  plural: string & Quota;
  group: Group;
  table: T;
  permission: { read: Permission; write: Permission };
  resource: R;
  create: C;
  patch: P;
  /** List filters by equality: query name -> column. */
  filters: Record<string, SQLiteColumn>;
  /** A patch as the schema gives it, filled up for a field mask: the value of a field that the mask names and the body lacks. */
  cleared: Record<string, unknown>;
  /** Fields of the resource that are never written. */
  readOnly: string[];
  statuses: { list: number[]; create: number[]; read: number[] };
  values: (input: z.infer<C>, now: Micros) => { values: Values<T>; shown?: (json: z.infer<R>) => z.infer<R> };
  changes: (patch: z.infer<P>) => Partial<Values<T>>;
  present: (row: Row<T>, config: Config) => z.infer<R>;
  /** What else goes when a record does, and under which condition it may. */
  onDelete?: (
    row: Row<T>,
    scope: TenantScope,
  ) => { conditions: Statement[]; statements: Scoped<Statement>[]; refused: Record<string, ServiceError> };
};

/** The standard methods (list, get, create, patch, delete) of one declaration. */
export function collection<T extends CollectionTable, C extends z.ZodType, P extends z.ZodType, R extends z.ZodType>(
  of: Collection<T, C, P, R>,
): Operation[] {
  const { table, group, plural, singular } = of;
  const identityOf = (id: string): string => `${plural}/${id}`;
  const common = { group, auth: 'bearer', rate: 'api' } as const;
  const item = `${group.path}/{uuid}`;

  const filterQuery = Object.fromEntries(Object.keys(of.filters).map((name) => [name, z.string().optional()]));
  const list = operation(
    {
      ...common,
      id: `list${singular}s`,
      method: 'get',
      path: group.path,
      summary: `List ${plural}`,
      permission: of.permission.read,
      statuses: of.statuses.list,
      query: { ...filterQuery, order_by: z.enum(['DEFAULT', 'DISPLAY_NAME']).optional() },
      list: plural,
      response: z.object({ [plural]: z.array(of.resource), next_page_token: z.string() }),
    },
    async ({ scope, query, page, config }) => {
      const asked = query as Record<string, string | undefined>;
      const equal = Object.entries(of.filters).flatMap(([name, column]) =>
        asked[name] === undefined ? [] : [eq(column, asked[name])],
      );
      const byName = asked['order_by'] === 'DISPLAY_NAME';
      const [rows, [count]] = await scope.read(
        scope.rows(table, and(...equal, pageStart(table, byName, page)), {
          orderBy: byName ? [asc(table.displayName), asc(table.id)] : [desc(table.createdUs), desc(table.id)],
          limit: page.size + 1,
        }),
        scope.count(table, and(...equal), page.countTo),
      );
      const shown = cut(rows as Row<T>[], page.size, (row) => [byName ? row.displayName : row.createdUs, row.id]);
      return { list: { items: shown.rows.map((row) => of.present(row, config)), next: shown.next, total: count!.n } };
    },
  );

  const read = async (scope: TenantScope, id: string): Promise<Row<T>> => {
    const [rows] = await scope.read(scope.rows(table, eq(table.id, id)));
    if (!rows[0]) throw notFound(identityOf(id));
    return rows[0] as Row<T>;
  };

  const get = operation(
    {
      ...common,
      id: `get${singular}`,
      method: 'get',
      path: item,
      summary: `Read one of the ${plural}`,
      permission: of.permission.read,
      statuses: of.statuses.read,
      response: of.resource,
    },
    async ({ scope, params, config }) => ({ json: of.present(await read(scope, params['uuid']!), config) }),
  );

  const create = operation(
    {
      ...common,
      id: `create${singular}`,
      method: 'post',
      path: group.path,
      summary: `Create one of the ${plural}`,
      permission: of.permission.write,
      statuses: of.statuses.create,
      body: of.create,
      ignored: of.readOnly,
      response: of.resource,
    },
    async ({ scope, body, config }) => {
      const now = nowMicros();
      const id = ambient.uuid();
      const made = of.values(body, now);
      const row = { ...made.values, id, tenant: scope.tenant, createdUs: now, revision: 1 } as unknown as Row<T>;
      const after = of.present(row, config);
      const cap = config.quotas[plural];
      await scope
        .write({
          operation: `create${singular}`,
          resource: identityOf(id),
          after,
          conditions: scope.conditions((db) => assertQuota(db, scope.tenant, plural, cap)),
          statements: [scope.insert(table, row as never)],
        })
        .catch((error: unknown) => onAssertion(error, { quota: quotaReached(plural, cap) }));
      return { json: made.shown ? made.shown(after) : after };
    },
  );

  const patch = operation(
    {
      ...common,
      id: `update${singular}`,
      method: 'patch',
      path: item,
      summary: `Change one of the ${plural}`,
      permission: of.permission.write,
      statuses: of.statuses.read,
      query: {
        mask: maskOf(Object.keys(of.cleared))
          .optional()
          .openapi({ description: 'Field mask, comma separated; absent: the fields present in the body' }),
      },
      body: of.patch,
      ignored: of.readOnly,
      response: of.resource,
    },
    async ({ scope, params, query, body, config }) => {
      const changes = of.changes(masked(body, query.mask, of.cleared) as z.infer<P>);
      return {
        json: await retryUnchanged(async () => {
          const before = await read(scope, params['uuid']!);
          const after = { ...before, ...changes } as Row<T>;
          await scope.write({
            operation: `update${singular}`,
            resource: identityOf(before.id),
            before: of.present(before, config),
            after: of.present(after, config),
            conditions: [unchanged(scope, table, before)],
            statements: [
              scope.update(table, eq(table.id, before.id), { ...changes, revision: sql`revision + 1` } as never),
            ],
          });
          return of.present(after, config);
        }),
      };
    },
  );

  const remove = operation(
    {
      ...common,
      id: `delete${singular}`,
      method: 'delete',
      path: item,
      summary: `Delete one of the ${plural}`,
      permission: of.permission.write,
      statuses: of.statuses.read,
      response: z.object({}),
    },
    async ({ scope, params, config }) => {
      await retryUnchanged(async () => {
        const before = await read(scope, params['uuid']!);
        const also = of.onDelete?.(before, scope);
        await scope
          .write({
            operation: `delete${singular}`,
            resource: identityOf(before.id),
            before: of.present(before, config),
            conditions: [unchanged(scope, table, before), ...(also?.conditions ?? [])],
            statements: [scope.remove(table, eq(table.id, before.id)), ...(also?.statements ?? [])],
          })
          .catch((error: unknown) => onAssertion(error, also?.refused ?? {}));
      });
      return { json: {} };
    },
  );

  return [list, create, get, patch, remove];
}

/** The condition that a record is still at the revision that was read. */
export function unchanged<T extends CollectionTable>(
  scope: TenantScope,
  table: T,
  row: { id: string; revision: number },
): Statement {
  return scope.assertRow('unchanged', table, and(eq(table.id, row.id), eq(table.revision, row.revision))!);
}

function pageStart(table: CollectionTable, byName: boolean, page: Page): SQL | undefined {
  if (!page.after) return undefined;
  const [key, id] = page.after;
  return byName
    ? sql`(${table.displayName}, ${table.id}) > (${key}, ${id})`
    : sql`(${table.createdUs}, ${table.id}) < (${key}, ${id})`;
}

/** A field mask over the fields that can be changed. */
const maskOf = (names: string[]) =>
  z
    .string()
    .refine(
      (mask) => mask === '' || mask.split(',').every((name) => names.includes(name.trim())),
      `must be a comma separated list of ${names.join(', ')}`,
    );

/** A partial body under a field mask: fields outside it are dropped, fields in it that the body lacks are cleared. */
function masked(body: unknown, mask: string | undefined, cleared: Record<string, unknown>): unknown {
  if (mask === undefined || mask === '') return body;
  const given = body as Record<string, unknown>;
  const names = mask.split(',').map((name) => name.trim());
  const empty = names.filter((name) => cleared[name] === undefined && given[name] === undefined);
  if (empty.length > 0)
    throw invalid(empty.map((field) => ({ field, description: 'is in the mask and cannot be empty' })));
  return Object.fromEntries(names.map((name) => [name, given[name] ?? cleared[name]]));
}
