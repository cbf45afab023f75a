import { sql, type SQL } from 'drizzle-orm';
import type { Attributes } from '../../formats/records/attributes.ts';
import { BLANK_PRINCIPAL, type PrincipalInfo } from '../../lib/identifiers.ts';
import { formatMicros, type Micros } from '../../lib/time.ts';
import type { AssetRecord } from './asset.ts';
import { columns } from '../../platform/database/columns.ts';
import { BuiltFragments } from '../../platform/database/database.ts';
import { committedAt, shownConfirmation } from './confirmation.ts';
import { erasedColumn, erasedOf } from '../erasure/erasure-columns.ts';
import { fromHex } from '../../lib/text.ts';
import type { EventRecord, SeededEvent } from './event.ts';

type JsonColumns<T, K extends keyof T> = Omit<T, K> & Record<K, string>;

/** A row of `assets` as SQL returns it: JSON as text, booleans as 0 and 1. */
export type AssetRow = JsonColumns<Omit<AssetRecord, 'public' | 'tracked'>, 'behaviours' | 'attributes'> & {
  /** The number of the asset, for cursors. */
  number: number;
  public: number;
  tracked: number;
  initialBehaviours: string;
};

/** A row of `events` as SQL returns it. */
export type EventRow = JsonColumns<
  Omit<EventRecord, 'public' | 'declared' | 'principalDeclared' | 'principalAccepted' | 'erased' | Transaction>,
  'eventAttributes' | 'assetAttributes'
> & {
  /** The commit number of the event and the number of its asset, for cursors. */
  number: number;
  assetNumber: number;
  public: number;
  /** Null: the client declared no time. */
  declared: string | null;
  /** Null: the client declared no principal. */
  principalDeclared: string | null;
  /** Null only in an erased event. */
  principalAccepted: string | null;
  /** See `erasedColumn`. */
  erased: string | null;
  /** JSON of a row of TRANSACTION; null: no transaction. */
  transaction: string | null;
};

type Transaction = 'transactionId' | 'blockNumber' | 'transactionIndex';

/** A row of `events` with its seed and the author's statement in hexadecimal digits. */
export type SeededRow = EventRow & { seed: string | null; statement?: string | null };

/** Follows `assets` with this alias in FROM: the rows that `assetColumns` names. */
export const assetParents = (alias: string): SQL =>
  sql.raw(` CROSS JOIN tenants of_tenant ON of_tenant.number = ${alias}.tenant`);

/** The scope of the anchors and of the log of a record's tenant, for `assetColumns` and `eventColumns`. */
export const TENANT_SCOPE = sql.raw('of_tenant.id');

const named = (alias: string, columns: readonly string[]): SQL =>
  sql.raw(columns.map((column) => column.replaceAll('x.', `${alias}.`)).join(', '));

/** Select lists, by the kind of record and the alias. */
const OWN_COLUMNS = new BuiltFragments();

type ColumnsOf = (alias: string, scope: SQL) => SQL;

/** The select list of a kind of record, built once for the scope of a record's tenant. */
const builtColumns =
  (of: 'asset' | 'event', columnsOf: ColumnsOf) =>
  (alias: string, scope: SQL = TENANT_SCOPE): SQL =>
    scope === TENANT_SCOPE ? OWN_COLUMNS.get(`${of} ${alias}`, () => columnsOf(alias, scope)) : columnsOf(alias, scope);

/** The columns of an asset under a table alias; needs `assetParents`. `scope`: that of the log that confirms it. */
export const assetColumns = builtColumns(
  'asset',
  (alias, scope) =>
    sql`${named(alias, [
      'x.number',
      'x.id',
      'of_tenant.id AS tenant',
      'x.public',
      'x.proof_mechanism AS proofMechanism',
      'x.chain_id AS chainId',
      'x.behaviours',
      'x.attributes',
      'x.tracked',
      'coalesce(x.owner, of_tenant.wallet_address) AS owner',
      'x.created_us AS createdUs',
      'x.seq',
      'x.head_us AS headUs',
      'lower(hex(x.head_hash)) AS headHash',
      'coalesce(x.initial_behaviours, x.behaviours) AS initialBehaviours',
    ])}, ${shownConfirmation('asset', scope, alias)} AS confirmation`,
);

