import { must } from './report.ts';

/** Characters of the head, and of one event. */
const MAX_PART = 16_000_000;
const EVENTS = /"events"\s*:\s*$/;
/** How many characters before the `[` of the events can be those of their name. */
const NAME = 64;
const SPACE = ' \t\n\r';

/** What the next character outside of a part can be. */
type Expected = 'head' | 'first' | 'separator' | 'event' | 'end' | 'nothing';

/**
 * Divides the text of a history, in pieces of any length, into its head (the object with an empty list of events) and
 * its events. Holds one part at a time. The parts are not parsed. Throws Problem for a text of another form.
 */
export class HistoryParts {
  #part = '';
  /** The last characters of the part. */
  #tail = '';
  #expected: Expected = 'head';
  #depth = 0;
  #isText = false;
  #isEscaped = false;
  #hasHead = false;
  readonly #take: (part: string) => void;

  /** `take`: gets each part once it is complete. */
  constructor(take: (part: string) => void) {
    this.#take = take;
  }

  /** Adds a piece of text. */
  push(text: string): void {
    let start = 0;
    for (let at = 0; at < text.length; at++) {
      const char = text[at]!;
      if (this.#isInside) {
        if (!this.#ends(char, () => this.#tail + text.slice(Math.max(start, at - NAME), at))) continue;
        const part = this.#part + text.slice(start, at + (this.#hasHead ? 1 : 0)) + (this.#hasHead ? '' : '[]}');
        this.#part = '';
        this.#tail = '';
        this.#expected = this.#hasHead ? 'separator' : 'first';
        this.#hasHead = true;
        this.#depth = 0;
        this.#take(part);
      } else if (this.#begins(char)) {
        start = at;
        this.#depth = 1;
      }
    }
    if (this.#isInside) {
      const rest = text.slice(start);
      this.#part += rest;
      this.#tail = (this.#tail + rest.slice(-NAME)).slice(-NAME);
    }
    must(this.#part.length <= MAX_PART, `a part of the document must have at most ${MAX_PART} characters`);
  }

  /** Throws Problem unless the document is complete. */
  end(): void {
    must(this.#expected === 'nothing', 'the document is not complete: it was cut off');
  }

  get #isInside(): boolean {
    return this.#depth > 0;
  }

  /** Whether a character outside of a part begins one. */
  #begins(char: string): boolean {
    if (SPACE.includes(char)) return false;
    const expected = this.#expected;
    if (char === '{' && (expected === 'head' || expected === 'first' || expected === 'event')) return true;
    if (char === ',' && expected === 'separator') this.#expected = 'event';
    else if (char === ']' && (expected === 'first' || expected === 'separator')) this.#expected = 'end';
    else if (char === '}' && expected === 'end') this.#expected = 'nothing';
    else must(false, 'the document must be an object whose last member is a list of objects, events');
    return false;
  }

  /** Whether a character ends the part that it is in: that of an event is included, the `[` after the head is not. */
  #ends(char: string, before: () => string): boolean {
    if (this.#isText) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (char === '\\') this.#isEscaped = true;
      else if (char === '"') this.#isText = false;
      return false;
    }
    if (char === '"') this.#isText = true;
    else if (char === '}' || char === ']') {
      this.#depth -= 1;
      must(this.#depth > 0 || this.#hasHead, 'the last member of the document must be the list events');
      return this.#depth === 0;
    } else if (char === '[' || char === '{') {
      if (char === '[' && this.#depth === 1 && !this.#hasHead && EVENTS.test(before().slice(-NAME))) return true;
      this.#depth += 1;
    }
    return false;
  }
}
