import { bencodeWellFormed, encoding, parseBencode, type Bencodable } from '../bencode.ts';
import type { ChainedEvent, ChainLink, Structure } from '../chain-hash.ts';
import { contentCommitment, SEED_BYTES } from '../content-commitment.ts';
import { hmacSha256, sha256 } from '../../lib/sha256.ts';
import { toHex } from '../../lib/text.ts';
import { MAX_ENTRY_BYTES } from './bundle.ts';
import { LEAF_PREFIX } from './tree.ts';

/** The entries of a log and how they commit to events. docs/log-entries.md defines the bytes and gives the reasons. */

/**
 * What the entry of an event covers, in fields of the API. In the public log, identities start with `publicassets/`.
 */
export type EventEntry = Structure &
  Omit<ChainLink, 'previous_hash'> & {
    /** The id of the log. */
    log: string;
    /** 64 hexadecimal digits: `chainCommitment`. */
    chain_commitment: string;
    /** 64 hexadecimal digits: the commitment to the content, as this log shows it, with `EntrySecrets.contentSeed`. */
    content_commitment: string;
    /** 64 hexadecimal digits: the digest of the author's statement, in the log of the tenancy. Absent: not signed. */
    author_statement?: string | undefined;
  };

/** A key that signs checkpoints (`vkey`) or receipts (a JWK of P-256). */
export type LogKey = { vkey: string } | { kty: 'EC'; crv: 'P-256'; x: string; y: string };

/** The end of the log that a log replaces: its id and origin, and the last size and root that were signed. */
export type PreviousLog = { log: string; origin: string; size: number; root: string };

/** The entry with index 0. `tenant_identity` is empty for the public log, `previous` undefined for a first log. */
export type GenesisEntry = {
  log: string;
  origin: string;
  tenant_identity: string;
  created: string;
  keys: LogKey[];
  previous: PreviousLog | undefined;
};

/** The entry that changes the keys of a log: those that sign checkpoints and receipts of trees that include it. */
export type KeysEntry = { log: string; created: string; keys: LogKey[] };

/** The entry that enrols or revokes the key of an author. */
export type AuthorKeyEntry = {
  log: string;
  change: 'enrolled' | 'revoked';
  created: string;
  /** The thumbprint of the key (RFC 7638), base64url. */
  thumbprint: string;
  /** 64 hexadecimal digits: `ownerCommitment`. */
  owner: string;
};

/** The schemas of entries. */
export const ENTRY_SCHEMAS = {
  event: 'LOGENTRYV1',
  signedEvent: 'LOGENTRYV2',
  genesis: 'LOGGENESISV1',
  keys: 'LOGKEYSV1',
  map: 'LOGMAPV1',
  authorKey: 'LOGAUTHORKEYV1',
} as const;

/**
 * What is secret about an event in one log. `contentSeed` is for readers of all of the content that the log shows; from
 * it the salts of single fields are derived, for readers of a part (`disclosure`). `chainSalt` is for readers of the
 * chain hash.
 */
export type EntrySecrets = { contentSeed: Uint8Array; chainSalt: Uint8Array };

const CHAIN_SALT_BYTES = 16;

/**
 * Derives the secrets of an event in a log from the event's seed, 32 random bytes. The secrets of one log do not help
 * to find those of another. Throws RangeError for a seed of another length.
 */
export function entrySecrets(seed: Uint8Array, log: string): EntrySecrets {
  if (seed.length !== SEED_BYTES) throw new RangeError(`the seed of an event must have ${SEED_BYTES} bytes`);
  const mac = hmacSha256(seed);
  const derived = (label: string): Uint8Array => {
    encoding.begin();
    encoding.list();
    encoding.string(label);
    encoding.string(log);
    encoding.end();
    return encoding.read(mac);
  };
  return {
    contentSeed: derived('LOGENTRYV1-CONTENT-SEED'),
    chainSalt: derived('LOGENTRYV1-CHAIN-SALT').slice(0, CHAIN_SALT_BYTES),
  };
}

/** The commitment to a chain hash of 64 hexadecimal digits, also as such digits. */
export function chainCommitment(chainHash: string, chainSalt: Uint8Array): string {
  encoding.begin();
  encoding.list();
  encoding.string('LOGENTRYV1-CHAIN');
  encoding.hex(chainSalt, chainSalt.length);
  encoding.string(chainHash);
  encoding.end();
  return toHex(encoding.read(sha256));
}

/**
 * The entry of an event. `event` is as the log shows it: for the public log with identities `publicassets/…` and blank
 * principals.
 */
