import { sql, type SQL } from 'drizzle-orm';
import { ServiceError } from '../../lib/errors.ts';
import { joinBytes } from '../../lib/bytes.ts';
import { eventLine, type ExportedAuthor, type ExportedProof } from '../../formats/exports/lines.ts';
import { fitting, PAGE_BYTES, type Cursor } from '../../lib/paging.ts';
import { fromHex, toBase64, toBase64Url, toHex } from '../../lib/text.ts';
import { statementDigest } from '../../formats/statement/statement.ts';
import { ENTRY_SCHEMAS, entrySecrets, parseEntry } from '../../formats/log/entry.ts';
import { inclusionProofs } from '../../formats/log/proofs.ts';
import { hashesFromTiles } from '../../formats/log/tiles.ts';
import { pageStatement, type EventListRow } from '../../ledger/lists/statements.ts';
import { eventJson } from '../../ledger/records/event.ts';
import { seenEvent } from '../../ledger/records/rows.ts';
import { tileReader } from '../../transparency/reads/logs.ts';
import { requireComplete } from '../../transparency/reads/published-log.ts';
import { readAuthors } from './authors.ts';
import type { ExportPage, ExportRun } from './content.ts';

/** A leaf with what the proof of its event has. Texts are hexadecimal digits, in upper case. */
type LeafRow = {
  index: number;
  /** The commit number of the event; null: the entry is not of an event. */
  event: number | null;
  entry: string;
  content: string;
  chain: string;
  sequence: number;
  mechanism: string;
  public: number;
  hash: string;
  /** The statement of the author; empty: the event is not signed. */
  statement: string;
  /** The seed of its commitments; empty: the event is erased, or not signed. */
  statementSeed: string;
  /** Null: the event is erased. */
  seed: string | null;
};

/**
 * Reads the events of `limit` entries of the log in its order, each with its inclusion proof in the tree of the export.
 * Throws 410 if another log replaces the log of the tenancy.
 */
export async function readEvents({ scope, log }: ExportRun, after: Cursor, limit: number): Promise<ExportPage> {
  if (!log) return { lines: [], next: undefined };
  requireComplete();
  const from = Number(after[0] ?? 0);
  const end = Math.min(log.size, from + limit);
  // `+`: the leaves of the range lead to the events, and not the other way round.
  const places = sql`logs l CROSS JOIN log_leaves leaf ON l.id = ${log.id} AND l.ended = 0 AND leaf.log = l.number
    AND leaf."index" >= ${from} AND leaf."index" < ${end}`;
  const [[head], leaves, events] = await scope.read(
    scope.logQuery<{ ended: number }>(
      sql`${scope.tenant}`,
      'whole',
      (granted) => sql`SELECT l.ended FROM ${granted} CROSS JOIN logs l ON l.id = ${log.id}`,
    ),
    scope.query<LeafRow>(
      'own',
      (seen) => sql`SELECT leaf."index", leaf.event, hex(leaf.entry) AS entry,
          hex(leaf.content) AS content, hex(leaf.chain) AS chain, event.seq AS sequence,
          event.proof_mechanism AS mechanism, event.public, hex(event.hash) AS hash,
          lower(hex(event.statement)) AS statement,
          hex(event.statement_seed) AS statementSeed, ${SEED} AS seed
        FROM ${places} LEFT JOIN events event ON event.number = leaf.event
        WHERE leaf.event IS NULL OR ${seen.sees('event')} ORDER BY leaf."index"`,
    ),
    scope.query<EventListRow>('own', (seen) => {
      const source = sql`${places} CROSS JOIN events event ON event.number = leaf.event WHERE ${seen.sees('event')}`;
      return pageStatement('event', seen, source, sql`leaf."index"`, limit);
    }),
  );
  if (!head || head.ended === 1) throw new ServiceError('gone', `the log ${log.id} of the tenancy was replaced`);
  if (leaves.length < end - from) throw new Error(`the log ${log.id} lacks entries or events from ${from} to ${end}`);
  const kept = events.slice(
    0,
    fitting(
      events.map(({ size }) => size),
      PAGE_BYTES,
    ),
  );
  const leafOf = new Map(leaves.map((leaf) => [leaf.event, leaf]));
  const shown = kept.map((event) => ({ event, leaf: leafOf.get(event.number)! }));
  const next = kept.length < events.length ? shown.at(-1)!.leaf.index + 1 : end;
  const read = hashesFromTiles(log.size, tileReader(scope, log, 'whole'));
  const indexes = shown.map(({ leaf }) => leaf.index);
  const paths = await inclusionProofs(indexes, log.size, read);
  const signed = shown.filter(({ leaf }) => leaf.statementSeed !== '');
  const authors = await readAuthors(
    scope,
    log,
    signed.map(({ event, leaf: { index, statement, statementSeed: seed } }) => {
      return { number: event.number, index, statement: fromHex(statement), seed: fromHex(seed) };
    }),
    read,
  );
  return {
    lines: shown.map(({ event, leaf }, n) => ({
      text: eventLine(eventJson(seenEvent(event)), {
        index: leaf.index,
        proof: proofOf(leaf, log.id, paths[n]!, authors.get(leaf.index)),
      }),
      after: [leaf.index + 1],
      hasStatement: authors.has(leaf.index),
    })),
    next: next < log.size ? [next] : undefined,
    entries: leaves
      .filter(({ index, event, entry }) => event === null && index > 0 && index < next && !isMap(entry))
      .map(({ index, entry }) => ({ index, entry: toBase64(fromHex(entry)) })),
  };
}

/** Whether the entry is in the files of maps. */
const isMap = (entry: string): boolean => parseEntry(fromHex(entry)).schema === ENTRY_SCHEMAS.map;

/** The seed of the event, or of its entries; NULL if it was erased. */
const SEED: SQL = sql.raw(`CASE WHEN event.principal IS NOT NULL
  THEN nullif(hex(coalesce(event.seed, (SELECT s.seed FROM log_seeds s WHERE s.event = event.number))), '') END`);

/** The proof that `GET …:proof` returns to administrators. */
function proofOf(leaf: LeafRow, log: string, path: Uint8Array[], author: ExportedAuthor | undefined): ExportedProof {
  const secrets = leaf.seed === null ? undefined : entrySecrets(fromHex(leaf.seed), log);
  return {
    entry: {
      sequence: leaf.sequence,
      proof_mechanism: leaf.mechanism,
      public: leaf.public === 1,
      chain_commitment: leaf.chain.toLowerCase(),
      ...(leaf.statement === '' ? {} : { author_statement: statementDigest(fromHex(leaf.statement)) }),
    },
    content: secrets ? { seed: toBase64Url(secrets.contentSeed) } : { commitment: leaf.content.toLowerCase() },
    ...(secrets ? { chain_hash: { value: leaf.hash.toLowerCase(), salt: toHex(secrets.chainSalt) } } : {}),
    path: toBase64Url(joinBytes(path)),
    ...(author ? { author } : {}),
  };
}
