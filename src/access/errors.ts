import { ServiceError } from '../lib/errors.ts';

/** RFC 6750 3.1. */
export const INVALID_TOKEN = 'Bearer realm="archivist", error="invalid_token"';

/** The 401 error for a request without a token. RFC 6750, section 3. */
export const tokenRequired = (): ServiceError =>
  new ServiceError('unauthenticated', 'a bearer token is required', {
    headers: { 'www-authenticate': 'Bearer realm="archivist"' },
  });

/** The 401 error for a token that is not valid. RFC 6750, section 3. */
export function unauthenticated(message: string): ServiceError {
  return new ServiceError('unauthenticated', message, {
    headers: { 'www-authenticate': INVALID_TOKEN },
  });
}

/** The 403 error for a caller who is not an administrator. */
export const notAdministrator = (): ServiceError =>
  new ServiceError(
    'forbidden',
    'the permission administrator is missing: the caller is not an administrator of the tenancy; ' +
      'an administrator adds it with PATCH /v1/tenancies/root_principals',
  );
