import * as fc from 'fast-check';
import { GIVEN, LISTS, marksOf, stringFor } from './fields.ts';
import { longText, mostly, name, plainName, text } from './texts.ts';

/** The parts of a JSON schema (OpenAPI 3.1) that the generator uses. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  required?: string[];
  maxProperties?: number;
  minItems?: number;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  example?: unknown;
  maxLength?: number;
};

/** More items than any list accepts, limited to MANY_BYTES. */
const MANY = 101;
const MANY_BYTES = 2 ** 20;

function manyOf(item: unknown): unknown[] {
  const size = Buffer.byteLength(JSON.stringify(item));
  return Array<unknown>(Math.max(1, Math.min(MANY, Math.floor(MANY_BYTES / size)))).fill(item);
}

const nested = (depth: number, around: (inner: unknown) => unknown): unknown => {
  let value: unknown = 'deep';
  for (let i = 0; i < depth; i++) value = around(value);
  return value;
};

/** Any JSON value, regardless of the schema. */
const junk: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(null, true, false, 0, -0, -1, 0.5, 2 ** 53, -(2 ** 53), 1e308) },
  { weight: 4, arbitrary: text },
  { weight: 1, arbitrary: longText },
  { weight: 3, arbitrary: fc.constantFrom<unknown>([], {}, [[]], [null], [{}], { '': '' }, ['a', 1]) },
  { weight: 2, arbitrary: fc.tuple(name, text).map((pair) => Object.fromEntries([pair])) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(8, 200, 1000).chain((depth) =>
      fc.constantFrom(
        nested(depth, (inner) => [inner]),
        nested(depth, (inner) => ({ a: inner })),
      ),
    ),
  },
);

/** The components of the document, and whether all values must be valid (`tame`). */
export type Manner = { schemas: Record<string, Schema>; tame: boolean };

/**
 * Generates values of a schema. Unless `tame`, about one in thirty values at every level does not match the schema.
 * `hint` is the name of the field.
 */
export function valueOf(schema: Schema, manner: Manner, hint = ''): fc.Arbitrary<unknown> {
  const right = rightValueOf(schema, manner, hint);
  return manner.tame ? right : mostly(30, right, junk);
}

function rightValueOf(schema: Schema, manner: Manner, hint: string): fc.Arbitrary<unknown> {
  if (schema.$ref) return valueOf(manner.schemas[schema.$ref.split('/').at(-1)!]!, manner, hint);
  if (Object.hasOwn(GIVEN, hint)) return GIVEN[hint]!;
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  const any = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (any) return fc.oneof(...any.map((each) => valueOf(each, manner, hint)));
  const types = [schema.type ?? (schema.properties ? 'object' : 'any')].flat();
  return fc.oneof(...types.map((type) => ofType(type, schema, manner, hint)));
}

function ofType(type: string, schema: Schema, manner: Manner, hint: string): fc.Arbitrary<unknown> {
  switch (type) {
    case 'string':
      return stringFor(hint, schema, manner.tame);
    case 'integer':
    case 'number':
      return manner.tame
        ? fc.integer({ min: 0, max: 90 })
        : fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constantFrom(0, -1, 2 ** 53, 0.1));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const list = listOf(valueOf(schema.items ?? {}, manner, hint), schema.minItems ?? 0, manner);
      return Object.hasOwn(LISTS, hint) ? fc.oneof(LISTS[hint]!, list) : list;
    }
    case 'object':
      return objectOf(schema, manner, hint);
    default:
      return junk;
  }
}

function listOf(item: fc.Arbitrary<unknown>, least: number, { tame }: Manner): fc.Arbitrary<unknown[]> {
  if (tame) return fc.uniqueArray(item, { minLength: least, maxLength: 3, selector: (each) => JSON.stringify(each) });
  return mostly(30, fc.array(item, { minLength: least, maxLength: 3 }), item.map(manyOf));
}

/**
 * Generates an object: the example with some fields replaced, or any fields of the schema; sometimes an extra field.
 */
function objectOf(schema: Schema, manner: Manner, hint: string): fc.Arbitrary<Record<string, unknown>> {
  const known = Object.entries(schema.properties ?? {});
  // The items of an `or` depend on the field that contains it.
  const fields = Object.fromEntries(
    known.map(([field, each]) => [field, valueOf(each, manner, field === 'or' ? hint : field)]),
  );
  const required = (schema.required ?? []).filter((field) => Object.hasOwn(fields, field));
  const parts: fc.WeightedArbitrary<Record<string, unknown>>[] = [
    { weight: 6, arbitrary: fc.record(fields, { requiredKeys: required as never[] }) },
  ];
  if (!manner.tame) parts.push({ weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) });
  const { example } = schema;
  if (example !== undefined)
    parts.push({
      weight: 6,
      arbitrary: fc.record(fields, { requiredKeys: [] }).chain((over) =>
        fc.subarray(Object.keys(over), { maxLength: Math.min(2, Object.keys(over).length) }).map((chosen) => ({
          ...(example as object),
          ...Object.fromEntries(chosen.map((field) => [field, over[field]])),
        })),
      ),
    });
  // Built from entries, so that `__proto__` is an ordinary field.
  return fc
    .tuple(fc.oneof(...parts), furtherFields(schema, manner), marksOf(hint))
    .map(([object, added, marks]) => [...Object.entries(object), ...added, ...marks])
    .map((entries) => Object.fromEntries(manner.tame ? entries.slice(0, schema.maxProperties) : entries));
}

/** Generates fields that the schema does not name, if it accepts them, and sometimes if it does not. */
function furtherFields({ additionalProperties: more }: Schema, manner: Manner): fc.Arbitrary<[string, unknown][]> {
  const field = fc.tuple(manner.tame ? plainName : name, more && more !== true ? valueOf(more, manner) : junk);
  if (more !== false && more !== undefined) return fc.array(field, { maxLength: 4 });
  return manner.tame ? fc.constant([]) : mostly(12, fc.constant([]), fc.array(field, { maxLength: 1 }));
}
