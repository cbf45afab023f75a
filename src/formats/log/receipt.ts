import { equalBytes } from '../../lib/bytes.ts';
import {
  decodeCbor,
  decodeSign1,
  encodeCbor,
  encodeSign1,
  isBytes,
  LABEL as COSE,
  listOf,
  mapOf,
  signedMessage,
} from '../cose.ts';
import { rootFromConsistency, rootFromInclusion } from './proofs.ts';
import { HASH_BYTES, isSize } from './tree.ts';

/**
 * COSE Receipts (RFC 9942) of trees of RFC 9162: a COSE_Sign1 (RFC 9052) whose payload is the root, which is detached.
 * The signature covers only the protected header and the root, so one signature serves all receipts of a size. What is
 * written is deterministic CBOR (RFC 8949, section 4.2.1).
 */

/** The labels and values of RFC 9942 and RFC 9052. */
const LABEL = { ...COSE, claims: 15, structure: 395, proofs: 396 } as const;
const CLAIM = { issuer: 1, subject: 2 } as const;
const PROOF = { inclusion: -1, consistency: -2 } as const;
const RFC9162_SHA256 = 1;

/** The protected header: what the signature covers beside the root. */
export type ReceiptHeader = {
  algorithm: number;
  keyId?: Uint8Array | undefined;
  issuer?: string | undefined;
  subject?: string | undefined;
};

/** A proof that the tree of this size has the leaf at `index`. */
export type InclusionPath = { size: number; index: number; path: Uint8Array[] };

/** A proof that the tree of size `first` is the beginning of the tree of size `second`. */
export type ConsistencyPath = { first: number; second: number; path: Uint8Array[] };

/** The signature of a root. `protectedHeader` is the header as it is signed. */
export type RootSignature = { protectedHeader: Uint8Array; signature: Uint8Array };

/** A receipt has one of the two proofs. */
export type Receipt = RootSignature & {
  header: ReceiptHeader;
  /** The root, if the receipt contains it. */
  payload: Uint8Array | undefined;
  inclusion: InclusionPath | undefined;
  consistency: ConsistencyPath | undefined;
};

/**
 * Verifies the signature of a message with the key that the header names. Rejects or returns false if it is not valid.
 */
export type VerifyReceipt = (header: ReceiptHeader, signature: Uint8Array, message: Uint8Array) => Promise<boolean>;

/** Signs a root. `sign` returns the signature of the message in the form of COSE; for ES256, r | s, 64 bytes. */
export async function signRoot(
  header: ReceiptHeader,
  root: Uint8Array,
  sign: (message: Uint8Array) => Promise<Uint8Array>,
): Promise<RootSignature> {
  const protectedHeader = encodeReceiptHeader(header);
  return { protectedHeader, signature: await sign(signedMessage(protectedHeader, root)) };
}

/** The receipt that the leaf at `index` is in the tree of the signed root. Throws RangeError for an empty path. */
export const inclusionReceipt = (signed: RootSignature, { size, index, path }: InclusionPath): Uint8Array =>
  encodeReceipt(signed, PROOF.inclusion, [size, index, path]);

/**
 * The receipt that the tree of size `first` is the beginning of the tree of the signed root. Throws RangeError for an
 * empty path, which RFC 9942 cannot express: the path from 0, or between equal sizes.
 */
export const consistencyReceipt = (signed: RootSignature, { first, second, path }: ConsistencyPath): Uint8Array =>
  encodeReceipt(signed, PROOF.consistency, [first, second, path]);

/** Parses a receipt; nothing is verified. Throws RangeError with what is wrong. */
export function decodeReceipt(receipt: Uint8Array): Receipt {
  const { protectedHeader, unprotected, payload, signature } = decodeSign1('receipt', receipt);
  const proofs = mapOf('proofs', unprotected.get(LABEL.proofs));
  const inclusion = proofOf(proofs, PROOF.inclusion);
  const consistency = proofOf(proofs, PROOF.consistency);
  if (Boolean(inclusion) === Boolean(consistency))
    throw new RangeError('proofs: must have either an inclusion proof or a consistency proof');
  return {
    protectedHeader,
    header: decodeHeader(protectedHeader),
    signature,
    payload,
    inclusion: inclusion && { size: inclusion.sizes[0], index: inclusion.sizes[1], path: inclusion.path },
    consistency: consistency && { first: consistency.sizes[0], second: consistency.sizes[1], path: consistency.path },
  };
}

/**
 * Verifies that the leaf hash is in the tree whose root is signed. Returns this root. Throws RangeError if the receipt
 * has no inclusion proof, the proof does not fit its size, or the signature is not valid.
 */
export async function verifyInclusionReceipt(
  receipt: Receipt,
  leaf: Uint8Array,
  verify: VerifyReceipt,
): Promise<Uint8Array> {
  const proof = receipt.inclusion;
  if (!proof) throw new RangeError('receipt: must have an inclusion proof');
  const root = rootFromInclusion({ ...proof, leaf }, proof.path);
  return verifyRoot(receipt, root, verify);
}

