import type { Attributes } from '../../../src/formats/records/attributes.ts';
import type { SeenAsset } from './model.ts';

/** The words of a text of this test, which has letters, digits and the diacritics of the vocabulary. */
const naiveWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('ä', 'a')
    .replaceAll('é', 'e')
    .split(/[^a-z0-9ü]+/)
    .map((word) => word.replaceAll('ü', 'u').slice(0, 32))
    .filter((word) => word !== '');

const WEIGHT: Record<string, number> = { arc_display_name: 8, arc_display_type: 4, arc_description: 2 };

/** The rank of what a caller sees of an asset, without the code of the service; 0: no match. */
export function naiveRank(attributes: Attributes, text: string): number {
  const words = naiveWords(text);
  const last = words.pop()!;
  const best = (points: (terms: string[]) => number): number =>
    Math.max(
      0,
      ...Object.entries(attributes).map(([name, value]) =>
        typeof value === 'string' ? points(naiveWords(value)) * (WEIGHT[name] ?? 1) : 0,
      ),
    );
  const points = [
    ...[...new Set(words)].map((word) => best((terms) => (terms.includes(word) ? 2 : 0))),
    best((terms) => (terms.includes(last) ? 2 : Number(terms.some((term) => term.startsWith(last))))),
  ];
  return points.includes(0) ? 0 : points.reduce((sum, one) => sum + one);
}

/** The assets that a search must find, in the order of the result. */
export const naiveSearch = (seen: SeenAsset[], text: string) =>
  seen
    .map(({ asset, attributes }) => ({ asset, attributes, rank: naiveRank(attributes, text) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((x, y) => y.rank - x.rank || y.asset.createdUs - x.asset.createdUs || y.asset.written - x.asset.written)
    .map(({ asset, attributes }) => ({ id: asset.id, attributes }));
