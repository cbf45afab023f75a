import { sql } from 'drizzle-orm';
import { configOf, type Env } from '../../settings/config.ts';
import { joinBytes } from '../../lib/bytes.ts';
import { describe } from '../../lib/describe.ts';
import { fromHex, toHex } from '../../lib/text.ts';
import { ambient, formatSeconds, nowMicros, type Micros } from '../../lib/time.ts';
import type { TimestampAuthority } from '../../formats/timestamp/authority.ts';
import { TimestampError } from '../../formats/timestamp/error.ts';
import { renewalLeaf } from '../../formats/timestamp/renewal.ts';
import { stampTree } from '../../formats/timestamp/stamp-tree.ts';
import { encodeToken, readToken } from '../../formats/timestamp/token.ts';
import { isRestored } from '../../ledger/append/writer-client.ts';
import { AlarmPause } from '../../platform/alarm-pause.ts';
import { raise } from '../../platform/alarms.ts';
import { columns } from '../../platform/database/columns.ts';
import type { Database } from '../../platform/database/database.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { requestStamp } from './client.ts';
import { isLast, STAMP_AUTHORITIES, stampStatements } from './stored.ts';

const DAY: Micros = 86_400_000_000;
/** A stamp is renewed from this time before its certificates expire. */
const MARGIN = 30 * DAY;
/** An alarm is raised from this time before, if a stamp is not renewed yet. */
const LAST_DAYS = 7 * DAY;
/** The maximum number of stamps that one renewal covers. Each run makes one renewal for each authority. */
const MAX_STAMPS = 256;

/** One for each authority: the alarm is of the same expiry every minute. */
const alarms = new AlarmPause(3_600_000);
/** An authority without a valid token is asked again after this time. */
const PAUSE: Micros = 600_000_000;
/** Until when this isolate does not ask an authority for a renewal, by its name. */
const pauses = new Map<string, Micros>();
/** Until when it does not ask whether an authority has a certificate that expires later. */
const unknown = new Map<string, Micros>();

/** Bytes are hexadecimal digits. `certificates`: JSON list of hashes. */
type DueRow = { number: number; token: string; certificates: string; expiresUs: Micros };

/**
 * Renews the stamps of each authority whose certificates expire in less than 30 days by a token of the same authority
 * with certificates that expire later (RFC 4998, section 5.3), at most 256 in one run. Raises an alarm if it fails, and
 * in the last 7 days also while the authority has no later certificate or is not in the setting. Idempotent.
 */
export async function renewStamps(env: Env): Promise<void> {
  if (isRestored()) return;
  const { authorities } = configOf(env).timestamps;
  const db = openDatabase(env);
  for (const { name, expiresUs } of await firstExpiries(db)) {
    const authority = authorities.find((each) => each.name === name);
    if (authority) await renewWith(db, authority, expiresUs);
    else alarmLate(name, expiresUs, 'its time stamps cannot be renewed: it is not in TIMESTAMP_AUTHORITIES');
  }
}

/** The authorities with stamps that are to be renewed, and when the first of these expires that is still valid. */
async function firstExpiries(db: Database): Promise<{ name: string; expiresUs: Micros | null }[]> {
  const now = nowMicros();
  const [rows] = await db.batch([
    db.sql<{ name: string; expiresUs: Micros | null }>(sql`SELECT a.name,
        min(iif(s.expires_us > ${now}, s.expires_us, NULL)) AS expiresUs
      FROM ${STAMP_AUTHORITIES} a
        CROSS JOIN stamps s ON s.authority = a.name AND s.renewal IS NULL AND s.expires_us < ${now + MARGIN}
      GROUP BY a.name`),
  ]);
  return rows;
}

async function renewWith(db: Database, authority: TimestampAuthority, expiresUs: Micros | null): Promise<void> {
  const { name, url } = authority;
  const now = nowMicros();
  const { rows, later } = await dueStamps(db, name, now);
  const isAsked = later === 'yes' || (later === 'unknown' && now >= (unknown.get(name) ?? 0));
  if (rows.length === 0 || now < (pauses.get(name) ?? 0)) return;
  try {
    if (isAsked && (await renew(db, authority, rows)) > 0) return;
    if (isAsked) unknown.set(name, now + DAY);
    alarmLate(name, expiresUs, 'its time stamps cannot be renewed: it has no certificate that is valid for longer');
  } catch (error) {
    const isRefused = error instanceof TimestampError;
    if (isRefused) pauses.set(name, now + PAUSE);
    const reason = isRefused ? error.message : describe(error);
    const fields = { authority: name, host: new URL(url).host, stamps: rows.length, error: reason };
    raise('timestamp-failed', expiresUs === null ? fields : { ...fields, expires: formatSeconds(expiresUs) });
  }
}

