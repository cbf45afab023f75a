import { sql } from 'drizzle-orm';
import type { DeviceChange } from './azure/messages.ts';
import { twinAttributes } from './azure/twin.ts';
import type { Attributes } from '../../formats/records/attributes.ts';
import type { Config, Env } from '../../settings/config.ts';
import { ServiceError } from '../../lib/errors.ts';
import { derivedUuid } from '../../lib/identifiers.ts';
import { parseTimestamp } from '../../lib/time.ts';
import { SIGNATURE_REQUIRED } from '../../ledger/append/admission.ts';
import { appendEvent } from '../../ledger/append/ledger-client.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import type { LastChanges } from './last-changes.ts';
import { assetOfDevice, ensureDevice, hubName, writerFor, type DeviceAuthor } from './record.ts';

/** The attribute that says whether a device is connected. */
const CONNECTION = 'azure_connection_state';

/**
 * Records a change of a device in the ledger of its asset, exactly once: the id of the event is derived from the
 * change, so a repetition, also after a crash, is the same event. An attribute has the value of its latest change,
 * regardless of the order of delivery: the order is stored in `changes` before the event is written. Tracking, which
 * needs no signature, follows the device also if the event is refused for lack of one; the error is thrown then.
 */
export async function applyChange(
  env: Env,
  config: Config,
  by: DeviceAuthor,
  changes: LastChanges,
  change: DeviceChange,
  messageId: string,
): Promise<void> {
  const asset = assetOfDevice(by.tenant, change.hub, change.device);
  const declared = change.at === undefined ? undefined : parseTimestamp(change.at);
  const when = { order: change.order ?? '', at: declared?.us };
  const id = derivedUuid(
    'device change',
    by.tenant,
    hubName(change.hub),
    change.device,
    ...changeKey(change, messageId),
  );
  const { current, recorded } = await deviceState(env, asset, id);
  if (!current) {
    const twin = { deviceId: change.device, ...(change.kind === 'created' ? change.twin : {}) };
    await ensureDevice(env, config, by, change.hub, twin, '');
  }
  const latest = Object.entries(attributesIn(change)).filter(([name]) => changes.accept(asset, name, when));
  const known = current ?? (await deviceState(env, asset, id)).current ?? {};
  const changed = Object.fromEntries(latest.filter(([name, value]) => known[name] !== value));
  const common = {
    declared: declared && { us: declared.us, text: declared.text },
    principalDeclared: { issuer: change.hub, subject: change.device, display_name: '', email: '' },
  };
  const append = (
    input: { operation: string; behaviour: string; eventAttributes: Attributes; assetAttributes: Attributes },
    id: string,
  ) => appendEvent(env, config, writerFor(by), asset, { ...common, ...input }, { id });
  // The creation of the asset records the creation of the device, unless other messages arrived earlier.
  let unsigned: unknown;
  if (!recorded && (change.kind !== 'created' || Object.keys(changed).length > 0))
    await append(
      {
        operation: 'Record',
        behaviour: 'RecordEvidence',
        eventAttributes: {
          arc_display_type: TYPES[change.kind],
          azure_operation: change.operation,
          azure_iothub_host: change.hub,
          ...(change.order === undefined ? {} : { azure_change_number: change.order.replace(/^0+(?=.)/, '') }),
        },
        assetAttributes: changed,
      },
      id,
    ).catch((error: unknown) => {
      if (!isUnsigned(error)) throw error;
      unsigned = error;
    });
  const tracking = trackingOf(change.kind, asset, when.at, changes);
  if (tracking !== undefined)
    await append(
      { operation: tracking, behaviour: 'Builtin', eventAttributes: {}, assetAttributes: {} },
      derivedUuid(tracking === 'StopTracking' ? 'device stopped' : 'device started', id),
    );
  if (unsigned !== undefined) throw unsigned;
}

/** Whether an event was refused because its asset takes signed events only. */
export const isUnsigned = (error: unknown): boolean =>
  error instanceof ServiceError && error.info?.reason === SIGNATURE_REQUIRED;

/**
 * The deduplication key of a change. Redeliveries and deliveries by two routes have the same number, or the same time.
 * The key of a twin includes the time, because its versions restart when a device is created again.
 */
function changeKey(change: DeviceChange, messageId: string): string[] {
  const at = change.at === undefined ? undefined : parseTimestamp(change.at);
  const moment = at && String(at.us);
  const which =
    change.kind === 'twin' && change.order !== undefined
      ? `${change.order} ${moment ?? ''}`
      : ((change.kind === 'created' ? undefined : change.order) ?? moment ?? messageId);
  return [change.kind, which];
}

/** A deleted device is no longer tracked, and one that is created again is, regardless of the order of delivery. */
function trackingOf(
  kind: DeviceChange['kind'],
  asset: string,
  at: number | undefined,
  changes: LastChanges,
): 'StartTracking' | 'StopTracking' | undefined {
  if (kind !== 'created' && kind !== 'deleted') return undefined;
  const deleted = kind === 'deleted';
  if (at === undefined) return deleted ? 'StopTracking' : undefined;
  const lifecycle = changes.addLifecycle(asset, { sign: deleted ? '-' : '+', at });
  const last = lifecycle.findLast(({ sign }) => sign === (deleted ? '+' : '-'));
  if (deleted) return last && last.at >= at ? undefined : 'StopTracking';
  return last && last.at <= at ? 'StartTracking' : undefined;
}

const TYPES: Record<DeviceChange['kind'], string> = {
  twin: 'Device twin change',
  created: 'Device created',
  deleted: 'Device deleted',
  connected: 'Device connected',
  disconnected: 'Device disconnected',
};

function attributesIn(change: DeviceChange): Attributes {
  if (change.kind === 'twin' || change.kind === 'created') return twinAttributes(change.twin ?? {});
  if (change.kind === 'connected') return { [CONNECTION]: 'Connected' };
  return change.kind === 'disconnected' ? { [CONNECTION]: 'Disconnected' } : {};
}

/** The current attributes of the asset (undefined where it does not exist), and whether it has this event. */
async function deviceState(
  env: Env,
  asset: string,
  event: string,
): Promise<{ current: Attributes | undefined; recorded: boolean }> {
  const db = openDatabase(env);
  const [[row]] = await db.batch([
    db.sql<{ attributes: string; recorded: number }>(sql`SELECT attributes,
      EXISTS (SELECT 1 FROM events e WHERE e.asset = assets.number AND e.id = ${event}) AS recorded FROM assets
        WHERE id = ${asset}`),
  ]);
  return { current: row && (JSON.parse(row.attributes) as Attributes), recorded: row?.recorded === 1 };
}
