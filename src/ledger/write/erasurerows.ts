import { canonicalJson, sha256Hex } from '../../core/digest.ts';
import { leavesOf, type Attributes } from '../../core/attributes.ts';
import { ambient, type Micros } from '../../core/time.ts';
import { PUBLIC_LEAVES } from '../../store/numbers.ts';
import type { Command } from '../commands.ts';
import { ERASED_KEY } from '../erased.ts';
import { filesOf, searchedLeaves, typeRows } from '../leaves.ts';
import { behaviourChangedBy, blobsIn, versionsWithout, type Target, type Version } from './erasing.ts';

/** An erasure that a proposal carries out: the command, the event to erase, and the number of the event that records it. */
export type Erasure = {
  command: Command & { kind: 'erase' };
  target: Target;
  seq: number;
  us: Micros;
};

/** How long before its acceptance an event may have been decided, which is the time of its idempotency key. */
const DECIDED_BEFORE: Micros = 60_000_000;

/**
 * What an erasure deletes, as a row for the statements below: [number of the recording event, number of the erased event,
 * behaviour, blobs, leaves, types, versions, audit row, time of the oldest idempotency key].
 */
export function erasedRow({ command, target, seq, us }: Erasure) {
  const { event } = target;
  const { deleted } = versionsWithout(target);
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
    deleted.map(({ name, seq: of }) => [name, of]),
    auditRow(command, us),
    event.acceptedUs - DECIDED_BEFORE,
  ];
}

/** The attribute versions that replace those of the erased event, as the statement of versions takes them. */
export const keptVersions = ({ target }: Erasure): unknown[] => versionsWithout(target).kept.map(versionRow);

const versionRow = ({ name, seq, value }: Version) =>
  value === undefined
    ? [name, seq, null, [['', ERASED_KEY, 0]]]
    : [
        name,
        seq,
        JSON.stringify(value),
        leavesOf(name, value).map((leaf) => [leaf.path.slice(name.length), leaf.key, leaf.present]),
      ];

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
    `DELETE FROM asset_attributes WHERE (asset, name, seq) IN (SELECT of.asset, v.value ->> 0, v.value ->> 1
      FROM ${rows} CROSS JOIN json_each(r.value, '$[6]') v)`,
    `UPDATE events SET event_attributes = '{}', asset_attributes = '{}', principal_declared = NULL, principal = NULL, seed = NULL
      WHERE number IN (SELECT e.number FROM ${targets})`,
    `UPDATE khipu_events SET salt = '' WHERE (asset, seq) IN (SELECT of.asset, r.value ->> 1 FROM ${rows})`,
    `DELETE FROM log_seeds WHERE event IN (SELECT e.number FROM ${targets})`,
    `DELETE FROM idempotency WHERE (tenant, principal, key) IN (SELECT i.tenant, i.principal, i.key FROM ${targets} CROSS JOIN assets a ON a.number = of.asset
      CROSS JOIN idempotency i INDEXED BY idempotency_by_age ON i.created_us >= r.value ->> 8 AND i.created_us <= e.accepted_us
      WHERE i.asset = a.id AND i.event = e.id)`,
    `DELETE FROM verifications WHERE asset IN (SELECT a.id FROM ${ofAssets} CROSS JOIN assets a ON a.number = of.asset)`,
    `INSERT INTO audit_log (id, tenant, at_us, issuer, subject, operation, resource, before_hash, after_hash, request_id)
      SELECT r.value ->> 7 ->> 0, r.value ->> 7 ->> 2, r.value ->> 7 ->> 1, r.value ->> 7 ->> 3, r.value ->> 7 ->> 4, 'eraseEvent',
      r.value ->> 7 ->> 5, '', r.value ->> 7 ->> 6, r.value ->> 7 ->> 7 FROM ${rows}`,
    `INSERT INTO assertions (what, ok) SELECT 'events', NOT EXISTS (SELECT 1 FROM ${targets} WHERE e.principal IS NOT NULL)`,
  ];
}
