import { sql, type SQL } from 'drizzle-orm';
import { sha256Hex } from '../../lib/digest.ts';
import { toHex } from '../../lib/text.ts';
import type { AcceptedTimestamp } from '../../formats/timestamp/verify.ts';
import { encodeToken, readToken } from '../../formats/timestamp/token.ts';
import { columns } from '../../platform/database/columns.ts';
import type { Database } from '../../platform/database/database.ts';
import { distinctValues } from '../../platform/database/distinct.ts';

/** A time stamp of an authority to be stored: of how many logs, and of which root. */
export type NewStamp = { authority: string; logs: number; root: Uint8Array; accepted: AcceptedTimestamp };

/** The maximum number of authorities whose stamps are looked for: all that were ever used. */
const MAX_AUTHORITIES = 64;

/** FROM the names (`name`) of all authorities with stamps. */
export const STAMP_AUTHORITIES = sql`(SELECT value AS name FROM (${distinctValues('stamps', 'authority')})
  LIMIT ${sql.raw(String(MAX_AUTHORITIES))})`;

const CERTIFICATE = columns('hash', 'der');

/** The statements that store a stamp as the last one, and its certificates, unless a condition holds. */
export function stampStatements(db: Database, { authority, logs, root, accepted }: NewStamp, unless: SQL) {
  const { time, token, certificates, expires } = accepted;
  const rows = certificates.map((each) => ({ hash: sha256Hex(each), der: toHex(each) }));
  const certificate = CERTIFICATE.sqlOf('r.value');
  return [
    db.sql(sql`INSERT INTO stamp_certificates (hash, certificate)
      SELECT ${certificate.hash}, unhex(${certificate.der})
      FROM json_each(${JSON.stringify(rows.map((each) => CERTIFICATE.row(each)))}) r WHERE 1
      ON CONFLICT DO NOTHING`),
    db.sql(sql`INSERT INTO stamps (number, authority, at_us, logs, root, token, certificates, expires_us)
      SELECT coalesce((SELECT max(number) FROM stamps), 0) + 1, ${authority}, ${time}, ${logs}, unhex(${toHex(root)}),
        unhex(${toHex(encodeToken(readToken(token), []))}), ${JSON.stringify(rows.map(({ hash }) => hash))}, ${expires}
      WHERE NOT EXISTS (${unless})`),
  ] as const;
}

/** Whether the last stamp has this root: the statements of `stampStatements` have stored it. */
export const isLast = (stamp: string, root: Uint8Array): SQL =>
  sql`${sql.raw(stamp)}.number = (SELECT max(number) FROM stamps) AND ${sql.raw(stamp)}.root = unhex(${toHex(root)})`;
