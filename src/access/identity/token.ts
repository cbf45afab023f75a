import { sql } from 'drizzle-orm';
import { SignJWT } from 'jose';
import { tenancySuspended } from '../principal.ts';
import type { Config } from '../../settings/config.ts';
import { ServiceError } from '../../lib/errors.ts';
import { UUID_V4 } from '../../lib/identifiers.ts';
import { ambient, nowMicros } from '../../lib/time.ts';
import type { Database } from '../../platform/database/database.ts';
import { isValidSecret, type Secrets } from './secrets.ts';
import { signingKey, TOKEN_SECONDS } from './signing.ts';

export type TokenResponse = { access_token: string; expires_in: number; token_type: 'Bearer' };

type Application = Secrets & { tenant: string; displayName: string; claims: string; suspended: number };

/**
 * The application that has these credentials. Throws the same 401 for an unknown client and for a wrong or expired
 * secret, and `tenancySuspended` if the tenancy is suspended: 403 for sessions, `unauthorized_client` at the token
 * endpoint.
 */
export async function checkCredentials(db: Database, clientId: string, secret: string): Promise<Application> {
  const [rows] = await db.batch([
    db.sql<Application>(sql`
      SELECT tenant, display_name AS displayName, custom_claims AS claims, secret_hash AS secretHash,
        secret_from_us AS secretFromUs, secret_until_us AS secretUntilUs, previous_secret_hash AS previousSecretHash,
        previous_from_us AS previousFromUs, previous_until_us AS previousUntilUs,
        EXISTS (SELECT 1 FROM tenants t WHERE t.id = a.tenant AND t.suspended_us IS NOT NULL) AS suspended
      FROM applications a WHERE id = ${UUID_V4.test(clientId) ? clientId : ''}`),
  ]);
  const row = rows[0];
  if (!isValidSecret(secret, row, nowMicros()) || !row) {
    throw new ServiceError('unauthenticated', 'client authentication failed', {
      headers: { 'www-authenticate': 'Basic realm="archivist"' },
    });
  }
  if (row.suspended === 1) throw tenancySuspended();
  return row;
}

/**
 * Issues an access token for a client's credentials (RFC 6749, section 4.4), which `db` has; `deployment` has the keys
 * that sign. Throws like `checkCredentials`.
 */
export async function issueToken(
  deployment: Database,
  db: Database,
  config: Config,
  clientId: string,
  secret: string,
): Promise<TokenResponse> {
  const row = await checkCredentials(db, clientId, secret);
  const { kid, key } = await signingKey(deployment, config);
  const issuedAt = Math.floor(nowMicros() / 1_000_000);
  const token = await new SignJWT({
    ...(JSON.parse(row.claims) as Record<string, string>),
    name: row.displayName,
    client_id: clientId,
    jit_tenant_id: `tenant/${row.tenant}`,
    jit_tier: 'PREMIUM',
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid })
    .setIssuer(config.issuer)
    .setAudience(config.baseUrl)
    .setSubject(clientId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + TOKEN_SECONDS)
    .setJti(ambient.uuid())
    .sign(key);
  return { access_token: token, expires_in: TOKEN_SECONDS, token_type: 'Bearer' };
}
