import { sql } from 'drizzle-orm';
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Attributes } from '../../formats/records/attributes.ts';
import type { PrincipalInfo } from '../../lib/identifiers.ts';
import type { Confirmation, ProofMechanism } from './event.ts';

/*
 * Times are integer microseconds (`*_us`). Rows refer to tenants, assets and principals by number: `tenants.number`,
 * `assets.number`, `principals.number`. Numbers never leave the database; platform/database/numbers.ts has the SQL that
 * converts them. docs/storage.md says what each index is for. An index ends with the number of its record, so that
 * records with the same time have an order.
 */

export const assets = sqliteTable(
  'assets',
  {
    number: integer().primaryKey(),
    id: text().notNull(),
    /** References `tenants.number`. */
    tenant: integer().notNull(),
    public: integer({ mode: 'boolean' }).notNull(),
    proofMechanism: text('proof_mechanism').$type<ProofMechanism>().notNull(),
    chainId: text('chain_id').notNull(),
    behaviours: text({ mode: 'json' }).$type<string[]>().notNull(),
    attributes: text({ mode: 'json' }).$type<Attributes>().notNull(),
    tracked: integer({ mode: 'boolean' }).notNull(),
    confirmation: text().$type<Confirmation>().notNull(),
    /** A wallet address; null: that of the tenant. */
    owner: text(),
    createdUs: integer('created_us').notNull(),
    seq: integer().notNull(),
    headUs: integer('head_us').notNull(),
    headHash: blob('head_hash', { mode: 'buffer' }).notNull(),
    /** Behaviours at creation, from which Add and Remove events are replayed; null: those of now. */
    initialBehaviours: text('initial_behaviours', { mode: 'json' }).$type<string[]>(),
    /** The time of this asset's last verification; 0 for never. */
    verifiedUs: integer('verified_us').notNull().default(0),
  },
  (t) => [
    uniqueIndex('assets_by_id').on(t.id),
    index('assets_by_creation').on(t.tenant, t.createdUs),
    index('assets_tracked').on(t.tenant, t.tracked, t.createdUs),
    uniqueIndex('assets_by_identity').on(t.tenant, t.id),
    uniqueIndex('assets_public_by_identity')
      .on(t.id)
      .where(sql`public = 1`),
    index('assets_public_by_creation')
      .on(t.tenant, t.createdUs)
      .where(sql`public = 1`),
    index('assets_by_verification').on(t.verifiedUs),
    index('assets_unconfirmed')
      .on(t.tenant, t.createdUs)
      .where(sql`confirmation <> 'CONFIRMED'`),
  ],
);

export const events = sqliteTable(
  'events',
  {
    /** The commit number: increases in the order of the commits of the database. */
    number: integer().primaryKey(),
    /** References `assets.number`. */
    asset: integer().notNull(),
    seq: integer().notNull(),
    id: text().notNull(),
    /** References `tenants.number`. */
    tenant: integer().notNull(),
    public: integer({ mode: 'boolean' }).notNull(),
    proofMechanism: text('proof_mechanism').$type<ProofMechanism>().notNull(),
    operation: text().notNull(),
    behaviour: text().notNull(),
    eventAttributes: text('event_attributes', { mode: 'json' }).$type<Attributes>().notNull(),
    assetAttributes: text('asset_attributes', { mode: 'json' }).$type<Attributes>().notNull(),
    /** The declared time as the client wrote it, and as a number; null: the client declared none. */
    declared: text(),
    declaredUs: integer('declared_us'),
    acceptedUs: integer('accepted_us').notNull(),
    committedUs: integer('committed_us'),
    /** The principal that the client declared; null: `principal`. */
    principalDeclared: text('principal_declared', { mode: 'json' }).$type<PrincipalInfo>(),
    /** References `principals.number`: the caller. Null only in an erased event (see `erasures`). */
    principal: integer(),
    confirmation: text().$type<Confirmation>().notNull(),
    /** The transaction of a KHIPU event, once it is final. Those of SIMPLE_HASH events are found by their window. */
    transactionId: text('transaction_id').notNull(),
    blockNumber: integer('block_number').notNull(),
    transactionIndex: integer('transaction_index').notNull(),
    /** A wallet address; null: that of the tenant. */
    from: text('from_wallet'),
    hash: blob({ mode: 'buffer' }).notNull(),
    /** 32 random bytes that salt the event's commitments (ASSETCHAINV2); null: its hash is of ASSETCHAINV1. */
    seed: blob({ mode: 'buffer' }),
    /** The statement that the author has signed, a COSE_Sign1 with its payload; null: the event is not signed. */
    statement: blob({ mode: 'buffer' }),
    /** 32 random bytes of the author that salt the commitments of the statement; null: not signed, or erased. */
    statementSeed: blob('statement_seed', { mode: 'buffer' }),
  },
  (t) => [
    uniqueIndex('events_by_seq').on(t.asset, t.seq),
    uniqueIndex('events_by_id').on(t.asset, t.id),
    index('events_accepted').on(t.tenant, t.acceptedUs),
    index('events_public_accepted')
      .on(t.acceptedUs)
      .where(sql`public = 1`),
    index('events_unconfirmed')
      .on(t.tenant, t.acceptedUs)
      .where(sql`confirmation <> 'CONFIRMED'`),
    index('events_public_unconfirmed')
      .on(t.acceptedUs)
      .where(sql`public = 1 AND confirmation <> 'CONFIRMED'`),
    index('events_unconfirmed_of_asset')
      .on(t.asset, t.seq)
      .where(sql`confirmation <> 'CONFIRMED'`),
    index('events_behaviour')
      .on(t.tenant, t.behaviour, t.acceptedUs)
      .where(sql`behaviour <> 'RecordEvidence'`),
    index('events_public_behaviour')
      .on(t.behaviour, t.acceptedUs)
      .where(sql`public = 1 AND behaviour <> 'RecordEvidence'`),
    index('events_declared')
      .on(t.tenant, t.declaredUs, t.asset, t.seq)
      .where(sql`declared_us IS NOT NULL`),
    index('events_declared_of_asset')
      .on(t.asset, t.declaredUs, t.seq)
      .where(sql`declared_us IS NOT NULL`),
    index('events_public_declared')
      .on(t.declaredUs, t.asset, t.seq)
      .where(sql`public = 1 AND declared_us IS NOT NULL`),
    index('events_builtin')
      .on(t.asset, t.seq)
      .where(sql`behaviour = 'Builtin'`),
    index('events_merkle_log')
      .on(t.tenant)
      .where(sql`proof_mechanism = 'MERKLE_LOG'`),
    index('events_public_merkle_log')
      .on(t.public)
      .where(sql`public = 1 AND proof_mechanism = 'MERKLE_LOG'`),
  ],
);

