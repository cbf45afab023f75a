import { sql } from 'drizzle-orm';
import { APPLICATION_ISSUER } from '../access/principal.ts';
import type { Config } from '../config.ts';
import { derivedUuid } from '../core/identity.ts';
import { nowMicros } from '../core/time.ts';
import { walletOf } from '../core/wallet.ts';
import type { Database } from '../store/database.ts';
import { auditLog } from '../store/tables.ts';
import { newSecret } from './secrets.ts';

export type FirstAdministrator = { tenant: string; clientId: string; clientSecret: string };

/**
 * Creates a tenant with its wallet and its first administrator application, in one batch. The same
 * tenant again creates nothing and gives that application a new secret: the way back in for an
 * operator whose first answer was lost.
 */
export async function createTenant(
  db: Database,
  config: Config,
  tenant: string,
  displayName: string,
  requestId: string,
): Promise<FirstAdministrator> {
  const now = nowMicros();
  const wallet = walletOf(config.walletSeed, tenant);
  const clientId = derivedUuid('first administrator', tenant);
  const { secret, secretHash, secretFromUs, secretUntilUs } = newSecret(now);
  await db.batch([
    db.sql(sql`INSERT INTO tenants (id, display_name, wallet_address, wallet_public_key, created_us)
      VALUES (${tenant}, ${displayName}, ${wallet.address}, ${wallet.publicKey}, ${now}) ON CONFLICT (id) DO NOTHING`),
    db.sql(sql`INSERT INTO applications (id, tenant, display_name, custom_claims, secret_hash, secret_from_us, secret_until_us, created_us)
      VALUES (${clientId}, ${tenant}, 'Administrator', '{}', ${secretHash}, ${secretFromUs}, ${secretUntilUs}, ${now})
      ON CONFLICT (id) DO UPDATE SET secret_hash = excluded.secret_hash, secret_from_us = excluded.secret_from_us,
        secret_until_us = excluded.secret_until_us, revision = revision + 1`),
    db.sql(sql`INSERT INTO administrators (tenant, issuer, subject, display_name, email, position)
      VALUES (${tenant}, ${APPLICATION_ISSUER}, ${clientId}, 'Administrator', '', 0) ON CONFLICT DO NOTHING`),
    db.build.insert(auditLog).values({
      id: crypto.randomUUID(),
      tenant,
      atUs: now,
      issuer: 'operator',
      subject: 'operator',
      operation: 'createTenant',
      resource: `tenant/${tenant}`,
      beforeHash: '',
      afterHash: '',
      requestId,
    }),
  ]);
  return { tenant, clientId, clientSecret: secret };
}
