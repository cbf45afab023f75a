import { sql } from 'drizzle-orm';
import { splitBytes } from '../../lib/bytes.ts';
import { sha256Hex } from '../../lib/digest.ts';
import { fromHex, toHex } from '../../lib/text.ts';
import type { Micros } from '../../lib/time.ts';
import { TimestampError } from '../../formats/timestamp/error.ts';
import { certificateOf } from '../../formats/timestamp/path.ts';
import { renewalLeaf } from '../../formats/timestamp/renewal.ts';
import { stampLeaf, stampRoot } from '../../formats/timestamp/stamp-tree.ts';
import { encodeToken, readToken } from '../../formats/timestamp/token.ts';
import { verifyToken } from '../../formats/timestamp/verify.ts';
import { HASH_BYTES } from '../../formats/log/tree.ts';
import type { Database } from '../../platform/database/database.ts';
import { MAX_LOGS } from './tables.ts';
import type { CheckBudget, CheckedLog, LogFinding, PartChecked } from '../reads/log-check.ts';
import { TreeRows } from '../sequencer/tree-rows.ts';

/** Rows of one read. */
const ROWS = 100;
/** Stamps of one read, which counts the trees of each: at most 1,000. */
const STAMPS = 20;
/** What a stamp counts in the budget, which is of entries: the signatures of its token, or the nodes of its tree. */
const COST = 50;

/** Bytes are hexadecimal digits. `stamped`: the root of the stamp; null: the stamp is missing. */
type TreeRow = { authority: string; size: number; index: number } & Record<'root' | 'salt' | 'path', string> & {
    stamped: string | null;
  };

/**
 * Verifies that the stamped trees of a log are its own, and that each leads to the root of its stamp. `skip`: how many
 * of them, in their order, were verified before.
 */
export async function verifyLogStamps(
  db: Database,
  log: CheckedLog,
  skip: number,
  budget: CheckBudget,
): Promise<PartChecked> {
  const tree = new TreeRows(db, log.id);
  const finding = (problem: string, { authority, size }: TreeRow): LogFinding[] => [
    { identity: `logs/${log.id}`, sequence: 0, problem: `${problem} (size ${size}, ${authority})` },
  ];
  for (let done = skip; ;) {
    if (done > skip && budget.isSpent) return { findings: [], next: done };
    const [rows] = await db.batch([
      db.sql<TreeRow>(sql`SELECT s.authority, s.size, s."index", lower(hex(s.root)) AS root, hex(s.salt) AS salt,
          hex(s.path) AS path, iif(t.number IS NULL, NULL, lower(hex(t.root))) AS stamped
        FROM log_stamps s LEFT JOIN stamps t ON t.number = s.stamp AND t.authority = s.authority
        WHERE s.log = ${log.number} ORDER BY s.authority, s.size LIMIT ${ROWS} OFFSET ${done}`),
    ]);
    for (const row of rows) {
      const problem = await treeProblem(row, log, tree);
      if (problem !== undefined) return { findings: finding(problem, row), next: undefined };
    }
    if (rows.length < ROWS) return { findings: [], next: undefined };
    done += rows.length;
    budget.spend(COST * rows.length);
  }
}

async function treeProblem(row: TreeRow, log: CheckedLog, tree: TreeRows): Promise<string | undefined> {
  if (row.size > log.size) return 'a time stamp is of a larger tree than that of the log';
  if (toHex(await tree.root(log.size, row.size)) !== row.root) return 'a time stamp is of another tree of the log';
  if (row.stamped === null) return 'the time stamp of a tree is missing';
  const leaf = stampLeaf({ origin: log.origin, size: row.size, root: fromHex(row.root) }, fromHex(row.salt));
  const path = hashesIn(fromHex(row.path));
  if (!path) return 'the path of a stamped tree is not a list of hashes';
  const root = stampRoot(leaf, { index: row.index, path });
  return root && toHex(root) === row.stamped ? undefined : 'a stamped tree does not lead to the root of its time stamp';
}

/** Bytes are hexadecimal digits. `certificates`: JSON list. `trees`: how many the stamp has, at most 1,001. */
type StampRow = { number: number; authority: string; atUs: Micros; logs: number; trees: number } & Record<
  'root' | 'token' | 'certificates',
  string
> & { expiresUs: Micros; renewal: number | null; index: number | null; path: string; renewed: string | null };
type CertificateRow = { hash: string; certificate: string };