/** Follows `events` with this alias in FROM: the rows that `eventColumns` names. */
export const eventParents = (alias: string): SQL =>
  sql.raw(` CROSS JOIN assets of_asset ON of_asset.number = ${alias}.asset
    CROSS JOIN tenants of_tenant ON of_tenant.number = ${alias}.tenant
    LEFT JOIN principals of_principal ON of_principal.number = ${alias}.principal`);

/** The columns of an event that every reader gets as they are stored. */
const storedColumns = (alias: string): SQL =>
  sql`${named(alias, [
    'x.number',
    'x.asset AS assetNumber',
    'of_asset.id AS asset',
    'x.seq',
    'x.id',
    'of_tenant.id AS tenant',
    'x.public',
    'x.proof_mechanism AS proofMechanism',
    'x.operation',
    'x.behaviour',
    'x.event_attributes AS eventAttributes',
    'x.asset_attributes AS assetAttributes',
    'x.declared',
    'x.accepted_us AS acceptedUs',
    'x.principal_declared AS principalDeclared',
    'of_principal.info AS principalAccepted',
    'coalesce(x.from_wallet, of_tenant.wallet_address) AS "from"',
    'lower(hex(x.hash)) AS hash',
  ])}, ${erasedColumn(alias)} AS erased`;

/**
 * The columns of an event under a table alias, without the seed; needs `eventParents`. `scope`: that of the anchors and
 * of the log that the reader is shown. The transaction of a SIMPLE_HASH event is that of the window that contains the
 * event.
 */
export const eventColumns = builtColumns(
  'event',
  (alias, scope) =>
    sql`${storedColumns(alias)}, ${committedAt(scope, alias)} AS committedUs,
      ${shownConfirmation('event', scope, alias)} AS confirmation,
    ${transactionOf(alias, scope)} AS "transaction"`,
);

const TRANSACTION = columns('transactionId', 'blockNumber', 'transactionIndex');

/**
 * The transaction of an event as JSON; NULL while it has none. Logs are not anchored, so MERKLE_LOG events have none.
 */
function transactionOf(alias: string, scope: SQL): SQL {
  const ofKhipu = TRANSACTION.array({
    transactionId: `${alias}.transaction_id`,
    blockNumber: `${alias}.block_number`,
    transactionIndex: `${alias}.transaction_index`,
  });
  const ofAnchor = TRANSACTION.array({
    transactionId: 'c.hash',
    blockNumber: 'c.block_number',
    transactionIndex: 'c.transaction_index',
  });
  return sql`CASE ${sql.raw(alias)}.proof_mechanism WHEN 'KHIPU' THEN ${sql.raw(ofKhipu)}
    WHEN 'SIMPLE_HASH' THEN ${inAnchor(sql.raw(alias), scope, sql.raw(ofAnchor))} END`;
}

/** The end of the last window of anchors of a scope: no event is accepted before it. */
export const lastEnd = (scope: SQL): SQL => sql`coalesce((SELECT max(end_us) FROM anchors WHERE scope = ${scope}), 0)`;

/** `value` of the window `w` of anchors of a scope that contains a time; NULL if none does. */
export const windowOf = (scope: SQL, at: SQL, value: SQL): SQL =>
  sql`(SELECT CASE WHEN w.start_us <= ${at} THEN ${value} END FROM anchors w INDEXED BY anchors_by_end
    WHERE w.scope = ${scope} AND w.end_us > ${at} ORDER BY w.end_us LIMIT 1)`;

/** Condition: the event `x` was accepted in the window `w`. */
export const inWindow: SQL = sql.raw('x.accepted_us >= w.start_us AND x.accepted_us < w.end_us');

/**
 * `value` of the final transaction `c` that anchors the window of `scope` in which an event was accepted; NULL before
 * it is final.
 */
export const inAnchor = (event: SQL, scope: SQL, value: SQL): SQL =>
  sql`(SELECT CASE WHEN around.start_us <= ${event}.accepted_us THEN (SELECT ${value} FROM chain_transactions c
      WHERE c.intent = around.intent) END
    FROM anchors around INDEXED BY anchors_by_end WHERE around.scope = ${scope} AND around.end_us > ${event}.accepted_us
    ORDER BY around.end_us LIMIT 1)`;

