import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import { BASE_PATH, configOf, ConfigError, type Env } from './settings/config.ts';
import { notFound, retryLater, ServiceError } from './lib/errors.ts';
import { exposed } from './platform/hidden-cause.ts';
import { newMeter } from './platform/metrics/meter.ts';
import { secure } from './lib/secure-headers.ts';
import { ambient } from './lib/time.ts';
import { dispatch, type Call } from './http/dispatch.ts';
import { BATCH_DRAINED } from './http/batch.ts';
import { drain } from './http/input.ts';
import { FORM_DRAINED } from './http/multipart.ts';
import { observeRequest } from './http/observe.ts';
import { isAnonymous, type Operation } from './http/operation.ts';
import { compile, templatesOf } from './http/path.ts';
import { asServiceError, problemResponse } from './http/problem.ts';
import {
  allowed,
  DATABASE_STATE,
  IGNORED_FIELDS,
  ignoredFields,
  PREFERENCE_APPLIED,
  preflight,
  STRICT,
} from './http/headers.ts';
import { languageOf, PAGE_POLICY, PAGE_VARY, prefersHtml, textsFor } from './http/negotiate.ts';
import { authenticate, identify } from './access/identity/authenticate.ts';
import { databaseOf, isRestored, refreshDatabaseReport } from './ledger/append/writer-client.ts';
import { flushCounts } from './platform/metrics/flush.ts';
import { operations } from './operations.ts';
import { errorPage } from './http/pages/layout.ts';
import { startPage } from './http/pages/start.ts';
import type { Consistency, Database } from './platform/database/database.ts';

/** Bytes of an unwanted body that are read, by the format of bodies that may be large. */
const DRAINED: Partial<Record<string, number>> = { multipart: FORM_DRAINED, batch: BATCH_DRAINED };

/** How long the body of a request without a valid token is read after the response is determined, in milliseconds. */
const UNKNOWN_DRAINED_MS = 250;

/** The first segments of the API's paths, after the base path. */
const FIRST_SEGMENTS = new Set(
  operations
    .filter(({ spec }) => !spec.atOrigin)
    .flatMap((operation) => templatesOf(operation).map((template) => template.split('/')[1]!)),
);

type Route = { template: string; methods: Map<string, Operation> };

/**
 * Assembles the API: routes each operation, responds with 404 and 405 before authentication, and maps errors in one
 * place.
 */
export function createApp(): OpenAPIHono<{ Bindings: Env }> {
  const app = new OpenAPIHono<{ Bindings: Env }>({
    router: new TrieRouter(),
    getPath: (request) => cleanPath(request.url),
  });
  const respond = async (c: Context<{ Bindings: Env }>, route: Route | undefined): Promise<Response> => {
    const handled = handle(c.req.raw, c.env, route, route ? (c.req.param() as Record<string, string>) : {});
    // Without this, the platform drops the work of a client that disconnects, with what it holds: lanes and memory.
    c.executionCtx.waitUntil(handled.catch(() => undefined));
    const response = await handled;
    const refreshed = refreshDatabaseReport(c.env);
    if (refreshed) c.executionCtx.waitUntil(refreshed);
    const flushed = flushCounts(c.env);
    if (flushed) c.executionCtx.waitUntil(flushed);
    return response;
  };
  for (const [path, route] of routesOf(operations)) app.all(path, (c) => respond(c, route));
  app.notFound((c) => respond(c, undefined));
  return app;
}

/**
 * The path that a request is routed by. Repeated and trailing slashes are removed, and the colon of a verb may be
 * percent-encoded. The rest is unchanged.
 */
const cleanPath = (url: string): string =>
  new URL(url).pathname
    .replaceAll(/%3a/gi, ':')
    .replaceAll(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '');

function routesOf(all: readonly Operation[]): Map<string, Route> {
  const routes = new Map<string, Route>();
  for (const operation of all) {
    for (const template of templatesOf(operation)) {
      const path = (operation.spec.atOrigin ? '' : BASE_PATH) + compile(template, operation);
      const route = routes.get(path) ?? { template, methods: new Map<string, Operation>() };
      route.methods.set(operation.spec.method.toUpperCase(), operation);
      routes.set(path, route);
    }
  }
  return routes;
}

