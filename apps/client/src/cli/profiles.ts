import { existsSync, readFileSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { UsageError } from '../../../cli/command-line.ts';
import { makeDirectory } from './directory.ts';
import { requirePrivate, writePrivate } from './files.ts';

/** A service, and the credentials of an application or the session of a person. */
export type Profile = { url: string } & (
  | { client_id: string; client_secret: string }
  | { token: string; tenancy: string; email: string }
);

type Stored = { default: string; profiles: Record<string, Profile> };

const NAME = /^[\w.-]{1,64}$/;

/**
 * The file with the credentials of all profiles: EVIDENCE_CONFIG, or `evidence/credentials.json` of the user's
 * settings.
 */
export function credentialsFile(): string {
  const { EVIDENCE_CONFIG: given, XDG_CONFIG_HOME: home } = process.env;
  return given || join(home || join(homedir(), '.config'), 'evidence', 'credentials.json');
}

/** The profile with a name, or the default one; undefined if it does not exist. */
export function profileOf(name: string | undefined): Profile | undefined {
  const { default: standard, profiles } = stored();
  const chosen = named(name ?? standard);
  return Object.hasOwn(profiles, chosen) ? profiles[chosen] : undefined;
}

/** All profiles, without their secrets, by name. */
export function listProfiles(): { name: string; isDefault: boolean; url: string; who: object }[] {
  const { default: standard, profiles } = stored();
  return Object.entries(profiles)
    .map(([name, of]) => {
      const who = 'token' in of ? { email: of.email, tenancy: of.tenancy } : { client_id: of.client_id };
      return { name, isDefault: name === standard, url: of.url, who };
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Makes a profile the default one. Returns false if it does not exist. */
export function selectProfile(name: string): boolean {
  const { profiles } = stored();
  if (!Object.hasOwn(profiles, named(name))) return false;
  save({ default: name, profiles });
  return true;
}

/** Stores a profile. The first one is the default. Only the user can read the file. Returns its name. */
export function saveProfile(name: string | undefined, profile: Profile): string {
  const { default: standard, profiles } = stored();
  const chosen = named(name ?? standard);
  const first = Object.keys(profiles).length === 0;
  save({ default: first ? chosen : standard, profiles: { ...profiles, [chosen]: profile } });
  return chosen;
}

/** Removes a profile. Returns its name; undefined if it does not exist. */
export function removeProfile(name: string | undefined): string | undefined {
  const { default: standard, profiles } = stored();
  const chosen = named(name ?? standard);
  if (!Object.hasOwn(profiles, chosen)) return undefined;
  const { [chosen]: _, ...rest } = profiles;
  save({ default: chosen === standard ? (Object.keys(rest)[0] ?? 'default') : standard, profiles: rest });
  return chosen;
}

function named(name: string): string {
  if (!NAME.test(name) || name === '__proto__')
    throw new UsageError('--profile: must be 1 to 64 letters, digits, ".", "_" and "-"');
  return name;
}

function stored(): Stored {
  const file = credentialsFile();
  if (!existsSync(file)) return { default: 'default', profiles: {} };
  requirePrivate(file, 'replace the secrets in it');
  try {
    const { default: standard, profiles } = JSON.parse(readFileSync(file, 'utf8')) as Stored;
    if (typeof standard !== 'string' || typeof profiles !== 'object') throw new Error('it has another form');
    return { default: standard, profiles };
  } catch (error) {
    throw new UsageError(`${file}: cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** Replaces the file as a whole, so that it is never incomplete. */
function save(content: Stored): void {
  const file = credentialsFile();
  const temporary = `${file}.${process.pid}`;
  try {
    makeDirectory(dirname(file), 0o700);
    writePrivate(temporary, content);
    renameSync(temporary, file);
  } catch (error) {
    throw new UsageError(`${file}: cannot be written: ${(error as Error).message}`, { cause: error });
  }
}
