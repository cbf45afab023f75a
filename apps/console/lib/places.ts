import { wordsOf, type SearchQuery } from '../../../src/formats/records/search-terms.ts';
import { pages } from './api.ts';
import { valuesByAsset } from './values-by-asset.ts';

/** A location that the caller can see. */
export type Place = { identity: string; name: string };

/** Pages of locations that are read, of 500 each. */
const [SIZE, PAGES] = [500, 10];

/** The locations that the caller can see, at most 5,000, and whether these are all. Throws ApiError. */
export async function readPlaces(): Promise<{ places: Place[]; complete: boolean }> {
  const read = pages('/v2/locations', 'locations');
  const places: Place[] = [];
  let next = '';
  for (let i = 0; i < PAGES && (i === 0 || next !== ''); i++) {
    const page = await read(next, SIZE);
    places.push(...page.items.map(({ identity, display_name }) => ({ identity, name: display_name })));
    ({ next } = page);
  }
  return { places, complete: next === '' };
}

/** The only key. */
const ALL = 'all';

/** The locations that lists of assets name, read once until they are forgotten; none if they cannot be read. */
const known = valuesByAsset(() =>
  readPlaces().then(
    ({ places }) => places,
    () => [],
  ),
);

export const forgetPlaces = known.forget;
export const knownPlaces = known.values;
export const wantPlaces = (): void => known.want(ALL);

export const placesIn = (values: ReadonlyMap<string, readonly Place[]>): readonly Place[] => values.get(ALL) ?? [];

/** The locations of the console, once they are read. */
export function placesWhenRead(): Promise<readonly Place[]> {
  wantPlaces();
  return new Promise((resolve) => {
    if (knownPlaces.get().has(ALL)) return resolve(placesIn(knownPlaces.get()));
    const end = knownPlaces.follow((values) => {
      if (!values.has(ALL)) return;
      end();
      resolve(placesIn(values));
    });
  });
}

/** The words of a query that a name has, the last one also as the beginning of a longer word. */
export function wordsInName({ words, prefix }: SearchQuery, name: string): string[] {
  const own = new Set(wordsOf(name));
  const hasPrefix = [...own].some((word) => word.startsWith(prefix));
  return [...words.filter((word) => own.has(word)), ...(hasPrefix ? [prefix] : [])];
}

/** Locations that a query names, and the words that are left. */
export type NamedPlaces = { places: Place[]; rest: string[] };

/** The locations with the most words of a query, those with the same words; undefined if no location has any. */
export function placesNamed(query: SearchQuery, places: readonly Place[]): NamedPlaces | undefined {
  const found = places
    .map((place) => ({ place, words: wordsInName(query, place.name) }))
    .filter(({ words }) => words.length > 0);
  const best = found.toSorted((one, other) => other.words.length - one.words.length)[0];
  if (!best) return undefined;
  const same = found.filter(({ words }) => words.join(' ') === best.words.join(' '));
  return {
    places: same.map(({ place }) => place),
    rest: [...query.words, query.prefix].filter((word) => !best.words.includes(word)),
  };
}
