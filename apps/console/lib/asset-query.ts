import { named, readTerm, type Groups } from '../parts/filters.tsx';

const TRACKED = ['TRACKED', 'NOT_TRACKED', 'ANY'] as const;
const ORDERS = ['DEFAULT', 'at_time', 'DISPLAY_NAME'] as const;
export type Tracked = (typeof TRACKED)[number];
export type AssetOrder = (typeof ORDERS)[number];

/**
 * What a list of assets shows: words of a search, filters and, without words, an order; `map`: as a map. The address of
 * the screen has it. `failing`: only assets that are not compliant.
 */
export type AssetQuery = {
  q: string;
  groups: Groups;
  tracked: Tracked;
  order: AssetOrder;
  publicOnly: boolean;
  failing: boolean;
  map: boolean;
};

/** Reads the query of an address. Values that are not valid are as if they were absent. */
export const readQuery = (from: URLSearchParams): AssetQuery => ({
  q: (from.get('q') ?? '').trim(),
  groups: groupsIn(from.get('filters')),
  tracked: TRACKED.find((each) => each === from.get('tracked')) ?? 'TRACKED',
  order: ORDERS.find((each) => each === from.get('order')) ?? 'DEFAULT',
  publicOnly: from.get('privacy') === 'PUBLIC',
  failing: from.get('compliance') === 'failing',
  map: from.get('view') === 'map',
});

/** The query part of the address, without what is the default; empty if all of it is. */
export function writeQuery({ q, groups, tracked, order, publicOnly, failing, map }: AssetQuery): string {
  const filters = named(groups);
  return new URLSearchParams({
    ...(q === '' ? {} : { q }),
    ...(filters.length === 0 ? {} : { filters: JSON.stringify(filters) }),
    ...(tracked === 'TRACKED' ? {} : { tracked }),
    ...(order === 'DEFAULT' ? {} : { order }),
    ...(publicOnly ? { privacy: 'PUBLIC' } : {}),
    ...(failing ? { compliance: 'failing' } : {}),
    ...(map ? { view: 'map' } : {}),
  }).toString();
}

/** The address of the list of the assets that a query selects. */
export function addressOf(query: Partial<AssetQuery>): string {
  const text = writeQuery({ ...readQuery(new URLSearchParams()), ...query });
  return `#/assets${text === '' ? '' : `?${text}`}`;
}

/** Whether a query has filters that a search by words keeps. */
export const isFiltered = ({ groups, publicOnly, failing, tracked }: AssetQuery): boolean =>
  named(groups).length > 0 || publicOnly || failing || tracked === 'NOT_TRACKED';

function groupsIn(text: string | null): Groups {
  try {
    return (JSON.parse(text ?? '[]') as Groups).map((terms) =>
      terms.map(({ name, op, value }) => ({
        name: String(name),
        op: readTerm(`attributes.x${op}`).op,
        value: String(value),
      })),
    );
  } catch {
    return [];
  }
}
