import { parseForeignJson } from '../../../src/lib/json.ts';

/** What kind of error it is: the names of the gRPC status codes in the error bodies of the API. */
export type ErrorCode =
  | 'CANCELLED'
  | 'INVALID_ARGUMENT'
  | 'DEADLINE_EXCEEDED'
  | 'NOT_FOUND'
  | 'ALREADY_EXISTS'
  | 'PERMISSION_DENIED'
  | 'RESOURCE_EXHAUSTED'
  | 'FAILED_PRECONDITION'
  | 'OUT_OF_RANGE'
  | 'UNIMPLEMENTED'
  | 'INTERNAL'
  | 'UNAVAILABLE'
  | 'DATA_LOSS'
  | 'UNAUTHENTICATED'
  | 'UNKNOWN';

const CODES: Record<number, ErrorCode> = {
  3: 'INVALID_ARGUMENT',
  5: 'NOT_FOUND',
  6: 'ALREADY_EXISTS',
  7: 'PERMISSION_DENIED',
  8: 'RESOURCE_EXHAUSTED',
  11: 'OUT_OF_RANGE',
  12: 'UNIMPLEMENTED',
  13: 'INTERNAL',
  14: 'UNAVAILABLE',
  16: 'UNAUTHENTICATED',
};

/** For responses without an error body of the API, such as those of a proxy. */
const CODES_OF_STATUS: Record<number, ErrorCode> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  402: 'RESOURCE_EXHAUSTED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  405: 'UNIMPLEMENTED',
  409: 'ALREADY_EXISTS',
  410: 'NOT_FOUND',
  412: 'FAILED_PRECONDITION',
  413: 'INVALID_ARGUMENT',
  415: 'INVALID_ARGUMENT',
  416: 'OUT_OF_RANGE',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'UNAVAILABLE',
};

/** A rejected field: its path in the request, and what is wrong with it and what is accepted. */
export type FieldError = { field: string; description: string };

type Fields = {
  status?: number;
  fields?: readonly FieldError[];
  requestId?: string;
  retryAfter?: number | undefined;
  reason?: string | undefined;
  cause?: unknown;
};

/** The only class of errors that this package throws. */
export class EvidenceError extends Error {
  /** HTTP status; 0 if no response was received, or if the error has another origin than a response. */
  readonly status: number;
  readonly code: ErrorCode;
  /** What went wrong, for people. */
  readonly detail: string;
  /** The first rejected field, such as `attributes.arc_display_name`; undefined for other errors. */
  readonly field: string | undefined;
  /** All rejected fields. */
  readonly fields: readonly FieldError[];
  /** Id of the request in the log of the service; empty if no response was received. */
  readonly requestId: string;
  /** Seconds after which a retry can succeed, if the response says so. */
  readonly retryAfter: number | undefined;
  /** Why the request failed, for programs, such as `LOG_REPLACED` or `invalid_client`. */
  readonly reason: string | undefined;

  constructor(code: ErrorCode, detail: string, extra: Fields = {}) {
    super(detail, extra.cause === undefined ? {} : { cause: extra.cause });
    this.name = 'EvidenceError';
    this.code = code;
    this.detail = detail;
    this.status = extra.status ?? 0;
    this.fields = extra.fields ?? [];
    this.field = this.fields[0]?.field;
    this.requestId = extra.requestId ?? '';
    this.retryAfter = extra.retryAfter;
    this.reason = extra.reason;
  }
}

/** An argument of a call that is not valid. No request was sent. */
export const invalidArgument = (field: string, description: string): EvidenceError =>
  new EvidenceError('INVALID_ARGUMENT', `${field}: ${description}`, { fields: [{ field, description }] });

type Members = Record<string, unknown>;

/** The error of a response. `text` is its body: that of the API, that of OAuth, or anything else. */
export function errorOf(response: Response, text: string, now: number): EvidenceError {
  const { status, headers } = response;
  const body = bodyIn(text);
  const details = membersIn(body['details']);
  const detail = first([body], 'message') ?? first([body], 'error_description');
  const fields = details
    .flatMap(({ field_violations }) => membersIn(field_violations))
    .map(({ field, description }) => ({ field: String(field), description: String(description) }));
  return new EvidenceError(
    CODES[Number(body['code'])] ?? CODES_OF_STATUS[status] ?? 'UNKNOWN',
    detail ?? `the service responded with status ${status}`,
    {
      status,
      fields,
      requestId: first(details, 'request_id') ?? headers.get('x-request-id') ?? '',
      retryAfter: secondsIn(headers.get('retry-after'), now),
      reason: first(details, 'reason') ?? first([body], 'error'),
    },
  );
}

/** The objects of a list; none for another value. */
const membersIn = (list: unknown): Members[] =>
  Array.isArray(list) ? list.filter((item) => typeof item === 'object' && item !== null) : [];

/** The first text with this name that is not empty. */
function first(of: readonly Members[], name: string): string | undefined {
  return of.map((members) => members[name]).find((value) => typeof value === 'string' && value !== '') as
    | string
    | undefined;
}

function bodyIn(text: string): Members {
  try {
    const body = parseForeignJson(text);
    return typeof body === 'object' && body !== null ? (body as Members) : {};
  } catch {
    return {};
  }
}

/** The seconds of a Retry-After header, a number or a time (RFC 9110, section 10.2.3). `now` is in milliseconds. */
function secondsIn(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}
