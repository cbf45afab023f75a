import { describe } from '../core/describe.ts';
import { log } from '../core/log.ts';
import type { Operation } from './operation.ts';

/** Logs one line for a request. Secrets, tokens, queries and bodies are never logged. */
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
    // Only the log has the message of an unexpected error. Messages of the database quote names, not bound values.
    ...(entry.status >= 500 ? { error: describe(entry.cause) } : {}),
  });
}
