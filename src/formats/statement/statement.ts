import { compareBytes, equalBytes } from '../../lib/bytes.ts';
import { sha256 } from '../../lib/sha256.ts';
import { toHex } from '../../lib/text.ts';
import {
  decodeCbor,
  decodeSign1,
  encodeCbor,
  encodeSign1,
  isBytes,
  LABEL,
  listOf,
  mapOf,
  signedMessage,
} from '../cose.ts';
import { isSize } from '../log/tree.ts';
import { algorithmOf, isSignedBy, SIGNATURE_BYTES, thumbprintOf, type AuthorKey } from './key.ts';

/**
 * What the author of an event signs: a COSE_Sign1 (RFC 9052), whose payload commits to the event. docs/statements.md
 * defines the bytes and gives the reasons. Each statement has a single spelling.
 */

/** The tree that the author saw before signing: the origin of its log, its size and root (32 bytes). */
export type SeenCheckpoint = { origin: string; size: number; root: Uint8Array };

/** The fields of the event that every reader of it sees. `timestamp_declared` is as the service stores it. */
export type StatementStructure = {
  /** `assets/<uuid>`. */
  asset_identity: string;
  operation: string;
  behaviour: string;
  timestamp_declared: string;
};

/** The payload of a statement. */
export type Payload = StatementStructure & {
  /** The commitments to the content (`statementCommitments`), 32 bytes each, in ascending order. */
  commitments: readonly Uint8Array[];
  /** 16 random bytes. */
  nonce: Uint8Array;
  checkpoint: SeenCheckpoint | undefined;
};

/** A statement. `key`: the thumbprint of the author's key, 32 bytes. */
export type AuthorStatement = { algorithm: number; key: Uint8Array; payload: Payload; signature: Uint8Array };

/** The name of the format in payloads. */
export const STATEMENT_SCHEMA = 'AUTHORSTATEMENTV1';
/** The length of a statement with its payload, in bytes. */
export const MAX_STATEMENT_BYTES = 16_384;
/** The length of the nonce. */
export const NONCE_BYTES = 16;
const HASH_BYTES = 32;

/** The bytes of a payload: a map in deterministic CBOR. */
export function encodePayload({ checkpoint, ...payload }: Payload): Uint8Array<ArrayBuffer> {
  const { asset_identity, behaviour, commitments, nonce, operation, timestamp_declared } = payload;
  return encodeCbor({
    schema: STATEMENT_SCHEMA,
    asset_identity,
    behaviour,
    commitments,
    nonce,
    operation,
    timestamp_declared,
    ...(checkpoint && { checkpoint: { ...checkpoint } }),
  });
}

const TEXTS = ['asset_identity', 'behaviour', 'operation', 'timestamp_declared'] as const;

/** Parses a payload. Throws RangeError for everything that `encodePayload` does not write. */
export function decodePayload(bytes: Uint8Array): Payload {
  if (bytes.length > MAX_STATEMENT_BYTES)
    throw new RangeError(`payload: must have at most ${MAX_STATEMENT_BYTES} bytes`);
  const map = mapOf('payload', decodeCbor('payload', bytes));
  if (map.get('schema') !== STATEMENT_SCHEMA) throw new RangeError(`payload: schema must be ${STATEMENT_SCHEMA}`);
  for (const name of TEXTS)
    if (typeof map.get(name) !== 'string') throw new RangeError(`payload: ${name} must be a text`);
  const text = (name: (typeof TEXTS)[number]): string => map.get(name) as string;
  const payload: Payload = {
    asset_identity: text('asset_identity'),
    behaviour: text('behaviour'),
    operation: text('operation'),
    timestamp_declared: text('timestamp_declared'),
    commitments: listOf('payload: commitments', map.get('commitments')).map((each) => hash('commitments', each)),
    nonce: bytesOf('nonce', map.get('nonce'), NONCE_BYTES),
    checkpoint: map.has('checkpoint') ? seenCheckpoint(map.get('checkpoint')) : undefined,
  };
  const { commitments } = payload;
  if (commitments.some((each, i) => i > 0 && compareBytes(commitments[i - 1]!, each) >= 0))
    throw new RangeError('payload: commitments must be in ascending order, without duplicates');
  if (!equalBytes(encodePayload(payload), bytes))
    throw new RangeError('payload: must be deterministic CBOR without further fields');
  return payload;
}

