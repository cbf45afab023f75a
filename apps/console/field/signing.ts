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

/** The path of the token endpoint below the base URL of the service. */
const TOKEN_PATH = '/iam/v1/appidp/token';

/**
 * The proof by which the service enrols a key pair. `now`: milliseconds since 1970, by the clock of the service. Its
 * audience is the base URL as the service knows it: the browser can have another one. Rejects if the service does not
 * respond with it.
 */
export async function enrolment(pair: CryptoKeyPair, owner: KeyOwner, now: number): Promise<string> {
  const response = await fetch('/appidpv1/.well-known/openid-configuration');
  const { token_endpoint: endpoint } = (await response.json()) as { token_endpoint?: string };
  if (!endpoint?.endsWith(TOKEN_PATH)) throw new Error('the configuration of the service has no token endpoint');
  return enrolmentOf(await authorOf(pair), endpoint.slice(0, -TOKEN_PATH.length), owner, now);
}

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
