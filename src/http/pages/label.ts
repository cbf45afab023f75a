import { html } from 'hono/html';
import { fieldOf } from './address.ts';
import { labelTexts } from '../../formats/records/label-page.ts';
import { layout } from './layout.ts';

/** The page of a label that strangers cannot open: the same for every UUID, except for the link. */
export const labelPage = (uuid: string): Promise<string> =>
  layout({
    title: labelTexts.title,
    isGuide: true,
    body: html`<main>
      <h1>${labelTexts.title}</h1>
      <p>${labelTexts.about}</p>
      <p><a href="${fieldOf(uuid)}">${labelTexts.signIn}</a></p>
    </main>`,
  });