/**
 * Verifies the tokens of the stamps after a number: that each is of the stored root and time, that its authority and
 * the stored certificates have signed it, that each stamp has as many trees as it counts, and that its renewal covers
 * it.
 */
export async function verifyTokens(db: Database, after: number, budget: CheckBudget): Promise<PartChecked> {
  const certificates = new Map<string, Uint8Array<ArrayBuffer>>();
  for (let number = after; ;) {
    if (number > after && budget.isSpent) return { findings: [], next: number };
    const [rows, found] = await db.batch([
      db.sql<StampRow>(sql`SELECT number, authority, at_us AS atUs, hex(root) AS root, hex(token) AS token,
          certificates, logs, expires_us AS expiresUs, (SELECT count(*) FROM (
            SELECT 1 FROM log_stamps s WHERE s.stamp = stamps.number LIMIT ${MAX_LOGS + 1})) AS trees,
          renewal, "index", coalesce(hex(path), '') AS path, (SELECT hex(n.root) FROM stamps n
            WHERE n.number = stamps.renewal AND n.authority = stamps.authority AND n.number > stamps.number
              AND n.logs = 0 AND n.expires_us > stamps.expires_us) AS renewed
        FROM stamps WHERE number > ${number} ORDER BY number LIMIT ${STAMPS}`),
      db.sql<CertificateRow>(sql`SELECT hash, hex(certificate) AS certificate FROM stamp_certificates
        WHERE hash IN (SELECT value FROM stamps t, json_each(t.certificates)
          WHERE t.number IN (SELECT number FROM stamps WHERE number > ${number} ORDER BY number LIMIT ${STAMPS}))`),
    ]);
    for (const { hash, certificate } of found) certificates.set(hash, fromHex(certificate));
    for (const row of rows) {
      const problem = await tokenProblem(row, certificates);
      if (problem !== undefined) return { findings: stampFinding(row.number, problem), next: undefined };
    }
    if (rows.length < STAMPS) return { findings: [], next: undefined };
    number = rows.at(-1)!.number;
    budget.spend(COST * rows.length);
  }
}

function renewalProblem({ renewal, index, path, renewed }: StampRow, token: Uint8Array): string | undefined {
  const isWhole = (renewal === null) === (index === null) && (renewal === null) === (path === '');
  if (!isWhole || (renewal !== null && renewed === null)) return 'its renewal is missing';
  if (renewal === null) return undefined;
  const hashes = hashesIn(fromHex(path));
  const root = hashes && stampRoot(renewalLeaf(token), { index: index!, path: hashes });
  return root && toHex(root) === renewed!.toLowerCase() ? undefined : 'it does not lead to the root of its renewal';
}

/** Hashes that follow one another; undefined for bytes that are not a list of them. */
const hashesIn = (bytes: Uint8Array): Uint8Array[] | undefined =>
  bytes.length % HASH_BYTES > 0 ? undefined : splitBytes(bytes, HASH_BYTES);

const stampFinding = (number: number, problem: string): LogFinding[] => [
  { identity: 'database', sequence: 0, problem: `time stamp ${number}: ${problem}` },
];

async function tokenProblem(
  row: StampRow,
  known: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
): Promise<string | undefined> {
  const { root, token, certificates, atUs, expiresUs, logs, trees } = row;
  if (trees !== logs) return 'it has another number of trees';
  const own: Uint8Array<ArrayBuffer>[] = [];
  for (const hash of JSON.parse(certificates) as string[]) {
    const certificate = known.get(hash);
    if (!certificate) return 'a certificate is missing';
    if (sha256Hex(certificate) !== hash) return 'a certificate is not that of its hash';
    own.push(certificate);
  }
  try {
    // The certificates of the path, from that of the authority.
    const trusted = own.slice(-1).map(certificateOf);
    const encoded = encodeToken(readToken(fromHex(token)), own);
    const { time, expires } = await verifyToken(encoded, fromHex(root), trusted);
    if (time !== atUs) return 'the token is of another time';
    // That of the trusted certificate of the authority is not stored, and can only be earlier.
    if (expiresUs > expires) return 'its certificates expire at another time';
    return renewalProblem(row, encoded);
  } catch (error) {
    if (error instanceof TimestampError) return error.message;
    throw error;
  }
}
