import { BASE, errorOf, signedIn } from './api.ts';

/** Reads a text from a path of the API, such as `/v1/logs/public/checkpoint`. Throws ApiError. */
export async function readText(path: string): Promise<string> {
  const response = await signedIn((headers) => fetch(`${BASE}${path}`, { headers }));
  if (response.ok) return response.text();
  const body: unknown = await response.json().catch(() => ({}));
  throw errorOf(response.status, body, response.headers.get('x-request-id') ?? '');
}
