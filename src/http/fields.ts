import { z } from '@hono/zod-openapi';
import { getTableColumns, type GetColumnData } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { nowMicros, type Micros } from '../lib/time.ts';
import type { CollectionTable, Values } from './collection-table.ts';

/**
 * How lists are filtered by the exact value of a field. `spelling`: how records spell the value that a client gives.
 */
export type FieldFilter = { column: SQLiteColumn; spelling?: (given: string) => string };

type Examples = {
  /** The value in the examples of a creation and of the response. */
  example?: unknown;
  /** The value in the example of the response, if that of the creation lacks the field or has another value. */
  responseExample?: unknown;
};

/** A field of a resource, made by `field()` or `derived()`. `now`: the time of the response. */
export type Field<Row, Column, Create, Patch, Response extends z.ZodType> = Examples & {
  /**
   * The column that requests set, and the value there. Undefined: requests do not set it, or the collection's hooks
   * do.
   */
  column: Column;
  toColumn?: (value: never) => unknown;
  /**
   * The schemas in a creation and in a change. Both undefined: the field is read-only; a body may have it, it is
   * ignored.
   */
  create: Create;
  patch: Patch;
  response: Response;
  /** The value in responses. */
  json: (row: Row, now: Micros) => z.infer<Response>;
  empty?: unknown;
  filter?: FieldFilter | undefined;
};

/** A conversion, which may be absent if both types are the same. */
type Conversion<Name extends string, From, To> = [From] extends [To]
  ? { [N in Name]?: (value: From) => To }
  : { [N in Name]: (value: From) => To };

type ColumnField<C extends SQLiteColumn, Request extends z.ZodType, Response extends z.ZodType, Empty> = Examples & {
  column: C;
  /** What the field means. */
  description: string;
  request: Request;
  /**
   * Makes the schema in responses from the description: `(text: string) => …` (a type is needed). Default: a string.
   */
  response?: (description: string) => Response;
  /** The value if a creation lacks the field, and if a mask clears it. Absent: required, and cannot be cleared. */
  empty?: Empty;
  /** Lists can be filtered by the exact value. */
  filter?: true | Pick<FieldFilter, 'spelling'>;
} & Conversion<'toColumn', z.infer<Request>, GetColumnData<C>> &
  Conversion<'toJson', GetColumnData<C>, z.infer<Response>>;

const same = (value: unknown): unknown => value;
const text = (description: string) => z.string().openapi({ description });

/** A field with a column that requests set, at creation and later. */
export function field<
  C extends SQLiteColumn,
  Request extends z.ZodType,
  Response extends z.ZodType = z.ZodString,
  Empty extends z.infer<Request> | undefined = undefined,
>(
  of: ColumnField<C, Request, Response, Empty>,
): Field<
  object,
  C,
  [Empty] extends [undefined] ? Request : z.ZodOptional<Request>,
  z.ZodOptional<Request>,
  NoInfer<Response>
> {
  const { column, description, response, filter, ...more } = of;
  const { toColumn, toJson, empty, ...examples } = { toColumn: same, toJson: same, ...more };
  const request = of.request.openapi({ description });
  const property = propertyOf(column);
  return {
    ...examples,
    column,
    toColumn,
    create: empty === undefined ? request : request.optional(),
    patch: request.optional(),
    response: (response ?? text)(description),
    json: (row: Record<string, unknown>) => toJson(row[property] as never),
    empty,
    filter: filter && { column, ...(filter === true ? {} : filter) },
  } as never;
}

/** A field whose value in responses follows from the row. Requests set it only with `create` and `patch`, by hooks. */
export function derived<Row, Response extends z.ZodType, Create = undefined, Patch = undefined>(
  of: Examples & {
    response: Response;
    json: (row: Row, now: Micros) => z.infer<Response>;
    create?: Create;
    patch?: Patch;
    /** The column that lists can be filtered by, as `field()` does. */
    filter?: SQLiteColumn;
  },
): Field<Row, undefined, NoInfer<Create>, NoInfer<Patch>, Response> {
  const { filter, ...more } = of;
  return {
    create: undefined,
    patch: undefined,
    ...more,
    column: undefined,
    filter: filter && { column: filter },
  } as never;
}

