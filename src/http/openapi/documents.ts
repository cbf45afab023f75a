import { OpenAPIHono, z, type RouteConfig } from '@hono/zod-openapi';
import type { Config } from '../../config.ts';
import { BASE_PATH } from '../../config.ts';
import { IGNORED_FIELDS } from '../headers.ts';
import { paramsOf, statusesOf, templatesOf, type Group, type Operation } from '../operation.ts';
import { PageQuery } from '../paging.ts';
import { OAuthProblem, Problem } from '../problem.ts';
import { toSwagger2 } from './swagger2.ts';

const TITLE = 'Asset evidence and identity service';
const VERSION = '1.0.0';
const IDEMPOTENCY = 'Up to 255 characters; the same key and body within 24 hours give the same record again';

const MEANING: Record<number, string> = {
  200: 'Success',
  206: 'Success; the number of results exceeds the server limit',
  304: 'Not modified',
  400: 'Request badly formed; names every bad field',
  401: 'Caller not authenticated',
  402: 'Quota reached',
  403: 'Caller not authorised for the operation',
  404: 'The addressed resource does not exist',
  405: 'Method not allowed; Allow names those that are',
  409: 'Conflict with the present state or an earlier request',
  413: 'Body too large',
  415: 'Content type not supported',
  416: 'The range lies outside the file',
  429: 'Rate limit exceeded; Retry-After says when to come again',
  500: 'Internal error',
  503: 'Temporarily unavailable',
};

/** The OpenAPI 3.1 document of all operations. */
export function openApi31(operations: readonly Operation[], config: Config): object {
  const document = registryOf(operations, config, anyNameFilters).getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: TITLE, version: VERSION },
    servers: [{ url: config.baseUrl }],
  });
  openBodies(document, operations);
  return document;
}

/** The Swagger 2.0 document of one group. */
export function swagger2(
  operations: readonly Operation[],
  group: Group,
  config: Config,
): ReturnType<typeof toSwagger2> {
  const own = operations.filter((operation) => operation.spec.group === group && !operation.spec.atOrigin);
  const document = registryOf(own, config, namedFilters).getOpenAPIDocument({
    openapi: '3.0.0',
    info: { title: group.title, version: VERSION },
    servers: [{ url: config.baseUrl }],
  });
  openBodies(document, own);
  const origin = new URL(config.origin);
  return toSwagger2(document, {
    host: origin.host,
    basePath: BASE_PATH,
    schemes: [origin.protocol.slice(0, -1)],
  });
}

type Query = Record<string, z.ZodType>;
/** Filters with free names (`attributes.{name}` -> what it means) -> query parameters that document them. */
type DocumentFilters = (filters: Record<string, string>) => Query;

/**
 * One exploded object, whose properties are the parameters on the wire: a generated client can send any name.
 * The parameter's own name is never sent.
 */
const anyNameFilters: DocumentFilters = (filters) => {
  const patternProperties = Object.fromEntries(
    Object.entries(filters).map(([template, description]) => [
      `^${template.replace('{name}', '').replaceAll('.', '\\.')}`,
      { type: 'string', description },
    ]),
  );
  const description = `Filters by attribute, each a parameter of its own: ${Object.keys(filters).join(', ')}`;
  const schema = { type: 'object', patternProperties, additionalProperties: false } as const;
  return {
    attribute_filters: z
      .custom<object>()
      .optional()
      .openapi({ ...schema, param: { style: 'form', explode: true, description } }),
  };
};

/** Swagger 2.0 has no objects in a query: each is documented by the template of its name. */
const namedFilters: DocumentFilters = (filters) =>
  Object.fromEntries(
    Object.entries(filters).map(([template, description]) => [
      template,
      z.string().optional().openapi({ description }),
    ]),
  );

type Media = { schema: { $ref?: string } };
type Described = { operationId: string; requestBody?: { content: Record<string, Media> } };
type Document = { paths: Record<string, Record<string, Described>>; components: { schemas: Record<string, object> } };

/** Schemas are strict; those of bodies whose unknown fields are ignored admit them in the document too. */
function openBodies(document: object, operations: readonly Operation[]): void {
  const { paths, components } = document as Document;
  const open = new Set(operations.flatMap(({ spec }) => (spec.unknownFields === 'ignored' ? [spec.id] : [])));
  for (const { operationId, requestBody } of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    if (!open.has(operationId.replace(/Alias\d+$/, ''))) continue;
    for (const { schema } of Object.values(requestBody?.content ?? {}))
      openSchema(components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema);
  }
}

function openSchema(schema: unknown): void {
  if (schema === null || typeof schema !== 'object') return;
  const node = schema as { additionalProperties?: unknown };
  if (node.additionalProperties === false) delete node.additionalProperties;
  for (const each of Object.values(node)) openSchema(each);
}

