import type { Cursor } from '../lib/paging.ts';
import { z } from '@hono/zod-openapi';
import type { Identified } from '../access/principal.ts';
import type { RequiredRole, TenantScope } from '../access/scope.ts';
import type { PublicScope } from '../access/public.ts';
import type { Config, Env } from '../settings/config.ts';
import { CSRF_HEADER } from '../access/identity/csrf.ts';
import type { JsonText } from '../lib/json-text.ts';
import type { Violation } from '../lib/errors.ts';
import type { Database } from '../platform/database/database.ts';
import type { Pairs } from './input.ts';
import type { Download } from './download.ts';
import type { ListResult, PageRequest } from './paging.ts';

/**
 * Who may call: `bearer` members and applications of a tenancy; `identity` anyone with a valid token, also without a
 * tenancy; `public` anonymous callers; `optional` with an Authorization header as `bearer`, without one as `public`;
 * `client` anonymous callers that send client credentials; `session` the console, whose handler checks the session;
 * `operator` callers with OPERATOR_SECRET.
 */
export type Auth = 'bearer' | 'identity' | 'public' | 'optional' | 'client' | 'session' | 'operator';

/**
 * What a rate limit counts: `api` requests of a tenant; `token` failed authentications of a client from an address;
 * `public` and `public_list` requests of an address, lists separately.
 */
export type RateClass = 'api' | 'token' | 'public' | 'public_list';

/**
 * A group of operations with a Swagger 2.0 document at `{path}:openapi`. `alias` is a second path of the operations,
 * with the suffix of their ids there.
 */
export type Group = { name: string; path: string; title: string; alias?: { path: string; suffix: string } };

/** The identity that a token proves, and access to its records in all tenancies. */
export type IdentityScope = { who: Identified; db: Database };

type Scopes = {
  bearer: TenantScope;
  identity: IdentityScope;
  public: PublicScope;
  optional: TenantScope | PublicScope;
  client: Database;
  session: Database;
  operator: Database;
};
type ScopeOf<A extends Auth> = Scopes[A];

/** The input of a handler: the validated request, and a scope that is limited to what the caller may access. */
export type Context<A extends Auth, Q, B> = {
  config: Config;
  /** Of the cell of the caller's tenancy, or of the record that the path names. */
  env: Env;
  /** The database of the cell that has a record, by the uuid of the record. */
  inCell: (uuid: string) => Promise<Database>;
  /** Reads the same of each cell, all at once. Throws the error of any: a partial result is no result. */
  inEachCell: <T>(read: (db: Database) => Promise<T>) => Promise<T[]>;
  request: Request;
  requestId: string;
  scope: ScopeOf<A>;
  params: Record<string, string>;
  query: Q;
  /** Filters whose names are not fixed (`attributes.<name>=…`), if the operation declares `filters`. */
  filters: Pairs;
  body: B;
  /** The Idempotency-Key, if the operation is `idempotent` and the request has one. */
  key: string | undefined;
  /** The Record-Id, in lower case, if the operation `takesRecordId` and the request has one. */
  recordId: string | undefined;
  page: PageRequest;
  /**
   * Returns the page token of a cursor, for links in HTML pages; empty for undefined. `also`: parameters that the page
   * adds to the query of the request.
   */
  tokenOf: (next: Cursor | undefined, also?: Pairs) => Promise<string>;
  /** Counts a failed authentication as `client` from the caller's address. Throws 429. */
  countFailure: (client: string) => Promise<void>;
  /**
   * Counts further items of the request against its rate limit, in order. Returns how many are before the first that
   * exceeds it.
   */
  countItems: (items: number) => Promise<number>;
};

/**
 * For how long a response may be cached, as the value of `cache-control`. `etag`: an entity tag in quotes; default:
 * one of the content.
 */
export type Caching = { control: string; etag?: string };

export type Reply<R> =
  | { json: R | JsonText; headers?: Record<string, string>; caching?: Caching }
  | { raw: string | Uint8Array; caching?: Caching }
  | { stream: ReadableStream<Uint8Array> }
  | { pieces: AsyncGenerator<Uint8Array, void> }
  | { list: ListResult<unknown>; also?: Record<string, unknown> }
  | { html: string }
  | { download: Download };

/** A response that is not JSON: text in UTF-8, or bytes. The handler returns `raw`. */
export type Media = {
  /** Media type, without parameters. */
  media: string;
  /** Parameters of the media type in responses, besides `charset`, such as `version=1`. */
  parameters?: string;
  format: 'text' | 'bytes';
  /** What the body is and which document defines its format. */
  about: string;
  /** Of text. */
  example?: string;
};

/** What the OpenAPI documents say of streams of Server-Sent Events. */
export type Streams = {
  /** What the stream has. */
  about: string;
  example: string;
  /** What the header `Last-Event-ID` means, and an example of it. */
  from: string;
  cursor: string;
};

/** A parameter of a path that is not a UUID of version 4. */
export type PathParam = {
  about: string;
  example: string;
  /** The value for the handler; undefined if it is not accepted. */
  read: (value: string) => string | undefined;
  /** What is accepted, such as `must be a uuid or public`. */
  rule: string;
  /** The value can contain slashes, also percent-encoded. Only for the last parameter of a path, at its end. */
  spansSegments?: boolean;
};

type QueryShape = Record<string, z.ZodType>;
type Infer<S extends QueryShape> = { [K in keyof S]: z.infer<S[K]> };

