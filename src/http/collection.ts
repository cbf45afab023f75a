import { z } from '@hono/zod-openapi';
import { and, asc, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Audience, TenantScope, TenantTable } from '../access/scope.ts';
import type { Scoped } from '../access/queries.ts';
import type { Config } from '../config.ts';
import { invalid, notFound, ServiceError } from '../core/errors.ts';
import { MAX_TERMS, parseFilter, type AttributeFilter } from '../core/filters.ts';
import { printable } from '../core/text.ts';
import { ambient, nowMicros, type Micros } from '../core/time.ts';
import { assertQuota, quotaReached, retryUnchanged, type Quota } from '../store/conditions.ts';
import { holdsInJson } from '../store/json.ts';
import { onAssertion, type Statement } from '../store/database.ts';
import type { Pairs } from './input.ts';
import { operation, type Group, type Operation } from './operation.ts';
import { cut, type Page } from './paging.ts';

/** A table that the engine can serve: an id, an owner, a name to sort by, a creation time, a revision. */
export type CollectionTable = TenantTable & Record<'id' | 'displayName' | 'createdUs' | 'revision', SQLiteColumn>;
type Row<T extends CollectionTable> = T['$inferSelect'] & {
  id: string;
  tenant: string;
  displayName: string;
  createdUs: Micros;
  revision: number;
};
type Values<T extends CollectionTable> = Omit<T['$inferInsert'], 'id' | 'tenant' | 'createdUs' | 'revision'>;

export type Collection<T extends CollectionTable, C extends z.ZodType, P extends z.ZodType, R extends z.ZodType> = {
  /** Singular, in capitals, for operation ids: `Application`. */
  singular: string;
  /** The plural in capitals, where it is not the singular with an s. */
  many?: string;
  /** Plural: the identity's prefix, the key of lists. */
  plural: string;
  quota?: Quota;
  group: Group;
  table: T;
  /** Who may read. Only administrators write. */
  audience: Audience;
  resource: R;
  create: C;
  /** Left out: records are never changed. */
  patch?: P;
  /** List filters by equality: query name -> column. */
  filters: Record<string, SQLiteColumn>;
  /** A patch as the schema gives it, filled up for a field mask: the value of a field that the mask names and the body lacks. */
  cleared?: Record<string, unknown>;
  /** Fields of the resource that are never written. */
  readOnly: string[];
  statuses: { list: number[]; create: number[]; read: number[] };
  values: (
    input: z.infer<C>,
    context: { now: Micros; scope: TenantScope; config: Config },
  ) => Made<T, R> | Promise<Made<T, R>>;
  changes?: (
    patch: z.infer<P>,
    before: Row<T>,
    context: { scope: TenantScope },
  ) => Partial<Values<T>> | Promise<Partial<Values<T>>>;
  present: (row: Row<T>, config: Config) => z.infer<R>;
  /** The database adds to what is written: answers show the row as it is afterwards. */
  derives?: boolean;
  /** A member that is no row and can only be read, by its own id. */
  fixed?: { id: string; name: string; read: (scope: TenantScope, config: Config) => Promise<z.infer<R>> };
  /** The column of the records' attributes, for list filters `attributes.<name>`. */
  attributes?: SQLiteColumn;
  /** A record that is deleted stays, and is no more seen: the condition of those that are, and what deleting writes. */
  retired?: { live: SQL; values: (now: Micros) => Partial<Values<T>> };
  /** Deleting answers with the record. */
  deletedShown?: boolean;
  /** What else goes when a record does, and under which condition it may. */
  onDelete?: (
    row: Row<T>,
    scope: TenantScope,
  ) => { conditions: Statement[]; statements: Scoped<Statement>[]; refused: Record<string, ServiceError> };
};

type Made<T extends CollectionTable, R extends z.ZodType> = {
  values: Values<T>;
  shown?: (json: z.infer<R>) => z.infer<R>;
};

