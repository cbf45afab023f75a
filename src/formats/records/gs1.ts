import type { Attributes } from './attributes.ts';

/** The attribute with the Global Trade Item Number of an asset's kind: 8, 12, 13 or 14 digits. */
const GTIN = 'gtin';
const SERIAL_NUMBER = 'arc_serial_number';

/**
 * Serial numbers that a label can carry: at most 20 characters (GS1 General Specifications, AI 21), and of those that
 * AI 21 allows, only the ones that a URI carries unchanged (RFC 3986, unreserved, without the tilde). Browsers remove
 * `.` and `..` from a path.
 */
export const SERIAL = /^(?!\.{1,2}$)[\w.-]{1,20}$/;

/** Whether a text is a GTIN of 14 digits, with its check digit (GS1 General Specifications, 7.9). */
export function isGtin14(text: string): boolean {
  if (!/^\d{14}$/.test(text)) return false;
  const sum = [...text].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 3 : 1), 0);
  return sum % 10 === 0;
}

/**
 * The part of a GS1 Digital Link after its stem, `/01/<gtin of 14 digits>/21/<serial number>` (GS1 Digital Link
 * Standard: URI Syntax), for an asset that has both; otherwise empty. The label's address is the stem.
 */
export function gs1Path(attributes: Attributes): string {
  const { [GTIN]: gtin, [SERIAL_NUMBER]: serial } = attributes;
  if (typeof gtin !== 'string' || typeof serial !== 'string' || !SERIAL.test(serial)) return '';
  const padded = [8, 12, 13, 14].includes(gtin.length) ? gtin.padStart(14, '0') : '';
  return isGtin14(padded) ? `/01/${padded}/21/${serial}` : '';
}