/** The query parameter of operations that ignore unknown fields. */
const StrictQuery = {
  strict: z
    .enum(['true', 'false'])
    .optional()
    .openapi({ description: 'true: respond with 400 to unknown fields of the body instead of ignoring them' }),
};

export type OperationSpec<A extends Auth, Q extends QueryShape, B extends z.ZodType, R extends z.ZodType> = {
  id: string;
  group: Group;
  method: 'get' | 'post' | 'patch' | 'delete';
  /** The path template, relative to the base URL: `/v2/assets/{uuid}:publicurl`. */
  path: string;
  /** Served outside the base path, as the issuer's OpenID Connect documents are. */
  atOrigin?: boolean;
  /** Further path templates of the same operation (older spellings, path families), by the suffix of its id there. */
  aliases?: Record<string, string>;
  /** What the operation does, in the imperative, without a full stop. */
  summary: string;
  /** What a client developer needs to know beyond the summary, in sentences. */
  description: string;
  auth: A;
  /** Required of callers with a token by bearer and optional operations, `none` for all others. */
  permission: A extends 'bearer' | 'optional' ? RequiredRole : 'none';
  /** Of an optional operation: the class of anonymous callers; those with a token are counted as `api`. */
  rate: RateClass;
  /** The statuses of this operation in addition to the common ones (see `statusesOf`). */
  statuses: readonly number[];
  query?: Q;
  /** Query parameters that may be repeated; their value is a list. */
  repeatable?: string[];
  /** Accepts filters whose names are not fixed. `problem` returns the violation of a filter that is not valid. */
  filters?: { documented: Record<string, string>; problem: (key: string, value: string) => Violation | undefined };
  /**
   * Unknown query parameters are rejected with 400 instead of ignored. Operations of the operator always reject them.
   */
  strictQuery?: boolean;
  /** A uuid that the path accepts although it is not of version 4. */
  fixedId?: string;
  /** The parameters of the path that are not UUIDs of version 4, by name. */
  params?: Record<string, PathParam>;
  /**
   * Reads the primary database also for anonymous callers, because a response must not be older than an earlier one.
   */
  primary?: boolean;
  /**
   * Of a bearer operation: a request without a header can have the query parameter `token`, which `sealAddress` has
   * made for this resource. Returns the identity of the resource from the parameters of the path.
   */
  addressed?: (params: Record<string, string>) => string;
  /** Accepts an Idempotency-Key. */
  idempotent?: boolean;
  /** Accepts a Record-Id instead. */
  takesRecordId?: boolean;
  body?: B;
  /** Read-only fields of the resource, which are ignored in the body: clients may send a resource back as received. */
  ignored?: string[];
  /**
   * What happens to fields of a JSON body that the schema does not declare, at any depth. Absent: they are rejected
   * with 400. `ignored`: they are removed and named in the header `archivist-ignored-fields`, unless the request has
   * `?strict=true`. Resources that determine access must not declare it, because a misspelled field would silently
   * grant or keep access. The schema is strict in both cases.
   */
  unknownFields?: 'ignored';
  /** The body may be absent or `null`; both are read as `{}`. */
  optionalBody?: boolean;
  /**
   * The format of the body; default `json`. The handler reads a `multipart` body (see `readFormFile`) and a `batch`,
   * whose items are in JSON or JSON Lines (see `runBatch`).
   */
  bodyType?: 'json' | 'form' | 'multipart' | 'batch';
  /** For a paged list, the key of its items; the handler returns `list`. */
  list?: string;
  /** `file`: the handler returns `download`. */
  response: R | 'html' | 'file' | Media;
  /** For `Accept: text/event-stream`, the handler returns `stream`. */
  streams?: Streams;
  /** An example of the JSON response, if that of its schema does not show what this operation returns. */
  example?: unknown;
  /**
   * Public and cacheable for Config.publicMaxAge, with an ETag of the response. A function makes the ETag from a value
   * that is read before the handler runs and that changes whenever the response does; it must throw 404 if the handler
   * would. `by reply`: the response is cacheable if the handler returns `caching`.
   */
  cacheable?: true | 'by reply' | ((scope: PublicScope, params: Record<string, string>) => Promise<string>);
};

export type Operation = {
  /** The fixed query parameters as one schema, made once. */
  query: z.ZodObject;
  spec: OperationSpec<Auth, QueryShape, z.ZodType, z.ZodType>;
  handler: (context: Context<Auth, unknown, unknown>) => Promise<Reply<unknown>>;
  /** Renders the HTML page for browsers (see `prefersHtml`). Only public operations have one. */
  page: ((context: Context<Auth, unknown, unknown>) => Promise<string>) | undefined;
};

/**
 * The only way to add an endpoint. One declaration defines its route, its entry in the OpenAPI documents, its
 * authentication (without a default: omitting it is a type error), its permission, its rate limit, the validation of
 * requests and the statuses of responses.
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

/** The media type of a response that is neither JSON nor a file nor a page. */
export const mediaOf = ({ response }: Operation['spec']): Media | undefined =>
  typeof response === 'object' && 'media' in response ? response : undefined;

/** Whether a request is anonymous: its response is for anyone. */
export const isAnonymous = ({ spec }: Operation, request: Request): boolean =>
  spec.auth === 'public' || (spec.auth === 'optional' && !hasCredentials(request));

/** Whether a request authenticates itself: with a token, or with a session, whose cookie alone does not count. */
export const hasCredentials = ({ headers }: Request): boolean =>
  headers.has('authorization') || headers.has(CSRF_HEADER);
