import { html } from 'hono/html';
import type { Base } from './address.ts';
import type { Markup } from './markup.ts';
import type { PageTexts } from './texts/en.ts';

const links = ({ elsewhere }: PageTexts): Markup =>
  html`<p>
    <a href="/#find-file">${elsewhere.findByFile}</a> · <a href="/verify/">${elsewhere.verifySaved}</a> ·
    <a href="/">${elsewhere.about}</a>
  </p>`;

/** The button that offers the other language, which scripts show. */
export function otherLanguage({ page }: PageTexts): Markup {
  const [other, name] = page.language === 'de' ? ['en', 'English'] : ['de', 'Deutsch'];
  return html`<p><button type="button" class="quiet" lang="${other}" hidden>${name}</button></p>`;
}

/**
 * A complete page with this body. Has no inline scripts or styles. The script shows times in the zone of the reader,
 * verifies proofs, and offers the other languages. `isGuide`: the body itself leads to the other pages.
 */
export async function layout(of: LayoutView): Promise<string> {
  const { texts } = of;
  return String(
    await html`<!doctype html>
      <html lang="${texts.page.language}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>${of.title}</title>
          <link rel="stylesheet" href="/static/pages.css" />
          <link rel="icon" href="/static/icon.svg" />
          <script type="module" src="/static/pages.js"></script>
        </head>
        <body>
          ${of.body}
          <footer>
            <p>${texts.page.footer}</p>
            ${of.isGuide ? '' : links(texts)} ${otherLanguage(texts)}
          </footer>
        </body>
      </html> `,
  );
}

type LayoutView = { texts: PageTexts; title: string; body: Markup; isGuide?: true };

function titleOfError({ errors }: PageTexts, status: number): string {
  if (status === 404) return errors.notFound;
  return status < 500 ? errors.refused : errors.failed;
}

/** The page that browsers get instead of a JSON error, with links to other pages. The message is in English. */
export function errorPage(of: {
  texts: PageTexts;
  status: number;
  message: string;
  requestId: string;
  base: Base;
}): Promise<string> {
  const { texts, base } = of;
  const { errors } = texts;
  const title = titleOfError(texts, of.status);
  const meaning = errors.meaning(of.status);
  const elsewhere = [
    { path: '/', name: errors.start },
    { path: '/console/', name: errors.console },
    { path: '/verify/', name: texts.elsewhere.verifySaved },
    { path: '/docs/', name: errors.documentation },
    { path: `${base}/openapi-ui`, name: errors.reference },
  ];
  return layout({
    texts,
    title,
    isGuide: true,
    body: html`<main>
      <h1>${title}</h1>
      ${meaning === '' ? '' : html`<p>${meaning}</p>`}
      <p lang="en">${of.message}</p>
      <ul>
        ${elsewhere.map(({ path, name }) => html`<li><a href="${path}">${name}</a></li>`)}
      </ul>
      <p class="empty">${errors.requestId} <code>${of.requestId}</code></p>
    </main>`,
  });
}
