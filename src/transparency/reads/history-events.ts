import { sql } from 'drizzle-orm';
import type { Scope } from '../../access/scope.ts';
import { pageStatement, type EventListRow } from '../../ledger/lists/statements.ts';
import type { EventRecord } from '../../ledger/records/event.ts';
import { seenEvent } from '../../ledger/records/rows.ts';
import { entrySecrets } from '../../formats/log/entry.ts';
import { statementDigest } from '../../formats/statement/statement.ts';
import { fitting, PAGE_BYTES } from '../../lib/paging.ts';
import { fromHex } from '../../lib/text.ts';
import { Lanes } from '../../platform/pacing/budget.ts';
import { assetNumber } from '../../platform/database/numbers.ts';
import { logOfAsset } from './complete-history.ts';
import { openingOf, type ContentSecret } from './event-proof.ts';

/** An event that the audience may see, with what leads from it to its entry. Commitments are hexadecimal digits. */
export type ReadableEvent = {
  event: EventRecord;
  chainCommitment: string;
  /** The digest of the statement; undefined: not signed, or of the public log. */
  statement: string | undefined;
  opening: ContentSecret;
};

/** An event of a history. `leaf`: the leaf hash of its entry, if the audience may not see it or if it is erased. */
export type HistoryEvent = ReadableEvent | { leaf: string };

/** Hexadecimal digits. `chain`, `seed` and `statement`: null if the audience may not see the event. */
type LeafRow = {
  seq: number;
  number: number;
  index: number | null;
  leaf: string | null;
  isSeen: number | null;
  chain: string | null;
  seed: string | null;
  statement: string | null;
};

/** Events that one transaction reads where rights cost little, and otherwise; bytes of statements of authors. */
const PAGE = { events: 256, least: 32, statements: 500_000 };
/** Only a few pages are read at once, so that appends and other reads get the database between them. */
const READS = new Lanes('reads of histories', 2, 256);

/** An asset's history in a log: as of `size` entries, it has this number of events. */
export type HistoryRange = { asset: string; log: string; size: number; events: number };

/**
 * The events of a history in the order of the log, in pages of limited size, each read in a transaction with the rights
 * of that moment. `holder`: who takes turns with others. Throws as `TenantScope.read`, and an Error if the audience may
 * no longer see the asset.
 */
export async function* historyEvents(
  scope: Scope,
  range: HistoryRange,
  holder: string,
): AsyncGenerator<HistoryEvent[], void> {
  for (let after = 0; after < range.events;) {
    const from = after;
    const page = await READS.run(() => readPage(scope, range, from), holder);
    if (page.length === 0) throw new Error(`assets/${range.asset} lacks events of its history after ${after}`);
    after += page.length;
    yield page;
  }
}

async function readPage(
  scope: Scope,
  { asset, log, size, events }: HistoryRange,
  after: number,
): Promise<HistoryEvent[]> {
  const before = sql`${assetNumber(asset)}`;
  const until = (affordable: ReturnType<typeof sql>) =>
    sql`min(${events}, ${after} + max(${PAGE.least}, ${affordable}))`;
  const [leaves, shown] = await scope.read(
    scope.query<LeafRow>('whole', (seen) => {
      const sees = seen.sees('event');
      const bytes = sql`sum(octet_length(coalesce(event.statement, x''))) OVER (ORDER BY event.seq)`;
      return sql`SELECT event.seq, event.number, leaf."index", lower(hex(leaf.hash)) AS leaf, ${sees} AS isSeen,
          CASE WHEN ${sees} THEN lower(hex(leaf.chain)) END AS chain,
          CASE WHEN ${sees} AND event.principal IS NOT NULL
            THEN nullif(hex(coalesce(event.seed, (SELECT s.seed FROM log_seeds s WHERE s.event = event.number))), '')
              END AS seed,
          CASE WHEN ${sees} AND (${bytes} <= ${PAGE.statements} OR event.seq = ${after + 1})
            THEN hex(event.statement) END AS statement
        FROM ${logOfAsset(scope, seen, asset, log)} CROSS JOIN events event${seen.join('event')}
          LEFT JOIN log_leaves leaf ON leaf.log = l.number AND leaf.event = event.number
        WHERE event.asset = ${before} AND event.seq > ${after} AND event.seq <= ${until(seen.affordable(PAGE.events))}
        ORDER BY event.seq`;
    }),
    scope.query<EventListRow>('whole', (seen) => {
      const source = sql`events event${seen.join('event')} WHERE event.asset = ${before} AND event.seq > ${after}
        AND event.seq <= ${until(seen.affordable(PAGE.events))} AND ${seen.sees('event')}`;
      return pageStatement('event', seen, source, sql`event.seq`, PAGE.events);
    }),
  );
  const kept = shown.slice(
    0,
    fitting(
      shown.map((row) => row.size),
      PAGE_BYTES,
    ),
  );
  const rowOf = new Map(kept.map((row) => [row.number, row]));
  const isPublic = scope.tenant === undefined;
  const page: HistoryEvent[] = [];
  for (const leaf of leaves) {
    if (leaf.index === null || leaf.index >= size)
      throw new Error(`the log ${log} lacks event ${leaf.seq} of assets/${asset}`);
    if (leaf.isSeen !== 1) page.push({ leaf: leaf.leaf! });
    else {
      const row = rowOf.get(leaf.number);
      // The next page starts with it.
      if (!row || leaf.statement === null) break;
      page.push(shownOf(row, leaf, log, isPublic) ?? { leaf: leaf.leaf! });
    }
  }
  return page;
}

/** Undefined for an erased event, whose content is unknown. */
function shownOf(row: EventListRow, leaf: LeafRow, log: string, isPublic: boolean): ReadableEvent | undefined {
  if (leaf.seed === null) return undefined;
  const { contentSeed } = entrySecrets(fromHex(leaf.seed), log);
  return {
    event: seenEvent(row),
    chainCommitment: leaf.chain!,
    statement: isPublic || leaf.statement === '' ? undefined : statementDigest(fromHex(leaf.statement!)),
    opening: openingOf(row, contentSeed, isPublic),
  };
}
