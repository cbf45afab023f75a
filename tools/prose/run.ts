import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PHRASES } from './phrases.ts';
import { proseOf } from './text.ts';

/** Files and directories that people read, relative to the root of the repository. */
const ROOTS = ['src', 'apps', 'tools', 'test', 'docs', 'examples', '.ci', '.github', 'wrangler.toml', 'package.json'];
const TEXT = /\.(?:ts|tsx|mjs|cjs|md|html|css|sh|py|yml|yaml|toml|json)$|(?:^|\/)run$/;
/** Generated files, installed packages, data, and the list of phrases itself. */
const LEFT_OUT = ['apps/client/schema.d.ts', 'tools/prose/phrases.ts', 'test/vectors', 'docs/api/openapi.json'];

function filesIn(path: string): string[] {
  const left = path.endsWith('/node_modules') || LEFT_OUT.some((out) => path === out || path.startsWith(`${out}/`));
  if (left) return [];
  const status = statSync(path, { throwIfNoEntry: false });
  if (!status) return [];
  if (!status.isDirectory()) return TEXT.test(path) ? [path] : [];
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => filesIn(join(path, name)));
}

const given = process.argv.slice(2);
const pages = readdirSync('.').filter((name) => name.endsWith('.md'));
const files = (given.length > 0 ? given : [...pages, ...ROOTS]).flatMap(filesIn);
let count = 0;
for (const file of files) {
  const source = readFileSync(file, 'utf8');
  const found = proseOf(file, source).flatMap(({ text, lineAt }) =>
    PHRASES.flatMap(({ find, use }) =>
      [...text.matchAll(new RegExp(find, 'gi'))].map((match) => ({ line: lineAt(match.index), phrase: match[0], use })),
    ),
  );
  for (const { line, phrase, use } of found.toSorted((a, b) => a.line - b.line))
    console.log(`${file}:${line}: "${phrase.trim()}" -> ${use}`);
  count += found.length;
}
if (count > 0) {
  console.error(`${count} phrases to rewrite. The list is tools/prose/phrases.ts.`);
  process.exitCode = 1;
}
