import type { Cursor } from '../lib/paging.ts';
import { tokenRequired, unauthenticated } from '../access/errors.ts';
import { TenantScope } from '../access/scope.ts';
import { PublicScope } from '../access/public.ts';
import type { Caller, Identified } from '../access/principal.ts';
import type { Config, Env } from '../settings/config.ts';
import { Lanes } from '../platform/pacing/budget.ts';
import { sha256Hex } from '../lib/digest.ts';
import { invalid, notFound, ServiceError, type Violation } from '../lib/errors.ts';
import { PUBLIC_SCOPE, UUID_V4 } from '../lib/identifiers.ts';
import { printable } from '../lib/text.ts';
import { cellNames, envOfCell } from '../platform/cells/cells.ts';
import { cellOf } from '../platform/cells/directory.ts';
import type { Consistency, Database } from '../platform/database/database.ts';
import {
  ignoreBody,
  refuseBody,
  isKey,
  isUuid,
  KEY_RULE,
  parsePairs,
  readForm,
  toRecord,
  type Pairs,
} from './input.ts';
import { accepted, readJson, readOptionalJson } from './json-body.ts';
import { check, checkIgnoring } from './validation.ts';
import { openAddress } from './address.ts';
import { prefersStrict } from './headers.ts';
import { isKnown } from './download.ts';
import { prefersHtml } from './negotiate.ts';
import { hasCredentials, isAnonymous, type Context, type Operation, type PathParam } from './operation.ts';
import { paramsOf, stripVerb } from './path.ts';
import { openPage, sealPage } from './paging.ts';
import { clientAddress, countItems, countRequest } from './rate-limit.ts';
import { notModified, pageResponse, respond, tagOf } from './respond.ts';

/** Only a few public lists are read at once, so that tenants' queries do not wait behind many; clients take turns. */
const PUBLIC_LISTS = new Lanes('public lists', 2, 256);

/** How bearer tokens and sessions are verified. Passed in, because src/http does not know their formats. */
export type Authentication = {
  /** Returns the identity that a token or a session proves. Throws 401. */
  identify: (request: Request, config: Config, env: Env, db: Database) => Promise<Identified>;
  /** Returns the caller in a tenancy. Throws 401 for the token, 400 or 403 for the tenancy that the request names. */
  authenticate: (request: Request, config: Config, env: Env, db: Database, requestId: string) => Promise<Caller>;
};

export type Call = {
  request: Request;
  env: Env;
  config: Config;
  requestId: string;
  template: string;
  /** Path parameters as the router returned them, not validated. */
  params: Record<string, string>;
  /** The database of a cell, whose audited changes are acknowledged. Its time counts for the request. */
  database: (cell: Env, consistency: Consistency) => Database;
  /** Set after authentication, for the log. */
  tenant?: string;
  /** Paths of the fields of the body that were ignored, for the response header. */
  ignored?: string[];
  /** Whether unknown fields were refused because of the header `Prefer`. */
  isStrict?: boolean;
};

type Input = Pick<
  Context<'bearer', unknown, unknown>,
  'params' | 'query' | 'filters' | 'body' | 'key' | 'recordId' | 'page'
> & {
  paged: Pairs;
};

/**
 * Handles one request: authenticates, counts against the rate limit, validates, runs the handler, builds the
 * response.
 */
