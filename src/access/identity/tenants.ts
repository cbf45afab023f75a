import { sql } from 'drizzle-orm';
import { APPLICATION_ISSUER } from '../principal.ts';
import type { Config } from '../../settings/config.ts';
import { canonicalJson, sha256Hex } from '../../lib/digest.ts';
import { ServiceError } from '../../lib/errors.ts';
import { SLOT_DIGITS, uuidIn } from '../../lib/identifiers.ts';
import { ambient, nowMicros, type Micros } from '../../lib/time.ts';
import { tesseraKeyOf, walletOf } from '../../formats/ethereum/wallet.ts';
import { assert, retryUnchanged } from '../../platform/database/conditions.ts';
import type { Database } from '../../platform/database/database.ts';
import { auditOf } from '../../platform/database/operator-audit.ts';
import { auditLog } from '../../platform/database/tables.ts';
import { linkAddress, linkStatements, LINK_SECONDS } from './passkeys/links.ts';
import { newSecret } from './secrets.ts';

export type FirstAdministrator = { tenant: string; clientId: string; clientSecret: string };

/**
 * Creates a tenant with its wallet and its first administrator application, in one batch. For an existing tenant its
 * first application gets a new secret; if that application was deleted, a successor is created, with another id so that
 * no old token becomes valid again. An operator who lost the first response regains access this way.
 */
export function createTenant(
  db: Database,
  config: Config,
  tenant: string,
  displayName: string,
  requestId: string,
): Promise<FirstAdministrator> {
  return retryUnchanged(() => attempt(db, config, tenant, displayName, requestId));
}

/** Uuids that are tried at once for a slot that no tenancy has. */
const SLOTS_TRIED = 16;

/**
 * A uuid for a new tenancy, at random among the slots that no tenancy has (docs/scaling.md). If nearly all are taken,
 * tenancies share one. `db`: of the first cell, which has the directory.
 */
export async function newTenancyUuid(db: Database): Promise<string> {
  const tried = Array.from({ length: SLOTS_TRIED }, () => ambient.uuid());
  const [free] = await db.batch([
    db.sql<{ id: string }>(sql`SELECT j.value AS id FROM json_each(${JSON.stringify(tried)}) j
      WHERE substr(j.value, ${-SLOT_DIGITS}) NOT IN (SELECT substr(id, ${-SLOT_DIGITS}) FROM tenants
        UNION ALL SELECT s.key FROM directory d, json_each(d.slots) s) LIMIT 1`),
  ]);
  return free[0]?.id ?? tried[0]!;
}

async function attempt(
  db: Database,
  config: Config,
  tenant: string,
  displayName: string,
  requestId: string,
): Promise<FirstAdministrator> {
  const [found] = await db.batch([
    db.sql<{
      first: string;
      application: string | null;
      deleteUs: number | null;
    }>(sql`SELECT t.first_application AS first, a.id AS application, t.delete_us AS deleteUs FROM tenants t
      LEFT JOIN applications a ON a.id = t.first_application AND a.tenant = t.id WHERE t.id = ${tenant}`),
  ]);
  const known = found[0];
  if (known && known.deleteUs !== null)
    throw new ServiceError('conflict', 'the tenancy was deleted, or will be; another one needs another identity');
  const clientId = known?.application ?? uuidIn(tenant);
  const now = nowMicros();
  const { secret, secretHash, secretFromUs, secretUntilUs } = newSecret(now);
  const wallet = walletOf(config.walletSeed, tenant);
  const tesseraKey = tesseraKeyOf(config.walletSeed, tenant);
  await db.commitAudited([
    // A concurrent request (another operator, or the deletion of the application) makes this attempt start again.
    assert(
      db,
      'unchanged',
      known
        ? sql`EXISTS (SELECT 1 FROM tenants WHERE id = ${tenant} AND first_application = ${known.first}
          AND delete_us IS NULL)
            AND ${known.application !== null} = EXISTS (SELECT 1 FROM applications WHERE id = ${known.first}
            AND tenant = ${tenant})`
        : sql`NOT EXISTS (SELECT 1 FROM tenants WHERE id = ${tenant})`,
    ),
    known
      ? db.sql(sql`UPDATE tenants SET first_application = ${clientId} WHERE id = ${tenant}`)
      : db.sql(sql`INSERT INTO tenants (id, display_name, wallet_address, wallet_public_key, tessera_public_key,
        first_application, created_us)
          VALUES (${tenant}, ${displayName}, ${wallet.address}, ${wallet.publicKey}, ${tesseraKey}, ${clientId},
          ${now})`),
    db.sql(sql`INSERT INTO applications (id, tenant, display_name, custom_claims, secret_hash, secret_from_us,
      secret_until_us, created_us)
      VALUES (${clientId}, ${tenant}, 'Administrator', '{}', ${secretHash}, ${secretFromUs}, ${secretUntilUs}, ${now})
      ON CONFLICT (id) DO UPDATE SET secret_hash = excluded.secret_hash, secret_from_us = excluded.secret_from_us,
        secret_until_us = excluded.secret_until_us, previous_secret_hash = '', previous_from_us = 0,
        previous_until_us = 0, revision = revision + 1`),
    db.sql(sql`INSERT INTO administrators (tenant, issuer, subject, display_name, email, position)
      SELECT ${tenant}, ${APPLICATION_ISSUER}, ${clientId}, 'Administrator', '', 0
      WHERE NOT EXISTS (SELECT 1 FROM administrators
        WHERE tenant = ${tenant} AND issuer = ${APPLICATION_ISSUER} AND subject = ${clientId})`),
    db.build.insert(auditLog).values({
      id: ambient.uuid(),
      tenant,
      atUs: now,
      issuer: 'operator',
      subject: 'operator',
      operation: known ? 'renewFirstAdministrator' : 'createTenant',
      resource: known ? `applications/${clientId}` : `tenant/${tenant}`,
      beforeHash: '',
      afterHash: sha256Hex(canonicalJson({ tenant, clientId, secretHash })),
      requestId,
    }),
  ]);
  return { tenant, clientId, clientSecret: secret };
}

