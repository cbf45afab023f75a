import { labelOf } from './words.ts';
import type { Attributes } from '../../../src/formats/records/attributes.ts';
import { parseQuery, termsOf } from '../../../src/formats/records/search-terms.ts';
import { wordsInName } from './places.ts';
import { screenTexts } from '../screens/texts/texts.ts';

const { matchReasons: wording } = screenTexts;

/** Where an asset has words of a search: the label of the attribute, and its value; no value if it is the name. */
export type MatchReason = { label: string; value: string };

/** The most reasons of an asset, and the most characters of a value. */
const [MOST, LENGTH] = [3, 80];

const NAME = 'arc_display_name';
const ORDER: readonly string[] = [NAME, 'arc_display_type', 'arc_description'];
const orderOf = (name: string): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);

/**
 * Where an asset has the words of a search: for each word the first attribute in the order of the ranks, and the name
 * of its home location. Empty if no word was found in what the caller may read.
 */
export function matchReasons(q: string, attributes: Attributes, place: string): MatchReason[] {
  const query = parseQuery(q);
  if (typeof query === 'string') return [];
  const { words, prefix } = query;
  const texts = Object.entries(attributes)
    .flatMap(([name, value]) => (typeof value === 'string' ? [{ name, value, terms: [...termsOf(value)] }] : []))
    .toSorted((one, other) => orderOf(one.name) - orderOf(other.name));
  const first = (has: (term: string) => boolean) => texts.find(({ terms }) => terms.some(has));
  const inWords = words.map((word) => first((term) => term === word));
  const inPrefix = first((term) => term === prefix) ?? first((term) => term.startsWith(prefix));
  const found = [...new Set([...inWords, inPrefix])].flatMap((text) => text ?? []);
  const missing = [...words, prefix].filter((_, i) => [...inWords, inPrefix][i] === undefined);
  const isPlace = missing.length > 0 && wordsInName(query, place).some((word) => missing.includes(word));
  return [
    ...found.slice(0, MOST).map(({ name, value }) => ({
      label: labelOf(name),
      value: name === NAME ? '' : excerpt(value, [...words, prefix]),
    })),
    ...(isPlace ? [{ label: wording.homeLocation, value: place }] : []),
  ];
}

/** The part of a text around the first of the words. */
function excerpt(text: string, words: readonly string[]): string {
  if (text.length <= LENGTH) return text;
  const lower = text.toLowerCase();
  const at = Math.min(...words.map((word) => lower.indexOf(word)).filter((index) => index >= 0), text.length - LENGTH);
  const start = Math.max(0, at - LENGTH / 4);
  return `${start > 0 ? '…' : ''}${text.slice(start, start + LENGTH)}…`;
}
