import { conditionsOf, type CallerRights } from '../../access/rights.ts';
import type { Attributes } from '../../formats/records/attributes.ts';
import { byteLength, toHex } from '../../lib/text.ts';
import { ambient, formatMicros, type Micros } from '../../lib/time.ts';
import type { EventRecord } from '../records/event.ts';
import { EVENT_OVERHEAD } from '../records/event-bytes.ts';
import type { Head } from '../records/head.ts';
import { leafRows, listed, postingRows, valueRows, versionsOf } from './attribute-rows.ts';
import { keysOf } from '../erasure/erased-keys.ts';
import { blobsIn } from '../erasure/erasing.ts';
import { erasedRow, keptVersions, type Erasure } from '../erasure/erasure-rows.ts';

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

/**
 * Why the ledger writer did not commit a proposal: what it was decided by has changed. `head`: the asset has another
 * last event. `blobs`: a blob that an event names was deleted. `principals`: a caller's rights. `window`: its events fall into a closed window of anchors. `stored`: an
 * event with its id exists. `key`: an idempotency key was used. `quota`: the tenant has as many assets as it may have.
 * `bytes`: its events would have more bytes than they may have.
 */
export type Refusal = 'head' | 'blobs' | 'principals' | 'window' | 'stored' | 'key' | 'quota' | 'bytes';

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
  creates: boolean;
  rows: Rows;
};

/** The rows of a proposal for each statement of a commit (group-commit.ts); empty: none. */
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

/**
 * The proposal that takes an asset from `before` to `after`, while the rights of the callers are these. `entries` must not be
 * empty. `erasure`: what it erases.
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
  const rows = entries.map((entry, i) => eventRow(entry, accepted[i]!));
  // A new asset may have the default mechanism of the tenancy, which the access revision covers.
  const ofDefaults = before
    ? []
    : callers.map(({ principal }): [string, number] => [principal.tenant, principal.accessRevision]);
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
    creates: before === undefined,
    rows: {
      condition: JSON.stringify([
        after.id,
        before?.seq ?? 0,
        before?.headHash ?? '',
        first.seq,
        after.tenant,
        Number(after.public),
        after.proofMechanism,
        first.acceptedUs,
        principals,
        [...revisions, ...ofDefaults],
        events.map(({ id }) => id),
        keys.flatMap(({ tenant, principal, key }) => keysOf(tenant, principal, key)),
        [...new Set(events.flatMap(blobsIn))],
        rows.reduce((sum, row) => sum + ledgerBytesOf(row), 0),
        Number(erasure !== undefined),
      ]),
      principals: JSON.stringify([...new Set(accepted)]),
      created: before ? '' : createdRow(after),
      events: listed(after, rows),
      ...leafRows(after, events),
      versions: listed(after, entries.flatMap(versionsOf)),
      ...valueRows(before?.attributes ?? {}, after),
      ...postingRows(before?.attributes ?? {}, after),
      updated: before ? updatedRow(after) : '',
      tracked: before && before.tracked !== after.tracked ? JSON.stringify([after.id, Number(after.tracked)]) : '',
      salts:
        after.proofMechanism === 'KHIPU'
          ? listed(
              after,
              events.map(({ seq }) => [seq, toHex(ambient.bytes(32))]),
            )
          : '',
      keys:
        keys.length === 0
          ? ''
          : JSON.stringify(
              keys.map((k) => [k.tenant, k.principal, k.key, k.fingerprint, k.asset, k.event, k.createdUs]),
            ),
      erased: erasure ? listed(after, [erasedRow(erasure)]) : '',
      kept: erasure ? listed(after, keptVersions(erasure)) : '',
    },
  };
}

/** What `eventBytes` (event-bytes.ts) counts for the row. */
const ledgerBytesOf = ([, , , , own, named, , , , declared]: ReturnType<typeof eventRow>): number =>
  EVENT_OVERHEAD + byteLength(own) + byteLength(named) + byteLength(declared ?? '');

/** What follows from the row of the asset, or from another value, is left out or null. `accepted`: the principal as JSON. */
function eventRow({ event: e, seed, declaredUs }: Entry, accepted: string) {
  const declared = e.principalDeclared === e.principalAccepted ? accepted : JSON.stringify(e.principalDeclared);
  return [
    e.seq,
    e.id,
    e.operation,
    e.behaviour,
    JSON.stringify(e.eventAttributes),
    JSON.stringify(e.assetAttributes),
    e.declared === formatMicros(e.acceptedUs) ? null : e.declared,
    declaredUs === e.acceptedUs ? null : declaredUs,
    e.acceptedUs,
    declared === accepted ? null : declared,
    accepted,
    e.from,
    e.hash,
    toHex(seed),
  ] as const;
}

const stateOf = (a: Head) => {
  const [behaviours, initial] = [JSON.stringify(a.behaviours), JSON.stringify(a.initialBehaviours)];
  return [
    a.id,
    behaviours,
    initial === behaviours ? null : initial,
    JSON.stringify(a.attributes),
    a.seq,
    a.headUs,
    a.headHash,
  ];
};

const updatedRow = (a: Head): string => JSON.stringify(stateOf(a));
const createdRow = (a: Head): string =>
  JSON.stringify([
    ...stateOf(a),
    Number(a.tracked),
    a.tenant,
    Number(a.public),
    a.proofMechanism,
    a.chainId,
    a.owner,
    a.createdUs,
  ]);
