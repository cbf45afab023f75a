import { sql } from 'drizzle-orm';
import type { Scope } from '../../access/scope.ts';
import { disclosure } from '../../formats/content-commitment.ts';
import { notFound } from '../../lib/errors.ts';
import { PUBLIC_SCOPE } from '../../lib/identifiers.ts';
import { fromHex, toBase64Url, toHex } from '../../lib/text.ts';
import { entrySecrets } from '../../formats/log/entry.ts';
import { signedContent, statementSalts } from '../../formats/statement/commitments.ts';
import type { AuthorKey } from '../../formats/statement/key.ts';
import { decodeStatement, type Payload } from '../../formats/statement/statement.ts';
import { pathDifference } from '../../formats/log/two-paths.ts';
import { eventJson, type EventRecord } from '../../ledger/records/event.ts';
import { scopeSeen } from '../../ledger/lists/conditions.ts';
import {
  eventColumns,
  eventOf,
  eventParents,
  seenAttributes,
  seenEvent,
  type EventRow,
  type Redacted,
} from '../../ledger/records/rows.ts';
import { assetNumber } from '../../platform/database/numbers.ts';
import { readAuthorEvidence, type AuthorEvidence } from './author-evidence.ts';
import { readInCheckpoint } from './checkpoint-inclusion.ts';

/** What leads from the content that a reader sees to the content commitment of an entry. */
export type ContentSecret = { seed: string } | { salts: string; hidden: string };

/**
 * What leads from the content that a reader sees to the commitments of its statement: the seed for readers of all of
 * it, who have all values, and the salts of a part for others; none if the event is erased.
 */
export type StatementSecret = { seed: Uint8Array } | { salts: Uint8Array[] };

/** What a proof of an event by its entry in a log consists of, without an anchor. */
export type EntryProof = {
  /** The UUID of the log. */
  log: string;
  /** The event as the audience may see it. */
  event: EventRecord;
  /** 64 hexadecimal digits. */
  chainCommitment: string;
  /** The statement of the author with its payload, in the log of the tenancy. */
  statement:
    | { attached: Uint8Array; opening: StatementSecret; key: AuthorKey | undefined; evidence: AuthorEvidence }
    | undefined;
  opening: ContentSecret | { commitment: string };
  /**
   * Only for readers of all content of the event and of the event before, and only for administrators if an event of
   * the asset may have an unsalted chain hash; the salt is 32 hexadecimal digits.
   */
  chainHash: { value: string; salt: string } | undefined;
  index: number;
  /** The inclusion proof to the root of the checkpoint. */
  path: Uint8Array[];
  /** A signed note. */
  checkpoint: string;
  /** Of each of the other trees that are of this log: the hashes of the inclusion proof that `path` does not have. */
  further: { tree: FurtherTree; path: Uint8Array[] }[];
};

/** A tree of a log that is anchored or stamped. `root`: hexadecimal digits. */
export type FurtherTree = { log: string; size: number; root: string };

/** Hexadecimal digits. */
type Commitments = { contentCommitment: string; chainCommitment: string };
/**
 * `seed`: of the event or of its entries; null if it was erased. `isSalted`: whether the asset has no event with an
 * unsalted chain hash; 0 also if that is not known, because the first event was erased.
 */
type ContentRow = EventRow &
  Redacted & { seed: string | null; isSalted: number; statement: string; statementSeed: string };

const contentQuery = (scope: Scope, asset: string, event: string) =>
  scope.query<ContentRow>(
    'whole',
    (seen) => sql`SELECT ${eventColumns('event', scopeSeen(seen))}, ${seen.redaction('event')},
      CASE WHEN event.principal IS NOT NULL
        THEN nullif(hex(coalesce(event.seed, (SELECT s.seed FROM log_seeds s WHERE s.event = event.number))), '')
          END AS seed, lower(hex(event.statement)) AS statement,
        lower(hex(event.statement_seed)) AS statementSeed,
        EXISTS (SELECT 1 FROM events f WHERE f.asset = event.asset AND f.seq = 1 AND f.seed IS NOT NULL) AS isSalted
      FROM events event${seen.join('event')}${eventParents('event')}
      WHERE event.asset = ${assetNumber(asset)} AND event.id = ${event} AND ${seen.sees('event')}`,
  );

/**
 * The attributes of the event before, of which the audience may read `readable`; no row if it may not see that event.
 */
const beforeQuery = (scope: Scope, asset: string, event: string) =>
  scope.query<Redacted & { assetAttributes: string }>(
    'whole',
    (seen) => sql`SELECT event.asset_attributes AS assetAttributes, ${seen.redaction('event')}
      FROM events event${seen.join('event')}
      WHERE event.asset = ${assetNumber(asset)} AND event.seq = (SELECT x.seq - 1 FROM events x
        WHERE x.asset = ${assetNumber(asset)} AND x.id = ${event})
        AND ${seen.sees('event')}`,
  );

