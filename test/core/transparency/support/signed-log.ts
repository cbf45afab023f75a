import { utf8 } from '../../../../src/lib/text.ts';
import { formatCheckpoint } from '../../../../src/formats/log/checkpoint.ts';
import { formatNote, formatVkey, SIGNATURE_TYPES, verifierKey } from '../../../../src/formats/log/note.ts';
import { cosign, signNote } from '../../../../src/formats/log/note-signatures.ts';
import { ES256 } from '../../../../src/formats/cose.ts';
import { signRoot, type RootSignature } from '../../../../src/formats/log/receipt.ts';
import { ed25519Signer, es256Key } from './keys.ts';
import { MemoryLog } from './memory-log.ts';

export const ORIGIN = 'log.example/v1/logs/1';
const WITNESS = 'witness.example/w1';
/** The time of cosignatures, in seconds since the epoch. */
export const COSIGNED_AT = 1_679_315_147;

/** A log in memory that signs its trees. */
export type SignedLog = {
  log: MemoryLog;
  /** The keys of the log and of its witness. */
  vkey: string;
  witnessVkey: string;
  /** The public key of receipts. */
  jwk: { kty: string; crv: string; x: string; y: string };
  /** The signed note of the checkpoint of a size, with a cosignature. */
  checkpoint: (size: number) => Promise<string>;
  /** The signature of the root of a size, for receipts. */
  signedRoot: (size: number) => Promise<RootSignature>;
};

/** A log with the entries `entry 0` to `entry <size - 1>`. */
export async function signedLog(size: number): Promise<SignedLog> {
  const log = new MemoryLog(size);
  const [signer, witness, receipts] = await Promise.all([
    ed25519Signer(ORIGIN, '11'.repeat(32)),
    ed25519Signer(WITNESS, '22'.repeat(32)),
    es256Key(),
  ]);
  return {
    log,
    vkey: formatVkey(verifierKey(ORIGIN, SIGNATURE_TYPES.ed25519, signer.publicKey)),
    witnessVkey: formatVkey(verifierKey(WITNESS, SIGNATURE_TYPES.cosignature, witness.publicKey)),
    jwk: receipts.jwk,
    checkpoint: async (of) => {
      const text = formatCheckpoint({ origin: ORIGIN, size: of, root: log.roots[of]!, extensions: [] });
      return formatNote({ text, signatures: [await signNote(text, signer), await cosign(text, COSIGNED_AT, witness)] });
    },
    signedRoot: (of) =>
      signRoot(
        { algorithm: ES256, keyId: utf8('key-1'), issuer: 'https://log.example', subject: ORIGIN },
        log.roots[of]!,
        receipts.sign,
      ),
  };
}
