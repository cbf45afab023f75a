import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Person } from '../principal.ts';

/** What an ID token says of the person, besides the issuer and the subject. */
export type SessionPerson = Omit<Person, 'issuer' | 'subject'>;

/** Sessions of the console that have not been ended. An expired one stays until the sweep deletes it. */
export const sessions = sqliteTable(
  'sessions',
  {
    /** SHA-256 of the id, hex. The id itself is only in the cookie. */
    idHash: text('id_hash').primaryKey(),
    /** APPLICATION_ISSUER, or the issuer of a person. */
    issuer: text().notNull(),
    subject: text().notNull(),
    /** The tenant of an application, or of a person with a passkey; empty for other people. */
    tenant: text().notNull(),
    /**
     * SHA-256 of the secret with which an application signed in, or the id of the passkey of a person; empty for other
     * people.
     */
    secretHash: text('secret_hash').notNull(),
    /** Null for an application. */
    person: text({ mode: 'json' }).$type<SessionPerson>(),
    /** The epoch of the database in which the session started. It ends with the epoch. */
    epoch: text().notNull(),
    createdUs: integer('created_us').notNull(),
    /** When it was last used, up to a minute early. */
    usedUs: integer('used_us').notNull(),
    expiresUs: integer('expires_us').notNull(),
  },
  (t) => [
    index('sessions_by_principal').on(t.issuer, t.subject, t.createdUs),
    index('sessions_by_expiry').on(t.expiresUs),
  ],
);
