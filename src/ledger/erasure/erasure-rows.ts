import { canonicalJson, sha256Hex } from '../../lib/digest.ts';
import type { Attributes } from '../../formats/records/attributes.ts';
import { ambient, type Micros } from '../../lib/time.ts';
import { PUBLIC_LEAVES } from '../../platform/database/numbers.ts';
import type { Command } from '../append/commands.ts';
import { ERASED_KEY } from './erased.ts';
import { filesOf, searchedLeaves, typeRows } from '../records/leaves.ts';
import { erasedKey } from './erased-keys.ts';
import { ATTACHMENTS, behaviourChangedBy, blobsIn, reattached, versionsOf, type Target } from './erasing.ts';

/** An erasure that a proposal carries out: the command, the event to erase, and the number of the event that records it. */
export type Erasure = {
  command: Command & { kind: 'erase' };
  target: Target;
  seq: number;
  us: Micros;
};

/**
 * What an erasure deletes, as a row for the statements below: [number of the recording event, number of the erased event,
 * behaviour, blobs, leaves, types, names of versions, audit row, idempotency keys, `Reattached` as a list or null].
 */
export function erasedRow({ command, target, seq, us }: Erasure) {
  const { event } = target;
  const attachments = reattached(target);
  const blobs = blobsIn(event);
  const leaves = [
    ...[event.eventAttributes, event.assetAttributes].flatMap((attributes, sets) =>
      searchedIn(attributes).map(({ path, key }) => [sets, path, key]),
    ),
    ...filesOf(event).map((hash) => [2, '', hash]),
  ];
  return [
    seq,
    event.seq,
    behaviourChangedBy(event),
    blobs.length > 0 ? JSON.stringify(blobs) : null,
    leaves,
    typeRows(event).map(([path, key]) => [path, key]),
    versionsOf(target),
    auditRow(command, us),
    target.keys.map(([tenant, principal, key, us]) => [tenant, principal, key, erasedKey(tenant, principal, key), us]),
    attachments
      ? [attachments.before, attachments.skipped, attachments.last, attachments.lost, attachments.gained]
      : null,
  ];
}

/** The attribute versions that replace those of the erased event, as the statement of versions takes them: without content. */
export const keptVersions = ({ target }: Erasure): unknown[] =>
  versionsOf(target).map((name) => [name, target.event.seq, null, [['', ERASED_KEY, 0]]]);

const searchedIn = (attributes: Attributes) =>
  Object.entries(attributes).flatMap(([name, value]) => searchedLeaves(name, value));

/** Without a hash of the content before: it has no salt, so the content could be guessed from it. */
function auditRow({ author, asset, event, input }: Erasure['command'], us: Micros) {
  const { tenant, issuer, subject } = author.caller;
  const resource = `assets/${asset}/events/${input.event}`;
  const after = { event: resource, erasure: `assets/${asset}/events/${event}`, reason: input.reason };
  const hash = sha256Hex(canonicalJson(after));
  return [ambient.uuid(), us, tenant, issuer, subject, resource, hash, author.requestId];
}

/**
 * The statements of an erasure, which follow those that store the event that records it. `ofAssets`: FROM with the row `of` of
 * the asset, and `list`, its rows.
 */
