/** How statements that only read begin. */
const BEGINNING = /^\s*(?:(select)|with)\b/i;
/** A statement that begins with WITH can end in one of these. */
const WRITING = /\b(?:insert|update|delete|replace)\b/i;

/** Whether a statement with this text cannot change the database. False for some that do not. */
export function isReadOnly(text: string): boolean {
  const beginning = BEGINNING.exec(text);
  return beginning !== null && (beginning[1] !== undefined || !WRITING.test(text));
}
