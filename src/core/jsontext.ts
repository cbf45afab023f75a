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

/** The JSON of an object whose fields may be lists of `JsonText`. */
export const objectJson = (fields: Record<string, unknown>): string =>
  `{${Object.entries(fields)
    .map(([name, value]) => `${JSON.stringify(name)}:${Array.isArray(value) ? listJson(value) : JSON.stringify(value)}`)
    .join(',')}}`;

const listJson = (items: readonly unknown[]): string =>
  `[${items.map((item) => (item instanceof JsonText ? item.text : JSON.stringify(item))).join(',')}]`;
