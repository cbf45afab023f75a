import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const page = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');

/** The text of all source files below a directory. */
const sourcesIn = (directory: string): string =>
  readdirSync(join(ROOT, directory), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(join(ROOT, directory, path), 'utf8'))
    .join('\n');
const sources = sourcesIn('src');

/** The texts in the first column of the table in a section; ` …` at the end stands for any text. */
function namedIn(section: string): string[] {
  const text = page.split(`\n## ${section}\n`)[1]!.split('\n## ')[0]!;
  return text.split('\n').flatMap((line) => {
    const column = /^\| (.+?) +\| /.exec(line)?.[1] ?? '';
    return [...column.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
  });
}

test('explains to operators every alarm that the source raises, and no other', () => {
  const explained = namedIn('Alarms');
  const raised = [...sources.matchAll(/(?:log|event)\(\s*(?:'alarm'|level),\s*'([^']+)'/g)].map(
    ([, message]) => message!,
  );
  expect(raised.length).toBeGreaterThan(15);
  const covers = (name: string, message: string): boolean =>
    name.endsWith(' …') ? message.startsWith(name.slice(0, -2)) : message === name;
  expect(raised.filter((message) => !explained.some((name) => covers(name, message)))).toEqual([]);
  expect(explained.filter((name) => !sources.includes(name.replace(/ …$/, '')))).toEqual([]);
});

test('explains to operators every line that the launcher logs', () => {
  const logged = [...sourcesIn('src/local').matchAll(/(?:log\.event|\blog)\('(info|warn|error)', '([^']+)'/g)];
  const rows = logged.map(([, level, message]) => `| ${level} \`${message}\` `);
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.filter((row) => !page.includes(row))).toEqual([]);
});
