/** A position in a log: the index of the next entry to read. `log`: its id; empty for a scope that has no log yet. */
export type Position = { log: string; index: number };

/** The start of the log of a scope, whichever that is. */
export const START: Position = { log: '', index: 0 };

const CURSOR = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{1,15})$/;

/** The position of a cursor, `<id of the log>.<index>`; undefined if the text is not a cursor. Empty: the start. */
export function parseCursor(text: string): Position | undefined {
  if (text === '') return START;
  const [, log, index] = CURSOR.exec(text) ?? [];
  return log === undefined ? undefined : { log, index: Number(index) };
}

export const formatCursor = ({ log, index }: Position): string => (log === '' ? '' : `${log}.${index}`);
