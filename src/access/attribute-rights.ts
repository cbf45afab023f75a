import { sql, type SQL } from 'drizzle-orm';

/* What policies let the audience of a row read, in the layers that visibility.ts joins to it. */

/** The joined columns that hold the rights on a row's asset: those of the caller's tenancy, and those of the caller. */
export type Layer = 'tenant_layer' | 'user_layer';

/**
 * Condition: a layer lets the audience read the attribute `name` of the row's asset. In SQL, this alone decides whether
 * a partner (a tenancy with which the owner shares the asset: `tenant_layer`) may read an attribute, and whether a
 * member (`user_layer`) may. It is safe for these reasons:
 *
 * - Default deny: without a policy that names the attribute or `*` for reading, the condition is false, and the
 *   attribute counts as absent in responses, filters, orders and searches. The layer is NULL only for records of the
 *   caller's own tenancy, which a partner's caller never has (`Grants.join`).
 * - Which policies: those of the table `granted`, of the owner's tenancy, that name a subject which both tenancies have
 *   confirmed, or for a member those of their tenancy that name them; and of these the ones that match the asset as it
 *   is. Several policies add up within a layer.
 * - Both layers must allow a read (`Grants.reads`), so that a member of a partner reads no more than the partner, and a
 *   policy of the partner cannot match by an attribute that the partner may not read (`Grants.#tenantReads`).
 * - At which time: when the statement runs that reads the record, in its transaction, on the primary database. A right
 *   that is revoked ends with the next statement; nothing that is remembered decides.
 *
 * `Rights.may` (rights.ts) decides the same in memory, for the head of an asset that is not yet in the database.
 */
export const mayReadAttribute = (layer: Layer, name: SQL): SQL => mayRead(layer, 'attribute', name);

/** Condition: a layer lets the audience read events of this display type, or with `*` of every type. */
export const mayReadEventType = (layer: Layer, name: SQL): SQL => mayRead(layer, 'event_type', name);

/** Condition: a layer lets the audience read something of the row's asset. */
export const mayReadSomething = (layer: Layer): SQL => unlessOwn(layer, sql`${valueOf(layer)} <> '{}'`);

const mayRead = (layer: Layer, kind: 'attribute' | 'event_type', name: SQL): SQL =>
  unlessOwn(
    layer,
    sql`EXISTS (SELECT 1 FROM readable_names reading
      WHERE reading.tenant = ${sql.raw(`${layer}.key`)} AND reading.kind = '${sql.raw(kind)}'
        AND reading.name IN ('*', ${name}) AND reading.items & (${valueOf(layer)} ->> reading.policy))`,
  );

/** The tenancy reads its own records whole: the value of its layer is then NULL. */
const unlessOwn = (layer: Layer, condition: SQL): SQL =>
  layer === 'tenant_layer' ? sql`(${valueOf(layer)} IS NULL OR ${condition})` : condition;

const valueOf = (layer: Layer): SQL => sql.raw(`${layer}.value`);

/** SELECT tenant, policy, items: those of the permissions (SELECT policy, item) that allow reading something. */
export const readingPolicies = (permissions: SQL): SQL =>
  sql`SELECT reading.tenant, reading.policy, sum(1 << permission.item) & reading.items AS items
    FROM (${permissions}) permission
    CROSS JOIN readable_names reading ON reading.policy = permission.policy AND reading.kind = 'any'
      AND reading.items & (1 << permission.item)
    GROUP BY reading.policy`;

/** FROM and WHERE: the attributes `listed` of a record (SQL, JSON) that the audience may read. */
export const readableIn = (attributes: SQL, reads: (name: SQL) => SQL): SQL =>
  sql`json_each(${attributes}) listed WHERE ${reads(sql`listed.key`)}`;

/** The names of these attributes, as JSON that `seenAttributes` (ledger/records/rows.ts) reads. */
export const readableNames = (attributes: SQL, reads: (name: SQL) => SQL): SQL =>
  sql`(SELECT json_object('names', json_group_array(listed.key)) FROM ${readableIn(attributes, reads)})`;
