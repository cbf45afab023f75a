import createClient, { type FetchOptions, type FetchResponse } from 'openapi-fetch';
import type { paths } from '../../client/schema.d.ts';
import type { Pages } from './list-pages.ts';
import { clockBehind, endedRemotely, isNow, renew, renewed, session, type SignedInUser } from './session.ts';
import { texts } from '../texts/texts.ts';

export type { PageOf, Pages } from './list-pages.ts';
export type { Schemas } from './schemas.ts';

/** The base URL of the API, on the origin of the console. */
export const BASE = `${location.origin}/archivist`;

type Method = 'get' | 'post' | 'patch' | 'delete';
type PathWith<M extends Method> = { [P in keyof paths]: paths[P] extends Record<M, object> ? P : never }[keyof paths];
type Options<P extends PathWith<M>, M extends Method> = FetchOptions<paths[P][M]>;
type CallOptions<P extends PathWith<M>, M extends Method> =
  object extends Options<P, M> ? [options?: Options<P, M>] : [options: Options<P, M>];
type Data<P extends PathWith<M>, M extends Method> = NonNullable<
  FetchResponse<NonNullable<paths[P][M]>, object, 'application/json'>['data']
>;

/** An error of the API: its message, the rejected fields and the request id. Status 0: an error of the console. */
export class ApiError extends Error {
  readonly status: number;
  readonly requestId: string;
  readonly fields: { field: string; description: string }[];
  constructor(status: number, message: string, requestId = '', fields: ApiError['fields'] = []) {
    super(message);
    this.status = status;
    this.requestId = requestId;
    this.fields = fields;
  }
}

/** The error in a response body, which has the shape of the API or of OAuth. */
export function errorOf(status: number, body: unknown, requestId: string): ApiError {
  const { message, error_description, details } = (body ?? {}) as {
    message?: string;
    error_description?: string;
    details?: { field_violations?: ApiError['fields']; request_id?: string }[];
  };
  const text = message ?? error_description ?? texts.service.responded(status);
  const id = details?.find((detail) => detail.request_id)?.request_id ?? requestId;
  return new ApiError(
    status,
    text,
    id,
    details?.flatMap((detail) => detail.field_violations ?? []),
  );
}

/** The error of a form whose input the console rejects, with the fields. */
export const rejected = (fields: ApiError['fields']): ApiError => new ApiError(0, texts.form.refused, '', fields);

export const unreachable = (): ApiError => new ApiError(0, texts.service.unreachable);

/** The header that a page of another origin cannot set. Its value matters only while there is a session. */
export const CSRF = 'x-csrf-token';

/** The session of the browser, as the service knows it. */
export type BrowserSession = { csrf_token: string; issuer: string; subject: string; email: string };

/**
 * Calls an operation on the session of the browser; undefined without one. `csrf` may be anything while there is no
 * session.
 */
