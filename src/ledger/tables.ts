import { sql } from 'drizzle-orm';
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Attributes } from '../core/attributes.ts';
import type { PrincipalInfo } from '../core/identity.ts';
import type { Confirmation, ProofMechanism } from './event.ts';

/** Times are integer microseconds (`*_us`). docs/storage.md says what each index is for. */
export const assets = sqliteTable(
  'assets',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    public: integer({ mode: 'boolean' }).notNull(),
    proofMechanism: text('proof_mechanism').$type<ProofMechanism>().notNull(),
    chainId: text('chain_id').notNull(),
    behaviours: text({ mode: 'json' }).$type<string[]>().notNull(),
    attributes: text({ mode: 'json' }).$type<Attributes>().notNull(),
    tracked: integer({ mode: 'boolean' }).notNull(),
    confirmation: text().$type<Confirmation>().notNull(),
    owner: text().notNull(),
    createdUs: integer('created_us').notNull(),
    seq: integer().notNull(),
    headUs: integer('head_us').notNull(),
    headHash: text('head_hash').notNull(),
    /** Behaviours at creation, from which Add and Remove events are replayed. */
    initialBehaviours: text('initial_behaviours', { mode: 'json' }).$type<string[]>().notNull(),
    /** The time of this asset's last verification; 0 for never. */
    verifiedUs: integer('verified_us').notNull().default(0),
  },
  (t) => [
    index('assets_by_creation').on(t.tenant, t.createdUs, t.id),
    index('assets_tracked').on(t.tenant, t.tracked, t.createdUs, t.id),
    index('assets_by_identity').on(t.tenant, t.id),
    index('assets_by_verification').on(t.verifiedUs),
    index('assets_unconfirmed')
      .on(t.tenant, t.createdUs, t.id)
      .where(sql`confirmation <> 'CONFIRMED'`),
  ],
);

export const events = sqliteTable(
  'events',
  {
    /** The commit number: increases in the order of the commits of the database. */
    number: integer().primaryKey(),
    asset: text().notNull(),
    seq: integer().notNull(),
    id: text().notNull(),
    tenant: text().notNull(),
    public: integer({ mode: 'boolean' }).notNull(),
    proofMechanism: text('proof_mechanism').$type<ProofMechanism>().notNull(),
    operation: text().notNull(),
    behaviour: text().notNull(),
    eventAttributes: text('event_attributes', { mode: 'json' }).$type<Attributes>().notNull(),
    assetAttributes: text('asset_attributes', { mode: 'json' }).$type<Attributes>().notNull(),
    declared: text().notNull(),
    declaredUs: integer('declared_us').notNull(),
    acceptedUs: integer('accepted_us').notNull(),
    committedUs: integer('committed_us'),
    principalDeclared: text('principal_declared', { mode: 'json' }).$type<PrincipalInfo>().notNull(),
    principalAccepted: text('principal_accepted', { mode: 'json' }).$type<PrincipalInfo>().notNull(),
    confirmation: text().$type<Confirmation>().notNull(),
    transactionId: text('transaction_id').notNull(),
    blockNumber: integer('block_number').notNull(),
    transactionIndex: integer('transaction_index').notNull(),
    from: text('from_wallet').notNull(),
    hash: text().notNull(),
    /** 32 random bytes that salt the event's commitments (ASSETCHAINV2); null: its hash is of ASSETCHAINV1. */
    seed: blob({ mode: 'buffer' }),
  },
  (t) => [
    uniqueIndex('events_by_seq').on(t.asset, t.seq),
    uniqueIndex('events_by_id').on(t.asset, t.id),
    index('events_accepted').on(t.tenant, t.acceptedUs, t.asset, t.seq),
    index('events_simplehash').on(t.tenant, t.asset, t.id),
    index('events_public_accepted')
      .on(t.acceptedUs, t.asset, t.seq)
      .where(sql`public = 1`),
    index('events_public_simplehash')
      .on(t.asset, t.id)
      .where(sql`public = 1`),
    index('events_unconfirmed')
      .on(t.tenant, t.acceptedUs, t.asset, t.seq)
      .where(sql`confirmation <> 'CONFIRMED'`),
    index('events_public_unconfirmed')
      .on(t.acceptedUs, t.asset, t.seq)
      .where(sql`public = 1 AND confirmation <> 'CONFIRMED'`),
    index('events_behaviour')
      .on(t.tenant, t.behaviour, t.acceptedUs, t.asset, t.seq)
      .where(sql`behaviour <> 'RecordEvidence'`),
    index('events_public_behaviour')
      .on(t.behaviour, t.acceptedUs, t.asset, t.seq)
      .where(sql`public = 1 AND behaviour <> 'RecordEvidence'`),
    index('events_builtin')
      .on(t.asset, t.seq)
      .where(sql`behaviour = 'Builtin'`),
  ],
);

