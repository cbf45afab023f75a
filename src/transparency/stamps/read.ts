import { sql, type SQL } from 'drizzle-orm';
import type { Seen } from '../../access/queries.ts';
import type { Scope } from '../../access/scope.ts';
import { PUBLIC_SCOPE } from '../../lib/identifiers.ts';
import { fromHex, toBase64, toBase64Url } from '../../lib/text.ts';
import { MAX_RENEWALS } from '../../formats/timestamp/renewal.ts';
import { encodeToken, MAX_STAMPS, readToken } from '../../formats/timestamp/token.ts';
import { columns } from '../../platform/database/columns.ts';
import { assetNumber, tenantId } from '../../platform/database/numbers.ts';
import { STAMP_AUTHORITIES } from './stored.ts';

/** A tree of a log that an authority has stamped. */
export type RecordedStamp = {
  /** The id of the log. */
  log: string;
  size: number;
  /** Hexadecimal digits. */
  root: string;
  salt: Uint8Array;
  /** The place of its leaf in the stamped tree. */
  index: number;
  path: Uint8Array;
  /** In its normal form. */
  token: Uint8Array;
  /** The renewal of the stamp, then that of the renewal, and so on. */
  renewals: Pick<RecordedStamp, 'index' | 'path' | 'token'>[];
};

/** Bytes are hexadecimal digits. `certificates`, `renewals`: JSON lists. */
type Row = Record<'log' | 'root' | 'salt' | 'path' | 'token' | 'certificates' | 'renewals', string> & {
  size: number;
  index: number;
};

const RENEWAL = columns('depth', 'index', 'path', 'token', 'certificates');
type RenewalRow = { depth: number; index: number; path: string; token: string; certificates: string[] };

/** The certificates of the stamp with this alias, as a JSON list of hexadecimal digits. */
const certificatesOf = (stamp: string): string => `(SELECT json_group_array(hex(c.certificate))
  FROM json_each(${stamp}.certificates) h CROSS JOIN stamp_certificates c ON c.hash = h.value)`;

/** The renewals of the stamp `t`, as a JSON list: each row has the place of the token before, and the new token. */
const RENEWALS = `(WITH RECURSIVE renewed (depth, number, place, path) AS (
    SELECT 1, t.renewal, t."index", t.path WHERE t.renewal IS NOT NULL
    UNION ALL SELECT r.depth + 1, n.renewal, n."index", n.path
      FROM renewed r CROSS JOIN stamps n ON n.number = r.number AND n.renewal IS NOT NULL
      WHERE r.depth < ${MAX_RENEWALS})
  SELECT json_group_array(json(${RENEWAL.array({
    depth: 'r.depth',
    index: 'r.place',
    path: 'hex(r.path)',
    token: 'hex(n.token)',
    certificates: `json(${certificatesOf('n')})`,
  })})) FROM renewed r CROSS JOIN stamps n ON n.number = r.number)`;

/** Of the stamp `t` of a tree `s` of the log `l`. */
const COLUMNS = sql`l.id AS log, s.size, hex(s.root) AS root,
    hex(s.salt) AS salt, s."index", hex(s.path) AS path, hex(t.token) AS token,
    ${sql.raw(certificatesOf('t'))} AS certificates, ${sql.raw(RENEWALS)} AS renewals`;

/** Of each authority the first stamp of a tree of the log `l` with the leaf at `index`, the earliest first. */
const stampsQuery = (from: SQL, index: SQL, where: SQL): SQL => sql`SELECT ${COLUMNS}
  FROM ${from} CROSS JOIN ${STAMP_AUTHORITIES} a CROSS JOIN log_stamps s ON s.log = l.number AND s.authority = a.name
    AND s.size = (SELECT x.size FROM log_stamps x WHERE x.log = l.number AND x.authority = a.name
      AND x.size > ${index} ORDER BY x.size LIMIT 1)
    CROSS JOIN stamps t ON t.number = s.stamp
  WHERE ${where} ORDER BY t.at_us LIMIT ${MAX_STAMPS}`;

