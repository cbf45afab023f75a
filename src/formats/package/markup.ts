/** HTML whose texts are escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | string | number | readonly Html[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character]!);

const textOf = (value: Value): string => {
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return escaped(String(value));
};

/** HTML in which every value that is not markup is escaped, also in attributes with quotes. */
export const markup = (parts: TemplateStringsArray, ...values: Value[]): Html =>
  new Html(parts.reduce((text, part, n) => text + textOf(values[n - 1]!) + part));

export const NOTHING = new Html('');

/** A recorded text, shown unchanged. `bdi` isolates its writing direction from the text around it. */
export const own = (text: string): Html => markup`<bdi>${text}</bdi>`;

const TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/;

/** `2026-11-21T08:46:00.123456Z` as `2026-11-21 08:46:00 UTC`; other texts unchanged. */
export function moment(text: string): Html {
  const [, day, time] = TIME.exec(text) ?? [];
  return day === undefined ? own(text) : markup`<time datetime="${text}" title="${text}">${day} ${time!} UTC</time>`;
}

/** `1 file`, `2 files`. */
export const counted = (n: number, one: string): string => `${n.toLocaleString('en')} ${one}${n === 1 ? '' : 's'}`;

/** The size of a file: `1,234 bytes`, `1.2 MB`. */
export const sizeText = (bytes: number): string =>
  bytes < 100_000 ? counted(bytes, 'byte') : `${(bytes / 1e6).toFixed(1)} MB`;
