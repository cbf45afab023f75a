import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A test named by the page: its file under `test/` and its title in the source. */
export type Named = { file: string; title: string };
type Endpoint = { method: string; path: string; operation: string };
/** A required endpoint: its operation, a test with a successful call and one with a rejected call. */
export type Row = Endpoint & { heading: string; works: Named; refuses: Named };
/** A request made by the test with this title. */
export type Call = { title: string; method: string; path: string; status: number };

const BASE_PATH = '/archivist';
const LINE = /^\| `([A-Z]+) (\S+)` +\| `(\w+)` +\|(?:(.*)\|)?$/gm;

/** The rows of a table: endpoint, operation, and the other cells. */
const linesOf = (text: string): (Endpoint & { cells: string[] })[] =>
  [...text.matchAll(LINE)].map(([, method, path, operation, rest]) => ({
    method: method!,
    path: path!,
    operation: operation!,
    cells: (rest ?? '').split('|').map((cell) => cell.trim()),
  }));

/** The tests named by a part of the page, by their letters. */
const lettersOf = (text: string): [string, Named][] =>
  [...text.matchAll(/^- \*\*(\w+)\*\* `(\S+\.test\.ts)`: "([^"]+)"$/gm)].map(([, letter, file, title]) => [
    letter!,
    { file: file!, title: title! },
  ]);

/** The rows of `test/endpoints.md`: the required endpoints. */
export function readEndpoints(): Row[] {
  const page = readFileSync(join(import.meta.dirname, '../endpoints.md'), 'utf8');
  const [general = '', ...parts] = page.split(/^## /m);
  return parts.flatMap((part) => {
    const heading = part.slice(0, part.indexOf('\n'));
    const letters = new Map([...lettersOf(general), ...lettersOf(part)]);
    return linesOf(part).map(({ cells, ...endpoint }) => {
      const [works, refuses] = cells.map((letter) => letters.get(letter));
      if (!works || !refuses)
        throw new Error(`${heading}: ${endpoint.method} ${endpoint.path} does not name two tests`);
      return { heading, ...endpoint, works, refuses };
    });
  });
}

const escape = (text: string): string => text.replaceAll(/[.*+?^$()|[\]\\{}]/g, String.raw`\$&`);

/** Matches the requests to the path of an endpoint; `-` instead of the UUID of an asset is a separate endpoint. */
const patternOf = (path: string): RegExp =>
  new RegExp(`^${BASE_PATH}${escape(path).replaceAll(/\\\{\w+\\\}/g, '(?!-(/|$))[^/:?]+')}(\\?|$)`);

/** Whether a test that runs under `name` has this title, which may contain placeholders for values. */
export const isTitle = (title: string, name: string): boolean =>
  new RegExp(`^${escape(title).replaceAll(/%[a-z]|\\\$[\w.]+/gi, '.*')}$`, 's').test(name);

const SIDES = [
  { side: 'works', of: (row: Row) => row.works, is: (status: number) => status >= 200 && status < 300 },
  { side: 'refuses', of: (row: Row) => row.refuses, is: (status: number) => status >= 400 && status < 500 },
];

/** Returns the calls that the page attributes to the tests of a file (selected by `asked`) and that were not made. */
export function unshown(
  rows: readonly Row[],
  file: string,
  calls: readonly Call[],
  asked: (test: Named) => boolean = () => true,
): string[] {
  return rows.flatMap((row) =>
    SIDES.flatMap(({ side, of, is }) => {
      const test = of(row);
      if (test.file !== file || !asked(test)) return [];
      const pattern = patternOf(row.path);
      const shown = calls.some(
        ({ title, method, path, status }) =>
          method === row.method && is(status) && pattern.test(path) && isTitle(test.title, title),
      );
      return shown ? [] : [`"${test.title}" has no call of ${row.method} ${row.path} that ${side}`];
    }),
  );
}
