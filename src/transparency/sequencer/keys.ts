import { raise } from '../../platform/alarms.ts';
import { sql } from 'drizzle-orm';
import { exportJWK, type JWK } from 'jose';
import { joinBytes } from '../../lib/bytes.ts';
import { KeyRing } from '../../lib/seal.ts';
import { sha256 } from '../../lib/sha256.ts';
import { fromBase64, toBase64Url, utf8 } from '../../lib/text.ts';
import { nowMicros, type Micros } from '../../lib/time.ts';
import type { LogKey } from '../../formats/log/entry.ts';
import { formatCheckpoint } from '../../formats/log/checkpoint.ts';
import { formatNote, formatVkey, SIGNATURE_TYPES, verifierKey, type NoteSignature } from '../../formats/log/note.ts';
import { ES256 } from '../../formats/cose.ts';
import { signRoot, type ReceiptHeader } from '../../formats/log/receipt.ts';
import type { Database, Statement } from '../../platform/database/database.ts';
import type { NewSignatures } from './log-appends.ts';
import type { TreeHead } from './sequencing.ts';

/** The public keys that sign the trees of logs: Ed25519 for checkpoints, and P-256 for receipts (ES256). */
export type PublicKeys = {
  /** base64url of 32 bytes. */
  ed25519: string;
  p256: { x: string; y: string };
};

/** Keys in force from `fromUs`, until those with the next number are. */
export type KeyRecord = { number: number; fromUs: Micros; publicKeys: PublicKeys };

/** Keys that sign. */
export type SigningKeys = KeyRecord & { ed25519: CryptoKey; p256: CryptoKey };

/** A row of `log_keys` without the private keys. */
export type PublicKeyRow = { number: number; fromUs: Micros; publicKeys: string };
type KeyRow = PublicKeyRow & { privateSealed: string };

const purposeOf = (publicKeys: string): string => `log_keys ${publicKeys}`;

const selectKeys = (db: Database) =>
  db.sql<KeyRow>(sql`SELECT number, from_us AS fromUs, public_keys AS publicKeys, private_sealed AS privateSealed
    FROM log_keys ORDER BY number`);

/** All keys, the oldest first. */
export async function readKeys(db: Database): Promise<KeyRecord[]> {
  const [rows] = await db.batch([selectKeys(db)]);
  return rows.map(keyRecord);
}

export const keyRecord = ({ number, fromUs, publicKeys }: PublicKeyRow): KeyRecord => ({
  number,
  fromUs,
  publicKeys: JSON.parse(publicKeys) as PublicKeys,
});

/** The keys that sign now, and all earlier ones, by number. Creates the first ones. */
export async function signingKeys(db: Database, ring: KeyRing): Promise<SigningKeys[]> {
  let [rows] = await db.batch([selectKeys(db)]);
  if (rows.length === 0) {
    await db.batchAcknowledged(await newKeys(db, ring, 0));
    [rows] = await db.batch([selectKeys(db)]);
  }
  return Promise.all(rows.map((row) => opened(row, ring)));
}

