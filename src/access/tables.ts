import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { PolicyRows, Filters, Permission } from './policy.ts';

/**
 * Access policies as clients write them. `compiled` follows from filters and permissions; triggers copy it to the
 * tables `policy_*`, in which requests look up rights.
 */
export const accessPolicies = sqliteTable(
  'access_policies',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    displayName: text('display_name').notNull(),
    description: text().notNull(),
    filters: text({ mode: 'json' }).$type<Filters>().notNull(),
    accessPermissions: text('access_permissions', { mode: 'json' }).$type<Permission[]>().notNull(),
    compiled: text({ mode: 'json' }).$type<PolicyRows>().notNull(),
    createdUs: integer('created_us').notNull(),
    revision: integer().notNull().default(1),
  },
  (t) => [
    index('access_policies_by_creation').on(t.tenant, t.createdUs, t.id),
    index('access_policies_by_name').on(t.tenant, t.displayName, t.id),
  ],
);

/** The terms of a policy's filters: any term of a clause makes it true, all `clauses` make the policy match. */
export const policyTerms = sqliteTable(
  'policy_terms',
  {
    policy: text().notNull(),
    clause: integer().notNull(),
    term: integer().notNull(),
    tenant: text().notNull(),
    /** The number of clauses of the policy. */
    clauses: integer().notNull(),
    /**
     * 1: lists of the policy's assets start from this term's values. 2: no term has values, they start from all assets.
     */
    start: integer().notNull(),
    negated: integer().notNull(),
    name: text().notNull(),
    path: text().notNull(),
    /** A match key, or PRESENT. */
    key: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.policy, t.clause, t.term] }),
    index('policy_terms_by_value')
      .on(t.tenant, t.path, t.key, t.policy, t.clauses)
      .where(sql`start = 1`),
    index('policy_terms_without_value')
      .on(t.tenant, t.policy)
      .where(sql`start = 2`),
  ],
);

/** The user attributes of a permission: any row of a clause makes it true, all `clauses` admit the user. */
export const policyUsers = sqliteTable(
  'policy_users',
  {
    policy: text().notNull(),
    item: integer().notNull(),
    clause: integer().notNull(),
    tenant: text().notNull(),
    clauses: integer().notNull(),
    attribute: text().notNull(),
    value: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.policy, t.item, t.clause, t.attribute, t.value] }),
    index('policy_users_by_value').on(t.tenant, t.attribute, t.value, t.policy, t.item, t.clause, t.clauses),
  ],
);

/** The organizations of a permission, as subjects of the tenant. */
export const policySubjects = sqliteTable(
  'policy_subjects',
  { policy: text().notNull(), item: integer().notNull(), subject: text().notNull(), tenant: text().notNull() },
  (t) => [
    primaryKey({ columns: [t.policy, t.item, t.subject] }),
    index('policy_subjects_by_subject').on(t.subject, t.tenant, t.policy, t.item),
  ],
);

/** What a permission allows reading, as 0.2.0 looks it up: read only while that version runs beside this one. */
export const policyReads = sqliteTable(
  'policy_reads',
  {
    policy: text().notNull(),
    item: integer().notNull(),
    kind: text().$type<'attribute' | 'event_type'>().notNull(),
    name: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.policy, t.item, t.kind, t.name] })],
);

/**
 * Which permissions of a tenancy's policies allow reading a name: of attributes of assets, and of events by their
 * display type.
 */
export const readableNames = sqliteTable(
  'readable_names',
  {
    /** The number of the tenancy. */
    tenant: integer().notNull(),
    /** `any`: the row has all permissions of the policy that allow reading something. */
    kind: text().$type<'attribute' | 'event_type' | 'any'>().notNull(),
    /** A name, or `*` for all; empty if the kind is `any`. */
    name: text().notNull(),
    policy: text().notNull(),
    /** The permissions as bits, by their position in the policy. */
    items: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenant, t.kind, t.name, t.policy] }),
    index('readable_names_by_policy').on(t.policy, t.kind, t.name),
  ],
);

/**
 * Organizations that a tenant knows by their keys. Triggers derive `remote` and `confirmed` from the keys of all
 * tenants and the subjects of both tenants.
 */
export const subjects = sqliteTable(
  'subjects',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    displayName: text('display_name').notNull(),
    walletPubKey: text('wallet_pub_key', { mode: 'json' }).$type<string[]>().notNull(),
    tesseraPubKey: text('tessera_pub_key', { mode: 'json' }).$type<string[]>().notNull(),
    /** The first key of each kind, which identifies the organization. Empty without a key. */
    walletKey: text('wallet_key').notNull(),
    tesseraKey: text('tessera_key').notNull(),
    /** EIP-55 address of the first wallet key, for the list filter. */
    walletAddress: text('wallet_address').notNull(),
    /** The tenant with these keys, if it is a tenant of this service. */
    remote: text(),
    /** 1 while that tenant has a subject with this tenant's keys. */
    confirmed: integer().notNull().default(0),
    createdUs: integer('created_us').notNull(),
    revision: integer().notNull().default(1),
  },
  (t) => [
    index('subjects_by_creation').on(t.tenant, t.createdUs, t.id),
    index('subjects_by_name').on(t.tenant, t.displayName, t.id),
    index('subjects_by_remote').on(t.remote, t.confirmed, t.tenant),
    index('subjects_by_key').on(t.walletKey),
  ],
);

/** Who may read a record besides the administrators of its tenant: an organization, or users with an attribute. */
export const readers = sqliteTable(
  'readers',
  {
    resource: text().notNull(),
    position: integer().notNull(),
    tenant: text().notNull(),
    /** As in requests and responses. */
    identity: text().notNull(),
    /** A subject of the tenant, or empty. */
    subject: text().notNull(),
    /** A user attribute and its value, or empty. */
    attribute: text().notNull(),
    value: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.resource, t.position] }),
    index('readers_by_subject')
      .on(t.subject, t.tenant, t.resource)
      .where(sql`subject <> ''`),
    index('readers_by_user')
      .on(t.tenant, t.attribute, t.value, t.resource)
      .where(sql`attribute <> ''`),
  ],
);
