import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const tlsCaCertificates = sqliteTable(
  'tls_ca_certificates',
  {
    id: text().primaryKey(),
    tenant: text().notNull(),
    displayName: text('display_name').notNull(),
    /** PEM as uploaded, with LF as line break. */
    certificate: text().notNull(),
    /** RFC 4514. */
    subject: text().notNull(),
    issuer: text().notNull(),
    serialNumber: text('serial_number').notNull(),
    /** RFC 3339 text: validity can extend to the year 9999, which integer microseconds do not represent exactly. */
    notBefore: text('not_before').notNull(),
    notAfter: text('not_after').notNull(),
    /** SHA-256 of the DER, lower-case hex. */
    fingerprint: text().notNull(),
    /** Number of characters of the record in a list. */
    size: integer().notNull(),
    createdUs: integer('created_us').notNull(),
    revision: integer().notNull().default(1),
  },
  (t) => [
    index('tls_ca_certificates_by_creation').on(t.tenant, t.createdUs, t.id, t.size),
    index('tls_ca_certificates_by_name').on(t.tenant, t.displayName, t.id, t.size),
  ],
);
