/**
 * Why the service cannot be used: it does not respond or cannot accept requests now, it refuses the caller, a quota is
 * reached, or another.
 */
type FailureKind = 'unavailable' | 'denied' | 'quota' | 'other';

/** The service cannot be used: the reason is for the user. The import can be resumed. */
export class ServiceFailure extends Error {
  readonly kind: FailureKind;
  /** HTTP status of the response; 0 without one. */
  readonly status: number;
  /** Id of the request in the log of the service; empty without a response. */
  readonly requestId: string;
  /** The lines of an import that were refused in the batch that failed. */
  refused: { line: number; reason: string }[] = [];
  constructor(message: string, kind: FailureKind = 'other', { status = 0, requestId = '' } = {}) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.requestId = requestId;
  }
}

/** The service refused a request, and would refuse it again. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number, reason: string) {
    super(`${status}: ${reason}`);
    this.status = status;
  }
}

/** The import was stopped before a batch was complete. It can be resumed. */
export class Stopped extends Error {}
