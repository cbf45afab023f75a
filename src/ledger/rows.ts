import { sql, type SQL } from 'drizzle-orm';
import type { Attributes } from '../core/attributes.ts';
import type { PrincipalInfo } from '../core/identity.ts';
import type { Micros } from '../core/time.ts';
import type { AssetRecord } from './asset.ts';
import { fromHex } from '../core/text.ts';
import type { EventRecord, SeededEvent } from './event.ts';

type JsonColumns<T, K extends keyof T> = Omit<T, K> & Record<K, string>;

/** A row of `assets` as SQL returns it: JSON as text, booleans as 0 and 1. */
export type AssetRow = JsonColumns<Omit<AssetRecord, 'public' | 'tracked'>, 'behaviours' | 'attributes'> & {
  public: number;
  tracked: number;
  initialBehaviours: string;
};

/** A row of `events` as SQL returns it. */
export type EventRow = JsonColumns<
  Omit<EventRecord, 'public'>,
  'eventAttributes' | 'assetAttributes' | 'principalDeclared' | 'principalAccepted'
> & { public: number };

/** A row of `events` with its seed in hexadecimal digits. */
export type SeededRow = EventRow & { seed: string | null };

/** The columns of an asset under a table alias. */
export const assetColumns = (alias: string): SQL =>
  sql.raw(
    [
      'id',
      'tenant',
      'public',
      'proof_mechanism AS proofMechanism',
      'chain_id AS chainId',
      'behaviours',
      'attributes',
      'tracked',
      'confirmation',
      'owner',
      'created_us AS createdUs',
      'seq',
      'head_us AS headUs',
      'head_hash AS headHash',
      'initial_behaviours AS initialBehaviours',
    ]
      .map((column) => `${alias}.${column}`)
      .join(', '),
  );

/** The columns of an event under a table alias, without the seed. */
export const eventColumns = (alias: string): SQL =>
  sql.raw(
    [
      'asset',
      'seq',
      'id',
      'tenant',
      'public',
      'proof_mechanism AS proofMechanism',
      'operation',
      'behaviour',
      'event_attributes AS eventAttributes',
      'asset_attributes AS assetAttributes',
      'declared',
      'accepted_us AS acceptedUs',
      'committed_us AS committedUs',
      'principal_declared AS principalDeclared',
      'principal_accepted AS principalAccepted',
      'confirmation',
      'transaction_id AS transactionId',
      'block_number AS blockNumber',
      'transaction_index AS transactionIndex',
      'from_wallet AS "from"',
      'hash',
    ]
      .map((column) => `${alias}.${column}`)
      .join(', '),
  );

/** As `eventColumns`, with the seed: only for verification, never for a response. */
export const seededColumns = (alias: string): SQL =>
  sql`${eventColumns(alias)}, ${sql.raw(`nullif(hex(${alias}.seed), '')`)} AS seed`;

export function assetOf(row: AssetRow): AssetRecord {
  return {
    ...row,
    public: row.public === 1,
    tracked: row.tracked === 1,
    behaviours: JSON.parse(row.behaviours) as string[],
    attributes: JSON.parse(row.attributes) as Attributes,
  };
}

export function eventOf(row: EventRow): EventRecord {
  return {
    ...row,
    public: row.public === 1,
    eventAttributes: JSON.parse(row.eventAttributes) as Attributes,
    assetAttributes: JSON.parse(row.assetAttributes) as Attributes,
    principalDeclared: JSON.parse(row.principalDeclared) as PrincipalInfo,
    principalAccepted: JSON.parse(row.principalAccepted) as PrincipalInfo,
  };
}

export const seededOf = (row: SeededRow): SeededEvent => ({
  ...eventOf(row),
  seed: row.seed === null ? null : fromHex(row.seed),
});

/**
 * For an audience that may read a part of a record: `readable` is a JSON list of the names of the attributes that it
 * may read, `seenUs` the time of their last change, because the audience may not see the asset's last event. Null: all.
 */
export type Redacted = { readable: string | null; seenUs: Micros | null };

/** The asset with what its audience may read. */
export function seenAsset(row: AssetRow & Redacted): AssetRecord {
  const asset = assetOf(row);
  return { ...asset, attributes: seenAttributes(asset.attributes, row), headUs: row.seenUs ?? asset.headUs };
}

/** The event with what its audience may read. */
export function seenEvent(row: EventRow & Redacted): EventRecord {
  const event = eventOf(row);
  return { ...event, assetAttributes: seenAttributes(event.assetAttributes, row) };
}

function seenAttributes(attributes: Attributes, { readable }: Redacted): Attributes {
  if (readable === null) return attributes;
  const names = new Set(JSON.parse(readable) as string[]);
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => names.has(name)));
}
