import {
  authorWith,
  enrolmentOf,
  seenCheckpoint,
  statementOf,
  type StatementAuthor,
} from '../../../src/formats/statement/author.ts';
import type { KeyOwner, SentStatement } from '../../../src/formats/statement/author.ts';
import type { SignedContent } from '../../../src/formats/statement/commitments.ts';
import { IMPORT, readAuthorKey, thumbprintOf } from '../../../src/formats/statement/key.ts';
import {
  decodeStatement,
  type SeenCheckpoint,
  type StatementStructure,
} from '../../../src/formats/statement/statement.ts';
import { equalBytes } from '../../../src/lib/bytes.ts';
import { fromBase64 } from '../../../src/lib/text.ts';
import { parseTimestamp } from '../../../src/lib/time.ts';

/* What the browser loads only for people who sign what they record. */

/** Makes a key pair with P-256, whose private key no script can read. */
export const newKeyPair = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey(IMPORT.EC, false, ['sign', 'verify']) as Promise<CryptoKeyPair>;

async function authorOf({ publicKey, privateKey }: CryptoKeyPair): Promise<StatementAuthor> {
  return authorWith(readAuthorKey({ ...(await crypto.subtle.exportKey('jwk', publicKey)) }), privateKey);
}

/** The proof by which the service enrols a key pair. `now`: milliseconds since 1970, by the clock of the service. */
export const enrolment = async (pair: CryptoKeyPair, baseUrl: string, owner: KeyOwner, now: number): Promise<string> =>
  enrolmentOf(await authorOf(pair), baseUrl, owner, now);

/** Signs an event after the checkpoint of a log (a signed note) that the device has seen, if it is one. */
export async function sign(
  pair: CryptoKeyPair,
  event: StatementStructure & SignedContent,
  checkpoint: string | undefined,
): Promise<SentStatement> {
  const timestamp_declared = parseTimestamp(event.timestamp_declared)!.text;
  return statementOf(await authorOf(pair), { ...event, timestamp_declared }, checkpointIn(checkpoint));
}

/** Whether a statement names the key of this pair. Throws RangeError for what is no statement. */
export async function isOfPair(pair: CryptoKeyPair, { signature, payload }: SentStatement): Promise<boolean> {
  const { key } = decodeStatement(fromBase64(signature)!, fromBase64(payload)!);
  return equalBytes(key, thumbprintOf((await authorOf(pair)).publicJwk));
}

/** Undefined for what is no checkpoint: a network that wants a login answers everything with a page of its own. */
function checkpointIn(note: string | undefined): SeenCheckpoint | undefined {
  try {
    return note === undefined ? undefined : seenCheckpoint(note);
  } catch {
    return undefined;
  }
}
