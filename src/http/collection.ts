import { z } from '@hono/zod-openapi';
import { and, eq, type SQL } from 'drizzle-orm';
import type { Change, TenantScope } from '../access/scope.ts';
import { notFound, ServiceError } from '../lib/errors.ts';
import { uuidIn } from '../lib/identifiers.ts';
import { nowMicros } from '../lib/time.ts';
import { assertQuota, onFailedCondition, quotaReached, retryUnchanged } from '../platform/database/conditions.ts';
import { ATTRIBUTE_FILTERS } from './attribute-filters.ts';
import type { Collection, Method } from './declaration.ts';
import type { CollectionTable, Row } from './collection-table.ts';
import { listQuery, listResponse, permissionToRead, permissionToWrite, textsOf } from './described.ts';
import { masked, maskOf } from './mask.ts';
import { operation, type Operation } from './operation.ts';
import { createOnce, type KeyWrite } from './once.ts';
import { pageOf, type PageQuery } from './collection-page.ts';
import { refuseForeign, revised, unchanged } from './revision.ts';

/** The standard methods (list, get, create, patch, delete) of one declaration. */
export function collection<
  T extends CollectionTable,
  C extends z.ZodType,
  P extends z.ZodType,
  R extends z.ZodType,
  Columns,
>(of: Collection<T, C, P, R, Columns>): Operation[] {
  const methods = new Methods(of as unknown as AnyCollection);
  const update = of.fields.patch ? [methods.update(of.fields.patch)] : [];
  return [methods.list(), methods.create(), methods.get(), ...update, ...(of.permanent ? [] : [methods.remove()])];
}

type AnyCollection = Collection<CollectionTable, z.ZodType, z.ZodType, z.ZodType, object>;
type AnyRow = Row<CollectionTable>;

/** The methods of a declaration, one operation each. */
class Methods {
  readonly #of: AnyCollection;
  readonly #fields: AnyCollection['fields'];

  constructor(of: AnyCollection) {
    this.#of = of;
    this.#fields = of.fields;
  }

  /** What the declarations of all operations have. */
  #spec(method: Method) {
    const { group, fields, many = `${fields.name}s`, statuses, fixed } = this.#of;
    const isItem = method !== 'list' && method !== 'create';
    const isRead = method === 'list' || method === 'read';
    return {
      group,
      auth: 'bearer',
      rate: 'api',
      id: `${method === 'read' ? 'get' : method}${method === 'list' ? many : fields.name}`,
      path: isItem ? `${group.path}/{uuid}` : group.path,
      ...textsOf(this.#of)[method],
      permission: isRead ? permissionToRead(this.#of) : permissionToWrite(this.#of, method),
      statuses: isItem ? statuses.read : statuses[method],
      ...(isItem && fixed ? { fixedId: fixed.id } : {}),
    } as const;
  }

  /** What a body may have besides the fields of its schema. */
  #furtherFields() {
    const { fields, unknownFields } = this.#of;
    return { ignored: fields.readOnly, ...(unknownFields ? { unknownFields } : {}) };
  }

  list(): Operation {
    const of = this.#of;
    return operation(
      {
        ...this.#spec('list'),
        method: 'get',
        query: listQuery(of.noun.many, Object.keys(of.fields.filters)),
        ...(of.attributes ? { filters: ATTRIBUTE_FILTERS } : {}),
        list: of.plural,
        response: listResponse(of, of.fields.response),
      },
      ({ scope, query, filters, page }) => pageOf(of, scope, query as PageQuery, filters, page),
    );
  }

