import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Person } from '../principal.ts';

/** What an ID token says of the person, besides the issuer and the subject. */
export type SessionPerson = Omit<Person, 'issuer' | 'subject'>;

/**
 * Sessions of the console and the field page. An expired one stays until the sweep deletes it; one that was ended from
 * elsewhere stays longer, so that its device can hear of it.
 */
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
    /** Whether it was started in the field page, which has an idle limit of its own. */
    field: integer({ mode: 'boolean' }).notNull().default(false),
    /** Browser and system of the device, such as `Chrome on Android`, for the list of sessions. */
    device: text().notNull().default(''),
    /** When it was ended from elsewhere, by the person or an administrator; null: it was not. */
    endedUs: integer('ended_us'),
  },
  (t) => [
    index('sessions_by_principal').on(t.issuer, t.subject, t.createdUs),
    index('sessions_by_expiry').on(t.expiresUs),
  ],
);
