import { ed25519 } from '@noble/curves/ed25519.js';
import { joinBytes } from '../../../src/lib/bytes.ts';
import { disclosure } from '../../../src/formats/content-commitment.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import type { AssetFamily } from '../../../src/lib/identifiers.ts';
import { toBase64Url, toHex, utf8 } from '../../../src/lib/text.ts';
import { formatCheckpoint } from '../../../src/formats/log/checkpoint.ts';
import { encodeEventEntry, encodeGenesis, entrySecrets, eventEntry } from '../../../src/formats/log/entry.ts';
import { formatNote, formatVkey, parseNote, SIGNATURE_TYPES, verifierKey } from '../../../src/formats/log/note.ts';
import { cosignatureMessage } from '../../../src/formats/log/note-signatures.ts';
import { inclusionRanges, rootFromInclusion } from '../../../src/formats/log/proofs.ts';
import { leafHash } from '../../../src/formats/log/tree.ts';
import { pathDifference, secondPath } from '../../../src/formats/log/two-paths.ts';
import { logCalldata } from '../../../src/proof/calldata.ts';
import type { Trust } from '../../../src/proof/chain.ts';
import type { ProvenEvent } from '../../../src/proof/format.ts';
import type { LogProof } from '../../../src/proof/log-format.ts';
import { inPublic, someEvent, TENANT } from './events.ts';
import { embedded, embeddedAfter, external, PUBLIC_SCOPE, type Recorder } from './proofs.ts';

export const LOG = 'b7c1d2e3-4f50-4a6b-8c7d-9e0f1a2b3c4d';
export const LOG_ORIGIN = `evidence.example.com/archivist/v1/logs/${LOG}`;
/** The time of cosignatures, in seconds since the epoch. */
const COSIGNED_AT = 1_790_000_000;

/** The hash of leaf or node `n` of a log that nobody can tell from that of an entry. */
const someHash = (n: string): Uint8Array => sha256(utf8(`hash ${n}`));

const keyOf = (name: string) => {
  const secretKey = sha256(utf8(`key ${name}`));
  return { name, secretKey, publicKey: ed25519.getPublicKey(secretKey) };
};

const vkeyOf = (name: string, type: number): string => formatVkey(verifierKey(name, type, keyOf(name).publicKey));

export const LOG_VKEY = vkeyOf(LOG_ORIGIN, SIGNATURE_TYPES.ed25519);
const witnessOf = (n: number): string => `witness-${n}.example.com/w1`;
export const witnessVkeys = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => vkeyOf(witnessOf(n), SIGNATURE_TYPES.cosignature));

/** The first entry of the log. */
export const GENESIS_ENTRY = encodeGenesis({
  log: LOG,
  origin: LOG_ORIGIN,
  tenant_identity: `tenant/${TENANT}`,
  created: '2026-05-01T10:00:00.000000Z',
  keys: [{ vkey: LOG_VKEY }],
  previous: undefined,
});

/** A checkpoint of the log, signed by its key and by this number of witnesses. */
export function checkpointOf(size: number, root: Uint8Array, witnesses = 0, origin = LOG_ORIGIN): string {
  const text = formatCheckpoint({ origin, size, root, extensions: [] });
  const [log, ...others] = [origin, ...Array.from({ length: witnesses }, (_, n) => witnessOf(n))].map(keyOf);
  const time = new Uint8Array(8);
  new DataView(time.buffer).setBigUint64(0, BigInt(COSIGNED_AT));
  const message = cosignatureMessage(text, BigInt(COSIGNED_AT));
  const idOf = ({ name, publicKey }: ReturnType<typeof keyOf>, type: number): string =>
    verifierKey(name, type, publicKey).keyId;
  return formatNote({
    text,
    signatures: [
      {
        name: origin,
        keyId: idOf(log!, SIGNATURE_TYPES.ed25519),
        bytes: ed25519.sign(utf8(text), log!.secretKey),
      },
      ...others.map((key) => ({
        name: key.name,
        keyId: idOf(key, SIGNATURE_TYPES.cosignature),
        bytes: joinBytes([time, ed25519.sign(message, key.secretKey)]),
      })),
    ],
  });
}

export type LogProofOptions = {
  view?: LogProof['view'];
  event?: ProvenEvent;
  /** The names of the asset attributes that the reader sees; absent: all of the content. */
  visible?: readonly string[];
  /** Index of the leaf, and size of the tree of the checkpoint. */
  index?: number;
  size?: number;
  witnesses?: number;
  /** Size of the anchored tree; absent: none. */
  anchored?: number;
  record?: Recorder;
  /** Whether the reader may read all of the event before. */
  chained?: boolean;
};

