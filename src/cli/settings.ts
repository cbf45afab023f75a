import { existsSync, readFileSync } from 'node:fs';
import { ConfigError, isSetting, SETTINGS, settingValue, type SettingName } from '../settings.ts';

/** What the settings say of a service on one machine. */
export interface ReadSettings {
  /** The Worker's variables that were set, by name; an empty text selects the default. */
  settings: Record<string, string>;
  disk: { warnMb: number; minMb: number };
  log: { maxMb: number; files: number };
  /** `.eml` files that are kept. */
  mailFiles: number;
}

/** One assignment, and where it was made, as errors name it. */
type Assignment = { name: string; value: string; where: string };

/**
 * Reads settings from `--var` options (`NAME=VALUE` each) and from a file of `NAME=VALUE` lines, which may be
 * missing. A later assignment of a name replaces an earlier one, and an option replaces the file's. Throws an Error
 * for the user that names the option or the line.
 */
export function readSettings(vars: readonly string[], file: string | undefined): ReadSettings {
  const assignments = [...(file !== undefined && existsSync(file) ? linesOf(file) : []), ...vars.map(optionOf)];
  const given = new Map<SettingName, string>();
  for (const assignment of assignments) given.set(checked(assignment), assignment.value);
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
  const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (/^\s*(#|$)/.test(line)) return [];
    const where = `${file}:${index + 1}`;
    const [, name, , value] = /^\s*([^\s=]+)\s*=\s*(["']?)(.*?)\2\s*$/.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error(`${where}: must be NAME=VALUE`);
    return [{ name, value, where: `${where}:` }];
  });
}

/** The name of an assignment that may be made where it was made, with a valid value. */
function checked({ name, value, where }: Assignment): SettingName {
  if (!isSetting(name)) throw new Error(`${where} ${name}: unknown setting; did you mean ${nearest(name)}?`);
  if (SETTINGS[name].secret) throw new Error(`${where} ${name}: is a secret; ${whereSecretsGo(where)}`);
  if (name === 'ORIGIN') throw new Error(`${where} ORIGIN: is set with the option --origin`);
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
    ? 'other users of this machine can read a command line: put it into secrets.env in the state directory'
    : 'put it into secrets.env in the same directory';

/** The known name with the fewest edits. */
function nearest(name: string): string {
  const from = name.toUpperCase();
  let best = { name: '', edits: Infinity };
  for (const known of Object.keys(SETTINGS)) {
    const edits = editDistance(from, known);
    if (edits < best.edits) best = { name: known, edits };
  }
  return best.name;
}

/** Levenshtein's distance: the insertions, deletions and replacements of a character from `a` to `b`. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries())
      next.push(Math.min(row[j]! + (letter === other ? 0 : 1), row[j + 1]! + 1, next[j]! + 1));
    row = next;
  }
  return row.at(-1)!;
}
