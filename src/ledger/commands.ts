import type { Author } from '../access/scope.ts';
import type { Attributes } from '../core/attributes.ts';
import type { ErrorData } from '../core/errors.ts';
import type { PrincipalInfo } from '../core/identity.ts';
import type { Timestamp } from '../core/time.ts';
import type { AssetRecord } from './asset.ts';
import type { EventRecord, ProofMechanism } from './event.ts';

export type NewAsset = {
  behaviours: string[];
  attributes: Attributes;
  proofMechanism: ProofMechanism;
  public: boolean;
  chainId: string;
};

export type NewEvent = {
  operation: string;
  behaviour: string;
  eventAttributes: Attributes;
  assetAttributes: Attributes;
  declared: Pick<Timestamp, 'us' | 'text'> | undefined;
  principalDeclared: PrincipalInfo | undefined;
};

/** What an asset's ledger is asked to do. The event's id is fixed before the call, so that a repeated call is the same event. */
export type Command = {
  author: Author;
  asset: string;
  event: string;
  /** The client's Idempotency-Key, and what its request was (a hash of operation and body). */
  key: string | undefined;
  fingerprint: string;
} & ({ kind: 'create'; input: NewAsset } | { kind: 'append'; input: NewEvent });

/** The outcome as it crosses the call: the record after the commit (of a creation the asset), or an error as data. */
export type Outcome = { asset: AssetRecord } | { event: EventRecord } | { error: ErrorData };

/** An outcome with the time that its commit spent in D1, in milliseconds. */
export type Answered = { outcome: Outcome; databaseMs: number };