/** As `verifyInclusionReceipt`, for the tree that continues the one with the root `firstRoot`. */
export async function verifyConsistencyReceipt(
  receipt: Receipt,
  firstRoot: Uint8Array,
  verify: VerifyReceipt,
): Promise<Uint8Array> {
  const proof = receipt.consistency;
  if (!proof) throw new RangeError('receipt: must have a consistency proof');
  const root = rootFromConsistency({ ...proof, firstRoot }, proof.path);
  return verifyRoot(receipt, root, verify);
}

async function verifyRoot(receipt: Receipt, root: Uint8Array | undefined, verify: VerifyReceipt): Promise<Uint8Array> {
  if (!root) throw new RangeError('receipt: the proof does not lead from the given hash to a root of its size');
  const { header, protectedHeader, signature, payload } = receipt;
  if (payload && !equalBytes(payload, root)) throw new RangeError('receipt: the payload is not the root of the proof');
  if (!(await verify(header, signature, signedMessage(protectedHeader, root))))
    throw new RangeError('receipt: the signature is not valid for the root of the proof');
  return root;
}

/** The protected header as it is signed, with the tree algorithm RFC9162_SHA256. */
export function encodeReceiptHeader({ algorithm, keyId, issuer, subject }: ReceiptHeader): Uint8Array {
  const claims = new Map<number, unknown>();
  if (issuer !== undefined) claims.set(CLAIM.issuer, issuer);
  if (subject !== undefined) claims.set(CLAIM.subject, subject);
  const header = new Map<number, unknown>([
    [LABEL.algorithm, algorithm],
    [LABEL.structure, RFC9162_SHA256],
  ]);
  if (keyId) header.set(LABEL.keyId, keyId);
  if (claims.size > 0) header.set(LABEL.claims, claims);
  return encodeCbor(header);
}

function decodeHeader(bytes: Uint8Array): ReceiptHeader {
  const header = mapOf('protected header', decodeCbor('protected header', bytes));
  const [algorithm, keyId, structure] = [LABEL.algorithm, LABEL.keyId, LABEL.structure].map((l) => header.get(l));
  if (typeof algorithm !== 'number') throw new RangeError('protected header: must have an algorithm (1)');
  if (structure !== RFC9162_SHA256)
    throw new RangeError('protected header: the verifiable data structure (395) must be RFC9162_SHA256 (1)');
  // RFC 9052, section 3.1: a label that must be understood, and is not, makes the message invalid.
  if (header.has(LABEL.critical)) throw new RangeError('protected header: critical labels (2) are not supported');
  if (keyId !== undefined && !isBytes(keyId)) throw new RangeError('protected header: the key id (4) must be bytes');
  const claims = header.has(LABEL.claims) ? mapOf('claims', header.get(LABEL.claims)) : new Map<unknown, unknown>();
  const [issuer, subject] = [CLAIM.issuer, CLAIM.subject].map((claim) => claims.get(claim));
  if ([issuer, subject].some((claim) => claim !== undefined && typeof claim !== 'string'))
    throw new RangeError('claims: issuer (1) and subject (2) must be text');
  return { algorithm, keyId, issuer: issuer as string | undefined, subject: subject as string | undefined };
}

function encodeReceipt(
  { protectedHeader, signature }: RootSignature,
  kind: number,
  proof: [number, number, Uint8Array[]],
): Uint8Array {
  if (proof[2].length === 0) throw new RangeError('path: must not be empty');
  const unprotected = new Map([[LABEL.proofs, new Map([[kind, [encodeCbor(proof)]]])]]);
  return encodeSign1({ protectedHeader, unprotected, payload: undefined, signature });
}

type Proof = { sizes: [number, number]; path: Uint8Array[] };

/** The proof of a kind. A receipt can contain several; this service writes and verifies one. */
function proofOf(proofs: ReadonlyMap<unknown, unknown>, kind: number): Proof | undefined {
  if (!proofs.has(kind)) return undefined;
  const [bytes, ...others] = listOf('proofs', proofs.get(kind));
  if (!isBytes(bytes) || others.length > 0) throw new RangeError('proofs: must have one proof, as bytes');
  const [a, b, path, ...rest] = listOf('proof', decodeCbor('proof', bytes));
  if (!isCount(a) || !isCount(b) || rest.length > 0)
    throw new RangeError('proof: must be two integers from 0 to 2^53 - 1 and a path');
  const hashes = listOf('path', path);
  if (hashes.length === 0 || !hashes.every((hash) => isBytes(hash) && hash.length === HASH_BYTES))
    throw new RangeError(`path: must be a list of hashes of ${HASH_BYTES} bytes that is not empty`);
  return { sizes: [a, b], path: hashes as Uint8Array[] };
}

const isCount = (value: unknown): value is number => typeof value === 'number' && isSize(value);
