import type { Cursor } from '../core/paging.ts';
import { unauthenticated, TenantScope } from '../access/scope.ts';
import { PublicScope } from '../access/public.ts';
import type { Caller, Identified } from '../access/principal.ts';
import type { Config, Env } from '../config.ts';
import { Lanes } from '../core/budget.ts';
import { sha256Hex } from '../core/digest.ts';
import { invalid, notFound, ServiceError, type Violation } from '../core/errors.ts';
import { UUID_V4 } from '../core/identity.ts';
import { objectJson } from '../core/jsontext.ts';
import { printable } from '../core/text.ts';
import type { Consistency, Database } from '../store/database.ts';
import {
  accepted,
  check,
  checkIgnoring,
  ignoreBody,
  isKey,
  KEY_RULE,
  parsePairs,
  readForm,
  readJson,
  readOptionalJson,
  toRecord,
  type Pairs,
} from './input.ts';
import { downloadResponse, isKnown } from './download.ts';
import { DOCUMENT_POLICY, PAGE_POLICY, prefersHtml } from './negotiate.ts';
import { paramsOf, stripVerb, type Context, type Operation, type Reply } from './operation.ts';
import { listHeaders, openPage, sealPage } from './paging.ts';
import { clientAddress, countItems, countRequest } from './ratelimit.ts';

/** Only a few public lists are read at once, so that tenants' queries do not wait behind many; clients take turns. */
const PUBLIC_LISTS = new Lanes('public lists', 2, 64);

/** How bearer tokens are verified. Passed in, because src/http does not know token formats. */
export type Authentication = {
  /** Returns the identity that a token proves. Throws 401. */
  identify: (request: Request, config: Config, env: Env) => Promise<Identified>;
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
  /** The database, whose audited changes are acknowledged. Its time counts for the request. */
  database: (consistency: Consistency) => Database;
  /** Set after authentication, for the log. */
  tenant?: string;
  /** Paths of the fields of the body that were ignored, for the response header. */
  ignored?: string[];
};

type Input = Pick<Context<'bearer', unknown, unknown>, 'params' | 'query' | 'filters' | 'body' | 'key' | 'page'> & {
  paged: Pairs;
};

