/** `alarm` is for what an operator must look at: evidence that does not verify, a ledger that stands still. */
export type Level = 'info' | 'warn' | 'error' | 'alarm';

/**
 * One structured line. All levels go the same way, so that a reader of the stream sees whole JSON
 * lines. Never a secret, a token, a query or a body.
 */
export function log(level: Level, message: string, fields: Record<string, unknown>): void {
  console.log(JSON.stringify({ level, message, ...fields }));
}
