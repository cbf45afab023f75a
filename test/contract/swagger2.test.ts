import SwaggerParser from '@apidevtools/swagger-parser';
import { OpenAPIHono, z } from '@hono/zod-openapi';
import { beforeAll, describe, expect, it } from 'vitest';
import { toSwagger2 } from '../../src/http/openapi/swagger2.ts';
import type { OpenApi30 } from '../../src/http/openapi/schema2.ts';
import type { SwaggerOperation, Swagger2 } from '../../src/http/openapi/swagger2.ts';

const HOSTILE = `<script>alert('x')</script> "quoted" & 'single'`;
const OPTIONS = { host: '127.0.0.1:8787', basePath: '/archivist', schemes: ['http'] };

/** A document with every feature the converter maps, in the form the generator emits. */
function makeDocument(): OpenApi30 {
  const app = new OpenAPIHono();
  const registry = app.openAPIRegistry;
  registry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' });
  registry.registerComponent('securitySchemes', 'client', { type: 'http', scheme: 'basic' });
  registry.registerComponent('securitySchemes', 'key', { type: 'apiKey', in: 'query', name: 'k' });
  registry.registerComponent('headers', 'RequestId', {
    description: 'Of the log line',
    schema: { type: 'string', format: 'uuid' },
  });
  registry.registerComponent('responses', 'Busy', {
    description: 'Too many requests',
    headers: { 'retry-after': { schema: { type: 'integer', minimum: 1 } } },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  });

  const Problem = registry.register(
    'Error',
    z.object({
      code: z.int(),
      message: z.string(),
      details: z.array(z.record(z.string(), z.unknown())),
    }),
  );
  const Status = registry.register('Status', z.enum(['PENDING', 'CONFIRMED']));
  const Attachment = registry.register(
    'Attachment',
    z.object({ arc_display_name: z.string(), arc_hash_value: z.string() }),
  );
  const Asset = registry.register(
    'Asset',
    z
      .object({
        identity: z.string().openapi({ example: 'assets/0000' }),
        confirmation_status: Status,
        previous_status: Status.nullable(),
        described: Status.openapi({ description: 'With a description of its own' }),
        optional: z.string().max(10).nullable(),
        choice: z.enum(['a', 'b']).nullable(),
        version: z.literal('v2'),
        letter: z.union([z.literal('p'), z.literal('q')]),
        either: z.union([z.string(), Attachment]),
        nullable_either: z.union([z.string(), Attachment]).nullable(),
        both: z.intersection(Attachment, z.object({ extra: z.boolean() })),
        positive: z.number().gt(0).lt(10),
        atLeast: z.number().min(0).optional(),
        attributes: z.record(z.string(), z.union([z.string(), z.boolean(), Attachment])),
        closed: z.strictObject({ hostile: z.string().openapi({ description: HOSTILE }) }),
        pair: z.tuple([z.string(), z.number()]),
        anything: z.unknown(),
        nothing: z.null(),
        sampled: z.string().openapi({ examples: ['first', 'second'] }),
        raw: z.any().openapi({
          type: 'integer',
          const: 7,
          exclusiveMinimum: 6,
          description: '3.1 words',
        } as never),
        several: z.any().openapi({ type: ['string', 'null'], description: '3.1 type' } as never),
        legacy: z.string().default('none'),
      })
      .openapi({ description: HOSTILE }),
  );
  const Page = z.object({ assets: z.array(Asset), next_page_token: z.string() });
  const uuid = z.object({ uuid: z.uuid().openapi({ description: 'Of the asset' }) });
  const failures = {
    400: {
      description: 'Not valid',
      headers: { 'x-request-id': { $ref: '#/components/headers/RequestId' } },
      content: { 'application/json': { schema: Problem } },
    },
    429: { $ref: '#/components/responses/Busy' },
    default: { description: 'Anything else', content: { 'application/json': { schema: Problem } } },
  } as never;
  const ok = (schema: z.ZodType, type = 'application/json') => ({
    200: { description: 'OK', content: { [type]: { schema } } },
  });
  const bearer = [{ bearer: [] }];

  registry.registerPath({
    method: 'get',
    path: '/v2/assets',
    operationId: 'ListAssets',
    summary: `List ${HOSTILE}`,
    description: 'First paragraph.\n\nSecond with `code`.',
    tags: ['Assets'],
    security: bearer,
    middleware: [() => undefined],
    'x-rate-class': 'read',
    request: {
      query: z.object({
        page_size: z.coerce.number().int().min(1).max(500).default(100).openapi({ example: 20 }),
        page_token: z.string().max(2048).optional(),
        order_by: z.enum(['DEFAULT', 'SIMPLEHASHV1']).optional(),
        status: Status.optional(),
        tag: z.array(z.string().max(5)).optional(),
        repeated: z.union([z.string(), z.array(z.enum(['x', 'y']))]).optional(),
        filter: z.object({ deep: z.string() }).optional(),
        'attributes.{name}': z.string().optional().openapi({ description: 'A current value' }),
        'x!': z.literal('*').optional(),
      }),
      headers: z.object({ 'x-request-total-count': z.enum(['true', 'false']).optional() }),
      cookies: z.object({ session: z.string().optional() }),
    },
    responses: {
      200: {
        description: 'OK',
        headers: z.object({
          'x-total-count': z.coerce.number().int().openapi({ description: 'Of the whole result' }),
        }),
        content: {
          'application/json': { schema: Page, example: { assets: [], next_page_token: '' } },
        },
      },
      206: { description: 'Part', content: { 'application/json': { schema: Page } } },
      ...(failures as object),
    },
  } as Parameters<typeof registry.registerPath>[0]);
  registry.registerPath({
    method: 'post',
    path: '/v2/assets',
    operationId: 'CreateAsset',
    security: bearer,
    request: {
      body: {
        required: true,
        description: 'The asset',
        content: { 'application/json': { schema: Asset } },
      },
    },
    responses: ok(Asset),
  });
  for (const path of ['/v2/assets/{uuid}', '/v2/assets/{uuid}:publicurl', '/v2/assets/{uuid}/events']) {
    registry.registerPath({
      method: 'get',
      path,
      security: bearer,
      request: { params: uuid },
      responses: ok(Asset),
    });
  }
  registry.registerPath({
    method: 'get',
    path: '/v2/assets/-/events',
    security: bearer,
    responses: ok(Page),
  });
  registry.registerPath({
    method: 'get',
    path: '/v2/assets:openapi',
    security: bearer,
    responses: ok(z.looseObject({})),
  });
  registry.registerPath({
    method: 'get',
    path: '/v2/assets:openapi-ui',
    security: bearer,
    responses: ok(z.string(), 'text/html'),
  });
  registry.registerPath({
    method: 'delete',
    path: '/v2/assets/{uuid}',
    deprecated: true,
    security: [{ bearer: [] }, { key: [] }],
    request: { params: uuid },
    responses: { 204: { description: 'Gone' }, '4XX': { description: 'Any refusal' } },
  });
  registry.registerPath({
    method: 'post',
    path: '/v1/blobs',
    security: bearer,
    request: {
      body: {
        content: {
          'multipart/form-data': {
            schema: z
              .object({
                file: z.any().openapi({ type: 'string', format: 'binary', description: 'The content' }),
                more: z.array(z.any().openapi({ type: 'string', format: 'binary' })).optional(),
                size: z.coerce.number().int().min(1).optional(),
                labels: z.array(z.string()).optional(),
              })
              .required({ file: true }),
          },
        },
      },
    },
    responses: ok(Attachment),
  });
  registry.registerPath({
    method: 'put',
    path: '/v1/blobs',
    security: bearer,
    request: { body: { content: { 'application/octet-stream': {} } } },
    responses: ok(Attachment),
  });
  registry.registerPath({
    method: 'get',
    path: '/v1/blobs/{uuid}',
    security: [],
    request: { params: uuid },
    responses: {
      200: {
        description: 'The bytes',
        content: { 'application/octet-stream': {}, 'image/png': {} },
      },
      ...(failures as object),
    },
  });
  registry.registerPath({
    method: 'post',
    path: '/iam/v1/appidp/token',
    operationId: 'IssueToken',
    security: [{ client: [] }, {}],
    request: {
      body: {
        content: {
          'application/x-www-form-urlencoded': {
            schema: z.object({
              grant_type: z.literal('client_credentials'),
              client_id: z.string().optional().openapi({ example: `it's` }),
            }),
          },
        },
      },
    },
    responses: ok(z.object({ access_token: z.string(), expires_in: z.int() })),
  });
  return app.getOpenAPIDocument({
    openapi: '3.0.3',
    info: { title: HOSTILE, version: '1.0', description: HOSTILE, license: { name: 'MIT' } },
    tags: [{ name: 'Assets', description: 'Records' }],
  });
}

