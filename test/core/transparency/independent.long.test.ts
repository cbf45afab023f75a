import { createPublicKey } from 'node:crypto';
import { VerificationError } from '@sigstore/verify';
import { verifyCheckpoint } from '@sigstore/verify/dist/tlog/checkpoint.js';
import { verifyMerkleInclusion } from '@sigstore/verify/dist/tlog/merkle.js';
import * as cose from '@transmute/cose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { utf8 } from '../../../src/lib/text.ts';
import { consistencyProof, inclusionProof } from '../../../src/formats/log/proofs.ts';
import { consistencyReceipt, decodeReceipt, inclusionReceipt } from '../../../src/formats/log/receipt.ts';
import { sized } from '../../support/size.ts';
import { bitFlips } from './support/memory-log.ts';
import { keyOf, opensslVerifier } from './support/openssl.ts';
import { COSIGNED_AT, signedLog, type SignedLog } from './support/signed-log.ts';

/** What the service signs is verified by programs of others, which refuse it if a bit is changed. */

const SIZE = 70;
let signed: SignedLog;
let note: string;
beforeAll(async () => {
  signed = await signedLog(SIZE);
  note = await signed.checkpoint(SIZE);
});

/** The changes of a single bit. */
const flips = (bytes: Uint8Array): Uint8Array[] => [...bitFlips(bytes)];
/** For verifications that start a process: a change for every byte, at full size for every bit. */
const fewFlips = (bytes: Uint8Array): Uint8Array[] => {
  const isPart = sized({ long: 1, full: 0 }) === 1;
  return flips(bytes).filter((_, bit) => !isPart || bit % 8 === (bit >> 3) % 8);
};

describe('openssl', () => {
  const { verifies, remove } = opensslVerifier();
  afterAll(remove);
  /** The text of the note, and the bytes of a signature line after the key id. */
  const parts = (line: number) => {
    const [text, lines] = note.split('\n\n') as [string, string];
    const bytes = Buffer.from(lines.split('\n')[line]!.split(' ')[2]!, 'base64').subarray(4);
    return { text: `${text}\n`, bytes };
  };

  test('verifies the signature of a checkpoint, and refuses it with a bit changed', () => {
    const { text, bytes } = parts(0);
    expect(verifies(signed.vkey, bytes, utf8(text))).toBe(true);
    for (const changed of fewFlips(bytes)) expect(verifies(signed.vkey, changed, utf8(text))).toBe(false);
    for (const changed of fewFlips(utf8(text))) expect(verifies(signed.vkey, bytes, changed)).toBe(false);
    expect(verifies(signed.witnessVkey, bytes, utf8(text))).toBe(false);
  });

  test('verifies the cosignature of a checkpoint, and refuses it with a bit changed', () => {
    const { text, bytes } = parts(1);
    expect(bytes.readBigUInt64BE()).toBe(BigInt(COSIGNED_AT));
    const message = utf8(`cosignature/v1\ntime ${COSIGNED_AT}\n${text}`);
    const signature = bytes.subarray(8);
    expect(verifies(signed.witnessVkey, signature, message)).toBe(true);
    for (const changed of fewFlips(signature)) expect(verifies(signed.witnessVkey, changed, message)).toBe(false);
    for (const changed of fewFlips(message)) expect(verifies(signed.witnessVkey, signature, changed)).toBe(false);
    expect(verifies(signed.witnessVkey, signature, utf8(text))).toBe(false);
  });
});

describe('@sigstore/verify', () => {
  const proofOf = async (index: number) => ({
    entry: utf8(`entry ${index}`),
    index,
    path: await inclusionProof(index, SIZE, signed.log.read),
    note,
  });
  /** The size and root that the tool reads from the checkpoint. Throws VerificationError. */
  const verify = ({ entry, index, path, note: envelope }: Awaited<ReturnType<typeof proofOf>>) => {
    const { name, id, der } = keyOf(signed.vkey);
    const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' });
    const tlog = { logID: id, baseURL: `https://${name}`, publicKey };
    const transparencyLogEntry = {
      canonicalizedBody: Buffer.from(entry),
      inclusionProof: {
        logIndex: String(index),
        hashes: path.map((hash) => Buffer.from(hash)),
        checkpoint: { envelope },
      },
    };
    const checkpoint = verifyCheckpoint(transparencyLogEntry as never, [tlog as never]);
    verifyMerkleInclusion(transparencyLogEntry as never, checkpoint);
    return { size: Number(checkpoint.logSize), root: new Uint8Array(checkpoint.logHash) };
  };

  test('verifies a checkpoint and the inclusion of every entry', async () => {
    for (let index = 0; index < SIZE; index++)
      expect(verify(await proofOf(index))).toEqual({ size: SIZE, root: signed.log.roots[SIZE] });
  });

  test('refuses an entry or a hash of the path with a bit changed, and another index', async () => {
    const proof = await proofOf(41);
    for (const entry of bitFlips(proof.entry))
      expect(() => verify({ ...proof, entry })).toThrow('root hash does not match');
    for (const [at, hash] of proof.path.entries())
      for (const changed of bitFlips(hash))
        expect(() => verify({ ...proof, path: proof.path.with(at, changed) })).toThrow('root hash does not match');
    for (const index of [40, 42, 69])
      expect(() => verify({ ...proof, index })).toThrow(/root hash does not match|invalid hash count/);
  });

  test('refuses a checkpoint with a bit changed', async () => {
    const proof = await proofOf(41);
    const [text, lines] = note.split('\n\n') as [string, string];
    for (const changed of bitFlips(utf8(text)))
      expect(() => verify({ ...proof, note: `${Buffer.from(changed).toString('latin1')}\n\n${lines}` })).toThrow(
        VerificationError,
      );
    const signature = Buffer.from(lines.split('\n')[0]!.split(' ')[2]!, 'base64');
    for (const changed of bitFlips(signature))
      expect(() =>
        verify({ ...proof, note: `${text}\n\n— ${text.split('\n')[0]} ${Buffer.from(changed).toString('base64')}\n` }),
      ).toThrow('invalid checkpoint signature');
  });
});

