import type { Attributes } from './attributes.ts';

/**
 * The limits of the search. `term`: characters of a term; the rest of a longer word is left out. `perValue`: terms of
 * one attribute value, the first ones. `perAsset`: terms of an asset that has an index; see `indexTerms`. `words`:
 * different words of a query. `query`: UTF-16 code units of a query.
 */
export const SEARCH_LIMITS = { term: 32, perValue: 100, perAsset: 1000, words: 8, query: 200 } as const;

/** The only term of an asset that has more than `perAsset`: every search looks at such an asset. No word is empty. */
export const EVERY_WORD = '';

/** Scripts that are written without spaces between words: each character is a word. */
const IDEOGRAPHS = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}`;
const WORDS = new RegExp(String.raw`[${IDEOGRAPHS}]|[^${IDEOGRAPHS}]+`, 'gu');
const RUNS = /[\p{L}\p{N}\p{M}]+/gu;
const ASCII_RUNS = /[a-z0-9]+/g;
/** Diacritics are marks without a script of their own. Marks of other scripts are vowels. */
const DIACRITICS = /(?=\p{Mn})\p{Script=Inherited}/gu;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const isAscii = (text: string): boolean => /^[\t-\r -~]*$/.test(text);

/** Text without differences of case (also ß and ss, ς and σ), diacritics and compatibility forms (NFKD). */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(DIACRITICS, '')
    .replace(INVISIBLE, '')
    .replaceAll('ς', 'σ');

const cut = (word: string): string =>
  word.length <= SEARCH_LIMITS.term ? word : Array.from(word).slice(0, SEARCH_LIMITS.term).join('');

/**
 * The words of a text in their order: runs of letters, digits and marks, folded. The index and queries have the same.
 */
export function wordsOf(text: string): string[] {
  if (isAscii(text)) return (text.toLowerCase().match(ASCII_RUNS) ?? []).map(cut);
  return (folded(text).match(RUNS) ?? []).flatMap((run) => run.match(WORDS) ?? []).map(cut);
}

/** The different terms of one attribute value. */
export function termsOf(text: string): Set<string> {
  const terms = new Set<string>();
  for (const word of wordsOf(text)) {
    if (terms.size === SEARCH_LIMITS.perValue) break;
    terms.add(word);
  }
  return terms;
}

/** How much a match counts by its attribute; all others count 1. */
const WEIGHTS: Record<string, number> = { arc_display_name: 8, arc_display_type: 4, arc_description: 2 };
const weightOf = (name: string): number => (Object.hasOwn(WEIGHTS, name) ? WEIGHTS[name]! : 1);
/** All weights of attributes, the highest first. */
export const ALL_WEIGHTS = [8, 4, 2, 1] as const;

/**
 * The terms by which an asset is found, those of all attributes that are text, each with the highest weight of an
 * attribute that has it. An asset with too many has only EVERY_WORD, with the weight 1: leaving some out would let
 * attributes that a caller may not read decide by which others they find the asset.
 */
export function indexTerms(attributes: Attributes): Map<string, number> {
  const terms = new Map<string, number>();
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value !== 'string') continue;
    const weight = weightOf(name);
    for (const term of termsOf(value)) if ((terms.get(term) ?? 0) < weight) terms.set(term, weight);
    if (terms.size > SEARCH_LIMITS.perAsset) return new Map([[EVERY_WORD, 1]]);
  }
  return terms;
}

/** A term of an asset in the index, and its weight. */
export type Posting = [term: string, weight: number];
/** The changes of the postings of an asset; `replaced` are pairs of a former and a new one. */
export type PostingChanges = {
  replaced: [term: string, weight: number, term: string, weight: number][];
  removed: Posting[];
  added: Posting[];
};

/** How the postings of an asset change with its attributes. Reads attributes only if one that is text has changed. */
export function postingChanges(before: Attributes, after: Attributes): PostingChanges {
  const names = Object.keys(after).filter((name) => before[name] !== after[name]);
  const isText = (name: string): boolean => typeof before[name] === 'string' || typeof after[name] === 'string';
  if (!names.some(isText)) return { replaced: [], removed: [], added: [] };
  const [old, now] = [indexTerms(before), indexTerms(after)];
  const removed = [...old].filter(([term, weight]) => now.get(term) !== weight);
  const added = [...now].filter(([term, weight]) => old.get(term) !== weight);
  const pairs = Math.min(removed.length, added.length);
  return {
    // Changing a row in place writes one row instead of two.
    replaced: removed.slice(0, pairs).map((posting, i) => [...posting, ...added[i]!]),
    removed: removed.slice(pairs),
    added: added.slice(pairs),
  };
}

/** A query: all words must occur, the last one also as the beginning of a longer word. */
export type SearchQuery = { words: string[]; prefix: string };

/** Parses a query. Returns a string that describes the error if it is not valid. */
export function parseQuery(text: string): SearchQuery | string {
  const words = wordsOf(text);
  const prefix = words.pop();
  if (prefix === undefined) return 'must have a word: letters or digits';
  const different = [...new Set(words)];
  if (different.length >= SEARCH_LIMITS.words) return `must have at most ${SEARCH_LIMITS.words} different words`;
  return { words: different, prefix };
}

/**
 * How well attributes match a query; 0: not at all. Each word counts with the attribute of the most weight that has it,
 * twice if the attribute has the whole word.
 */
export function rankOf(attributes: Attributes, { words, prefix }: SearchQuery): number {
  const best = Array.from({ length: words.length + 1 }, () => 0);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value !== 'string') continue;
    const weight = weightOf(name);
    const terms = termsOf(value);
    const found = (i: number, points: number): unknown => (best[i] = Math.max(best[i]!, points));
    words.forEach((word, i) => terms.has(word) && found(i, 2 * weight));
    if (terms.has(prefix)) found(words.length, 2 * weight);
    else if ([...terms].some((term) => term.startsWith(prefix))) found(words.length, weight);
  }
  return best.includes(0) ? 0 : best.reduce((sum, points) => sum + points, 0);
}