let source: OpenApi30;
let swagger: Swagger2;
const operation = (method: 'get' | 'put' | 'post' | 'delete', path: string): SwaggerOperation =>
  swagger.paths[path]![method]!;
const parameter = (of: SwaggerOperation, name: string) => of.parameters?.find((each) => each.name === name);
const property = (name: string) => swagger.definitions['Asset']!.properties![name];

beforeAll(() => {
  source = makeDocument();
  swagger = toSwagger2(source, OPTIONS);
});

describe('toSwagger2', () => {
  it('is a valid Swagger 2.0 document', async () => {
    await SwaggerParser.validate(structuredClone(swagger) as never);
    expect(swagger).toMatchObject({
      swagger: '2.0',
      ...OPTIONS,
      info: { title: HOSTILE, license: { name: 'MIT' } },
    });
    expect(swagger.tags).toEqual([{ name: 'Assets', description: 'Records' }]);
    expect(JSON.stringify(swagger)).not.toContain('#/components/');
    expect(JSON.stringify(swagger)).not.toMatch(/"(nullable|oneOf|anyOf|const|content|requestBody)":/);
  });

  it('does not change its input nor share anything with it', () => {
    const before = JSON.stringify(source);
    const freeze = (value: unknown): void => {
      if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
      Object.freeze(value);
      Object.values(value).forEach(freeze);
    };
    freeze(source);
    const again = toSwagger2(source, OPTIONS);
    expect(again).toEqual(swagger);
    again.info.title = 'changed';
    (property('choice')!.enum as unknown[]).push('more');
    property('choice')!.enum!.pop();
    expect(JSON.stringify(source)).toBe(before);
  });

  it('converts an empty document', async () => {
    const empty = toSwagger2({ openapi: '3.0.3', info: { title: 't', version: '1' }, paths: {} }, OPTIONS);
    await SwaggerParser.validate(structuredClone(empty) as never);
  });

  it('keeps every path as written, colon verbs and literals included', () => {
    expect(Object.keys(swagger.paths)).toEqual(Object.keys(source.paths));
    expect(swagger.paths).toHaveProperty(['/v2/assets/{uuid}:publicurl', 'get']);
    expect(swagger.paths).toHaveProperty(['/v2/assets/-/events', 'get']);
    expect(swagger.paths).toHaveProperty(['/v2/assets:openapi', 'get']);
  });

  it('keeps the texts and extensions of an operation, and nothing of the router', () => {
    const list = operation('get', '/v2/assets');
    expect(list).toMatchObject({
      operationId: 'ListAssets',
      tags: ['Assets'],
      'x-rate-class': 'read',
    });
    expect(list.summary).toBe(`List ${HOSTILE}`);
    expect(list).not.toHaveProperty('middleware');
    expect(operation('delete', '/v2/assets/{uuid}').deprecated).toBe(true);
  });

  it('flattens query, path and header parameters', () => {
    const list = operation('get', '/v2/assets');
    expect(parameter(list, 'page_size')).toEqual({
      name: 'page_size',
      in: 'query',
      type: 'integer',
      minimum: 1,
      maximum: 500,
      default: 100,
      'x-example': 20,
    });
    expect(parameter(list, 'page_token')).toEqual({
      name: 'page_token',
      in: 'query',
      type: 'string',
      maxLength: 2048,
    });
    expect(parameter(list, 'order_by')).toMatchObject({
      type: 'string',
      enum: ['DEFAULT', 'SIMPLEHASHV1'],
    });
    expect(parameter(list, 'status')).toMatchObject({
      type: 'string',
      enum: ['PENDING', 'CONFIRMED'],
    });
    expect(parameter(list, 'attributes.{name}')).toEqual({
      name: 'attributes.{name}',
      in: 'query',
      description: 'A current value',
      type: 'string',
    });
    expect(parameter(list, 'x!')).toMatchObject({ enum: ['*'] });
    expect(parameter(list, 'x-request-total-count')).toMatchObject({
      in: 'header',
      enum: ['true', 'false'],
    });
    expect(parameter(operation('get', '/v2/assets/{uuid}'), 'uuid')).toEqual({
      name: 'uuid',
      in: 'path',
      description: 'Of the asset',
      required: true,
      type: 'string',
      format: 'uuid',
    });
  });

  it('repeats arrays, and makes a string of what has no simple type; cookies are left out', () => {
    const list = operation('get', '/v2/assets');
    expect(parameter(list, 'tag')).toMatchObject({
      type: 'array',
      items: { type: 'string', maxLength: 5 },
      collectionFormat: 'multi',
    });
    expect(parameter(list, 'repeated')).toMatchObject({
      type: 'array',
      items: { type: 'string', enum: ['x', 'y'] },
      collectionFormat: 'multi',
    });
    expect(parameter(list, 'filter')).toEqual({ name: 'filter', in: 'query', type: 'string' });
    expect(parameter(list, 'session')).toBeUndefined();
  });

  it('makes a body parameter of a JSON or raw body', () => {
    expect(operation('post', '/v2/assets')).toMatchObject({
      consumes: ['application/json'],
      parameters: [
        {
          name: 'body',
          in: 'body',
          required: true,
          description: 'The asset',
          schema: { $ref: '#/definitions/Asset' },
        },
      ],
    });
    expect(operation('put', '/v1/blobs').parameters).toEqual([
      { name: 'body', in: 'body', schema: { type: 'string', format: 'binary' } },
    ]);
  });

  it('makes formData parameters of forms', () => {
    const upload = operation('post', '/v1/blobs');
    expect(upload.consumes).toEqual(['multipart/form-data']);
    expect(parameter(upload, 'file')).toMatchObject({
      in: 'formData',
      type: 'file',
      description: 'The content',
    });
    expect(parameter(upload, 'more')).toEqual({ name: 'more', in: 'formData', type: 'file' });
    expect(parameter(upload, 'size')).toEqual({
      name: 'size',
      in: 'formData',
      type: 'integer',
      minimum: 1,
    });
    expect(parameter(upload, 'labels')).toMatchObject({ type: 'array', collectionFormat: 'multi' });
    const token = operation('post', '/iam/v1/appidp/token');
    expect(token.consumes).toEqual(['application/x-www-form-urlencoded']);
    expect(parameter(token, 'grant_type')).toEqual({
      name: 'grant_type',
      in: 'formData',
      required: true,
      type: 'string',
      enum: ['client_credentials'],
    });
  });

  it('converts responses, their media types, headers and examples', () => {
    const list = operation('get', '/v2/assets');
    expect(list.produces).toEqual(['application/json']);
    expect(Object.keys(list.responses)).toEqual(['200', '206', '400', '429', 'default']);
    expect(list.responses['200']).toMatchObject({
      schema: { properties: { assets: { type: 'array', items: { $ref: '#/definitions/Asset' } } } },
      headers: { 'x-total-count': { type: 'integer', description: 'Of the whole result' } },
      examples: { 'application/json': { assets: [], next_page_token: '' } },
    });
    expect(list.responses['400']!.headers).toEqual({
      'x-request-id': { description: 'Of the log line', type: 'string', format: 'uuid' },
    });
    expect(list.responses['429']).toEqual({
      description: 'Too many requests',
      headers: { 'retry-after': { type: 'integer', minimum: 1 } },
      schema: { $ref: '#/definitions/Error' },
    });
    expect(list.responses['default']).toMatchObject({ schema: { $ref: '#/definitions/Error' } });
    expect(operation('get', '/v2/assets:openapi-ui')).toMatchObject({
      produces: ['text/html'],
      responses: { 200: { schema: { type: 'string' } } },
    });
    const blob = operation('get', '/v1/blobs/{uuid}');
    expect(blob.responses['200']!.schema).toEqual({ type: 'file' });
    expect(blob.produces).toEqual(['application/octet-stream', 'image/png', 'application/json']);
    expect(operation('delete', '/v2/assets/{uuid}').responses).toEqual({
      204: { description: 'Gone' },
      default: { description: 'Any refusal' },
    });
  });

  it('loosens what 2.0 cannot say in a schema', () => {
    expect(property('confirmation_status')).toEqual({ $ref: '#/definitions/Status' });
    expect(property('described')).toEqual({
      allOf: [{ $ref: '#/definitions/Status' }],
      description: 'With a description of its own',
    });
    expect(property('previous_status')).toEqual({
      allOf: [{ $ref: '#/definitions/Status' }],
      'x-nullable': true,
    });
    expect(property('optional')).toEqual({ type: 'string', maxLength: 10, 'x-nullable': true });
    expect(property('choice')).toEqual({ type: 'string', enum: ['a', 'b'], 'x-nullable': true });
    expect(property('version')).toEqual({ type: 'string', enum: ['v2'] });
    expect(property('letter')).toEqual({ type: 'string', enum: ['p', 'q'] });
    const either = [{ type: 'string' }, { $ref: '#/definitions/Attachment' }];
    expect(property('either')).toEqual({ 'x-oneOf': either });
    expect(property('nullable_either')).toEqual({ 'x-oneOf': either, 'x-nullable': true });
    expect(property('both')!.allOf).toMatchObject([{ $ref: '#/definitions/Attachment' }, { required: ['extra'] }]);
    expect(property('positive')).toEqual({
      type: 'number',
      minimum: 0,
      exclusiveMinimum: true,
      maximum: 10,
      exclusiveMaximum: true,
    });
    expect(property('atLeast')).toEqual({ type: 'number', minimum: 0 });
    expect(property('attributes')!.additionalProperties).toMatchObject({ 'x-oneOf': [{}, {}, {}] });
    expect(property('closed')!.additionalProperties).toBe(false);
    expect(property('pair')).toMatchObject({ type: 'array', minItems: 2, maxItems: 2 });
    expect(property('anything')).toEqual({ 'x-nullable': true });
    expect(property('identity')!.example).toBe('assets/0000');
    expect(property('sampled')!.example).toBe('first');
    expect(property('legacy')!['default']).toBe('none');
    expect(swagger.definitions['Asset']!.required).not.toContain('legacy');
  });

  it('takes the words of 3.1 as well', () => {
    expect(property('raw')).toMatchObject({
      type: 'integer',
      enum: [7],
      minimum: 6,
      exclusiveMinimum: true,
    });
    expect(property('several')).toMatchObject({ type: 'string', 'x-nullable': true });
  });

  it('keeps security per operation', () => {
    expect(swagger.securityDefinitions).toEqual({
      bearer: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'Bearer TOKEN' },
      client: { type: 'basic' },
      key: { type: 'apiKey', in: 'query', name: 'k' },
    });
    expect(operation('get', '/v2/assets').security).toEqual([{ bearer: [] }]);
    expect(operation('get', '/v1/blobs/{uuid}').security).toEqual([]);
    expect(operation('post', '/iam/v1/appidp/token').security).toEqual([{ client: [] }, {}]);
  });
});
