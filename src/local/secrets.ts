import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, statSync } from 'node:fs';
import { ConfigError, SETTINGS, settingValue } from '../settings.ts';
import { assignmentsOf, knownSetting } from './envfile.ts';
import { readRegularFile } from './files.ts';
import { damaged, writeAtomically, type StatePaths } from './state.ts';

/** The names of the secrets that every state directory holds, with the form each must have. */
const SECRET_FORMS = {
  KEY_ENCRYPTION_KEYS: /^(\s*[\w-]{1,32}:[\w+/-]{43}=?\s*(,(?!$)|$))+$/,
  WALLET_SEED: /^([0-9a-f]{2}){32,}$/i,
  OPERATOR_SECRET: /^\S{32,}$/,
};

/** The values of secrets.env by name; earlier versions also kept settings there. */
export type Secrets = Record<keyof typeof SECRET_FORMS, string>;

const RESTORE = 'restore it from a backup, or start with another --state';

/**
 * The secrets of the state directory, made on first use (mode 600) and never again: without the
 * ones that wrote it, the database cannot be read. Throws when they are damaged or lost.
 */
export function ensureSecrets(paths: StatePaths): Secrets {
  if (!existsSync(paths.secrets) && !existsSync(paths.data)) writeAtomically(paths.secrets, dotenvLines(newSecrets()));
  const secrets = readSecrets(paths);
  if ((statSync(paths.secrets).mode & 0o077) !== 0) closeToOthers(paths.secrets);
  return secrets;
}

function closeToOthers(file: string): void {
  try {
    chmodSync(file, 0o600);
  } catch (error) {
    throw new Error(`${file}: can be read by others, and is not this user's: have its owner run chmod 600 on it`, {
      cause: error,
    });
  }
}

/**
 * Random secrets for a new deployment. None is derived from another, so that a leak of one is no leak of the others.
 * State directories from before the keys of the chain were among them derive these keys from WALLET_SEED.
 */
export function newSecrets(): Secrets & Record<'CHAIN_VALIDATOR_KEY' | 'CHAIN_SIGNER_KEY', string> {
  return {
    KEY_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    WALLET_SEED: randomBytes(32).toString('hex'),
    OPERATOR_SECRET: randomBytes(32).toString('hex'),
    CHAIN_VALIDATOR_KEY: `0x${randomBytes(32).toString('hex')}`,
    CHAIN_SIGNER_KEY: `0x${randomBytes(32).toString('hex')}`,
  };
}

/** The text of a file of `NAME=value` lines. */
export function dotenvLines(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

/** Reads secrets.env. Throws when a secret is missing or anything in it is not valid. */
export function readSecrets(paths: StatePaths): Secrets {
  const content = readRegularFile(paths.secrets);
  if (content === undefined) {
    const reason = existsSync(paths.data) ? 'it is missing but the database is there' : 'it is missing';
    throw damaged(paths.secrets, reason, RESTORE);
  }
  const { values, problems } = parseSecrets(content, paths.secrets);
  if (problems.length > 0) throw damaged(paths.secrets, problems[0]!.reason, RESTORE);
  for (const { name, value, line } of assignmentsOf(content, paths.secrets)) {
    const where = `${paths.secrets}:${line}:`;
    // A setting that has been removed may stay as an empty line.
    if (value === '') continue;
    const known = knownSetting(name, where);
    if (SETTINGS[known].scope === 'local') throw new Error(`${where} ${name}: is read from settings.env only`);
    try {
      settingValue(known, value);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      throw new Error(`${where} ${error.message}`, { cause: error });
    }
  }
  return values as Secrets;
}

/**
 * The values in the content of a secrets.env, and which of the secrets that every service needs are missing or not
 * valid. `file` is its name in errors. Throws an Error for the user where a line is no assignment.
 */
export function parseSecrets(
  content: Uint8Array,
  file: string,
): { values: Record<string, string>; problems: { name: string; reason: string }[] } {
  const values = Object.fromEntries(assignmentsOf(content, file).map(({ name, value }) => [name, value]));
  const problems = Object.entries(SECRET_FORMS)
    .filter(([name, form]) => !form.test(values[name] ?? ''))
    .map(([name]) => ({ name, reason: `${name} is ${name in values ? 'not valid' : 'missing'}` }));
  return { values, problems };
}
