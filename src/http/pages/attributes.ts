import { html, raw } from 'hono/html';
import type { AttributeMap, Attributes, AttributeValue } from '../../formats/records/attributes.ts';
import { own, type Markup } from './markup.ts';
import type { ShownEvent } from './model.ts';
import type { PageTexts } from './texts/en.ts';

/** A text attribute that is not blank, or undefined. */
export function textOf(attributes: Attributes, name: string): string | undefined {
  const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/**
 * All attributes, in the order of the record. Every recorded text, and nothing else, is in a `bdi` element: a script
 * compares these elements, in this order, with a proof (apps/site/pages/main.ts).
 */
export const attributeList = (texts: PageTexts, attributes: Attributes, field: string): Markup =>
  html`<dl class="attributes" data-recorded="${field}">
    ${Object.entries(attributes).map((attribute) => entry(texts, attribute))}
  </dl>`;

const entry = (texts: PageTexts, [name, value]: [string, AttributeValue]): Markup => {
  const label = Object.hasOwn(texts.labels, name) ? texts.labels[name] : undefined;
  const known = label === undefined ? '' : html`${label} `;
  return html`<div>
    <dt class="${label === undefined ? '' : 'known'}">${known}${own(name)}</dt>
    <dd>${shown(texts, value)}</dd>
  </div>`;
};

function shown({ timeline }: PageTexts, value: AttributeValue): Markup {
  if (typeof value === 'string')
    return value === '' ? html`${own('')}<span class="empty">${timeline.empty}</span>` : own(value);
  if (!Array.isArray(value)) return foldable([value], timeline.values(Object.keys(value).length), pairs(value));
  const items = html`<ol>
    ${value.map((map) => html`<li>${pairs(map)}</li>`)}
  </ol>`;
  return foldable(value, timeline.items(value.length), items);
}

/** Maps and lists. Those that describe files are collapsed, because the page has a section for files. */
function foldable(maps: AttributeMap[], summary: string, content: Markup): Markup {
  const isFile = maps.some((map) =>
    ['arc_blob_identity', 'arc_attachment_identity'].some((name) => Object.hasOwn(map, name)),
  );
  return html`<details ${isFile ? '' : raw('open')}>
    <summary>${summary}</summary>
    ${content}
  </details>`;
}

const pairs = (map: AttributeMap): Markup =>
  html`<dl>
    ${Object.entries(map).map(
      ([key, text]) =>
        html`<div>
          <dt>${own(key)}</dt>
          <dd>${own(text)}</dd>
        </div>`,
    )}
  </dl>`;

/** The title of an event: its recorded type, else its operation. */
export function titleOf({ operations }: PageTexts, { event_attributes, operation }: ShownEvent): string {
  return textOf(event_attributes, 'arc_display_type') ?? operations[operation] ?? operation;
}
