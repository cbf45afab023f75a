// Plain JavaScript, because wrangler also runs it, with its own version of Node.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Marked } from 'marked';

const DOCS = fileURLToPath(new URL('../../../docs', import.meta.url));

/** The folders of docs whose pages are served; `samples` has files that pages link to. */
const FOLDERS = ['', 'api', 'recipes'];
const SAMPLES = 'samples';

/** The page that lists the others, as the first page. */
const INDEX = 'README.md';

/** Pages with at least this many sections begin with a list of them. */
const LONG = 4;

/**
 * Writes the documentation as static pages into `out/docs`: each Markdown file of docs as a page of the same name, the
 * index as `/docs/`. The pages have no scripts, and the Content-Security-Policy of `_headers` allows none.
 *
 * @param {string} out the directory of the site
 * @returns {void}
 */
export function buildDocs(out) {
  for (const folder of FOLDERS) mkdirSync(posix.join(out, 'docs', folder), { recursive: true });
  cpSync(`${DOCS}/${SAMPLES}`, `${out}/docs/${SAMPLES}`, { recursive: true });
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(posix.join(DOCS, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => posix.join(folder, name)),
  );
  const served = new Set([...paths, ...readdirSync(`${DOCS}/${SAMPLES}`).map((name) => `${SAMPLES}/${name}`)]);
  const pages = paths.map((path) => rendered(path, readFileSync(`${DOCS}/${path}`, 'utf8'), served));
  const navigation = navigationOf(pages);
  for (const page of pages) writeFileSync(`${out}/docs/${fileOf(page.path)}`, documentOf(page, navigation));
  removeOthers(`${out}/docs`, new Set(paths.map(fileOf)));
}

/** Removes the pages of an earlier build, whose documentation was renamed or removed since. */
function removeOthers(directory, files) {
  for (const file of FOLDERS.flatMap((folder) =>
    readdirSync(`${directory}/${folder}`).map((name) => posix.join(folder, name)),
  ))
    if (file.endsWith('.html') && !files.has(file)) rmSync(`${directory}/${file}`);
}

/** The file of a page. */
const fileOf = (path) => (path === INDEX ? 'index.html' : path.replace(/\.md$/, '.html'));

/** The address of a file of docs. Static files have theirs without `.html`. */
const addressOf = (path) => `/docs/${path === INDEX ? '' : path.replace(/\.md$/, '')}`;

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]);

/**
 * The anchor of a heading, as GitHub makes it from its Markdown, so that links are the same in both places. `used`
 * counts the headings of the page with the same text.
 */
function anchorOf(markdown, used) {
  const name = markdown
    .toLowerCase()
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
  const before = used.get(name) ?? 0;
  used.set(name, before + 1);
  return before === 0 ? name : `${name}-${before}`;
}

/**
 * The address to which a link of a page leads; undefined for files of the repository that are not served. Throws if
 * docs do not have the file.
 */
