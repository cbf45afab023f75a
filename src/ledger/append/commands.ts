import type { Author } from '../../access/scope.ts';
import type { Attributes } from '../../formats/records/attributes.ts';
import type { ErrorData } from '../../lib/errors.ts';
import type { PrincipalInfo } from '../../lib/identifiers.ts';
import type { Timestamp } from '../../lib/time.ts';
import type { AssetRecord } from '../records/asset.ts';
import type { AskedMechanism, EventRecord } from '../records/event.ts';

export type AssetInput = {
  behaviours: string[];
  attributes: Attributes;
  /** Undefined: the default of the caller's tenancy. */
  proofMechanism: AskedMechanism | undefined;
  public: boolean;
  chainId: string;
};

export type EventInput = {
  operation: string;
  behaviour: string;
  eventAttributes: Attributes;
  assetAttributes: Attributes;
  declared: Pick<Timestamp, 'us' | 'text'> | undefined;
  principalDeclared: PrincipalInfo | undefined;
};

export type NewErasure = {
  /** The id of the event to erase. */
  event: string;
  reason: string;
  /** Whether the caller accepts that the chain hash stays although it has no salt. */
  acceptsUnsaltedHash: boolean;
  /** Who had asked for it, if the erasure register repeats it in a restored database. Rights are not checked then. */
  recorded?: PrincipalInfo;
};

/** A request to an asset's ledger. The event's id is set before the call, so that repeating the call is idempotent. */
export type Command = {
  author: Author;
  asset: string;
  event: string;
  /**
   * The client's Idempotency-Key. `fingerprint` is a hash of operation and body, to detect a key with another request.
   */
  key: string | undefined;
  fingerprint: string;
  /** Whether the event's id follows from a Record-Id, so that another request may have stored the event. */
  isNamed?: boolean;
} & (
  | { kind: 'create'; input: AssetInput }
  | { kind: 'append'; input: EventInput }
  | { kind: 'erase'; input: NewErasure }
);

/** The length of a command's content in characters. */
export const sizeOf = ({ input }: Command): number => JSON.stringify(input).length;

/** What a call returns: the record after the commit (for a creation the asset), or an error as data. */
export type Outcome = { asset: AssetRecord } | { event: EventRecord } | { error: ErrorData };