function alarmLate(authority: string, expiresUs: Micros | null, error: string): void {
  if (expiresUs !== null && expiresUs <= nowMicros() + LAST_DAYS && alarms.isOver(authority))
    raise('timestamp-failed', { authority, error, expires: formatSeconds(expiresUs) });
}

/**
 * The stamps of an authority that are to be renewed, the first to expire first. `later`: whether its certificate
 * expires later now, by its last stamp; unknown if that is older than a day.
 */
async function dueStamps(
  db: Database,
  authority: string,
  now: Micros,
): Promise<{ rows: DueRow[]; later: 'yes' | 'no' | 'unknown' }> {
  const [rows, [last]] = await db.batch([
    db.sql<DueRow>(sql`SELECT number, hex(token) AS token, certificates, expires_us AS expiresUs FROM stamps
      WHERE authority = ${authority} AND renewal IS NULL AND expires_us < ${now + MARGIN}
      ORDER BY expires_us LIMIT ${MAX_STAMPS}`),
    db.sql<{ atUs: Micros; expiresUs: Micros }>(sql`SELECT at_us AS atUs, expires_us AS expiresUs FROM stamps
      WHERE authority = ${authority} ORDER BY number DESC LIMIT 1`),
  ]);
  if (last && last.expiresUs > (rows[0]?.expiresUs ?? 0)) return { rows, later: 'yes' };
  return { rows, later: last && last.atUs > now - DAY ? 'no' : 'unknown' };
}

/** Renews the stamps that expire before a new token. Returns how many were covered; nothing is stored for none. */
async function renew(db: Database, authority: TimestampAuthority, due: readonly DueRow[]): Promise<number> {
  const leaves = await leavesOf(db, due);
  const { root, places } = stampTree(leaves, ambient.bytes);
  const accepted = await requestStamp(fetch, authority, root);
  const rows = due.flatMap(({ number, expiresUs }, n) => {
    const { index, path } = places[n]!;
    return expiresUs < accepted.expires ? [{ number, index, path: toHex(joinBytes(path)) }] : [];
  });
  if (rows.length === 0) return 0;
  const row = ROW.sqlOf('r.value');
  const renewed = JSON.stringify(rows.map((each) => ROW.row(each)));
  const isRenewed = sql`SELECT 1 FROM json_each(${renewed}) r CROSS JOIN stamps s ON s.number = ${row.number}
    WHERE s.renewal IS NOT NULL`;
  await db.batch([
    ...stampStatements(db, { authority: authority.name, logs: 0, root, accepted }, isRenewed),
    db.sql(sql`UPDATE stamps SET renewal = n.number, "index" = ${row.index}, path = unhex(${row.path})
      FROM json_each(${renewed}) r CROSS JOIN stamps n ON ${isLast('n', root)}
      WHERE stamps.number = ${row.number}`),
  ]);
  return rows.length;
}

const ROW = columns('number', 'index', 'path');

/** The leaves of the tokens of stamps. */
async function leavesOf(db: Database, due: readonly DueRow[]): Promise<Uint8Array[]> {
  const hashes = new Set(due.flatMap(({ certificates }) => JSON.parse(certificates) as string[]));
  const [rows] = await db.batch([
    db.sql<{ hash: string; der: string }>(sql`SELECT c.hash, hex(c.certificate) AS der
      FROM json_each(${JSON.stringify([...hashes])}) h CROSS JOIN stamp_certificates c ON c.hash = h.value`),
  ]);
  const certificates = new Map(rows.map(({ hash, der }) => [hash, fromHex(der)]));
  return due.map(({ token, certificates: own }) => {
    const path = (JSON.parse(own) as string[]).map((hash) => certificates.get(hash)!);
    return renewalLeaf(encodeToken(readToken(fromHex(token)), path));
  });
}
