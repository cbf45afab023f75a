import { sql, type SQL } from 'drizzle-orm';
import { principalOf, principalsHold, principalsQuery, type Caller } from '../../access/principal.ts';
import { callerRightsOf, conditionsOf, grantsQuery, type CallerRights } from '../../access/rights.ts';
import { PUBLIC_SCOPE } from '../../lib/identifiers.ts';
import { nowMicros, type Micros } from '../../lib/time.ts';
import type { Database, RawStatement } from '../../platform/database/database.ts';
import { assetNumber } from '../../platform/database/numbers.ts';
import type { AssetRecord } from '../records/asset.ts';
import type { Command } from './commands.ts';
import type { EventRecord } from '../records/event.ts';
import type { Head } from '../records/asset.ts';
import {
  assetColumns,
  assetOf,
  assetParents,
  eventColumns,
  eventOf,
  eventParents,
  lastEnd,
  TENANT_SCOPE,
  type AssetRow,
  type EventRow,
} from '../records/rows.ts';
import { KEY_LIFETIME, principalKey } from '../../platform/database/idempotency.ts';
import { headOf } from './decide.ts';
import { KEY_SLOT, slotRows } from '../erasure/erasure-keys.ts';
import { filesOfCommands } from './admission.ts';
import { targetOf, targetsQuery } from '../erasure/erasure-target.ts';
import { callerKey, slotOfKey, type DecisionFacts } from './plan.ts';
import type { IdempotencyRow } from './event-rows.ts';

/**
 * What commands of one asset are decided by, its head, and the end of the last window of anchors that they could fall
 * into.
 */
type Read = DecisionFacts & { head: Head | undefined; guardUs: Micros };

/** Reads what commands of one asset are decided by. The remembered head is only read again if it has changed. */
export async function readKnown(
  db: Database,
  asset: string,
  commands: readonly Command[],
  remembered: Head | undefined,
): Promise<Read> {
  const callers = callersOf(commands);
  const slots = commands.flatMap(({ key, author: { caller } }) =>
    key === undefined ? [] : slotRows({ tenant: caller.tenant, principal: principalKey(caller), key }),
  );
  const owner = sql`(SELECT t.id FROM assets a CROSS JOIN tenants t ON t.number = a.tenant WHERE a.id = ${asset})`;
  const tenant = sql`coalesce(${owner}, ${callers[0]?.tenant ?? ''})`;
  const erased = commands.flatMap((command) => (command.kind === 'erase' ? [command.input.event] : []));
  const blobs = filesOfCommands(commands);
  const { principals, grants, used, stored, guards, unchanged, assets, missing, targets } = await db.batchByName({
    principals: principalsQuery(db, callers),
    grants: grantsQuery(db, callers, asset),
    used: slots.length > 0 ? usedKeysQuery(db, slots) : undefined,
    stored: eventsQuery(
      db,
      asset,
      commands.map(({ event }) => event),
    ),
    guards: db.sql<{ endUs: number }>(sql`SELECT max(${lastEnd(tenant)}, ${lastEnd(sql`${PUBLIC_SCOPE}`)}) AS endUs`),
    unchanged: remembered && db.sql<{ id: string }>(sql`SELECT a.id FROM assets a WHERE ${isAt(asset, remembered)}`),
    assets: db.sql<AssetRow>(
      sql`${selectAsset} WHERE a.id = ${asset}${remembered ? sql` AND NOT ${isAt(asset, remembered)}` : sql``}`,
    ),
    missing: blobs.length > 0 ? missingFilesQuery(db, blobs) : undefined,
    targets: erased.length > 0 ? targetsQuery(db, asset, erased) : undefined,
  });
  return {
    callers: new Map(
      callers.flatMap((caller, index) => {
        const principal = principalOf(caller, principals);
        return principal ? [[callerKey(caller), callerRightsOf(principal, index, grants)] as const] : [];
      }),
    ),
    keys: new Map(used.map((row) => [slotOfKey(row.tenant, row.principal, row.key), row])),
    stored: new Map(stored.map((row) => [row.id, eventOf(row)])),
    missingFiles: new Set(missing.map(({ id }) => id)),
    targets: new Map(targets.map((row) => [row.id, targetOf(row)])),
    guardUs: guards[0]?.endUs ?? 0,
    head: unchanged.length > 0 ? remembered : assets[0] && headOf(assets[0]),
  };
}

/**
 * The head of an asset (undefined: it does not exist), the end of the last window of anchors that its events could fall
 * into, and whether the remembered rights of callers still hold. One statement, so that it costs less than `readKnown`,
 * for an object that remembers the callers and not the asset.
 */
