import { describe } from '../lib/describe.ts';
import { lineOf } from '../platform/log.ts';
import type { Meter } from '../platform/metrics/meter.ts';
import { tally } from '../platform/metrics/tally.ts';
import { pacing } from '../platform/pacing/pacing.ts';
import type { Operation } from './operation.ts';

/**
 * Logs one line for a request, and counts it for the metrics. Secrets, tokens, queries and bodies are never logged.
 */
export function observeRequest(entry: {
  request: Request;
  requestId: string;
  operation: Operation | undefined;
  tenant: string | undefined;
  status: number;
  started: number;
  meter: Meter;
  cause: unknown;
}): void {
  const { databaseMs, rowsRead, rowsWritten } = entry.meter;
  const operation = entry.operation?.spec.id ?? 'none';
  const milliseconds = Date.now() - entry.started;
  const line = lineOf(entry.status >= 500 ? 'error' : 'info', 'request', {
    request_id: entry.requestId,
    method: entry.request.method,
    operation,
    tenant: entry.tenant ?? '',
    status: entry.status,
    duration_ms: milliseconds,
    d1_ms: databaseMs,
    // Only the log has the message of an unexpected error. Messages of the database quote names, not bound values.
    ...(entry.status >= 500 ? { error: describe(entry.cause) } : {}),
  });
  if (!pacing.passLine(entry.request, line)) console.log(line);
  const labels = [operation];
  tally.add('evidence_requests_total', [operation, String(entry.status)]);
  tally.observe('evidence_request_duration_seconds', labels, milliseconds / 1000);
  if (databaseMs > 0) tally.add('evidence_d1_seconds_total', labels, databaseMs / 1000);
  if (rowsRead > 0) tally.add('evidence_d1_rows_read_total', labels, rowsRead);
  if (rowsWritten > 0) tally.add('evidence_d1_rows_written_total', labels, rowsWritten);
}
