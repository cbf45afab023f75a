import { ed25519 } from '@noble/curves/ed25519.js';
import { equalBytes } from '../lib/bytes.ts';
import { printable, toHex } from '../lib/text.ts';
import { ENTRY_SCHEMAS, parseEntry } from '../formats/log/entry.ts';
import { checkpointKeys, provenChange, type KeyChange } from '../formats/log/key-change.ts';
import { parseVkey, SIGNATURE_TYPES, type VerifierKey } from '../formats/log/note.ts';
import { signedBy } from '../formats/log/note-signatures.ts';
import { rootFromConsistency } from '../formats/log/proofs.ts';
import { leafHash } from '../formats/log/tree.ts';
import { treeOf, type Tree } from './log-entry.ts';
import type { LogProof } from './log-format.ts';
import { must, type Check, type StepOutcome } from './report.ts';

/** A consistency proof between two sizes of a log, of which `from` is the smaller one. */
export type ConsistencyProof = { from: number; to: number; path: readonly Uint8Array[] };

/** The first entry of a log: its hash, 64 hexadecimal digits, and its bytes if they are known. */
export type LogGenesis = { hash: string; entry?: Uint8Array };

/** Values of a log that the verifier knows from another source. A missing value is not checked. */
export type LogTrust = {
  /**
   * vkeys of the log or of witnesses: each must have signed the checkpoint, or lead to a later key of the log that has.
   * Those of witnesses do not show whose log it is.
   */
  vkeys?: readonly string[];
  /** Changes of the keys of the log, from any source. */
  keyChanges?: readonly KeyChange[];
  logGenesis?: LogGenesis;
  /** A checkpoint that was saved earlier or that others have, a signed note. Its signatures are not verified. */
  checkpoint?: string;
  /** Consistency proofs, from any source. */
  consistency?: readonly ConsistencyProof[];
  /**
   * The roots of the tree of the checkpoint at smaller sizes, computed from all of its leaves. They need no consistency
   * proof.
   */
  roots?: ReadonlyMap<number, Uint8Array>;
  /** Why no consistency proofs and no changes of keys could be read. */
  unavailable?: string;
};

/** The part of a proof that the known values are compared with: the checkpoint, and an index in its tree. */
export type LogPosition = Pick<LogProof, 'checkpoint' | 'index'>;

/** The consistency proofs that the known values require: pairs of sizes. Throws where a checkpoint cannot be parsed. */
export function neededConsistency(
  proof: LogPosition,
  { logGenesis, checkpoint, roots }: LogTrust,
): [from: number, to: number][] {
  const { size } = treeOf(proof.checkpoint);
  const saved = checkpoint === undefined ? size : treeOf(checkpoint).size;
  const pairs: [from: number, to: number][] = [
    ...(logGenesis && size > 1 ? ([[1, size]] as [number, number][]) : []),
    ...(saved === size ? [] : [[Math.min(saved, size), Math.max(saved, size)] as [number, number]]),
  ];
  return pairs.filter(([from, to]) => to !== size || !roots?.has(from));
}

/** The checks of the checkpoint with the known values. `what` is at the index. */
export const trustChecks = (proof: LogPosition, trust: LogTrust, what: 'event' | 'map' = 'event'): Check[] => [
  ['checkpoint', () => checkSignatures(proof, trust)],
  ['log', () => checkGenesis(proof, trust)],
  ['consistency', () => checkSaved(proof, trust, what)],
];

/** The keys for checkpoints in the first entry of a log. Throws RangeError where the entry is not a genesis record. */
function keysOfGenesis({ entry }: LogGenesis, { log, origin }: Tree): VerifierKey[] {
  if (!entry) return [];
  const { schema, keys, ...rest } = parseEntry(entry);
  must(schema === ENTRY_SCHEMAS.genesis, `the known genesis must be an entry ${ENTRY_SCHEMAS.genesis}, not ${schema}`);
  must(
    rest.log === log && rest['origin'] === origin,
    `the known genesis is that of the log ${printable(rest.log)}, not of ${log}`,
  );
  return checkpointKeys(keys, origin);
}

const idOf = ({ name, keyId }: VerifierKey): string => `${name}+${keyId}`;

/** Whether a note has a signature line of a key, which must be valid. `time`: of a cosignature, else undefined. */
function signatureOf({ note }: Pick<Tree, 'note'>, key: VerifierKey): { time: number | undefined } | undefined {
  const line = note.signatures.find(({ name, keyId }) => name === key.name && keyId === key.keyId);
  if (!line) return undefined;
  const signed = signedBy(key, note.text, line.bytes);
  must(
    signed !== undefined && verifiesEd25519(key.publicKey, signed.signature, signed.message),
    `the signature of ${idOf(key)} is not valid`,
  );
  return { time: signed.time };
}

