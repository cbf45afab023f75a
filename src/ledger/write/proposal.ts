import type { Principal } from '../../access/principal.ts';
import type { CallerRights } from '../../access/rights.ts';
import { leavesOf, type Attributes } from '../../core/attributes.ts';
import { toHex } from '../../core/text.ts';
import { ambient, type Micros } from '../../core/time.ts';
import type { EventRecord } from '../event.ts';
import type { Head } from '../head.ts';

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
 * last event. `principals`: a caller's rights. `window`: its events fall into a closed window of anchors. `stored`: an
 * event with its id exists. `key`: an idempotency key was used. `quota`: the tenant has as many assets as it may have.
 */
export type Refusal = 'head' | 'principals' | 'window' | 'stored' | 'key' | 'quota';

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

/** The rows of a proposal for each statement of a commit (groupcommit.ts); empty: none. */
type Rows = Record<'condition' | 'events' | 'leaves' | 'changed' | 'versions' | 'asset' | 'salts' | 'keys', string>;

/** The number of characters that a proposal adds to a commit. */
export const sizeOf = ({ rows }: Proposal): number => Object.values(rows).reduce((sum, text) => sum + text.length, 0);

/** The proposal that takes an asset from `before` to `after`, while the rights of the callers are these. `entries` must not be empty. */
export function propose(
  before: Head | undefined,
  after: Head,
  entries: readonly Entry[],
  callers: readonly CallerRights[],
): Proposal {
  const events = entries.map(({ event }) => event);
  const keys = entries.flatMap(({ idempotency }) => idempotency ?? []);
  const first = events[0]!;
  const principals = callers.map(({ principal }) => expected(principal));
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
        callers.flatMap(({ revisions }) => revisions),
        events.map(({ id }) => id),
        keys.map(({ tenant, principal, key }) => [tenant, principal, key]),
      ]),
      events: JSON.stringify(entries.map(eventRow)),
      leaves: leafRows(after, events),
      ...versionRows(after, entries),
      asset: assetRow(after, before === undefined),
      salts:
        after.proofMechanism === 'KHIPU'
          ? JSON.stringify(events.map(({ asset, seq }) => [asset, seq, toHex(ambient.bytes(32))]))
          : '',
      keys:
        keys.length === 0
          ? ''
          : JSON.stringify(
              keys.map((k) => [k.tenant, k.principal, k.key, k.fingerprint, k.asset, k.event, k.createdUs]),
            ),
    },
  };
}

const expected = ({ tenant, issuer, subject, revision, administrator }: Principal) => [
  tenant,
  issuer,
  subject,
  revision,
  Number(administrator),
];

const eventRow = ({ event: e, seed, declaredUs }: Entry) => [
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
  e.from,
  e.hash,
  toHex(seed),
];

/** Leaves as JSON, without repeated names and paths: `{name: [[path after the name, key, present], …]}`. */
const leavesJson = (attributes: Attributes) =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      leavesOf(name, value).map((leaf) => [leaf.path.slice(name.length), leaf.key, leaf.present]),
    ]),
  );

function leafRows(after: Head, events: readonly EventRecord[]): string {
  const rows = events
    .filter((e) => Object.keys(e.eventAttributes).length > 0)
    .map((e) => [e.seq, e.acceptedUs, leavesJson(e.eventAttributes)]);
  return rows.length === 0 ? '' : JSON.stringify([after.id, after.tenant, Number(after.public), rows]);
}

/** New versions of the attributes that the entries set, and the names of these. Only the last version is current. */
function versionRows(after: Head, entries: readonly Entry[]): Pick<Rows, 'changed' | 'versions'> {
  const last = new Map<string, string>();
  for (const { event, changes } of entries) for (const name of Object.keys(changes)) last.set(name, event.id);
  if (last.size === 0) return { changed: '', versions: '' };
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
  return {
    changed: after.seq === entries.length ? '' : JSON.stringify([after.id, [...last.keys()]]),
    versions: JSON.stringify([after.id, after.tenant, after.createdUs, rows]),
  };
}

function assetRow(a: Head, creates: boolean): string {
  const state = [a.id, JSON.stringify(a.behaviours), JSON.stringify(a.attributes), Number(a.tracked)];
  const last = [a.seq, a.headUs, a.headHash];
  if (!creates) return JSON.stringify([...state, ...last]);
  const fixed = [a.tenant, Number(a.public), a.proofMechanism, a.chainId, a.owner, a.createdUs];
  return JSON.stringify([...state, ...last, ...fixed, JSON.stringify(a.initialBehaviours)]);
}
