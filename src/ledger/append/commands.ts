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

/** What the author has signed, and the key. The caller must have verified it against the event. */
export type SignedStatement = {
  /** The COSE_Sign1 with its payload, base64. */
  attached: string;
  /** The seed of its commitments, 64 hexadecimal digits. */
  seed: string;
  /** The thumbprint of the key, base64url, and whether the key is revoked. */
  thumbprint: string;
  isRevoked: boolean;
  /** The SHA-256 of the payload, 64 hexadecimal digits. */
  payloadHash: string;
  /** The revision of the caller with which the key was read: a revocation changes it. */
  revision: number;
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
  /** What the event's id follows from, so that another request may have stored the event. */
  namedBy?: 'Record-Id' | 'author_statement';
  /** What is wrong with the files that it names: refuses it, unless an earlier request has carried it out. */
  wrongFiles?: ErrorData | undefined;
} & (
  | { kind: 'create'; input: AssetInput }
  | { kind: 'append'; input: EventInput; statement?: SignedStatement }
  | { kind: 'erase'; input: NewErasure }
);

/** The length of a command's content in characters. */
export const sizeOf = (command: Command): number => {
  const statement = command.kind === 'append' ? (command.statement?.attached.length ?? 0) : 0;
  return JSON.stringify(command.input).length + statement;
};

/** What a call returns: the record after the commit (for a creation the asset), or an error as data. */
export type Outcome = { asset: AssetRecord } | { event: EventRecord } | { error: ErrorData };
