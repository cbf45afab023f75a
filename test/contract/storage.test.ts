import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const page = readFileSync(join(ROOT, 'docs/storage.md'), 'utf8');
const migrations = readdirSync(join(ROOT, 'migrations'))
  .filter((name) => name.endsWith('.sql'))
  .toSorted()
  .map((name) => readFileSync(join(ROOT, 'migrations', name), 'utf8'))
  .join('\n');

/** The objects of a kind that exist after all migrations. */
function existing(kind: 'TABLE' | 'INDEX' | 'VIEW'): string[] {
  const names = new Set<string>();
  const statement = new RegExp(String.raw`\b(CREATE|DROP)( UNIQUE)? ${kind}(?: IF (?:NOT )?EXISTS)? \W?(\w+)`, 'g');
  for (const [, verb, , name] of migrations.matchAll(statement)) {
    if (verb === 'CREATE') names.add(name!);
    else names.delete(name!);
  }
  return [...names].filter((name) => !name.startsWith('__new_'));
}

test('docs/storage.md describes every table, view and index', () => {
  const tables = [...existing('TABLE'), ...existing('VIEW')];
  expect(tables.length).toBeGreaterThan(30);
  expect(tables.filter((name) => !page.includes(`| \`${name}\``))).toEqual([]);
  const indexes = existing('INDEX').filter((name) => !/_by_(creation|name)$/.test(name));
  expect(indexes.length).toBeGreaterThan(40);
  expect(indexes.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