/** The standard methods (list, get, create, patch, delete) of one declaration. */
export function collection<T extends CollectionTable, C extends z.ZodType, P extends z.ZodType, R extends z.ZodType>(
  of: Collection<T, C, P, R>,
): Operation[] {
  const { table, group, plural, singular } = of;
  const identityOf = (id: string): string => `${plural}/${id}`;
  const common = { group, auth: 'bearer', rate: 'api' } as const;
  const item = `${group.path}/{uuid}`;
  const live = of.retired?.live;

  const filterQuery = Object.fromEntries(Object.keys(of.filters).map((name) => [name, z.string().optional()]));
  const list = operation(
    {
      ...common,
      id: `list${of.many ?? `${singular}s`}`,
      method: 'get',
      path: group.path,
      summary: `List ${plural}`,
      permission: of.audience === 'administrators' ? 'administrator' : 'member',
      statuses: of.statuses.list,
      query: { ...filterQuery, order_by: z.enum(['DEFAULT', 'DISPLAY_NAME']).optional() },
      ...(of.attributes ? { filters: ATTRIBUTE_FILTERS } : {}),
      list: plural,
      response: z.object({ [plural]: z.array(of.resource), next_page_token: z.string() }),
    },
    async ({ scope, query, filters, page, config }) => {
      const asked = query as Record<string, string | undefined>;
      const equal: SQL[] = Object.entries(of.filters).flatMap(([name, column]) =>
        asked[name] === undefined ? [] : [eq(column, asked[name])],
      );
      if (live) equal.push(live);
      if (of.attributes) equal.push(...attributeConditions(of.attributes, filters));
      const byName = asked['order_by'] === 'DISPLAY_NAME';
      const [rows, [count]] = await scope.read(
        scope.rows(table, and(...equal, pageStart(table, byName, page)), {
          orderBy: byName ? [asc(table.displayName), asc(table.id)] : [desc(table.createdUs), desc(table.id)],
          limit: page.size + 1,
          audience: of.audience,
        }),
        scope.count(table, and(...equal), page.countTo, of.audience),
      );
      const shown = cut(rows as Row<T>[], page.size, (row) => [byName ? row.displayName : row.createdUs, row.id]);
      return { list: { items: shown.rows.map((row) => of.present(row, config)), next: shown.next, total: count!.n } };
    },
  );

  const read = async (scope: TenantScope, id: string): Promise<Row<T>> => {
    const [rows] = await scope.read(scope.rows(table, and(eq(table.id, id), live), { audience: of.audience }));
    if (!rows[0]) throw notFound(identityOf(id));
    return rows[0] as Row<T>;
  };

  /** The record after a write, as the database has it where that adds to what was written. */
  const written = async (scope: TenantScope, row: Row<T>, config: Config): Promise<z.infer<R>> =>
    of.present(of.derives ? await read(scope, row.id) : row, config);

  /** What a write finds: a record of another tenancy is seen here by those alone who may read it. */
  const readToWrite = async (scope: TenantScope, id: string): Promise<Row<T>> => {
    if (id === of.fixed?.id) {
      await scope.principal();
      throw new ServiceError('forbidden', `${identityOf(id)} is ${of.fixed.name}; it cannot be changed or deleted`);
    }
    const row = await read(scope, id);
    refuseForeign(scope, row, identityOf(id));
    return row;
  };

  const get = operation(
    {
      ...common,
      id: `get${singular}`,
      ...(of.fixed ? { fixedId: of.fixed.id } : {}),
      method: 'get',
      path: item,
      summary: `Read one of the ${plural}`,
      permission: of.audience === 'administrators' ? 'administrator' : 'member',
      statuses: of.statuses.read,
      response: of.resource,
    },
    async ({ scope, params, config }) => {
      const id = params['uuid']!;
      const { fixed } = of;
      return { json: id === fixed?.id ? await fixed.read(scope, config) : of.present(await read(scope, id), config) };
    },
  );

  const create = operation(
    {
      ...common,
      id: `create${singular}`,
      method: 'post',
      path: group.path,
      summary: `Create one of the ${plural}`,
      permission: 'administrator',
      statuses: of.statuses.create,
      body: of.create,
      ignored: of.readOnly,
      response: of.resource,
    },
    async ({ scope, body, config }) => {
      const now = nowMicros();
      const id = ambient.uuid();
      const made = await of.values(body, { now, scope, config });
      const row = { ...made.values, id, tenant: scope.tenant, createdUs: now, revision: 1 } as unknown as Row<T>;
      const after = of.present(row, config);
      const { quota } = of;
      const cap = quota ? config.quotas[quota] : -1;
      await scope
        .write({
          operation: `create${singular}`,
          resource: identityOf(id),
          after,
          conditions: quota ? scope.conditions((db) => assertQuota(db, scope.tenant, quota, cap)) : [],
          statements: [scope.insert(table, row as never)],
        })
        .catch((error: unknown) => onAssertion(error, quota ? { quota: quotaReached(quota, cap) } : {}));
      const json = await written(scope, row, config);
      return { json: made.shown ? made.shown(json) : json };
    },
  );

  const { patch: PatchBody, changes: changesOf, cleared = {} } = of;
  const patchOf = (body: P): Operation =>
    operation(
      {
        ...common,
        id: `update${singular}`,
        ...(of.fixed ? { fixedId: of.fixed.id } : {}),
        method: 'patch',
        path: item,
        summary: `Change one of the ${plural}`,
        permission: 'administrator',
        statuses: of.statuses.read,
        query: {
          mask: maskOf(Object.keys(cleared))
            .optional()
            .openapi({ description: 'Field mask, comma separated; absent: the fields present in the body' }),
        },
        body,
        ignored: of.readOnly,
        response: of.resource,
      },
      async ({ scope, params, query, body: given, config }) => {
        const wanted = masked(given, query.mask, cleared) as z.infer<P>;
        return {
          json: await retryUnchanged(async () => {
            const before = await readToWrite(scope, params['uuid']!);
            const changes = (await changesOf?.(wanted, before, { scope })) ?? {};
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
            return written(scope, after, config);
          }),
        };
      },
    );

  const remove = operation(
    {
      ...common,
      id: `delete${singular}`,
      ...(of.fixed ? { fixedId: of.fixed.id } : {}),
      method: 'delete',
      path: item,
      summary: `Delete one of the ${plural}`,
      permission: 'administrator',
      statuses: of.statuses.read,
      response: of.deletedShown ? of.resource : z.object({}),
    },
    async ({ scope, params, config }) => {
      const json = await retryUnchanged(async () => {
        const before = await readToWrite(scope, params['uuid']!);
        const also = of.onDelete?.(before, scope);
        await scope
          .write({
            operation: `delete${singular}`,
            resource: identityOf(before.id),
            before: of.present(before, config),
            conditions: [unchanged(scope, table, before), ...(also?.conditions ?? [])],
            statements: [
              of.retired
                ? scope.update(table, eq(table.id, before.id), of.retired.values(nowMicros()) as never)
                : scope.remove(table, eq(table.id, before.id)),
              ...(also?.statements ?? []),
            ],
          })
          .catch((error: unknown) => onAssertion(error, also?.refused ?? {}));
        return of.deletedShown ? of.present(before, config) : {};
      });
      return { json: json as never };
    },
  );

  return [list, create, get, ...(PatchBody ? [patchOf(PatchBody)] : []), remove];
}