export async function onSession(
  method: 'GET' | 'POST' | 'DELETE',
  csrf: string,
  body?: object,
): Promise<BrowserSession | undefined> {
  const response = await fetch(`${BASE}/iam/v1/sessions${method === 'POST' ? '' : '/current'}`, {
    method,
    // A sign-out is sent also if the page is closed at once.
    keepalive: method === 'DELETE',
    headers: { [CSRF]: csrf, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch(() => {
    throw unreachable();
  });
  const answer = (await response.json().catch(() => undefined)) as
    | (BrowserSession & { active?: boolean; ended_remotely?: boolean })
    | undefined;
  if (!response.ok) throw errorOf(response.status, answer, response.headers.get('x-request-id') ?? '');
  // A network that wants a login answers everything with a page of its own.
  if (!answer) throw unreachable();
  if (method === 'GET') endedRemotely.set(answer.ended_remotely === true);
  const sent = Date.parse(response.headers.get('date') ?? '');
  if (!Number.isNaN(sent)) clockBehind.set(sent - Date.now());
  return answer.active ? answer : undefined;
}

/**
 * Waits after a 401 until there is a session again: one that another tab has started for the same person or
 * application, or a new one. `sent` is the CSRF token of the refused request: if the person has signed in again since
 * it was sent, there is one.
 */
export async function awaitSession(sent: string | undefined): Promise<void> {
  const isSince = (): boolean => session.get()?.csrf !== sent;
  if (isSince()) return;
  const found = await onSession('GET', 'read').catch(() => undefined);
  if (isSince()) return;
  const now = session.get();
  const isSame = now && found?.issuer === now.issuer && found.subject === now.subject;
  if (isSame && found.csrf_token !== now.csrf) renew(found.csrf_token);
  else await renewed();
}

/** The headers with the CSRF token of the session, whose cookie the browser adds, and the tenancy. */
export function identification(of: SignedInUser | undefined = session.get()): Record<string, string> {
  if (!of) return {};
  const tenant: Record<string, string> =
    of.way.kind !== 'application' && of.tenancy ? { 'x-tenant': of.tenancy.identity } : {};
  return { [CSRF]: of.csrf, ...tenant };
}

const client = createClient<paths>({
  baseUrl: BASE,
  // Each attribute filter is a separate query parameter.
  querySerializer: { object: { style: 'form', explode: true } },
});

/**
 * Calls `attempt` with the session's headers. After a 401, waits until the person has signed in again and repeats it,
 * which is safe because a 401 has no effect. Throws if the session has ended in the meantime.
 */
export async function signedIn(attempt: (headers: Record<string, string>) => Promise<Response>): Promise<Response> {
  const id = session.get()?.id;
  for (;;) {
    const sent = session.get()?.csrf;
    const response = await attempt(identification()).catch(() => {
      throw unreachable();
    });
    if (!isNow(id)) {
      await response.body?.cancel();
      throw new ApiError(0, texts.service.signedOut);
    }
    if (response.status !== 401 || !session.get()?.established) return response;
    await response.body?.cancel();
    await awaitSession(sent);
    if (!isNow(id)) throw new ApiError(0, texts.service.signedOut);
  }
}

const raw = client as unknown as Record<
  string,
  (
    path: string,
    options: object,
  ) => Promise<{ data?: { next_page_token?: string }; error?: unknown; response: Response }>
>;

async function call<D>(method: Method, path: string, options: object): Promise<{ data: D; response: Response }> {
  const fetchHere = (request: Request): Promise<Response> =>
    signedIn((headers) => fetch(new Request(request.clone(), { headers: { ...headersOf(request), ...headers } })));
  const { data, error, response } = await raw[method.toUpperCase()]!(path, { ...options, fetch: fetchHere });
  if (error !== undefined || !response.ok)
    throw errorOf(response.status, error, response.headers.get('x-request-id') ?? '');
  return { data: data as D, response };
}

const headersOf = (request: Request): Record<string, string> => Object.fromEntries(request.headers);

/** Calls an operation as the caller of the session and returns the response body. Throws ApiError. */
export const api = {
  get: async <P extends PathWith<'get'>>(path: P, ...[options]: CallOptions<P, 'get'>): Promise<Data<P, 'get'>> =>
    (await call<Data<P, 'get'>>('get', path, options ?? {})).data,
  post: async <P extends PathWith<'post'>>(path: P, ...[options]: CallOptions<P, 'post'>): Promise<Data<P, 'post'>> =>
    (await call<Data<P, 'post'>>('post', path, options ?? {})).data,
  patch: async <P extends PathWith<'patch'>>(
    path: P,
    ...[options]: CallOptions<P, 'patch'>
  ): Promise<Data<P, 'patch'>> => (await call<Data<P, 'patch'>>('patch', path, options ?? {})).data,
  delete: async <P extends PathWith<'delete'>>(
    path: P,
    ...[options]: CallOptions<P, 'delete'>
  ): Promise<Data<P, 'delete'>> => (await call<Data<P, 'delete'>>('delete', path, options ?? {})).data,
};

type Items<P extends PathWith<'get'>, K extends keyof Data<P, 'get'>> = Data<P, 'get'>[K] extends readonly (infer T)[]
  ? T
  : never;

/** The pages of a list. `key` is the field of the items. `seen` gets the whole content of each page. */
export function pages<P extends PathWith<'get'>, K extends keyof Data<P, 'get'> & string>(
  path: P,
  key: K,
  options: {
    params?: { path?: object; query?: Record<string, unknown>; header?: Record<string, string> };
  } = {},
  seen: (data: Data<P, 'get'>) => void = () => undefined,
): Pages<Items<P, K>> {
  return async (token, size = PAGE_SIZE) => {
    const page = { page_size: size, ...(token ? { page_token: token } : {}) };
    const params = { ...options.params, query: { ...options.params?.query, ...page } };
    const { data, response } = await call<Record<string, unknown>>('get', path, { params });
    seen(data as Data<P, 'get'>);
    return {
      items: data[key] as Items<P, K>[],
      next: String(data['next_page_token'] ?? ''),
      total: Number(response.headers.get('x-total-count') ?? 0),
      truncated: response.headers.get('x-total-count-truncated') === 'true',
    };
  };
}

const PAGE_SIZE = 25;

/** The last uuid of an identity: `assets/<uuid>`, `assets/<uuid>/events/<uuid>`. */
export const uuidOf = (identity: string): string => identity.slice(identity.lastIndexOf('/') + 1);