/** Handles one request: authenticates, counts against the rate limit, validates, runs the handler, builds the response. */
export async function dispatch(operation: Operation, call: Call, authentication: Authentication): Promise<Response> {
  const { spec } = operation;
  const { request, env, config, requestId } = call;
  let caller: Caller | undefined;
  let who: Identified | undefined;
  if (spec.auth === 'operator' && config.operatorSecret === undefined) throw notFound('the path');
  const db = call.database(spec.auth === 'public' ? 'replica' : 'primary');
  const address = `address ${clientAddress(request)}`;
  try {
    if (spec.auth === 'bearer') caller = await authentication.authenticate(request, config, env, db, requestId);
    else if (spec.auth === 'identity') who = await authentication.identify(request, config, env);
  } catch (error) {
    // Failed authentications are counted by address, which limits guessing.
    await countRequest(env, 'public', address);
    throw error;
  }
  if (caller) call.tenant = caller.tenant;
  const counted = caller ? `tenant ${caller.tenant}` : address;
  await countRequest(env, spec.rate, counted);
  if (spec.auth === 'operator') checkOperator(request, config);

  const tenantScope =
    caller && new TenantScope(db, caller, spec.permission === 'none' ? 'administrator' : spec.permission, requestId);
  const scope = tenantScope ?? (who ? { who, db } : spec.auth === 'public' ? new PublicScope(db) : db);
  const audience = {
    operation: [spec.id, ...Object.values(call.params)].join(' '),
    audience: caller?.tenant ?? 'public',
  };

  try {
    const input = await readInput(operation, call, audience);
    const sealed = new Map<string, Cursor>();
    const tokenOf = async (next: Cursor | undefined): Promise<string> => {
      if (!next) return '';
      const token = await sealPage(next, input.paged, audience, config.keys);
      sealed.set(token, next);
      return token;
    };
    const context = {
      config,
      env,
      request,
      requestId,
      scope: scope as never,
      ...input,
      tokenOf,
      tag: undefined as string | undefined,
      countFailure: (client: string) => countRequest(env, 'token', `${address} client ${client}`),
      countItems: (items: number) => countItems(env, spec.rate, counted, items),
    };
    if (operation.page && prefersHtml(request)) return pageResponse(call, await operation.page(context), sealed);
    if (typeof spec.cacheable === 'function' && scope instanceof PublicScope) {
      const head = await spec.cacheable(scope, input.params);
      context.tag = tagOf([spec.id, input.params, input.paged, input.page, head]);
      if (isKnown(request, context.tag)) return notModified(operation, call, context.tag);
    }
    const handle = () => operation.handler(context);
    const reply = await (spec.list && spec.auth === 'public' ? PUBLIC_LISTS.run(handle, address) : handle());
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
  const params = readParams(call, spec.fixedId, bad);
  const search = call.request.url.indexOf('?');
  const given = parsePairs(search < 0 ? '' : call.request.url.slice(search + 1).replace(/#.*$/, ''), bad);
  const exact = call.request.headers.get('x-request-total-count')?.toLowerCase() === 'true';
  const { page, query: pairs } = spec.list
    ? await openPage(given, exact, audience, call.config, bad)
    : { page: { size: 0, after: undefined, sized: false, countTo: undefined }, query: given };
  const { query, filters } = readQuery(operation, pairs, bad);
  const key = spec.idempotent ? readKey(call.request, bad) : undefined;
  let body: unknown;
  if (spec.bodyType === 'multipart' || spec.bodyType === 'batch') {
    // The handler reads it.
  } else if (spec.body && spec.bodyType === 'form') {
    body = check(spec.body, toRecord(await readForm(call.request, bad), [], bad), bad);
  } else if (spec.body) {
    try {
      const given = await (spec.optionalBody ? readOptionalJson : readJson)(call.request);
      const json = accepted(given, spec.ignored ?? []);
      if (spec.unknownFields !== 'ignored' || (query as { strict?: string } | undefined)?.strict === 'true')
        body = check(spec.body, json, bad);
      else ({ body, ignored: call.ignored } = checkIgnoring(spec.body, json, bad));
    } catch (error) {
      if (!(error instanceof ServiceError && error.kind === 'invalid')) throw error;
      bad.push(...error.violations);
    }
  } else {
    await ignoreBody(call.request);
  }
  if (bad.length > 0) throw invalid(bad);
  return { params, query, filters, body, key, page, paged: pairs };
}

function readKey(request: Request, bad: Violation[]): string | undefined {
  const key = request.headers.get('idempotency-key') ?? undefined;
  if (key !== undefined && !isKey(key)) bad.push({ field: 'idempotency-key', description: KEY_RULE });
  return key;
}

function readParams({ template, params }: Call, fixedId: string | undefined, bad: Violation[]): Record<string, string> {
  return Object.fromEntries(
    paramsOf(template).map((name) => {
      const value = stripVerb(template, name, params[name] ?? '').toLowerCase();
      if (!UUID_V4.test(value) && value !== fixedId)
        bad.push({ field: name, description: `must be a version 4 uuid, not ${printable(value)}` });
      return [name, value];
    }),
  );
}

function readQuery(
  { spec, query: schema }: Operation,
  pairs: Pairs,
  bad: Violation[],
): { query: unknown; filters: Pairs } {
  const { shape } = schema;
  const [fixed, filters]: [Pairs, Pairs] = [[], []];
  for (const [key, value] of pairs) {
    if (Object.hasOwn(shape, key)) {
      fixed.push([key, value]);
      continue;
    }
    const problem = spec.filters
      ? spec.filters.problem(key, value)
      : spec.strictQuery
        ? {
            field: printable(key),
            description: `is not a known query parameter; known parameters: ${Object.keys(shape).join(', ') || 'none'}`,
          }
        : undefined;
    if (problem) bad.push(problem);
    else if (spec.filters) filters.push([key, value]);
  }
  const query = check(schema, toRecord(fixed, spec.repeatable ?? [], bad), bad);
  return { query, filters };
}

async function respond(
  operation: Operation,
  call: Call,
  reply: Reply<unknown>,
  input: Input & { tag: string | undefined },
  audience: { operation: string; audience: string },
): Promise<Response> {
  const { spec } = operation;
  if ('download' in reply)
    return downloadResponse(call.request, reply.download, spec.cacheable ? call.config.publicMaxAge : undefined);
  if ('html' in reply)
    return new Response(reply.html, {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': DOCUMENT_POLICY,
      },
    });
  let status = 200;
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  };
  let body: string;
  if ('list' in reply) {
    const { items, next } = reply.list;
    const token = next ? await sealPage(next, input.paged, audience, call.config.keys) : '';
    body = objectJson({ ...reply.also, [spec.list ?? 'items']: items, next_page_token: token });
    const answer = listHeaders(reply.list, input.page, call.config.resultLimit);
    status = answer.status;
    Object.assign(headers, answer.headers);
  } else {
    body = JSON.stringify(reply.json);
    Object.assign(headers, reply.headers);
  }
  if (operation.page) headers['vary'] = 'accept';
  if (!spec.cacheable) return new Response(body, { status, headers });

  headers['cache-control'] = `public, max-age=${call.config.publicMaxAge}`;
  // Page tokens differ each time, because they are sealed with a new nonce. So the tag covers the list and its cursor.
  headers['etag'] = input.tag ?? tagOf('list' in reply ? reply.list : reply.json);
  if (isKnown(call.request, headers['etag'])) {
    delete headers['content-type'];
    return new Response(null, { status: 304, headers });
  }
  return new Response(body, { status, headers });
}

const tagOf = (content: unknown): string => `"${sha256Hex(JSON.stringify(content)).slice(0, 32)}"`;

/** 304 for a client that has the current response. */
function notModified(operation: Operation, { config }: Call, etag: string): Response {
  const headers: Record<string, string> = { etag, 'cache-control': `public, max-age=${config.publicMaxAge}` };
  if (operation.page) headers['vary'] = 'accept';
  return new Response(null, { status: 304, headers });
}

/** The response with a public page, cacheable like the JSON at the same URL. `sealed` maps the page tokens in it. */
function pageResponse({ request, config }: Call, html: string, sealed: ReadonlyMap<string, Cursor>): Response {
  // As for lists, the tag covers the cursors instead of the tokens.
  const lasting = [...sealed].reduce((text, [token, next]) => text.replaceAll(token, JSON.stringify(next)), html);
  const headers: Record<string, string> = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': PAGE_POLICY,
    'cache-control': `public, max-age=${config.publicMaxAge}`,
    etag: `"${sha256Hex(lasting).slice(0, 32)}"`,
    vary: 'accept',
  };
  if (!isKnown(request, headers['etag']!)) return new Response(html, { headers });
  delete headers['content-type'];
  return new Response(null, { status: 304, headers });
}
