import type { Operation } from './operation.ts';

/** The methods of a path, as in Allow. */
export function allowed(methods: ReadonlyMap<string, Operation>): string {
  return [...methods.keys(), ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}

/** Answers OPTIONS: what is allowed, and to scripts of any origin the public reads. */
export function preflight(methods: ReadonlyMap<string, Operation>): Response {
  const headers = new Headers({ allow: allowed(methods) });
  if (methods.get('GET')?.spec.auth === 'public') {
    headers.set('access-control-allow-origin', '*');
    headers.set('access-control-allow-methods', 'GET, HEAD, OPTIONS');
    headers.set('access-control-allow-headers', 'x-request-total-count, if-none-match, if-range, range');
    headers.set('access-control-max-age', '86400');
  }
  return new Response(null, { status: 204, headers });
}
