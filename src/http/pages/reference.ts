import { html } from 'hono/html';

/** A group of operations as the reference lists it without scripts. */
export type ReferenceGroup = {
  name: string;
  title: string;
  operations: { method: string; path: string; summary: string }[];
};

/**
 * The API reference as a page, for `DOCUMENT_POLICY`: of the whole API, or of one group. `base` is the path of the API.
 * Without scripts it lists the operations and links to the OpenAPI document; with them, the viewer shows the document
 * in place of the list.
 */
export async function referencePage(base: string, groups: ReferenceGroup[], only?: ReferenceGroup): Promise<string> {
  const title = only ? `${only.title}: API reference` : 'API reference';
  const route = ({ method, path }: { method: string; path: string }) =>
    html`<code>${method.toUpperCase()} ${base}${path}</code>`;
  return String(
    await html`<!doctype html>
      <html lang="en">
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
            <nav aria-label="Reference">
              <ul>
                ${only ? html`<li><a href="${base}/openapi-ui">The whole API</a></li>` : ''}
                <li><a href="${base}/openapi.json">OpenAPI document</a> (JSON)</li>
                ${only ? groupDocument(`${base}${groupPath(only)}`) : ''}
                <li><a href="/docs/">Documentation</a></li>
                <li><a href="/console/">Console</a></li>
              </ul>
            </nav>
          </header>
          <div data-document="${base}/openapi.json" data-base="${base}" data-group="${only?.name ?? ''}">
            <p data-state role="status"></p>
            <div data-viewer></div>
            <main data-list>
              ${(only ? [only] : groups).map(
                (group) =>
                  html`<section aria-labelledby="group-${group.name}">
                    <h2 id="group-${group.name}">
                      ${only ? 'Operations' : html`<a href="${base}/openapi-ui?group=${group.name}">${group.title}</a>`}
                    </h2>
                    <ul>
                      ${group.operations.map((operation) => html`<li>${route(operation)} ${operation.summary}</li>`)}
                    </ul>
                  </section>`,
              )}
            </main>
          </div>
        </body>
      </html> `,
  );
}

/** The path of the group's own document. */
const groupDocument = (path: string) => html`<li><a href="${path}">OpenAPI 2.0 document</a> (JSON, with a token)</li>`;
const groupPath = ({ operations }: ReferenceGroup): string =>
  operations.find(({ path }) => path.endsWith(':openapi'))?.path ?? '/openapi.json';
