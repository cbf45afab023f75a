import { sql, type SQL } from 'drizzle-orm';

/* What policies let the audience of a row read, in the layers that visibility.ts joins to it. */

/** The joined columns that hold the rights on a row's asset. */
export type Layer = 'tenant_layer' | 'user_layer';

/** What policies name: an attribute, or a display type of events. */
export type Kind = 'attribute' | 'event_type';

/** SELECT tenant, policy, items: those of the permissions (SELECT policy, item) that allow reading something. */
export const readingPolicies = (permissions: SQL): SQL =>
  sql`SELECT reading.tenant, reading.policy, sum(1 << permission.item) & reading.items AS items FROM (${permissions}) permission
    CROSS JOIN readable_names reading ON reading.policy = permission.policy AND reading.kind = 'any' AND reading.items & (1 << permission.item)
    GROUP BY reading.policy`;

/** Condition: the layer redacts nothing, or one of its permissions allows reading something; of `kind`, if given: `name`. */
export const inLayer = (layer: Layer, kind?: Kind, name?: SQL): SQL => {
  const [key, value] = [sql.raw(`${layer}.key`), sql.raw(`${layer}.value`)];
  const some = name
    ? sql`EXISTS (SELECT 1 FROM readable_names reading WHERE reading.tenant = ${key} AND reading.kind = '${sql.raw(kind!)}'
        AND reading.name IN ('*', ${name}) AND reading.items & (${value} ->> reading.policy))`
    : sql`${value} <> '{}'`;
  return layer === 'tenant_layer' ? sql`(${value} IS NULL OR ${some})` : some;
};
