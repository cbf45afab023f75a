import { splitBytes } from '../lib/bytes.ts';
import { fromBase64, fromCanonicalBase64, toBase64Url } from '../lib/text.ts';
import { MAX_ENTRY_BYTES } from '../formats/log/bundle.ts';
import { HASH_BYTES } from '../formats/log/tree.ts';
import { MAX_RENEWALS } from '../formats/timestamp/renewal.ts';
import { MAX_STAMPS, MAX_TOKEN_BYTES } from '../formats/timestamp/token.ts';
import { chain, digest, erased, eventFields, hash } from './fields.ts';
import type { ProvenEvent } from './format.ts';
import type {
  AuthorPart,
  ContentOpening,
  ImportedAuthorPart,
  LogEntryPart,
  LogProof,
  LogStamp,
  StampRenewal,
} from './log-format.ts';
import { must, Problem } from './report.ts';
import {
  anyOf,
  atLeastOne,
  listOf,
  matching,
  memberOf,
  oneOf,
  record,
  recordWith,
  text,
  whole,
  type Shape,
} from './shape.ts';

// Each value has a single valid spelling, so that no two different documents have the same meaning.

/** base64url without padding of a multiple of `size` bytes. */
const parts =
  (size: number): Shape<string> =>
  (value, path) => {
    const what = `base64url without padding, of a multiple of ${size} bytes`;
    must(typeof value === 'string' && /^[A-Za-z0-9_-]*$/.test(value), `${path} must be ${what}`);
    const bytes = fromBase64(value);
    must(bytes !== undefined && bytes.length % size === 0 && toBase64Url(bytes) === value, `${path} must be ${what}`);
    return value;
  };

/** base64url of hashes. */
export const hashes = parts(HASH_BYTES);

const SALT_BYTES = 16;
const SEED_DIGITS = 43;

export const bool: Shape<boolean> = (value, path) => {
  must(typeof value === 'boolean', `${path} must be true or false`);
  return value;
};

export const seed: Shape<string> = (value, path) => {
  const given = parts(HASH_BYTES)(value, path);
  must(given.length === SEED_DIGITS, `${path} must be base64url of ${HASH_BYTES} bytes`);
  return given;
};

const event = recordWith<Omit<ProvenEvent, 'erased'>, Required<Pick<ProvenEvent, 'erased'>>>(
  { ...eventFields, transaction_id: anyOf<string>((value) => (value === '' ? oneOf('') : hash)) },
  { erased },
);

export const content = anyOf<ContentOpening>((value) => {
  if (memberOf(value, 'seed') !== undefined) return record({ seed });
  if (memberOf(value, 'commitment') !== undefined) return record({ commitment: digest });
  return record({ salts: parts(SALT_BYTES), hidden: parts(HASH_BYTES) });
});

const chainHash = record<NonNullable<LogProof['chain_hash']>>({
  value: digest,
  salt: matching(/^[0-9a-f]{32}$/, '32 lower-case hexadecimal digits'),
});

const anchor = record<NonNullable<LogProof['anchor']>>({ size: whole, path: parts(HASH_BYTES), chain });

/** The format of a proof by a log entry. */
export const LOG_PROOF = 'asset-evidence-proof/2';

export const stamps: Shape<LogStamp[]> = (value, path) => {
  must(!Array.isArray(value) || value.length <= MAX_STAMPS, `${path} must have at most ${MAX_STAMPS} items`);
  return listOf(stamp)(value, path);
};

/** base64 of at most `bytes` bytes. */
const bounded =
  (bytes: number): Shape<string> =>
  (value, path) => {
    const digits = Math.ceil(bytes / 3) * 4;
    must(
      typeof value === 'string' && value.length <= digits && fromCanonicalBase64(value) !== undefined,
      `${path} must be base64 of at most ${digits} digits`,
    );
    return value;
  };

/** The renewals of a time stamp. */
export const renewals: Shape<StampRenewal[]> = (value, path) => {
  const list = atLeastOne(
    record<StampRenewal>({ index: whole, path: parts(HASH_BYTES), token: bounded(MAX_TOKEN_BYTES) }),
  )(value, path);
  must(list.length <= MAX_RENEWALS, `${path} must have at most ${MAX_RENEWALS} items`);
  return list;
};