function targetOf(path, href, served) {
  if (/^(?:https?:|mailto:|#)/.test(href)) return href;
  const [file, anchor] = href.split('#');
  const target = posix.join(posix.dirname(path), file);
  if (!served.has(target)) {
    if (target.startsWith('../') || target === `${SAMPLES}/`) return undefined;
    throw new Error(`docs/${path}: ${href} leads to no file`);
  }
  return `${addressOf(target)}${anchor === undefined ? '' : `#${anchor}`}`;
}

/** The only HTML of the Markdown that pages keep. */
const KEPT = new Map([['<br>', '<br />']]);

/** A page: its title, its sections, and its HTML. HTML in the Markdown is shown as text; comments are left out. */
function rendered(path, markdown, served) {
  const used = new Map();
  const sections = [];
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      html: ({ text }) => KEPT.get(text) ?? (/^\s*<!--[^]*?-->\s*$/.test(text) ? '' : escaped(text)),
      heading({ tokens, depth, text }) {
        const [anchor, content] = [anchorOf(text, used), this.parser.parseInline(tokens)];
        if (depth === 2) sections.push({ anchor, content: withoutLinks(content) });
        return `<h${depth} id="${anchor}">${content}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const [target, content] = [targetOf(path, href, served), this.parser.parseInline(tokens)];
        return target === undefined ? content : `<a href="${escaped(target)}">${content}</a>`;
      },
      image: ({ text }) => escaped(text),
      code: ({ text }) => `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`,
      table({ header, rows }) {
        const cell = (of, tag) => `<${tag}>${this.parser.parseInline(of.tokens)}</${tag}>`;
        const head = header.map((of) => cell(of, of.text === '' ? 'td' : 'th')).join('');
        const body = rows.map((row) => `<tr>${row.map((of) => cell(of, 'td')).join('')}</tr>\n`).join('');
        const table = `<table><thead><tr>${head}</tr></thead><tbody>\n${body}</tbody></table>`;
        return `<div class="wide" tabindex="0">${table}</div>\n`;
      },
    },
  });
  const content = marked.parse(markdown);
  return { path, content, title: /^# (.+)$/m.exec(markdown)[1], sections };
}

const withoutLinks = (content) => content.replaceAll(/<\/?a\b[^>]*>/g, '');

/** The links of the index by its sections, for the list of all pages. */
function navigationOf(pages) {
  const { content, sections } = pages.find(({ path }) => path === INDEX);
  // A link in a sentence is not a name.
  const nameIn = (text, address) =>
    /^[a-z]/.test(text) ? escaped(pages.find(({ path }) => addressOf(path) === address).title) : text;
  const parts = content.split(/<h2 [^>]*>.*<\/h2>/).slice(1);
  return sections
    .map(({ content: title }, i) => {
      const rows = parts[i].match(/<tr>.*<\/tr>/g) ?? [];
      const links = rows.flatMap((row) => [...row.matchAll(/<a href="(\/docs\/[^"]*)">(.*?)<\/a>/g)]);
      const items = links.map(([, address, text]) => `<li><a href="${address}">${nameIn(text, address)}</a></li>`);
      return `<h3>${title}</h3>\n<ul>\n${items.join('\n')}\n</ul>`;
    })
    .join('\n');
}

/** The list of the sections of a long page; nothing if the page begins with links to them. */
function contentsOf(content, sections) {
  if (sections.length < LONG || content.split('<h2 ', 1)[0].includes('href="#')) return '';
  const links = sections.map(({ anchor, content: name }) => `<li><a href="#${anchor}">${name}</a></li>`).join('\n');
  return `<details class="contents">\n<summary>On this page</summary>\n<ul>\n${links}\n</ul>\n</details>\n`;
}

const ALL_PAGES = '<h2 id="all-pages">All pages</h2>';

/** The whole page. The list of all pages follows the page, so that a phone shows the page first. */
function documentOf({ path, title, content, sections }, navigation) {
  const isIndex = path === INDEX;
  const current = navigation.replace(`href="${addressOf(path)}"`, '$& aria-current="page"');
  const [heading, ...rest] = content.split(/(?<=<\/h1>\n)/);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${isIndex ? '' : `${escaped(title)} – `}Documentation</title>
    <link rel="stylesheet" href="/static/pages.css" />
    <link rel="stylesheet" href="/static/docs.css" />
    <link rel="icon" href="/static/icon.svg" />
  </head>
  <body class="docs">
    <nav aria-label="Breadcrumb">
      <a href="/">About this service</a> <span aria-hidden="true">/</span>
      ${isIndex ? 'Documentation' : '<a href="/docs/">Documentation</a> · <a href="#all-pages">All pages</a>'}
    </nav>
    <main>
${heading}${isIndex ? '' : contentsOf(content, sections)}${rest.join('')}
    </main>
${isIndex ? '' : `<nav class="all-pages" aria-labelledby="all-pages">\n${ALL_PAGES}\n${current}\n</nav>`}
    <footer>
      <p>This is the documentation of the version of the service that runs here.</p>
    </footer>
  </body>
</html>
`;
}
