import { isSetting, SETTINGS, type SettingName } from '../../settings.ts';

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
  if (!isSetting(name)) throw new Error(`${where} ${name}: unknown setting; did you mean ${nearest(name)}?`);
  return name;
}

function decoded(bytes: Uint8Array, where: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Error(`${where}: must be UTF-8 text`, { cause: error });
  }
}

/** Returns the known name with the smallest edit distance. */
function nearest(name: string): string {
  const from = name.toUpperCase();
  let best = { name: '', edits: Infinity };
  for (const known of Object.keys(SETTINGS)) {
    const edits = editDistance(from, known);
    if (edits < best.edits) best = { name: known, edits };
  }
  return best.name;
}

/** The Levenshtein distance: the insertions, deletions and replacements of a character that turn `a` into `b`. */
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
