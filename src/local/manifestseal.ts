import { createHash } from 'node:crypto';
import { KeyRing } from '../core/seal.ts';

/** The name of the file in a backup that authenticates its manifest. */
export const SEAL = 'manifest.seal';

const PURPOSE = 'backup_manifest';
/** What a seal is read of at most. */
const MAX_CHARACTERS = 1_000;

/** A seal of the text of a manifest: its SHA-256, in authenticated encryption under the newest of the keys. */
export const sealOf = (manifest: string, keys: KeyRing): Promise<string> => keys.seal(PURPOSE, digest(manifest));

/**
 * Throws an Error for the user unless `seal` was made of exactly this text with one of the keys: who does not have
 * the keys cannot change a backup unnoticed. `directory` is the backup in errors.
 */
export async function assertSealed(
  { directory, text, seal }: { directory: string; text: string; seal: string },
  keys: KeyRing,
): Promise<void> {
  const sealed = seal.slice(0, MAX_CHARACTERS).trim();
  const opened = await keys.open(PURPOSE, sealed);
  if (opened === undefined) {
    const name = /^[\w-]{1,32}$/.exec(KeyRing.keyOf(sealed))?.[0] ?? '(not named)';
    throw new Error(
      `KEY_ENCRYPTION_KEYS: does not have the key ${name} that sealed ${directory}: ` +
        `the backup is of a service with other secrets, or its ${SEAL} was changed`,
    );
  }
  if (opened !== digest(text)) throw new Error(`${directory}: was changed: manifest.json is not what ${SEAL} seals`);
}

const digest = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
