import { OpenAPIHono, z, type RouteConfig } from '@hono/zod-openapi';
import type { Config } from '../../config.ts';
import { BASE_PATH } from '../../config.ts';
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
  429: 'Rate limit exceeded; Retry-After says when to come again',
  500: 'Internal error',
  503: 'Temporarily unavailable',
};

/** The OpenAPI 3.1 document of all operations. */
export function openApi31(operations: readonly Operation[], config: Config): object {
  return registryOf(operations, config).getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: TITLE, version: VERSION },
    servers: [{ url: config.baseUrl }],
  });
}

/** The Swagger 2.0 document of one group. */
export function swagger2(
  operations: readonly Operation[],
  group: Group,
  config: Config,
): ReturnType<typeof toSwagger2> {
  const own = operations.filter((operation) => operation.spec.group === group && !operation.spec.atOrigin);
  const document = registryOf(own, config).getOpenAPIDocument({
    openapi: '3.0.0',
    info: { title: group.title, version: VERSION },
    servers: [{ url: config.baseUrl }],
  });
  const origin = new URL(config.origin);
  return toSwagger2(document, {
    host: origin.host,
    basePath: BASE_PATH,
    schemes: [origin.protocol.slice(0, -1)],
  });
}

function registryOf(operations: readonly Operation[], config: Config): OpenAPIHono {
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
      app.openAPIRegistry.registerPath(routeOf(operation, template, i === 0 ? '' : `Alias${i}`, config));
    });
  }
  return app;
}

function routeOf(operation: Operation, template: string, suffix: string, config: Config): RouteConfig {
  const { spec } = operation;
  const params = paramsOf(template);
  const query: Record<string, z.ZodType> = { ...spec.query, ...(spec.list ? PageQuery : {}) };
  for (const [name, description] of Object.entries(spec.filters?.documented ?? {})) {
    query[name] = z.string().optional().openapi({ description });
  }
  const headers = {
    ...(spec.idempotent ? { 'idempotency-key': IDEMPOTENCY } : {}),
    ...(spec.list ? { 'x-request-total-count': 'true: count the results exactly' } : {}),
  };
  const request: NonNullable<RouteConfig['request']> = {};
  if (params.length > 0) request.params = z.object(Object.fromEntries(params.map((name) => [name, z.uuidv4()])));
  if (Object.keys(query).length > 0) request.query = z.object(query);
  if (Object.keys(headers).length > 0) {
    request.headers = z.object(
      Object.fromEntries(
        Object.entries(headers).map(([name, description]) => [name, z.string().optional().openapi({ description })]),
      ),
    );
  }
  if (spec.body) {
    const type = spec.bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
    request.body = { required: true, content: { [type]: { schema: spec.body } } };
  }
  return {
    method: spec.method,
    path: template,
    operationId: spec.id + suffix,
    tags: [spec.group.name],
    summary: spec.summary,
    ...(spec.description ? { description: spec.description } : {}),
    ...(spec.atOrigin ? { servers: [{ url: config.origin }] } : {}),
    security: spec.auth === 'public' ? [] : [{ [spec.auth]: [] }],
    request,
    responses: Object.fromEntries(statusesOf(operation).map((status) => [status, responseOf(operation, status)])),
  };
}

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
  if (spec.list && status < 300) header('x-total-count', 'the number of results, exact if asked for');
  if (status === 206) header('content-range', 'items 0-LIMIT/TOTAL');
  if (status === 401) header('www-authenticate', 'how to authenticate');
  if (status === 405) header('allow', 'the methods that are allowed');
  if (status === 429) {
    header('retry-after', 'seconds');
    header('archivist-rate-limit-reset', 'seconds');
  }
  if (status < 300) {
    const content =
      spec.response === 'html'
        ? { 'text/html': { schema: z.string() } }
        : { 'application/json': { schema: spec.response } };
    return { description, headers, content };
  }
  const problem = spec.auth === 'client' && status !== 405 ? OAuthProblem : Problem;
  return { description, headers, content: { 'application/json': { schema: problem } } };
}
