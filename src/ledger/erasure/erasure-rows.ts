import { canonicalJson, sha256Hex } from '../../lib/digest.ts';
import { ambient, type Micros } from '../../lib/time.ts';
import { columns } from '../../platform/database/columns.ts';
import { PUBLIC_LEAVES } from '../../platform/database/numbers.ts';
import { leafSets, NAMED_LEAF, versionRow } from '../append/attribute-rows.ts';
import { filesOfEvent } from '../append/admission.ts';
import { LISTS, LIST_ROWS } from '../append/event-rows.ts';
import type { Command } from '../append/commands.ts';
import { ERASED_KEY } from './erasure.ts';
import { typeRows } from '../records/leaves.ts';
import { erasedKey } from './erasure-keys.ts';
import { ATTACHMENTS, behaviourChangedBy, reattached, versionsOf, type ErasureTarget } from './erasure-target.ts';

/**
 * An erasure that a proposal carries out: the command, the event to erase, and the number of the event that records it.
 */
export type Erasure = {
  command: Command & { kind: 'erase' };
  target: ErasureTarget;
  seq: number;
  us: Micros;
};

/** What an erasure deletes. `seq`: of the event that records it. */
const ERASURE = columns(
  'seq',
  'erasedSeq',
  'behaviour',
  'blobs',
  'leaves',
  'types',
  'versions',
  'audit',
  'keys',
  'attachments',
);
const TYPE = columns('path', 'key');
const KEY = columns('tenant', 'principal', 'key', 'erasedKey', 'createdUs');
const AUDIT = columns('id', 'atUs', 'tenant', 'issuer', 'subject', 'resource', 'afterHash', 'requestId');
const REATTACHED = columns('before', 'skipped', 'last', 'lost', 'gained');
const LOST_LEAF = columns('path', 'key', 'until');
const GAINED_LEAF = columns('path', 'key', 'present');

/** The row of an erasure for the statements below. */
export function erasureRow({ command, target, seq, us }: Erasure): unknown[] {
  const { event } = target;
  const attachments = reattached(target);
  const blobs = filesOfEvent(event);
  return ERASURE.row({
    seq,
    erasedSeq: event.seq,
    behaviour: behaviourChangedBy(event),
    blobs: blobs.length > 0 ? JSON.stringify(blobs) : null,
    leaves: leafSets(event),
    types: typeRows(event).map(TYPE.row),
    versions: versionsOf(target),
    audit: auditRow(command, us),
    keys: target.keys.map((used) => KEY.row({ ...used, erasedKey: erasedKey(used) })),
    attachments: attachments
      ? REATTACHED.row({
          ...attachments,
          lost: attachments.lost.map(LOST_LEAF.row),
          gained: attachments.gained.map(GAINED_LEAF.row),
        })
      : null,
  });
}

/**
 * The attribute versions that replace those of the erased event, as the statement of versions takes them: without
 * content.
 */
export const versionsWithoutContent = ({ target }: Erasure): unknown[] =>
  versionsOf(target).map((name) =>
    versionRow(name, target.event.seq, null, [{ path: '', key: ERASED_KEY, present: 0 }]),
  );

/** Without a hash of the content before: it has no salt, so the content could be guessed from it. */
function auditRow({ author, asset, event, input }: Erasure['command'], atUs: Micros): unknown[] {
  const { tenant, issuer, subject } = author.caller;
  const resource = `assets/${asset}/events/${input.event}`;
  const after = { event: resource, erasure: `assets/${asset}/events/${event}`, reason: input.reason };
  const afterHash = sha256Hex(canonicalJson(after));
  const { requestId } = author;
  return AUDIT.row({ id: ambient.uuid(), atUs, tenant, issuer, subject, resource, afterHash, requestId });
}

const row = ERASURE.of('r.value');
const audit = AUDIT.of(row.audit);
const reattachedRow = ERASURE.jsonOf('r.value').attachments;
const attached = REATTACHED.of(reattachedRow);
const key = KEY.of('k.value');
const type = TYPE.of('l.value');
const lost = LOST_LEAF.of('l.value');
const gained = GAINED_LEAF.of('l.value');
const each = (name: keyof typeof ERASURE.path): string => `json_each(r.value, ${ERASURE.path[name]})`;
/** FROM the erased events `e`. */
const ERASED_EVENTS = `${LIST_ROWS} CROSS JOIN events e ON e.asset = of.asset AND e.seq = ${row.erasedSeq}`;
/** The versions of the attachments of the asset. */
const ATTACHMENT_VERSIONS = `asset_attributes v ON v.asset = of.asset AND v.name = '${ATTACHMENTS}'`;

