import { html } from 'hono/html';
import { fieldOf } from './address.ts';
import { layout } from './layout.ts';

/** The page of a label that strangers cannot open: the same for every UUID, except for the link. */
export const labelPage = (uuid: string): Promise<string> =>
  layout({
    title: 'Sign in to see this asset',
    isGuide: true,
    body: html`<main>
      <h1>Sign in to see this asset</h1>
      <p>The label belongs to an organization that uses this service. Its members see the asset and record on it.</p>
      <p><a href="${fieldOf(uuid)}">Sign in to see it</a></p>
    </main>`,
  });
