import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, statSync } from 'node:fs';
import { SETTINGS } from '../../../src/settings/settings.ts';
import { ConfigError, settingValue } from '../../../src/settings/setting-values.ts';
import { assignmentsOf, knownSetting } from './env-file.ts';
import { readRegularFile } from './files.ts';
import { damaged, writeAtomically, type StatePaths } from './directory.ts';

/** The secrets that every state directory contains, with their formats. */
const SECRET_FORMS = {
  KEY_ENCRYPTION_KEYS: /^(\s*[\w-]{1,32}:[\w+/-]{43}=?\s*(,(?!$)|$))+$/,
  WALLET_SEED: /^([0-9a-f]{2}){32,}$/i,
  OPERATOR_SECRET: /^\S{32,}$/,
};

/** The values of secrets.env by name. The Worker does not get SMTP_PASSWORD. */
export type ServiceSecrets = Record<keyof typeof SECRET_FORMS, string> & { SMTP_PASSWORD?: string };

const RESTORE = 'restore it from a backup, or start with another --state';

/**
 * Returns the secrets of the state directory. Creates them on first use (mode 600), but never for an existing database,
 * which cannot be read with other secrets. Throws if they are damaged or missing.
 */
export function ensureSecrets(paths: StatePaths): ServiceSecrets {
  if (!existsSync(paths.secrets) && !existsSync(paths.data)) writeAtomically(paths.secrets, dotenvLines(newSecrets()));
  const secrets = readSecrets(paths);
  if ((statSync(paths.secrets).mode & 0o077) !== 0) closeToOthers(paths.secrets);
  return secrets;
}

function closeToOthers(file: string): void {
  try {
    chmodSync(file, 0o600);
  } catch (error) {
    throw new Error(`${file}: can be read by other users and belongs to another user: its owner must run chmod 600`, {
      cause: error,
    });
  }
}

/**
 * Returns random secrets for a new deployment. None is derived from another, so that a leak of one does not reveal the
 * others. Without the two keys of the chain, these are derived from WALLET_SEED.
 */
export function newSecrets(): ServiceSecrets & Record<'CHAIN_VALIDATOR_KEY' | 'CHAIN_SIGNER_KEY', string> {
  return {
    KEY_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    WALLET_SEED: randomBytes(32).toString('hex'),
    OPERATOR_SECRET: randomBytes(32).toString('hex'),
    CHAIN_VALIDATOR_KEY: `0x${randomBytes(32).toString('hex')}`,
    CHAIN_SIGNER_KEY: `0x${randomBytes(32).toString('hex')}`,
  };
}

/** Formats values as `NAME=value` lines. */
export function dotenvLines(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

/** Reads secrets.env. Throws if a secret is missing or a line is not valid. */
export function readSecrets(paths: StatePaths): ServiceSecrets {
  const content = readRegularFile(paths.secrets);
  if (content === undefined) {
    const reason = existsSync(paths.data) ? 'it is missing, but the database exists' : 'it is missing';
    throw damaged(paths.secrets, reason, RESTORE);
  }
  const { values, problems } = parseSecrets(content, paths.secrets);
  if (problems.length > 0) throw damaged(paths.secrets, problems[0]!.reason, RESTORE);
  for (const { name, value, line } of assignmentsOf(content, paths.secrets)) {
    const where = `${paths.secrets}:${line}:`;
    // A removed setting may remain with an empty value.
    if (value === '') continue;
    const known = knownSetting(name, where);
    if (SETTINGS[known].scope === 'local' && !SETTINGS[known].secret)
      throw new Error(`${where} ${name}: must be set in settings.env`);
    try {
      settingValue(known, value);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      throw new Error(`${where} ${error.message}`, { cause: error });
    }
  }
  return values as ServiceSecrets;
}

/**
 * Parses the content of a secrets.env. Returns its values, and which of the required secrets are missing or not valid.
 * `file` is its name in errors. Throws an Error for the user if a line is not an assignment.
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