/** Adds keys that sign from now on, if the last ones have the number `last`. */
export async function newKeys(db: Database, ring: KeyRing, last: number): Promise<Statement[]> {
  const ed25519 = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
  const p256 = (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair;
  const [checkpointKey, receiptKey] = await Promise.all([exportJWK(ed25519.publicKey), exportJWK(p256.publicKey)]);
  const keys: PublicKeys = { ed25519: checkpointKey.x!, p256: { x: receiptKey.x!, y: receiptKey.y! } };
  const publicKeys = JSON.stringify(keys);
  const privateKeys = JSON.stringify([await exportJWK(ed25519.privateKey), await exportJWK(p256.privateKey)]);
  const sealed = await ring.seal(purposeOf(publicKeys), privateKeys);
  return [
    db.sql(sql`INSERT INTO log_keys (number, from_us, public_keys, private_sealed)
      SELECT ${last + 1}, ${nowMicros()}, ${publicKeys}, ${sealed} WHERE (SELECT coalesce(max(number), 0)
        FROM log_keys) = ${last}`),
  ];
}

async function opened(row: KeyRow, ring: KeyRing): Promise<SigningKeys> {
  const plain = await ring.open(purposeOf(row.publicKeys), row.privateSealed);
  if (plain === undefined)
    throw new Error(`the keys ${row.number} of logs cannot be opened: their key is not in KEY_ENCRYPTION_KEYS`);
  const [ed25519, p256] = JSON.parse(plain) as [JWK, JWK];
  const imported = (jwk: JWK, algorithm: string | { name: string; namedCurve: string }): Promise<CryptoKey> =>
    crypto.subtle.importKey('jwk', jwk as JsonWebKey, algorithm, false, ['sign']);
  return {
    ...keyRecord(row),
    ed25519: await imported(ed25519, 'Ed25519'),
    p256: await imported(p256, { name: 'ECDSA', namedCurve: 'P-256' }),
  };
}

/** Seals private keys with the current key-encryption key. Call it regularly. */
export async function resealLogKeys(db: Database, ring: KeyRing): Promise<void> {
  const [rows] = await db.batch([selectKeys(db)]);
  for (const { number, publicKeys, privateSealed } of rows) {
    if (KeyRing.keyOf(privateSealed) === ring.current) continue;
    const plain = await ring.open(purposeOf(publicKeys), privateSealed);
    if (plain === undefined) {
      raise('log-keys-sealed', {
        number,
      });
      continue;
    }
    const sealed = await ring.seal(purposeOf(publicKeys), plain);
    await db.batch([
      db.sql(
        sql`UPDATE log_keys SET private_sealed = ${sealed} WHERE number = ${number}
            AND private_sealed = ${privateSealed}`,
      ),
    ]);
  }
}

/** The key of checkpoints, as a verifier of the log with this origin knows it. */
export const checkpointKey = ({ publicKeys }: KeyRecord, origin: string) =>
  verifierKey(origin, SIGNATURE_TYPES.ed25519, fromBase64(publicKeys.ed25519)!);

/** The signature of a checkpoint of the log with this origin, as a line of its note. */
export function noteSignature(keys: KeyRecord, origin: string, bytes: Uint8Array): NoteSignature {
  const { name, keyId } = checkpointKey(keys, origin);
  return { name, keyId, bytes };
}

/** The key of receipts as a JWK (RFC 7517). */
export const receiptJwk = ({ publicKeys }: KeyRecord) =>
  ({ kty: 'EC', crv: 'P-256', x: publicKeys.p256.x, y: publicKeys.p256.y }) as const;

/** The id of the key of receipts: its thumbprint (RFC 7638). */
export const receiptKeyId = ({ publicKeys: { p256 } }: KeyRecord): string =>
  toBase64Url(sha256(utf8(JSON.stringify({ crv: 'P-256', kty: 'EC', x: p256.x, y: p256.y }))));

/**
 * The protected header of the receipts of a log: the same for all of its receipts with these keys. RFC 9943 requires a
 * subject; it is the log, because one signature serves the receipts of all events. Trees that were signed before the
 * header had one keep the header of their time.
 */
export const receiptHeader = (keys: KeyRecord, origin: string, hasSubject = true): ReceiptHeader => ({
  algorithm: ES256,
  keyId: utf8(receiptKeyId(keys)),
  issuer: origin,
  subject: hasSubject ? origin : undefined,
});

/** The first byte of a stored signature whose header has a subject. Signatures without it have no such byte. */
const WITH_SUBJECT = 1;
const ES256_BYTES = 64;

/** The signature of a root as it is stored, with the form of its header. */
export const storedReceipt = (signature: Uint8Array): Uint8Array =>
  joinBytes([new Uint8Array([WITH_SUBJECT]), signature]);

/** A stored signature, and whether its header has a subject. */
export const receiptIn = (stored: Uint8Array): { signature: Uint8Array; hasSubject: boolean } =>
  stored.length === ES256_BYTES
    ? { signature: stored, hasSubject: false }
    : { signature: stored.subarray(1), hasSubject: true };

/** The keys as the entries of a log name them. */
export const entryKeys = (keys: KeyRecord, origin: string): LogKey[] => [
  { vkey: formatVkey(checkpointKey(keys, origin)) },
  receiptJwk(keys),
];

/** Signs a tree of a log with its keys; after a change of keys also with those before, `keysBefore`. */
export async function signTree(
  origin: string,
  { size, root }: TreeHead,
  keys: SigningKeys,
  keysBefore: SigningKeys | undefined,
): Promise<NewSignatures> {
  const text = formatCheckpoint({ origin, size, root, extensions: [] });
  const sign = async ({ ed25519 }: SigningKeys): Promise<Uint8Array> =>
    new Uint8Array(await crypto.subtle.sign('Ed25519', ed25519, utf8(text) as BufferSource));
  const es256 = async (message: Uint8Array): Promise<Uint8Array> =>
    new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, keys.p256, message as BufferSource));
  const checkpoint = await sign(keys);
  const { signature } = await signRoot(receiptHeader(keys, origin), root, es256);
  const signed = { key: keys.number, checkpoint, receipt: storedReceipt(signature) };
  if (!keysBefore) return { ...signed, before: undefined, note: undefined };
  const before = { key: keysBefore.number, checkpoint: await sign(keysBefore) };
  const signatures = [noteSignature(keys, origin, checkpoint), noteSignature(keysBefore, origin, before.checkpoint)];
  return { ...signed, before, note: formatNote({ text, signatures }) };
}
