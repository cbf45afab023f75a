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

type Simple = Omit<Schema, 'required'>;

/** A Swagger 2.0 parameter: `schema` for a body, else `type` and its keywords in place. */
export interface Parameter extends Simple {
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema;
}

interface Response {
  description: string;
  schema?: Schema;
  headers?: Record<string, Schema>;
  examples?: Record<string, unknown>;
}

export interface Operation {
  tags?: string[];
  summary?: string;
  description?: string;
  operationId?: string;
  deprecated?: boolean;
  consumes?: string[];
  produces?: string[];
  parameters?: Parameter[];
  responses: Record<string, Response>;
  security?: Record<string, string[]>[];
}

export interface Swagger2 {
  swagger: '2.0';
  info: { title: string; version: string; description?: string };
  host: string;
  basePath: string;
  schemes: string[];
  tags?: { name: string; description?: string }[];
  paths: Record<string, { [method in Method]?: Operation } & { parameters?: Parameter[] }>;
  definitions: Record<string, Schema>;
  securityDefinitions: Record<string, Record<string, unknown>>;
  security?: Record<string, string[]>[];
}

type Method = (typeof METHODS)[number];
type Components = NonNullable<OpenApi30['components']>;
type Reference = { $ref: string };
type Component<K extends keyof Components> = Exclude<NonNullable<Components[K]>[string], Reference>;
type Schema30 = Component<'schemas'> | Reference;
type Parameter30 = Component<'parameters'>;
type PathItem30 = OpenApi30['paths'][string];
type Operation30 = NonNullable<PathItem30['get']>;

/** What a reference may point to. */
interface Scope {
  components: Components;
  definitions: Record<string, Schema>;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'] as const;
const LIMITS = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
] as const;
const ANNOTATIONS = ['title', 'description', 'default', 'example', 'nullable', 'readOnly'];
const OPERATION_KEYWORDS = 'tags summary description externalDocs operationId deprecated security x-'.split(' ');
const SIMPLE_TYPES = ['string', 'number', 'integer', 'boolean'];
const SIMPLE_KEYWORDS = (
  'type format default enum multipleOf maximum exclusiveMaximum minimum exclusiveMinimum ' +
  'maxLength minLength pattern maxItems minItems uniqueItems'
).split(' ');
const SCHEMA_KEYWORDS = (
  'format title description default example enum multipleOf maximum minimum maxLength minLength ' +
  'pattern maxItems minItems uniqueItems maxProperties minProperties readOnly externalDocs xml x-'
).split(' ');

/**
 * Convert an OpenAPI 3.0 document to Swagger 2.0. Paths are kept as written. What 2.0 cannot say is
 * loosened, never refused: alternatives become `x-oneOf`, null becomes `x-nullable`, an object in a
 * query becomes a string; cookie parameters, links and callbacks are left out. `host` has no scheme
 * and `basePath` starts with a slash. The input is not changed and shares nothing with the result.
 */
export function toSwagger2(doc: OpenApi30, options: { host: string; basePath: string; schemes: string[] }): Swagger2 {
  const components = doc.components ?? {};
  const scope = { components, definitions: mapValues(components.schemas ?? {}, toSchema) };
  const swagger = {
    swagger: '2.0',
    info: doc.info,
    ...pick(options, ['host', 'basePath', 'schemes']),
    ...pick(doc, ['tags', 'externalDocs', 'security']),
    paths: mapValues(doc.paths ?? {}, (item: PathItem30) => ({
      parameters: item.parameters?.flatMap((each) => toParameters(scope, each)),
      ...Object.fromEntries(METHODS.map((method) => [method, item[method] && toOperation(scope, item[method])])),
    })),
    definitions: scope.definitions,
    securityDefinitions: mapValues(components.securitySchemes ?? {}, (scheme) =>
      toSecurityDefinition(resolve(scope, scheme)),
    ),
  };
  // The round trip drops what is undefined and unties the result from the input.
  return JSON.parse(JSON.stringify(swagger)) as Swagger2;
}

