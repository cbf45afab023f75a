import { screenTexts } from '../screens/texts/texts.ts';

const { savedFiltersLimits: wording, common } = screenTexts;
/** A named query of the list of assets, as in the address of the screen. */
export type Saved = { name: string; query: string };

/** Limits of what is kept in the browser. */
export const MOST_SAVED = 20;
const [NAME, QUERY] = [60, 4000];

const keyOf = (tenancy: string): string => `filters ${tenancy}`;

/** The filters that this browser keeps for a tenancy. What is not valid is omitted. */
export function savedFilters(tenancy: string): Saved[] {
  try {
    const found = JSON.parse(localStorage.getItem(keyOf(tenancy)) ?? '[]') as unknown;
    return (Array.isArray(found) ? found : []).flatMap((each: Partial<Saved> | null) =>
      typeof each?.name === 'string' && typeof each.query === 'string' ? [{ name: each.name, query: each.query }] : [],
    );
  } catch {
    return [];
  }
}

/** Keeps the filters of a tenancy in this browser; none removes the entry. Throws if they are too many or too long. */
export function keepFilters(tenancy: string, filters: readonly Saved[]): void {
  if (filters.length > MOST_SAVED) throw new Error(wording.most(MOST_SAVED));
  if (filters.some(({ name, query }) => name.length > NAME || query.length > QUERY))
    throw new Error(wording.tooLong(NAME, QUERY));
  if (filters.length === 0) return localStorage.removeItem(keyOf(tenancy));
  try {
    localStorage.setItem(keyOf(tenancy), JSON.stringify(filters));
  } catch {
    throw new Error(common.notKept);
  }
}
