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

/** Headers that every answer carries. */
export function secure(headers: Headers, options: { requestId: string; crossOrigin: boolean | undefined }): void {
  headers.set('x-request-id', options.requestId);
  headers.set('x-content-type-options', 'nosniff');
  headers.set('x-frame-options', 'DENY');
  headers.set('referrer-policy', 'no-referrer');
  headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains');
  // A download brings its own.
  if (!headers.has('content-security-policy'))
    headers.set('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
  headers.set('cross-origin-resource-policy', options.crossOrigin ? 'cross-origin' : 'same-origin');
  if (options.crossOrigin) {
    headers.set('access-control-allow-origin', '*');
    headers.set(
      'access-control-expose-headers',
      'x-request-id, x-total-count, content-disposition, content-range, etag, retry-after, archivist-rate-limit-reset',
    );
  }
}
