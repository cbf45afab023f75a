import { sql, type SQL } from 'drizzle-orm';
import { columns } from '../../platform/database/columns.ts';
import { byteLength, toHex } from '../../lib/text.ts';
import { ambient, formatMicros, type Micros } from '../../lib/time.ts';
import type { Attributes } from '../../formats/records/attributes.ts';
import type { EventRecord } from '../records/event.ts';
import type { Head } from '../records/asset.ts';

/*
 * The rows of a proposal for the tables of assets, events and idempotency keys, and the statements that write them (see
 * commit-statements.ts). ?1: the rows of all proposals.
 */

/**
 * An event to commit. `seed` is what its chain hash derives its salts from; `changes` are all asset attributes that it
 * sets; `declaredUs` is `declared` as a number.
 */
export type Entry = {
  event: EventRecord;
  seed: Uint8Array;
  declaredUs: Micros;
  changes: Attributes;
  idempotency: IdempotencyRow | undefined;
  /** The statement of the author, and its seed in hexadecimal digits. */
  statement?: Uint8Array;
  statementSeed?: string;
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

/** The elements of the proposals that this commit stores, as `m`, without those that have no rows. */
const STORED = `json_each(?1) m WHERE m.type <> 'integer'
  AND m.key IN (SELECT v.key FROM database_state CROSS JOIN json_each(verdicts) v WHERE v.type = 'null')`;
/** As a subquery, because conditions of a statement would be added to those of `STORED`. */
export const STORED_ROWS = `(SELECT m.value FROM ${STORED}) m`;

const OF_ASSET = columns('id', 'list');
const ofAsset = OF_ASSET.of('m.value');
/** Rows of an asset: its id with the list; empty for none. */
export const listOf = ({ id }: Head, list: readonly unknown[]): string =>
  list.length === 0 ? '' : JSON.stringify(OF_ASSET.row({ id, list }));
/** FROM the lists of `listOf`: the number of the asset, further columns of its row, and `list`. */
export const LISTS = `(SELECT a.number AS asset, a.tenant, a.public, a.proof_mechanism, a.created_us, m.key,
    ${ofAsset.list} AS list
  FROM (SELECT m.key, m.value FROM ${STORED}) m CROSS JOIN assets a ON a.id = ${ofAsset.id}) of`;
/** FROM their rows: `r.value` is a row. */
export const LIST_ROWS = `${LISTS} CROSS JOIN json_each(of.list) r`;

const STATE = ['id', 'behaviours', 'initial', 'attributes', 'seq', 'headUs', 'headHash'] as const;
const UPDATED = columns(...STATE);
const CREATED = columns(...STATE, 'tracked', 'tenant', 'public', 'proofMechanism', 'chainId', 'owner', 'createdUs');
const TRACKED = columns('id', 'tracked');

/** The columns of an asset that events change. */
function stateOf(head: Head) {
  const behaviours = JSON.stringify(head.behaviours);
  const initial = JSON.stringify(head.initialBehaviours);
  return {
    ...head,
    behaviours,
    initial: initial === behaviours ? null : initial,
    attributes: JSON.stringify(head.attributes),
  };
}

/** The row of the asset: one of these is empty. `before`: undefined for a new asset. */
export function assetRows(before: Head | undefined, after: Head): Record<'created' | 'updated' | 'tracked', string> {
  const tracked = Number(after.tracked);
  if (!before) {
    const row = CREATED.row({ ...stateOf(after), tracked, public: Number(after.public) });
    return { created: JSON.stringify(row), updated: '', tracked: '' };
  }
  return {
    created: '',
    updated: JSON.stringify(UPDATED.row(stateOf(after))),
    tracked: before.tracked === after.tracked ? '' : JSON.stringify(TRACKED.row({ id: after.id, tracked })),
  };
}

const created = CREATED.of('m.value');
export const INSERT_ASSETS = `INSERT INTO assets (id, behaviours, initial_behaviours, attributes, seq, head_us,
    head_hash, tracked, tenant, public, proof_mechanism, chain_id, owner, created_us, confirmation)
  SELECT ${created.id}, ${created.behaviours}, ${created.initial}, ${created.attributes}, ${created.seq},
    ${created.headUs}, unhex(${created.headHash}), ${created.tracked}, t.number, ${created.public},
    ${created.proofMechanism}, ${created.chainId},
    CASE ${created.owner} WHEN t.wallet_address THEN NULL ELSE ${created.owner} END, ${created.createdUs},
    CASE ${created.proofMechanism} WHEN 'KHIPU' THEN 'PENDING' ELSE 'CONFIRMED' END
  FROM ${STORED_ROWS} CROSS JOIN tenants t ON t.id = ${created.tenant}`;

const updated = UPDATED.of('m.value');
/** Without `tracked`, because D1 counts the entry of each index that has a column of SET. */
export const UPDATE_ASSETS = `UPDATE assets SET behaviours = ${updated.behaviours},
    initial_behaviours = ${updated.initial}, attributes = ${updated.attributes}, seq = ${updated.seq},
    head_us = ${updated.headUs}, head_hash = unhex(${updated.headHash})
  FROM ${STORED_ROWS} WHERE assets.id = ${updated.id}`;

const tracked = TRACKED.of('m.value');
export const UPDATE_TRACKED = `UPDATE assets SET tracked = ${tracked.tracked}
  FROM ${STORED_ROWS} WHERE assets.id = ${tracked.id}`;

/** What follows from the row of the asset, or from another value, is left out or null. */
const EVENT = columns(
  'seq',
  'id',
  'operation',
  'behaviour',
  'eventAttributes',
  'assetAttributes',
  'declared',
  'declaredUs',
  'acceptedUs',
  'principalDeclared',
  'principal',
  'from',
  'hash',
  'seed',
  'statement',
  'statementSeed',
);

/** The values of the row of an event. `principal`: the principal that it was accepted from, as JSON. */
export function eventValues({ event, seed, declaredUs, statement, statementSeed }: Entry, principal: string) {
  const isDeclared = event.principalDeclared !== event.principalAccepted;
  const principalDeclared = isDeclared ? JSON.stringify(event.principalDeclared) : principal;
  return {
    ...event,
    eventAttributes: JSON.stringify(event.eventAttributes),
    assetAttributes: JSON.stringify(event.assetAttributes),
    declared: event.declared === formatMicros(event.acceptedUs) ? null : event.declared,
    declaredUs: declaredUs === event.acceptedUs ? null : declaredUs,
    principalDeclared: principalDeclared === principal ? null : principalDeclared,
    principal,
    seed: toHex(seed),
    statement: statement ? toHex(statement) : null,
    statementSeed: statementSeed ?? null,
  };
}

/** What the quota `ledger_bytes` counts for the numbers, identifiers, times, hash and seed of an event. */
const EVENT_OVERHEAD = 200;

/**
 * The bytes that the quota `ledger_bytes` counts for an event: the overhead, and its attributes and declared principal
 * as JSON in UTF-8. The trigger `events_erased_uncounted` has the same sum.
 */
export const eventBytes: SQL = sql.raw(
  `${EVENT_OVERHEAD} + octet_length(event_attributes) + octet_length(asset_attributes)
    + coalesce(octet_length(principal_declared), 0)`,
);

/** What `eventBytes` counts for a row. */
export const ledgerBytesOf = (row: ReturnType<typeof eventValues>): number =>
  EVENT_OVERHEAD +
  byteLength(row.eventAttributes) +
  byteLength(row.assetAttributes) +
  byteLength(row.principalDeclared ?? '');

export const eventRows = (after: Head, values: readonly ReturnType<typeof eventValues>[]): string =>
  listOf(after, values.map(EVENT.row));

/** The principals that `INSERT_EVENTS` refers to, as JSON. */
export const INSERT_PRINCIPALS = `INSERT OR IGNORE INTO principals (info)
  SELECT p.value FROM ${STORED_ROWS} CROSS JOIN json_each(m.value) p`;

const event = EVENT.of('r.value');
/** ?2: the time of the commit. MERKLE_LOG events are confirmed by their log (confirmation.ts), which has the time. */
export const INSERT_EVENTS = `INSERT INTO events (asset, tenant, public, proof_mechanism, seq, id, operation, behaviour,
    event_attributes, asset_attributes, declared, declared_us, accepted_us, principal_declared, principal, from_wallet,
    hash, seed, statement, statement_seed, confirmation, committed_us, transaction_id, block_number, transaction_index)
  SELECT of.asset, of.tenant, of.public, of.proof_mechanism, ${event.seq}, ${event.id}, ${event.operation},
    ${event.behaviour}, ${event.eventAttributes}, ${event.assetAttributes}, ${event.declared}, ${event.declaredUs},
    ${event.acceptedUs}, ${event.principalDeclared},
    (SELECT p.number FROM principals p WHERE p.info = ${event.principal}),
    CASE ${event.from} WHEN t.wallet_address THEN NULL ELSE ${event.from} END, unhex(${event.hash}),
    unhex(${event.seed}), unhex(${event.statement}), unhex(${event.statementSeed}),
    CASE of.proof_mechanism WHEN 'KHIPU' THEN 'PENDING' ELSE 'CONFIRMED' END,
    CASE of.proof_mechanism WHEN 'SIMPLE_HASH' THEN max(?2, ${event.acceptedUs}) END, '', 0, 0
  FROM ${LISTS} CROSS JOIN tenants t ON t.number = of.tenant CROSS JOIN json_each(of.list) r`;

const SALT = columns('seq', 'salt');
/** The salts of the transactions of KHIPU events. */
export const saltRows = (after: Head, events: readonly EventRecord[]): string =>
  after.proofMechanism === 'KHIPU'
    ? listOf(
        after,
        events.map(({ seq }) => SALT.row({ seq, salt: toHex(ambient.bytes(32)) })),
      )
    : '';

const salt = SALT.of('r.value');
export const INSERT_SALTS = `INSERT INTO khipu_events (asset, seq, salt)
  SELECT of.asset, ${salt.seq}, ${salt.salt} FROM ${LIST_ROWS}`;

const KEY = columns('tenant', 'principal', 'key', 'fingerprint', 'asset', 'event', 'createdUs');
export const keyRows = (keys: readonly IdempotencyRow[]): string =>
  keys.length === 0 ? '' : JSON.stringify(keys.map(KEY.row));

const key = KEY.of('k.value');
/** A key that has expired is replaced. */
export const INSERT_KEYS = `INSERT INTO idempotency (tenant, principal, key, fingerprint, asset, event, created_us)
  SELECT ${KEY.names.map((name) => key[name]).join(', ')}
  FROM ${STORED_ROWS} CROSS JOIN json_each(m.value) k WHERE true
  ON CONFLICT (tenant, principal, key) DO UPDATE SET fingerprint = excluded.fingerprint, asset = excluded.asset,
    event = excluded.event, created_us = excluded.created_us`;
