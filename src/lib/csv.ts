/** Characters that a formula starts with, also in their full-width and small forms, and the minus sign. */
const FORMULA = /^[=+\-@\u2212]/;
/** A number, which is a value for every program. */
const NUMBER = /^[+-]?\d+([.,]\d+)?$/;
/** What some programs remove before a formula, and what some take for the end of a field, although it is in quotes. */
const SKIPPED = /[\s\p{C}'"`]/u;
const SEPARATOR = /[;\t\r\n]/;

/**
 * A field of a line of CSV (RFC 4180), in quotes if it needs them or if they are asked for, in which no program finds a
 * formula.
 */
export function csvField(text: string, isQuoted = false): string {
  const safe = NUMBER.test(text) ? text : withoutFormulas(text);
  return isQuoted || /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Puts an apostrophe before each character that could start a formula: at the beginning, and after a separator of other
 * forms of CSV. Text that begins with a tab or the end of a line gets one too.
 */
function withoutFormulas(text: string): string {
  let safe = /^[\t\r\n]/.test(text) ? "'" : '';
  let isStart = true;
  for (const character of text) {
    if (isStart && FORMULA.test(character.normalize('NFKC'))) safe += "'";
    isStart = SEPARATOR.test(character) || (isStart && SKIPPED.test(character));
    safe += character;
  }
  return safe;
}
