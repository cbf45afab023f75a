import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import type { Config } from '../../src/settings/config.ts';
import { openApi31 } from '../../src/http/openapi/documents.ts';
import { operations } from '../../src/operations.ts';

type Schema = {
  $ref?: string;
  description?: string;
  format?: string;
  readOnly?: boolean;
  properties?: Record<string, Schema>;
  allOf?: Schema[];
  [keyword: string]: unknown;
};
type Content = Record<string, { schema: Schema; example?: unknown }>;
type Parameter = { name: string; in: string; description?: string; schema: Schema };
type Response = { $ref?: string; description?: string; content?: Content };
type Declared = {
  operationId: string;
  summary?: string;
  description?: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, Response>;
};
type Components = {
  schemas: Record<string, Schema>;
  responses: Record<string, Response>;
  headers: Record<string, { description?: string }>;
};
type Document = {
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Declared>>;
  components: Components;
};

const config = { origin: 'https://evidence.example.com', baseUrl: 'https://evidence.example.com/archivist' } as Config;
// The JSON text, as clients receive it.
const document = JSON.parse(JSON.stringify(openApi31(operations, config))) as Document;
const { schemas, responses, headers } = document.components;

const declared = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, each]): [string, Declared] => [`${method} ${path}`, each]),
);
const JSON_TYPES = ['application/json', 'application/x-www-form-urlencoded'];

/** Whether a description says more than the name of what it describes. */
const says = (text: string | undefined, name: string): boolean =>
  text !== undefined &&
  text.trim().length >= 8 &&
  text.toLowerCase().replaceAll(/[^a-z]/g, '') !== name.toLowerCase().replaceAll(/[^a-z]/g, '');

const descriptionOf = (schema: Schema): string | undefined =>
  schema.description ??
  schema.allOf?.map(descriptionOf).find((text) => text !== undefined) ??
  (schema.$ref === undefined ? undefined : descriptionOf(schemas[schema.$ref.split('/').at(-1)!]!));

/** Every schema in the document with its location; each component once. */
function schemasIn(node: unknown, where: string): [string, Schema][] {
  if (node === null || typeof node !== 'object') return [];
  const own: [string, Schema][] = 'properties' in node || 'format' in node ? [[where, node as Schema]] : [];
  const below = Object.entries(node).filter(([key]) => !key.startsWith('example'));
  return [...own, ...below.flatMap(([key, each]) => schemasIn(each, `${where}/${key}`))];
}

/** Names of properties that hold a time. */
const TIME = new RegExp(
  String.raw`^(?!time_period|timestamp_?$)(timestamp_\w+|\w+_at|at_time|\w+_time|valid_\w+|` +
    'not_before|not_after|created|previous_valid_until)$',
);
/** Properties with such a name that can be empty. */
const MAY_BE_EMPTY = new Set(['scanned_timestamp']);

