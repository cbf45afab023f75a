import { html } from 'hono/html';
import { fieldOf } from './address.ts';
import { layout } from './layout.ts';
import type { PageTexts } from './texts/en.ts';

/** The page of a label that strangers cannot open: the same for every UUID, except for the link. */
export const labelPage = (texts: PageTexts, uuid: string): Promise<string> =>
  layout({
    texts,
    title: texts.label.title,
    isGuide: true,
    body: html`<main>
      <h1>${texts.label.title}</h1>
      <p>${texts.label.about}</p>
      <p><a href="${fieldOf(uuid)}">${texts.label.signIn}</a></p>
    </main>`,
  });
