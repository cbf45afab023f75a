import { BLANK_PRINCIPAL } from '../../lib/identifiers.ts';
import { fromHex } from '../../lib/text.ts';
import { encodeEventEntry, entrySecrets, eventEntry, eventLeafHash, type EventEntry } from '../../formats/log/entry.ts';
import { leafHash } from '../../formats/log/tree.ts';
import { statementDigest } from '../../formats/statement/statement.ts';
import { eventJson, type EventRecord, type SeededEvent } from '../../ledger/records/event.ts';
import type { TreeLeaf } from './sequencing.ts';

/** A leaf as a log stores it: that of an event, with its commitments, or that of another entry, with its bytes. */
export type LogLeaf = TreeLeaf & {
  content: Uint8Array | undefined;
  chain: Uint8Array | undefined;
  entry: Uint8Array | undefined;
  /** The number of the keys that the entry names, which sign the trees from this leaf on. */
  keys: number | undefined;
  /** The change of an author's key that the entry is of. */
  change?: { kind: 'enrolled' | 'revoked'; number: number } | undefined;
};

/** The commitments of the entry of an event, as 64 hexadecimal digits. */
export type Commitments = Pick<EventEntry, 'content_commitment' | 'chain_commitment'>;

/** The event as a log shows it: to the public without principals. */
const shown = (event: EventRecord, isPublicLog: boolean) => eventJson(event, isPublicLog ? 'publicassets' : 'assets');

/** The digest of the author's statement, which the log of the tenancy has and the public log has not. */
const digestIn = ({ statement }: { statement?: Uint8Array | undefined }, isPublic: boolean): string | undefined =>
  isPublic || !statement ? undefined : statementDigest(statement);

/**
 * The leaf of an event with this commit number in a log. `seed`: of the event, or the one in `log_seeds` for an event
 * of ASSETCHAINV1.
 */
export function leafOf(
  event: SeededEvent & { seed: Uint8Array },
  number: number,
  { id: log, isPublic }: { id: string; isPublic: boolean },
): LogLeaf {
  const link = { sequence: event.seq, proof_mechanism: event.proofMechanism, public: event.public };
  const secrets = entrySecrets(event.seed, log);
  const statement = digestIn(event, isPublic);
  const entry = eventEntry(shown(event, isPublic), link, { log, chainHash: event.hash, secrets, statement });
  return {
    event: number,
    content: fromHex(entry.content_commitment),
    chain: fromHex(entry.chain_commitment),
    hash: eventLeafHash(entry),
    entry: undefined,
    keys: undefined,
  };
}

/** The leaf of an entry that is not of an event. */
export const leafOfEntry = (entry: Uint8Array): LogLeaf => ({
  event: undefined,
  content: undefined,
  chain: undefined,
  hash: leafHash(entry),
  entry,
  keys: undefined,
});

/** The leaf of the genesis or of a change of keys. */
export const leafOfKeys = (entry: Uint8Array, keys: number): LogLeaf => ({ ...leafOfEntry(entry), keys });

/** What an entry has of an event beside its commitments. */
export type EntryEvent = Pick<
  EventRecord,
  | 'asset'
  | 'id'
  | 'tenant'
  | 'seq'
  | 'public'
  | 'proofMechanism'
  | 'operation'
  | 'behaviour'
  | 'declared'
  | 'acceptedUs'
  | 'from'
> &
  Pick<SeededEvent, 'statement'>;

const WITHOUT_CONTENT = {
  eventAttributes: {},
  assetAttributes: {},
  principalDeclared: BLANK_PRINCIPAL,
  principalAccepted: BLANK_PRINCIPAL,
  committedUs: null,
  confirmation: 'CONFIRMED',
  transactionId: '',
  blockNumber: 0,
  transactionIndex: 0,
  hash: '',
} as const;

/** The bytes of the entry of an event, from the event and the commitments that the log stores. */
export function entryOf(
  event: EntryEvent,
  { id: log, isPublic }: { id: string; isPublic: boolean },
  commitments: Commitments,
): Uint8Array {
  const json = shown({ ...event, ...WITHOUT_CONTENT }, isPublic);
  return encodeEventEntry({
    identity: json.identity,
    asset_identity: json.asset_identity,
    tenant_identity: json.tenant_identity,
    operation: json.operation,
    behaviour: json.behaviour,
    timestamp_declared: json.timestamp_declared,
    timestamp_accepted: json.timestamp_accepted,
    from: json.from,
    sequence: event.seq,
    proof_mechanism: event.proofMechanism,
    public: event.public,
    log,
    author_statement: digestIn(event, isPublic),
    ...commitments,
  });
}
