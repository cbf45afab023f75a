import { z } from '@hono/zod-openapi';
import { and, eq, type SQL } from 'drizzle-orm';
import type { Change, TenantScope } from '../access/scope.ts';
import type { Config } from '../settings/config.ts';
import { notFound, ServiceError } from '../lib/errors.ts';
import { fitting } from '../lib/paging.ts';
import { ambient, nowMicros } from '../lib/time.ts';
import { assertQuota, onFailedCondition, quotaReached, retryUnchanged } from '../platform/database/conditions.ts';
import { ATTRIBUTE_FILTERS, attributeConditions } from './attribute-filters.ts';
import type { Collection, CollectionTable, Row } from './declaration.ts';
import { listQuery, listResponse, permissionToRead, textsOf } from './described.ts';
import { byDisplayName, newestFirst, type ListOrder } from './keyset.ts';
import { masked, maskOf } from './mask.ts';
import { operation, type Operation } from './operation.ts';
import { createOnce, type KeyWrite } from './once.ts';
import { cut } from './paging.ts';
import { refuseForeign, revised, unchanged } from './revision.ts';

/** The standard methods (list, get, create, patch, delete) of one declaration. */
export function collection<T extends CollectionTable, C extends z.ZodType, P extends z.ZodType, R extends z.ZodType>(
  of: Collection<T, C, P, R>,
): Operation[] {
  const methods = new Methods(of);
  const update = of.patch ? [methods.update(of.patch)] : [];
  return [methods.list(), methods.create(), methods.get(), ...update, methods.remove()];
}

/** The methods of a declaration, one operation each. */
class Methods<T extends CollectionTable, C extends z.ZodType, P extends z.ZodType, R extends z.ZodType> {
  readonly #of: Collection<T, C, P, R>;
  readonly #common;
  readonly #texts;
  /** What the body of a request may have besides its fields. */
  readonly #bodies;
  /** The path of one record. */
  readonly #item: string;

  constructor(of: Collection<T, C, P, R>) {
    this.#of = of;
    this.#common = { group: of.group, auth: 'bearer', rate: 'api' } as const;
    this.#texts = textsOf(of);
    this.#bodies = { ignored: of.readOnly, ...(of.unknownFields ? { unknownFields: of.unknownFields } : {}) };
    this.#item = `${of.group.path}/{uuid}`;
  }

