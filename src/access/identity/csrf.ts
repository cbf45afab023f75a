/** The header that a request with a session must have: a page of another origin cannot set it without a preflight. */
export const CSRF_HEADER = 'x-csrf-token';