/** What leads from the tree of a log to its time stamp, and the token. */
export const stampParts = {
  salt: seed,
  index: whole,
  stamp_path: parts(HASH_BYTES),
  token: bounded(MAX_TOKEN_BYTES),
};

const stamp = recordWith<Omit<LogStamp, 'renewals'>, Required<Pick<LogStamp, 'renewals'>>>(
  { size: whole, path: parts(HASH_BYTES), ...stampParts },
  { renewals },
);

export const entry = recordWith<
  Omit<LogProof['entry'], 'author_statement'>,
  Required<Pick<LogProof['entry'], 'author_statement'>>
>({ sequence: whole, proof_mechanism: text, public: bool, chain_commitment: digest }, { author_statement: digest });

/** The maximum length of a statement in bytes: its module is not part of pages. */
const MAX_STATEMENT_BYTES = 16_384;

export const statement = bounded(MAX_STATEMENT_BYTES);

export const entryBytes = bounded(MAX_ENTRY_BYTES);

/** The public key of an author. */
export const key = anyOf<AuthorPart['key']>((value) =>
  memberOf(value, 'kty') === 'EC'
    ? record({ kty: oneOf('EC'), crv: oneOf('P-256'), x: seed, y: seed })
    : record({ kty: oneOf('OKP'), crv: oneOf('Ed25519'), x: seed }),
);

/** Enrolment and revocation of the key, a map, and the genesis. */
const MAX_AUTHOR_ENTRIES = 4;

const entries: Shape<AuthorPart['entries']> = (value, path) => {
  const list = listOf(record<LogEntryPart>({ index: whole, entry: entryBytes, path: parts(HASH_BYTES) }))(value, path);
  must(list.length <= MAX_AUTHOR_ENTRIES, `${path} must have at most ${MAX_AUTHOR_ENTRIES} items`);
  must(
    list.every(({ index }, n) => n === 0 || list[n - 1]!.index < index),
    `${path} must be in the order of their indexes, without duplicates`,
  );
  return list;
};

const authorWith = <O extends object>(opening: { [K in keyof O]: Shape<O[K]> }) =>
  recordWith<object, { consistency: string }>(
    { signature: statement, payload: statement, ...opening, key, entries },
    { consistency: parts(HASH_BYTES) },
  ) as Shape<AuthorPart>;

const author = anyOf<AuthorPart>((value) =>
  memberOf(value, 'seed') === undefined ? authorWith({ salts: parts(SALT_BYTES) }) : authorWith({ seed }),
);

const importedWith = <O extends object>(opening: { [K in keyof O]: Shape<O[K]> }) =>
  record({ signature: statement, payload: statement, ...opening, key, asset: text }) as Shape<ImportedAuthorPart>;

const importedAuthor = anyOf<ImportedAuthorPart>((value) =>
  memberOf(value, 'seed') === undefined ? importedWith({ salts: parts(SALT_BYTES) }) : importedWith({ seed }),
);

type Optional = 'chain_hash' | 'anchor' | 'author' | 'imported_author' | 'stamps';

const logProof = recordWith<Omit<LogProof, Optional>, Required<Pick<LogProof, Optional>>>(
  {
    format: oneOf(LOG_PROOF),
    view: oneOf('tenant', 'public'),
    event,
    entry,
    content,
    index: whole,
    path: parts(HASH_BYTES),
    checkpoint: text,
  },
  { chain_hash: chainHash, anchor, author, imported_author: importedAuthor, stamps },
);

/** Whether a document says that it is a proof by a log entry. */
export const isLogProof = (document: unknown): boolean => memberOf(document, 'format') === LOG_PROOF;

/** Parses a proof strictly. Throws Problem for a missing or unknown field and for a value that is not valid. */
export function readLogProof(document: unknown): LogProof {
  if (!isLogProof(document)) throw new Problem(`the format of the proof must be ${LOG_PROOF}`);
  return logProof(document, 'the proof');
}

/** The hashes of a field that is base64url of hashes of 32 bytes. */
export const hashesOf = (encoded: string): Uint8Array[] => splitBytes(fromBase64(encoded)!, HASH_BYTES);
