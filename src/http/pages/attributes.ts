import { html, raw } from 'hono/html';
import type { AttributeMap, Attributes, AttributeValue } from '../../formats/records/attributes.ts';
import { LABELS } from '../../formats/records/attribute-labels.ts';
import { counted, own, type Markup } from './markup.ts';

/** A text attribute that is not blank, or undefined. */
export function textOf(attributes: Attributes, name: string): string | undefined {
  const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/**
 * All attributes, in the order of the record. Every recorded text, and nothing else, is in a `bdi` element: a script
 * compares these elements, in this order, with a proof (apps/site/pages/main.ts).
 */
export const attributeList = (attributes: Attributes, field: string): Markup =>
  html`<dl class="attributes" data-recorded="${field}">${Object.entries(attributes).map(entry)}</dl>`;

const entry = ([name, value]: [string, AttributeValue]): Markup => {
  const label = LABELS.get(name);
  const known = label === undefined ? '' : html`${label} `;
  return html`<div>
    <dt class="${label === undefined ? '' : 'known'}">${known}${own(name)}</dt>
    <dd>${shown(value)}</dd>
  </div>`;
};

function shown(value: AttributeValue): Markup {
  if (typeof value === 'string') return value === '' ? html`${own('')}<span class="empty">empty</span>` : own(value);
  if (!Array.isArray(value)) return foldable([value], counted(Object.keys(value).length, 'value'), pairs(value));
  const items = html`<ol>
    ${value.map((map) => html`<li>${pairs(map)}</li>`)}
  </ol>`;
  return foldable(value, counted(value.length, 'item'), items);
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