/** The leaves of each event's own attributes; event filters search them. */
export const eventAttributes = sqliteTable(
  'event_attributes',
  {
    asset: text().notNull(),
    path: text().notNull(),
    key: text().notNull(),
    seq: integer().notNull(),
    tenant: text().notNull(),
    public: integer({ mode: 'boolean' }).notNull(),
    acceptedUs: integer('accepted_us').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.asset, t.path, t.key, t.seq] }),
    index('event_attributes_search').on(t.tenant, t.path, t.key, t.acceptedUs, t.asset, t.seq),
    index('event_attributes_public')
      .on(t.path, t.key, t.acceptedUs, t.asset, t.seq)
      .where(sql`public = 1`),
  ],
);

/**
 * Every version of every asset attribute: the leaves that an event set. `value` is the JSON of the whole attribute, in
 * the row of the attribute's own path; `current` marks the last version.
 */
export const assetAttributes = sqliteTable(
  'asset_attributes',
  {
    asset: text().notNull(),
    path: text().notNull(),
    /** The accepted time of the event that set it. */
    fromUs: integer('from_us').notNull(),
    key: text().notNull(),
    name: text().notNull(),
    present: integer().notNull(),
    current: integer().notNull(),
    /** 1 if the event names the attribute, 0 if the change follows from its operation (Attach). */
    named: integer().notNull(),
    value: text(),
    /** The event that set it. */
    seq: integer().notNull(),
    tenant: text().notNull(),
    /** The asset's creation time: the order of asset lists. */
    createdUs: integer('created_us').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.asset, t.path, t.fromUs, t.key] }),
    index('asset_attributes_current')
      .on(t.tenant, t.path, t.key, t.createdUs, t.asset)
      .where(sql`current = 1`),
    index('asset_attributes_of_asset')
      .on(t.asset, t.name, t.path, t.key)
      .where(sql`current = 1`),
    index('asset_attributes_changes').on(t.tenant, t.path, t.key, t.fromUs, t.asset, t.seq),
  ],
);

/**
 * A version for each kind of data in public responses (`events`, `anchors`); triggers change it with each change of the
 * data.
 */
export const publicHeads = sqliteTable('public_heads', { name: text().primaryKey(), version: text().notNull() });

/** Checkpoints of verifications that take several runs. */
export const verifications = sqliteTable('verifications', {
  asset: text().primaryKey(),
  /** The state of the verification, as JSON (src/ledger/verify/verify.ts). */
  checkpoint: text().notNull(),
});

/** Idempotency keys of event and asset creation, kept 24 hours. */
export const idempotency = sqliteTable(
  'idempotency',
  {
    tenant: text().notNull(),
    principal: text().notNull(),
    key: text().notNull(),
    fingerprint: text().notNull(),
    asset: text().notNull(),
    event: text().notNull(),
    createdUs: integer('created_us').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenant, t.principal, t.key] }), index('idempotency_by_age').on(t.createdUs)],
);
