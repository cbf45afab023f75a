import { sql, type SQL } from 'drizzle-orm';
import { currentSeq } from '../../access/policy-match.ts';
import type { Scope } from '../../access/scope.ts';
import type { Attributes } from '../../formats/records/attributes.ts';
import { notFound } from '../../lib/errors.ts';
import type { Micros } from '../../lib/time.ts';
import { built } from '../../platform/database/database.ts';
import { assetNumber } from '../../platform/database/numbers.ts';
import { apply, type AssetState } from '../../formats/records/asset-state.ts';
import type { AssetRecord } from '../records/asset.ts';
import { committedAt, logEntryColumn } from '../records/confirmation.ts';
import { builtinAttributes } from '../erasure/erasure-columns.ts';
import type { LogEntry, EventWithEntry } from '../records/event.ts';
import { scopeSeen } from './conditions.ts';
import { lastBefore } from './event-conditions.ts';
import {
  assetColumns,
  assetParents,
  eventColumns,
  eventParents,
  seenAsset,
  seenEvent,
  type AssetRow,
  type EventRow,
  type Redacted,
} from '../records/rows.ts';

/** The row of an asset that the audience may see, for `seenAsset`. */
export const assetQuery = (scope: Scope, id: string) =>
  scope.query<AssetRow & Redacted>(
    'whole',
    (seen) =>
      sql`SELECT ${assetColumns('asset', scopeSeen(seen))}, ${seen.redaction('asset')}
        FROM assets asset${seen.join('asset')}${assetParents('asset')} WHERE asset.id = ${id}
        AND ${seen.sees('asset')}`,
  );

/** The row of an event that the audience may see, for `seenEvent` and `withEntry`. */
export const eventQuery = (scope: Scope, asset: string, id: string) =>
  scope.query<EventRow & Redacted & Logged>(
    'whole',
    (seen) =>
      sql`SELECT ${eventColumns('event', scopeSeen(seen))}, ${logEntryColumn(scopeSeen(seen))} AS logEntry,
        ${seen.redaction('event')} FROM events event${seen.join('event')}${eventParents('event')}
        WHERE event.asset = ${assetNumber(asset)} AND event.id = ${id} AND ${seen.sees('event')}`,
  );

type Logged = { logEntry: string | null };

/** The event with what its audience may read, and its entry in the log that the audience is shown. */
const withEntry = (row: EventRow & Redacted & Logged): EventWithEntry => ({
  ...seenEvent(row),
  logEntry: row.logEntry === null ? undefined : (JSON.parse(row.logEntry) as LogEntry),
});

/** The asset as it is, with the attributes that the audience may read. Throws 404 when they may not see it. */
export async function readAsset(scope: Scope, id: string): Promise<AssetRecord> {
  const [rows] = await scope.read(assetQuery(scope, id));
  if (!rows[0]) throw notFound(`assets/${id}`);
  return seenAsset(rows[0]);
}

type PastRow = AssetRow & Redacted & { versions: string; builtins: string; committedUs: Micros | null };

/** The sequence number of the last event of an asset that was accepted up to a moment. */
const lastAt = (id: string, at: Micros): SQL =>
  sql`(SELECT ${lastBefore(sql`dated.number`, sql`dated.seq`, sql`${at + 1}`)} FROM assets dated
    WHERE dated.id = ${id})`;

/**
 * SELECT name, value (JSON): of each attribute of `asset`, the version that events up to `upTo.value` set. Most values
 * are in these events, of which each is read once; the others have rows of their own and come last.
 */
const VERSIONS = built(
  (() => {
    const versionOf = (name: SQL): SQL => currentSeq(sql`asset.number`, name, sql`upTo.value`);
    const roots = sql`json_each(asset.attributes) k CROSS JOIN asset_attributes v
      ON v.asset = asset.number AND v.name = k.key AND v.seq = ${versionOf(sql`k.key`)} AND v.path = ''`;
    return sql`SELECT j.key AS name, CASE j.type WHEN 'text' THEN json_quote(j.value) ELSE j.value END || '' AS value
        FROM (SELECT DISTINCT v.seq FROM ${roots} WHERE v.value IS NULL) told
        CROSS JOIN events e ON e.asset = asset.number AND e.seq = told.seq
        CROSS JOIN json_each(e.asset_attributes) j WHERE ${versionOf(sql`j.key`)} = e.seq
      UNION ALL SELECT v.name, v.value FROM ${roots} WHERE v.value IS NOT NULL`;
  })(),
);

