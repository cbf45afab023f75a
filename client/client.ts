import createClient, { type FetchOptions, type FetchResponse } from 'openapi-fetch';
import type { components, paths } from './schema.d.ts';

type Schemas = components['schemas'];
export type Asset = Schemas['Asset'];
export type Event = Schemas['Event'];

type Method = 'get' | 'post' | 'patch' | 'delete';
type PathWith<M extends Method> = { [P in keyof paths]: paths[P] extends Record<M, object> ? P : never }[keyof paths];
/** The options are not inferred from the call, as openapi-fetch has it, so that an unknown field does not compile. */
type Call<M extends Method> = <P extends PathWith<M>>(
  path: P,
  ...options: object extends FetchOptions<paths[P][M]>
    ? [options?: FetchOptions<paths[P][M]>]
    : [options: FetchOptions<paths[P][M]>]
) => Promise<FetchResponse<NonNullable<paths[P][M]>, object, 'application/json'>>;

/** A method for each of HTTP: a path of the document and what its operation takes -> what it answers. */
export type TypedClient = { [M in Method as Uppercase<M>]: Call<M> };

/** A client of the service at `base` (origin and base path), as the caller whom the token names or as anybody. */
export function openTypedClient(base: string, token?: string): TypedClient {
  return createClient<paths>({
    baseUrl: base,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    // As the document says: attribute_filters are query parameters of their own.
    querySerializer: { object: { style: 'form', explode: true } },
  }) as TypedClient;
}

/** Exchanges client credentials for a token, by form body. Throws when they are refused. */
export async function tokenFor(base: string, clientId: string, clientSecret: string): Promise<string> {
  const { data, error } = await openTypedClient(base).POST('/iam/v1/appidp/token', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
  });
  if (error) throw new Error('error' in error ? `${error.error}: ${error.error_description}` : error.message);
  return data.access_token;
}

/** `assets/<uuid>`, `assets/<uuid>/events/<uuid>`, `applications/<uuid>` -> the last uuid, for a path. */
export const uuidOf = (identity: string): string => identity.slice(identity.lastIndexOf('/') + 1);

/** All records of a list, page after page. `page` gets the token of the page to read (none for the first). */
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
