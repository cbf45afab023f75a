import { fromBase64, fromCanonicalBase64, toBase64Url } from '../lib/text.ts';
import { HASH_BYTES } from '../formats/log/tree.ts';
import { MAX_STAMPS, MAX_TOKEN_BYTES } from '../formats/timestamp/token.ts';
import { chain, digest, erased, eventFields, hash } from './fields.ts';
import type { ProvenEvent } from './format.ts';
import type { ContentOpening, LogProof, LogStamp } from './log-format.ts';
import { must, Problem } from './report.ts';
import { anyOf, listOf, matching, memberOf, oneOf, record, recordWith, text, whole, type Shape } from './shape.ts';

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

const SALT_BYTES = 16;
const SEED_DIGITS = 43;

const bool: Shape<boolean> = (value, path) => {
  must(typeof value === 'boolean', `${path} must be true or false`);
  return value;
};

const seed: Shape<string> = (value, path) => {
  const given = parts(HASH_BYTES)(value, path);
  must(given.length === SEED_DIGITS, `${path} must be base64url of ${HASH_BYTES} bytes`);
  return given;
};

const event = recordWith<Omit<ProvenEvent, 'erased'>, Required<Pick<ProvenEvent, 'erased'>>>(
  { ...eventFields, transaction_id: anyOf<string>((value) => (value === '' ? oneOf('') : hash)) },
  { erased },
);

const content = anyOf<ContentOpening>((value) => {
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

const MAX_TOKEN_DIGITS = Math.ceil(MAX_TOKEN_BYTES / 3) * 4;

const stamps: Shape<LogStamp[]> = (value, path) => {
  must(!Array.isArray(value) || value.length <= MAX_STAMPS, `${path} must have at most ${MAX_STAMPS} items`);
  return listOf(stamp)(value, path);
};

const token: Shape<string> = (value, path) => {
  must(
    typeof value !== 'string' || value.length <= MAX_TOKEN_DIGITS,
    `${path} must have at most ${MAX_TOKEN_DIGITS} digits`,
  );
  const bytes = typeof value === 'string' ? fromCanonicalBase64(value) : undefined;
  must(bytes !== undefined, `${path} must be base64`);
  return value as string;
};

const stamp = record<LogStamp>({
  size: whole,
  path: parts(HASH_BYTES),
  salt: seed,
  index: whole,
  stamp_path: parts(HASH_BYTES),
  token,
});

type Optional = 'chain_hash' | 'anchor' | 'stamps';

const logProof = recordWith<Omit<LogProof, Optional>, Required<Pick<LogProof, Optional>>>(
  {
    format: oneOf(LOG_PROOF),
    view: oneOf('tenant', 'public'),
    event,
    entry: record<LogProof['entry']>({
      sequence: whole,
      proof_mechanism: text,
      public: bool,
      chain_commitment: digest,
    }),
    content,
    index: whole,
    path: parts(HASH_BYTES),
    checkpoint: text,
  },
  { chain_hash: chainHash, anchor, stamps },
);

/** Whether a document says that it is a proof by a log entry. */
export const isLogProof = (document: unknown): boolean => memberOf(document, 'format') === LOG_PROOF;

/** Parses a proof strictly. Throws Problem for a missing or unknown field and for a value that is not valid. */
export function readLogProof(document: unknown): LogProof {
  if (!isLogProof(document)) throw new Problem(`the format of the proof must be ${LOG_PROOF}`);
  return logProof(document, 'the proof');
}

/** The hashes of a field that is base64url of hashes of 32 bytes. */
export function hashesOf(encoded: string): Uint8Array[] {
  const bytes = fromBase64(encoded)!;
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, n) =>
    bytes.subarray(n * HASH_BYTES, (n + 1) * HASH_BYTES),
  );
}
