import createClient, { type FetchOptions, type FetchResponse } from 'openapi-fetch';
import type { components, paths } from '../../../apps/client/schema.d.ts';

type Schemas = components['schemas'];
export type Asset = Schemas['Asset'];
export type Event = Schemas['AssetEvent'];

type Method = 'get' | 'post' | 'patch' | 'delete';
type PathWith<M extends Method> = { [P in keyof paths]: paths[P] extends Record<M, object> ? P : never }[keyof paths];
/** Unlike openapi-fetch, does not infer the options from the call, so that unknown fields are type errors. */
type Call<M extends Method> = <P extends PathWith<M>>(
  path: P,
  ...options: object extends FetchOptions<paths[P][M]>
    ? [options?: FetchOptions<paths[P][M]>]
    : [options: FetchOptions<paths[P][M]>]
) => Promise<FetchResponse<NonNullable<paths[P][M]>, object, 'application/json'>>;

/** One function for each HTTP method. Takes a path of the OpenAPI document and the options of its operation. */
export type TypedClient = { [M in Method as Uppercase<M>]: Call<M> };

/**
 * A client that openapi-fetch makes of the types of the OpenAPI document, as programs do that do not use the package in
 * `apps/client/`. `base`: the address of the service (origin and base path). Without a token, its calls are anonymous.
 */
export function openTypedClient(base: string, token?: string): TypedClient {
  return createClient<paths>({
    baseUrl: base,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    // Each field of attribute_filters is a separate query parameter.
    querySerializer: { object: { style: 'form', explode: true } },
  }) as TypedClient;
}

/** Exchanges client credentials for a token. Throws if they are rejected. */
export async function tokenFor(base: string, clientId: string, clientSecret: string): Promise<string> {
  const { data, error } = await openTypedClient(base).POST('/iam/v1/appidp/token', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
  });
  if (error) throw new Error('error' in error ? `${error.error}: ${error.error_description}` : error.message);
  return data.access_token;
}

/** The last uuid of an identity such as `assets/<uuid>/events/<uuid>`, for path parameters. */
export const uuidOf = (identity: string): string => identity.slice(identity.lastIndexOf('/') + 1);

/** Yields all records of a list. `page` reads one page; its argument has no token for the first. */
export async function* everyPage<T>(
  page: (token: { page_token?: string }) => Promise<{ items: T[]; next_page_token: string }>,
): AsyncGenerator<T> {
  let next = '';
  do {
    const { items, next_page_token } = await page(next === '' ? {} : { page_token: next });
    yield* items;
    next = next_page_token;
  } while (next !== '');
}