export function eventEntry(
  event: ChainedEvent,
  { sequence, proof_mechanism, public: isPublic }: Omit<ChainLink, 'previous_hash'>,
  {
    log,
    chainHash,
    secrets,
    statement,
  }: { log: string; chainHash: string; secrets: EntrySecrets; statement?: string | undefined },
): EventEntry {
  return {
    identity: event.identity,
    asset_identity: event.asset_identity,
    tenant_identity: event.tenant_identity,
    operation: event.operation,
    behaviour: event.behaviour,
    timestamp_declared: event.timestamp_declared,
    timestamp_accepted: event.timestamp_accepted,
    from: event.from,
    sequence,
    proof_mechanism,
    public: isPublic,
    log,
    chain_commitment: chainCommitment(chainHash, secrets.chainSalt),
    content_commitment: contentCommitment(event, secrets.contentSeed),
    ...(statement !== undefined && { author_statement: statement }),
  };
}

/** The bytes of the entry of an event. Throws RangeError for text that is not well-formed Unicode. */
export function encodeEventEntry(entry: EventEntry): Uint8Array {
  encoding.begin();
  writeEventEntry(entry);
  return encoding.copy();
}

/** The hash of the leaf of an event: that of `encodeEventEntry`, with `LEAF_PREFIX`. Throws like it. */
export function eventLeafHash(entry: EventEntry): Uint8Array {
  encoding.begin();
  encoding.bytes(LEAF_PREFIX);
  writeEventEntry(entry);
  return encoding.read(sha256);
}

function writeEventEntry(entry: EventEntry): void {
  const start = encoding.length;
  encoding.map();
  encoding.entry('asset_identity', entry.asset_identity);
  if (entry.author_statement !== undefined) encoding.entry('author_statement', entry.author_statement);
  encoding.entry('behaviour', entry.behaviour);
  encoding.entry('chain_commitment', entry.chain_commitment);
  encoding.entry('content_commitment', entry.content_commitment);
  encoding.entry('from', entry.from);
  encoding.entry('identity', entry.identity);
  encoding.entry('log', entry.log);
  encoding.entry('operation', entry.operation);
  encoding.entry('proof_mechanism', entry.proof_mechanism);
  encoding.entry('public', String(entry.public));
  encoding.entry('schema', ENTRY_SCHEMAS[entry.author_statement === undefined ? 'event' : 'signedEvent']);
  encoding.entry('sequence', String(entry.sequence));
  encoding.entry('tenant_identity', entry.tenant_identity);
  encoding.entry('timestamp_accepted', entry.timestamp_accepted);
  encoding.entry('timestamp_declared', entry.timestamp_declared);
  encoding.end();
  encoding.requireWellFormed('entry:');
  requireFits(encoding.length - start);
}

/** The bytes of the entry with index 0. */
export const encodeGenesis = ({ log, origin, tenant_identity, created, keys, previous }: GenesisEntry): Uint8Array =>
  encodeEntry({
    schema: ENTRY_SCHEMAS.genesis,
    entry_schema: ENTRY_SCHEMAS.event,
    log,
    origin,
    tenant_identity,
    created,
    keys,
    previous: previous ? { ...previous, size: String(previous.size) } : {},
  });

/** The bytes of an entry that changes keys. */
export const encodeKeys = ({ log, created, keys }: KeysEntry): Uint8Array =>
  encodeEntry({ schema: ENTRY_SCHEMAS.keys, log, created, keys });

/** The bytes of an entry that enrols or revokes the key of an author. */
export const encodeAuthorKey = ({ log, change, created, thumbprint, owner }: AuthorKeyEntry): Uint8Array =>
  encodeEntry({ schema: ENTRY_SCHEMAS.authorKey, log, change, created, thumbprint, owner });

/** The commitment to the owner of a key, as events show them, 64 hexadecimal digits. `salt`: 32 such digits. */
export const ownerCommitment = ({ issuer, subject }: { issuer: string; subject: string }, salt: string): string =>
  toHex(sha256(bencodeWellFormed('owner:', ['LOGAUTHORKEYV1-OWNER', salt, issuer, subject])));

/** The fields of an entry, among them `schema` and `log`. Throws RangeError if the bytes are not a canonical entry. */
export function parseEntry(bytes: Uint8Array): { schema: string; log: string } & Record<string, Bencodable> {
  const entry = parseBencode(bytes);
  if (typeof entry === 'string' || !('schema' in entry) || !('log' in entry))
    throw new RangeError('entry: must be a map with schema and log');
  const { schema, log } = entry;
  if (typeof schema !== 'string' || typeof log !== 'string')
    throw new RangeError('entry: schema and log must be texts');
  return { ...entry, schema, log };
}

/** The bytes of an entry with these fields. Throws RangeError if it is too long. */
export function encodeEntry(entry: Record<string, Bencodable>): Uint8Array {
  const bytes = bencodeWellFormed('entry:', entry);
  requireFits(bytes.length);
  return bytes;
}

function requireFits(bytes: number): void {
  if (bytes > MAX_ENTRY_BYTES) throw new RangeError(`entry: must have at most ${MAX_ENTRY_BYTES} bytes`);
}
