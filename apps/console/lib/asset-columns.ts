import { HOME_LOCATION } from '../../../src/formats/records/attribute-labels.ts';

/** The attributes that can have a column in the list of assets. */
export const MORE_COLUMNS = ['arc_serial_number', HOME_LOCATION, 'condition'] as const;

const keyOf = (tenancy: string): string => `columns ${tenancy}`;

/** The attributes whose columns this browser shows for a tenancy. What is not valid is omitted. */
export function shownColumns(tenancy: string): string[] {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(tenancy)) ?? '[]') as unknown;
    return MORE_COLUMNS.filter((name) => Array.isArray(kept) && kept.includes(name));
  } catch {
    return [];
  }
}

/** Keeps the columns of a tenancy in this browser, if it allows it; none removes the entry. */
export function keepColumns(tenancy: string, names: readonly string[]): void {
  try {
    if (names.length === 0) localStorage.removeItem(keyOf(tenancy));
    else localStorage.setItem(keyOf(tenancy), JSON.stringify(names));
  } catch {
    // Then they are shown until the screen is left.
  }
}