function registryOf(operations: readonly Operation[], config: Config, documentFilters: DocumentFilters): OpenAPIHono {
  const app = new OpenAPIHono();
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
  });
  app.openAPIRegistry.registerComponent('securitySchemes', 'client', {
    type: 'http',
    scheme: 'basic',
    description: 'client_id and client_secret; or as form fields',
  });
  app.openAPIRegistry.registerComponent('securitySchemes', 'operator', {
    type: 'http',
    scheme: 'bearer',
    description: 'The operator secret of the deployment',
  });
  for (const operation of operations) {
    templatesOf(operation).forEach((template, i) => {
      const filters = operation.spec.filters ? documentFilters(operation.spec.filters.documented) : {};
      app.openAPIRegistry.registerPath(routeOf(operation, template, i === 0 ? '' : `Alias${i}`, config, filters));
    });
  }
  return app;
}

function routeOf(operation: Operation, template: string, suffix: string, config: Config, filters: Query): RouteConfig {
  const { spec } = operation;
  const params = paramsOf(template);
  const query: Query = { ...spec.query, ...(spec.list ? PageQuery : {}), ...filters };
  const headers = {
    ...(spec.idempotent ? { 'idempotency-key': IDEMPOTENCY } : {}),
    ...(spec.list ? { 'x-request-total-count': 'true: count the results exactly' } : {}),
  };
  const request: NonNullable<RouteConfig['request']> = {};
  const uuid = spec.fixedId ? z.string().openapi({ format: 'uuid' }) : z.uuidv4();
  if (params.length > 0) request.params = z.object(Object.fromEntries(params.map((name) => [name, uuid])));
  if (Object.keys(query).length > 0) request.query = z.object(query);
  if (Object.keys(headers).length > 0) {
    request.headers = z.object(
      Object.fromEntries(
        Object.entries(headers).map(([name, description]) => [name, z.string().optional().openapi({ description })]),
      ),
    );
  }
  if (spec.body) {
    const type = BODY_TYPES[spec.bodyType ?? 'json'];
    request.body = { required: !spec.optionalBody, content: { [type]: { schema: spec.body } } };
  }
  const alias = template === spec.path ? '' : `An alias of \`${spec.path}\`.`;
  const description = [spec.description ?? '', alias].filter((text) => text !== '').join('\n\n');
  return {
    method: spec.method,
    path: template,
    operationId: spec.id + suffix,
    tags: [spec.group.name],
    summary: spec.summary,
    ...(description === '' ? {} : { description }),
    ...(spec.atOrigin ? { servers: [{ url: config.origin }] } : {}),
    security: spec.auth === 'public' ? [] : [{ [spec.auth === 'identity' ? 'bearer' : spec.auth]: [] }],
    request,
    responses: Object.fromEntries(statusesOf(operation).map((status) => [status, responseOf(operation, status)])),
  };
}

const BODY_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
} as const;

function responseOf(operation: Operation, status: number): RouteConfig['responses'][string] {
  const { spec } = operation;
  const description = MEANING[status] ?? String(status);
  if (status === 304) return { description };
  const headers: Record<string, { schema: { type: 'string' }; description: string }> = {
    'x-request-id': { schema: { type: 'string' }, description: 'names this request in the logs' },
  };
  const header = (name: string, text: string): void => {
    headers[name] = { schema: { type: 'string' }, description: text };
  };
  if (spec.list && status < 300) {
    header('x-total-count', 'the number of results; counted further if asked for');
    header('x-total-count-truncated', 'true where there may be more results than counted');
  }
  if (status === 206) header('content-range', spec.list ? 'items 0-LIMIT/TOTAL' : 'bytes FIRST-LAST/SIZE');
  if (status === 416) header('content-range', 'bytes */SIZE');
  if (spec.response === 'file' && status < 300) {
    header('etag', 'the SHA-256 of the file, in quotes');
    header('content-disposition', 'attachment, with the name of the file');
  }
  if (spec.unknownFields === 'ignored') header(IGNORED_FIELDS, 'fields of the body that were ignored, if any');
  if (status === 401) header('www-authenticate', 'how to authenticate');
  if (status === 405) header('allow', 'the methods that are allowed');
  if (status === 429) {
    header('retry-after', 'seconds');
    header('archivist-rate-limit-reset', 'seconds');
  }
  const page = operation.page && { 'text/html': { schema: z.string() } };
  if (status < 300) {
    const content =
      spec.response === 'html'
        ? { 'text/html': { schema: z.string() } }
        : spec.response === 'file'
          ? { 'application/octet-stream': { schema: z.string().openapi({ format: 'binary' }) } }
          : { 'application/json': { schema: spec.response }, ...page };
    return { description, headers, content };
  }
  const problem = spec.auth === 'client' && status !== 405 ? OAuthProblem : Problem;
  return { description, headers, content: { 'application/json': { schema: problem }, ...page } };
}
