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
 * The JSON of an object whose fields may be lists of `JsonText`. It is written by appending, so that the text of a long list
 * is copied once, when it is sent.
 */
export function objectJson(fields: Record<string, unknown>): string {
  let json = '';
  for (const [name, value] of Object.entries(fields)) {
    json += `${json === '' ? '' : ','}${JSON.stringify(name)}:${Array.isArray(value) ? listJson(value) : JSON.stringify(value)}`;
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
