import { sql } from 'drizzle-orm';
import type { Micros } from '../../lib/time.ts';
import { assert } from './conditions.ts';
import type { Database, RawStatement, Statement } from './database.ts';

/** How long an idempotency key is kept. */
export const KEY_LIFETIME: Micros = 86_400_000_000;

/** The key of a caller within a tenant, in maps and in the rows of idempotency keys. */
export const principalKey = (caller: { issuer: string; subject: string }): string =>
  `${caller.issuer} ${caller.subject}`;

/** An Idempotency-Key with the caller that it belongs to. */
export type KeySlot = { tenant: string; principal: string; key: string };
/** What a key was used for: a hash of the request, and the identity of the resource that it has created. */
export type KeyUse = { fingerprint: string; resource: string };

/** SELECT what a key was used for, unless it has expired. */
export const keyUse = (db: Database, { tenant, principal, key }: KeySlot, now: Micros): RawStatement<KeyUse> =>
  db.sql(sql`SELECT fingerprint, event AS resource FROM idempotency
    WHERE tenant = ${tenant} AND principal = ${principal} AND key = ${key} AND created_us > ${now - KEY_LIFETIME}`);

/**
 * The condition `idempotency_key`, that a key was not used or has expired, and the statement that notes its use for a
 * resource that is not a record of an asset: `asset` is empty then.
 */
export const useKey = (
  db: Database,
  { tenant, principal, key }: KeySlot,
  { fingerprint, resource }: KeyUse,
  now: Micros,
): { condition: Statement; statement: Statement } => ({
  condition: assert(
    db,
    'idempotency_key',
    sql`NOT EXISTS (SELECT 1 FROM idempotency WHERE tenant = ${tenant} AND principal = ${principal} AND key = ${key}
      AND created_us > ${now - KEY_LIFETIME})`,
  ),
  statement: db.sql(sql`INSERT INTO idempotency (tenant, principal, key, fingerprint, asset, event, created_us)
    VALUES (${tenant}, ${principal}, ${key}, ${fingerprint}, '', ${resource}, ${now})
    ON CONFLICT (tenant, principal, key) DO UPDATE SET fingerprint = excluded.fingerprint, asset = excluded.asset,
      event = excluded.event, created_us = excluded.created_us`),
});