function seenCheckpoint(value: unknown): SeenCheckpoint {
  const map = mapOf('payload: checkpoint', value);
  const [origin, size] = [map.get('origin'), map.get('size')];
  if (typeof origin !== 'string') throw new RangeError('payload: checkpoint.origin must be a text');
  if (typeof size !== 'number' || !isSize(size)) throw new RangeError('payload: checkpoint.size must be an integer');
  return { origin, size, root: hash('checkpoint.root', map.get('root')) };
}

const hash = (name: string, value: unknown): Uint8Array => bytesOf(name, value, HASH_BYTES);

function bytesOf(name: string, value: unknown, length: number): Uint8Array {
  if (!isBytes(value) || value.length !== length) throw new RangeError(`payload: ${name} must have ${length} bytes`);
  return value;
}

/** The protected header: the algorithm, and the thumbprint of the key as its id. */
const encodeHeader = (algorithm: number, key: Uint8Array): Uint8Array =>
  encodeCbor(
    new Map<number, unknown>([
      [LABEL.algorithm, algorithm],
      [LABEL.keyId, key],
    ]),
  );

/** Signs a payload. `sign` returns the signature of a message, 64 bytes; for ES256 r | s. */
export async function signStatement(
  key: AuthorKey,
  payload: Payload,
  sign: (message: Uint8Array) => Promise<Uint8Array>,
): Promise<AuthorStatement> {
  const statement = { algorithm: algorithmOf(key), key: thumbprintOf(key), payload };
  return { ...statement, signature: await sign(messageOf(statement)) };
}

/** Whether the key is the one that the statement names, and has signed it. Rejects as `isSignedBy`. */
export async function verifyStatement(statement: AuthorStatement, key: AuthorKey): Promise<boolean> {
  if (!equalBytes(thumbprintOf(key), statement.key) || statement.algorithm !== algorithmOf(key)) return false;
  return isSignedBy(key, statement.signature, messageOf(statement));
}

/** The message that the key has signed: the Sig_structure of RFC 9052. */
export const messageOf = ({ algorithm, key, payload }: Omit<AuthorStatement, 'signature'>): Uint8Array =>
  signedMessage(encodeHeader(algorithm, key), encodePayload(payload));

/** The COSE_Sign1 with its payload, or detached: without it. */
export const encodeStatement = (
  { algorithm, key, payload, signature }: AuthorStatement,
  form: 'attached' | 'detached',
): Uint8Array =>
  encodeSign1({
    protectedHeader: encodeHeader(algorithm, key),
    unprotected: new Map(),
    payload: form === 'attached' ? encodePayload(payload) : undefined,
    signature,
  });

/**
 * Parses a COSE_Sign1, detached with its payload, or attached. Nothing is verified. Throws RangeError for everything
 * that `encodeStatement` does not write.
 */
export function decodeStatement(cose: Uint8Array, payload?: Uint8Array): AuthorStatement {
  if (cose.length > MAX_STATEMENT_BYTES)
    throw new RangeError(`signature: must have at most ${MAX_STATEMENT_BYTES} bytes`);
  const sign1 = decodeSign1('signature', cose);
  const signed = payload ?? sign1.payload;
  if (!signed || (payload && sign1.payload)) throw new RangeError('signature: must have a detached payload (nil)');
  const header = mapOf('protected header', decodeCbor('protected header', sign1.protectedHeader));
  const [algorithm, key] = [header.get(LABEL.algorithm), header.get(LABEL.keyId)];
  if (typeof algorithm !== 'number' || !isBytes(key) || key.length !== HASH_BYTES)
    throw new RangeError('protected header: must have an algorithm (1) and the thumbprint of a key (4)');
  if (sign1.signature.length !== SIGNATURE_BYTES)
    throw new RangeError(`signature: must have ${SIGNATURE_BYTES} bytes after its header`);
  const statement = { algorithm, key, payload: decodePayload(signed), signature: sign1.signature };
  if (encodeStatement(statement, 'attached').length > MAX_STATEMENT_BYTES)
    throw new RangeError(`signature: must have at most ${MAX_STATEMENT_BYTES} bytes with its payload`);
  if (!equalBytes(encodeStatement(statement, payload ? 'detached' : 'attached'), cose))
    throw new RangeError('signature: must be deterministic CBOR, with algorithm and key alone in its header');
  return statement;
}

/** What chain hash and log entry of the event cover: the SHA-256 of the attached form, 64 hexadecimal digits. */
export const statementDigest = (attached: Uint8Array): string => toHex(sha256(attached));
