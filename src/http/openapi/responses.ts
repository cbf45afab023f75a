import { z, type OpenAPIHono, type RouteConfig } from '@hono/zod-openapi';
import { ERRORS, invalid, notFound, ServiceError, type ErrorKind } from '../../lib/errors.ts';
import { IGNORED_FIELDS, PREFERENCE_APPLIED } from '../headers.ts';
import { EVENT_STREAM } from '../negotiate.ts';
import { mediaOf, type Media, type Operation, type Streams } from '../operation.ts';
import { bodyOf, OAuthProblem, Problem } from '../problem.ts';

type Registry = OpenAPIHono['openAPIRegistry'];
type Response = RouteConfig['responses'][string];
type Content = Exclude<Response, { $ref: string }>['content'];

/** Status of an error -> the name of its component and what it means. */
const STATUSES: Record<number, [name: string, meaning: string]> = {
  304: ['NotModified', 'Not modified: the client has the current version'],
  400: ['BadRequest', 'The request is not valid; the details name every rejected field'],
  401: ['Unauthorized', 'The caller is not authenticated'],
  402: ['QuotaReached', 'A quota of the tenancy is reached'],
  403: ['Forbidden', 'The caller is not authorized for the operation'],
  404: ['NotFound', 'The resource does not exist, or the caller may not know that it exists'],
  405: ['MethodNotAllowed', 'The path does not support the method; `allow` lists those that it supports'],
  409: ['Conflict', 'The request conflicts with the current state or an earlier request'],
  410: ['Gone', 'Another resource replaces this one; the details name it'],
  412: ['PreconditionFailed', 'The file does not have the entity tag of `if-match`'],
  413: ['TooLarge', 'The body is too large'],
  415: ['UnsupportedMediaType', 'The content type or encoding of the body is not supported'],
  416: ['RangeNotSatisfiable', 'The range is outside the file'],
  429: ['TooManyRequests', 'The rate limit is exceeded; `retry-after` says when to retry'],
  500: ['InternalError', 'The service failed'],
  503: ['Unavailable', 'The service is temporarily unavailable; `retry-after` says when to retry'],
};

const HEADERS = {
  allow: 'Methods that the path supports',
  'archivist-rate-limit-reset': 'Seconds until a retry can succeed',
  [IGNORED_FIELDS]: 'Fields of the body that were ignored, if any; only of operations with the parameter `strict`',
  'content-disposition': '`attachment`, with the name of the file',
  'content-range': 'Of lists `items 0-LIMIT/TOTAL`; of files `bytes FIRST-LAST/SIZE`, or `bytes */SIZE` with 416',
  etag:
    'Version of the response, for `If-None-Match`; of files the SHA-256 in quotes, also for `If-Match` and ' +
    '`If-Range`',
  [PREFERENCE_APPLIED]: '`handling=strict` if unknown fields are refused because of the header `prefer`',
  'retry-after': 'Seconds until a retry can succeed',
  'www-authenticate': 'How to authenticate',
  'x-request-id': 'Id of the request in the logs',
  'x-total-count': 'Number of results, counted up to a limit unless `x-request-total-count: true` was sent',
  'x-total-count-truncated': '`true` if there may be more results than `x-total-count` says',
} as const;
type HeaderName = keyof typeof HEADERS;

const html = { 'text/html': { schema: z.string() } };

/** The responses of an operation: successes in place, errors as references to shared components. */
export function responsesOf(operation: Operation, statuses: number[]): RouteConfig['responses'] {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      status < 300 ? success(operation, status) : (reference('responses', nameOf(operation, status)) as never),
    ]),
  );
}

function success(operation: Operation, status: number): Response {
  const { spec } = operation;
  const names: HeaderName[] = ['x-request-id'];
  if (spec.list) names.push('x-total-count', 'x-total-count-truncated');
  if (status === 206) names.push('content-range');
  if (spec.response === 'file' || spec.cacheable) names.push('etag');
  if (spec.response === 'file') names.push('content-disposition');
  if (spec.unknownFields === 'ignored') names.push(IGNORED_FIELDS, PREFERENCE_APPLIED);
  if (spec.bodyType === 'batch') names.push('retry-after');
  const partial = spec.list ? 'Success; there are more results than the server limit' : 'A range of the file';
  return {
    description: status === 206 ? partial : 'Success',
    headers: headers(names) as never,
    content: contentOf(operation),
  };
}

