import { raise } from '../../platform/alarms.ts';
import { sql } from 'drizzle-orm';
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey as JoseKey,
  type JWK,
} from 'jose';
import type { Config } from '../../settings/config.ts';
import { KeyRing } from '../../lib/seal.ts';
import { nowMicros, type Micros } from '../../lib/time.ts';
import type { Database } from '../../platform/database/database.ts';

/** Seconds for which a token is valid. */
export const TOKEN_SECONDS = 3600;
/** The next key is published this long before it signs, so that every verifier knows it by then. */
const OVERLAP: Micros = 86_400_000_000;
/** How long an isolate caches keys. */
const CACHE: Micros = 300_000_000;

type KeyRow = {
  kid: string;
  publicJwk: string;
  privateSealed: string;
  signsFromUs: Micros;
  signsUntilUs: Micros;
  verifiesUntilUs: Micros;
};

const COLUMNS = sql`kid, public_jwk AS publicJwk, private_sealed AS privateSealed, signs_from_us AS signsFromUs,
  signs_until_us AS signsUntilUs, verifies_until_us AS verifiesUntilUs`;
const purposeOf = (kid: string): string => `signing_key ${kid}`;

let signing: { kid: string; key: JoseKey; until: Micros } | undefined;
const verifying = new Map<string, { key: JoseKey; until: Micros }>();
const unknown = new Map<string, Micros>();

/** The key that signs now. Created on first use, and when the rotation has not run for too long. */
export async function signingKey(db: Database, config: Config): Promise<{ kid: string; key: JoseKey }> {
  const now = nowMicros();
  if (signing && signing.until > now) return signing;
  let row = await activeKey(db, now);
  if (!row) {
    await addKey(db, config, now);
    row = await activeKey(db, nowMicros());
  }
  const plain = row && (await config.keys.open(purposeOf(row.kid), row.privateSealed));
  if (!row || plain === undefined)
    throw new Error(
      'no signing key can be opened: the key-encryption key of the stored one is not in KEY_ENCRYPTION_KEYS',
    );
  const key = (await importJWK(JSON.parse(plain) as JWK, 'ES256')) as JoseKey;
  signing = { kid: row.kid, key, until: Math.min(row.signsUntilUs, now + CACHE) };
  return signing;
}

async function activeKey(db: Database, now: Micros): Promise<KeyRow | undefined> {
  const [rows] = await db.batch([
    db.sql<KeyRow>(
      sql`SELECT ${COLUMNS} FROM signing_keys WHERE signs_from_us <= ${now} AND signs_until_us > ${now}
        ORDER BY signs_from_us DESC LIMIT 1`,
    ),
  ]);
  return rows[0];
}

/** The public key with this id while it verifies, or undefined. Unknown ids are cached briefly to save queries. */
export async function verificationKey(db: () => Database, kid: string): Promise<JoseKey | undefined> {
  const now = nowMicros();
  const known = verifying.get(kid);
  if (known && known.until > now) return known.key;
  if ((unknown.get(kid) ?? 0) > now) return undefined;
  const database = db();
  const [rows] = await database.batch([
    database.sql<KeyRow>(sql`SELECT ${COLUMNS} FROM signing_keys WHERE kid = ${kid} AND verifies_until_us > ${now}`),
  ]);
  const row = rows[0];
  if (!row) {
    if (unknown.size > 1000) unknown.clear();
    unknown.set(kid, now + 5_000_000);
    return undefined;
  }
  const key = (await importJWK(JSON.parse(row.publicJwk) as JWK, 'ES256')) as JoseKey;
  verifying.set(kid, { key, until: Math.min(row.verifiesUntilUs, now + CACHE) });
  return key;
}

/** The public keys that verify now or soon (RFC 7517). */
export async function jwks(db: Database): Promise<{ keys: JWK[] }> {
  const [rows] = await db.batch([
    db.sql<KeyRow>(
      sql`SELECT ${COLUMNS} FROM signing_keys WHERE verifies_until_us > ${nowMicros()} ORDER BY signs_from_us`,
    ),
  ]);
  return {
    keys: rows.map((row) => ({ ...(JSON.parse(row.publicJwk) as JWK), kid: row.kid, alg: 'ES256', use: 'sig' })),
  };
}

/**
 * Creates a key that signs from `from`. When two isolates do so for the same moment, one key remains: the row is
 * inserted only if no key signs then.
 */
async function addKey(db: Database, config: Config, from: Micros): Promise<void> {
  const pair = await generateKeyPair('ES256', { extractable: true });
  const publicJwk = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  const sealed = await config.keys.seal(purposeOf(kid), JSON.stringify(await exportJWK(pair.privateKey)));
  const until = from + config.signingKeyDays * 86_400_000_000;
  await db.batch([
    db.sql(sql`INSERT INTO signing_keys (kid, public_jwk, private_sealed, signs_from_us, signs_until_us,
      verifies_until_us)
      SELECT ${kid}, ${JSON.stringify(publicJwk)}, ${sealed}, ${from}, ${until},
      ${until + (TOKEN_SECONDS + 60) * 1_000_000}
      WHERE NOT EXISTS (SELECT 1 FROM signing_keys WHERE signs_from_us <= ${from} AND signs_until_us > ${from})`),
  ]);
}

/**
 * Rotates the signing keys (cron): publishes the next key a day ahead, removes keys that no valid token can name, and
 * reseals private keys that are sealed by an older key-encryption key.
 */
export async function rotateSigningKeys(db: Database, config: Config): Promise<void> {
  const now = nowMicros();
  const [rows] = await db.batch([
    db.sql<KeyRow>(sql`SELECT ${COLUMNS} FROM signing_keys ORDER BY signs_from_us`),
    db.sql(sql`DELETE FROM signing_keys WHERE verifies_until_us <= ${now}`),
  ]);
  const last = rows.findLast((row) => row.signsUntilUs > now);
  if (last && last.signsUntilUs - now <= OVERLAP) await addKey(db, config, last.signsUntilUs);
  for (const row of rows) {
    if (row.verifiesUntilUs <= now || KeyRing.keyOf(row.privateSealed) === config.keys.current) continue;
    const plain = await config.keys.open(purposeOf(row.kid), row.privateSealed);
    if (plain === undefined) {
      raise('signing-key-sealed', {
        kid: row.kid,
      });
      continue;
    }
    const sealed = await config.keys.seal(purposeOf(row.kid), plain);
    await db.batch([
      db.sql(
        sql`UPDATE signing_keys SET private_sealed = ${sealed} WHERE kid = ${row.kid}
          AND private_sealed = ${row.privateSealed}`,
      ),
    ]);
  }
}
