/** Sets the headers that every response carries. */
export function secure(headers: Headers, options: { requestId: string; crossOrigin: boolean | undefined }): void {
  headers.set('x-request-id', options.requestId);
  headers.set('x-content-type-options', 'nosniff');
  headers.set('x-frame-options', 'DENY');
  headers.set('referrer-policy', 'no-referrer');
  headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains');
  // Downloads and pages set their own policy.
  if (!headers.has('content-security-policy'))
    headers.set('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
  headers.set('cross-origin-resource-policy', options.crossOrigin ? 'cross-origin' : 'same-origin');
  if (options.crossOrigin) {
    headers.set('access-control-allow-origin', '*');
    headers.set(
      'access-control-expose-headers',
      'x-request-id, x-total-count, x-total-count-truncated, content-disposition, content-range, etag, ' +
        'retry-after, archivist-rate-limit-reset, archivist-database-state',
    );
  }
}