/** Verifies by RFC 8032. Unlike WebCrypto, every browser can do it, and without a promise. */
function verifiesEd25519(publicKey: Uint8Array, signature: Uint8Array, message: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, message, publicKey, { zip215: false });
  } catch {
    return false;
  }
}

/** A key that has signed the checkpoint, and the known key of the log that leads to it if that is an earlier one. */
type Signer = { key: VerifierKey; since: VerifierKey | undefined };

/**
 * The keys that have signed the checkpoint: those of `known`, and those to which proven changes of keys lead from them.
 * Each change must be signed by the key before and by the new one. Throws Problem or RangeError for a change that is
 * not valid.
 */
function signersFrom(known: readonly VerifierKey[], { keyChanges = [] }: LogTrust, tree: Tree): Signer[] {
  const reached: Signer[] = known.map((key) => ({ key, since: undefined }));
  const changes = keyChanges.map((change) => provenChange(change, tree)).toSorted((a, b) => a.size - b.size);
  for (const { note, keys } of changes) {
    const before = reached.find(({ key }) => signatureOf({ note }, key) !== undefined);
    const signing = keys.filter((key) => signatureOf({ note }, key) !== undefined);
    if (before) reached.push(...signing.map((key) => ({ key, since: before.since ?? before.key })));
  }
  return reached.filter(({ key }) => signatureOf(tree, key) !== undefined);
}

/** The keys that have signed the checkpoint, to which those of the genesis lead. */
const signersOfGenesis = (trust: LogTrust, tree: Tree): Signer[] =>
  trust.logGenesis ? signersFrom(keysOfGenesis(trust.logGenesis, tree), trust, tree) : [];

/** The keys that have signed the checkpoint, to which a known key leads. A known key of a witness leads to no other. */
function signersOfKey(vkey: string, trust: LogTrust, tree: Tree): Signer[] {
  const key = parseVkey(vkey);
  const isOfLog = key.type === SIGNATURE_TYPES.ed25519;
  must(
    !isOfLog || key.name === tree.origin,
    `the known key is that of the log ${key.name}; the checkpoint is of ${tree.origin}`,
  );
  const signers = signersFrom([key], isOfLog ? trust : {}, tree);
  must(
    signers.length > 0,
    `the checkpoint has no signature of the known key ${idOf(key)}${isOfLog ? unled(trust) : ''}`,
  );
  return signers;
}

function unled({ keyChanges, unavailable }: LogTrust): string {
  if (keyChanges) return ', and no change of keys leads from it to one that has signed';
  const needed = '. If it is an earlier key of the log, its later keys are needed (--service or --keys)';
  return needed + because(unavailable);
}

const because = (unavailable: string | undefined): string => (unavailable === undefined ? '' : `: ${unavailable}`);

function checkSignatures(proof: LogPosition, trust: LogTrust): StepOutcome {
  const tree = treeOf(proof.checkpoint);
  const signers = allSigners(trust, tree).map(({ key, since }) => {
    const { time } = signatureOf(tree, key)!;
    const at = time === undefined ? '' : ` at ${timeText(time)}`;
    return `${idOf(key)}${at}${since ? `, which follows ${idOf(since)}` : ''}`;
  });
  const checkpoint = `the checkpoint of ${tree.size} entries of the log ${tree.origin}`;
  if (signers.length > 0) return `${checkpoint} is signed by ${[...new Set(signers)].join(', ')}`;
  return { skipped: `${checkpoint} was not verified with a known key` };
}

/**
 * The keys that have signed the checkpoint, to which the known values lead. Throws Problem if a known key does not lead
 * to any.
 */
const allSigners = (trust: LogTrust, tree: Tree): Signer[] => [
  ...(trust.vkeys ?? []).flatMap((vkey) => signersOfKey(vkey, trust, tree)),
  ...signersOfGenesis(trust, tree),
];

/**
 * Whether the known keys do not show that the checkpoint is signed, unless its log has changed its keys. False for
 * known values that contradict the proof: changes of keys are no help, and the step that compares the values fails.
 */
export function needsKeyChanges(proof: LogPosition, trust: LogTrust): boolean {
  try {
    const tree = treeOf(proof.checkpoint);
    const known = [
      ...(trust.vkeys ?? [])
        .map(parseVkey)
        .filter(({ type }) => type === SIGNATURE_TYPES.ed25519)
        .map((key) => [key]),
      ...(trust.logGenesis?.entry ? [keysOfGenesis(trust.logGenesis, tree)] : []),
    ];
    return known.some((keys) => !keys.some((key) => signatureOf(tree, key) !== undefined));
  } catch {
    return false;
  }
}