/** A proof of an event whose log has hashes without entries beside it. */
export function logProof({
  view = 'tenant',
  event: given = someEvent(2),
  visible,
  index = 17,
  size = 40,
  witnesses = 0,
  anchored,
  record = embedded,
  chained = view === 'tenant' && visible === undefined,
}: LogProofOptions = {}): LogProof {
  const isPublic = view === 'public';
  const family: AssetFamily = isPublic ? 'publicassets' : 'assets';
  const event = isPublic && !given.identity.startsWith(family) ? inPublic(given) : given;
  const secrets = entrySecrets(someHash('seed'), LOG);
  const chainHash = toHex(someHash('chain'));
  const link = { sequence: 3, proof_mechanism: 'SIMPLE_HASH', public: isPublic };
  const entry = eventEntry(event, link, { log: LOG, chainHash, secrets });
  const leaf = leafHash(encodeEventEntry(entry));
  const path = inclusionRanges(index, size).map((range) => someHash(range.join('-')));
  const root = rootFromInclusion({ index, size, leaf }, path)!;
  const disclosed =
    visible &&
    disclosure(event, secrets.contentSeed, {
      asset_attributes: new Set(visible),
      event_attributes: 'all',
      principals: 'all',
    });
  return {
    format: 'asset-evidence-proof/2',
    view,
    event: disclosed ? { ...event, asset_attributes: disclosed.content.asset_attributes } : event,
    entry: { ...link, chain_commitment: entry.chain_commitment },
    content: disclosed
      ? { salts: disclosed.salts, hidden: disclosed.hidden }
      : { seed: toBase64Url(secrets.contentSeed) },
    ...(chained ? { chain_hash: { value: chainHash, salt: toHex(secrets.chainSalt) } } : {}),
    index,
    path: toBase64Url(joinBytes(path)),
    checkpoint: checkpointOf(size, root, witnesses),
    ...(anchored === undefined ? {} : { anchor: anchorOf(anchored) }),
  };

  function anchorOf(second: number): NonNullable<LogProof['anchor']> {
    const of = { index, size };
    const hashes = inclusionRanges(index, second).map((range) => someHash(range.join('-')));
    const further = pathDifference(of, second, hashes);
    const whole = secondPath({ ...of, path }, second, further)!;
    const anchoredRoot = rootFromInclusion({ index, size: second, leaf }, whole)!;
    const scope = isPublic ? PUBLIC_SCOPE : TENANT;
    const { chain } = record(
      logCalldata({ log: LOG, scope, size: second, root: toHex(anchoredRoot), epoch: 'ab'.repeat(16) }),
    );
    return { size: second, path: toBase64Url(joinBytes(further)), chain };
  }
}

/** The proof of an erased event. */
export function erasedProof(): LogProof {
  const blank = { issuer: '', subject: '', display_name: '', email: '' };
  const event = {
    ...someEvent(2),
    event_attributes: {},
    asset_attributes: {},
    principal_declared: blank,
    principal_accepted: blank,
  };
  const commitment = toHex(someHash('content'));
  const proof = logProof({ event, chained: false });
  const { sequence, proof_mechanism, public: isPublic, chain_commitment } = proof.entry;
  const leaf = leafHash(
    encodeEventEntry({
      ...event,
      sequence,
      proof_mechanism,
      public: isPublic,
      chain_commitment,
      log: LOG,
      content_commitment: commitment,
    }),
  );
  const path = inclusionRanges(proof.index, 40).map((range) => someHash(range.join('-')));
  const root = rootFromInclusion({ index: proof.index, size: 40, leaf }, path)!;
  return {
    ...proof,
    event: {
      ...event,
      erased: {
        timestamp: '2026-06-01T00:00:00.000000Z',
        principal: someEvent(2).principal_accepted,
        reason: 'a request of the person',
        event_identity: `${event.asset_identity}/events/${LOG}`,
      },
    },
    content: { commitment },
    checkpoint: checkpointOf(40, root),
  };
}

/** An event with this number of attributes of the asset. */
export const withAttributes = (count: number): ProvenEvent => ({
  ...someEvent(2),
  event_attributes: {},
  asset_attributes: Object.fromEntries(Array.from({ length: count }, (_, n) => [`name_${n}`, `value ${n}`])),
});

/** Proofs of all kinds, by what is special about them. */
export const LOG_PROOFS: Record<string, () => LogProof> = {
  'for readers of all': () => logProof(),
  'for readers of a part': () => logProof({ visible: ['report'] }),
  'for everyone, with cosignatures': () => logProof({ view: 'public', witnesses: 3 }),
  'of an erased event': () => erasedProof(),
  'with an anchor of the same tree': () => logProof({ anchored: 40 }),
  'with an anchor of a smaller tree': () => logProof({ view: 'public', anchored: 19, witnesses: 1 }),
  'with an anchor of a larger tree, after two rotations of the validator': () =>
    logProof({ anchored: 1000, record: embeddedAfter(2) }),
  'with an anchor on an external chain': () => logProof({ visible: [], anchored: 18, record: external }),
};

/** All values that can be known about a proof of `LOG_PROOFS`. */
export const trustIn = ({ anchor, checkpoint }: LogProof): Trust => ({
  vkeys: [LOG_VKEY, ...witnessVkeys(parseNote(checkpoint).signatures.length - 1)],
  ...(anchor ? { genesis: anchor.chain.genesis_hash, node: true } : {}),
});

/** The hash of the leaf in a proof for readers of all, which leads to the same content commitment in every tree. */
export function leafInProof({ event, entry: { chain_commitment: _commitment, ...link } }: LogProof): Uint8Array {
  const secrets = entrySecrets(someHash('seed'), LOG);
  return leafHash(
    encodeEventEntry(eventEntry(event, link, { log: LOG, chainHash: toHex(someHash('chain')), secrets })),
  );
}
