import { sql } from 'drizzle-orm';
import { customType, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** E-mail addresses, which are compared with A-Z as a-z (see `foldAscii`). */
export const email = customType<{ data: string }>({ dataType: () => 'text COLLATE NOCASE' });

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
    /**
     * Grows with each change of an access policy or a subject that bears on this tenant's members, of the default
     * mechanism, and of the types of assets whose events must be signed.
     */
    accessRevision: integer('access_revision').notNull().default(1),
    /** Whether the tenant may have KHIPU assets; null: as the deployment's chain says. */
    khipu: integer({ mode: 'boolean' }),
    /** The proof mechanism of new assets whose creation names none; null: SIMPLE_HASH. */
    defaultMechanism: text('default_mechanism'),
    /** The display types of the assets whose events must be signed by their authors. */
    requireSignature: text('require_signature', { mode: 'json' }).$type<string[]>().notNull().default([]),
    /** When the operator suspended the tenancy; null: it is not suspended. */
    suspendedUs: integer('suspended_us'),
    /** When the tenancy is deleted; null: its deletion is not requested. */
    deleteUs: integer('delete_us'),
    /** When the deletion was complete. */
    deletedUs: integer('deleted_us'),
    /** By which records of the ledger refer to the tenant (ledger/numbers.ts); assigned by a trigger. */
    number: integer(),
  },
  (t) => [
    index('tenants_by_key').on(t.walletPublicKey),
    uniqueIndex('tenants_by_number').on(t.number),
    index('tenants_to_delete')
      .on(t.deleteUs)
      .where(sql`delete_us IS NOT NULL AND deleted_us IS NULL`),
  ],
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
    /** The secret before, which is accepted until then while clients change to the new one; none: empty and 0. */
    previousSecretHash: text('previous_secret_hash').notNull().default(''),
    previousFromUs: integer('previous_from_us').notNull().default(0),
    previousUntilUs: integer('previous_until_us').notNull().default(0),
    createdUs: integer('created_us').notNull(),
    /** Grows with each change: a write names the revision it has read. */
    revision: integer().notNull().default(1),
    /** Whether it may read the tiles and entries of the tenancy's log. */
    auditor: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    index('applications_by_creation').on(t.tenant, t.createdUs, t.id),
    index('applications_by_name').on(t.tenant, t.displayName, t.id),
  ],
);

/**
 * The administrators of a tenant. The service's own issuer is stored as APPLICATION_ISSUER. A person who was named
 * by e-mail address has an empty subject until they first sign in.
 */
export const administrators = sqliteTable(
  'administrators',
  {
    tenant: text().notNull(),
    issuer: text().notNull(),
    subject: text().notNull(),
    displayName: text('display_name').notNull(),
    email: email().notNull(),
    position: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenant, t.issuer, t.subject, t.email] }),
    index('administrators_by_principal').on(t.issuer, t.subject),
  ],
);

/** People of a tenant: who was invited, or has signed in as an administrator. What their issuer last said of them. */
export const members = sqliteTable(
  'members',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    issuer: text().notNull(),
    subject: text().notNull(),
    displayName: text('display_name').notNull(),
    email: email().notNull(),
    /** What policies may name of them: `email`, `group`, `jwt_<claim>`, with each value. */
    attributes: text({ mode: 'json' }).$type<[attribute: string, value: string][]>().notNull(),
    /** A member by invitation; others are as long as they are administrators. */
    invited: integer({ mode: 'boolean' }).notNull(),
    /** `iat` of the latest token that this row was written from, in seconds: an older token changes nothing. */
    toldAt: integer('told_at').notNull(),
    createdUs: integer('created_us').notNull(),
    /** Grows with each change of what is said of them, and of their role. */
    revision: integer().notNull().default(1),
    /** Whether they may read what administrators read, and change nothing. Administrators are not limited by it. */
    auditor: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    uniqueIndex('members_by_principal').on(t.issuer, t.subject, t.tenant),
    index('members_by_creation').on(t.tenant, t.createdUs, t.id),
    index('members_by_name').on(t.tenant, t.displayName, t.id),
    index('members_by_email').on(t.tenant, t.email),
  ],
);

/** How the mail of an invite went. */
export type MailStatus = 'QUEUED' | 'SENT' | 'FAILED' | 'NOT_CONFIGURED';

/** Pending invites: one that is accepted, deleted or expired is gone. */
export const invites = sqliteTable(
  'invites',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    /** The e-mail address, which is what an invite is called. */
    displayName: email('email').notNull(),
    message: text().notNull(),
    /** Who invites, as mail names them. */
    inviter: text().notNull(),
    expiresUs: integer('expires_us').notNull(),
    mailStatus: text('mail_status').$type<MailStatus>().notNull(),
    mailError: text('mail_error').notNull().default(''),
    mailAttempts: integer('mail_attempts').notNull().default(0),
    /** When the mail is to be tried. */
    mailDueUs: integer('mail_due_us').notNull(),
    createdUs: integer('created_us').notNull(),
    revision: integer().notNull().default(1),
  },
  (t) => [
    index('invites_by_creation').on(t.tenant, t.createdUs, t.id),
    uniqueIndex('invites_by_name').on(t.tenant, t.displayName),
    index('invites_by_mail').on(t.mailStatus, t.mailDueUs),
    index('invites_by_expiry').on(t.expiresUs),
  ],
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
