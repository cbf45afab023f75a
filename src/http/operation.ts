import type { Cursor } from '../core/paging.ts';
import { z } from '@hono/zod-openapi';
import type { Identified } from '../access/principal.ts';
import type { Permission, TenantScope } from '../access/scope.ts';
import type { PublicScope } from '../access/public.ts';
import type { Config, Env } from '../config.ts';
import type { Violation } from '../core/errors.ts';
import type { Database } from '../store/database.ts';
import type { Pairs } from './input.ts';
import type { Download } from './download.ts';
import type { ListResult, Page } from './paging.ts';

/**
 * Who may call: `bearer` a member of a tenancy or an application of it; `identity` whoever has a token, of a
 * tenancy or none; `public` anybody; `client` anybody, with client credentials in the request; `operator` whoever
 * holds OPERATOR_SECRET.
 */
export type Auth = 'bearer' | 'identity' | 'public' | 'client' | 'operator';

/**
 * What is counted together against a rate limit: requests of a tenant; wrong secrets, by address and client; requests
 * of an address (lists by themselves).
 */
export type RateClass = 'api' | 'token' | 'public' | 'public_list';

/** A resource group: one Swagger 2.0 document, served at `{path}:openapi`. `alias` is another path of the same operations. */
export type Group = { name: string; path: string; title: string; alias?: string };

/** Whoever has a token, and a handle for what is about them in any tenancy. */
export type IdentityScope = { who: Identified; db: Database };

type Scopes = {
  bearer: TenantScope;
  identity: IdentityScope;
  public: PublicScope;
  client: Database;
  operator: Database;
};
type ScopeOf<A extends Auth> = Scopes[A];

/** What a handler gets: validated input and a handle that is bound to what its caller may touch. */
export type Context<A extends Auth, Q, B> = {
  config: Config;
  env: Env;
  request: Request;
  requestId: string;
  scope: ScopeOf<A>;
  params: Record<string, string>;
  query: Q;
  /** Filters whose names are not fixed (`attributes.<name>=…`), for operations that take them. */
  filters: Pairs;
  body: B;
  /** The Idempotency-Key, for operations that take one. */
  key: string | undefined;
  page: Page;
  /** The token of the page of a list that follows `next`, for an HTML page; empty where nothing does. */
  tokenOf: (next: Cursor | undefined) => Promise<string>;
  /** Counts a failed attempt to authenticate as `client` from the caller's address. Throws 429. */
  countFailure: (client: string) => Promise<void>;
};

export type Reply<R> =
  | { json: R; headers?: Record<string, string> }
  | { list: ListResult<unknown>; also?: Record<string, unknown> }
  | { html: string }
  | { download: Download };

type QueryShape = Record<string, z.ZodType>;
type Infer<S extends QueryShape> = { [K in keyof S]: z.infer<S[K]> };

/** The query parameter of operations that ignore unknown fields. */
const StrictQuery = {
  strict: z
    .enum(['true', 'false'])
    .optional()
    .openapi({ description: 'true: unknown fields of the body respond 400 instead of being ignored' }),
};

export type OperationSpec<A extends Auth, Q extends QueryShape, B extends z.ZodType, R extends z.ZodType> = {
  id: string;
  group: Group;
  method: 'get' | 'post' | 'patch' | 'delete';
  /** The template of the specification, relative to the base address: `/v2/assets/{uuid}:publicurl`. */
  path: string;
  /** Served at the origin itself, outside the base path (the issuer's own documents). */
  atOrigin?: boolean;
  /** Further templates that answer alike (older spellings, path families). */
  aliases?: string[];
  summary: string;
  description?: string;
  auth: A;
  /** Only for bearer operations, and required there. */
  permission: A extends 'bearer' ? Permission : 'none';
  rate: RateClass;
  /** The specification's status column; what every operation can answer is added (see `statusesOf`). */
  statuses: number[];
  query?: Q;
  /** Query parameters that may come more than once, as a list. */
  repeatable?: string[];
  /** Takes filters with free names; gives the violation of a name that it does not take. */
  filters?: { documented: Record<string, string>; problem: (key: string, value: string) => Violation | undefined };
  /** Unknown query parameters are 400 instead of ignored. */
  strictQuery?: boolean;
  /** A uuid that the path takes although it is not of version 4. */
  fixedId?: string;
  /** Takes an Idempotency-Key. */
  idempotent?: boolean;
  body?: B;
  /** Read-only fields of the resource: a client that sends back what it got may send them, and they are ignored. */
  ignored?: string[];
  /**
   * What happens to fields of a JSON body that the schema does not declare, at any depth. Without this they are
   * refused with 400. `ignored`: they are removed and named in the header `archivist-ignored-fields`, unless the
   * request has `?strict=true`. Resources that decide rights never declare it: there a misspelt field would silently
   * grant or keep access. The schema is strict in both cases.
   */
  unknownFields?: 'ignored';
  /** The body may be absent or `null`, which is as `{}`. */
  optionalBody?: boolean;
  /** How the body comes; JSON where not said. A `multipart` body is read by the handler (see `readFormFile`). */
  bodyType?: 'json' | 'form' | 'multipart';
  /** A paged list: the key of its items; the handler replies with `list`. */
  list?: string;
  /** `file`: the handler replies with `download`. */
  response: R | 'html' | 'file';
  /**
   * Public and cacheable for Config.publicMaxAge, with an ETag: of the response, or of a head that is read before it and
   * changes whenever the response does. It throws 404 where the response is one.
   */
  cacheable?: true | ((scope: PublicScope, params: Record<string, string>) => Promise<string>);
};

