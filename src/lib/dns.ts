import { joinBytes } from './bytes.ts';
import { utf8 } from './text.ts';

/** Bytes of a DNS message. */
export const MAX_MESSAGE = 65_535;
const TXT = 16;
const INTERNET = 1;
/** Records of an answer that are read. */
const MAX_RECORDS = 500;

/** `code`: the response code of RFC 1035, section 4.1.1: 0 no error, 3 the name does not exist. */
export type TxtAnswer = { code: number; texts: string[] };

/**
 * A query for the TXT records of a name, with id 0 as RFC 8484, section 4.1 asks. Labels have 1 to 63 ASCII characters.
 */
export function txtQuery(name: string): Uint8Array<ArrayBuffer> {
  const labels = name.split('.').map((label) => joinBytes([Uint8Array.of(label.length), utf8(label)]));
  const header = Uint8Array.of(0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0);
  return joinBytes([header, ...labels, Uint8Array.of(0, 0, TXT, 0, INTERNET)]);
}

/**
 * Reads the response to a query of `txtQuery`. The texts of a record are joined, as RFC 7208, section 3.3 does. The
 * owner of a record is not compared: it is another one if the name is an alias. Throws a RangeError for a message that
 * is cut off, truncated, or no response to this query.
 */
export function txtAnswer(message: Uint8Array, query: Uint8Array): TxtAnswer {
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  const flags = view.getUint16(2);
  const question = query.subarray(12);
  if (view.getUint16(0) !== 0 || flags >> 15 !== 1 || (flags & 0x0200) !== 0 || view.getUint16(4) !== 1)
    throw new RangeError('not a whole response');
  if (!isSame(message.subarray(12, 12 + question.length), question))
    throw new RangeError('not the response to this query');
  const records = view.getUint16(6);
  if (records > MAX_RECORDS) throw new RangeError('too many records');
  const texts: string[] = [];
  let at = 12 + question.length;
  for (let i = 0; i < records; i++) {
    at = afterName(view, at);
    const [type, kind, length] = [view.getUint16(at), view.getUint16(at + 2), view.getUint16(at + 8)];
    const from = at + 10;
    at = from + length;
    if (at > message.length) throw new RangeError('a record is cut off');
    if (type === TXT && kind === INTERNET) texts.push(textOf(message.subarray(from, at)));
  }
  return { code: flags & 15, texts };
}

/** Compares questions; names are compared without case. */
const isSame = (a: Uint8Array, b: Uint8Array): boolean => textIn(a).toLowerCase() === textIn(b).toLowerCase();

const textIn = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

/** The index after a name, which ends with an empty label or a pointer. */
function afterName(view: DataView, start: number): number {
  for (let at = start; ;) {
    const length = view.getUint8(at);
    if (length === 0) return at + 1;
    if (length >> 6 === 3) return at + 2;
    if (length >> 6 !== 0) throw new RangeError('not a name');
    at += length + 1;
  }
}

/** The character strings of a TXT record, joined. */
function textOf(data: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < data.length;) {
    const end = at + 1 + data[at]!;
    if (end > data.length) throw new RangeError('a text is cut off');
    parts.push(textIn(data.subarray(at + 1, end)));
    at = end;
  }
  return parts.join('');
}