/**
 * The columns of an event as stored, with the seed and without the transaction: for verification and for logs, never
 * for a response. The status is that of the row, not the one that readers are shown.
 */
export const seededColumns = (alias: string): SQL =>
  sql`${storedColumns(alias)}, ${named(alias, [
    'x.committed_us AS committedUs',
    'x.confirmation',
    'NULL AS "transaction"',
    `nullif(hex(x.seed), '') AS seed`,
    `nullif(lower(hex(x.statement)), '') AS statement`,
  ])}`;

/**
 * The asset of a row. Names each field: a copy of the row that leaves out some columns takes several times as long.
 */
export function assetOf(row: AssetRow): AssetRecord {
  return {
    id: row.id,
    tenant: row.tenant,
    public: row.public === 1,
    proofMechanism: row.proofMechanism,
    chainId: row.chainId,
    behaviours: JSON.parse(row.behaviours) as string[],
    attributes: JSON.parse(row.attributes) as Attributes,
    tracked: row.tracked === 1,
    confirmation: row.confirmation,
    owner: row.owner,
    createdUs: row.createdUs,
    seq: row.seq,
    headUs: row.headUs,
    headHash: row.headHash,
  };
}

const NO_TRANSACTION = { transactionId: '', blockNumber: 0, transactionIndex: 0 };

const transactionIn = (column: string | null): Pick<EventRecord, Transaction> =>
  column === null ? NO_TRANSACTION : TRANSACTION.values(JSON.parse(column) as unknown[]);

/** The event of a row. Names each field, as `assetOf` does. */
export function eventOf(row: EventRow): EventRecord {
  const accepted =
    row.principalAccepted === null ? BLANK_PRINCIPAL : (JSON.parse(row.principalAccepted) as PrincipalInfo);
  const declared = row.principalDeclared === null ? accepted : (JSON.parse(row.principalDeclared) as PrincipalInfo);
  const { transactionId, blockNumber, transactionIndex } = transactionIn(row.transaction);
  return {
    asset: row.asset,
    seq: row.seq,
    id: row.id,
    tenant: row.tenant,
    public: row.public === 1,
    proofMechanism: row.proofMechanism,
    operation: row.operation,
    behaviour: row.behaviour,
    eventAttributes: JSON.parse(row.eventAttributes) as Attributes,
    assetAttributes: JSON.parse(row.assetAttributes) as Attributes,
    declared: row.declared ?? formatMicros(row.acceptedUs),
    acceptedUs: row.acceptedUs,
    committedUs: row.committedUs,
    principalDeclared: declared,
    principalAccepted: accepted,
    confirmation: row.confirmation,
    transactionId,
    blockNumber,
    transactionIndex,
    from: row.from,
    hash: row.hash,
    erased: erasedOf(row.erased),
  };
}

export const seededOf = (row: SeededRow): SeededEvent => ({
  ...eventOf(row),
  seed: row.seed === null ? null : fromHex(row.seed),
  statement: row.statement ? fromHex(row.statement) : undefined,
});

/** What an audience may read of a record: JSON of `Readable`, or null for everything. */
export type Redacted = { readable: string | null };

/**
 * The names of the attributes that an audience may read, and of an asset the time of their last change, where the
 * audience may not see the asset's last event.
 */
type Readable = { names: string[]; changedUs?: Micros };

/** The asset with what its audience may read. */
export function seenAsset(row: AssetRow & Redacted): AssetRecord {
  const asset = assetOf(row);
  if (row.readable === null) return asset;
  asset.attributes = seenAttributes(asset.attributes, row);
  asset.headUs = (JSON.parse(row.readable) as Readable).changedUs ?? asset.headUs;
  return asset;
}

/** The event with what its audience may read. */
export function seenEvent(row: EventRow & Redacted): EventRecord {
  const event = eventOf(row);
  event.assetAttributes = seenAttributes(event.assetAttributes, row);
  return event;
}

/** The attributes that the audience of a row may read. */
export function seenAttributes(attributes: Attributes, { readable }: Redacted): Attributes {
  if (readable === null) return attributes;
  const names = new Set((JSON.parse(readable) as Readable).names);
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => names.has(name)));
}
