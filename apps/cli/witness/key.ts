import { basename, dirname } from 'node:path';
import { z } from 'zod';
import { fromBase64, fromCanonicalBase64, toBase64 } from '../../../src/lib/text.ts';
import { formatVkey, SIGNATURE_TYPES, verifierKey, type VerifierKey } from '../../../src/formats/log/note.ts';
import type { NoteSigner } from '../../../src/formats/log/note-signatures.ts';
import { readRegularFile, syncDirectories } from '../../server/state/files.ts';
import { damaged, writeAtomically } from '../../server/state/directory.ts';
import { UsageError } from '../command-line.ts';

/** The key of a witness: how it signs, and how its cosignatures are verified. */
export type WitnessKey = NoteSigner & { verifier: VerifierKey };

/** `private_key` is PKCS #8 in base64. `vkey` detects a damaged file. */
const KeyFile = z.strictObject({ vkey: z.string(), private_key: z.string() });

/**
 * Creates an Ed25519 key with this name in a new file (mode 600). Throws a UsageError if a key cannot have this name.
 */
export async function createKey(file: string, name: string): Promise<WitnessKey> {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey('pkcs8', (pair as CryptoKeyPair).privateKey));
  const key = await keyOf(pkcs8, name);
  const content = { vkey: formatVkey(key.verifier), private_key: toBase64(pkcs8) };
  writeAtomically(file, `${JSON.stringify(content, null, 2)}\n`);
  await syncDirectories(dirname(file), [basename(file)]);
  return key;
}

/**
 * Reads the key of a file; undefined if it does not exist. Throws an Error for the user if the file is damaged, and a
 * UsageError if `name` is given and the key has another name.
 */
export async function readKey(file: string, name: string | undefined): Promise<WitnessKey | undefined> {
  const content = readRegularFile(file);
  if (!content) return undefined;
  const key = await keyIn(content).catch((error: unknown) => {
    const remedy = 'restore this file from a copy, or start with a new --state directory and give its vkey to the logs';
    throw Object.assign(damaged(file, 'it does not contain the key of a witness', remedy), { cause: error });
  });
  if (name !== undefined && name !== key.name)
    throw new UsageError(`--name: the key in ${file} has the name ${key.name}: use that name, or another --state`);
  return key;
}

async function keyIn(content: Uint8Array): Promise<WitnessKey> {
  const { vkey, private_key } = KeyFile.parse(JSON.parse(new TextDecoder().decode(content)));
  const key = await keyOf(fromCanonicalBase64(private_key) ?? new Uint8Array(0), vkey.split('+')[0]!);
  if (formatVkey(key.verifier) !== vkey) throw new Error('the private key is not that of the vkey');
  return key;
}

async function keyOf(pkcs8: Uint8Array, name: string): Promise<WitnessKey> {
  const key = await crypto.subtle.importKey('pkcs8', pkcs8 as BufferSource, 'Ed25519', true, ['sign']);
  const { x } = (await crypto.subtle.exportKey('jwk', key)) as { x: string };
  const publicKey = fromBase64(x)!;
  return {
    name,
    publicKey,
    sign: async (message) => new Uint8Array(await crypto.subtle.sign('Ed25519', key, message as BufferSource)),
    verifier: verifierFor(name, publicKey),
  };
}

function verifierFor(name: string, publicKey: Uint8Array): VerifierKey {
  try {
    return verifierKey(name, SIGNATURE_TYPES.cosignature, publicKey);
  } catch (error) {
    throw new UsageError(`--${(error as Error).message}`, { cause: error });
  }
}