/**
 * The erased events. Their rows have no content (attributes, principals, seed); `erasure` says who erased them, when
 * and why. Rows are never changed, except that `blobs` is cleared, and never deleted.
 */
export const erasures = sqliteTable(
  'erasures',
  {
    /** References `events.number`: the erased event. */
    event: integer().primaryKey(),
    /** References `events.number`: the event of the same asset that records the erasure. */
    erasure: integer().notNull(),
    /** The behaviour that an erased Add or Remove event has changed, from which the asset's behaviours are replayed. */
    behaviour: text(),
    /** JSON list of the ids of blobs that the event named and that may have to be deleted; null: none are left. */
    blobs: text(),
  },
  (t) => [
    index('erasures_with_blobs')
      .on(t.event)
      .where(sql`blobs IS NOT NULL`),
  ],
);

/** The callers of events, as the API shows them, each once. */
export const principals = sqliteTable('principals', {
  number: integer().primaryKey(),
  /** JSON of a `PrincipalInfo`. */
  info: text().notNull().unique('principals_by_info'),
});

/**
 * The leaves of the attributes that each event has, by which lists of events are searched: of its own attributes
 * (`sets` 0), and of the asset attributes that it names (`sets` 1). Has no leaves for maps and lists themselves. The
 * files that either of them names are leaves without a path (`sets` 2), whose key is the SHA-256 in hexadecimal digits.
 */
export const eventLeaves = sqliteTable(
  'event_leaves',
  {
    /**
     * References `tenants.number`. The own attributes and files of a public event have a second row, of PUBLIC_LEAVES.
     */
    tenant: integer().notNull(),
    sets: integer().notNull(),
    path: text().notNull(),
    key: text().notNull(),
    acceptedUs: integer('accepted_us').notNull(),
    /** References `events.number`. */
    event: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenant, t.sets, t.path, t.key, t.acceptedUs, t.event] })],
);

/** The leaves of an event's own attributes that compliance policies search within one asset (TYPE_PATHS). */
export const eventTypes = sqliteTable(
  'event_types',
  {
    /** References `assets.number`. */
    asset: integer().notNull(),
    path: text().notNull(),
    key: text().notNull(),
    seq: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.asset, t.path, t.key, t.seq] })],
);

/**
 * Every version of every asset attribute: the leaves that the event `seq` set. The current version is that of the
 * highest `seq`.
 */
export const assetAttributes = sqliteTable(
  'asset_attributes',
  {
    /** References `assets.number`. */
    asset: integer().notNull(),
    name: text().notNull(),
    seq: integer().notNull(),
    /** The path of the leaf without the name: empty for the attribute itself. */
    path: text().notNull(),
    key: text().notNull(),
    present: integer().notNull(),
    /** JSON of the attribute, in the row of the attribute itself, if the event does not name it (Attach). */
    value: text(),
  },
  (t) => [primaryKey({ columns: [t.asset, t.name, t.seq, t.path, t.key] })],
);

/** The leaves of the current asset attributes, in the order of asset lists. Has none for maps and lists themselves. */
export const assetValues = sqliteTable(
  'asset_values',
  {
    /** References `tenants.number`. */
    tenant: integer().notNull(),
    path: text().notNull(),
    key: text().notNull(),
    createdUs: integer('created_us').notNull(),
    /** References `assets.number`. */
    asset: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenant, t.path, t.key, t.createdUs, t.asset] })],
);

/**
 * The terms of the current asset attributes that are text, by which assets are searched (core/searchterms.ts). A term
 * is stored once for each asset, with the highest weight of an attribute that has it, so that the best assets of a term
 * are the last rows of its range.
 */
export const assetPostings = sqliteTable(
  'asset_postings',
  {
    /** References `tenants.number`. */
    tenant: integer().notNull(),
    term: text().notNull(),
    weight: integer().notNull(),
    /** The creation time of the asset, which orders assets of the same rank. */
    createdUs: integer('created_us').notNull(),
    /** References `assets.number`. */
    asset: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenant, t.term, t.weight, t.createdUs, t.asset] })],
);

/** Jobs that 0.2.0 ran after an upgrade, all finished: read only while that version runs beside this one. */
export const backfills = sqliteTable('backfills', {
  name: text().primaryKey(),
  after: integer().notNull(),
  through: integer(),
});

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
