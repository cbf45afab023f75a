import type { OpenAPIHono } from '@hono/zod-openapi';

/** The OpenAPI 3.0 document that zod-openapi generates. */
export type OpenApi30 = ReturnType<OpenAPIHono['getOpenAPIDocument']>;

/** A Swagger 2.0 schema. The index signature holds the validation keywords and `x-` extensions. */
export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  description?: string;
  example?: unknown;
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  allOf?: Schema[];
  'x-nullable'?: boolean;
  'x-oneOf'?: Schema[];
  [keyword: string]: unknown;
}

export type Components = NonNullable<OpenApi30['components']>;
export type Reference = { $ref: string };
export type Component<K extends keyof Components> = Exclude<NonNullable<Components[K]>[string], Reference>;
export type Schema30 = Component<'schemas'> | Reference;

const LIMITS = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
] as const;
const ANNOTATIONS = new Set(['title', 'description', 'default', 'example', 'nullable', 'readOnly']);
const SCHEMA_KEYWORDS = (
  'format title description default example enum multipleOf maximum minimum maxLength minLength ' +
  'pattern maxItems minItems uniqueItems maxProperties minProperties readOnly externalDocs xml x-'
).split(' ');

/** Converts a schema of OpenAPI 3.0, which may contain keywords of 3.1, to Swagger 2.0. */
export function toSchema(schema: Schema30): Schema {
  if ('$ref' in schema) return { $ref: schema.$ref.replace('components/schemas', 'definitions') };
  const types = [schema.type ?? []].flat();
  const choices = schema.oneOf ?? schema.anyOf ?? (types.length > 1 ? types.map(ofType) : []);
  const parts = schema.allOf ?? [];
  const notes = parts.filter(isAnnotation).map(toSchema);
  const out: Schema = Object.assign({}, ...notes, pick(schema, SCHEMA_KEYWORDS));
  if (types.length === 1 && types[0] !== 'null') out.type = types[0]!;
  if (schema.nullable || [...types.map(ofType), ...choices].some(isNull)) out['x-nullable'] = true;
  if (schema.examples?.length) out.example ??= schema.examples[0];
  if ('const' in schema) out.enum = [schema.const];
  if (schema.required?.length) out.required = schema.required;
  if (schema.properties) out.properties = mapValues(schema.properties, toSchema);
  if (schema.items ?? out.type === 'array') out.items = toSchema(schema.items ?? {});
  const rest = schema.additionalProperties;
  // Any value, null included, needs no schema.
  if (typeof rest === 'object') out.additionalProperties = isNull(rest) || toSchema(rest);
  else if (rest !== undefined) out.additionalProperties = rest;
  for (const [limit, keyword] of LIMITS) {
    const exclusive: unknown = schema[keyword]; // 3.0: a flag on the limit; 3.1: a limit of its own
    if (typeof exclusive === 'number') out[limit] = exclusive;
    if (exclusive !== undefined && exclusive !== false && limit in out) out[keyword] = true;
  }
  const bases = parts.filter((part) => !isAnnotation(part));
  if (bases.length > 0) out.allOf = bases.map(toSchema);
  choose(out, choices.filter((choice) => !isNull(choice)).map(toSchema));
  if (out['x-nullable'] && out.enum?.some((value) => value !== null)) {
    out.enum = out.enum.filter((value) => value !== null);
  }
  return out;
}

const ofType = (type: string) => ({ type }) as Schema30;
const isAnnotation = (part: Schema30) => Object.keys(part).every((key) => ANNOTATIONS.has(key));
const isNull = (part: Schema30) =>
  !('$ref' in part) && (part.type === 'null' || (part.nullable === true && Object.keys(part).length === 1));

/** Merges a single alternative into the schema and enums of one type into one enum; others become `x-oneOf`. */
function choose(out: Schema, choices: Schema[]): void {
  const [first] = choices;
  if (!first) return;
  const alike = first.type !== 'array' && choices.every(({ type }) => type === first.type);
  if (choices.length === 1 && first.$ref) out.allOf = [...(out.allOf ?? []), first];
  else if (choices.length === 1) Object.assign(out, { ...first, ...out });
  else if (alike && choices.every((choice) => choice.enum)) {
    out.type = first.type;
    out.enum = [...new Set(choices.flatMap((choice) => choice.enum))];
  } else {
    if (alike) out.type ??= first.type;
    out['x-oneOf'] = choices;
  }
}

/** The given keys of an object; `x-` selects all extensions. */
export function pick(source: object, keys: string[]): Record<string, unknown> {
  const kept = ([key]: [string, unknown]) => keys.includes(key.startsWith('x-') ? 'x-' : key);
  return Object.fromEntries(Object.entries(source).filter(kept));
}

/** Maps the values of an object. */
export function mapValues<T, U>(source: Record<string, T>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(source).map(([key, value]) => [key, map(value)]));
}
