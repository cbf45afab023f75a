import { SEED_BYTES } from '../content-commitment.ts';
import { parseCheckpoint } from '../log/checkpoint.ts';
import { parseNote } from '../log/note.ts';
import { toBase64, toBase64Url, utf8 } from '../../lib/text.ts';
import { statementCommitments, type SignedContent } from './commitments.ts';
import { readAuthorKey, SIGNING, type AuthorKey } from './key.ts';
import {
  encodePayload,
  encodeStatement,
  NONCE_BYTES,
  signStatement,
  type SeenCheckpoint,
  type StatementStructure,
} from './statement.ts';

/* What an author sends: the enrolment of a key, and the statement of an event. */

/** An author that signs. */
export type StatementAuthor = {
  publicJwk: AuthorKey;
  /** Resolves to the signature of a message, 64 bytes: ECDSA with SHA-256 as r | s, or Ed25519. */
  sign: (message: Uint8Array) => Promise<Uint8Array>;
};

/** Whom a key is enrolled for: issuer and subject of the caller as `GET /v1/whoami` has them, and `tenant/<uuid>`. */
export type KeyOwner = { issuer: string; subject: string; tenant_identity: string };

/** `author_statement` of a request that records an event. */
export type SentStatement = { signature: string; payload: string; seed: string };

/** The author with a private key of WebCrypto. */
export const authorWith = (publicJwk: AuthorKey, privateKey: CryptoKey): StatementAuthor => ({
  publicJwk,
  sign: async (message) =>
    new Uint8Array(await crypto.subtle.sign(SIGNING[publicJwk.kty], privateKey, message as BufferSource)),
});

/**
 * The JWT by which the service with a base URL enrols a key of an owner: it shows that the author has the private key.
 * `now`: milliseconds since 1970.
 */
export async function enrolmentOf(
  { publicJwk, sign }: StatementAuthor,
  baseUrl: string,
  { issuer, subject, tenant_identity }: KeyOwner,
  now: number,
): Promise<string> {
  const part = (value: object): string => toBase64Url(utf8(JSON.stringify(value)));
  const alg = publicJwk.kty === 'EC' ? 'ES256' : 'EdDSA';
  const header = { alg, typ: 'signing-key+jwt', jwk: readAuthorKey({ ...publicJwk }) };
  const claims = { aud: baseUrl, iss: issuer, sub: subject, tenant_identity, iat: Math.floor(now / 1000) };
  const signed = `${part(header)}.${part(claims)}`;
  return `${signed}.${toBase64Url(await sign(utf8(signed)))}`;
}

/** Signs an event, with a new seed and nonce. `timestamp_declared` must be as the service stores it. */
export async function statementOf(
  { publicJwk, sign }: StatementAuthor,
  event: StatementStructure & SignedContent,
  checkpoint: SeenCheckpoint | undefined,
): Promise<SentStatement> {
  const { asset_identity, operation, behaviour, timestamp_declared, ...content } = event;
  const seed = crypto.getRandomValues(new Uint8Array(SEED_BYTES));
  const payload = {
    asset_identity,
    operation,
    behaviour,
    timestamp_declared,
    commitments: statementCommitments(content, seed),
    nonce: crypto.getRandomValues(new Uint8Array(NONCE_BYTES)),
    checkpoint,
  };
  const statement = await signStatement(publicJwk, payload, sign);
  return {
    signature: toBase64(encodeStatement(statement, 'detached')),
    payload: toBase64(encodePayload(statement.payload)),
    seed: toBase64Url(seed),
  };
}

/** The tree that a signed note of a log names. Throws RangeError for a note that is not a checkpoint. */
export function seenCheckpoint(note: string | Uint8Array): SeenCheckpoint {
  const { origin, size, root } = parseCheckpoint(parseNote(note).text);
  return { origin, size, root };
}
