import { sql, type SQL } from 'drizzle-orm';
import { PRESENT } from '../core/filters.ts';

/* Which policies match an asset, as SQL fragments. */

/** The alias of a table in a query: `asset` for assets, `event` for events. */
export type Alias = 'asset' | 'event';
/** The alias of a table in a query that has the values by which records are searched: `attribute` for asset_values, `leaf` for event_leaves. */
export type SearchedAlias = 'attribute' | 'leaf';

/** Condition on the name of an attribute. An attribute that may not be read counts as absent. */
export type Readable = (name: SQL) => SQL;

const present = sql.raw(`'${PRESENT}'`);
export const column = (x: Alias | SearchedAlias, name: string): SQL => sql.raw(`${x}.${name}`);
const assetNumber = (x: Alias): SQL => (x === 'asset' ? sql`asset.number` : sql`event.asset`);
const assetAttributes = (x: Alias): SQL =>
  x === 'asset' ? sql`asset.attributes` : sql`(SELECT own.attributes FROM assets own WHERE own.number = event.asset)`;

/** A tenancy in a query: its UUID, and the table that FROM needs first to find it. */
export type Tenancy = { id: SQL; from: SQL; where: SQL };
export const named = (id: string): Tenancy => ({ id: sql`${id}`, from: sql``, where: sql`` });
/** The tenancy of the row. Its UUID is looked up once per row. */
export const ofRow = (x: Alias): Tenancy => ({
  id: sql`owner.id`,
  from: sql`tenants owner CROSS JOIN `,
  where: sql` AND owner.number = ${column(x, 'tenant')}`,
});

/**
 * The event that set the current version of an asset attribute, as a sequence number; NULL for an unknown name. `last`: of the
 * versions that events up to this one set.
 */
export const currentSeq = (asset: SQL, name: SQL, last?: SQL): SQL =>
  sql`(SELECT max(version.seq) FROM asset_attributes version WHERE version.asset = ${asset} AND version.name = ${name}${last ? sql` AND version.seq <= ${last}` : sql``})`;

/** The conditions that `attribute` is a leaf of the current version of an asset attribute. */
export const isCurrent = (asset: SQL, name: SQL): SQL =>
  sql`attribute.asset = ${asset} AND attribute.name = ${name} AND attribute.seq = ${currentSeq(asset, name)}`;

/**
 * The policies of a tenancy that match the row's asset; a policy may be listed more than once. The search starts from the asset's
 * current attributes, so its cost depends on the asset and not on the number of policies. `among`: a condition on the
 * policies' terms, `candidate`.
 */
export function matched(tenancy: Tenancy, x: Alias, among: SQL, readable?: Readable): SQL {
  const visible = readable ? sql` AND ${readable(sql`attribute.name`)}` : sql``;
  const holds = policyHolds(sql`candidate.policy`, x, readable);
  const { id, from, where } = tenancy;
  return sql`(SELECT candidate.policy FROM ${from}json_each(${assetAttributes(x)}) current
      CROSS JOIN asset_attributes attribute ON ${isCurrent(assetNumber(x), sql`current.key`)}
      CROSS JOIN policy_terms candidate INDEXED BY policy_terms_by_value ON candidate.tenant = ${id}
        AND candidate.path = attribute.name || attribute.path AND candidate.key = attribute.key AND candidate.start = 1
      WHERE (candidate.clauses = 1 OR ${holds})${where}${among}${visible}
    UNION ALL SELECT candidate.policy FROM ${from}policy_terms candidate INDEXED BY policy_terms_without_value
      WHERE candidate.tenant = ${id} AND candidate.start = 2${where}${among} AND ${holds})`;
}

/** Condition: one policy matches the row's asset. */
export function policyHolds(policy: SQL, x: Alias, readable?: Readable): SQL {
  const held = sql`SELECT max(${termFound(x, readable)} <> term.negated) AS held FROM policy_terms term WHERE term.policy = ${policy} GROUP BY term.clause`;
  return sql`coalesce((SELECT min(held) FROM (${held})), 0)`;
}

/** Condition: the asset has the attribute that `term` names, whether or not the term is negated. */
function termFound(x: Alias, readable?: Readable): SQL {
  const visible = readable ? sql` AND ${readable(sql`term.name`)}` : sql``;
  return sql`EXISTS (SELECT 1 FROM asset_attributes attribute WHERE ${isCurrent(assetNumber(x), sql`term.name`)}
    AND attribute.path = substr(term.path, length(term.name) + 1) AND (attribute.key = term.key OR term.key = ${present} AND attribute.present = 1)${visible})`;
}

/** Lookups for the rights on a row that cost as much as the row itself. */
const FREE_LOOKUPS = 100;
/** Lookups for what one policy lets the audience read of a row. */
const READ_LOOKUPS = 10;

/**
 * SELECT value: how many rows without policies cost as much as one with them. Each policy may match the row: then each of its
 * terms is looked up, and what it lets the audience read. A policy of one value is decided by its start.
 * `granted`: SELECT policy.
 */
export const costOfRights = (granted: SQL): SQL =>
  sql`SELECT max(1.0, sum(${sql.raw(String(READ_LOOKUPS))} + (SELECT count(*) FROM policy_terms term WHERE term.policy = granted.policy
    AND NOT (term.clauses = 1 AND term.start = 1))) / ${sql.raw(`${FREE_LOOKUPS}.0`)}) AS value FROM (${granted}) granted`;
