import type { Attributes } from './records/attributes.ts';
import { bencode, encoding } from './bencode.ts';
import { sha256Hex } from '../lib/digest.ts';
import type { PrincipalInfo } from '../lib/identifiers.ts';
import { sha256 } from '../lib/sha256.ts';
import { toHex } from '../lib/text.ts';

/** The previous hash of an asset's first event. */
export const GENESIS_HASH = '0'.repeat(64);

/** The position of an event in its chain, and what the chain hash covers of its asset. */
export type ChainLink = {
  /** The chain hash of the event before, or `GENESIS_HASH`. */
  previous_hash: string;
  /** Counts from 1 within the asset. */
  sequence: number;
  proof_mechanism: string;
  public: boolean;
};

/** The structure of an event: the fields of the API that no redaction hides. Identities have the form `assets/…`. */
export type Structure = {
  identity: string;
  asset_identity: string;
  operation: string;
  behaviour: string;
  timestamp_declared: string;
  timestamp_accepted: string;
  from: string;
  tenant_identity: string;
};

/** The fields of an event that ASSETCHAINV1 covers: every field that is fixed at acceptance. */
export type ChainedEvent = Structure & {
  event_attributes: Attributes;
  asset_attributes: Attributes;
  principal_declared: PrincipalInfo;
  principal_accepted: PrincipalInfo;
};

/**
 * ASSETCHAINV1: SHA-256 over the bencode of the map below, as 64 lower-case hexadecimal digits. It has no salt, so a
 * value with few possibilities can be guessed from the hash and the rest of the event.
 */
export function chainHashV1(event: ChainedEvent, link: ChainLink): string {
  const { event_attributes, asset_attributes, principal_declared, principal_accepted } = event;
  return sha256Hex(
    bencode({
      schema: 'ASSETCHAINV1',
      previous_hash: link.previous_hash,
      sequence: String(link.sequence),
      proof_mechanism: link.proof_mechanism,
      public: String(link.public),
      identity: event.identity,
      asset_identity: event.asset_identity,
      operation: event.operation,
      behaviour: event.behaviour,
      timestamp_declared: event.timestamp_declared,
      timestamp_accepted: event.timestamp_accepted,
      from: event.from,
      tenant_identity: event.tenant_identity,
      event_attributes,
      asset_attributes,
      principal_declared,
      principal_accepted,
    }),
  );
}

/**
 * ASSETCHAINV2: SHA-256 over the bencode of the map below, as 64 lower-case hexadecimal digits. Instead of the content,
 * it covers the salted commitment to it (`contentCommitment`, `commitmentOf`), so that the chain can be verified after
 * the content is gone.
 */
export const chainHashV2 = (event: Structure, contentCommitment: string, link: ChainLink): string =>
  saltedHash(event, contentCommitment, undefined, link);

/**
 * ASSETCHAINV3: ASSETCHAINV2 with the digest of the author's statement, 64 lower-case hexadecimal digits
 * (`statementDigest`), for signed events.
 */
export const chainHashV3 = (
  event: Structure,
  contentCommitment: string,
  statementDigest: string,
  link: ChainLink,
): string => saltedHash(event, contentCommitment, statementDigest, link);

function saltedHash(
  event: Structure,
  contentCommitment: string,
  statementDigest: string | undefined,
  link: ChainLink,
): string {
  encoding.begin();
  encoding.map();
  encoding.entry('asset_identity', event.asset_identity);
  if (statementDigest !== undefined) encoding.entry('author_statement', statementDigest);
  encoding.entry('behaviour', event.behaviour);
  encoding.entry('content_commitment', contentCommitment);
  encoding.entry('from', event.from);
  encoding.entry('identity', event.identity);
  encoding.entry('operation', event.operation);
  encoding.entry('previous_hash', link.previous_hash);
  encoding.entry('proof_mechanism', link.proof_mechanism);
  encoding.entry('public', String(link.public));
  encoding.entry('schema', statementDigest === undefined ? 'ASSETCHAINV2' : 'ASSETCHAINV3');
  encoding.entry('sequence', String(link.sequence));
  encoding.entry('tenant_identity', event.tenant_identity);
  encoding.entry('timestamp_accepted', event.timestamp_accepted);
  encoding.entry('timestamp_declared', event.timestamp_declared);
  encoding.end();
  return toHex(encoding.read(sha256));
}
