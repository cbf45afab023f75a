import type { Operation } from './operation.ts';

/** The response header that names the fields of a body that were ignored. */
export const IGNORED_FIELDS = 'archivist-ignored-fields';
/** The maximum length of its value, in characters. */
const MAX_IGNORED = 1024;

/**
 * The value of IGNORED_FIELDS: paths separated by commas. Characters other than `A-Z a-z 0-9 _ . - [ ]` are
 * percent-encoded. A list that is too long ends with `...` after the last path that fits.
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

/** The response header that names the preference of a request that was applied (RFC 7240, section 3). */
export const PREFERENCE_APPLIED = 'preference-applied';
/** The preference to reject unknown fields instead of ignoring them (RFC 7240, section 4.4). */
export const STRICT = 'handling=strict';

/** Whether a request has the preference STRICT. Of several values of one preference, the first counts. */
export function prefersStrict({ headers }: Request): boolean {
  const preferences = (headers.get('prefer') ?? '')
    .split(',')
    .map((preference) => preference.split(';', 1)[0]!.replaceAll(/[\s"]/g, '').toLowerCase());
  return preferences.find((preference) => preference.startsWith('handling=')) === STRICT;
}

/** The response header that has the value `restored` while the database lacks acknowledged changes. */
export const DATABASE_STATE = 'archivist-database-state';

/** The value of `Allow`: the methods of a path. */
export function allowed(methods: ReadonlyMap<string, Operation>): string {
  return [...methods.keys(), ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}

/** The response to OPTIONS: the methods of the path, and for paths without a token the CORS headers for any origin. */
export function preflight(methods: ReadonlyMap<string, Operation>): Response {
  const headers = new Headers({ allow: allowed(methods) });
  if (['public', 'optional'].includes(methods.get('GET')?.spec.auth ?? '')) {
    headers.set('access-control-allow-origin', '*');
    headers.set('access-control-allow-methods', 'GET, HEAD, OPTIONS');
    headers.set('access-control-allow-headers', 'x-request-total-count, if-none-match, if-range, range');
    headers.set('access-control-max-age', '86400');
  }
  return new Response(null, { status: 204, headers });
}
