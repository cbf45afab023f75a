import { conditionsOf, type CallerRights } from '../../access/rights.ts';
import { columns } from '../../platform/database/columns.ts';
import type { Micros } from '../../lib/time.ts';
import type { EventRecord } from '../records/event.ts';
import type { Head } from '../records/asset.ts';
import { leafRows, postingRows, valueRows, versionsOf } from './attribute-rows.ts';
import {
  assetRows,
  eventRows,
  eventValues,
  keyRows,
  ledgerBytesOf,
  listOf,
  saltRows,
  type Entry,
} from './event-rows.ts';
import { slotRows } from '../erasure/erasure-keys.ts';
import { filesOfEvent } from './admission.ts';
import { erasureRow, versionsWithoutContent, type Erasure } from '../erasure/erasure-rows.ts';

/**
 * Why the ledger writer did not commit a proposal: what it was decided by has changed. `head`: the asset has another
 * last event. `rights`: those of a caller. `files`: a blob that an event names was deleted. `window`: its events fall
 * into a closed window of anchors. `stored`: an event with its id exists. `key`: an idempotency key was used.
 * `asset_quota`: the tenant has as many assets as it may have. `byte_quota`: its events would have more bytes than they
 * may have.
 */
export type Refusal = 'head' | 'rights' | 'files' | 'window' | 'stored' | 'key' | 'asset_quota' | 'byte_quota';

/**
 * The next events of one asset, as its object has decided them, with the conditions under which they may be committed.
 * The rows are JSON text, so that the ledger writer joins the proposals of many assets without parsing them.
 */
export type Proposal = {
  asset: string;
  /** The tenant of the asset. */
  tenant: string;
  /** The tenant whose share of a commit the proposal uses. */
  payer: string;
  public: boolean;
  proofMechanism: EventRecord['proofMechanism'];
  /** The number of its events, the sequence number and accepted time of the first. */
  events: number;
  firstSeq: number;
  firstAcceptedUs: Micros;
  /** The idempotency keys of its commands: proposals with the same key are never in one commit. */
  keys: string[];
  rows: Rows;
};

/** The rows of a proposal for each statement of a commit (commit-statements.ts); empty: none. */
type Rows = Record<
  | 'condition'
  | 'principals'
  | 'created'
  | 'events'
  | 'leaves'
  | 'types'
  | 'versions'
  | 'replaced'
  | 'removed'
  | 'added'
  | 'postingsReplaced'
  | 'postingsRemoved'
  | 'postingsAdded'
  | 'updated'
  | 'tracked'
  | 'salts'
  | 'keys'
  | 'erased'
  | 'kept',
  string
>;

/** D1 takes texts of at most 2 MB, and a character has at most three bytes. */
const MOST_CHARACTERS = 600_000;

/** Whether a proposal of several events has a text that D1 may not take: then it must have fewer events. */
export const isTooLarge = ({ events, rows }: Proposal): boolean =>
  events > 1 && Object.values(rows).some(({ length }) => length > MOST_CHARACTERS);

/** The number of characters that a proposal adds to a commit. */
export const sizeOf = ({ rows }: Proposal): number => Object.values(rows).reduce((sum, text) => sum + text.length, 0);

/** What must hold for a proposal, and what it adds to the quotas. */
export const CONDITION = columns(
  'asset',
  'lastSeq',
  'lastHash',
  'firstSeq',
  'tenant',
  'public',
  'proofMechanism',
  'firstAcceptedUs',
  'principals',
  'revisions',
  'events',
  'keys',
  'files',
  'bytes',
  'erases',
);

/**
 * The proposal that takes an asset from `before` to `after`, while the rights of the callers are these. `entries` must
 * not be empty. `erasure`: what it erases.
 */
export function propose(
  before: Head | undefined,
  after: Head,
  entries: readonly Entry[],
  callers: readonly CallerRights[],
  erasure?: Erasure,
): Proposal {
  const events = entries.map(({ event }) => event);
  const keys = entries.flatMap(({ idempotency }) => idempotency ?? []);
  const first = events[0]!;
  const { principals, revisions } = conditionsOf(callers);
  const accepted = events.map(({ principalAccepted }) => JSON.stringify(principalAccepted));
  const values = entries.map((entry, i) => eventValues(entry, accepted[i]!));
  const condition = CONDITION.row({
    asset: after.id,
    lastSeq: before?.seq ?? 0,
    lastHash: before?.headHash ?? '',
    firstSeq: first.seq,
    tenant: after.tenant,
    public: Number(after.public),
    proofMechanism: after.proofMechanism,
    firstAcceptedUs: first.acceptedUs,
    principals,
    revisions,
    events: events.map(({ id }) => id),
    keys: keys.flatMap(slotRows),
    files: [...new Set(events.flatMap(filesOfEvent))],
    bytes: values.reduce((sum, row) => sum + ledgerBytesOf(row), 0),
    erases: Number(erasure !== undefined),
  });
  return {
    asset: after.id,
    tenant: after.tenant,
    payer: callers[0]?.principal.tenant ?? after.tenant,
    public: after.public,
    proofMechanism: after.proofMechanism,
    events: entries.length,
    firstSeq: first.seq,
    firstAcceptedUs: first.acceptedUs,
    keys: keys.map(({ tenant, principal, key }) => JSON.stringify([tenant, principal, key])),
    rows: {
      condition: JSON.stringify(condition),
      principals: JSON.stringify([...new Set(accepted)]),
      ...assetRows(before, after),
      events: eventRows(after, values),
      ...leafRows(after, events),
      versions: listOf(after, entries.flatMap(versionsOf)),
      ...valueRows(before?.attributes ?? {}, after),
      ...postingRows(before?.attributes ?? {}, after),
      salts: saltRows(after, events),
      keys: keyRows(keys),
      erased: erasure ? listOf(after, [erasureRow(erasure)]) : '',
      kept: erasure ? listOf(after, versionsWithoutContent(erasure)) : '',
    },
  };
}
