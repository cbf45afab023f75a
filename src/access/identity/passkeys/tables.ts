import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** Passkeys of people whose issuer is PASSKEY_ISSUER. Such a person is a member of one tenancy. */
export const passkeys = sqliteTable(
  'passkeys',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    /** The subject of the person, which is also the user handle of the passkey. */
    subject: text().notNull(),
    displayName: text('display_name').notNull(),
    /** The id that the authenticator gave it, base64url. */
    credentialId: text('credential_id').notNull(),
    /** COSE_Key (RFC 9052), base64url. */
    publicKey: text('public_key').notNull(),
    /** The last signature counter; 0 for authenticators that do not count. */
    counter: integer().notNull(),
    /** How browsers reach the authenticator. */
    transports: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** Whether the provider of the authenticator keeps a copy, so that other devices of the person have it too. */
    synced: integer({ mode: 'boolean' }).notNull(),
    createdUs: integer('created_us').notNull(),
    /** When it last signed somebody in; null: never since it was enrolled. */
    usedUs: integer('used_us'),
  },
  (t) => [
    uniqueIndex('passkeys_by_credential').on(t.credentialId),
    index('passkeys_by_subject').on(t.tenant, t.subject, t.createdUs),
  ],
);

/**
 * What a link is for. `invite`: accept an invite (target: its id). `recovery`, `device`: enrol a passkey of a member
 * (target: the id of the user), by an administrator or the member. `administrator`: become an administrator of a
 * tenancy, or sign in as its first application (target: that application).
 */
export type LinkPurpose = 'invite' | 'recovery' | 'device' | 'administrator';

/** Links that can be used once. A link that was used is gone; an expired one stays until the sweep deletes it. */
export const signInLinks = sqliteTable(
  'sign_in_links',
  {
    /** SHA-256 of the token, hex. The token itself is only in the link. */
    tokenHash: text('token_hash').primaryKey(),
    tenant: text().notNull(),
    purpose: text().$type<LinkPurpose>().notNull(),
    target: text().notNull(),
    /** The epoch of the database in which it was made. It ends with the epoch. */
    epoch: text().notNull(),
    createdUs: integer('created_us').notNull(),
    expiresUs: integer('expires_us').notNull(),
  },
  (t) => [
    index('sign_in_links_by_target').on(t.tenant, t.purpose, t.target, t.createdUs),
    index('sign_in_links_by_expiry').on(t.expiresUs),
  ],
);

/** Challenges that have been answered, until they expire: each is accepted once. */
export const usedChallenges = sqliteTable(
  'used_challenges',
  {
    /** SHA-256 of the challenge, hex. */
    challengeHash: text('challenge_hash').primaryKey(),
    expiresUs: integer('expires_us').notNull(),
  },
  (t) => [index('used_challenges_by_expiry').on(t.expiresUs)],
);
