import { sql } from 'drizzle-orm';
import { blob, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The maximum number of logs of one stamp. The next run stamps the others. */
export const MAX_LOGS = 1000;

/** The time stamps of authorities (RFC 3161), each of one root over the trees of several logs, or over older stamps. */
export const stamps = sqliteTable(
  'stamps',
  {
    number: integer().primaryKey(),
    /** The name of the authority in the setting. */
    authority: text().notNull(),
    /** The time of the stamp. */
    atUs: integer('at_us').notNull(),
    /** The number of logs; 0: it renews other stamps. */
    logs: integer().notNull(),
    /** The root that is stamped. */
    root: blob({ mode: 'buffer' }).notNull(),
    /** The token in its normal form, but without certificates (`encodeToken`). */
    token: blob({ mode: 'buffer' }).notNull(),
    /** JSON list of the hashes of its certificates; references `stamp_certificates.hash`. */
    certificates: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** The end of the validity of its certificates, the trusted one included; 0: unknown, of an earlier version. */
    expiresUs: integer('expires_us').notNull().default(0),
    /** References `number`: the stamp that renews this one. */
    renewal: integer(),
    /** If it is renewed: the index of its leaf in the tree of the renewal, and its inclusion proof. */
    index: integer(),
    path: blob({ mode: 'buffer' }),
  },
  (t) => [
    index('stamps_by_authority').on(t.authority, t.number),
    index('stamps_by_expiry')
      .on(t.authority, t.expiresUs)
      .where(sql`renewal IS NULL`),
  ],
);

/** The certificates of the tokens, each once. */
export const stampCertificates = sqliteTable('stamp_certificates', {
  /** SHA-256, 64 hexadecimal digits. */
  hash: text().primaryKey(),
  /** DER. */
  certificate: blob({ mode: 'buffer' }).notNull(),
});

/** The trees of logs that are stamped: one row for each authority and size, with its place in the stamped tree. */
export const logStamps = sqliteTable(
  'log_stamps',
  {
    /** References `logs.number`. */
    log: integer().notNull(),
    authority: text().notNull(),
    size: integer().notNull(),
    /** Of the log at this size. */
    root: blob({ mode: 'buffer' }).notNull(),
    /** References `stamps.number`. */
    stamp: integer().notNull(),
    /** The salt of the leaf, its index, and its inclusion proof, hashes of 32 bytes each. */
    salt: blob({ mode: 'buffer' }).notNull(),
    index: integer().notNull(),
    path: blob({ mode: 'buffer' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.log, t.authority, t.size] }), index('log_stamps_by_stamp').on(t.stamp)],
);
