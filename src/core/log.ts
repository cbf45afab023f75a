/** `alarm` needs the attention of the operator: evidence that does not verify, a ledger that makes no progress. */
export type Level = 'info' | 'warn' | 'error' | 'alarm';

/**
 * Writes one line of JSON. All levels go to the same stream, so that lines are not interleaved. `fields` must never
 * contain a secret, a token, a query or a body.
 */
export function log(level: Level, message: string, fields: Record<string, unknown>): void {
  console.log(JSON.stringify({ level, message, ...fields }));
}
