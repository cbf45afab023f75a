import { createHash } from 'node:crypto';
import { KeyRing } from '../../../src/lib/seal.ts';

/** The name of the file in a backup that authenticates its manifest. */
export const SEAL = 'manifest.seal';

const PURPOSE = 'backup_manifest';
/** Maximum length of a seal. */
const MAX_CHARACTERS = 1_000;

/** Seals the text of a manifest: its SHA-256, encrypted and authenticated with the newest key. */
export const sealOf = (manifest: string, keys: KeyRing): Promise<string> => keys.seal(PURPOSE, digest(manifest));

/**
 * Throws an Error for the user unless `seal` was made from exactly this text with one of the keys. Without the keys, a
 * backup cannot be changed undetected. `directory` names the backup in errors.
 */
export async function assertSealed(
  { directory, text, seal }: { directory: string; text: string; seal: string },
  keys: KeyRing,
): Promise<void> {
  const sealed = seal.slice(0, MAX_CHARACTERS).trim();
  const opened = await keys.open(PURPOSE, sealed);
  if (opened === undefined) {
    const name = /^[\w-]{1,32}$/.exec(KeyRing.keyOf(sealed))?.[0] ?? '(unnamed)';
    throw new Error(
      `KEY_ENCRYPTION_KEYS: does not have the key ${name} that sealed ${directory}: ` +
        `the backup belongs to a service with other secrets, or its ${SEAL} was changed`,
    );
  }
  if (opened !== digest(text)) throw new Error(`${directory}: was changed: manifest.json does not match ${SEAL}`);
}

const digest = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
