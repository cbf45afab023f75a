/** Levels of log lines. Alarms have another one, `alarm`: see `raise` in alarms.ts. */
export type Level = 'info' | 'warn' | 'error';

/**
 * Writes one line of JSON. All levels go to the same stream, so that lines are not interleaved. `fields` must never
 * contain a secret, a token, a query or a body.
 */
export const log = (level: Level, message: string, fields: Record<string, unknown>): void =>
  write(level, message, fields);

/** As `log`, for the levels of all lines. */
export function write(level: Level | 'alarm', message: string, fields: Record<string, unknown>): void {
  console.log(lineOf(level, message, fields));
}

/** A line without its end. */
export const lineOf = (level: Level | 'alarm', message: string, fields: Record<string, unknown>): string =>
  JSON.stringify({ level, message, ...fields });
