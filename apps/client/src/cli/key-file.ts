import { existsSync } from 'node:fs';
import { UsageError } from '../../../cli/command-line.ts';
import { newSigningKey, privateJwkOf, signerOf, type PrivateJwk, type EventSigner } from '../index.ts';
import { objectIn, requirePrivate, writePrivate } from './files.ts';

/** The curves of keys. */
export const CURVES = ['P-256', 'Ed25519'] as const;

/** The signer with the private key in a file, a JWK. Throws UsageError, also if other users can read the file. */
export async function signerIn(file: string): Promise<EventSigner> {
  const jwk = objectIn(file);
  if (file !== '-') requirePrivate(file, 'revoke the key in it and create another one');
  try {
    return await signerOf(jwk as PrivateJwk);
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

/** As `signerIn`. A file that does not exist gets a new key, which only the user can read. */
export async function signerInNew(file: string, curve: (typeof CURVES)[number]): Promise<EventSigner> {
  if (file === '-') throw new UsageError('-: must be the name of a file: the private key is written into it');
  if (!existsSync(file)) writePrivate(file, await privateJwkOf(await newSigningKey(curve, { extractable: true })));
  return signerIn(file);
}
