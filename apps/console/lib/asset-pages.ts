import { holds, parseFilter, type AttributeFilter } from '../../../src/formats/records/filters.ts';
import { HOME_LOCATION } from '../../../src/formats/records/attribute-labels.ts';
import { parseQuery, rankOf, type SearchQuery } from '../../../src/formats/records/search-terms.ts';
import { assetIn } from '../field/label.ts';
import { named, queryOf, type Groups } from '../parts/filters.tsx';
import { api, ApiError, pages, type Pages, type Schemas } from './api.ts';
import type { AssetQuery } from './asset-query.ts';
import { chained, kept } from './list-pages.ts';
import { placesNamed, placesWhenRead } from './places.ts';
import { screenTexts } from '../screens/texts/texts.ts';

const { assetPages: wording } = screenTexts;

type Asset = Schemas['Asset'];

/** Locations of one list by place, each a term of its filter, and such lists; for more, all assets are looked at. */
const [PLACES, PLACE_LISTS] = [10, 10];
/** Pages of 500 assets that are not compliant. */
const FAILING_PAGES = 20;

/**
 * The pages of the assets that a query selects. Words find assets by their attributes (the service ranks them), then
 * those at locations whose names have the words, or one asset by its identity. What the search of the service cannot
 * filter is filtered here, by the attributes that the caller may read, as the service filters lists.
 */
export function assetPages(query: AssetQuery): Pages<Asset> {
  const source = query.q === '' ? listed(query) : later(async () => found(query));
  if (!query.failing) return source;
  const failing = once(readFailing);
  return async (token, size) => {
    const { identities, isCut } = await failing();
    if (identities.size === 0) return NONE();
    const page = await kept(source, ({ identity }) => identities.has(identity))(token, size);
    return isCut ? { ...page, note: wording.cut } : page;
  };
}

/** The list of the service, with its filters and order. */
function listed({ groups, tracked, order, publicOnly }: Omit<AssetQuery, 'q' | 'failing' | 'map'>): Pages<Asset> {
  const query = {
    filters: queryOf(named(groups)),
    tracked,
    ...(order === 'DEFAULT' ? {} : { order_by: order }),
    ...(publicOnly ? { privacy: 'PUBLIC' } : {}),
  };
  return pages('/v2/assets', 'assets', { params: { query } });
}

function found(query: AssetQuery): Pages<Asset> {
  const { q, tracked, groups, publicOnly } = query;
  const filters = filtersOf(groups);
  const isKept = (asset: Asset): boolean =>
    (!publicOnly || asset.public) &&
    (tracked === 'ANY' || asset.tracked === tracked) &&
    filters.every((terms) => terms.some((term) => holds(term, asset.attributes)));
  const uuid = assetIn(q);
  if (uuid !== undefined) return kept(byIdentity(uuid), isKept);
  const words = (text: string): Pages<Asset> =>
    pages('/v2/assets:search', 'assets', { params: { query: { q: text, tracked } } });
  const own = filters.length > 0 || publicOnly ? kept(words(q), isKept) : words(q);
  const parsed = parseQuery(q);
  if (typeof parsed === 'string') return own;
  return chained([own, later(async () => kept(await atPlaces(query, parsed, words), isKept))]);
}

/** Assets at the locations that words name, which the search by all of the words does not find. */
async function atPlaces(
  query: AssetQuery,
  parsed: SearchQuery,
  words: (text: string) => Pages<Asset>,
): Promise<Pages<Asset>> {
  const { places, rest } = placesNamed(parsed, await placesWhenRead()) ?? { places: [], rest: [] };
  if (places.length === 0) return NONE;
  const homes = new Set(places.map(({ identity }) => identity));
  const isOther = (asset: Asset): boolean =>
    rankOf(asset.attributes, parsed) === 0 && homes.has(String(asset.attributes[HOME_LOCATION]));
  if (rest.length > 0) return kept(words(rest.join(' ')), isOther);
  if (homes.size > PLACES * PLACE_LISTS) return kept(listed(query), isOther);
  const terms = [...homes].map((value) => ({ name: HOME_LOCATION, op: '=' as const, value }));
  const lists: Pages<Asset>[] = [];
  for (let i = 0; i < terms.length; i += PLACES)
    lists.push(listed({ ...query, groups: [...query.groups, terms.slice(i, i + PLACES)] }));
  return kept(chained(lists), isOther);
}

const NONE: Pages<Asset> = async () => ({ items: [], next: '', total: 0, truncated: false });

/** Pages that are known after a request. */
const later =
  (of: () => Promise<Pages<Asset>>): Pages<Asset> =>
  async (token, size) =>
    (await of())(token, size);

/** A value that is read when it is first needed. If it could not be read, it is read again. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () =>
    (reading ??= read().catch((error: unknown) => {
      reading = undefined;
      throw error;
    }));
}

/** The asset with a UUID; none if the caller cannot read it. */
const byIdentity =
  (uuid: string): Pages<Asset> =>
  async () => {
    try {
      const asset = await api.get('/v2/assets/{uuid}', { params: { path: { uuid } } });
      return { items: [asset], next: '', total: 1, truncated: false };
    } catch (error) {
      if (error instanceof ApiError && [403, 404].includes(error.status)) return NONE();
      throw error;
    }
  };

/** Throws ApiError for a term that the service would refuse. */
function filtersOf(groups: Groups): AttributeFilter[][] {
  return named(groups).map((terms) =>
    terms.map(({ name, op, value }) => {
      const isNegated = op.startsWith('!');
      const filter = parseFilter(
        ['attributes'],
        `attributes.${name}${isNegated ? '!' : ''}`,
        op.endsWith('*') ? '*' : value,
      );
      if (typeof filter === 'string') throw new ApiError(0, wording.badFilter(name, filter));
      return filter;
    }),
  );
}

/** The identities of the assets that are not compliant, at most 10,000, and whether there are more. */
async function readFailing(): Promise<{ identities: ReadonlySet<string>; isCut: boolean }> {
  const read = pages('/v1/compliance/assets', 'assets', { params: { query: { compliant: 'false' } } });
  const identities = new Set<string>();
  let next = '';
  for (let i = 0; i < FAILING_PAGES && (i === 0 || next !== ''); i++) {
    const page = await read(next, 500);
    for (const { asset_identity: identity } of page.items) identities.add(identity);
    ({ next } = page);
  }
  return { identities, isCut: next !== '' };
}
