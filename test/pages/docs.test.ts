import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { DOCS_PAGES, docsOf } from '../../apps/console/lib/docs-pages.ts';
import { ALARMS } from '../../src/platform/alarms.ts';
import { sharedService, type Service } from '../support/service.ts';
import { expectAccessible } from './support/accessible.ts';
import { sharedBrowser } from './support/browser.ts';

const DOCS = join(import.meta.dirname, '../../docs');

/** The policy of pages without scripts. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'; " +
  "frame-ancestors 'none'";

type Got = { status: number; headers: Headers; text: string };

let service: Service;
/** The responses by path, of everything that the pages of the documentation lead to. */
let got: Map<string, Got>;
beforeAll(async () => {
  service = await sharedService();
  got = await walk('/docs/');
});

const pages = (): [string, Got][] => [...got].filter(([path]) => /^\/docs\/(?!samples\/)/.test(path));
const valuesOf = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, value]) => value!);
const linksOf = ({ text }: Got): string[] => valuesOf(text, /<a [^>]*href="([^"]*)"/g);
const idsOf = ({ text }: Got): string[] => valuesOf(text, / id="([^"]*)"/g);

async function fetched(path: string): Promise<Got> {
  const response = await fetch(`${service.at}${path}`, { headers: { accept: 'text/html' }, redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Follows the links of all pages of the documentation. */
async function walk(start: string): Promise<Map<string, Got>> {
  const found = new Map<string, Got>();
  const open = [start];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue;
    const page = await fetched(path);
    found.set(path, page);
    if (!/^\/docs\/(?!samples\/)/.test(path)) continue;
    for (const link of linksOf(page)) if (link.startsWith('/')) open.push(link.split('#', 1)[0]!);
  }
  return found;
}

it('serves every file of docs as a page that the index leads to', () => {
  const files = ['', 'api', 'recipes'].flatMap((folder) =>
    readdirSync(join(DOCS, folder)).flatMap((name) => (name.endsWith('.md') ? [join('/docs', folder, name)] : [])),
  );
  const addresses = files.map((file) => file.replace(/(?<=^\/docs\/)README\.md$|\.md$/, ''));
  expect(
    pages()
      .map(([path]) => path)
      .toSorted(),
  ).toEqual(addresses.toSorted());
});

it('has no link in the documentation to a response or a heading that does not exist', () => {
  const broken = [...got].filter(([, { status }]) => status !== 200).map(([path]) => path);
  const lost = pages().flatMap(([path, page]) =>
    linksOf(page)
      .filter((link) => /^[/#]/.test(link) && link.includes('#'))
      .filter((link) => {
        const [target, anchor] = link.split('#') as [string, string];
        return target.startsWith('/docs/') || target === ''
          ? !idsOf(got.get(target === '' ? path : target)!).includes(decodeURIComponent(anchor))
          : false;
      })
      .map((link) => `${path}: ${link}`),
  );
  expect({ broken, lost }).toEqual({ broken: [], lost: [] });
  // No link stayed as the Markdown has it.
  const others = pages().flatMap(([, page]) => linksOf(page).filter((link) => !/^(?:\/|#|https?:|mailto:)/.test(link)));
  expect(others).toEqual([]);
});

it('a page has one title, headings without gaps, and each anchor once', () => {
  for (const [path, page] of pages()) {
    const levels = valuesOf(page.text, /<h([1-6])/g).map(Number);
    expect([path, levels[0], levels.filter((level) => level === 1).length]).toEqual([path, 1, 1]);
    expect(
      levels.filter((level, i) => level > (levels[i - 1] ?? level) + 1),
      path,
    ).toEqual([]);
    const ids = idsOf(page);
    expect(
      ids.filter((id, i) => ids.indexOf(id) !== i),
      path,
    ).toEqual([]);
    expect(page.text).toContain('aria-label="Breadcrumb"');
  }
});

it('a page has the headers of other static pages, and neither scripts nor styles of its own', async () => {
  const headersOf = ({ headers }: Got): [string, string][] =>
    [...headers].filter(([name]) => !['content-length', 'date', 'etag', 'content-security-policy'].includes(name));
  const other = await fetched('/verify/');
  for (const [path, page] of pages()) {
    expect(headersOf(page), path).toEqual(headersOf(other));
    expect(page.headers.get('content-security-policy'), path).toBe(POLICY);
    expect(page.text, path).not.toMatch(/<(?:script|style|iframe|img|form)\b|<[^>]* (?:style|on[a-z]+)=/);
    expect(valuesOf(page.text, /<(?:link|source)[^>]* href="(?!\/static\/)([^"]*)"/g), path).toEqual([]);
  }
});

it('comments of the Markdown are left out, other HTML in it is shown as text', () => {
  const { text } = got.get('/docs/authorization')!;
  expect(text).toContain('&lt;the present list&gt;');
  for (const [path, page] of pages())
    expect(page.text.slice(15).replaceAll(/<code>.*?<\/code>/gs, ''), path).not.toMatch(/<!|&lt;(?:!--|br)/);
});

it('a path that is no page responds with the page of an error', async () => {
  for (const path of ['/docs/nothing', '/docs/README.md', '/docs/api/', '/docs/samples/']) {
    const page = await fetched(path);
    expect([path, page.status]).toEqual([path, 404]);
    expect(page.text).toContain('<h1>Not found</h1>');
  }
});

it('the service leads to the documentation, and each screen of the console to the page about it', async () => {
  expect(linksOf(await fetched('/'))).toContain('/docs/');
  expect(linksOf(await fetched('/archivist/openapi-ui'))).toContain('/docs/');
  const addresses = ['', 'assets/new', ...Object.keys(DOCS_PAGES)].map((path) => docsOf(path.split('/')));
  const alarms = Object.keys(ALARMS).map((name) => `/docs/alarms#${name}`);
  expect(new Set(addresses).size).toBeGreaterThan(10);
  for (const address of [...addresses, ...alarms]) {
    const [path, anchor] = address.split('#') as [string, string?];
    expect([address, got.get(path)?.status]).toEqual([address, 200]);
    if (anchor !== undefined) expect(idsOf(got.get(path)!), address).toContain(anchor);
  }
});

it.each(['/docs/', '/docs/api/operations', '/docs/operations'])('the page %s is accessible', async (path) => {
  await expectAccessible(await sharedBrowser(), `${service.at}${path}`);
});
