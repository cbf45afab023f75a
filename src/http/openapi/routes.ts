import { z, type RouteConfig } from '@hono/zod-openapi';
import type { Config } from '../../settings/config.ts';
import type { RequiredRole } from '../../access/scope.ts';
import type { Auth, Operation, PathParam } from '../operation.ts';
import { statusesOf } from '../statuses.ts';
import { paramsOf } from '../path.ts';
import { JSON_LINES } from '../batch.ts';
import { PageQuery } from '../paging.ts';
import { responsesOf } from './responses.ts';

export type Query = Record<string, z.ZodType>;

const HEADERS = {
  prefer: '`handling=strict` (RFC 7240): the same as `strict=true`. The response has it in `preference-applied`.',
  'idempotency-key': 'Up to 255 characters. The same key and body within 24 hours return the same record again.',
  'record-id':
    'A UUID that the client has chosen for the event. The same one with the same body returns the same event again ' +
    'at any later time. Instead of an `Idempotency-Key`.',
  'x-request-total-count': '`true` counts the results further, see `x-total-count`',
};

const BODY_TYPES = {
  json: 'application/json',
  batch: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
} as const;

/** The other format of a batch. */
const LINES = z.string().openapi({ description: 'JSON Lines: one item, as in the JSON body, in each line' });

/** Who may call an operation, as the last sentence of its description. */
const CALLERS: Record<Exclude<Auth, 'bearer'> | RequiredRole, string> = {
  optional: 'The token is optional: without one, for what is public.',
  member: 'For members of the tenancy.',
  auditor: 'For administrators and auditors of the tenancy.',
  administrator: 'For administrators of the tenancy.',
  identity: 'For anyone with a token, also without a tenancy.',
  public: 'For anyone, without a token.',
  client: 'For applications, with their client credentials.',
  session: 'For pages on the origin of the service, with the header `x-csrf-token`.',
  operator: 'For the operator of the deployment.',
};

const SECURITY: Record<Auth, Record<string, string[]>[]> = {
  bearer: [{ bearer: [] }],
  identity: [{ bearer: [] }],
  public: [],
  optional: [{}, { bearer: [] }],
  client: [{ client: [] }],
  session: [{ session: [] }],
  operator: [{ operator: [] }],
};

/** One operation under one of its path templates. `filters` are query parameters with free names. */
export function routeOf(
  operation: Operation,
  { template, id }: { template: string; id: string },
  config: Config,
  filters: Query,
): RouteConfig {
  const { spec } = operation;
  return {
    method: spec.method,
    path: template,
    operationId: id,
    tags: [spec.group.name],
    summary: spec.summary,
    description: [
      `${spec.description} ${CALLERS[spec.auth === 'bearer' ? (spec.permission as RequiredRole) : spec.auth]}`,
      ...(template === spec.path ? [] : [`An alias of \`${spec.path}\`.`]),
    ].join('\n\n'),
    ...(spec.atOrigin ? { servers: [{ url: config.origin }] } : {}),
    security: SECURITY[spec.addressed ? 'optional' : spec.auth],
    request: requestOf(operation, template, filters),
    responses: responsesOf(operation, statusesOf(operation)),
  };
}

function requestOf({ spec }: Operation, template: string, filters: Query): NonNullable<RouteConfig['request']> {
  const request: NonNullable<RouteConfig['request']> = {};
  const params = paramsOf(template).map((name) => {
    const own = spec.params?.[name];
    return [name, own ? ownParam(own) : pathParam(template, name, spec.fixedId !== undefined)];
  });
  if (params.length > 0) request.params = z.object(Object.fromEntries(params));
  const query: Query = { ...spec.query, ...(spec.list ? PageQuery : {}), ...filters };
  if (Object.keys(query).length > 0) request.query = z.object(query);
  const headers = [
    ...(spec.unknownFields === 'ignored' ? (['prefer'] as const) : []),
    ...(spec.idempotent ? (['idempotency-key'] as const) : []),
    ...(spec.takesRecordId ? (['record-id'] as const) : []),
    ...(spec.list ? (['x-request-total-count'] as const) : []),
  ].map((name): [string, z.ZodType] => [name, z.string().optional().openapi({ description: HEADERS[name] })]);
  if (spec.streams) {
    const { from: description, cursor: example } = spec.streams;
    headers.push(['last-event-id', z.string().optional().openapi({ description, example })]);
  }
  if (headers.length > 0) request.headers = z.object(Object.fromEntries(headers));
  if (spec.body) {
    const type = BODY_TYPES[spec.bodyType ?? 'json'];
    const lines = spec.bodyType === 'batch' ? { [JSON_LINES]: { schema: LINES } } : {};
    request.body = { required: !spec.optionalBody, content: { [type]: { schema: spec.body }, ...lines } };
  }
  return request;
}

/** Path segment -> the identity whose UUID follows it, where that is not `<segment>/<uuid>`. */
const IDENTITIES: Record<string, string> = {
  events: 'assets/<asset_uuid>/events/<uuid>',
  tenancies: 'tenant/<uuid>',
  tenants: 'tenant/<uuid>',
};

const ownParam = ({ about, example }: PathParam): z.ZodType => z.string().openapi({ description: about, example });

/** The collection that a UUID names. After another UUID it is that of a file, else what the segment before it names. */
function collectionOf(segment: string, name: string): string {
  if (name === 'asset_uuid' && segment === 'attachments') return 'assets';
  return segment.startsWith('{') ? 'blobs' : segment;
}

/** A UUID of an identity. */
function pathParam(template: string, name: string, anyVersion: boolean): z.ZodType {
  const segment = template
    .slice(0, template.indexOf(`{${name}}`))
    .split('/')
    .at(-2)!;
  const collection = collectionOf(segment, name);
  const description = `UUID in the identity \`${IDENTITIES[collection] ?? `${collection}/<uuid>`}\``;
  return (anyVersion ? z.string() : z.uuidv4()).openapi({ format: 'uuid', description });
}
