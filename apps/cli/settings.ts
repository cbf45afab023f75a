import { assignmentsOf, knownSetting } from '../server/state/env-file.ts';
import { readRegularFile } from '../server/state/files.ts';
import { SETTINGS, type SettingName } from '../../src/settings/settings.ts';
import { ConfigError, settingValue } from '../../src/settings/setting-values.ts';
import { UsageError } from './command-line.ts';

/** The settings of a service on one machine. */
export interface ReadSettings {
  /** Variables of the Worker that are set, by name; an empty string selects the default. */
  settings: Record<string, string>;
  disk: { warnMb: number; minMb: number };
  log: { maxMb: number; files: number };
  /** Maximum number of `.eml` files. */
  mailFiles: number;
}

/** One assignment; `where` is its source, as errors name it. */
type Assignment = { name: string; value: string; where: string };

/**
 * Reads settings from `--var` options (`NAME=VALUE` each) and from a file of `NAME=VALUE` lines, which may be missing.
 * An option overrides earlier options of the same name and the file. Throws an Error for the user that names the option
 * (a UsageError) or the line.
 */
export function readSettings(vars: readonly string[], file: string | undefined): ReadSettings {
  const given = new Map<SettingName, string>();
  for (const assignment of file === undefined ? [] : linesOf(file)) given.set(checked(assignment), assignment.value);
  for (const text of vars) {
    try {
      const assignment = optionOf(text);
      given.set(checked(assignment), assignment.value);
    } catch (error) {
      throw new UsageError((error as Error).message, { cause: error });
    }
  }
  const integer = (name: 'DISK_WARN_MB' | 'DISK_MIN_MB' | 'LOG_MAX_MB' | 'LOG_FILES' | 'MAIL_FILES'): number =>
    settingValue(name, given.get(name));
  return {
    settings: Object.fromEntries([...given].filter(([name]) => SETTINGS[name].scope === 'worker')),
    disk: { warnMb: integer('DISK_WARN_MB'), minMb: integer('DISK_MIN_MB') },
    log: { maxMb: integer('LOG_MAX_MB'), files: integer('LOG_FILES') },
    mailFiles: integer('MAIL_FILES'),
  };
}

function optionOf(text: string): Assignment {
  const at = text.indexOf('=');
  if (at < 1) throw new Error(`--var: must be NAME=VALUE, not "${text}"`);
  return { name: text.slice(0, at), value: text.slice(at + 1), where: '--var' };
}

function linesOf(file: string): Assignment[] {
  const content = readRegularFile(file) ?? Buffer.alloc(0);
  return assignmentsOf(content, file).map(({ name, value, line }) => ({ name, value, where: `${file}:${line}:` }));
}

/** Checks that the setting may be set in that source and that its value is valid. Returns its name. */
function checked({ name: given, value, where }: Assignment): SettingName {
  const name = knownSetting(given, where);
  if (SETTINGS[name].secret) throw new Error(`${where} ${name}: is a secret: ${whereSecretsGo(where)}`);
  if (name === 'ORIGIN') throw new Error(`${where} ORIGIN: must be set with the option --origin`);
  try {
    settingValue(name, value);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const shown = SETTINGS[name].kind === 'integer' ? `, not "${value}"` : '';
    throw new Error(`${where} ${error.message}${shown}`, { cause: error });
  }
  return name;
}

const whereSecretsGo = (where: string): string =>
  where === '--var'
    ? 'set it in secrets.env in the state directory, because other users of this machine can read command lines'
    : 'set it in secrets.env in the same directory';
