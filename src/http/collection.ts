import { z } from '@hono/zod-openapi';
import { and, eq, type SQL } from 'drizzle-orm';
import type { Scoped } from '../access/queries.ts';
import type { Change, Permission, TenantScope } from '../access/scope.ts';
import type { Config } from '../settings/config.ts';
import { notFound, ServiceError } from '../lib/errors.ts';
import { fitting } from '../lib/paging.ts';
import { ambient, nowMicros } from '../lib/time.ts';
import { assertQuota, onFailedCondition, quotaReached, retryUnchanged } from '../platform/database/conditions.ts';
import type { Statement } from '../platform/database/database.ts';
import { ATTRIBUTE_FILTERS, attributeConditions } from './attribute-filters.ts';
import type { Collection, CollectionTable, Row } from './declaration.ts';
import { listQuery, textsOf } from './described.ts';
import { byDisplayName, newestFirst, type ListOrder } from './keyset.ts';
import { masked, maskOf } from './mask.ts';
import { operation, type Operation } from './operation.ts';
import { createOnce, type KeyWrite } from './once.ts';
import { cut, listOf } from './paging.ts';

/** Who reads the records of a collection for administrators: auditors too, unless they could learn a secret. */
const permissionToRead = (of: { audience: string; hasSecrets?: true }): Permission =>
  of.audience !== 'administrators' ? 'member' : of.hasSecrets ? 'administrator' : 'auditor';

