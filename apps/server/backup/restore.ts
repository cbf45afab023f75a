import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { KeyRing } from '../../../src/lib/seal.ts';
import { fromHex } from '../../../src/lib/text.ts';
import { walletOf } from '../../../src/formats/ethereum/wallet.ts';
import { keepErasures } from '../state/erasures.ts';
import { copyIfPresent, eachOf, isOutside, syncDirectories } from '../state/files.ts';
import { checkFile, readManifest, type BackupManifest, type ReadManifest } from './manifest.ts';
import { assertSealed, SEAL } from './manifest-seal.ts';
import { readMigrations } from '../state/migrations.ts';
import { keepMarks } from '../state/restore-check.ts';
import { parseSecrets } from '../state/secrets.ts';
import { holdLock, statePaths, writeAtomically } from '../state/directory.ts';
import { hasTable, reading, storesIn } from '../state/stores.ts';
import { assertValidator } from '../state/validator.ts';

export type RestoreOptions = {
  /** The directory of the backup. */
  source: string;
  /** The state directory to create: empty or missing. */
  state: string;
  /** A file in the format of secrets.env; undefined: the one in the backup. */
  secrets: string | undefined;
  /** Accept a backup without a seal. */
  acceptUnsealed?: boolean;
  /** A state directory or a backup whose erasures are repeated at the first start: of the service after this backup. */
  erasures?: string | undefined;
  /** Called with a description of each step. */
  progress: (line: string) => void;
};

/**
 * Creates a state directory from a backup. Compares the manifest with its seal, every copied file with the manifest,
 * and the secrets with the values that they have sealed or derived. Throws an Error for the user at the first
 * difference and removes all copied files.
 */
export async function restoreBackup(options: RestoreOptions): Promise<BackupManifest> {
  const { source, state, secrets, progress } = options;
  const read = readManifest(source);
  const { manifest } = read;
  const secretsFile = secrets ?? join(source, 'secrets.env');
  const content = secretsIn(secretsFile, secrets !== undefined);
  const kept = manifest.files.find(({ path }) => path === 'secrets.env');
  if (kept) await checkFile(join(source, kept.path), kept);
  const parsed = parseSecrets(content, secretsFile);
  assertComplete(manifest, parsed, secrets);
  await assertAuthentic(read, parsed.values, options);
  if (!isOutside(state, source)) throw new Error(`--state: ${state} must be outside the backup ${source}`);
  const made = prepareState(state);
  const { restoring } = statePaths(state);
  const finished = holdLock(restoring, () => `--state: another process restores ${state}`);
  // Of an interrupted restore.
  for (const name of readdirSync(state))
    if (!join(state, name).startsWith(restoring)) rmSync(join(state, name), { recursive: true, force: true });
  const discard = (): void => {
    for (const name of readdirSync(state)) rmSync(join(state, name), { recursive: true, force: true });
    if (made) rmSync(state, { recursive: true, force: true });
  };
  process.once('exit', discard);
  try {
    progress(`Copying ${manifest.files.length} files`);
    const files = manifest.files.filter(({ path }) => path !== 'secrets.env');
    await eachOf(files, async (file) => {
      const copy = join(state, file.path);
      if (!(await copyIfPresent(join(source, file.path), copy, file.modified)))
        throw new Error(`${file.path}: is missing`);
      await chmod(copy, 0o600);
      await checkFile(copy, file);
    });
    const paths = statePaths(state);
    assertKnownMigrations(paths.data);
    progress('Checking the secrets');
    await assertFitting(paths.data, manifest, parsed.values);
    keepMarks(paths, manifest.marks, manifest.accepted);
    if (options.erasures !== undefined) {
      const count = keepErasures(paths, options.erasures, statePaths(options.erasures).data);
      progress(`Found ${count} erasures after the backup`);
    }
    await syncDirectories(
      state,
      files.map(({ path }) => path),
    );
    writeAtomically(paths.secrets, Buffer.from(content).toString('utf8'));
    await syncDirectories(state, []);
    // Last: no service starts on the files of an interrupted restore.
    finished();
    await syncDirectories(state, []);
    return manifest;
  } catch (error) {
    discard();
    throw error;
  } finally {
    process.off('exit', discard);
  }
}

