import { sql, type SQL } from 'drizzle-orm';
import type { KeyRing } from '../../lib/seal.ts';
import type { Database } from './database.ts';

/** Rows whose secrets are encrypted again at once. */
const AT_ONCE = 100;

/**
 * Encrypts the secrets of a column with the current key that are encrypted with an older one, so that the older one can
 * be removed. `purpose`: that of the secret of a row. `which`: the rows that still need their secret.
 */
export async function sealAgain(
  db: Database,
  keys: KeyRing,
  of: { table: string; column: string; purpose: (id: string) => string; which?: SQL },
): Promise<void> {
  const [table, secret] = [sql.identifier(of.table), sql.identifier(of.column)];
  const prefix = `${keys.current}.`;
  const [rows] = await db.batch([
    db.sql<{ id: string; sealed: string }>(sql`SELECT id, ${secret} AS sealed FROM ${table} WHERE ${of.which ?? sql`1`}
      AND ${secret} <> '' AND substr(${secret}, 1, ${prefix.length}) <> ${prefix} LIMIT ${AT_ONCE}`),
  ]);
  for (const { id, sealed } of rows) {
    const plain = await keys.open(of.purpose(id), sealed);
    if (plain === undefined) continue;
    const renewed = await keys.seal(of.purpose(id), plain);
    await db.batch([
      db.sql(sql`UPDATE ${table} SET ${secret} = ${renewed} WHERE id = ${id} AND ${secret} = ${sealed}`),
    ]);
  }
}
