import { sql, type SQL } from 'drizzle-orm';
import { PRESENT } from '../formats/records/filters.ts';
import { built } from '../platform/database/database.ts';

/* Which policies match an asset, as SQL fragments. */

/** The alias of a table in a query: `asset` for assets, `event` for events. */
export type Alias = 'asset' | 'event';
/**
 * The alias of a table in a query that has the values by which records are searched: `attribute` for asset_values,
 * `leaf` for event_leaves.
 */
export type KeyedAlias = 'attribute' | 'leaf';

/** Condition on the name of an attribute. An attribute that may not be read counts as absent. */
export type ReadCondition = (name: SQL) => SQL;

const present = sql.raw(`'${PRESENT}'`);
export const column = (x: Alias | KeyedAlias, name: string): SQL => sql.raw(`${x}.${name}`);
const assetNumber = (x: Alias): SQL => (x === 'asset' ? sql`asset.number` : sql`event.asset`);

/**
 * The event that set the current version of an asset attribute, as a sequence number; NULL for an unknown name. `last`:
 * of the versions that events up to this one set.
 */
export const currentSeq = (asset: SQL, name: SQL, last?: SQL): SQL =>
  sql`(SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = ${asset}
    AND version.name = ${name}${last ? sql` AND version.seq <= ${last}` : sql``})`;

/** The conditions that `attribute` is a leaf of the current version of an asset attribute. */
export const isCurrent = (asset: SQL, name: SQL): SQL =>
  sql`attribute.asset = ${asset} AND attribute.name = ${name} AND attribute.seq = ${currentSeq(asset, name)}`;

/** Condition: one policy matches the row's asset. */
export function policyHolds(policy: SQL, x: Alias, readable?: ReadCondition): SQL {
  const held = sql`SELECT max(${termFound(x, readable)} <> term.negated) AS held FROM policy_terms term
    WHERE term.policy = ${policy} GROUP BY term.clause`;
  return sql`coalesce((SELECT min(held) FROM (${held})), 0)`;
}

/**
 * Condition: the asset has the attribute that `term` names, whether or not the term is negated. An attribute can have
 * many leaves at one path: those of the term are found by their key.
 */
function termFound(x: Alias, readable?: ReadCondition): SQL {
  const visible = readable ? sql` AND ${readable(sql`term.name`)}` : sql``;
  const having = (leaf: SQL): SQL =>
    sql`EXISTS (SELECT 1 FROM asset_attributes attribute WHERE ${isCurrent(assetNumber(x), sql`term.name`)}
      AND attribute.path = substr(term.path, length(term.name) + 1) AND ${leaf}${visible})`;
  return sql`CASE term.key WHEN ${present} THEN ${having(sql`attribute.present = 1`)}
    ELSE ${having(sql`attribute.key = term.key`)} END`;
}

/**
 * Lookups for the rights on a row that cost as much as the row itself: in a statement, during which others wait, and in
 * a request, which looks at more ranges instead.
 */
const FREE_LOOKUPS = { statement: sql.raw('10.0'), request: sql.raw('100.0') };
/** Lookups for what one policy lets the audience read of a row. */
const READ_LOOKUPS = sql.raw('10');
/**
 * How often a search that starts from the policies looks at a row: to find its range, in the range, and in the count.
 */
const STEPS = sql.raw('3');

/**
 * SELECT of, value, share of the table `granted`, where all of its policies are looked up (`all`), or one (`one`).
 * `value`: how many rows without policies cost as much as one with them; `share`: which part of the budget of a request
 * for a statement such a statement takes. Each policy may match the row: then each of its terms is looked up, and what
 * it lets the audience read.
 */
export const COST_OF_RIGHTS = built(sql`SELECT of, max(1.0, n / ${FREE_LOOKUPS.statement}) AS value,
    max(1.0, n / ${FREE_LOOKUPS.request}) / max(1.0, n / ${FREE_LOOKUPS.statement}) AS share
  FROM (SELECT json_each.key AS of, json_each.value AS n
  FROM json_each((SELECT json_object('all', sum(lookups), 'one', ${STEPS} * avg(lookups))
    FROM (SELECT ${READ_LOOKUPS} + (SELECT count(*) FROM policy_terms term
    WHERE term.policy = granted.policy) AS lookups FROM granted))))`);

/**
 * As `affordable` of a view, for what a request reads in one statement: no further range follows, so rights may cost
 * five times as much before it reads fewer rows.
 */
export const affordableAtOnce = (view: { affordable(rows: number): SQL }, rows: number): SQL =>
  sql`min(${rows}, ${view.affordable(rows * 5)})`;
