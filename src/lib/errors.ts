/**
 * The kinds of errors that code throws; src/http/problem.ts maps them to responses. `status` is the HTTP status, `grpc`
 * the gRPC status code in the error body.
 */
export const ERRORS = {
  invalid: { status: 400, grpc: 3 },
  unauthenticated: { status: 401, grpc: 16 },
  quota: { status: 402, grpc: 8 },
  forbidden: { status: 403, grpc: 7 },
  not_found: { status: 404, grpc: 5 },
  method_not_allowed: { status: 405, grpc: 12 },
  request_timeout: { status: 408, grpc: 4 },
  conflict: { status: 409, grpc: 6 },
  gone: { status: 410, grpc: 5 },
  precondition_failed: { status: 412, grpc: 9 },
  too_large: { status: 413, grpc: 3 },
  unsupported_media_type: { status: 415, grpc: 3 },
  range_not_satisfiable: { status: 416, grpc: 11 },
  rate_limited: { status: 429, grpc: 8 },
  headers_too_large: { status: 431, grpc: 3 },
  internal: { status: 500, grpc: 13 },
  unavailable: { status: 503, grpc: 14 },
} as const;

export type ErrorKind = keyof typeof ERRORS;

/** One rejected field: its path in the request, and what is wrong with it and what is accepted. */
export type Violation = { field: string; description: string };

/** An error as data, because calls of a Durable Object do not preserve classes. */
export type ErrorData = {
  kind: ErrorKind;
  message: string;
  violations?: Violation[];
  headers?: Record<string, string>;
  info?: ErrorInfo;
};

/** What programs need to know about an error beyond its kind. */
export type ErrorInfo = { reason: string; metadata: Record<string, string> };

/** A domain error. `headers` are added to the response (Allow, Retry-After, WWW-Authenticate). */
export class ServiceError extends Error {
  readonly kind: ErrorKind;
  readonly violations: Violation[];
  readonly headers: Record<string, string>;
  readonly info: ErrorInfo | undefined;

  constructor(kind: ErrorKind, message: string, extra: Omit<ErrorData, 'kind' | 'message'> = {}) {
    super(message);
    this.name = 'ServiceError';
    this.kind = kind;
    this.violations = extra.violations ?? [];
    this.headers = extra.headers ?? {};
    this.info = extra.info;
  }

  toData(): ErrorData {
    return {
      kind: this.kind,
      message: this.message,
      violations: this.violations,
      headers: this.headers,
      ...(this.info ? { info: this.info } : {}),
    };
  }

  static fromData(data: ErrorData): ServiceError {
    return new ServiceError(data.kind, data.message, data);
  }
}

/** The number of rejected fields that one response names, so that a small request cannot cause a large response. */
export const MAX_VIOLATIONS = 50;

/** 400 that names every rejected field, at most the first MAX_VIOLATIONS. */
export function invalid(all: Violation[]): ServiceError {
  const violations = all.slice(0, MAX_VIOLATIONS);
  const message = violations.map((v) => `${v.field}: ${v.description}`).join('; ');
  return new ServiceError('invalid', message.length > 2000 ? `${message.slice(0, 2000)}…` : message, { violations });
}

/** The message of the 403 for a change of a suspended tenancy; imports compare with it. */
export const TENANCY_SUSPENDED = 'the tenancy is suspended by the operator: records can be read, and not changed';

/** 404 for a record that does not exist or that the caller may not read: the response is the same. */
export function notFound(what: string): ServiceError {
  return new ServiceError('not_found', `${what} does not exist`);
}

/** 429 or 503 with the seconds until a retry, in both headers that clients read. */
export function retryLater(kind: 'rate_limited' | 'unavailable', message: string, seconds: number): ServiceError {
  return new ServiceError(kind, message, {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))), 'archivist-rate-limit-reset': String(seconds) },
  });
}

/**
 * 503 for a request whose write may have been stored: a client that repeats it without an Idempotency-Key can store it
 * twice. `what` says what happened, for example `the storage did not respond`.
 */
export function outcomeUnknown(what: string, seconds = 1): ServiceError {
  return retryLater(
    'unavailable',
    `${what}; the outcome of a write is unknown: it may have been stored. Repeat it only with its ` +
      'Idempotency-Key, or read first',
    seconds,
  );
}

/** The error body, shaped as google.rpc.Status: the gRPC code, a text for people, typed details. */
export function problemBody(error: ServiceError, requestId: string): object {
  const wait = error.headers['retry-after'];
  return {
    code: ERRORS[error.kind].grpc,
    message: error.message,
    details: [
      { '@type': 'type.googleapis.com/google.rpc.RequestInfo', request_id: requestId },
      ...(error.violations.length > 0
        ? [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', field_violations: error.violations }]
        : []),
      ...(error.info ? [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', ...error.info }] : []),
      ...(wait === undefined ? [] : [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retry_delay: `${wait}s` }]),
    ],
  };
}

/** Messages of SQLite, the file system and D1 when the storage is full. */
const STORAGE_FULL = /SQLITE_FULL|database or disk is full|no space left on device|ENOSPC|exceeded maximum DB size/i;

/** Messages of D1 and Durable Objects for a call that they aborted because another call failed. */
const STORAGE_ABORTED = /^(?:\w+: )?internal error; reference = (\w*)/i;

/** Messages of D1 and Durable Objects for a call that took too long or too much. */
const STORAGE_RESET = /caused object to be reset/i;

/** Messages of SQLite for a page, or a whole file, that is not what SQLite has written. */
const STORAGE_DAMAGED = /SQLITE_CORRUPT|SQLITE_NOTADB|database disk image is malformed|file is not a database/i;

/**
 * 500 if the error or one of its causes reports damaged data, else undefined. `exposed` has the cause that the platform
 * hides. A call that meets damaged data ends those beside it with the same error, so that a retry of these succeeds.
 */
export function storageDamaged(error: unknown): ServiceError | undefined {
  if (!matches(error, STORAGE_DAMAGED)) return undefined;
  const message =
    'the stored data is damaged: if a retry fails as well, the operator must repair it; the outcome of a write ' +
    'is unknown';
  return new ServiceError('internal', message);
}

/** 503 if the error or one of its causes reports a full storage, else undefined. */
export function storageFull(error: unknown): ServiceError | undefined {
  if (!matches(error, STORAGE_FULL)) return undefined;
  return retryLater('unavailable', 'the storage is full: reads continue, and writes resume when space is freed', 30);
}

/** As `storageFull`, also for a call that the storage ended. Such a call may succeed when it is retried. */
export function storageUnavailable(error: unknown): ServiceError | undefined {
  const full = storageFull(error);
  if (full || !(isStorageAborted(error) || matches(error, STORAGE_RESET))) return full;
  return outcomeUnknown('the storage did not respond');
}

/** Whether the storage aborted the call because another call failed. */
export const isStorageAborted = (error: unknown): boolean => matches(error, STORAGE_ABORTED);

/** The reference by which the platform has replaced the text of the error; undefined if it has not. */
export const referenceOf = (error: unknown): string | undefined => matched(error, STORAGE_ABORTED)?.[1];

const matches = (error: unknown, text: RegExp): boolean => matched(error, text) !== undefined;

/** The match in the message of the error or of one of its causes. */
function matched(error: unknown, text: RegExp): RegExpExecArray | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const found = text.exec(cause.message);
    if (found) return found;
  }
  return undefined;
}