/** The statements of erasures, which follow those that store the events that record them. */
export const ERASURE_STATEMENTS: readonly string[] = [
  `INSERT INTO erasures (event, erasure, behaviour, blobs) SELECT e.number, said.number, ${row.behaviour}, ${row.blobs}
    FROM ${ERASED_EVENTS} CROSS JOIN events said ON said.asset = of.asset AND said.seq = ${row.seq}`,
  `DELETE FROM event_leaves WHERE (tenant, sets, path, key, accepted_us, event) IN (SELECT
    iif(whose.value, e.tenant, ${PUBLIC_LEAVES}), s.key, ${NAMED_LEAF.path}, ${NAMED_LEAF.key}, e.accepted_us, e.number
    FROM ${ERASED_EVENTS} CROSS JOIN ${each('leaves')} s CROSS JOIN json_each(s.value) n
      CROSS JOIN json_each(n.value) l CROSS JOIN json_each('[0,1]') whose)`,
  `DELETE FROM event_types WHERE (asset, path, key, seq) IN (SELECT of.asset, ${type.path}, ${type.key},
      ${row.erasedSeq}
    FROM ${LIST_ROWS} CROSS JOIN ${each('types')} l)`,
  `DELETE FROM asset_attributes WHERE (asset, name, seq) IN (SELECT of.asset, v.value, ${row.erasedSeq}
    FROM ${LIST_ROWS} CROSS JOIN ${each('versions')} v)`,
  // MATERIALIZED, so that SQLite searches `asset_attributes` instead of scanning it.
  `WITH now AS MATERIALIZED (SELECT of.asset, ${row.erasedSeq} AS seq, ${attached.before} AS before,
      ${attached.skipped} AS skipped, ${attached.last} AS last FROM ${LIST_ROWS})
    UPDATE asset_attributes SET value = (SELECT json_group_array(json(x.item)) FROM (
      SELECT b.value AS item FROM json_each(now.before) b
      UNION ALL SELECT t.value FROM json_each(asset_attributes.value) t WHERE t.key >= now.skipped) x)
    FROM now
    WHERE asset_attributes.asset = now.asset AND asset_attributes.name = '${ATTACHMENTS}'
      AND asset_attributes.seq > now.seq
      AND asset_attributes.seq <= now.last AND asset_attributes.path = '' AND asset_attributes.value IS NOT NULL`,
  `DELETE FROM asset_attributes WHERE (asset, name, seq, path, key) IN (
    SELECT of.asset, v.name, v.seq, ${lost.path}, ${lost.key}
    FROM ${LIST_ROWS} CROSS JOIN json_each(${reattachedRow}, ${REATTACHED.path.lost}) l
      CROSS JOIN ${ATTACHMENT_VERSIONS}
      AND v.seq > ${row.erasedSeq} AND v.seq < ${lost.until} AND v.path = ${lost.path} AND v.key = ${lost.key})`,
  `INSERT INTO asset_attributes (asset, name, seq, path, key, present, value)
    SELECT of.asset, v.name, v.seq, ${gained.path}, ${gained.key}, ${gained.present}, NULL
    FROM ${LIST_ROWS} CROSS JOIN json_each(${reattachedRow}, ${REATTACHED.path.gained}) l
      CROSS JOIN ${ATTACHMENT_VERSIONS}
      AND v.seq > ${row.erasedSeq} AND v.seq <= ${attached.last} AND v.path = '' AND v.value IS NOT NULL
    WHERE true ON CONFLICT DO NOTHING`,
  `UPDATE events SET event_attributes = '{}', asset_attributes = '{}', principal_declared = NULL, principal = NULL,
      seed = NULL, statement_seed = NULL
    WHERE number IN (SELECT e.number FROM ${ERASED_EVENTS})`,
  `UPDATE khipu_events SET salt = '' WHERE (asset, seq) IN (SELECT of.asset, ${row.erasedSeq} FROM ${LIST_ROWS})`,
  `DELETE FROM log_seeds WHERE event IN (SELECT e.number FROM ${ERASED_EVENTS})`,
  `INSERT INTO idempotency (tenant, principal, key, fingerprint, asset, event, created_us)
    SELECT ${key.tenant}, ${key.principal}, ${key.erasedKey}, '', a.id, e.id, ${key.createdUs}
    FROM ${ERASED_EVENTS} CROSS JOIN assets a ON a.number = of.asset CROSS JOIN ${each('keys')} k WHERE true
    ON CONFLICT (tenant, principal, key) DO UPDATE SET asset = excluded.asset, event = excluded.event,
      created_us = excluded.created_us`,
  `DELETE FROM idempotency WHERE (tenant, principal, key) IN (SELECT ${key.tenant}, ${key.principal}, ${key.key}
    FROM ${LIST_ROWS} CROSS JOIN ${each('keys')} k)`,
  `DELETE FROM verifications WHERE asset IN (SELECT a.id FROM ${LISTS} CROSS JOIN assets a ON a.number = of.asset)`,
  `INSERT INTO audit_log (id, tenant, at_us, issuer, subject, operation, resource, before_hash, after_hash, request_id)
    SELECT ${audit.id}, ${audit.tenant}, ${audit.atUs}, ${audit.issuer}, ${audit.subject}, 'eraseEvent',
      ${audit.resource}, '', ${audit.afterHash}, ${audit.requestId} FROM ${LIST_ROWS}`,
  `INSERT INTO assertions (what, ok)
    SELECT 'events', NOT EXISTS (SELECT 1 FROM ${ERASED_EVENTS} WHERE e.principal IS NOT NULL)`,
];