/** Throws 403 where a record that the caller may read is another tenancy's. */
export function refuseForeign(scope: TenantScope, row: { tenant: string }, identity: string): void {
  if (row.tenant !== scope.tenant)
    throw new ServiceError('forbidden', `${identity} is shared by another tenancy, which alone administers it`);
}

/** The condition that a record is still at the revision that was read. */
export function unchanged<T extends CollectionTable>(
  scope: TenantScope,
  table: T,
  row: { id: string; revision: number },
): Statement {
  return scope.assertRow('unchanged', table, and(eq(table.id, row.id), eq(table.revision, row.revision))!);
}

const ATTRIBUTE_FILTERS = {
  documented: {
    'attributes.{name}': 'Records with this attribute value; * is present and not empty, a name that ends in ! negates',
  },
  // Other unknown parameters are ignored, as on every collection.
  problem: (key: string, value: string) => {
    const parsed = key.startsWith('attributes.') ? parseFilter(['attributes'], key, value) : undefined;
    return typeof parsed === 'string' ? { field: printable(key), description: parsed } : undefined;
  },
};

function attributeConditions(column: SQLiteColumn, filters: Pairs): SQL[] {
  const parsed = filters
    .filter(([key]) => key.startsWith('attributes.'))
    .map(([key, value]) => parseFilter(['attributes'], key, value) as AttributeFilter);
  if (parsed.length > MAX_TERMS)
    throw invalid([{ field: 'attributes', description: `a query has at most ${MAX_TERMS} attribute terms` }]);
  return parsed.map((filter) => holdsInJson(sql`${column}`, filter));
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