/**
 * Makes a link by which a person becomes an administrator of a tenancy with a passkey. Returns undefined for an unknown
 * tenancy, or one without its first application.
 */
export async function administratorLink(
  db: Database,
  config: Config,
  tenant: string,
  requestId: string,
): Promise<{ url: string; expiresUs: Micros } | undefined> {
  const [[known]] = await db.batch([
    db.sql<{ application: string }>(sql`SELECT a.id AS application FROM tenants t
      CROSS JOIN applications a ON a.id = t.first_application AND a.tenant = t.id WHERE t.id = ${tenant}`),
  ]);
  if (!known) return undefined;
  const expiresUs = nowMicros() + LINK_SECONDS.administrator * 1_000_000;
  const of = { purpose: 'administrator', target: known.application, expiresUs } as const;
  const { token, statements } = linkStatements(db, tenant, of);
  const from = sql`FROM tenants WHERE id = ${tenant}`;
  await db.commitAudited([...statements, auditOf(db, tenant, 'createAdministratorLink', requestId, from)]);
  return { url: linkAddress(config, token), expiresUs };
}

/** Whether a tenant may have KHIPU assets. `khipu` null: the default for the deployment's chain. */
export const hasKhipu = ({ khipu }: { khipu: boolean | number | null }, { chain }: Config): boolean =>
  khipu === null ? chain.rpcUrl === undefined : Boolean(khipu);

/**
 * Sets whether a tenant may have KHIPU assets; null restores the default for the deployment's chain. KHIPU is then no
 * longer the default mechanism of a tenant that may not have it. Returns false for an unknown tenant.
 */
export async function setKhipu(
  db: Database,
  config: Config,
  tenant: string,
  khipu: boolean | null,
  requestId: string,
): Promise<boolean> {
  const value = khipu === null ? null : Number(khipu);
  const [rows] = await db.commitAudited([
    db.sql<{ id: string }>(
      sql`UPDATE tenants SET khipu = ${value}, revision = revision + 1 WHERE id = ${tenant} RETURNING id`,
    ),
    db.sql(sql`UPDATE tenants SET default_mechanism = NULL, access_revision = access_revision + 1
      WHERE id = ${tenant} AND default_mechanism = 'KHIPU' AND ${hasKhipu({ khipu }, config) ? 1 : 0} = 0`),
    db.sql(sql`INSERT INTO audit_log (id, tenant, at_us, issuer, subject, operation, resource, before_hash, after_hash,
      request_id)
      SELECT ${ambient.uuid()}, id, ${nowMicros()}, 'operator', 'operator', 'updateTenant', 'tenant/' || id, '',
        ${sha256Hex(canonicalJson({ tenant, khipu }))}, ${requestId} FROM tenants WHERE id = ${tenant}`),
  ]);
  return rows.length > 0;
}
