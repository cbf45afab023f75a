import {
  mapValues,
  pick,
  toSchema,
  type Component,
  type Components,
  type OpenApi30,
  type Reference,
  type Schema,
} from './schema2.ts';

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

export interface SwaggerOperation {
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
  paths: Record<string, { [method in Method]?: SwaggerOperation } & { parameters?: Parameter[] }>;
  definitions: Record<string, Schema>;
  securityDefinitions: Record<string, Record<string, unknown>>;
  security?: Record<string, string[]>[];
}

type Method = (typeof METHODS)[number];
type Parameter30 = Component<'parameters'>;
type PathItem30 = OpenApi30['paths'][string];
type Operation30 = NonNullable<PathItem30['get']>;

/** The components that references resolve to. */
interface Scope {
  components: Components;
  definitions: Record<string, Schema>;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'] as const;
const OPERATION_KEYWORDS = 'tags summary description externalDocs operationId deprecated security x-'.split(' ');
const SIMPLE_TYPES = new Set(['string', 'number', 'integer', 'boolean']);
const SIMPLE_KEYWORDS = (
  'type format default enum multipleOf maximum exclusiveMaximum minimum exclusiveMinimum ' +
  'maxLength minLength pattern maxItems minItems uniqueItems'
).split(' ');

/**
 * Converts an OpenAPI 3.0 document to Swagger 2.0. Paths are kept as written. What 2.0 cannot express is
 * loosened: alternatives become `x-oneOf`, null becomes `x-nullable`, an object in a
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
  // The round trip removes undefined values and copies everything.
  return withoutUnused(JSON.parse(JSON.stringify(swagger)) as Swagger2);
}

/** Removes definitions without a reference, such as those of forms, whose fields are parameters. */
function withoutUnused(swagger: Swagger2): Swagger2 {
  const used = new Set<string>();
  const collect = (node: unknown): void => {
    for (const [, name] of JSON.stringify(node).matchAll(/"#\/definitions\/([^"]+)"/g))
      if (!used.has(name!)) {
        used.add(name!);
        collect(swagger.definitions[name!] ?? {});
      }
  };
  collect(swagger.paths);
  swagger.definitions = Object.fromEntries(Object.entries(swagger.definitions).filter(([name]) => used.has(name)));
  return swagger;
}

function toOperation(scope: Scope, operation: Operation30): SwaggerOperation {
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

/** One parameter, or none for a cookie. */
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

/** A request body as one `body` parameter, or as `formData` parameters if it must be a form. */
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

/** The schema of the JSON content. Without JSON, text is a string and anything else a file. */
function toResponse(scope: Scope, response: Component<'responses'>): Response {
  const content = Object.entries(response.content ?? {});
  const json = content.find(([type]) => isJson(type));
  const text = content.find(([type]) => type.startsWith('text/'));
  // A response has one schema in 2.0, which the examples of another media type would not match.
  const examples = (json ? [json] : content)
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

/** Basic authentication and API keys are kept; every other scheme becomes a key in the Authorization header. */
function toSecurityDefinition(scheme: Component<'securitySchemes'>): Record<string, unknown> {
  const { type, name, in: location, description } = scheme;
  if (scheme.scheme?.toLowerCase() === 'basic') return { type: 'basic', description };
  if (type === 'apiKey' && location !== 'cookie') return { type, name, in: location, description };
  const hint = scheme.scheme?.toLowerCase() === 'bearer' ? 'Bearer TOKEN' : undefined;
  return { type: 'apiKey', name: 'Authorization', in: 'header', description: description ?? hint };
}

/** Resolves a reference and merges `allOf` at the top of a schema. */
function inline(scope: Scope, { $ref, allOf = [], ...own }: Schema): Schema {
  const named = $ref === undefined ? [] : [scope.definitions[$ref.split('/').at(-1)!] ?? {}];
  const parts = [...[...named, ...allOf].map((part) => inline(scope, part)), own];
  const out: Schema = Object.assign({}, ...parts);
  if (out.properties) out.properties = Object.assign({}, ...parts.map((part) => part.properties));
  if (out.required) out.required = parts.flatMap((part) => part.required ?? []);
  return out;
}

/** The type of a parameter outside the body: a simple type or an array of them; anything else becomes a string. */
function toSimple(scope: Scope, schema: Schema, collectionFormat?: string): Simple {
  const value = inline(scope, schema);
  const lists = value['x-oneOf']?.map((choice) => inline(scope, choice));
  const list = value.type === 'array' ? value : lists?.find(({ type }) => type === 'array');
  if (list && collectionFormat) {
    const items = toSimple(scope, list.items ?? {});
    return { ...pick(list, SIMPLE_KEYWORDS), items, collectionFormat };
  }
  const simple = SIMPLE_TYPES.has(value.type!);
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