const pastQuery = (scope: Scope, id: string, at: Micros) =>
  scope.query<PastRow>(
    'whole',
    (seen) => sql`SELECT ${assetColumns('asset', scopeSeen(seen))}, ${seen.redaction('asset')},
      (SELECT json_group_array(json_array(name, value)) FROM (${VERSIONS})) AS versions,
      (SELECT json_group_array(json_array(b.operation, b.attributes))
      FROM (SELECT e.operation, ${builtinAttributes('e')} AS attributes FROM events e
          WHERE e.asset = asset.number AND e.behaviour = 'Builtin' AND e.seq <= upTo.value
          ORDER BY e.seq) b) AS builtins,
      (SELECT ${committedAt(scopeSeen(seen), 'e')} FROM events e WHERE e.asset = asset.number
      AND e.seq = 1) AS committedUs
      FROM assets asset${seen.join('asset')}${assetParents('asset')}
      CROSS JOIN json_each(json_array(${lastAt(id, at)})) upTo WHERE asset.id = ${id} AND asset.created_us <= ${at}
      AND ${seen.sees('asset')}`,
  );

/**
 * The asset as it was at a moment: the events accepted up to it have acted. Costs a binary search for the
 * moment and one seek for each attribute, whatever the history holds. Throws 404 before its creation.
 */
export async function readAssetAt(scope: Scope, id: string, at: Micros): Promise<AssetRecord> {
  const [rows] = await scope.read(pastQuery(scope, id, at));
  if (!rows[0]) throw notFound(`assets/${id} at that time`);
  return pastAsset(rows[0], at);
}

/** The asset of a row of `pastQuery`. */
function pastAsset(row: PastRow, at: Micros): AssetRecord {
  const asset = seenAsset(row);
  const versions = (JSON.parse(row.versions) as [string, string | null][]).filter(
    ([name, value]) => value !== null && Object.hasOwn(asset.attributes, name),
  );
  const attributes = Object.fromEntries(
    versions.map(([name, value]) => [name, JSON.parse(value!) as Attributes[string]]),
  );
  const builtins = JSON.parse(row.builtins) as [string, string][];
  const initial: AssetState = {
    behaviours: JSON.parse(row.initialBehaviours) as string[],
    attributes: {},
    tracked: true,
  };
  const state = builtins.reduce<AssetState>(
    (s, [operation, eventAttributes]) =>
      apply(s, {
        operation,
        behaviour: 'Builtin',
        eventAttributes: JSON.parse(eventAttributes) as Attributes,
        assetAttributes: {},
      }),
    initial,
  );
  const committed = row.committedUs !== null && row.committedUs <= at;
  return {
    ...asset,
    attributes,
    behaviours: state.behaviours,
    tracked: state.tracked,
    confirmation: committed ? asset.confirmation : 'PENDING',
  };
}

/** One event, with its entry in the log that the audience is shown. Throws 404 when the audience may not see it. */
export async function readEvent(scope: Scope, asset: string, id: string): Promise<EventWithEntry> {
  const [[row]] = await scope.read(eventQuery(scope, asset, id));
  if (!row) throw notFound(`assets/${asset}/events/${id}`);
  return withEntry(row);
}

/**
 * An asset as it is or as it was at a moment, and its attributes as they are now: one query. Throws 404, also for a
 * moment before its creation.
 */
export async function readAssetAndNow(
  scope: Scope,
  id: string,
  at: Micros | undefined,
): Promise<{ asset: AssetRecord; now: Attributes }> {
  if (at === undefined) {
    const asset = await readAsset(scope, id);
    return { asset, now: asset.attributes };
  }
  const [[row]] = await scope.read(pastQuery(scope, id, at));
  if (!row) throw notFound(`assets/${id} at that time`);
  return { asset: pastAsset(row, at), now: seenAsset(row).attributes };
}

/** One event and its asset as it is: one batch. Throws 404 when the audience may not see it. */
export async function readEventOf(
  scope: Scope,
  asset: string,
  id: string,
): Promise<{ asset: AssetRecord; event: EventWithEntry }> {
  const [[event], [row]] = await scope.read(eventQuery(scope, asset, id), assetQuery(scope, asset));
  if (!event || !row) throw notFound(`assets/${asset}/events/${id}`);
  return { asset: seenAsset(row), event: withEntry(event) };
}
