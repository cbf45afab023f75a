import { sql, type SQL } from 'drizzle-orm';
import { configOf, type Config, type Env } from '../../settings/config.ts';
import { canonicalJson, sha256Hex } from '../../lib/digest.ts';
import { domainRecord } from '../../lib/domain.ts';
import { log } from '../../platform/log.ts';
import { ambient, nowMicros, type Micros } from '../../lib/time.ts';
import type { Database } from '../../platform/database/database.ts';
import { LookupFailed, lookUpTxt } from './dns-lookup.ts';

/** For how long the record of a verified domain can be missing until the domain is withdrawn. */
export const GRACE_HOURS = 72;
const HOUR: Micros = 3_600_000_000;
/** Domains that one run checks, and how many at once. The next run continues with the following ones. */
const CHECKED = 100;
const AT_ONCE = 10;

/** The operation that verifies a domain, and those of the service, as the audit log names them. */
export const VERIFIED = 'verifyTenancyDomain';
const [MISSING, FOUND, WITHDRAWN] = ['missTenancyDomain', 'findTenancyDomain', 'withdrawTenancyDomain'];

type Verified = { id: string; domain: string; revision: number };

/** Whether the record of a tenancy for a domain is published. Throws LookupFailed. */
export async function isPublished(env: Env, config: Config, tenant: string, domain: string): Promise<boolean> {
  const { name, value } = domainRecord(config.walletSeed, tenant, domain);
  return (await lookUpTxt(env, config, name)).some((text) => text.trim() === value);
}

/** SQL: since when the record of a tenancy's verified domain is missing; null if it is not. The audit log knows. */
export const missingSince = (tenant: SQL): SQL => sql`(SELECT iif(operation = ${MISSING}, at_us, NULL) FROM audit_log
  WHERE tenant = ${tenant} AND operation IN (${VERIFIED}, ${MISSING}, ${FOUND}) ORDER BY seq DESC LIMIT 1)`;

/**
 * Looks up the records of verified domains again (cron), and withdraws a domain whose record has been missing for
 * GRACE_HOURS. A resolver that does not answer proves nothing: the run ends after as many failures as lookups run at
 * once.
 */
export async function recheckDomains(env: Env, db: Database): Promise<void> {
  const config = configOf(env);
  const run = Math.floor(nowMicros() / HOUR);
  const [due] = await db.batch([
    db.sql<Verified>(sql`SELECT id, verified_domain AS domain, revision FROM tenants WHERE verified_domain <> ''
      ORDER BY id
      LIMIT ${CHECKED} OFFSET (SELECT ${run * CHECKED} % max(count(*), 1) FROM tenants WHERE verified_domain <> '')`),
  ]);
  for (let i = 0; i < due.length; i += AT_ONCE) {
    const some = due.slice(i, i + AT_ONCE);
    const checked = await Promise.allSettled(some.map((each) => recheck(env, config, db, each)));
    const failures = checked.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    for (const error of failures) if (!(error instanceof LookupFailed)) throw error;
    if (failures.length === 0) continue;
    log('warn', 'verified domains could not be looked up', { domains: failures.length, error: String(failures[0]) });
    if (failures.length === some.length) return;
  }
}

async function recheck(env: Env, config: Config, db: Database, verified: Verified): Promise<void> {
  const found = await isPublished(env, config, verified.id, verified.domain);
  const [[state]] = await db.batch([
    db.sql<{ since: number | null }>(sql`SELECT ${missingSince(sql`${verified.id}`)} AS since`),
  ]);
  const since = state!.since;
  if (found) return since === null ? undefined : note(db, verified, FOUND!);
  if (since === null) return note(db, verified, MISSING!);
  if (since > nowMicros() - GRACE_HOURS * HOUR) return undefined;
  log('warn', 'a verified domain is withdrawn: its TXT record is missing', {
    tenant: verified.id,
    domain: verified.domain,
  });
  return note(db, verified, WITHDRAWN!, [
    db.sql(sql`UPDATE tenants SET verified_domain = '', revision = revision + 1
      WHERE id = ${verified.id} AND verified_domain = ${verified.domain} AND revision = ${verified.revision}`),
  ]);
}

/**
 * Writes an entry of the service to the audit log and what follows, unless the tenancy has changed since the lookup
 * began.
 */
async function note(
  db: Database,
  { id, domain, revision }: Verified,
  operation: string,
  statements: ReturnType<Database['sql']>[] = [],
): Promise<void> {
  const hash = sha256Hex(canonicalJson({ verified_domain: domain }));
  const after = statements.length > 0 ? sha256Hex(canonicalJson({ verified_domain: '' })) : hash;
  await db.commitAudited([
    db.sql(sql`INSERT INTO audit_log (id, tenant, at_us, issuer, subject, operation, resource, before_hash, after_hash,
      request_id)
      SELECT ${ambient.uuid()}, id, ${nowMicros()}, 'service', 'service', ${operation}, 'tenant/' || id, ${hash},
      ${after}, ''
      FROM tenants WHERE id = ${id} AND verified_domain = ${domain} AND revision = ${revision}`),
    ...statements,
  ]);
}