describe('the document of the service', () => {
  test('describes every operation', () => {
    expect(declared.length).toBeGreaterThan(operations.length);
    const lacking = declared.filter(
      ([, { operationId, summary, description }]) =>
        summary === undefined || !says(description, operationId) || description!.startsWith(`${summary}.`),
    );
    expect(lacking.map(([where]) => where)).toEqual([]);
    for (const [where, { summary, description }] of declared) {
      expect(summary, where).toMatch(/^[A-Z].*[^.]$/);
      expect(description, where).toMatch(/\.$/);
    }
    const tags = new Map(document.tags.map((tag) => [tag.name, tag.description]));
    for (const [where, each] of declared)
      for (const tag of each.tags) expect(tags.get(tag), `${where}: ${tag}`).toMatch(/^[A-Z]/);
  });

  test('describes every parameter, every header and every response', () => {
    const parameters = declared.flatMap(([where, { parameters = [] }]) =>
      parameters.map((each): [string, Parameter] => [`${where}: ${each.in} ${each.name}`, each]),
    );
    expect(parameters.length).toBeGreaterThan(300);
    const lacking = parameters.filter(([, each]) => !says(each.description ?? descriptionOf(each.schema), each.name));
    expect(lacking.map(([where]) => where)).toEqual([]);
    for (const [name, header] of Object.entries(headers)) expect(says(header.description, name), name).toBe(true);
    const all = [...declared.flatMap((each) => Object.values(each[1].responses)), ...Object.values(responses)];
    for (const response of all) expect(response.$ref ?? response.description).toMatch(/./);
  });

  test('describes every property of every schema', () => {
    const properties = schemasIn(document, '').flatMap(([where, schema]) =>
      Object.entries(schema.properties ?? {}).map(([name, each]) => ({ where: `${where}/${name}`, name, each })),
    );
    expect(properties.length).toBeGreaterThan(300);
    const lacking = properties.filter(({ name, each }) => !says(descriptionOf(each), name));
    expect(lacking.map(({ where }) => where)).toEqual([]);
  });

  test('gives times, and identities that only the service sets, as what they are', () => {
    const properties = Object.entries(schemas).flatMap(([of, { properties = {} }]) =>
      Object.entries(properties).map(([name, each]) => ({ of, name, each })),
    );
    const times = properties.filter(({ name }) => TIME.test(name) && !MAY_BE_EMPTY.has(name));
    expect(times.length).toBeGreaterThan(15);
    expect(times.filter(({ each }) => each.format !== 'date-time').map(({ of, name }) => `${of}.${name}`)).toEqual([]);
    const identities = properties.filter(({ name }) => name === 'identity');
    expect(identities.length).toBeGreaterThan(10);
    expect(identities.filter(({ each }) => each.readOnly !== true).map(({ of }) => of)).toEqual([]);
  });

  test('marks the fields that requests cannot set as read-only', () => {
    for (const { spec } of operations.filter((each) => each.spec.ignored)) {
      const media = document.paths[spec.path]![spec.method]!.responses['200']!.content!['application/json']!;
      const resource = schemas[media.schema.$ref!.split('/').at(-1)!]!;
      for (const name of spec.ignored!)
        expect(resource.properties![name], `${spec.id}: ${name}`).toMatchObject({ readOnly: true });
    }
  });

  test('has an example for every body, which its schema accepts', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addFormat('uint64', /^\d+$/);
    ajv.addSchema({ $id: 'doc', components: document.components });
    const validate = (schema: Schema, example: unknown, where: string): void => {
      const text = JSON.stringify(schema).replaceAll('"#/components/', '"doc#/components/');
      const valid = ajv.compile(JSON.parse(text));
      expect(valid(example), `${where}: ${ajv.errorsText(valid.errors)}: ${JSON.stringify(example)}`).toBe(true);
    };
    let found = 0;
    const hold = (where: string, content: Content = {}): void => {
      for (const type of JSON_TYPES) {
        const media = content[type];
        if (!media) continue;
        expect(media, `${where} has no example`).toHaveProperty('example');
        validate(media.schema, media.example, where);
        found++;
      }
    };
    for (const [where, each] of declared) {
      hold(`${where} request`, each.requestBody?.content);
      for (const [status, response] of Object.entries(each.responses)) hold(`${where} ${status}`, response.content);
    }
    for (const [name, response] of Object.entries(responses)) hold(name, response.content);
    expect(found).toBeGreaterThan(operations.length);
  });

  test('has stable operation ids: a verb, a resource, and for an alias a suffix that names it', () => {
    const VERB = new RegExp(
      '^(accept|cancel|create|delete|end|erase|export|fsck|get|issue|list|redeliver|regenerate|remove|reopen|replace|' +
        'resume|revoke|rotate|search|suspend|test|undelete|update|verify|whoami)([A-Z][a-z0-9]+)*$',
    );
    const ids = declared.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !VERB.test(id))).toEqual([]);
    const own = new Set(operations.map(({ spec }) => spec.id));
    const aliases = ids.filter((id) => !own.has(id));
    expect(aliases.length).toBeGreaterThan(10);
    const SUFFIX = /(Unversioned|UnderIam|UnderArchivistnode|ShortPath|Gs1)$/;
    expect(aliases.filter((id) => !own.has(id.replace(SUFFIX, '')))).toEqual([]);
  });

  test('is small enough to be loaded by tools: errors are shared components', () => {
    expect(JSON.stringify(document).length).toBeLessThan(2_000_000);
    for (const [where, each] of declared)
      for (const [status, response] of Object.entries(each.responses))
        if (Number(status) >= 300)
          expect(response.$ref, `${where} ${status}`).toMatch(/^#\/components\/responses\/\w+$/);
  });
});