/**
 * The proof of an event by its entry in the log of the tenancy that owns it, or in the public log for anonymous
 * callers, with what the audience may see. `also`: other trees, which are ignored if they are not of this log. Throws
 * as `readReceipt`.
 */
export async function readEntryProof(
  scope: Scope,
  asset: string,
  event: string,
  also: readonly FurtherTree[],
): Promise<EntryProof> {
  const found = await readInCheckpoint(
    scope,
    [asset, event],
    'proof',
    sql<Commitments>`hex(leaf.content) AS contentCommitment, hex(leaf.chain) AS chainCommitment`,
    [contentQuery(scope, asset, event), beforeQuery(scope, asset, event)] as const,
    (of) => also.filter((tree) => isOf(tree, of)),
  );
  const { log, index, size, path, note, row, further } = found;
  const [[content], [before]] = found.others;
  if (!content) throw notFound(`assets/${asset}/events/${event}`);
  const isPublic = log.scope === PUBLIC_SCOPE;
  const secrets = content.seed === null ? undefined : entrySecrets(fromHex(content.seed), log.id);
  const seesBoth = isWhole(content) && (content.seq === 1 || (before !== undefined && isWhole(before)));
  // From an unsalted hash and all events after it, which a reader may see, the content of a hidden event before could
  // be guessed.
  const isGuessable = content.isSalted === 0 && content.readable !== null;
  const seesChain = !isPublic && seesBoth && !isGuessable;
  return {
    log: log.id,
    event: seenEvent(content),
    chainCommitment: row.chainCommitment.toLowerCase(),
    statement:
      isPublic || content.statement === '' ? undefined : await readStatement(scope, content, { log, note, index }),
    opening: secrets
      ? openingOf(content, secrets.contentSeed, isPublic)
      : { commitment: row.contentCommitment.toLowerCase() },
    chainHash: secrets && seesChain ? { value: content.hash, salt: toHex(secrets.chainSalt) } : undefined,
    index,
    path,
    checkpoint: note,
    further: also
      .filter((tree) => isOf(tree, log))
      .map((tree, n) => ({ tree, path: pathDifference({ index, size }, tree.size, further[n]!.path) })),
  };
}

/** The statement of a signed event. The key follows from its thumbprint, whichever tenancy has enrolled it. */
async function readStatement(
  scope: Scope,
  row: ContentRow & { asset: string },
  tree: Parameters<typeof readAuthorEvidence>[2],
): Promise<EntryProof['statement']> {
  const attached = fromHex(row.statement);
  const statement = decodeStatement(attached);
  const { key, payload } = statement;
  const [[found]] = await scope.read(
    scope.query<{ key: string }>(
      'whole',
      (seen) => sql`SELECT k.public_jwk AS key FROM events event${seen.join('event')}
        CROSS JOIN author_keys k ON k.thumbprint = ${toBase64Url(key)}
        WHERE event.asset = ${assetNumber(row.asset)} AND event.id = ${row.id} AND ${seen.sees('event')} LIMIT 1`,
    ),
  );
  return {
    attached,
    opening: statementOpening(row, payload),
    key: found && (JSON.parse(found.key) as AuthorKey),
    evidence: await readAuthorEvidence(scope, [row.asset, row.id], tree, statement),
  };
}

function statementOpening(row: ContentRow, payload: Payload): StatementSecret {
  if (row.statementSeed === '') return { salts: [] };
  const seed = fromHex(row.statementSeed);
  if (isWhole(row)) return { seed };
  return { salts: statementSalts(signedContent(payload, eventJson(seenEvent(row)), seed), seed) };
}

const isOf = (tree: FurtherTree, log: { id: string; size: number }): boolean =>
  tree.log === log.id && tree.size <= log.size;

/** Whether an audience may read all attributes of a row. */
const isWhole = (row: Redacted & { assetAttributes: string }): boolean => {
  const all = JSON.parse(row.assetAttributes) as EventRecord['assetAttributes'];
  return Object.keys(seenAttributes(all, row)).length === Object.keys(all).length;
};

/** The content seed for readers of all of the content that the log shows, a disclosure for those of a part. */
export function openingOf(row: EventRow & Redacted, seed: Uint8Array, isPublic: boolean): ContentSecret {
  if (isWhole(row)) return { seed: toBase64Url(seed) };
  const visible = new Set(Object.keys(seenEvent(row).assetAttributes));
  const readable = { asset_attributes: visible, event_attributes: 'all', principals: 'all' } as const;
  const { salts, hidden } = disclosure(eventJson(eventOf(row), isPublic ? 'publicassets' : 'assets'), seed, readable);
  return { salts, hidden };
}