  list(): Operation {
    const of = this.#of;
    const { table, plural, singular } = of;
    return operation(
      {
        ...this.#common,
        id: `list${of.many ?? `${singular}s`}`,
        method: 'get',
        path: of.group.path,
        ...this.#texts.list,
        permission: permissionToRead(of),
        statuses: of.statuses.list,
        query: listQuery(of.noun.many, Object.keys(of.filters)),
        ...(of.attributes ? { filters: ATTRIBUTE_FILTERS } : {}),
        list: plural,
        response: listResponse(of),
      },
      async ({ scope, query, filters, page, config }) => {
        const asked = query as Record<string, string | undefined>;
        const equal = Object.entries(of.filters).flatMap(([name, column]): (SQL | undefined)[] =>
          asked[name] === undefined ? [] : [eq(column, of.spelling?.[name]?.(asked[name]) ?? asked[name])],
        );
        equal.push(this.#live());
        if (of.attributes) equal.push(...attributeConditions(of.attributes, filters));
        const order = asked['order_by'] === 'DISPLAY_NAME' ? byDisplayName : newestFirst;
        const { orderBy, cursorOf, after }: ListOrder<Row<T>> = order(table);
        const where = and(...equal, after(page.after));
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
        return { list: { items, next, total: count!.n }, ...(of.alias ? { also: { [of.alias]: items } } : {}) };
      },
    );
  }

  get(): Operation {
    const of = this.#of;
    const { singular, fixed } = of;
    return operation(
      {
        ...this.#common,
        id: `get${singular}`,
        ...(fixed ? { fixedId: fixed.id } : {}),
        method: 'get',
        path: this.#item,
        ...this.#texts.read,
        permission: permissionToRead(of),
        statuses: of.statuses.read,
        response: of.resource,
      },
      async ({ scope, params, config }) => {
        const id = params['uuid']!;
        if (id === fixed?.id) return { json: await fixed.read(scope, config) };
        return { json: of.present(await this.#read(scope, id), config) };
      },
    );
  }

  create(): Operation {
    const of = this.#of;
    const { table, plural, singular } = of;
    return operation(
      {
        ...this.#common,
        id: `create${singular}`,
        method: 'post',
        path: of.group.path,
        ...this.#texts.create,
        permission: 'administrator',
        statuses: of.statuses.create,
        body: of.create,
        example: of.createExample,
        ...this.#bodies,
        ...(of.again ? { idempotent: true } : {}),
        response: of.resource,
      },
      async ({ scope, body, key, config, env }) => {
        const [now, id] = [nowMicros(), ambient.uuid()];
        const made = await of.values(body, { id, now, scope, config });
        const row = { ...made.values, id, tenant: scope.tenant, createdUs: now, revision: 1 } as unknown as Row<T>;
        const { quota } = of;
        const cap = quota ? config.quotas[quota] : -1;
        const also = of.onCreate?.(row, scope, config);
        const operation = `create${singular}`;
        const store = async (write: KeyWrite): Promise<z.infer<R>> => {
          const change = {
            operation,
            resource: this.#identityOf(id),
            after: of.present(row, config),
            conditions: [
              ...write.conditions,
              ...(also?.conditions ?? []),
              ...(quota ? scope.conditions((db) => assertQuota(db, scope.tenant, quota, cap)) : []),
            ],
            statements: [...(also?.statements ?? []), scope.insert(table, row as never), ...write.statements],
          };
          const json = await this.#written(scope, row, change, config).catch((error: unknown) =>
            onFailedCondition(error, { ...also?.refused, ...(quota ? { quota: quotaReached(quota, cap) } : {}) }),
          );
          await of.created?.(row, env);
          return made.shown ? made.shown(json) : json;
        };
        const again = async (identity: string): Promise<z.infer<R> | undefined> => {
          const found = await this.#find(scope, identity.slice(plural.length + 1));
          return found && of.again?.(found, config);
        };
        return { json: await createOnce(scope, { key, operation, body }, this.#identityOf(id), store, again) };
      },
    );
  }

  update(body: P): Operation {
    const of = this.#of;
    const { table, singular, changes: changesOf, cleared = {} } = of;
    return operation(
      {
        ...this.#common,
        id: `update${singular}`,
        ...(of.fixed ? { fixedId: of.fixed.id } : {}),
        method: 'patch',
        path: this.#item,
        ...this.#texts.update,
        permission: 'administrator',
        statuses: of.statuses.read,
        query: {
          mask: maskOf(Object.keys(cleared)).optional().openapi({
            description:
              'Names of the fields to change, separated by commas; those that the body lacks are cleared. Default: the fields of the body',
          }),
        },
        body,
        ...this.#bodies,
        response: of.resource,
      },
      async ({ scope, params, query, body: given, config, env }) => {
        const wanted = masked(given, query.mask, cleared) as z.infer<P>;
        return {
          json: await retryUnchanged(async () => {
            const before = await this.#readToWrite(scope, params['uuid']!);
            const changes = (await changesOf?.(wanted, before, { scope, config })) ?? {};
            const after = { ...before, ...changes } as Row<T>;
            const next = revised(scope, table, before, changes);
            const also = of.onUpdate?.(before, after, scope);
            const change = {
              operation: `update${singular}`,
              resource: this.#identityOf(before.id),
              before: of.present(before, config),
              after: of.present(after, config),
              conditions: [next.condition, ...(also?.conditions ?? [])],
              statements: [next.statement, ...(also?.statements ?? [])],
            };
            const json = await this.#written(scope, after, change, config).catch((error: unknown) =>
              onFailedCondition(error, also?.refused ?? {}),
            );
            await of.updated?.(after, env);
            return json;
          }),
        };
      },
    );
  }

  remove(): Operation {
    const of = this.#of;
    const { table, singular } = of;
    return operation(
      {
        ...this.#common,
        id: `delete${singular}`,
        ...(of.fixed ? { fixedId: of.fixed.id } : {}),
        method: 'delete',
        path: this.#item,
        ...this.#texts.delete,
        permission: 'administrator',
        statuses: of.statuses.read,
        response: of.deletedShown ? of.resource : z.object({}),
      },
      async ({ scope, params, config, env }) => {
        const json = await retryUnchanged(async () => {
          const before = await this.#readToWrite(scope, params['uuid']!);
          const also = of.onDelete?.(before, scope);
          await scope
            .write({
              operation: `delete${singular}`,
              resource: this.#identityOf(before.id),
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
  }

  #identityOf(id: string): string {
    return `${this.#of.plural}/${id}`;
  }

  #live(): SQL | undefined {
    return this.#of.live?.(nowMicros());
  }

  async #find(scope: TenantScope, id: string): Promise<Row<T> | undefined> {
    const { table, audience } = this.#of;
    const [[row]] = await scope.read(scope.rows(table, and(eq(table.id, id), this.#live()), { audience }));
    return row as Row<T> | undefined;
  }

  async #read(scope: TenantScope, id: string): Promise<Row<T>> {
    const row = await this.#find(scope, id);
    if (!row) throw notFound(this.#identityOf(id));
    return row;
  }

  /** Reads a record in order to change or delete it. Throws 404 if the caller cannot read it, 403 if it cannot change it. */
  async #readToWrite(scope: TenantScope, id: string): Promise<Row<T>> {
    const { fixed } = this.#of;
    if (id === fixed?.id) {
      await scope.principal();
      throw new ServiceError('forbidden', `${this.#identityOf(id)} is ${fixed.name}; it cannot be changed or deleted`);
    }
    const row = await this.#read(scope, id);
    refuseForeign(scope, row, this.#identityOf(id));
    return row;
  }

  /** Writes a record and returns it as stored: with `derives`, the database has added to what was written. */
  async #written(scope: TenantScope, row: Row<T>, change: Change, config: Config): Promise<z.infer<R>> {
    const { table, derives, present } = this.#of;
    const [shown] = await scope.write(change, derives ? scope.rows(table, eq(table.id, row.id)) : undefined);
    return present((shown as Row<T> | undefined) ?? row, config);
  }
}
