import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { physicalProperties, titlesOf, typesOf, unisolatedNames } from './source.ts';

/**
 * What no linter checks: lines of at most 120 characters, one exported type per name, one file that names the database,
 * test titles that stand alone, and styles and names that suit both directions of writing.
 * `node tools/style/run.ts [path ...]` prints the problems of these files and directories, by default of all.
 */
const ROOTS = ['src', 'apps', 'tools', 'test'];
const LONGEST_LINE = 120;
const GENERATED = ['apps/client/schema.d.ts', 'test/vectors', 'test/cli/import/cases'];
/** Assertions of existing clients stay as they are. */
const UNCHANGED = 'test/compat/hosted.test.ts';

/** The file with the style sheet of reports. */
const REPORT = 'src/formats/package/page.ts';

/** The only file of the Worker that names the binding of the database. */
const DATABASE = 'src/platform/database/open-database.ts';

/** First words of a title that is only a part of a sentence. */
const FRAGMENTS = new Set(
  (
    'and as at because but by each every for from if in into of on only or over so than that then to under until ' +
    'what when where which while who with within without'
  ).split(' '),
);

function filesIn(path: string): string[] {
  if (path.endsWith('node_modules') || GENERATED.some((out) => path === out || path.startsWith(`${out}/`))) return [];
  if (!statSync(path).isDirectory()) return /\.(?:ts|tsx|mjs|cjs|css)$/.test(path) ? [path] : [];
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => filesIn(join(path, name)));
}

const problems: string[] = [];
const types = new Map<string, string>();
for (const file of ROOTS.flatMap(filesIn)) {
  const source = readFileSync(file, 'utf8');
  source.split('\n').forEach((line, i) => {
    if (line.length > LONGEST_LINE && file !== UNCHANGED)
      problems.push(`${file}:${i + 1}: the line has ${line.length} characters`);
    if (/\benv\.DB\b/.test(line) && file.startsWith('src/') && file !== DATABASE)
      problems.push(`${file}:${i + 1}: only ${DATABASE} opens env.DB`);
  });
  if (file.endsWith('.css') || file === REPORT)
    for (const { text, line } of physicalProperties(source))
      problems.push(`${file}:${line}: use the logical property instead of ${text}`);
  if (file.endsWith('.tsx'))
    for (const { text, line } of unisolatedNames(source)) problems.push(`${file}:${line}: put ${text} into a <bdi>`);
  if (!file.endsWith('.css') && /^(?:src|apps)\//.test(file))
    for (const { name, line } of typesOf(source)) {
      const first = types.get(name);
      if (first) problems.push(`${file}:${line}: the type ${name} is also exported by ${first}`);
      else types.set(name, `${file}:${line}`);
    }
  if (/\.test\.tsx?$/.test(file))
    for (const { title, line } of titlesOf(source))
      if (FRAGMENTS.has(title.split(/[^a-z]/i)[0]!.toLowerCase()))
        problems.push(`${file}:${line}: the title does not stand alone: ${title}`);
}
const asked = process.argv.slice(2).map((path) => path.replace(/\/$/, ''));
const shown = problems.filter((problem) => asked.length === 0 || asked.some((path) => problem.includes(path)));
for (const problem of shown) console.error(problem);
if (shown.length > 0) {
  console.error(`${shown.length} problems of style`);
  process.exitCode = 1;
}
