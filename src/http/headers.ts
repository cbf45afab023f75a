import type { Operation } from './operation.ts';

/** The response header that names the fields of a body that were ignored. */
export const IGNORED_FIELDS = 'archivist-ignored-fields';
/** Characters of the list that it has at most. */
const MAX_IGNORED = 1024;

/**
 * The value of IGNORED_FIELDS: paths separated by commas, each percent-encoded outside of `A-Z a-z 0-9 _ . - [ ]`. A
 * list that is too long ends with `...` after the last path that fits.
 */
export function ignoredFields(paths: readonly string[]): string {
  let list = '';
  for (const path of paths) {
    const name = path.replaceAll(/[^\w.[\]-]/gu, encodeURIComponent);
    const longer = list === '' ? name : `${list}, ${name}`;
    if (longer.length > MAX_IGNORED) return list === '' ? '...' : `${list}, ...`;
    list = longer;
  }
  return list;
}

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
