import { sql, type SQL } from 'drizzle-orm';
import { leavesOf } from '../../core/attributes.ts';
import type { Attributes } from '../../core/attributes.ts';
import { toHex } from '../../core/text.ts';
import { ambient, type Micros } from '../../core/time.ts';
import { assert } from '../../store/conditions.ts';
import type { Database, Statement } from '../../store/database.ts';
import type { Head } from '../head.ts';
import type { EventRecord } from '../event.ts';

/** An event to commit. `changes` are all asset attributes that it sets; `declaredUs` is `declared` as a number. */
export type Entry = {
  event: EventRecord;
  declaredUs: Micros;
  changes: Attributes;
  idempotency: IdempotencyRow | undefined;
};

export type IdempotencyRow = {
  tenant: string;
  principal: string;
  key: string;
  fingerprint: string;
  asset: string;
  event: string;
  createdUs: Micros;
};

/** The end of the last window of anchors of a scope: no event is accepted before it. */
export const lastEnd = (scope: SQL): SQL => sql`coalesce((SELECT max(end_us) FROM anchors WHERE scope = ${scope}), 0)`;

/** How long an idempotency key is kept. */
export const KEY_LIFETIME: Micros = 86_400_000_000;

/**
 * The writes of one commit, in order: confirm pending events, insert the events and their index rows, update the
 * asset's row. Each statement takes all its rows as one JSON parameter. The primary key (asset, seq) is a
 * compare-and-swap: the batch of a second sequencer fails as a whole.
 */
export function commitStatements(
  db: Database,
  before: Head | undefined,
  after: Head,
  entries: readonly Entry[],
  now: Micros,
): Statement[] {
  const events = entries.map((entry) => entry.event);
  const statements: Statement[] = before
    ? [
        assert(
          db,
          'head',
          sql`EXISTS (SELECT 1 FROM assets WHERE id = ${before.id} AND seq = ${before.seq} AND head_hash = ${before.headHash})`,
        ),
      ]
    : [];
  if (before && before.confirmedSeq < after.confirmedSeq)
    statements.push(confirmEvents(db, before.id, before.confirmedSeq, after.confirmedSeq, now));
  if (entries.length > 0)
    statements.push(
      insertEvents(db, entries),
      ...eventLeaves(db, after, events),
      ...attributeVersions(db, after, entries),
    );
  if (after.proofMechanism === 'KHIPU' && entries.length > 0) statements.push(insertSalts(db, events));
  const keys = entries.flatMap((entry) => entry.idempotency ?? []);
  if (keys.length > 0) statements.push(...insertKeys(db, keys, now));
  statements.push(before ? updateAsset(db, after) : insertAsset(db, after));
  return statements;
}

function confirmEvents(db: Database, asset: string, after: number, upTo: number, now: Micros): Statement {
  return db.sql(sql`UPDATE events SET confirmation = 'CONFIRMED', committed_us = max(${now}, accepted_us)
    WHERE asset = ${asset} AND seq > ${after} AND seq <= ${upTo} AND confirmation = 'PENDING'`);
}

function insertEvents(db: Database, entries: readonly Entry[]): Statement {
  const rows = entries.map(({ event: e, declaredUs }) => [
    e.asset,
    e.seq,
    e.id,
    e.tenant,
    Number(e.public),
    e.proofMechanism,
    e.operation,
    e.behaviour,
    JSON.stringify(e.eventAttributes),
    JSON.stringify(e.assetAttributes),
    e.declared,
    declaredUs,
    e.acceptedUs,
    JSON.stringify(e.principalDeclared),
    JSON.stringify(e.principalAccepted),
    e.confirmation,
    e.from,
    e.hash,
  ]);
  return db.sql(sql`INSERT INTO events (asset, seq, id, tenant, public, proof_mechanism, operation, behaviour, event_attributes,
      asset_attributes, declared, declared_us, accepted_us, principal_declared, principal_accepted,
      confirmation, from_wallet, hash, transaction_id, block_number, transaction_index)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8,
      value ->> 9, value ->> 10, value ->> 11, value ->> 12, value ->> 13, value ->> 14,
      value ->> 15, value ->> 16, value ->> 17, '', 0, 0
    FROM json_each(${JSON.stringify(rows)})`);
}

/**
 * The salts of KHIPU events, which keep their hashes from revealing their content. Stored with the event and hashed
 * later.
 */
function insertSalts(db: Database, events: readonly EventRecord[]): Statement {
  const rows = events.map((e) => [e.asset, e.seq, toHex(ambient.bytes(32))]);
  return db.sql(sql`INSERT INTO khipu_events (asset, seq, salt) SELECT value ->> 0, value ->> 1, value ->> 2
    FROM json_each(${JSON.stringify(rows)})`);
}