describe('@transmute/cose', () => {
  const buffer = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
  const verifier = () =>
    cose.detached.verifier({ resolver: { resolve: () => Promise.resolve({ ...signed.jwk, alg: 'ES256' } as never) } });
  const verifyInclusion = async (receipt: Uint8Array, leaf: Uint8Array): Promise<Uint8Array> =>
    new Uint8Array(
      await cose.receipt.inclusion.verify({ entry: leaf, receipt: buffer(receipt), verifier: verifier() }),
    );
  const verifyConsistency = (receipt: Uint8Array, first: Uint8Array, second: Uint8Array): Promise<boolean> =>
    cose.receipt.consistency.verify({
      oldRoot: buffer(first),
      newRoot: buffer(second),
      receipt: buffer(receipt),
      verifier: verifier(),
    });
  const refused = async (verified: Promise<unknown>): Promise<boolean> => {
    try {
      return (await verified) === false;
    } catch {
      return true;
    }
  };
  const inclusionOf = async (index: number, size: number): Promise<Uint8Array> =>
    inclusionReceipt(await signed.signedRoot(size), {
      size,
      index,
      path: await inclusionProof(index, size, signed.log.read),
    });
  const consistencyOf = async (first: number, second: number): Promise<Uint8Array> =>
    consistencyReceipt(await signed.signedRoot(second), {
      first,
      second,
      path: await consistencyProof(first, second, signed.log.read),
    });

  test('hashes a leaf as the service does', async () => {
    expect(new Uint8Array(await cose.receipt.leaf(utf8('entry 5')))).toEqual(signed.log.leaf(5));
  });

  test('verifies receipts of inclusion, and returns the root', async () => {
    for (let index = 0; index < SIZE; index++)
      expect(await verifyInclusion(await inclusionOf(index, SIZE), signed.log.leaf(index))).toEqual(
        signed.log.roots[SIZE],
      );
  });

  // Not from a size that is a power of two: the tool leaves out step 2 of RFC 9162, section 2.1.4.2, so it expects the
  // older root at the beginning of such a proof.
  test('verifies receipts of consistency', async () => {
    for (const [first, second] of [
      [3, 4],
      [3, 7],
      [6, 8],
      [48, 64],
      [63, 70],
      [69, 70],
    ] as const)
      expect(
        await verifyConsistency(
          await consistencyOf(first, second),
          signed.log.roots[first]!,
          signed.log.roots[second]!,
        ),
      ).toBe(true);
  });

  // The signature covers the root and not the sizes: docs/log-entries.md.
  test('refuses a receipt with a bit changed, except in the unsigned sizes', async () => {
    const [inclusion, consistency] = [await inclusionOf(41, SIZE), await consistencyOf(3, 7)];
    const [firstRoot, secondRoot] = [signed.log.roots[3]!, signed.log.roots[7]!];
    for (const changed of flips(inclusion))
      if (!(await refused(verifyInclusion(changed, signed.log.leaf(41))))) {
        const receipt = decodeReceipt(changed);
        expect({ ...receipt, inclusion: { ...receipt.inclusion, size: SIZE } }).toEqual(decodeReceipt(inclusion));
      }
    for (const changed of flips(consistency))
      if (!(await refused(verifyConsistency(changed, firstRoot, secondRoot)))) {
        const receipt = decodeReceipt(changed);
        expect({ ...receipt, consistency: { ...receipt.consistency, first: 3, second: 7 } }).toEqual(
          decodeReceipt(consistency),
        );
      }
  });

  test('refuses a receipt for a leaf or a root with a bit changed', async () => {
    const [inclusion, consistency] = [await inclusionOf(41, SIZE), await consistencyOf(3, 7)];
    const [firstRoot, secondRoot] = [signed.log.roots[3]!, signed.log.roots[7]!];
    for (const leaf of flips(signed.log.leaf(41))) expect(await refused(verifyInclusion(inclusion, leaf))).toBe(true);
    for (const root of flips(firstRoot))
      expect(await refused(verifyConsistency(consistency, root, secondRoot))).toBe(true);
    for (const root of flips(secondRoot))
      expect(await refused(verifyConsistency(consistency, firstRoot, root))).toBe(true);
  });
});
