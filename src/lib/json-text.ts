/** A JSON value that is text already, for responses that are built without parsing it. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The value itself. */
  parse(): unknown {
    return JSON.parse(this.text);
  }
}

/**
 * The JSON of an object whose fields may be lists of `JsonText`. It is written by appending, so that the text of a long
 * list is copied once, when it is sent.
 */
export function objectJson(fields: Record<string, unknown>): string {
  let json = '';
  for (const [name, value] of Object.entries(fields)) {
    const valueJson = Array.isArray(value) ? listJson(value) : JSON.stringify(value);
    json += `${json === '' ? '' : ','}${JSON.stringify(name)}:${valueJson}`;
  }
  return `{${json}}`;
}

function listJson(items: readonly unknown[]): string {
  let json = '';
  for (const item of items) {
    json += `${json === '' ? '' : ','}${item instanceof JsonText ? item.text : JSON.stringify(item)}`;
  }
  return `[${json}]`;
}

const [QUOTE, COMMA, BACKSLASH, SPACE] = [0x22, 0x2c, 0x5c, 0x20];
const [LIST, LIST_END, MAP, MAP_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * The field of an object, as JSON text, with which the text exceeds `max` values; empty if the fields themselves are
 * too many; undefined if it has at most `max`. Values are strings, numbers, lists, maps and so on, at any depth. It
 * does not parse the text, which takes many times as long. Of text that is not JSON, the result means nothing.
 */
export function crowdedField(text: string, max: number): string | undefined {
  let [values, depth] = [0, 0];
  let field = '';
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      const end = endOfString(text, at);
      if (depth === 1) field = text.slice(at + 1, end);
      at = end;
    } else if (unit === COMMA) values += 1;
    else if (unit === LIST || unit === MAP) {
      depth += 1;
      while (text.charCodeAt(at + 1) <= SPACE) at += 1;
      const next = text.charCodeAt(at + 1);
      if (next !== LIST_END && next !== MAP_END) values += 1;
    } else if (unit === LIST_END || unit === MAP_END) depth -= 1;
    // The value itself is not counted in the loop.
    if (values >= max) return depth === 1 ? '' : field;
  }
  return undefined;
}

/** Where the string that starts with the quotation mark at `start` ends; the end of the text if it does not. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
