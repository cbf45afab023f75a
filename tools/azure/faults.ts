/**
 * An injected fault of a request. `answer` responds with a given status. `drop` closes the connection before the
 * request is handled, `lose` after it was handled. `hang` never responds, `flood` never ends its response, and `empty`
 * is a page of the hub without devices.
 */
export type Fault =
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body?: string }
  | { kind: 'drop' | 'lose' | 'hang' | 'flood' | 'empty' };

export const DROP: Fault = { kind: 'drop' };
export const LOSE: Fault = { kind: 'lose' };
export const HANG: Fault = { kind: 'hang' };
export const FLOOD: Fault = { kind: 'flood' };
export const EMPTY: Fault = { kind: 'empty' };
export const HTML: Fault = {
  kind: 'answer',
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<!DOCTYPE html><html><body><h1>Sign in to the network</h1></body></html>',
};

/** A given response. A body that is not a string is sent as JSON. */
export function answered(status: number, body: unknown = '', headers: Record<string, string> = {}): Fault {
  if (typeof body === 'string') return { kind: 'answer', status, headers, body };
  return {
    kind: 'answer',
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  };
}

/** A response with 429. `retryAfter` is in seconds, or a date as text. */
export function throttled(retryAfter: number | string): Fault {
  return answered(
    429,
    { Message: 'ErrorCode:ThrottlingException;Operations are being throttled', ExceptionMessage: '' },
    { 'retry-after': String(retryAfter) },
  );
}

export const redirected = (location: string, status = 302): Fault => answered(status, '', { location });

/**
 * When a fault occurs: for `times` requests (default 1) after `after` others (default 0) of the operation `on` (any).
 */
export type Strike<Operation extends string> = { times?: number; after?: number; on?: Operation };

/** The planned faults. Faults for the same requests occur one after the other. */
export function faultPlan<Operation extends string>() {
  let plan: { fault: Fault; times: number; after: number; on?: Operation }[] = [];
  return {
    fail: (fault: Fault, strike: Strike<Operation> = {}): void => {
      plan.push({ fault, times: 1, after: 0, ...strike });
    },
    heal: (): void => {
      plan = [];
    },
    next: (operation: Operation): Fault | undefined => {
      const due = plan.filter(({ on }) => on === undefined || on === operation);
      const striking = due.find(({ after }) => after === 0);
      due.filter(({ after }) => after > 0).forEach((entry) => entry.after--);
      if (!striking) return undefined;
      striking.times--;
      plan = plan.filter(({ times }) => times > 0);
      return striking.fault;
    },
  };
}
