import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { AuthorKey } from '../../formats/statement/key.ts';
import type { PrincipalInfo } from '../../lib/identifiers.ts';

/** The keys with which authors sign events. Rows are never deleted. */
export const authorKeys = sqliteTable(
  'author_keys',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    displayName: text('display_name').notNull(),
    /** The caller that enrolled it, as in tokens. */
    issuer: text().notNull(),
    subject: text().notNull(),
    /** The caller as events show it. */
    owner: text({ mode: 'json' }).$type<PrincipalInfo>().notNull(),
    /** RFC 7638, base64url. */
    thumbprint: text().notNull(),
    publicJwk: text('public_jwk', { mode: 'json' }).$type<AuthorKey>().notNull(),
    /** The JWT by which the caller has shown that they have the private key. */
    enrolment: text().notNull(),
    createdUs: integer('created_us').notNull(),
    /** Null: it is not revoked. */
    revokedUs: integer('revoked_us'),
    revokedReason: text('revoked_reason').notNull().default(''),
    revision: integer().notNull().default(1),
  },
  (t) => [
    index('author_keys_by_creation').on(t.tenant, t.createdUs, t.id),
    index('author_keys_by_name').on(t.tenant, t.displayName, t.id),
    index('author_keys_by_owner').on(t.tenant, t.issuer, t.subject),
    uniqueIndex('author_keys_by_thumbprint').on(t.thumbprint, t.tenant),
  ],
);

export type AuthorKeyRow = typeof authorKeys.$inferSelect;

/** The enrolments and revocations, which the log of the tenancy gets in this order. Rows are never changed. */
export const authorKeyChanges = sqliteTable(
  'author_key_changes',
  {
    number: integer().primaryKey(),
    tenant: text().notNull(),
    thumbprint: text().notNull(),
    change: text().$type<'enrolled' | 'revoked'>().notNull(),
    atUs: integer('at_us').notNull(),
    /** The owner as the entry commits to it, with `salt`: 32 hexadecimal digits. */
    issuer: text().notNull(),
    subject: text().notNull(),
    salt: text().notNull(),
  },
  (t) => [index('author_key_changes_by_tenant').on(t.tenant, t.number)],
);

/** The next `number`, so that a number is never used again in a database. */
export const NEXT_CHANGE = sql`(SELECT coalesce(max(number), 0) + 1 FROM author_key_changes)`;