export async function dispatch(operation: Operation, call: Call, authentication: Authentication): Promise<Response> {
  const { spec } = operation;
  const { request, config, requestId } = call;
  if (spec.auth === 'operator' && config.operatorSecret === undefined) throw notFound('the path');
  const consistency = spec.auth === 'public' && !spec.primary ? 'replica' : 'primary';
  const address = `address ${clientAddress(request)}`;
  const { caller, who } = await authenticated(operation, call, authentication).catch(async (error: unknown) => {
    // Failed authentications are counted by address, which limits guessing.
    await countRequest(call.env, 'public', address);
    throw error;
  });
  if (caller) call.tenant = caller.tenant;
  const counted = caller ? `tenant ${caller.tenant}` : address;
  const rate = spec.auth === 'optional' && caller ? 'api' : spec.rate;
  await countRequest(call.env, rate, counted);
  if (spec.auth === 'operator') checkOperator(request, config);

  const env = await cellOf(call.env, caller?.tenant ?? addressedUuid(call) ?? PUBLIC_SCOPE);
  const db = call.database(env, consistency);
  const tenantScope =
    caller && new TenantScope(db, caller, spec.permission === 'none' ? 'administrator' : spec.permission, requestId);
  const ownScope = tenantScope ?? (who && { who, db });
  const scope = ownScope ?? (isAnonymous(operation, request) ? new PublicScope(db) : db);
  const audience = {
    operation: [spec.id, ...Object.values(call.params)].join(' '),
    audience: caller?.tenant ?? 'public',
  };

  try {
    const input = await readInput(operation, call, audience);
    const sealed = new Map<string, Cursor>();
    const tokenOf = async (next: Cursor | undefined, also: Pairs = []): Promise<string> => {
      if (!next) return '';
      const token = await sealPage(next, [...input.paged, ...also], audience, config.keys);
      sealed.set(token, next);
      return token;
    };
    const context = {
      config,
      env,
      ...otherCells(call, env, consistency),
      request,
      requestId,
      scope: scope as never,
      ...input,
      tokenOf,
      tag: undefined as string | undefined,
      countFailure: (client: string) => countRequest(env, 'token', `${address} client ${client}`),
      countItems: (items: number) => countItems(env, rate, counted, items),
    };
    const isPublicList = spec.list && spec.auth === 'public';
    const inTurn = <T>(read: () => Promise<T>): Promise<T> => (isPublicList ? PUBLIC_LISTS.run(read, address) : read());
    const { page } = operation;
    if (page && prefersHtml(request)) return pageResponse(call, await inTurn(async () => page(context)), sealed);
    if (typeof spec.cacheable === 'function' && scope instanceof PublicScope) {
      const head = await spec.cacheable(scope, input.params);
      context.tag = tagOf([spec.id, input.params, input.paged, input.page, head]);
      if (isKnown(request, context.tag)) return notModified(operation, call, context.tag);
    }
    const reply = await inTurn(() => operation.handler(context));
    await tenantScope?.ensureRightsChecked();
    return await respond(operation, call, reply, { ...input, tag: context.tag }, audience);
  } catch (error) {
    // A caller without the permission gets 403, also if the request is not valid.
    const fault =
      error instanceof ServiceError && ['invalid', 'too_large', 'unsupported_media_type'].includes(error.kind);
    if (fault) await tenantScope?.principal();
    throw error;
  }
}

/** Who calls, as the operation requires: a caller in a tenancy, an identity, or neither. Throws 400, 401 or 403. */
async function authenticated(
  operation: Operation,
  call: Call,
  { authenticate, identify }: Authentication,
): Promise<{ caller?: Caller; who?: Identified }> {
  const { spec } = operation;
  const { request, config, env, requestId } = call;
  const db = call.database(env, 'primary');
  if (spec.addressed && !hasCredentials(request)) return { caller: await addressedBy(spec.addressed, call) };
  if (spec.auth === 'bearer' || (spec.auth === 'optional' && !isAnonymous(operation, request)))
    return { caller: await authenticate(request, config, env, db, requestId) };
  if (spec.auth === 'identity') return { who: await identify(request, config, env, db) };
  return {};
}

/** How a handler reads other cells than that of the request. */
const otherCells = (
  { database }: Call,
  env: Env,
  consistency: Consistency,
): Pick<Context<'operator', unknown, unknown>, 'inCell' | 'inEachCell'> => ({
  inCell: async (uuid) => database(await cellOf(env, uuid), consistency),
  inEachCell: (read) => Promise.all(cellNames(env).map((name) => read(database(envOfCell(env, name), consistency)))),
});

/** The uuid of the record that the path of a request names. */
const addressedUuid = ({ params }: Call): string | undefined =>
  Object.values(params).flatMap((value) => /^[0-9a-f-]{36}(?![0-9a-f-])/i.exec(value)?.[0] ?? [])[0];

/** The caller that the token in the query names. Throws 401 without a valid one. */
async function addressedBy(resource: NonNullable<Operation['spec']['addressed']>, call: Call): Promise<Caller> {
  const token = new URL(call.request.url).searchParams.get('token');
  if (token === null) throw tokenRequired();
  return openAddress(call.config.keys, resource(call.params), token);
}

/** Throws 401 unless the request has the operator secret. */
function checkOperator(request: Request, config: Config): void {
  const given = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  // The timing of a comparison of digests does not reveal the secret.
  if (sha256Hex(`operator ${given}`) !== sha256Hex(`operator ${config.operatorSecret}`)) {
    throw unauthenticated('the operator secret is required');
  }
}