/** Handles one request, including its log line. `found` is undefined for a path that no operation has. */
async function handle(
  request: Request,
  env: Env,
  found: Route | undefined,
  params: Record<string, string>,
): Promise<Response> {
  const started = Date.now();
  const requestId = ambient.uuid();
  const meter = newMeter();
  const database = (cell: Env, consistency: Consistency): Database => databaseOf(cell, consistency, meter);
  const route = found && exists(found, env) && isSpelled(found, request) ? found : undefined;
  const operation = route?.methods.get(request.method === 'HEAD' ? 'GET' : request.method);
  let call: Call | undefined;
  let response: Response;
  let cause: unknown;
  try {
    if (route && request.method === 'OPTIONS') {
      response = preflight(route.methods);
    } else if (!route && isStart(request)) {
      response = new Response(await startPage(textsFor(request), BASE_PATH), { headers: startHeaders(request) });
    } else {
      if (!route) throw unserved(new URL(request.url).pathname);
      if (!operation) {
        throw new ServiceError('method_not_allowed', `${request.method} is not allowed here`, {
          headers: { allow: allowed(route.methods) },
        });
      }
      call = { request, env, config: configOf(env), requestId, template: route.template, params, database };
      response = await dispatch(operation, call, { authenticate, identify });
    }
  } catch (error) {
    cause = await exposed(error);
    const fault =
      error instanceof ConfigError
        ? retryLater('unavailable', 'the service is not configured', 60)
        : asServiceError(cause);
    response = problemResponse(fault, requestId, operation?.spec.auth === 'client');
    const isNegotiated = operation?.page !== undefined || (!route && ['GET', 'HEAD'].includes(request.method));
    if (isNegotiated) response.headers.set('vary', 'accept');
    if (isNegotiated && prefersHtml(request)) response = await pageOfError(request, response, fault.message, requestId);
  }
  if (isRestored()) response.headers.set(DATABASE_STATE, 'restored');
  if (call?.isStrict) response.headers.set(PREFERENCE_APPLIED, STRICT);
  if (call?.ignored?.length) response.headers.set(IGNORED_FIELDS, ignoredFields(call.ignored));
  // The rest of the body is read before any response, errors and preflights included. An unauthenticated client may
  // send slowly and without end, so little is read from it.
  const known = call?.tenant !== undefined;
  const most = known ? DRAINED[operation?.spec.bodyType ?? 'json'] : undefined;
  const drained = drain(request, most).catch(() => undefined);
  await (known ? drained : Promise.race([drained, scheduler.wait(UNKNOWN_DRAINED_MS)]));
  const isShared = response.headers.get('cache-control')?.startsWith('public') ?? false;
  secure(response.headers, {
    requestId,
    crossOrigin: operation?.spec.method === 'get' && (isAnonymous(operation, request) || isShared),
  });
  observeRequest({
    request,
    requestId,
    operation,
    tenant: call?.tenant,
    status: response.status,
    started,
    meter,
    cause,
  });
  return response;
}

/** The page of an error, with the status and the headers of its response in JSON. */
async function pageOfError(
  request: Request,
  { status, headers }: Response,
  message: string,
  requestId: string,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('content-security-policy', PAGE_POLICY);
  headers.set('content-language', languageOf(request));
  headers.set('vary', PAGE_VARY);
  const page = await errorPage({ texts: textsFor(request), status, message, requestId, base: BASE_PATH });
  return new Response(page, { status, headers });
}

/** The headers of the start page, which changes only with the version of the service. */
const startHeaders = (request: Request): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': PAGE_POLICY,
  'content-language': languageOf(request),
  'cache-control': 'public, max-age=300',
  vary: PAGE_VARY,
});

/** Whether a browser opens the address of the service. Clients of the API get the 404 of a path that does not exist. */
const isStart = (request: Request): boolean =>
  ['GET', 'HEAD'].includes(request.method) && new URL(request.url).pathname === '/' && prefersHtml(request);

/**
 * Whether the route accepts this spelling of its path. Operations that check a secret accept only the exact path:
 * another spelling must not evade a proxy that limits requests by path.
 */
function isSpelled(route: Route, request: Request): boolean {
  const exact = [...route.methods.values()].some(({ spec }) => ['operator', 'client', 'session'].includes(spec.auth));
  return !exact || !/\/\/|\/$/.test(new URL(request.url).pathname);
}

/** Paths of the hosted service that this service does not have, with what replaces them (docs/migrating.md). */
const LEFT_OUT: Record<string, string> = {
  '/v1/sboms': 'upload the file as a blob and attach it to an event',
  '/v1/events': 'create an asset and append events to it',
  '/v1/notary': 'use the `:proof` of an event',
  '/v1/groups': 'use `group=` in access policies',
  '/iam/v1/members': 'use /v1/tenancies/users',
  '/iam/v1/memberships': 'use /v1/users/tenants',
};

/**
 * The 404 error for a path that no operation has. It says so if the base path is missing or duplicated, or if the path
 * is one of LEFT_OUT.
 */
function unserved(pathname: string): ServiceError {
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const base = BASE_PATH.slice(1);
  const path = `/${segments.slice(segments[0] === base ? 1 : 0).join('/')}`;
  for (const [prefix, instead] of Object.entries(LEFT_OUT))
    if (path.startsWith(prefix) && /^([/:]|$)/.test(path.slice(prefix.length)))
      return new ServiceError(
        'not_found',
        `the path does not exist: the service does not have ${prefix}; ${instead} (docs/migrating.md, "What is ` +
          'not supported")',
      );
  if (FIRST_SEGMENTS.has(segments[0] ?? ''))
    return new ServiceError('not_found', `the path does not exist: paths of the API start with ${BASE_PATH}/`);
  if (segments[0] === base && segments[1] === base)
    return new ServiceError(
      'not_found',
      `the path does not exist: it has ${BASE_PATH} twice; configure a client that adds it itself with the ` +
        'address without it',
    );
  return notFound('the path');
}

/** The operator's paths exist only if OPERATOR_SECRET is set. */
function exists(route: Route, env: Env): boolean {
  return Boolean(env.OPERATOR_SECRET) || [...route.methods.values()].some(({ spec }) => spec.auth !== 'operator');
}