export async function readHead(
  db: Database,
  asset: string,
  callers: readonly CallerRights[],
): Promise<{ head: Head | undefined; guardUs: Micros; hold: boolean }> {
  const [[found]] = await db.batch([
    db.sql<AssetRow & { guardUs: Micros; hold: number }>(
      sql`SELECT ${assetColumns('a')}, max(${lastEnd(TENANT_SCOPE)}, ${lastEnd(sql`${PUBLIC_SCOPE}`)}) AS guardUs,
          ${callersHold(callers)} AS hold
        FROM (SELECT 1) LEFT JOIN assets a ON a.id = ${asset}
          LEFT JOIN tenants of_tenant ON of_tenant.number = a.tenant`,
    ),
  ]);
  const { guardUs, hold, ...row } = found!;
  // Without the asset, its columns are NULL.
  const head = (row.id as string | null) === null ? undefined : headOf(row);
  return { head, guardUs, hold: hold === 1 };
}

/**
 * Whether what is remembered is still so: the rights of the callers, the head (undefined: the asset does not exist),
 * and that no event of the commands is stored. One statement, so that a refusal from memory costs less than
 * `readKnown`.
 */
export async function memoryHolds(
  db: Database,
  asset: string,
  commands: readonly Command[],
  remembered: { head: Head | undefined; callers: DecisionFacts['callers'] },
): Promise<boolean> {
  const exists = (where: SQL): SQL => sql`EXISTS (SELECT 1 FROM assets a WHERE ${where})`;
  const headHolds = remembered.head ? exists(isAt(asset, remembered.head)) : sql`NOT ${exists(sql`a.id = ${asset}`)}`;
  const [rows] = await db.batch([
    db.sql(sql`SELECT 1 WHERE ${headHolds}
      AND ${callersHold([...remembered.callers.values()])}
      AND NOT EXISTS (SELECT 1 FROM events WHERE asset = ${assetNumber(asset)}
        AND id IN (SELECT value FROM json_each(${JSON.stringify(commands.map(({ event }) => event))})))`),
  ]);
  return rows.length > 0;
}

/** Whether these rights still hold. Does not show that a suspension or the role of an auditor has ended. */
function callersHold(callers: readonly CallerRights[]): SQL {
  const { principals, revisions } = conditionsOf(callers);
  return principalsHold(sql`${JSON.stringify(principals)}`, sql`${JSON.stringify(revisions)}`);
}

/** Whether the asset `a` has this head: its chain hash covers everything that its events have set. */
const isAt = (asset: string, head: Head): SQL =>
  sql`(a.id = ${asset} AND a.seq = ${head.seq} AND a.head_hash = unhex(${head.headHash}))`;

const slot = KEY_SLOT.sqlOf('value');
/** `slots`: rows of KEY_SLOT. */
const usedKeysQuery = (db: Database, slots: readonly unknown[]): RawStatement<IdempotencyRow> =>
  db.sql(sql`SELECT tenant, principal, key, fingerprint, asset, event, created_us AS createdUs FROM idempotency
    WHERE (tenant, principal, key) IN (
      SELECT ${slot.tenant}, ${slot.principal}, ${slot.key} FROM json_each(${JSON.stringify(slots)}))
        AND created_us > ${nowMicros() - KEY_LIFETIME}`);

const missingFilesQuery = (db: Database, ids: readonly string[]): RawStatement<{ id: string }> =>
  db.sql(sql`SELECT n.value AS id FROM json_each(${JSON.stringify(ids)}) n
    WHERE NOT EXISTS (SELECT 1 FROM blobs b WHERE b.id = n.value)`);

/** The callers of commands, each once. */
export const callersOf = (commands: readonly Command[]): Caller[] => [
  ...new Map(commands.map(({ author }) => [callerKey(author.caller), author.caller])).values(),
];

/**
 * The asset as it is now, and those of its events with these ids. The commit that stored them may have failed before it
 * was acknowledged, so they are acknowledged now.
 */
export async function readStored(
  db: Database,
  asset: string,
  ids: readonly string[],
): Promise<{ asset: AssetRecord | undefined; events: EventRecord[] }> {
  const [assets, events] = await db.batchAcknowledged([
    db.sql<AssetRow>(sql`${selectAsset} WHERE a.id = ${asset}`),
    eventsQuery(db, asset, ids),
  ]);
  return { asset: assets[0] && assetOf(assets[0]), events: events.map(eventOf) };
}

const selectAsset = sql`SELECT ${assetColumns('a')} FROM assets a${assetParents('a')}`;

const eventsQuery = (db: Database, asset: string, ids: readonly string[]): RawStatement<EventRow> =>
  db.sql(sql`SELECT ${eventColumns('e')} FROM events e${eventParents('e')} WHERE e.asset = ${assetNumber(asset)}
    AND e.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
