import { html } from 'hono/html';
import { otherLanguage } from './layout.ts';
import type { PageTexts } from './texts/en.ts';

/** A group of operations as the reference lists it without scripts. */
export type ReferenceGroup = {
  name: string;
  title: string;
  operations: { method: string; path: string; summary: string }[];
};

/**
 * The API reference as a page, for `DOCUMENT_POLICY`: of the whole API, or of one group. `base` is the path of the API.
 * Without scripts it lists the operations and links to the OpenAPI document; with them, the viewer shows the document
 * in place of the list. The texts of the API are in English.
 */
export async function referencePage(
  texts: PageTexts,
  base: string,
  groups: ReferenceGroup[],
  only?: ReferenceGroup,
): Promise<string> {
  const { reference: wording, errors, page } = texts;
  const title = only ? wording.titleOf(only.title) : errors.reference;
  const lineOf = ({ method, path, summary }: ReferenceGroup['operations'][number]) =>
    html`<li><code>${method.toUpperCase()} ${base}${path}</code> <span lang="en">${summary}</span></li>`;
  return String(
    await html`<!doctype html>
      <html lang="${page.language}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>${title}</title>
          <link rel="icon" href="/static/icon.svg" />
          <link rel="stylesheet" href="/static/pages.css" />
          <link rel="stylesheet" href="/reference/reference.css" />
          <script type="module" src="/reference/main.js"></script>
        </head>
        <body>
          <header>
            <h1>${title}</h1>
            <nav aria-label="${wording.navigation}">
              <ul>
                ${only ? html`<li><a href="${base}/openapi-ui">${wording.wholeApi}</a></li>` : ''}
                <li><a href="${base}/openapi.json">${wording.document}</a> (JSON)</li>
                ${only ? groupDocument(`${base}${groupPath(only)}`, texts) : ''}
                <li><a href="/docs/">${errors.documentation}</a></li>
                <li><a href="/console/">${errors.console}</a></li>
              </ul>
            </nav>
          </header>
          <div data-document="${base}/openapi.json" data-base="${base}" data-group="${only?.name ?? ''}">
            <p data-state role="status"></p>
            <div data-viewer lang="en"></div>
            <main data-list>
              ${(only ? [only] : groups).map(
                (group) =>
                  html`<section aria-labelledby="group-${group.name}">
                    <h2 id="group-${group.name}">
                      ${
                        only
                          ? wording.operations
                          : html`<a lang="en" href="${base}/openapi-ui?group=${group.name}">${group.title}</a>`
                      }
                    </h2>
                    <ul>
                      ${group.operations.map(lineOf)}
                    </ul>
                  </section>`,
              )}
            </main>
          </div>
          <footer>${otherLanguage(texts)}</footer>
        </body>
      </html> `,
  );
}

/** The path of the group's own document. */
const groupDocument = (path: string, { reference: wording }: PageTexts) =>
  html`<li><a href="${path}">${wording.groupDocument}</a> ${wording.withToken}</li>`;
const groupPath = ({ operations }: ReferenceGroup): string =>
  operations.find(({ path }) => path.endsWith(':openapi'))?.path ?? '/openapi.json';