async function readInput(
  operation: Operation,
  call: Call,
  audience: { operation: string; audience: string },
): Promise<Input> {
  const { spec } = operation;
  const bad: Violation[] = [];
  const params = readParams(call, spec, bad);
  const search = call.request.url.indexOf('?');
  const given = parsePairs(search < 0 ? '' : call.request.url.slice(search + 1).replace(/#.*$/, ''), bad, 'query');
  const exact = call.request.headers.get('x-request-total-count')?.toLowerCase() === 'true';
  const { page, query: pairs } = spec.list
    ? await openPage(given, exact, audience, call.config, bad)
    : { page: { size: 0, after: undefined, sized: false, countTo: undefined }, query: given };
  const { query, filters } = readQuery(operation, pairs, bad);
  call.isStrict = spec.unknownFields === 'ignored' && query?.['strict'] === undefined && prefersStrict(call.request);
  if (query && call.isStrict) query['strict'] = 'true';
  const key = spec.idempotent ? readKey(call.request, bad) : undefined;
  const recordId = spec.takesRecordId ? readRecordId(call.request, bad) : undefined;
  let body: unknown;
  if (spec.bodyType === 'multipart' || spec.bodyType === 'batch') {
    // The handler reads it.
  } else if (spec.body && spec.bodyType === 'form') {
    body = check(spec.body, toRecord(await readForm(call.request, bad), [], bad), bad);
  } else if (spec.body) {
    try {
      const given = await (spec.optionalBody ? readOptionalJson : readJson)(call.request);
      const json = accepted(given, spec.ignored ?? []);
      if (spec.unknownFields !== 'ignored' || query?.['strict'] === 'true') body = check(spec.body, json, bad);
      else ({ body, ignored: call.ignored } = checkIgnoring(spec.body, json, bad));
    } catch (error) {
      if (!(error instanceof ServiceError && error.kind === 'invalid')) throw error;
      bad.push(...error.violations);
    }
  } else if (spec.auth === 'operator') {
    await refuseBody(call.request, bad);
  } else {
    await ignoreBody(call.request);
  }
  if (bad.length > 0) throw invalid(bad);
  return { params, query, filters, body, key, recordId, page, paged: pairs };
}

function readKey(request: Request, bad: Violation[]): string | undefined {
  const key = request.headers.get('idempotency-key') ?? undefined;
  if (key !== undefined && !isKey(key)) bad.push({ field: 'idempotency-key', description: KEY_RULE });
  return key;
}

/** The Record-Id of a request, in lower case. A request cannot have both it and an Idempotency-Key. */
function readRecordId({ headers }: Request, bad: Violation[]): string | undefined {
  const id = headers.get('record-id') ?? undefined;
  if (id !== undefined && !isUuid(id)) bad.push({ field: 'record-id', description: 'must be a uuid' });
  if (id !== undefined && headers.has('idempotency-key'))
    bad.push({
      field: 'record-id',
      description: 'has the effect of an Idempotency-Key without an end: send one of them',
    });
  return id?.toLowerCase();
}

function readParams({ template, params }: Call, spec: Operation['spec'], bad: Violation[]): Record<string, string> {
  const uuid: Pick<PathParam, 'read' | 'rule'> = {
    read: (value) => [value.toLowerCase()].find((id) => UUID_V4.test(id) || id === spec.fixedId),
    rule: 'must be a version 4 uuid',
  };
  return Object.fromEntries(
    paramsOf(template).map((name) => {
      const given = stripVerb(template, name, params[name] ?? '');
      const { read, rule } = spec.params?.[name] ?? uuid;
      const value = read(given);
      if (value === undefined) bad.push({ field: name, description: `${rule}, not ${printable(given)}` });
      return [name, value ?? ''];
    }),
  );
}

/** The violation of a query parameter that the operation does not declare; undefined if it is ignored. */
function unknownParameter(spec: Operation['spec'], key: string, known: string[]): Violation | undefined {
  if (!spec.strictQuery && spec.auth !== 'operator') return undefined;
  const description = `is not a known query parameter; known parameters: ${known.join(', ') || 'none'}`;
  return { field: printable(key), description };
}

function readQuery(
  { spec, query: schema }: Operation,
  pairs: Pairs,
  bad: Violation[],
): { query: Record<string, unknown> | undefined; filters: Pairs } {
  const { shape } = schema;
  const [fixed, filters]: [Pairs, Pairs] = [[], []];
  for (const [key, value] of pairs) {
    if (Object.hasOwn(shape, key)) {
      fixed.push([key, value]);
      continue;
    }
    const problem = spec.filters ? spec.filters.problem(key, value) : unknownParameter(spec, key, Object.keys(shape));
    if (problem) bad.push(problem);
    else if (spec.filters) filters.push([key, value]);
  }
  const query = check(schema, toRecord(fixed, spec.repeatable ?? [], bad), bad);
  return { query, filters };
}
