import type { DatabaseSync } from 'node:sqlite';
import type { StateFinding } from './marks.ts';

/** Problems that are listed. */
const LISTED = 5;

/**
 * The damage of a database: which tables and indexes have it, and what SQLite says about them. Reads the whole
 * database.
 */
export function damageIn(database: DatabaseSync): StateFinding[] {
  const problems = problemsOf(database, `${LISTED}`) ?? problemsOfTables(database);
  if (problems.length === 0) return [];
  const names = new Set(problems.map((problem) => nameIn(database, problem)));
  const problem = `it is damaged: ${[...names].join(', ')} (${problems.join('; ')})`;
  return [{ part: 'database', problem, isDamage: true }];
}

/** What SQLite finds in the whole database, or in one table. Undefined if it cannot read a first page, and ends. */
function problemsOf(database: DatabaseSync, argument: string): string[] | undefined {
  try {
    const rows = database.prepare(`PRAGMA quick_check(${argument})`).all();
    return rows.map((row) => String(row['quick_check'])).filter((problem) => problem !== 'ok');
  } catch (error) {
    if (/disk image is malformed/.test((error as Error).message)) return undefined;
    throw error;
  }
}

/** The problems of each table, if SQLite cannot check all of them together. */
function problemsOfTables(database: DatabaseSync): string[] {
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  return tables.flatMap(
    ({ name }) => problemsOf(database, `"${String(name)}"`) ?? [`table ${String(name)}: it cannot be read`],
  );
}

/** The table or index that a problem is about: SQLite names it or the number of its first page. */
function nameIn(database: DatabaseSync, problem: string): string {
  const [, root] = /\bTree (\d+)\b/.exec(problem) ?? [];
  const [, named] = /\b(?:index|table) (\w+)/.exec(problem) ?? [];
  const query = 'SELECT type, name FROM sqlite_master WHERE rootpage = ? OR name = ?';
  const found = database.prepare(query).get(Number(root ?? -1), named ?? '');
  return found ? `${String(found['type'])} ${String(found['name'])}` : 'an unknown part';
}