function toOperation(scope: Scope, operation: Operation30): Operation {
  const body = operation.requestBody && resolve(scope, operation.requestBody);
  const parameters = [
    ...(operation.parameters ?? []).flatMap((each) => toParameters(scope, each)),
    ...(body ? toBodyParameters(scope, body) : []),
  ];
  const produces = new Set<string>();
  const responses: Record<string, Response> = {};
  for (const [status, declared] of Object.entries(operation.responses)) {
    const response = resolve<Component<'responses'>>(scope, declared);
    for (const type of Object.keys(response.content ?? {})) produces.add(type);
    responses[/^\d{3}$/.test(status) ? status : 'default'] = toResponse(scope, response);
  }
  if (Object.keys(responses).length === 0) responses['default'] = { description: '' };
  return {
    ...pick(operation, OPERATION_KEYWORDS),
    ...(body && { consumes: Object.keys(body.content) }),
    ...(produces.size > 0 && { produces: [...produces] }),
    ...(parameters.length > 0 && { parameters }),
    responses,
  };
}

/** None for a cookie, else one. */
function toParameters(scope: Scope, declared: Parameter30 | Reference): Parameter[] {
  const parameter = resolve(scope, declared);
  const { name, in: location, required, deprecated, explode = true, allowEmptyValue } = parameter;
  if (location === 'cookie') return [];
  const schema = inline(scope, toSchema(parameter.schema ?? {}));
  return [
    {
      name,
      in: location,
      description: parameter.description ?? schema.description,
      ...((required === true || location === 'path') && { required: true }),
      ...(location === 'query' && { allowEmptyValue }),
      ...toSimple(scope, schema, location === 'query' && explode ? 'multi' : 'csv'),
      'x-example': sampleOf(scope, parameter) ?? schema.example,
      'x-deprecated': deprecated,
    },
  ];
}

/** A request body as one `body` parameter, or as `formData` parameters where only forms are taken. */
function toBodyParameters(scope: Scope, body: Component<'requestBodies'>): Parameter[] {
  const types = Object.keys(body.content);
  const form = types.find((type) => /^multipart\/|x-www-form-urlencoded/.test(type));
  const type = types.find(isJson) ?? form ?? types[0] ?? '';
  const media = body.content[type] ?? {};
  const schema = toSchema(media.schema ?? (isJson(type) ? {} : { type: 'string', format: 'binary' }));
  if (type !== form) {
    const { description, required } = body;
    const example = sampleOf(scope, media);
    return [{ name: 'body', in: 'body', description, required, schema, 'x-example': example }];
  }
  const { properties = {}, required = [] } = inline(scope, schema);
  return Object.entries(properties).map(([name, property]) => {
    const field = inline(scope, property);
    const value = field.type === 'array' ? inline(scope, field.items ?? {}) : field;
    return {
      name,
      in: 'formData',
      description: field.description ?? value.description,
      ...(required.includes(name) && { required: true }),
      ...(value.format === 'binary' ? { type: 'file' } : toSimple(scope, field, 'multi')),
      'x-example': field.example,
    };
  });
}

/** The schema is that of the JSON content; without one, text is a string and the rest a file. */
function toResponse(scope: Scope, response: Component<'responses'>): Response {
  const content = Object.entries(response.content ?? {});
  const json = content.find(([type]) => isJson(type));
  const text = content.find(([type]) => type.startsWith('text/'));
  const examples = content
    .map(([type, media]) => [type, sampleOf(scope, media)] as const)
    .filter(([, example]) => example !== undefined);
  const other = text ? toSchema(text[1].schema ?? { type: 'string' }) : { type: 'file' };
  return {
    description: response.description ?? '',
    ...(content.length > 0 && { schema: json ? toSchema(json[1].schema ?? {}) : other }),
    ...(response.headers && {
      headers: mapValues(response.headers, (declared) => {
        const header = resolve<Component<'headers'>>(scope, declared);
        const schema = inline(scope, toSchema(header.schema ?? {}));
        const description = header.description ?? schema.description;
        return { description, ...toSimple(scope, schema, 'csv') };
      }),
    }),
    ...(examples.length > 0 && { examples: Object.fromEntries(examples) }),
  };
}

