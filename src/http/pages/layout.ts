import { html } from 'hono/html';
import { labelTexts } from '../../formats/records/label-page.ts';
import type { Markup } from './markup.ts';

const ELSEWHERE = html`<p>
  <a href="/#find-file">Find by file</a> · <a href="/verify/">Verify a saved proof</a> ·
  <a href="/">About this service</a>
</p>`;

/**
 * A complete page with this body. Has no inline scripts or styles. The script shows times in the zone of the reader,
 * and verifies proofs. `isGuide`: the body itself leads to the other pages.
 */
export async function layout(of: { title: string; body: Markup; isGuide?: true }): Promise<string> {
  return String(
    await html`<!doctype html>
      <html lang="en">
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
            <p>${labelTexts.footer}</p>
            ${of.isGuide ? '' : ELSEWHERE}
          </footer>
        </body>
      </html> `,
  );
}

function titleOfError(status: number): string {
  if (status === 404) return 'Not found';
  return status < 500 ? 'This page cannot be shown' : 'Something went wrong';
}

/** The page that browsers get instead of a JSON error. `elsewhere` are links to other pages. */
export function errorPage(of: {
  status: number;
  message: string;
  requestId: string;
  elsewhere: { path: string; name: string }[];
}): Promise<string> {
  const title = titleOfError(of.status);
  return layout({
    title,
    isGuide: true,
    body: html`<main>
      <h1>${title}</h1>
      <p>${of.message}</p>
      <ul>
        ${of.elsewhere.map(({ path, name }) => html`<li><a href="${path}">${name}</a></li>`)}
      </ul>
      <p class="empty">Request id <code>${of.requestId}</code></p>
    </main>`,
  });
}