/** The standard methods (list, get, create, patch, delete) of one declaration. */
export function collection<T extends CollectionTable, C extends z.ZodType, P extends z.ZodType, R extends z.ZodType>(
  of: Collection<T, C, P, R>,
): Operation[] {
  const { table, group, plural, singular } = of;
  const identityOf = (id: string): string => `${plural}/${id}`;
  const common = { group, auth: 'bearer', rate: 'api' } as const;
  const bodies = { ignored: of.readOnly, ...(of.unknownFields ? { unknownFields: of.unknownFields } : {}) };
  const item = `${group.path}/{uuid}`;
  const live = (): SQL | undefined => of.live?.(nowMicros());

  const texts = textsOf(of);

  const list = operation(
    {
      ...common,
      id: `list${of.many ?? `${singular}s`}`,
      method: 'get',
      path: group.path,
      ...texts.list,
      permission: permissionToRead(of),
      statuses: of.statuses.list,
      query: listQuery(of.noun.many, Object.keys(of.filters)),
      ...(of.attributes ? { filters: ATTRIBUTE_FILTERS } : {}),
      list: plural,
      response: of.alias
        ? listOf(plural, of.resource).extend({
            [of.alias]: z.array(of.resource).openapi({ description: `The same as \`${plural}\`` }),
          })
        : listOf(plural, of.resource),
    },
    async ({ scope, query, filters, page, config }) => {
      const asked = query as Record<string, string | undefined>;
      const equal: SQL[] = Object.entries(of.filters).flatMap(([name, column]) =>
        asked[name] === undefined ? [] : [eq(column, of.spelling?.[name]?.(asked[name]) ?? asked[name])],
      );
      const seen = live();
      if (seen) equal.push(seen);
      if (of.attributes) equal.push(...attributeConditions(of.attributes, filters));
      const order: ListOrder<Row<T>> = asked['order_by'] === 'DISPLAY_NAME' ? byDisplayName(table) : newestFirst(table);
      const { orderBy, cursorOf } = order;
      const where = and(...equal, order.after(page.after));
      const sizes = of.size
        ? scope.values(table, of.size, where, { orderBy, limit: page.size, audience: of.audience })
        : undefined;
      const size = sizes ? fitting((await scope.read(sizes))[0].map(({ value }) => Number(value))) : page.size;
      const [rows, [count]] = await scope.read(
        scope.rows(table, where, { orderBy, limit: size + 1, audience: of.audience }),
        scope.count(table, and(...equal), page.countTo, of.audience),
      );
      const shown = cut(rows as Row<T>[], size, cursorOf);
      const all = shown.rows.map((row) => of.present(row, config));
      // With an alias the response holds every record under both keys.
      const copies = of.alias ? 2 : 1;
      const items = all.slice(0, fitting(all.map((item) => copies * JSON.stringify(item).length)));
      const last = shown.rows[items.length - 1];
      const next = items.length < all.length && last ? cursorOf(last) : shown.next;
      const list = { items, next, total: count!.n };
      return of.alias ? { list, also: { [of.alias]: items } } : { list };
    },
  );

  const read = async (scope: TenantScope, id: string): Promise<Row<T>> => {
    const [rows] = await scope.read(scope.rows(table, and(eq(table.id, id), live()), { audience: of.audience }));
    if (!rows[0]) throw notFound(identityOf(id));
    return rows[0] as Row<T>;
  };

  /** Writes a record and returns it as stored: with `derives`, the database has added to what was written. */
  const written = async (scope: TenantScope, row: Row<T>, change: Change, config: Config): Promise<z.infer<R>> => {
    const [shown] = await scope.write(change, of.derives ? scope.rows(table, eq(table.id, row.id)) : undefined);
    return of.present((shown as Row<T> | undefined) ?? row, config);
  };

  /** Reads a record in order to change or delete it. Throws 404 if the caller cannot read it, 403 if it cannot change it. */
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
      ...texts.read,
      permission: permissionToRead(of),
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
      ...texts.create,
      permission: 'administrator',
      statuses: of.statuses.create,
      body: of.create,
      example: of.createExample,
      ...bodies,
      ...(of.again ? { idempotent: true } : {}),
      response: of.resource,
    },
    async ({ scope, body, key, config, env }) => {
      const now = nowMicros();
      const id = ambient.uuid();
      const made = await of.values(body, { id, now, scope, config });
      const row = { ...made.values, id, tenant: scope.tenant, createdUs: now, revision: 1 } as unknown as Row<T>;
      const after = of.present(row, config);
      const { quota } = of;
      const cap = quota ? config.quotas[quota] : -1;
      const also = of.onCreate?.(row, scope, config);
      const operation = `create${singular}`;
      const store = async (write: KeyWrite): Promise<z.infer<R>> => {
        const change = {
          operation,
          resource: identityOf(id),
          after,
          conditions: [
            ...write.conditions,
            ...(also?.conditions ?? []),
            ...(quota ? scope.conditions((db) => assertQuota(db, scope.tenant, quota, cap)) : []),
          ],
          statements: [...(also?.statements ?? []), scope.insert(table, row as never), ...write.statements],
        };
        const json = await written(scope, row, change, config).catch((error: unknown) =>
          onFailedCondition(error, { ...also?.refused, ...(quota ? { quota: quotaReached(quota, cap) } : {}) }),
        );
        await of.created?.(row, env);
        return made.shown ? made.shown(json) : json;
      };
      const again = async (identity: string): Promise<z.infer<R> | undefined> => {
        const [[found]] = await scope.read(
          scope.rows(table, and(eq(table.id, identity.slice(plural.length + 1)), live()), { audience: of.audience }),
        );
        return found && of.again?.(found as Row<T>, config);
      };
      return { json: await createOnce(scope, { key, operation, body }, identityOf(id), store, again) };
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
        ...texts.update,
        permission: 'administrator',
        statuses: of.statuses.read,
        query: {
          mask: maskOf(Object.keys(cleared)).optional().openapi({
            description:
              'Names of the fields to change, separated by commas; those that the body lacks are cleared. Default: the fields of the body',
          }),
        },
        body,
        ...bodies,
        response: of.resource,
      },
      async ({ scope, params, query, body: given, config, env }) => {
        const wanted = masked(given, query.mask, cleared) as z.infer<P>;
        return {
          json: await retryUnchanged(async () => {
            const before = await readToWrite(scope, params['uuid']!);
            const changes = (await changesOf?.(wanted, before, { scope, config })) ?? {};
            const after = { ...before, ...changes } as Row<T>;
            const next = revised(scope, table, before, changes);
            const also = of.onUpdate?.(before, after, scope);
            const change = {
              operation: `update${singular}`,
              resource: identityOf(before.id),
              before: of.present(before, config),
              after: of.present(after, config),
              conditions: [next.condition, ...(also?.conditions ?? [])],
              statements: [next.statement, ...(also?.statements ?? [])],
            };
            const json = await written(scope, after, change, config).catch((error: unknown) =>
              onFailedCondition(error, also?.refused ?? {}),
            );
            await of.updated?.(after, env);
            return json;
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
      ...texts.delete,
      permission: 'administrator',
      statuses: of.statuses.read,
      response: of.deletedShown ? of.resource : z.object({}),
    },
    async ({ scope, params, config, env }) => {
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
                ? revised(scope, table, before, of.retired(nowMicros())).statement
                : scope.remove(table, eq(table.id, before.id)),
              ...(also?.statements ?? []),
            ],
          })
          .catch((error: unknown) => onFailedCondition(error, also?.refused ?? {}));
        await of.deleted?.(before, env);
        return of.deletedShown ? of.present(before, config) : {};
      });
      return { json: json as never };
    },
  );

  return [list, create, get, ...(PatchBody ? [patchOf(PatchBody)] : []), remove];
}

/** Throws 403 if a record, which the caller may read, belongs to another tenancy. */
export function refuseForeign(scope: TenantScope, row: { tenant: string }, identity: string): void {
  if (row.tenant !== scope.tenant)
    throw new ServiceError(
      'forbidden',
      `${identity} is shared by another tenancy; only administrators of that tenancy can change it`,
    );
}

/** The update of a record to its next revision, and the condition that it is unchanged since it was read. */
export function revised<T extends CollectionTable>(
  scope: TenantScope,
  table: T,
  before: { id: string; revision: number },
  changes: object,
): { condition: Statement; statement: Scoped<Statement> } {
  return {
    condition: unchanged(scope, table, before),
    statement: scope.update(table, eq(table.id, before.id), { ...changes, revision: before.revision + 1 } as never),
  };
}

/** The condition that a record still has the revision that was read. */
function unchanged<T extends CollectionTable>(
  scope: TenantScope,
  table: T,
  row: { id: string; revision: number },
): Statement {
  return scope.assertRow('unchanged', table, and(eq(table.id, row.id), eq(table.revision, row.revision))!);
}
