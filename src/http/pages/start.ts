import { html } from 'hono/html';
import type { Base } from './address.ts';
import { layout } from './layout.ts';
import type { Markup } from './markup.ts';
import type { PageTexts, Parts } from './texts/en.ts';

/** The page at the address of the service: what it is, and where to go. The same for every deployment. */
export function startPage(texts: PageTexts, base: Base): Promise<string> {
  const { start, errors, elsewhere } = texts;
  return layout({
    texts,
    title: start.title,
    isGuide: true,
    body: html`<main>
      <header>
        <h1>${start.title}</h1>
        <p class="lead">${start.lead}</p>
      </header>
      <section aria-labelledby="people">
        <h2 id="people">${start.people}</h2>
        <dl class="links">
          ${entry('/console/', errors.console, start.aboutConsole)}
          ${entry('/verify/', elsewhere.verifySaved, start.aboutVerify)}
        </dl>
      </section>
      <section aria-labelledby="find" data-find data-base="${base}" hidden>
        <h2 id="find">${elsewhere.findByFile}</h2>
        <p>${start.aboutFind}</p>
        <p>
          <label for="find-file">${start.file}</label>
          <input id="find-file" type="file" />
        </p>
        <div data-found role="status"></div>
      </section>
      <section aria-labelledby="developers">
        <h2 id="developers">${start.developers}</h2>
        <dl class="links">
          ${entry('/docs/', errors.documentation, start.aboutDocumentation)}
          ${entry(`${base}/openapi-ui`, errors.reference, start.aboutReference)}
          ${entry(`${base}/openapi.json`, start.document, start.aboutDocument(html`<code>${base}/</code>`))}
        </dl>
      </section>
      <section aria-labelledby="public">
        <h2 id="public">${start.publicAssets}</h2>
        <p>${start.aboutPublic}</p>
      </section>
    </main>`,
  });
}

/** A link with what it leads to. */
const entry = (address: string, name: string, about: Parts | string): Markup =>
  html`<div>
    <dt><a href="${address}">${name}</a></dt>
    <dd>${about}</dd>
  </div>`;
