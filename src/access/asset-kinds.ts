import { sql, type SQL } from 'drizzle-orm';

/*
 * Conditions on an asset without its row, which may be on a page of the database of its own: `x` is the alias of a
 * table with the columns tenant, created_us and number of assets. The conditions look for what few assets of a tenancy
 * are, public or not tracked, so that the look-ups of a statement are on the same few pages of an index.
 */

/** Conditions: the asset is tracked, or not; none if `tracked` is undefined. */
export const trackedByIndex = (x: string, tracked: boolean | undefined): SQL[] =>
  tracked === undefined ? [] : [tracked ? sql`NOT ${isUntracked(x)}` : isUntracked(x)];

/** Condition: the asset is not public. */
export const privateByIndex = (x: string): SQL => sql`NOT ${exists(x, 'assets_public_by_creation', 'kind.public = 1')}`;

const isUntracked = (x: string): SQL => exists(x, 'assets_tracked', 'kind.tracked = 0');

const exists = (x: string, index: string, condition: string): SQL =>
  sql.raw(`EXISTS (SELECT 1 FROM assets kind INDEXED BY ${index} WHERE kind.tenant = ${x}.tenant AND ${condition}
    AND kind.created_us = ${x}.created_us AND kind.number = ${x}.number)`);
