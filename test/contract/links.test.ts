import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['.', 'docs', 'docs/api', 'docs/recipes', 'examples', 'test', 'test/security/isolation'];
const pages = FOLDERS.flatMap((folder) =>
  existsSync(join(ROOT, folder))
    ? readdirSync(join(ROOT, folder))
        .filter((name) => name.endsWith('.md'))
        .map((name) => join(ROOT, folder, name))
    : [],
);

const proseOf = (path: string): string => readFileSync(path, 'utf8').replaceAll(/^ *```.*?^ *```$/gms, '');

/** The anchors of a page's headings, in the form that GitHub gives them. */
function anchorsOf(path: string): Set<string> {
  const headings = [...proseOf(path).matchAll(/^#+ (.+)$/gm)].map(([, text]) =>
    text!
      .toLowerCase()
      .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
  return new Set(headings);
}

test('resolves every link between the documents to an existing file and heading', () => {
  let links = 0;
  const broken = pages.flatMap((page) =>
    [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target]) => {
      if (/^[a-z]+:/.test(target!)) return [];
      links += 1;
      const [path, anchor] = target!.split('#');
      const file = path === '' ? page : join(dirname(page), path!);
      const isValid = existsSync(file) && (anchor === undefined || anchorsOf(file).has(anchor));
      return isValid ? [] : [`${relative(ROOT, page)}: ${target}`];
    }),
  );
  expect(links).toBeGreaterThan(100);
  expect(broken).toEqual([]);
});

/** Targets of the links of a page, as paths from the root. */
const linkedFrom = (page: string): Set<string> =>
  new Set(
    [...proseOf(join(ROOT, page)).matchAll(/\]\(([^)\s#]+)[^)\s]*\)/g)].map(([, target]) =>
      relative(ROOT, join(ROOT, dirname(page), target!)),
    ),
  );

test('lists every page of docs in docs/README.md', () => {
  const index = 'docs/README.md';
  const linked = linkedFrom(index);
  const all = pages.map((page) => relative(ROOT, page)).filter((page) => page.startsWith('docs/'));
  expect(all.length).toBeGreaterThan(30);
  expect(all.filter((page) => page !== index && !linked.has(page))).toEqual([]);
});
