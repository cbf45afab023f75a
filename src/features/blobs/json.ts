/** Deeper values are not validated. */
const MAX_DEPTH = 1024;
const [OBJECT, ARRAY] = [1, 2];

/** What a validator expects next. */
type JsonToken =
  | 'value'
  | 'value or ]'
  | 'name'
  | 'name or }'
  | ':'
  | ', or end'
  | 'string'
  | 'escape'
  | 'hex'
  | 'literal'
  | 'number'
  | 'end';

const LITERALS: Record<string, string> = { t: 'rue', f: 'alse', n: 'ull' };
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Longer numbers are not validated. */
const MAX_NUMBER = 1024;

/**
 * Validates an object or a list of JSON (RFC 8259, in UTF-8 with or without a byte order mark) that arrives in chunks.
 * Holds one chunk. Refuses text that is nested more than MAX_DEPTH times.
 */
export class JsonValidator {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
  readonly #open = new Uint8Array(MAX_DEPTH);
  #depth = 0;
  #expected: JsonToken = 'value';
  #isName = false;
  #rest = '';
  #digits = 0;
  #isValid = true;

  add(bytes: Uint8Array): void {
    this.#decode(bytes, true);
  }

  /** Whether all chunks together were valid. */
  end(): boolean {
    this.#decode(new Uint8Array(), false);
    return this.#isValid && this.#expected === 'end';
  }

  #decode(bytes: Uint8Array, stream: boolean): void {
    if (!this.#isValid) return;
    try {
      const text = this.#decoder.decode(bytes, { stream });
      for (let at = 0; at < text.length && this.#isValid; at++) {
        if (this.#expected === 'string') at = plainEnd(text, at);
        if (at < text.length) this.#isValid = this.#take(text[at]!);
      }
    } catch {
      this.#isValid = false;
    }
  }

  #take(char: string): boolean {
    switch (this.#expected) {
      case 'string':
        return this.#takeString(char);
      case 'escape':
        if (char === 'u') [this.#expected, this.#digits] = ['hex', 4];
        else this.#expected = 'string';
        return '"\\/bfnrtu'.includes(char);
      case 'hex':
        if (--this.#digits === 0) this.#expected = 'string';
        return /[0-9a-fA-F]/.test(char);
      case 'literal':
        return this.#takeLiteral(char);
      case 'number':
        return this.#takeNumber(char);
      default:
        return ' \t\r\n'.includes(char) || this.#takeToken(char);
    }
  }

  #takeString(char: string): boolean {
    if (char === '\\') this.#expected = 'escape';
    else if (char === '"') this.#expected = this.#isName ? ':' : ', or end';
    return char >= ' ';
  }

  #takeLiteral(char: string): boolean {
    const isNext = this.#rest.startsWith(char);
    this.#rest = this.#rest.slice(1);
    if (this.#rest === '') this.#expected = ', or end';
    return isNext;
  }

  #takeNumber(char: string): boolean {
    if (/[0-9.eE+-]/.test(char)) {
      this.#rest += char;
      return this.#rest.length <= MAX_NUMBER;
    }
    this.#expected = ', or end';
    return NUMBER.test(this.#rest) && this.#take(char);
  }

  #takeToken(char: string): boolean {
    const expected = this.#expected;
    if (expected === ':') {
      this.#expected = 'value';
      return char === ':';
    }
    if (expected === ', or end' && char === ',') {
      this.#expected = this.#open[this.#depth - 1] === OBJECT ? 'name' : 'value';
      return true;
    }
    if (char === '}') return (expected === ', or end' || expected === 'name or }') && this.#close(OBJECT);
    if (char === ']') return (expected === ', or end' || expected === 'value or ]') && this.#close(ARRAY);
    if (expected === 'name' || expected === 'name or }') return char === '"' && this.#openString(true);
    return (expected === 'value' || expected === 'value or ]') && this.#openValue(char);
  }

  #openValue(char: string): boolean {
    if (char === '{' || char === '[') {
      if (this.#depth === MAX_DEPTH) return false;
      this.#open[this.#depth++] = char === '{' ? OBJECT : ARRAY;
      this.#expected = char === '{' ? 'name or }' : 'value or ]';
      return true;
    }
    if (this.#depth === 0) return false;
    if (char === '"') return this.#openString(false);
    [this.#rest, this.#expected] = [LITERALS[char] ?? char, LITERALS[char] === undefined ? 'number' : 'literal'];
    return LITERALS[char] !== undefined || /[0-9-]/.test(char);
  }

  #openString(isName: boolean): boolean {
    [this.#isName, this.#expected] = [isName, 'string'];
    return true;
  }

  #close(kind: number): boolean {
    if (this.#depth === 0 || this.#open[--this.#depth] !== kind) return false;
    this.#expected = this.#depth === 0 ? 'end' : ', or end';
    return true;
  }
}

/** The index of the next character of a string that is not an ordinary one; most of a text is skipped at once. */
function plainEnd(text: string, from: number): number {
  SPECIAL.lastIndex = from;
  return SPECIAL.exec(text)?.index ?? text.length;
}
// oxlint-disable-next-line no-control-regex -- JSON does not allow them in strings
const SPECIAL = /["\\\x00-\x1f]/g;
