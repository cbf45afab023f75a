import { nearest } from '../../../src/lib/nearest.ts';
import { isSetting, SETTINGS, type SettingName } from '../../../src/settings/settings.ts';

/** A line `NAME=VALUE`, with its number. */
export type Assignment = { name: string; value: string; line: number };

/**
 * Returns the assignments in the content of a file, in order; `file` is its name in errors. Accepts blanks around names
 * and values, a pair of quotes around a value, empty lines, lines that start with `#`, CRLF, a byte order mark, and a
 * line that repeats an earlier one. Throws an Error for the user that names the line and does not contain the value.
 */
export function assignmentsOf(content: Uint8Array, file: string): Assignment[] {
  const first = new Map<string, Assignment>();
  // In UTF-8, a line feed byte is never part of another character.
  const lines: string[] = Buffer.from(content).toString('latin1').split('\n');
  return lines.flatMap((bytes, index) => {
    const line = index + 1;
    const where = `${file}:${line}`;
    const text = decoded(Buffer.from(bytes, 'latin1'), where).replace(/\r$/, '');
    if (/[^\P{Cc}\t]/u.test(text)) throw new Error(`${where}: must not contain control characters`);
    if (/^\s*(#|$)/.test(text)) return [];
    const [, name, , value] = /^\s*([^\s=]+)\s*=\s*(["']?)(.*?)\2\s*$/.exec(text) ?? [];
    if (name === undefined || value === undefined) throw new Error(`${where}: must be NAME=VALUE`);
    const earlier = first.get(name);
    if (earlier && earlier.value !== value)
      throw new Error(`${where}: ${name}: has a different value in line ${earlier.line}: remove one of the two lines`);
    const assignment = { name, value, line };
    if (!earlier) first.set(name, assignment);
    return [assignment];
  });
}

/**
 * Returns the name of a setting or secret. Throws an Error for the user, starting with `where`, for an unknown name.
 */
export function knownSetting(name: string, where: string): SettingName {
  if (!isSetting(name)) {
    const close = nearest(name, Object.keys(SETTINGS))!;
    throw new Error(`${where} ${name}: unknown setting; did you mean ${close.name}?`);
  }
  return name;
}

function decoded(bytes: Uint8Array, where: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Error(`${where}: must be UTF-8 text`, { cause: error });
  }
}