/** The name of a column's property in rows. */
const propertyOf = (column: SQLiteColumn): string =>
  Object.entries(getTableColumns(column.table)).find(([, each]) => each === column)![0];

type FieldsOf<T extends CollectionTable> = Record<
  string,
  Field<T['$inferSelect'], T[keyof T] | undefined, unknown, unknown, z.ZodType>
>;
type Schemas<F extends Record<string, object>, In extends string> = {
  [N in keyof F as F[N] extends { [I in In]: z.ZodType } ? N : never]: F[N] extends {
    [I in In]: infer S extends z.ZodType;
  }
    ? S
    : never;
};
/** The columns that the fields declare. */
type Declared<T extends CollectionTable, F extends FieldsOf<T>> = {
  [K in keyof Values<T> as T[K & keyof T] extends F[keyof F]['column'] ? K : never]: Values<T>[K];
};

/** What follows from the fields of a resource. */
export type Fields<
  T extends CollectionTable,
  Create extends z.ZodType,
  Patch extends z.ZodType,
  Response extends z.ZodType,
  Columns,
> = {
  name: string;
  table: T;
  create: Create;
  /** Undefined: records cannot be changed. */
  patch: Patch | undefined;
  response: Response;
  /** The example of the response. */
  example: z.infer<Response>;
  /** The fields of the resource that a body may have and that are ignored there. */
  readOnly: string[];
  /** The values of the fields that a mask can name; undefined for those that cannot be cleared. */
  cleared: Record<string, unknown>;
  filters: Record<string, FieldFilter>;
  /** The columns of a creation. */
  values: (body: z.infer<Create>) => Columns;
  /** The columns that a change sets. */
  changes: (body: z.infer<Patch>) => Partial<Values<T>>;
  /** The record as responses show it. */
  json: (row: T['$inferSelect'], now?: Micros) => z.infer<Response>;
};

type Resource = {
  /** Singular, in capitals: `Location`. Bodies are `CreateLocation` and `PatchLocation` in the documents. */
  name: string;
  /** The name of the response in the documents, if it is another one. */
  responseName?: string;
  /** An example of a change. Absent: records cannot be changed. */
  patchExample?: object;
  /** The order of the fields in requests, if it is not that of responses. */
  requestOrder?: string[];
  /**
   * A check of a creation that reads several fields. It also runs if some of them are invalid, to report everything.
   */
  check?: (body: Record<string, unknown>, refuse: (field: string, message: string) => void) => void;
};

/**
 * Declares the fields of a resource, in the order of its responses. All that `collection()` and the documents need of
 * them follows from it: the schemas of the bodies and of the response, examples, conversions, filters and masks.
 *
 *     export const contact = fields(
 *       table,
 *       {
 *         identity: identity('contacts', 'the contact'),
 *         display_name: field({ column: table.displayName, ...displayName('the contact'), example: 'Harbor office' }),
 *         // Optional: a creation without it, and a mask that clears it, store the empty value.
 *         phone: field({
 *           column: table.phone,
 *           description: 'Telephone number',
 *           request: z.string().max(32),
 *           empty: '',
 *           filter: true,
 *           example: '+31 10 555 0100',
 *         }),
 *         // The types of the column and of responses differ, so a conversion is required; see also `toColumn`.
 *         priority: field({
 *           column: table.priority,
 *           description: 'Order in which contacts are called, from 1',
 *           request: z.int().min(1).max(9),
 *           response: (text: string) => schemas.text(text, { format: 'int64' }),
 *           toJson: String,
 *           example: 1,
 *           responseExample: '1',
 *         }),
 *         // Read-only. The hook `values` of the collection sets the column.
 *         created_at: derived({
 *           response: schemas.timestamp('When the contact was created'),
 *           json: (row) => formatSeconds(row.createdUs),
 *           example: CREATED,
 *         }),
 *       },
 *       { name: 'Contact', patchExample: { phone: '' } },
 *     );
 *
 * A field that needs more stays a function beside the declaration: `derived()` with schemas of its own for requests,
 * and the hooks `values` and `changes` of the collection (see the certificates, whose columns follow from one PEM).
 */
