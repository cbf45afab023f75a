import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

export const tenants = sqliteTable(
  'tenants',
  {
    id: text().primaryKey(),
    displayName: text('display_name').notNull(),
    verifiedDomain: text('verified_domain').notNull().default(''),
    walletAddress: text('wallet_address').notNull(),
    walletPublicKey: text('wallet_public_key').notNull(),
    /** The administrator application that the operator's operation made. */
    firstApplication: text('first_application').notNull(),
    /** Grows with each change of the tenancy and of its administrators. */
    revision: integer().notNull().default(1),
    createdUs: integer('created_us').notNull(),
    /** The tessera key that Self shows (see core/wallet.ts); empty until the sweep has filled it in. */
    tesseraPublicKey: text('tessera_public_key').notNull().default(''),
    /** Grows with each change of an access policy or a subject that bears on this tenant's members. */
    accessRevision: integer('access_revision').notNull().default(1),
    /** Whether the tenant may have KHIPU assets; null: as the deployment's chain says. */
    khipu: integer({ mode: 'boolean' }),
  },
  (t) => [index('tenants_by_key').on(t.walletPublicKey)],
);

export const applications = sqliteTable(
  'applications',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    displayName: text('display_name').notNull(),
    customClaims: text('custom_claims', { mode: 'json' }).$type<Record<string, string>>().notNull(),
    /** SHA-256 of the secret (256 random bits), hex. */
    secretHash: text('secret_hash').notNull(),
    secretFromUs: integer('secret_from_us').notNull(),
    secretUntilUs: integer('secret_until_us').notNull(),
    createdUs: integer('created_us').notNull(),
    /** Grows with each change: a write names the revision it has read. */
    revision: integer().notNull().default(1),
  },
  (t) => [
    index('applications_by_creation').on(t.tenant, t.createdUs, t.id),
    index('applications_by_name').on(t.tenant, t.displayName, t.id),
  ],
);

/** The administrators of a tenant. The service's own issuer is stored as APPLICATION_ISSUER. */
export const administrators = sqliteTable(
  'administrators',
  {
    tenant: text().notNull(),
    issuer: text().notNull(),
    subject: text().notNull(),
    displayName: text('display_name').notNull(),
    email: text().notNull(),
    position: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenant, t.issuer, t.subject] })],
);

/** ES256 signing keys. The private key is sealed under a key-encryption key (see core/seal.ts). */
export const signingKeys = sqliteTable(
  'signing_keys',
  {
    kid: text().primaryKey(),
    publicJwk: text('public_jwk').notNull(),
    privateSealed: text('private_sealed').notNull(),
    signsFromUs: integer('signs_from_us').notNull(),
    signsUntilUs: integer('signs_until_us').notNull(),
    verifiesUntilUs: integer('verifies_until_us').notNull(),
  },
  (t) => [uniqueIndex('signing_keys_period').on(t.signsFromUs)],
);
