import { z } from '@hono/zod-openapi';
import { ERRORS, problemBody, ServiceError, storageDamaged, storageUnavailable } from '../lib/errors.ts';

const RequestInfo = z
  .object({
    '@type': z
      .literal('type.googleapis.com/google.rpc.RequestInfo')
      .openapi({ description: 'Type of this entry of `details`' }),
    request_id: z.string().openapi({ description: 'Id of the request in the logs, as in the header `x-request-id`' }),
  })
  .openapi('RequestInfoDetail');
const BadRequest = z
  .object({
    '@type': z
      .literal('type.googleapis.com/google.rpc.BadRequest')
      .openapi({ description: 'Type of this entry of `details`' }),
    field_violations: z
      .array(
        z.object({
          field: z.string().openapi({ description: 'Path of the field in the request, such as `filters[0].or[1]`' }),
          description: z.string().openapi({ description: 'What is wrong with the field and what is accepted' }),
        }),
      )
      .openapi({ description: 'Every field of the request that was rejected' }),
  })
  .openapi('BadRequestDetail');
const ErrorInfo = z
  .object({
    '@type': z
      .literal('type.googleapis.com/google.rpc.ErrorInfo')
      .openapi({ description: 'Type of this entry of `details`' }),
    reason: z.string().openapi({ description: 'Why the request failed, for programs, such as `LOG_REPLACED`' }),
    metadata: z
      .record(z.string(), z.string())
      .openapi({ description: 'What belongs to the reason, such as the id of the log that replaces another one' }),
  })
  .openapi('ErrorInfoDetail');
const RetryInfo = z
  .object({
    '@type': z
      .literal('type.googleapis.com/google.rpc.RetryInfo')
      .openapi({ description: 'Type of this entry of `details`' }),
    retry_delay: z.string().openapi({
      description: 'Time until a retry can succeed: the seconds of `retry-after` and an `s`, such as `10s`',
    }),
  })
  .openapi('RetryInfoDetail');

/** The error body, shaped as google.rpc.Status. */
export const Problem = z
  .object({
    code: z.int().openapi({ description: 'gRPC status code of the error' }),
    message: z.string().openapi({ description: 'What went wrong, for people; programs read `code` and `details`' }),
    details: z.array(z.union([RequestInfo, BadRequest, ErrorInfo, RetryInfo])).openapi({
      description:
        'Details by type: the id of the request, for a 400 the rejected fields, for a 410 what replaces ' +
        'the resource, and for a 429 or 503 when to retry',
    }),
  })
  .openapi('ErrorBody');

/** The error body of the token endpoint (RFC 6749 section 5.2). */
export const OAuthProblem = z
  .object({
    error: z.string().openapi({ description: 'Error code of RFC 6749, section 5.2' }),
    error_description: z.string().openapi({ description: 'What went wrong, for people' }),
  })
  .openapi('OAuthError');

/**
 * Converts a thrown value to a domain error. Errors of a storage that is full or unavailable become 503, those of a
 * damaged one a 500 that says so, and other unknown errors 500 without their message.
 */
export function asServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  return storageDamaged(error) ?? storageUnavailable(error) ?? new ServiceError('internal', 'internal error');
}

/** The only place where a domain error becomes a response. */
export function problemResponse(error: ServiceError, requestId: string, oauth = false): Response {
  const { status } = ERRORS[error.kind];
  return new Response(JSON.stringify(bodyOf(error, requestId, oauth)), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...error.headers },
  });
}

/** The body of an error: `ErrorBody`, or for the token endpoint `OAuthError`. */
export const bodyOf = (error: ServiceError, requestId: string, oauth: boolean): object =>
  oauth ? { error: oauthCode(error), error_description: error.message } : problemBody(error, requestId);

/** The error code of RFC 6749, section 5.2. */
function oauthCode(error: ServiceError): string {
  if (error instanceof OAuthError) return error.code;
  if (error.kind === 'unauthenticated') return 'invalid_client';
  if (error.kind === 'unavailable' || error.kind === 'rate_limited') return 'temporarily_unavailable';
  return error.kind === 'internal' ? 'server_error' : 'invalid_request';
}

/** An error of the token endpoint whose RFC 6749 code does not follow from its kind. */
export class OAuthError extends ServiceError {
  readonly code: string;
  constructor(
    code: 'unsupported_grant_type' | 'invalid_request' | 'invalid_scope' | 'unauthorized_client',
    message: string,
  ) {
    super('invalid', message);
    this.code = code;
  }
}
