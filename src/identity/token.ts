import { sql } from 'drizzle-orm';
import { SignJWT } from 'jose';
import type { Config } from '../config.ts';
import { ServiceError } from '../core/errors.ts';
import { UUID_V4 } from '../core/identity.ts';
import { ambient, nowMicros } from '../core/time.ts';
import type { Database } from '../store/database.ts';
import { secretMatches } from './secrets.ts';
import { signingKey, TOKEN_SECONDS } from './signing.ts';

/** What an unknown client is compared with, so that every path does one lookup and one comparison. */
const NO_HASH = '0'.repeat(64);

export type TokenResponse = { access_token: string; expires_in: number; token_type: 'Bearer' };

/** Issues an access token for a client's credentials (RFC 6749 4.4). Throws 401 alike for an unknown client, a wrong and an expired secret. */
export async function issueToken(
  db: Database,
  config: Config,
  clientId: string,
  secret: string,
): Promise<TokenResponse> {
  const [rows] = await db.batch([
    db.sql<{ tenant: string; displayName: string; claims: string; hash: string; fromUs: number; untilUs: number }>(sql`
      SELECT tenant, display_name AS displayName, custom_claims AS claims, secret_hash AS hash,
        secret_from_us AS fromUs, secret_until_us AS untilUs
      FROM applications WHERE id = ${UUID_V4.test(clientId) ? clientId : ''}`),
  ]);
  const row = rows[0];
  const matches = secretMatches(secret, row?.hash ?? NO_HASH);
  const now = nowMicros();
  if (!row || !matches || now < row.fromUs || now >= row.untilUs) {
    throw new ServiceError('unauthenticated', 'client authentication failed', {
      headers: { 'www-authenticate': 'Basic realm="archivist"' },
    });
  }
  const { kid, key } = await signingKey(db, config);
  const issuedAt = Math.floor(now / 1_000_000);
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
