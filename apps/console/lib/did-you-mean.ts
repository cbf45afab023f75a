import { wordsOf } from '../../../src/formats/records/search-terms.ts';
import { nearest } from '../../../src/lib/nearest.ts';

/** Words that are compared, at most. */
const MOST = 5000;

/** Typing errors of a word that are corrected, by its length. */
const editsOf = (word: string): number => {
  if (word.length < 4) return 0;
  return word.length < 6 ? 1 : 2;
};

/** A word with two neighbouring characters swapped, for each two. */
const swaps = (word: string): string[] =>
  Array.from({ length: Math.max(0, word.length - 1) }, (_, i) =>
    [word.slice(0, i), word[i + 1], word[i], word.slice(i + 2)].join(''),
  );

/**
 * What a search that has found nothing probably means: each unknown word is replaced by the nearest one of the known
 * texts, which has two neighbouring characters swapped, or differs by a character, in words of six and more by two.
 * Undefined if some word is like none.
 */
export function didYouMean(q: string, texts: readonly string[]): string | undefined {
  const known = new Set<string>();
  for (const word of texts.flatMap(wordsOf)) if (known.size < MOST) known.add(word);
  const words = wordsOf(q);
  const isKnown = (word: string, i: number): boolean =>
    known.has(word) || (i === words.length - 1 && [...known].some((each) => each.startsWith(word)));
  const corrected = words.map((word, i) => {
    if (isKnown(word, i)) return word;
    const swapped = swaps(word).find((each) => known.has(each));
    if (swapped !== undefined) return swapped;
    const close = nearest(
      word,
      [...known].filter((each) => Math.abs(each.length - word.length) <= editsOf(word)),
    );
    return close && close.edits <= editsOf(word) ? close.name : undefined;
  });
  if (corrected.includes(undefined)) return undefined;
  const text = corrected.join(' ');
  return text === words.join(' ') ? undefined : text;
}
