import { JSON_LINES } from '../batch.ts';
import type { Operation } from '../operation.ts';
import { servedAs } from '../path.ts';

/** The parts of a JSON schema that are read here. */
type Schema = {
  $ref?: string;
  type?: string | string[];
  example?: unknown;
  const?: unknown;
  enum?: unknown[];
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema & { readOnly?: boolean }>;
  required?: string[];
};
type Schemas = Record<string, Schema>;
type Content = Record<string, { schema: Schema; example?: unknown }>;
type Described = {
  operationId: string;
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
type Document = { paths: Record<string, Record<string, Described>>; components: { schemas: Schemas } };

const JSON_TYPES = ['application/json', 'application/x-www-form-urlencoded'];

/**
 * Adds to a document what follows from the declarations of its operations: bodies whose unknown fields are ignored
 * admit them, fields that requests cannot set are `readOnly`, and every JSON body has an example.
 */
export function complete(document: object, operations: readonly Operation[]): void {
  const { paths, components } = document as Document;
  const specs = new Map(operations.flatMap((each) => servedAs(each).map(({ id }) => [id, each.spec] as const)));
  for (const described of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const spec = specs.get(described.operationId)!;
    const request = described.requestBody?.content ?? {};
    const responses = Object.values(described.responses).map(({ content }) => content ?? {});
    if (spec.unknownFields === 'ignored')
      for (const { schema } of Object.values(request)) open(schema, components.schemas);
    for (const content of responses)
      for (const name of spec.ignored ?? [])
        markReadOnly(content['application/json']?.schema, name, components.schemas);
    for (const content of [request, ...responses])
      for (const type of JSON_TYPES)
        if (content[type]) content[type].example ??= exampleOf(content[type].schema, components.schemas);
    const lines = request[JSON_LINES];
    if (lines) lines.example ??= linesOf(request['application/json']!.example);
  }
}

/** The items of a batch, each in a line. */
const linesOf = (batch: unknown): string =>
  (Object.values(batch as object)[0] as unknown[]).map((item) => `${JSON.stringify(item)}\n`).join('');

/** Schemas are strict; in the document, those whose unknown fields are ignored admit them at any depth. */
function open(schema: unknown, schemas: Schemas): void {
  if (schema === null || typeof schema !== 'object') return;
  const node = schema as { $ref?: string; additionalProperties?: unknown };
  if (node.additionalProperties === false) delete node.additionalProperties;
  if (node.$ref !== undefined) open(resolve(node as Schema, schemas), schemas);
  for (const each of Object.values(node)) open(each, schemas);
}

function markReadOnly(schema: Schema | undefined, name: string, schemas: Schemas): void {
  const property = schema && resolve(schema, schemas).properties?.[name];
  if (property) property.readOnly = true;
}

const resolve = (schema: Schema, schemas: Schemas): Schema =>
  schema.$ref === undefined ? schema : resolve(schemas[schema.$ref.split('/').at(-1)!]!, schemas);

const examplesOf = (parts: Schema[], schemas: Schemas): unknown[] =>
  parts.map((part) => exampleOf(part, schemas)).filter((example) => example !== undefined);

/**
 * An example of a schema: its own, or one made of the examples of its parts. Optional properties without an example
 * are left out. Undefined if a required part has no example.
 */
function exampleOf(given: Schema, schemas: Schemas): unknown {
  const schema = resolve(given, schemas);
  if (schema.example !== undefined) return schema.example;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.allOf) {
    const { allOf, ...own } = schema;
    const [first, ...more] = examplesOf([...allOf, own], schemas);
    return more.length === 0 ? first : Object.assign({}, first, ...more);
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return examplesOf(choices, schemas)[0];
  if (schema.items) {
    const item = exampleOf(schema.items, schemas);
    return item === undefined ? undefined : [item];
  }
  if (schema.properties) {
    const entries = Object.entries(schema.properties).map(([name, each]) => [name, exampleOf(each, schemas)] as const);
    const found = entries.filter(([, example]) => example !== undefined);
    const complete = (schema.required ?? []).every((name) => found.some(([key]) => key === name));
    return complete ? Object.fromEntries(found) : undefined;
  }
  return schema.type === 'object' ? {} : undefined;
}
