import { sql } from 'drizzle-orm';
import { encodeAuthorKey, ownerCommitment } from '../../formats/log/entry.ts';
import { PUBLIC_SCOPE } from '../../lib/identifiers.ts';
import { toHex } from '../../lib/text.ts';
import { formatMicros } from '../../lib/time.ts';
import type { AuthorKeyRow } from '../../ledger/authors/tables.ts';
import type { Database } from '../../platform/database/database.ts';
import type { FeedRow } from './feed-rows.ts';
import { leafOfEntry, type LogLeaf } from './leaf.ts';
import type { SequencerState } from './sequencing.ts';
import type { LogWriterCalls } from './writer-logs.ts';

/** Changes of a kind that one append takes. */
const MOST = 200;

/**
 * The enrolments and the revocations of authors' keys up to these numbers are in the log, in this epoch of the
 * database. Without it, or in another epoch, the leaves of the log say which it has.
 */
export type LoggedChanges = { epoch: string; enrolled: number; revoked: number };

/** What CHANGE_COLUMNS select. */
export type ChangeRow = Pick<AuthorKeyRow, 'thumbprint'> & {
  number: number;
  change: 'enrolled' | 'revoked';
  atUs: number;
  issuer: string;
  subject: string;
  salt: string;
};

/** The columns of the change `change`. */
export const CHANGE_COLUMNS = sql.raw(
  'change.number, change.thumbprint, change.change, change.at_us AS atUs, change.issuer, change.subject, change.salt',
);

/** The leaf of a change in a log. */
export function leafOfChange({ number, thumbprint, change, atUs, salt, ...owner }: ChangeRow, log: string): LogLeaf {
  const created = formatMicros(atUs);
  const entry = encodeAuthorKey({ log, change, created, thumbprint, owner: ownerCommitment(owner, salt) });
  return { ...leafOfEntry(entry), change: { kind: change, number } };
}

/** The log of a tenancy, and what its sequencer stores. */
type Stored = {
  log: { id: string; scope: string };
  keyChanges?: LoggedChanges | undefined;
  stored: SequencerState<LogLeaf>;
};

/** What an append takes: the leaves of enrolments, the events of the next leaves, and the leaves of revocations. */
type Taken = { enrolments: LogLeaf[]; rows: FeedRow[]; revocations: LogLeaf[]; epoch: string };

/**
 * Takes the events of a scope after a commit number, with the changes of authors' keys that its log lacks. An enrolment
 * comes before the events that were committed after it, and a revocation after those that were committed before it.
 */
export async function takeWithKeyChanges(
  writer: Pick<LogWriterCalls, 'takeEvents'>,
  db: Database,
  log: Stored,
  after: number,
): Promise<Taken> {
  const { scope } = log.log;
  let events = await writer.takeEvents(scope, after, 0);
  if (scope === PUBLIC_SCOPE) return { ...events, enrolments: [], revocations: [] };
  // Read after the events, so that it has the enrolments of their keys.
  let enrolments = await nextChanges(db, log, 'enrolled');
  const revocations = await nextChanges(db, log, 'revoked');
  const last = revocations.leaves.length > 0 ? await lastEvent(db) : 0;
  if (events.through < last) {
    events = await writer.takeEvents(scope, after, last);
    enrolments = await nextChanges(db, log, 'enrolled');
  }
  const { rows, epoch, through } = events;
  if (enrolments.hasMore) return { enrolments: enrolments.leaves, rows: [], revocations: [], epoch };
  return { enrolments: enrolments.leaves, rows, revocations: through < last ? [] : revocations.leaves, epoch };
}

/** The commit number of the last event of the database. */
async function lastEvent(db: Database): Promise<number> {
  const [[row]] = await db.batch([
    db.sql<{ number: number }>(sql`SELECT coalesce(max(number), 0) AS number FROM events`),
  ]);
  return row!.number;
}

/** The leaves of the next changes in a tenancy that its log lacks, and whether there may be more. */
async function nextChanges(
  db: Database,
  { log: { id, scope }, keyChanges, stored }: Stored,
  kind: ChangeRow['change'],
): Promise<{ leaves: LogLeaf[]; hasMore: boolean }> {
  for (let after = keyChanges?.epoch === stored.epoch ? keyChanges[kind] : 0; ;) {
    const [rows] = await db.batch([
      db.sql<ChangeRow>(sql`SELECT ${CHANGE_COLUMNS} FROM author_key_changes change WHERE change.tenant = ${scope}
        AND change.number > ${after} AND change.change = ${kind} ORDER BY change.number LIMIT ${MOST}`),
    ]);
    if (rows.length === 0) return { leaves: [], hasMore: false };
    const leaves = rows.map((row) => leafOfChange(row, id));
    const known = await knownHashes(db, id, leaves);
    const missing = leaves.filter(({ hash }) => !known.has(toHex(hash)));
    if (missing.length > 0) return { leaves: missing, hasMore: rows.length === MOST };
    after = rows.at(-1)!.number;
  }
}

/** The hashes of those leaves that the log has, as hexadecimal digits. */
async function knownHashes(db: Database, log: string, leaves: readonly LogLeaf[]): Promise<Set<string>> {
  const hashes = JSON.stringify(leaves.map(({ hash }) => toHex(hash)));
  const [rows] = await db.batch([
    db.sql<{ hash: string }>(sql`SELECT lower(hex(leaf.hash)) AS hash FROM json_each(${hashes}) h
      CROSS JOIN log_leaves leaf ON leaf.log = (SELECT number FROM logs WHERE id = ${log}) AND leaf.entry IS NOT NULL
        AND leaf.hash = unhex(h.value)`),
  ]);
  return new Set(rows.map(({ hash }) => hash));
}

/** The changes that are in the log once `next` is stored. */
export function keyChangesAfter(
  { keyChanges, stored }: Omit<Stored, 'log'>,
  next: SequencerState<LogLeaf>,
): LoggedChanges | undefined {
  if (!next.bundle || next.bundle === stored.bundle) return keyChanges;
  const { leaves } = next.bundle;
  if (leaves.every(({ change }) => change === undefined)) return keyChanges;
  const known = keyChanges?.epoch === next.epoch ? keyChanges : { enrolled: 0, revoked: 0 };
  const through = (kind: ChangeRow['change']): number =>
    leaves.findLast(({ change }) => change?.kind === kind)?.change?.number ?? known[kind];
  return { epoch: next.epoch, enrolled: through('enrolled'), revoked: through('revoked') };
}

/**
 * The tenancies with a change since a time, among the last ones of all tenancies: their sequencers are called again,
 * because a call may have been lost.
 */
export async function tenanciesWithChanges(db: Database, sinceUs: number): Promise<string[]> {
  const [rows] = await db.batch([
    db.sql<{ tenant: string }>(sql`SELECT DISTINCT tenant FROM (
      SELECT tenant, at_us FROM author_key_changes ORDER BY number DESC LIMIT ${MOST}) WHERE at_us >= ${sinceUs}`),
  ]);
  return rows.map(({ tenant }) => tenant);
}