export function erasureTexts(ofAssets: string): string[] {
  const rows = `${ofAssets} CROSS JOIN json_each(of.list) r`;
  const targets = `${rows} CROSS JOIN events e ON e.asset = of.asset AND e.seq = r.value ->> 1`;
  return [
    `INSERT INTO erasures (event, erasure, behaviour, blobs) SELECT e.number, said.number, r.value ->> 2, r.value ->> 3
      FROM ${targets} CROSS JOIN events said ON said.asset = of.asset AND said.seq = r.value ->> 0`,
    `DELETE FROM event_leaves WHERE (tenant, sets, path, key, accepted_us, event) IN (SELECT iif(whose.value, e.tenant, ${PUBLIC_LEAVES}),
      l.value ->> 0, l.value ->> 1, l.value ->> 2, e.accepted_us, e.number
      FROM ${targets} CROSS JOIN json_each(r.value, '$[4]') l CROSS JOIN json_each('[0,1]') whose)`,
    `DELETE FROM event_types WHERE (asset, path, key, seq) IN (SELECT of.asset, l.value ->> 0, l.value ->> 1, r.value ->> 1
      FROM ${rows} CROSS JOIN json_each(r.value, '$[5]') l)`,
    `DELETE FROM asset_attributes WHERE (asset, name, seq) IN (SELECT of.asset, v.value, r.value ->> 1
      FROM ${rows} CROSS JOIN json_each(r.value, '$[6]') v)`,
    // MATERIALIZED, so that SQLite searches `asset_attributes` instead of scanning it.
    `WITH now AS MATERIALIZED (SELECT of.asset, r.value ->> 1 AS seq, r.value -> 9 -> 0 AS before, r.value -> 9 ->> 1 AS skipped, r.value -> 9 ->> 2 AS last FROM ${rows})
      UPDATE asset_attributes SET value = (SELECT json_group_array(json(x.item)) FROM (
        SELECT b.value AS item FROM json_each(now.before) b
        UNION ALL SELECT t.value FROM json_each(asset_attributes.value) t WHERE t.key >= now.skipped) x)
      FROM now
      WHERE asset_attributes.asset = now.asset AND asset_attributes.name = '${ATTACHMENTS}' AND asset_attributes.seq > now.seq
        AND asset_attributes.seq <= now.last AND asset_attributes.path = '' AND asset_attributes.value IS NOT NULL`,
    `DELETE FROM asset_attributes WHERE (asset, name, seq, path, key) IN (SELECT of.asset, v.name, v.seq, l.value ->> 0, l.value ->> 1
      FROM ${rows} CROSS JOIN json_each(r.value, '$[9][3]') l CROSS JOIN asset_attributes v ON v.asset = of.asset AND v.name = '${ATTACHMENTS}'
        AND v.seq > r.value ->> 1 AND v.seq < l.value ->> 2 AND v.path = l.value ->> 0 AND v.key = l.value ->> 1)`,
    `INSERT INTO asset_attributes (asset, name, seq, path, key, present, value) SELECT of.asset, v.name, v.seq, l.value ->> 0, l.value ->> 1, l.value ->> 2, NULL
      FROM ${rows} CROSS JOIN json_each(r.value, '$[9][4]') l CROSS JOIN asset_attributes v ON v.asset = of.asset AND v.name = '${ATTACHMENTS}'
        AND v.seq > r.value ->> 1 AND v.seq <= r.value -> 9 ->> 2 AND v.path = '' AND v.value IS NOT NULL
      WHERE true ON CONFLICT DO NOTHING`,
    `UPDATE events SET event_attributes = '{}', asset_attributes = '{}', principal_declared = NULL, principal = NULL, seed = NULL
      WHERE number IN (SELECT e.number FROM ${targets})`,
    `UPDATE khipu_events SET salt = '' WHERE (asset, seq) IN (SELECT of.asset, r.value ->> 1 FROM ${rows})`,
    `DELETE FROM log_seeds WHERE event IN (SELECT e.number FROM ${targets})`,
    `INSERT INTO idempotency (tenant, principal, key, fingerprint, asset, event, created_us)
      SELECT k.value ->> 0, k.value ->> 1, k.value ->> 3, '', a.id, e.id, k.value ->> 4 FROM ${targets} CROSS JOIN assets a ON a.number = of.asset
      CROSS JOIN json_each(r.value, '$[8]') k WHERE true
      ON CONFLICT (tenant, principal, key) DO UPDATE SET asset = excluded.asset, event = excluded.event, created_us = excluded.created_us`,
    `DELETE FROM idempotency WHERE (tenant, principal, key) IN (SELECT k.value ->> 0, k.value ->> 1, k.value ->> 2
      FROM ${rows} CROSS JOIN json_each(r.value, '$[8]') k)`,
    `DELETE FROM verifications WHERE asset IN (SELECT a.id FROM ${ofAssets} CROSS JOIN assets a ON a.number = of.asset)`,
    `INSERT INTO audit_log (id, tenant, at_us, issuer, subject, operation, resource, before_hash, after_hash, request_id)
      SELECT r.value ->> 7 ->> 0, r.value ->> 7 ->> 2, r.value ->> 7 ->> 1, r.value ->> 7 ->> 3, r.value ->> 7 ->> 4, 'eraseEvent',
      r.value ->> 7 ->> 5, '', r.value ->> 7 ->> 6, r.value ->> 7 ->> 7 FROM ${rows}`,
    `INSERT INTO assertions (what, ok) SELECT 'events', NOT EXISTS (SELECT 1 FROM ${targets} WHERE e.principal IS NOT NULL)`,
  ];
}