/** Leaves as JSON, without repeated names and paths: `{name: [[path after the name, key, present], …]}`. */
const leavesJson = (attributes: Attributes) =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      leavesOf(name, value).map((leaf) => [leaf.path.slice(name.length), leaf.key, leaf.present]),
    ]),
  );

function eventLeaves(db: Database, after: Head, events: readonly EventRecord[]): Statement[] {
  const rows = events
    .filter((e) => Object.keys(e.eventAttributes).length > 0)
    .map((e) => [e.seq, e.acceptedUs, leavesJson(e.eventAttributes)]);
  if (rows.length === 0) return [];
  return [
    db.sql(sql`INSERT INTO event_attributes (asset, path, key, seq, tenant, public, accepted_us)
      SELECT ${after.id}, n.key || (l.value ->> 0), l.value ->> 1, e.value ->> 0, ${after.tenant}, ${Number(after.public)}, e.value ->> 1
      FROM json_each(${JSON.stringify(rows)}) e, json_each(e.value, '$[2]') n, json_each(n.value) l`),
  ];
}

/** New versions of the attributes that the entries set. Only the last version of each is current. */
function attributeVersions(db: Database, after: Head, entries: readonly Entry[]): Statement[] {
  const last = new Map<string, string>();
  for (const { event, changes } of entries) for (const name of Object.keys(changes)) last.set(name, event.id);
  if (last.size === 0) return [];
  const rows = entries.flatMap(({ event, changes }) =>
    Object.entries(changes).map(([name, value]) => [
      name,
      event.acceptedUs,
      last.get(name) === event.id ? 1 : 0,
      Object.hasOwn(event.assetAttributes, name) ? 1 : 0,
      JSON.stringify(value),
      leavesJson({ [name]: value })[name],
      event.seq,
    ]),
  );
  return [
    db.sql(sql`UPDATE asset_attributes INDEXED BY asset_attributes_of_asset SET current = 0
      WHERE asset = ${after.id} AND current = 1 AND name IN (SELECT value FROM json_each(${JSON.stringify([...last.keys()])}))`),
    db.sql(sql`INSERT INTO asset_attributes (asset, path, from_us, key, name, present, current, named, value, seq, tenant, created_us)
      SELECT ${after.id}, (a.value ->> 0) || (l.value ->> 0), a.value ->> 1, l.value ->> 1, a.value ->> 0, l.value ->> 2,
        a.value ->> 2, a.value ->> 3, CASE l.value ->> 0 WHEN '' THEN a.value ->> 4 END, a.value ->> 6, ${after.tenant}, ${after.createdUs}
      FROM json_each(${JSON.stringify(rows)}) a, json_each(a.value, '$[5]') l`),
  ];
}

function insertKeys(db: Database, keys: readonly IdempotencyRow[], now: Micros): Statement[] {
  const rows = JSON.stringify(
    keys.map((k) => [k.tenant, k.principal, k.key, k.fingerprint, k.asset, k.event, k.createdUs]),
  );
  return [
    db.sql(sql`DELETE FROM idempotency WHERE created_us <= ${now - KEY_LIFETIME} AND (tenant, principal, key) IN
      (SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${rows}))`),
    db.sql(sql`INSERT INTO idempotency (tenant, principal, key, fingerprint, asset, event, created_us)
      SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6 FROM json_each(${rows})`),
  ];
}

function insertAsset(db: Database, a: Head): Statement {
  return db.sql(sql`INSERT INTO assets (id, tenant, public, proof_mechanism, chain_id, behaviours, attributes, tracked, confirmation,
      owner, created_us, seq, head_us, head_hash, initial_behaviours, confirmed_seq)
    VALUES (${a.id}, ${a.tenant}, ${Number(a.public)}, ${a.proofMechanism}, ${a.chainId}, ${JSON.stringify(a.behaviours)},
      ${JSON.stringify(a.attributes)}, ${Number(a.tracked)}, ${a.confirmation}, ${a.owner}, ${a.createdUs}, ${a.seq}, ${a.headUs},
      ${a.headHash}, ${JSON.stringify(a.initialBehaviours)}, ${a.confirmedSeq})`);
}

function updateAsset(db: Database, a: Head): Statement {
  return db.sql(sql`UPDATE assets SET behaviours = ${JSON.stringify(a.behaviours)}, attributes = ${JSON.stringify(a.attributes)},
      tracked = ${Number(a.tracked)}, seq = ${a.seq}, head_us = ${a.headUs}, head_hash = ${a.headHash}, confirmed_seq = ${a.confirmedSeq},
      confirmation = CASE WHEN confirmation = 'PENDING' THEN ${a.confirmation} ELSE confirmation END
    WHERE id = ${a.id}`);
}
