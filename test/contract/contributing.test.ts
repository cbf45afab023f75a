import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const RECIPES = readdirSync(join(ROOT, 'docs/recipes')).map((name) => `docs/recipes/${name}`);
const page = ['CONTRIBUTING.md', ...RECIPES].map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };

/** The text as one line, because a sentence may contain line breaks. */
const text = page.replaceAll(/\s+/g, ' ');
/** Files of the example of a new resource and a new operation. */
const EXAMPLES = new Set(['test/resources/contacts.test.ts', 'src/resources/locations/nearest.ts']);

test('the files that CONTRIBUTING.md and the recipes name exist', () => {
  const named = [...text.matchAll(/\b((?:src|apps|test|tools|docs|migrations)\/[\w./-]*\w)/g)].map(([, path]) => path!);
  expect(named.length).toBeGreaterThan(40);
  const files = named.filter((path) => !/NNNN|NAME/.test(path) && !EXAMPLES.has(path));
  expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test('the test titles that CONTRIBUTING.md and the recipes name exist in their files', () => {
  const titles = [...text.matchAll(/`(test\/[\w/]+\.test\.ts)`: "([^"]+)"/g)];
  expect(titles.length).toBeGreaterThan(6);
  const missing = titles.filter(([, file, title]) => {
    const pattern = title!.replace(/field \w+$/, 'field %s');
    return !readFileSync(join(ROOT, file!), 'utf8').includes(`'${pattern}'`);
  });
  expect(missing.map(([found]) => found)).toEqual([]);
});

test('the npm scripts that CONTRIBUTING.md and the recipes name exist', () => {
  const named = [...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name]) => name!);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});