/** The media types of a success, with their schemas and examples. */
function contentOf({ spec, page }: Operation): Content {
  const media = mediaOf(spec);
  if (media) return { [media.media]: { schema: mediaSchema(media), example: media.example } };
  if (spec.response === 'html') return html;
  if (spec.response === 'file')
    return { 'application/octet-stream': { schema: z.string().openapi({ format: 'binary' }) } };
  const { streams } = spec;
  return {
    'application/json': { schema: spec.response as z.ZodType, example: spec.example },
    ...(page ? html : {}),
    ...(streams ? { [EVENT_STREAM]: { schema: streamSchema(streams), example: streams.example } } : {}),
  };
}

const mediaSchema = ({ format, about }: Media): z.ZodType =>
  z.string().openapi({ ...(format === 'bytes' ? { format: 'binary' } : {}), description: about });

const streamSchema = ({ about }: Streams): z.ZodType => z.string().openapi({ description: about });

const headers = (names: HeaderName[]): object =>
  Object.fromEntries(names.map((name) => [name, reference('headers', name)]));
const reference = (kind: 'responses' | 'headers', name: string) => ({ $ref: `#/components/${kind}/${name}` });

/** Errors of the token endpoint have a body of their own; those of pages are pages for browsers. */
const isOAuth = ({ spec }: Operation, status: number): boolean => spec.auth === 'client' && status !== 405;
const nameOf = (operation: Operation, status: number): string =>
  `${isOAuth(operation, status) ? 'OAuth' : ''}${STATUSES[status]![0]}${operation.page && status >= 400 ? 'Page' : ''}`;

/** Registers the components that `responsesOf` refers to. `used` are the operations with their statuses. */
export function registerResponses(registry: Registry, used: readonly [Operation, number[]][]): void {
  registry.register('ErrorBody', Problem);
  for (const [name, description] of Object.entries(HEADERS))
    registry.registerComponent('headers', name, { schema: { type: 'string' }, description });
  const known = new Set<string>();
  for (const [operation, statuses] of used) {
    for (const status of statuses.filter((each) => each >= 300)) {
      const name = nameOf(operation, status);
      if (known.has(name)) continue;
      known.add(name);
      if (isOAuth(operation, status)) registry.register('OAuthError', OAuthProblem);
      registry.registerComponent('responses', name, problem(operation, status) as never);
    }
  }
}

function problem(operation: Operation, status: number): object {
  const description = STATUSES[status]![1];
  if (status === 304) return { description };
  const names: HeaderName[] = ['x-request-id', IGNORED_FIELDS];
  if (status === 401) names.push('www-authenticate');
  if (status === 405) names.push('allow');
  if (status === 412) names.push('etag');
  if (status === 416) names.push('content-range');
  if (status === 429 || status === 503) names.push('retry-after', 'archivist-rate-limit-reset');
  const oauth = isOAuth(operation, status);
  return {
    description,
    headers: headers(names),
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${oauth ? 'OAuthError' : 'ErrorBody'}` },
        example: bodyOf(exampleOf(status), '5f0e8a2d-c6b4-4d71-9a3e-1b7c9d5f0e84', oauth),
      },
      ...(operation.page ? { 'text/html': { schema: { type: 'string' } } } : {}),
    },
  };
}

function exampleOf(status: number): ServiceError {
  if (status === 400) return invalid([{ field: 'display_name', description: 'is required' }]);
  if (status === 404) return notFound('assets/3d9f2c6e-8a41-4c0b-b7e5-61f0a9d2c384');
  if (status === 410)
    return new ServiceError('gone', 'the log 7b0e6d1c-52a4-4f3b-8c9d-0e1f2a3b4c5d has ended; another one replaces it', {
      info: { reason: 'LOG_REPLACED', metadata: { log: 'c4d5e6f7-0819-4a2b-9c3d-4e5f60718293' } },
    });
  const kind = Object.entries(ERRORS).find(([, error]) => error.status === status)![0] as ErrorKind;
  return new ServiceError(kind, STATUSES[status]![1].split(';')[0]!.toLowerCase());
}
