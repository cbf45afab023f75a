import { sql, type SQL } from 'drizzle-orm';
import type { Scoped } from '../../access/queries.ts';
import type { Scope } from '../../access/scope.ts';
import { Lanes } from '../../platform/pacing/budget.ts';
import { invalid, retryLater } from '../../lib/errors.ts';
import { PUBLIC_SCOPE } from '../../lib/identifiers.ts';
import { JsonText } from '../../lib/json-text.ts';
import { fitting, PAGE_BYTES } from '../../lib/paging.ts';
import { all, logScope, termsOf } from '../../ledger/lists/conditions.ts';
import {
  committedIn,
  declaredOrAcceptedIn,
  timedFilters,
  type EventConditions,
} from '../../ledger/lists/event-conditions.ts';
import { pageStatement, type EventListRow } from '../../ledger/lists/statements.ts';
import { eventJson } from '../../ledger/records/event.ts';
import { seenEvent } from '../../ledger/records/rows.ts';
import type { RawStatement, Statement } from '../../platform/database/database.ts';
import { replaced, requireComplete } from '../reads/published-log.ts';
import { formatCursor, type Position } from './position.ts';

/** An event of a page. `index`: of its entry in the log. */
export type FeedItem = { index: number; identity: string; json: JsonText };

/** The events of a range of a log that the audience may see. `next`: where the range ends; `size`: of the log. */
export type FeedPage = { items: FeedItem[]; next: Position; size: number };

/**
 * Which events of its own log an audience reads: events, entries that are looked at where rights cost little, bytes of
 * JSON.
 */
export type FeedRange = {
  from: Position;
  conditions: EventConditions;
  events: number;
  entries: number;
  bytes: number;
};

/** Entries that one statement looks at. Each condition beside the caller's rights makes it fewer. */
const SCANNED = 1000;
/** Statements that one request reads a page with. */
const ROUNDS = 8;

/**
 * Only a few pages are read at once, so that appends and other reads get the database between them; callers take turns.
 */
const READS = new Lanes('reads of event feeds', 2, 256);

type HeadRow = { log: string | null; size: number | null; isKnown: number | null };

/** The scope of the log that an audience reads: that of its tenancy, or of all public events. */
const ownerOf = ({ tenant }: Pick<Scope, 'tenant'>): SQL => sql`${tenant ?? PUBLIC_SCOPE}`;

/** The entries `place` of a range of the log `l`, after `FROM`. `entries`: how many. */
function placesIn(scope: Scope, { from }: FeedRange, entries: SQL): SQL {
  const named = from.log === '' ? sql`` : sql` AND l.id = ${from.log}`;
  return sql`logs l CROSS JOIN log_leaves place ON l.scope = ${ownerOf(scope)} AND l.ended = 0${named}
      AND place.log = l.number
    AND place."index" >= ${from.index} AND place."index" < ${from.index} + ${entries} AND place."index" < l.size`;
}

/** The log of the audience. */
const headQuery = (scope: Scope, { log }: Position) =>
  scope.logQuery<HeadRow>(
    ownerOf(scope),
    'feed',
    (granted) => sql`SELECT l.id AS log, l.size, (SELECT 1 FROM logs o WHERE o.scope = ${ownerOf(scope)}
        AND (o.id = ${log} OR o.previous ->> 'log' = ${log} AND o.previous IS NOT NULL) LIMIT 1) AS isKnown
      FROM ${granted} LEFT JOIN logs l ON l.scope = ${ownerOf(scope)} AND l.ended = 0`,
  );

/**
 * The log at a position. Throws 400 for one that is not of this feed, 410 if another log replaces it, 503 if it has
 * lost entries.
 */
function logAt(row: HeadRow | undefined, from: Position): { log: string; size: number } {
  const [log, size] = [row?.log ?? '', row?.size ?? 0];
  if (from.log !== '' && from.log !== log) {
    if (row?.isKnown && log !== '') throw replaced(from.log, log);
    throw notOfThisFeed();
  }
  if (from.index > size)
    throw retryLater('unavailable', `cursor: is after the end of the log, which has ${size} entries; try again`, 5);
  return { log, size };
}

const notOfThisFeed = () =>
  invalid([{ field: 'cursor', description: 'is not valid; must be a next_cursor or an event id of this feed' }]);

/** The start of a feed at a position, for a stream. Throws as `feedRange`. */
export async function readStart(scope: Scope, from: Position): Promise<Position> {
  requireComplete();
  const [[row]] = await scope.read(headQuery(scope, from));
  const { log } = logAt(row, from);
  return { log, index: from.index };
}