/** Returns the content of the secrets file; empty if the backup does not have one. */
function secretsIn(file: string, isGiven: boolean): Uint8Array {
  if (!isGiven && !existsSync(file)) return Buffer.alloc(0);
  try {
    // May be a pipe from a program that keeps secrets.
    return readFileSync(file);
  } catch (error) {
    throw new Error(`--secrets: ${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** Throws with the list of the secrets that are missing or not valid. */
function assertComplete(
  manifest: BackupManifest,
  { values, problems }: ReturnType<typeof parseSecrets>,
  given: string | undefined,
): void {
  const others = manifest.secrets.names
    .filter((name) => !(name in values) && !problems.some((problem) => problem.name === name))
    .map((name) => `${name} is missing`);
  const list = [...problems.map(({ reason }) => reason), ...others];
  if (list.length === 0) return;
  const where = given === undefined ? 'the backup was taken without secrets' : given;
  throw new Error(
    `${where}: ${list.join(', ')}: pass the secrets.env of the service with --secrets FILE (NAME= for one that ` +
      `is no longer used)`,
  );
}

/** Throws unless the seal of the manifest is valid, or the backup has none and the user accepts that. */
async function assertAuthentic(
  { text, seal }: ReadManifest,
  secrets: Record<string, string>,
  { source, acceptUnsealed }: RestoreOptions,
): Promise<void> {
  if (seal !== undefined)
    return assertSealed({ directory: source, text, seal }, KeyRing.parse(secrets['KEY_ENCRYPTION_KEYS']!));
  if (acceptUnsealed) return;
  throw new Error(
    `${source}: has no ${SEAL}, so changes to it cannot be detected: if an earlier version created it and you ` +
      'trust its storage, restore it with --accept-unsealed',
  );
}

/** Creates the state directory. Returns true if it did not exist. It may contain an interrupted restore. */
function prepareState(state: string): boolean {
  try {
    if (!existsSync(state)) {
      mkdirSync(state, { recursive: true, mode: 0o700 });
      return true;
    }
    if (readdirSync(state).length === 0 || existsSync(statePaths(state).restoring)) return false;
  } catch (error) {
    throw new Error(`--state: ${state} cannot be used: ${(error as Error).message}`, { cause: error });
  }
  throw new Error(`--state: ${state} must be an empty directory or not exist`);
}

/** The last migration of the versions before 0.2.0, in databases that 0.2.0 has upgraded. */
const LAST_BEFORE = '0042_squashed.sql';

/**
 * Throws if the database has unknown migrations, because a newer version created the backup, or is older than 0.2.0.
 */
function assertKnownMigrations(data: string): void {
  const known = readMigrations().map(({ name }) => name);
  const rows = reading(storesIn(data).database, (database) =>
    hasTable(database, 'd1_migrations') ? database.prepare('SELECT name FROM d1_migrations ORDER BY id').all() : [],
  );
  const applied = (rows ?? []).map(({ name }) => String(name));
  if (applied.length > 0 && !applied.includes(known[0]!))
    throw new Error('the backup is of a version before 0.2.0: restore it with version 0.2.0');
  const unknown = applied.slice(applied.indexOf(LAST_BEFORE) + 1).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new Error(
      `the backup was created by a newer version, with the migration ${unknown}: restore it with that version`,
    );
}

type Key = { kid: string; sealed: string };
type Tenant = { id: string; wallet: string };

/** Throws if the secrets do not belong to the service that was backed up. */
async function assertFitting(data: string, manifest: BackupManifest, secrets: Record<string, string>): Promise<void> {
  const taken = Date.parse(manifest.taken) * 1000;
  const [keys, tenants] = reading(storesIn(data).database, (database) => [
    database
      .prepare('SELECT kid, private_sealed AS sealed FROM signing_keys WHERE verifies_until_us > ?')
      .all(taken) as Key[],
    database.prepare('SELECT id, wallet_address AS wallet FROM tenants LIMIT 1').all() as Tenant[],
  ]) ?? [[], []];
  const ring = KeyRing.parse(secrets['KEY_ENCRYPTION_KEYS']!);
  for (const { kid, sealed } of keys) {
    if ((await ring.open(`signing_key ${kid}`, sealed)) !== undefined) continue;
    throw new Error(
      `KEY_ENCRYPTION_KEYS: does not have the key ${KeyRing.keyOf(sealed)} that sealed the signing keys of the backup`,
    );
  }
  const seed = fromHex(secrets['WALLET_SEED']!);
  assertValidator(data, secrets['CHAIN_VALIDATOR_KEY'], seed);
  for (const { id, wallet } of tenants) {
    if (walletOf(seed, id).address !== wallet)
      throw new Error('WALLET_SEED: is not the seed of the service that was backed up');
  }
}
