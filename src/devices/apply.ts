import { sql } from 'drizzle-orm';
import type { Change } from '../azure/messages.ts';
import { twinAttributes } from '../azure/twin.ts';
import type { Attributes } from '../core/attributes.ts';
import type { Config, Env } from '../config.ts';
import { derivedUuid } from '../core/identity.ts';
import { parseTimestamp } from '../core/time.ts';
import { appendEvent } from '../ledger/index.ts';
import { Database } from '../store/database.ts';
import type { DeviceMemory } from './memory.ts';
import { assetOfDevice, ensureDevice, hubName, writerFor, type OnBehalf } from './record.ts';

/** The attribute that says whether a device is connected. */
const CONNECTION = 'azure_connection_state';

/**
 * Records a change of a device in its asset's ledger, once: the event's id follows from the change, so that the same
 * again, also after any crash, is the same event. Attributes are those of the latest change that named them,
 * whatever order they come in: which change that is, is remembered before the event is written.
 */
export async function applyChange(
  env: Env,
  config: Config,
  by: OnBehalf,
  memory: DeviceMemory,
  change: Change,
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
    ...sameness(change, messageId),
  );
  const { current, recorded } = await deviceState(env, asset, id);
  if (!current) {
    const twin = { deviceId: change.device, ...(change.kind === 'created' ? change.twin : {}) };
    await ensureDevice(env, config, by, change.hub, twin, '');
  }
  const latest = Object.entries(attributesIn(change)).filter(([name]) => memory.takes(asset, name, when));
  const known = current ?? (await deviceState(env, asset, id)).current ?? {};
  const changed = Object.fromEntries(latest.filter(([name, value]) => known[name] !== value));
  const common = {
    declared: declared && { us: declared.us, text: declared.text },
    principalDeclared: { issuer: change.hub, subject: change.device, display_name: '', email: '' },
  };
  const append = (
    input: { operation: string; behaviour: string; eventAttributes: Attributes; assetAttributes: Attributes },
    event: string,
  ) => appendEvent(env, config, writerFor(by), asset, { ...common, ...input }, undefined, event);
  // The creation of the asset is the record of the device's, unless other messages were here first.
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
    );
  const tracking = trackingOf(change.kind, asset, when.at, memory);
  if (tracking === undefined) return;
  await append(
    { operation: tracking, behaviour: 'Builtin', eventAttributes: {}, assetAttributes: {} },
    derivedUuid(tracking === 'StopTracking' ? 'device stopped' : 'device started', id),
  );
}

/**
 * What tells one change from another. What is told twice, by two routes even, has the same number, or was at the same
 * moment. A twin's versions begin anew when a device is made again, its moments do not.
 */
function sameness(change: Change, messageId: string): string[] {
  const at = change.at === undefined ? undefined : parseTimestamp(change.at);
  const moment = at && String(at.us);
  const which =
    change.kind === 'twin' && change.order !== undefined
      ? `${change.order} ${moment ?? ''}`
      : ((change.kind === 'created' ? undefined : change.order) ?? moment ?? messageId);
  return [change.kind, which];
}

/** A device that ends is tracked no more, and one that is made again is, whichever of the two is told first. */
function trackingOf(
  kind: Change['kind'],
  asset: string,
  at: number | undefined,
  memory: DeviceMemory,
): 'StartTracking' | 'StopTracking' | undefined {
  if (kind !== 'created' && kind !== 'deleted') return undefined;
  const ends = kind === 'deleted';
  if (at === undefined) return ends ? 'StopTracking' : undefined;
  const turns = memory.turned(asset, { sign: ends ? '-' : '+', at });
  const last = turns.findLast(({ sign }) => sign === (ends ? '+' : '-'));
  if (ends) return last && last.at >= at ? undefined : 'StopTracking';
  return last && last.at <= at ? 'StartTracking' : undefined;
}

const TYPES: Record<Change['kind'], string> = {
  twin: 'Device twin change',
  created: 'Device created',
  deleted: 'Device deleted',
  connected: 'Device connected',
  disconnected: 'Device disconnected',
};

function attributesIn(change: Change): Attributes {
  if (change.kind === 'twin' || change.kind === 'created') return twinAttributes(change.twin ?? {});
  if (change.kind === 'connected') return { [CONNECTION]: 'Connected' };
  return change.kind === 'disconnected' ? { [CONNECTION]: 'Disconnected' } : {};
}

/** The asset's attributes as they are, undefined where it is not there; and whether it has this event. */
async function deviceState(
  env: Env,
  asset: string,
  event: string,
): Promise<{ current: Attributes | undefined; recorded: boolean }> {
  const db = new Database(env.DB);
  const [[row]] = await db.batch([
    db.sql<{ attributes: string; recorded: number }>(sql`SELECT attributes,
      EXISTS (SELECT 1 FROM events WHERE asset = assets.id AND id = ${event}) AS recorded FROM assets WHERE id = ${asset}`),
  ]);
  return { current: row && (JSON.parse(row.attributes) as Attributes), recorded: row?.recorded === 1 };
}