/** Basic and API keys are kept; every other scheme is a key in the Authorization header. */
function toSecurityDefinition(scheme: Component<'securitySchemes'>): Record<string, unknown> {
  const { type, name, in: location, description } = scheme;
  if (scheme.scheme?.toLowerCase() === 'basic') return { type: 'basic', description };
  if (type === 'apiKey' && location !== 'cookie') return { type, name, in: location, description };
  const hint = scheme.scheme?.toLowerCase() === 'bearer' ? 'Bearer TOKEN' : undefined;
  return { type: 'apiKey', name: 'Authorization', in: 'header', description: description ?? hint };
}

/** A schema of OpenAPI 3.0, or with the keywords of 3.1 in it, as one of 2.0. */
function toSchema(schema: Schema30): Schema {
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
  if (typeof rest === 'object') out.additionalProperties = toSchema(rest);
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
const isAnnotation = (part: Schema30) => Object.keys(part).every((key) => ANNOTATIONS.includes(key));
const isNull = (part: Schema30) =>
  !('$ref' in part) && (part.type === 'null' || (part.nullable === true && Object.keys(part).length === 1));

/** One alternative is the schema itself, enums of one type are one enum, others stay as `x-oneOf`. */
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

/** A schema without references and allOf at its top: their properties and keywords are its own. */
function inline(scope: Scope, { $ref, allOf = [], ...own }: Schema): Schema {
  const named = $ref === undefined ? [] : [scope.definitions[$ref.split('/').at(-1)!] ?? {}];
  const parts = [...[...named, ...allOf].map((part) => inline(scope, part)), own];
  const out: Schema = Object.assign({}, ...parts);
  if (out.properties) out.properties = Object.assign({}, ...parts.map((part) => part.properties));
  if (out.required) out.required = parts.flatMap((part) => part.required ?? []);
  return out;
}

/** What stands outside a body: a simple type or an array of them; anything else is a string. */
function toSimple(scope: Scope, schema: Schema, collectionFormat?: string): Simple {
  const value = inline(scope, schema);
  const lists = value['x-oneOf']?.map((choice) => inline(scope, choice));
  const list = value.type === 'array' ? value : lists?.find(({ type }) => type === 'array');
  if (list && collectionFormat) {
    const items = toSimple(scope, list.items ?? {});
    return { ...pick(list, SIMPLE_KEYWORDS), items, collectionFormat };
  }
  const simple = SIMPLE_TYPES.includes(value.type!);
  return simple ? pick(value, SIMPLE_KEYWORDS) : { type: 'string' };
}

function resolve<T extends object>(scope: Scope, value: T | Reference): T {
  if (!('$ref' in value) || value.$ref === undefined) return value as T;
  const [kind, name] = value.$ref.split('/').slice(-2) as [keyof Components, string];
  const found = scope.components[kind]?.[name] as T | undefined;
  if (!found) throw new Error(`OpenAPI: ${value.$ref} is not defined`);
  return resolve(scope, found);
}

function sampleOf(scope: Scope, holder: Pick<Parameter30, 'example' | 'examples'>): unknown {
  const [first] = Object.values(holder.examples ?? {});
  return holder.example ?? (first && resolve<Component<'examples'>>(scope, first).value);
}

const isJson = (type: string) => /[/+]json\b/i.test(type);

/** The named keys of an object; `x-` names all extensions. */
function pick(source: object, keys: string[]): Record<string, unknown> {
  const kept = ([key]: [string, unknown]) => keys.includes(key.startsWith('x-') ? 'x-' : key);
  return Object.fromEntries(Object.entries(source).filter(kept));
}

function mapValues<T, U>(source: Record<string, T>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(source).map(([key, value]) => [key, map(value)]));
}