const timeText = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

/** Checks that the log starts with the known genesis. */
function checkGenesis(proof: LogPosition, trust: LogTrust): StepOutcome {
  const { logGenesis } = trust;
  if (!logGenesis) return { skipped: 'the first entry of the log was not compared with a known one' };
  const { hash, entry } = logGenesis;
  const tree = treeOf(proof.checkpoint);
  must(entry === undefined || toHex(leafHash(entry)) === hash, `the entry does not have the known hash ${hash}`);
  keysOfGenesis(logGenesis, tree);
  const root = Uint8Array.from(hash.match(/../g)!, (byte) => Number.parseInt(byte, 16));
  mustContinue({ size: 1, root }, tree, trust, 'the known genesis');
  return `the log starts with the known genesis, whose hash is ${hash}`;
}

/** Checks that the tree of the checkpoint and a saved one are trees of one log. */
function checkSaved(proof: LogPosition, trust: LogTrust, what: string): StepOutcome {
  const { checkpoint } = trust;
  if (checkpoint === undefined) return { skipped: 'the checkpoint was not compared with a saved one' };
  const [saved, tree] = [treeOf(checkpoint), treeOf(proof.checkpoint)];
  must(saved.origin === tree.origin, `the saved checkpoint is of the log ${saved.origin}, not of ${tree.origin}`);
  const [first, second] = saved.size < tree.size ? [saved, tree] : [tree, saved];
  mustContinue(first, second, trust, 'the saved checkpoint');
  const found =
    saved.size === tree.size
      ? `the saved checkpoint has the same root for ${tree.size} entries`
      : `the tree of ${second.size} entries continues that of ${first.size} entries; one of them is the saved one`;
  return isInSaved(proof, { checkpoint })
    ? `${found}. The ${what} is in both`
    : `${found}. The ${what} was added to the log after the saved checkpoint`;
}

/** Whether the tree of a saved checkpoint, which is consistent with that of the proof, has the event. */
export const isInSaved = ({ index }: LogPosition, { checkpoint }: LogTrust): boolean =>
  checkpoint !== undefined && index < treeOf(checkpoint).size;

/** Fails unless the second tree continues the first one. */
function mustContinue(
  first: Pick<Tree, 'size' | 'root'>,
  second: Pick<Tree, 'size' | 'root'>,
  { consistency = [], unavailable, roots }: LogTrust,
  known: string,
): void {
  if (first.size === second.size) {
    const roots = `${known} and the checkpoint of the proof have different roots`;
    return must(equalBytes(first.root, second.root), `${roots} for the same ${first.size} entries: the log was forked`);
  }
  const [from, to] = [first.size, second.size];
  // None of them has the size of the tree of the proof itself, so the second tree is that of the proof.
  const computed = roots?.get(from);
  if (computed) {
    const roots = `the root ${toHex(computed)}, not that of ${known}, ${toHex(first.root)}`;
    return must(equalBytes(computed, first.root), `the first ${from} entries have ${roots}: the log was forked`);
  }
  const proof = consistency.find((each) => each.from === from && each.to === to);
  must(
    proof !== undefined,
    `to compare the checkpoint with ${known}, a consistency proof from ${from} to ${to} is needed ` +
      `(--service or --consistency)${because(unavailable)}`,
  );
  const root = rootFromConsistency({ first: from, second: to, firstRoot: first.root }, proof.path);
  must(
    root !== undefined && equalBytes(root, second.root),
    `the tree of ${to} entries does not continue that of ${from} entries of ${known}: ` +
      'one of them is not of this log, or the log was forked',
  );
}

/** Which known values show that the checkpoint is of the log that the verifier knows; empty for none. */
export function trustedBy(proof: LogPosition, trust: LogTrust): string[] {
  const tree = treeOf(proof.checkpoint);
  // A witness cosigns any log that it is given, so its key does not show whose log it is.
  const ofLog = allSigners(trust, tree).filter(({ key }) => key.type === SIGNATURE_TYPES.ed25519);
  const signed = new Set(ofLog.map(({ key }) => idOf(key)));
  return [
    ...(signed.size > 0 ? [`signed by ${[...signed].join(', ')}`] : []),
    ...(isInSaved(proof, trust) ? ['in the tree of the checkpoint that you saved'] : []),
  ];
}