  get(): Operation {
    const of = this.#of;
    const { fixed } = of;
    return operation(
      { ...this.#spec('read'), method: 'get', response: of.fields.response },
      async ({ scope, params, config }) => {
        const id = params['uuid']!;
        if (id === fixed?.id) return { json: await fixed.read(scope, config) };
        return { json: this.#fields.json(await this.#read(scope, id)) };
      },
    );
  }

  create(): Operation {
    const of = this.#of;
    const { plural } = of;
    const { table, name } = of.fields;
    return operation(
      {
        ...this.#spec('create'),
        method: 'post',
        body: of.fields.create,
        example: of.createExample,
        ...this.#furtherFields(),
        ...(of.again ? { idempotent: true } : {}),
        response: of.fields.response,
      },
      async ({ scope, body, key, config, env }) => {
        const [now, id] = [nowMicros(), uuidIn(scope.tenant)];
        const made = await of.values(body, { id, now, scope, config });
        const values = { ...of.fields.values(body), ...made.values };
        const row = { ...values, id, tenant: scope.tenant, createdUs: now, revision: 1 } as unknown as AnyRow;
        const { quota } = of;
        const cap = quota ? config.quotas[quota] : -1;
        const also = of.onCreate?.(row, scope, config);
        const operation = `create${name}`;
        const store = async (write: KeyWrite): Promise<unknown> => {
          const change = {
            operation,
            resource: this.#identityOf(id),
            after: this.#fields.json(row),
            conditions: [
              ...write.conditions,
              ...(also?.conditions ?? []),
              ...(quota ? scope.conditions((db) => assertQuota(db, scope.tenant, quota, cap)) : []),
            ],
            statements: [...(also?.statements ?? []), scope.insert(table, row as never), ...write.statements],
          };
          const json = await this.#written(scope, row, change).catch((error: unknown) =>
            onFailedCondition(error, { ...also?.refused, ...(quota ? { quota: quotaReached(quota, cap) } : {}) }),
          );
          await of.created?.(row, env);
          return made.shown ? made.shown(json) : json;
        };
        const again = async (identity: string): Promise<unknown> => {
          const found = await this.#find(scope, identity.slice(plural.length + 1));
          return found && of.again?.(found, config);
        };
        return { json: await createOnce(scope, { key, operation, body }, this.#identityOf(id), store, again) };
      },
    );
  }

  update(body: z.ZodType): Operation {
    const of = this.#of;
    const { table, name, cleared } = of.fields;
    return operation(
      {
        ...this.#spec('update'),
        method: 'patch',
        query: {
          mask: maskOf(Object.keys(cleared))
            .optional()
            .openapi({
              description:
                'Names of the fields to change, separated by commas; those that the body lacks are cleared. ' +
                'Default: the fields of the body',
            }),
        },
        body,
        ...this.#furtherFields(),
        response: of.fields.response,
      },
      async ({ scope, params, query, body: given, config, env }) => {
        const wanted = masked(given, query.mask, cleared);
        return {
          json: await retryUnchanged(async () => {
            const before = await this.#readToWrite(scope, params['uuid']!);
            const changed = of.fields.changes(wanted);
            const more = await of.changes?.(wanted, { ...before, ...changed }, { scope, config });
            const changes = { ...changed, ...more };
            const after = { ...before, ...changes };
            const next = revised(scope, table, before, changes);
            const also = of.onUpdate?.(before, after, scope);
            const change = {
              operation: `update${name}`,
              resource: this.#identityOf(before.id),
              before: this.#fields.json(before),
              after: this.#fields.json(after),
              conditions: [next.condition, ...(also?.conditions ?? [])],
              statements: [next.statement, ...(also?.statements ?? [])],
            };
            const json = await this.#written(scope, after, change).catch((error: unknown) =>
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
    const { table, name } = of.fields;
    return operation(
      {
        ...this.#spec('delete'),
        method: 'delete',
        response: of.deletedShown ? of.fields.response : z.object({}),
      },
      async ({ scope, params, env }) => {
        const json = await retryUnchanged(async () => {
          const before = await this.#readToWrite(scope, params['uuid']!);
          const also = of.onDelete?.(before, scope);
          await scope
            .write({
              operation: `delete${name}`,
              resource: this.#identityOf(before.id),
              before: this.#fields.json(before),
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
          return of.deletedShown ? this.#fields.json(before) : {};
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

  async #find(scope: TenantScope, id: string): Promise<AnyRow | undefined> {
    const { table } = this.#fields;
    const { audience } = this.#of;
    const [[row]] = await scope.read(scope.rows(table, and(eq(table.id, id), this.#live()), { audience }));
    return row as AnyRow | undefined;
  }

  async #read(scope: TenantScope, id: string): Promise<AnyRow> {
    const row = await this.#find(scope, id);
    if (!row) throw notFound(this.#identityOf(id));
    return row;
  }

  /** Reads a record in order to change or delete it. Throws 404 if the caller cannot read it, 403 if not change it. */
  async #readToWrite(scope: TenantScope, id: string): Promise<AnyRow> {
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
  async #written(scope: TenantScope, row: AnyRow, change: Change): Promise<unknown> {
    const { table, json } = this.#fields;
    const [shown] = await scope.write(change, this.#of.derives ? scope.rows(table, eq(table.id, row.id)) : undefined);
    return json((shown as AnyRow | undefined) ?? row);
  }
}
