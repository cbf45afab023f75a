import { describe } from '../core/describe.ts';
import { log } from '../core/log.ts';
import type { Operation } from './operation.ts';

/** One structured line per request. Never a secret, a token, a query or a body: those are not passed in. */
export function logRequest(entry: {
  request: Request;
  requestId: string;
  operation: Operation | undefined;
  tenant: string | undefined;
  status: number;
  started: number;
  databaseMs: number;
  cause: unknown;
}): void {
  log(entry.status >= 500 ? 'error' : 'info', 'request', {
    request_id: entry.requestId,
    method: entry.request.method,
    operation: entry.operation?.spec.id ?? 'none',
    tenant: entry.tenant ?? '',
    status: entry.status,
    duration_ms: Date.now() - entry.started,
    d1_ms: entry.databaseMs,
    // The text of an unexpected failure is for the operator; a database error may quote bound names, not values.
    ...(entry.status >= 500 ? { error: describe(entry.cause) } : {}),
  });
}
