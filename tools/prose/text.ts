/** A run of prose of a file: the text with its whitespace collapsed, and the line of each of its characters. */
export type Prose = { text: string; lineAt: (index: number) => number };

/** The prose of a file: comments and strings of code, and the whole text of anything else. */
export function proseOf(file: string, source: string): Prose[] {
  if (/\.(?:ts|mjs|cjs)$/.test(file)) return codeProse(source);
  return [collapse([{ at: 0, text: source }], source, kindOf(file))];
}

type Piece = { at: number; text: string };

/** What precedes the text of a line. */
const MARKERS = {
  comment: /^[ \t]*(?:\/\*\*?|\*\/|\*(?!\*)|\/\/)?/,
  page: /^[ \t]*(?:>[ \t]*)?/,
  script: /^[ \t]*#*/,
  string: /^/,
};

const kindOf = (file: string): keyof typeof MARKERS => {
  if (/\.(?:tsx|css)$/.test(file)) return 'comment';
  return /\.(?:md|html)$/.test(file) ? 'page' : 'script';
};

/** Joins pieces of a file to one text: without markers, each run of whitespace as one space. */
function collapse(pieces: Piece[], source: string, kind: keyof typeof MARKERS): Prose {
  let text = '';
  const offsets: number[] = [];
  const add = (character: string, at: number): void => {
    if (character === ' ' && (text === '' || text.endsWith(' '))) return;
    text += character;
    offsets.push(at);
  };
  for (const piece of pieces) {
    let start = piece.at;
    if (kind !== 'string') add(' ', start);
    for (const line of piece.text.split('\n')) {
      if (start > piece.at) add(' ', start);
      const skipped = MARKERS[kind].exec(line)?.[0].length ?? 0;
      for (let i = skipped; i < line.length; i++) add(/\s/.test(line[i]!) ? ' ' : line[i]!, start + i);
      start += line.length + 1;
    }
  }
  return { text, lineAt: (index) => source.slice(0, offsets[index] ?? 0).split('\n').length };
}

/** A `/` after one of these starts a regular expression; after anything else it divides. */
const BEFORE_REGEX = /(?:^|[(,=:[!&|?{};+\-*%~^<>]|\breturn|\btypeof|\bcase)\s*$/;

/** Comments, and the strings with more than one word; strings that `+` joins are one. */
function codeProse(source: string): Prose[] {
  const found: Prose[] = [];
  let comment: Piece[] = [];
  let string: Piece[] = [];
  const flush = (): void => {
    if (comment.length > 0) found.push(collapse(comment, source, 'comment'));
    if (string.some(({ text }) => /\S\s+\S/.test(text))) found.push(collapse(string, source, 'string'));
    [comment, string] = [[], []];
  };
  /** Where the literal that starts at `at` ends; `pieces` receives its text without `${…}`. */
  const literal = (at: number, quote: string, pieces: Piece[]): number => {
    const ends = quote === '`' ? [quote] : [quote, '\n'];
    let [i, from] = [at + 1, at + 1];
    while (i < source.length && !ends.includes(source[i]!)) {
      if (source[i] === '\\') i++;
      else if (quote === '`' && source.startsWith('${', i)) {
        pieces.push({ at: from, text: `${source.slice(from, i)}…` });
        const outer = string;
        string = [];
        i = code(i + 2, '}');
        flush();
        string = outer;
        from = i + 1;
      }
      i++;
    }
    pieces.push({ at: from, text: source.slice(from, i) });
    return i;
  };
  /** Reads code from `at` until `end` outside of brackets, and returns the index of that end. */
  const code = (at: number, end?: string): number => {
    let depth = 0;
    let i = at;
    for (; i < source.length; i++) {
      const character = source[i]!;
      if (end !== undefined && depth === 0 && character === end) return i;
      if (source.startsWith('//', i) || source.startsWith('/*', i)) {
        const isLine = source[i + 1] === '/';
        const close = source.indexOf(isLine ? '\n' : '*/', i + 2);
        const stop = close === -1 ? source.length : close + (isLine ? 0 : 2);
        if (string.length > 0) flush();
        comment.push({ at: i, text: source.slice(i, stop).replace(/\*\/$/, '') });
        i = stop - 1;
      } else if (`'"\``.includes(character)) {
        if (comment.length > 0) flush();
        const pieces: Piece[] = [];
        i = literal(i, character, pieces);
        string.push(...pieces);
      } else if (character === '/' && BEFORE_REGEX.test(source.slice(Math.max(0, i - 12), i))) {
        i = regex(i);
      } else if (!/\s/.test(character)) {
        if (character !== '+') flush();
        if (character === '{') depth++;
        if (character === '}') depth--;
      }
    }
    return i;
  };
  const regex = (at: number): number => {
    let inClass = false;
    let i = at + 1;
    for (; i < source.length && source[i] !== '\n' && (inClass || source[i] !== '/'); i++) {
      if (source[i] === '\\') i++;
      else if (source[i] === '[') inClass = true;
      else if (source[i] === ']') inClass = false;
    }
    return i;
  };
  code(0);
  flush();
  return found;
}
