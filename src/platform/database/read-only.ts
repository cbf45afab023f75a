/** The text of a statement that changes nothing, whatever its outcome. */
const READ = /^\s*(?:select|with(?!.*\b(?:insert|update|delete|replace)\b))\b/is;

/** Whether a statement with this text cannot change the database. False for some that do not. */
export const isReadOnly = (text: string): boolean => READ.test(text);
