import { OPERATION_TITLES } from '../../formats/records/operation-titles.ts';
import { html } from 'hono/html';
import { pageOf, timelineAfter, timelineOf, type Base } from './address.ts';
import { textOf } from './attributes.ts';
import { blobsIn } from './files.ts';
import { layout } from './layout.ts';
import { counted, eventTimes, excerpt, isolated, NOTHING, own, type Markup } from './markup.ts';
import type { ShownEvent } from './model.ts';
import { mapLink, coordinatesIn } from './coordinates.ts';
import { badge, whereabouts } from './status.ts';

/** The attribute by which timelines are filtered, and its query parameter. */
export const TYPE = 'arc_display_type';
export const TYPE_FILTER = `event_attributes.${TYPE}`;

/** Events per page of a timeline. */
export const TIMELINE_SIZE = 50;

/** The maximum number of changes to the asset per event, and of characters per text. */
const [CHANGES, CHARACTERS] = [6, 280];

/** The title of an event: its recorded type, else its operation. */
export function titleOf({ event_attributes, operation }: ShownEvent): string {
  return textOf(event_attributes, TYPE) ?? OPERATION_TITLES[operation] ?? operation;
}

/** A list of events in this order, each with a link to its page. */
export const eventList = (base: Base, events: readonly ShownEvent[]): Markup =>
  events.length === 0
    ? html`<p>No events.</p>`
    : html`<ol class="timeline">
        ${events.map((event) => item(base, event))}
      </ol>`;

function item(base: Base, event: ShownEvent): Markup {
  const description = textOf(event.event_attributes, 'arc_description');
  const files = blobsIn(event.event_attributes, event.asset_attributes).length;
  return html`<li>
    <h3><a href="${pageOf(base, event.identity)}">${own(excerpt(titleOf(event), CHARACTERS))}</a></h3>
    <p class="when">${eventTimes(event)} ${badge(event)}</p>
    ${event.erased ? html`<p class="empty">The content of this event was erased.</p>` : ''}
    ${description === undefined ? '' : html`<p>${own(excerpt(description, CHARACTERS))}</p>`} ${changes(event)}
    ${whereabouts(event)}
    <p class="more">${files === 0 ? '' : counted(files, 'file')} ${mapLink(coordinatesIn(event.event_attributes))}</p>
  </li>`;
}

/** The changes of an event to its asset. */
function changes({ operation, asset_attributes }: ShownEvent): Markup {
  const all = Object.entries(asset_attributes);
  if (all.length === 0) return NOTHING;
  if (operation === 'NewAsset') return html`<p class="empty">with ${counted(all.length, 'attribute')}</p>`;
  const shown = all.slice(0, CHANGES).map(([name, value]) => {
    const text =
      typeof value === 'string' ? own(excerpt(value, CHARACTERS)) : html`<span class="empty">several values</span>`;
    return html`<div>
      <dt>${own(excerpt(name, CHARACTERS))}</dt>
      <dd>${text}</dd>
    </div>`;
  });
  const more = all.length > CHANGES ? html`<p>and ${all.length - CHANGES} more</p>` : '';
  return html`<dl class="changes">${shown}</dl>
    ${more}`;
}

/** A form that shows the events of one type. */
export function typeForm(base: Base, asset: string, events: readonly ShownEvent[], type = ''): Markup {
  const types = [...new Set(events.flatMap((event) => textOf(event.event_attributes, TYPE) ?? []))];
  return html`<form method="get" action="${timelineOf(base, asset)}">
    <label for="type">Show only events of type</label>
    <div class="field">
      <input
        id="type"
        name="${TYPE_FILTER}"
        list="types"
        value="${type}"
        maxlength="4096"
        required
        autocomplete="off"
      />
      <datalist id="types">${types.map((each) => html`<option value="${each}"></option>`)}</datalist>
      <input type="hidden" name="page_size" value="${TIMELINE_SIZE}" />
      <button type="submit">Show</button>
    </div>
  </form>`;
}

export type TimelineView = {
  base: Base;
  asset: { identity: string; name: string };
  events: readonly ShownEvent[];
  size: number;
  /** The token of the next page; empty on the last page. */
  next: string;
  /** Whether this is not the first page. */
  later: boolean;
  /** Whether the order is that of the declared times. */
  byDeclared: boolean;
  /** The requested type, and whether the request has any filter. */
  type: string | undefined;
  filtered: boolean;
};

/** One page of the timeline of an asset. */
export function timelinePage(view: TimelineView): Promise<string> {
  const { base, asset, events, size, next, type } = view;
  const whole = timelineOf(base, asset.identity);
  const older = timelineAfter(base, asset.identity, next, size);
  const order = view.byDeclared ? ', newest first by declared time' : '';
  return layout({
    title: `Events of ${isolated(asset.name)}`,
    body: html`<nav aria-label="Breadcrumb">
        <a href="${pageOf(base, asset.identity)}">${own(asset.name)}</a>
      </nav>
      <main>
        <h1>Events</h1>
        <p>${view.filtered ? 'Filtered events' : 'All events'}${order}.</p>
        ${typeForm(base, asset.identity, events, type)}
        ${view.filtered ? html`<p><a href="${whole}?page_size=${size}">Show all events</a></p>` : ''}
        <h2 class="unseen">Timeline</h2>
        ${eventList(base, events)}
        <nav aria-label="Pages" class="pages">
          ${view.later && !view.filtered ? html`<a href="${whole}?page_size=${size}">Newest</a>` : ''}
          ${next === '' ? '' : html`<a rel="next" href="${older}">Older events</a>`}
        </nav>
      </main>`,
  });
}