export type Operation = {
  /** The fixed query parameters as one schema, made once. */
  query: z.ZodObject;
  spec: OperationSpec<Auth, QueryShape, z.ZodType, z.ZodType>;
  handler: (context: Context<Auth, unknown, unknown>) => Promise<Reply<unknown>>;
  /** The same as a page, for a browser that opens the address: HTML (see `prefersHtml`). Pages are public. */
  page: ((context: Context<Auth, unknown, unknown>) => Promise<string>) | undefined;
};

/**
 * The only way to add an endpoint. From one declaration come its route, its place in the documents,
 * its authentication (there is no default: an operation that does not say does not compile), its
 * permission, its rate class, the validation of what comes in and the statuses that go out.
 */
export function operation<
  A extends Auth,
  R extends z.ZodType,
  Q extends QueryShape = Record<never, never>,
  B extends z.ZodType = z.ZodUndefined,
>(
  spec: OperationSpec<A, Q, B, R>,
  handler: (context: Context<A, Infer<Q>, z.infer<B>>) => Promise<Reply<z.infer<R>>>,
  page?: A extends 'public' ? (context: Context<A, Infer<Q>, z.infer<B>>) => Promise<string> : undefined,
): Operation {
  const query = spec.unknownFields === 'ignored' ? { ...spec.query, ...StrictQuery } : (spec.query ?? {});
  return { spec: { ...spec, query }, handler, page, query: z.object(query) } as unknown as Operation;
}

/** Every template of an operation, its aliases after it. */
export function templatesOf({ spec }: Pick<Operation, 'spec'>): string[] {
  const { path, group } = spec;
  const other =
    group.alias !== undefined && path.startsWith(group.path) ? [group.alias + path.slice(group.path.length)] : [];
  return [path, ...other, ...(spec.aliases ?? [])];
}

/** The names of the template's parameters. */
export function paramsOf(template: string): string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
}

/** Declared statuses: the specification's column plus what every operation can answer. */
export function statusesOf({ spec }: Operation): number[] {
  const own = new Set([...spec.statuses, 200, 400, 405, 409, 413, 415, 429, 500, 503]);
  if (spec.auth !== 'public') own.add(401);
  if (spec.auth === 'operator' || templatesOf({ spec }).some((t) => paramsOf(t).length > 0)) own.add(404);
  if (spec.list || spec.response === 'file') own.add(206);
  if (spec.response === 'file') own.add(304).add(416);
  if (spec.cacheable) own.add(304);
  return [...own].toSorted((a, b) => a - b);
}

/**
 * Compiles a template to a router path. A colon verb stands inside the group of the parameter before
 * it, because a router parameter would swallow it; `stripVerb` takes it off the value again.
 */
export function compile(template: string): string {
  return template.replace(/\{(\w+)\}(:[a-z-]+)?/g, (_all, name: string, verb = '') => `:${name}{[^/:]+${verb}}`);
}

/** The value of a parameter without the verb that its template puts behind it. */
export function stripVerb(template: string, name: string, value: string): string {
  const verb = new RegExp(`\\{${name}\\}(:[a-z-]+)`).exec(template)?.[1];
  return verb && value.endsWith(verb) ? value.slice(0, -verb.length) : value;
}
