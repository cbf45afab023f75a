import { html } from 'hono/html';
import { NOTHING, own, type Markup } from './markup.ts';
import type { Organization } from './model.ts';
import type { PageTexts } from './texts/en.ts';

/** Whose record a page shows, in a line at its top. */
export const ownerLine = ({ name, domain }: Organization): Markup =>
  name.trim() === '' ? NOTHING : html`<p class="kind">${own(name)}${domain === '' ? '' : html` (${own(domain)})`}</p>`;

/** The organization in the list of facts. Anyone can give a tenancy any name, so the page says what is verified. */
export const organizationFacts = ({ files: texts }: PageTexts, { name, domain }: Organization): Markup =>
  name.trim() === ''
    ? NOTHING
    : html`<dt>${texts.organization}</dt>
        <dd>
          ${texts.asItCallsItself(own(name))} ${domain === '' ? texts.notVerified : texts.verifiedDomain(own(domain))}
        </dd>`;