/**
 * The statements that read a range, and the page that their rows make. `pageOf` throws 400 for a position that is not
 * of this feed, 410 if another log replaces its log, and 503 if the log lacks entries that it had.
 */
export function feedRange(
  scope: Scope,
  range: FeedRange,
): { statements: Scoped<Statement>[]; pageOf: (results: unknown[][]) => FeedPage } {
  const { from, conditions, events, entries, bytes } = range;
  const residual = [...timedFilters(conditions), ...declaredAndCommitted(scope, conditions)];
  const places = scope.logQuery<{ events: string | null }>(
    ownerOf(scope),
    'feed',
    (granted) => sql`SELECT group_concat(coalesce(event, ''), ',') AS events FROM (SELECT place.event
      FROM ${granted} CROSS JOIN ${placesIn(scope, range, sql`${entries}`)} ORDER BY place."index")`,
  );
  const found = scope.query<EventListRow>('whole', (seen) => {
    const source = sql`${placesIn(scope, range, seen.affordable(entries))}
        CROSS JOIN events event ON event.number = place.event${seen.join('event')}
      WHERE ${all([seen.sees('event'), ...residual.map((one) => one(seen))])}`;
    return pageStatement('event', seen, source, sql`place."index"`, events, bytes);
  });
  const affordable = scope.query<{ entries: number }>(
    'whole',
    // This reads no record, so the predicate is not part of it.
    (seen) => seen.sees('event') && sql`SELECT ${seen.affordable(entries)} AS entries`,
  );
  const statements: Scoped<RawStatement<unknown>>[] = [headQuery(scope, from), places, affordable];
  if (conditions.none !== true) statements.push(found);
  const pageOf = (results: unknown[][]): FeedPage => {
    const [[head], [row], [range], pageRows = []] = results as [
      HeadRow[],
      { events: string | null }[],
      { entries: number }[],
      EventListRow[]?,
    ];
    const { log, size } = logAt(head, from);
    const numbers = row?.events?.split(',') ?? [];
    const indexOf = new Map(numbers.map((number, i) => [number, from.index + i]));
    const family = scope.tenant === undefined ? 'publicassets' : 'assets';
    const rows = pageRows
      .map((event) => ({ event, index: indexOf.get(String(event.number))! }))
      .toSorted((a, b) => a.index - b.index);
    const kept = fitting(
      rows.map(({ event }) => event.size),
      bytes,
    );
    const items = rows.slice(0, kept).map(({ event, index }) => ({
      index,
      identity: `${family}/${event.asset}/events/${event.id}`,
      json: new JsonText(JSON.stringify(eventJson(seenEvent(event), family))),
    }));
    const isCut = kept < rows.length || rows.length === events;
    const next = isCut ? items.at(-1)!.index + 1 : Math.min(size, from.index + range!.entries);
    return { items, next: { log, index: next }, size };
  };
  return { statements, pageOf };
}

const declaredAndCommitted = (scope: Scope, conditions: EventConditions) =>
  [...declaredOrAcceptedIn(conditions), ...committedIn(conditions, logScope(scope, 'event'))].map((one) => () => one);

/** Entries that a statement with these conditions looks at. */
export const entriesFor = ({ where, filters }: EventConditions, most = SCANNED): number =>
  Math.max(1, Math.floor(most / (1 + where.length + termsOf(filters))));

/**
 * Reads a page of at most `events` events. It ends before them at the end of the log, when it has `PAGE_BYTES`, or when
 * the limit of entries for one request is reached. `holder`: who takes turns with others. Throws as `feedRange`.
 */
export async function readFeed(
  scope: Scope,
  { from, conditions, events }: Pick<FeedRange, 'from' | 'conditions' | 'events'>,
  holder: string,
): Promise<FeedPage> {
  requireComplete();
  const items: FeedItem[] = [];
  let bytes = PAGE_BYTES;
  let next = from;
  for (let round = 1; ; round++) {
    const range = { from: next, conditions, events: events - items.length, entries: entriesFor(conditions), bytes };
    const { statements, pageOf } = feedRange(scope, range);
    const page = pageOf((await READS.run(() => scope.read(...statements), holder)) as unknown[][]);
    const read = page.items.reduce((sum, { json }) => sum + json.text.length, 0);
    if (items.length > 0 && read > bytes) return { items, next, size: page.size };
    items.push(...page.items);
    next = page.next;
    bytes -= read;
    const isFull = items.length >= events || bytes <= 0;
    if (isFull || next.index >= page.size || round === ROUNDS) return { items, next, size: page.size };
  }
}

/** The cursor after an event of a page. */
export const cursorAfter = ({ next: { log } }: FeedPage, { index }: FeedItem): string =>
  formatCursor({ log, index: index + 1 });
