import { sql } from 'drizzle-orm';
import type { Change } from '../azure/messages.ts';
import { twinAttributes } from '../azure/twin.ts';
import type { Attributes } from '../core/attributes.ts';
import type { Config, Env } from '../config.ts';
import { derivedUuid } from '../core/identity.ts';
import { parseTimestamp } from '../core/time.ts';
import { appendEvent } from '../ledger/index.ts';
import { Database } from '../store/database.ts';
import { assetOfDevice, ensureDevice, hubName, writerFor, type OnBehalf } from './record.ts';

/** What a source remembers of devices, durably and at once: of what change each attribute last was. */
export interface DeviceMemory {
  /** The order of the last change that said something of this attribute; empty for none. */
  order(asset: string, name: string): string;
  setOrder(asset: string, name: string, order: string): void;
  /** The device is gone: one of the same name begins anew. */
  forget(asset: string): void;
}

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
  const current = await attributesOf(env, asset);
  if (!current) {
    const twin = { deviceId: change.device, ...(change.kind === 'created' ? change.twin : {}) };
    await ensureDevice(env, config, by, change.hub, twin, '');
  }
  if (change.kind === 'created') return;
  const said = attributesIn(change);
  const order = change.order ?? '';
  const latest = Object.entries(said).filter(([name]) => order === '' || memory.order(asset, name) <= order);
  for (const [name] of latest) if (order !== '') memory.setOrder(asset, name, order);
  const known = current ?? (await attributesOf(env, asset)) ?? {};
  const changed = Object.fromEntries(latest.filter(([name, value]) => known[name] !== value));
  const at = change.at === undefined ? undefined : parseTimestamp(change.at);
  // What is told twice, by two routes even, has the same number, or was at the same moment. A twin's versions begin
  // anew when a device is made again, its moments do not.
  const moment = at ? String(at.us) : messageId;
  const which = change.kind === 'twin' ? `${change.order ?? ''} ${moment}` : (change.order ?? moment);
  const id = derivedUuid('device change', by.tenant, hubName(change.hub), change.device, change.kind, which);
  const common = {
    declared: at && { us: at.us, text: at.text },
    principalDeclared: { issuer: change.hub, subject: change.device, display_name: '', email: '' },
  };
  const append = (
    input: { operation: string; behaviour: string; eventAttributes: Attributes; assetAttributes: Attributes },
    event: string,
  ) => appendEvent(env, config, writerFor(by), asset, { ...common, ...input }, undefined, event);
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
  if (change.kind !== 'deleted') return;
  await append(
    { operation: 'StopTracking', behaviour: 'Builtin', eventAttributes: {}, assetAttributes: {} },
    derivedUuid('device stopped', id),
  );
  memory.forget(asset);
}

const TYPES: Record<Change['kind'], string> = {
  twin: 'Device twin change',
  created: 'Device created',
  deleted: 'Device deleted',
  connected: 'Device connected',
  disconnected: 'Device disconnected',
};

function attributesIn(change: Change): Attributes {
  if (change.kind === 'twin') return twinAttributes(change.twin ?? {});
  if (change.kind === 'connected') return { [CONNECTION]: 'Connected' };
  return change.kind === 'disconnected' ? { [CONNECTION]: 'Disconnected' } : {};
}

/** The asset's attributes as they are; undefined where it is not there. */
async function attributesOf(env: Env, asset: string): Promise<Attributes | undefined> {
  const db = new Database(env.DB);
  const [[row]] = await db.batch([
    db.sql<{ attributes: string }>(sql`SELECT attributes FROM assets WHERE id = ${asset}`),
  ]);
  return row && (JSON.parse(row.attributes) as Attributes);
}
