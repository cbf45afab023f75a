import type { DatabaseSync } from 'node:sqlite';
import type { Finding } from './marks.ts';

/** Problems that are listed. */
const LISTED = 5;

/** The damage of a database: which tables and indexes have it, and what SQLite says about them. Reads the whole database. */
export function damageIn(database: DatabaseSync): Finding[] {
  const rows = database.prepare(`PRAGMA quick_check(${LISTED})`).all();
  const problems = rows.map((row) => String(row['quick_check'])).filter((problem) => problem !== 'ok');
  if (problems.length === 0) return [];
  const names = new Set(problems.map((problem) => nameIn(database, problem)));
  return [
    { part: 'database', problem: `it is damaged: ${[...names].join(', ')} (${problems.join('; ')})`, isDamage: true },
  ];
}

/** The table or index that a problem is about: SQLite names it or the number of its first page. */
function nameIn(database: DatabaseSync, problem: string): string {
  const [, root] = /\bTree (\d+)\b/.exec(problem) ?? [];
  const [, index] = /\bindex (\w+)/.exec(problem) ?? [];
  const query = 'SELECT type, name FROM sqlite_master WHERE rootpage = ? OR name = ?';
  const found = database.prepare(query).get(Number(root ?? -1), index ?? '');
  return found ? `${String(found['type'])} ${String(found['name'])}` : 'an unknown part';
}