/**
 * Of each authority the first stamp of a tree with an event, of the log that the audience is shown, the earliest first.
 * Empty until there is one, and where the audience may not read the event.
 */
export async function readStamps(scope: Scope, asset: string, event: string): Promise<RecordedStamp[]> {
  const owner = scope.tenant === undefined ? sql`${PUBLIC_SCOPE}` : tenantId(sql`event.tenant`);
  const [rows] = await scope.read(
    scope.query<Row>('whole', (seen) =>
      stampsQuery(
        sql`events event${seen.join('event')} CROSS JOIN logs l ON l.scope = ${owner} AND l.ended = 0
          CROSS JOIN log_leaves leaf ON leaf.log = l.number AND leaf.event = event.number`,
        sql`leaf."index"`,
        sql`event.asset = ${assetNumber(asset)} AND event.id = ${event} AND ${seen.sees('event')}`,
      ),
    ),
  );
  return stampsOf(rows);
}

/** As `readStamps`, of trees with the leaf at an index of the log `l`, which follows `from`. */
export async function readStampsAt(scope: Scope, from: (seen: Seen) => SQL, index: number): Promise<RecordedStamp[]> {
  const [rows] = await scope.read(scope.query<Row>('whole', (seen) => stampsQuery(from(seen), sql`${index}`, sql`1`)));
  return stampsOf(rows);
}

/**
 * The stamps of trees of a log up to a size, in the order of authorities and sizes, after one of them; at most `limit`.
 * Only for audiences that may read the whole log.
 */
export async function readStampsAfter(
  scope: Scope,
  owner: SQL,
  { log, upTo }: { log: string; upTo: number },
  after: readonly [authority: string, size: number],
  limit: number,
): Promise<(RecordedStamp & { authority: string })[]> {
  const [rows] = await scope.read(
    scope.logQuery<Row & { authority: string }>(
      owner,
      'whole',
      (granted) => sql`SELECT ${COLUMNS}, s.authority FROM ${granted} CROSS JOIN logs l ON l.id = ${log}
        CROSS JOIN log_stamps s ON s.log = l.number AND (s.authority, s.size) > (${after[0]}, ${after[1]})
          AND s.size <= ${upTo}
        CROSS JOIN stamps t ON t.number = s.stamp ORDER BY s.authority, s.size LIMIT ${limit}`,
    ),
  );
  return stampsOf(rows).map((stamp, n) => ({ ...stamp, authority: rows[n]!.authority }));
}

const stampsOf = (rows: readonly Row[]): RecordedStamp[] =>
  rows.map(({ log, size, root, salt, index, path, token, certificates, renewals }) => ({
    log,
    size,
    root,
    salt: fromHex(salt),
    index,
    path: fromHex(path),
    token: tokenOf(token, JSON.parse(certificates) as string[]),
    renewals: (JSON.parse(renewals) as unknown[][])
      .map((row) => RENEWAL.values<RenewalRow>(row))
      .toSorted((a, b) => a.depth - b.depth)
      .map((each) => ({
        index: each.index,
        path: fromHex(each.path),
        token: tokenOf(each.token, each.certificates),
      })),
  }));

const tokenOf = (token: string, certificates: readonly string[]): Uint8Array =>
  encodeToken(readToken(fromHex(token)), certificates.map(fromHex));

/** What proofs and exports have alike of a stamp, as JSON. */
export const stampParts = ({ salt, index, path, token, renewals }: RecordedStamp) => ({
  salt: toBase64Url(salt),
  index,
  stamp_path: toBase64Url(path),
  token: toBase64(token),
  ...(renewals.length > 0 ? { renewals: renewals.map(renewalJson) } : {}),
});

const renewalJson = ({ index, path, token }: RecordedStamp['renewals'][number]) => ({
  index,
  path: toBase64Url(path),
  token: toBase64(token),
});
