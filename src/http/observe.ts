import { describe } from '../core/describe.ts';
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
  const line = {
    level: entry.status >= 500 ? 'error' : 'info',
    message: 'request',
    request_id: entry.requestId,
    method: entry.request.method,
    operation: entry.operation?.spec.id ?? 'none',
    tenant: entry.tenant ?? '',
    status: entry.status,
    duration_ms: Date.now() - entry.started,
    d1_ms: entry.databaseMs,
    // The text of an unexpected failure is for the operator; a database error may quote bound names, not values.
    ...(entry.status >= 500 ? { error: describe(entry.cause) } : {}),
  };
  if (entry.status >= 500) console.error(JSON.stringify(line));
  else console.log(JSON.stringify(line));
}
