import { isIP } from 'node:net';
import type { SmtpServer } from '../server/smtp.ts';
import { assignmentsOf, knownSetting } from '../server/state/env-file.ts';
import { readRegularFile } from '../server/state/files.ts';
import { isLoopback } from '../../src/lib/loopback.ts';
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
  /** The SMTP server; undefined: mail is written to files. */
  smtp?: SmtpServer | undefined;
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
    smtp: smtpServer(given),
  };
}

/** Throws an Error for the user if the settings of the SMTP server are not valid together. */
function smtpServer(given: ReadonlyMap<SettingName, string>): SmtpServer | undefined {
  const host = settingValue('SMTP_HOST', given.get('SMTP_HOST'))?.replace(/^\[(.*)\]$/, '$1');
  if (host === undefined) return undefined;
  if ((given.get('MAIL_FROM') ?? '') === '') throw new Error('SMTP_HOST: needs MAIL_FROM, the sender of all mails');
  const tls = settingValue('SMTP_TLS', given.get('SMTP_TLS')) ?? 'starttls';
  if (tls === 'none' && !isLoopback(isIP(host) === 6 ? `[${host}]` : host))
    throw new Error('SMTP_TLS: must be starttls or tls, because SMTP_HOST is not on this machine');
  return {
    host,
    port: settingValue('SMTP_PORT', given.get('SMTP_PORT')),
    tls,
    user: settingValue('SMTP_USER', given.get('SMTP_USER')),
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