export function fields<T extends CollectionTable, F extends FieldsOf<T>>(
  table: T,
  declared: F,
  of: Resource,
): Fields<
  T,
  z.ZodObject<Schemas<F, 'create'>, z.core.$strict>,
  z.ZodObject<Schemas<F, 'patch'>, z.core.$strict>,
  z.ZodObject<Schemas<F, 'response'>>,
  Declared<T, F>
> {
  const all = Object.entries(declared as Record<string, AnyField>);
  const requested = (of.requestOrder ?? Object.keys(declared)).map(
    (name) => [name, declared[name] as AnyField] as const,
  );
  const columns = requested.filter(([, each]) => each.column !== undefined);
  const example = responseExample(all);
  return {
    name: of.name,
    table,
    create: createSchema(requested, all, of),
    patch:
      of.patchExample &&
      z.strictObject(shapeOf(requested, 'patch')).openapi(`Patch${of.name}`, { example: of.patchExample }),
    response: z.object(shapeOf(all, 'response')).openapi(of.responseName ?? of.name, { example }),
    example,
    readOnly: all.flatMap(([name, { create, patch }]) => (create || patch ? [] : [name])),
    cleared: Object.fromEntries(columns.map(([name, { empty }]) => [name, empty])),
    filters: Object.fromEntries(all.flatMap(([name, { filter }]) => (filter ? [[name, filter]] : []))),
    values: (body: Json) =>
      Object.assign({}, ...columns.map(([name, each]) => columnOf(each, body[name] ?? each.empty))),
    changes: (body: Json) =>
      Object.assign({}, ...columns.map(([name, each]) => (body[name] === undefined ? {} : columnOf(each, body[name])))),
    json: (row: never, now = nowMicros()) => Object.fromEntries(all.map(([name, each]) => [name, each.json(row, now)])),
  } as never;
}

type Json = Record<string, unknown>;
type AnyField = Field<never, SQLiteColumn | undefined, z.ZodType | undefined, z.ZodType | undefined, z.ZodType>;
type Named = readonly (readonly [name: string, AnyField])[];

const shapeOf = (named: Named, schema: 'create' | 'patch' | 'response'): Record<string, z.ZodType> =>
  Object.fromEntries(named.flatMap(([name, each]) => (each[schema] ? [[name, each[schema]]] : [])));

function createSchema(requested: Named, all: Named, { name, check }: Resource) {
  const schema = z.strictObject(shapeOf(requested, 'create'));
  const checked = schema.superRefine(
    (body, context) => check?.(body, (field, message) => context.addIssue({ code: 'custom', path: [field], message })),
    { when: ({ value }) => typeof value === 'object' && value !== null },
  );
  const given = all.filter(([, { create, example }]) => create && example !== undefined);
  const example = Object.fromEntries(given.map(([field, each]) => [field, each.example]));
  return (check ? checked : schema).openapi(`Create${name}`, { example });
}

/** Fields without an example are at its end, with their empty values. */
function responseExample(all: Named): Json {
  const isGiven = (each: AnyField): boolean => each.example !== undefined || each.responseExample !== undefined;
  const valueOf = (each: AnyField) => (each.responseExample === undefined ? each.example : each.responseExample);
  const given = all.filter(([, each]) => isGiven(each)).map(([name, each]) => [name, valueOf(each)]);
  const others = all.filter(([, each]) => !isGiven(each));
  const empty = others.map(([name, each]) => [name, each.json(columnOf(each, each.empty) as never, 0)]);
  return Object.fromEntries([...given, ...empty]);
}

/** A row with one column, which has the value of a request. */
const columnOf = ({ column, toColumn }: AnyField, value: unknown): Json => ({
  [propertyOf(column!)]: toColumn!(value as never),
});
